//! Reading and finding notes.

#[cfg(test)]
mod tests;

use ::notes::{Anchor, ByteRange, HeadingEntry, LineRange, LinkTarget, NotePath};
use app::{
    BaseView, CitedPassage, DocumentView, FoundLink, NoteEntry, NoteView, OpenedReference,
    OutsideFile, Place, TablePage, TableSource,
};
use conversation::{Attachment, AttachmentId, Code, ConversationId, Error, ReferenceId};
use index::{Mode, TagEntry};
use jiff::Timestamp;
use tauri::State;

use super::{Answer, Backend};
use crate::sentences;
use crate::{
    consent::Consent,
    views::{HitView, RelatedNoteView, SearchView},
};

/// Maximum number of related notes shown under a note.
const RELATED: usize = 6;

/// Maximum number of suggested notes that the conversation hasn't used.
const NEARBY: usize = 3;

/// All notes in path order. With `paths`, only the existing notes among them, in the given order.
#[tauri::command]
#[specta::specta]
pub async fn list_notes(
    backend: State<'_, Backend>,
    paths: Option<Vec<NotePath>>,
) -> Answer<Vec<NoteEntry>> {
    let reader = &backend.app()?.reader;
    match paths {
        None => reader.notes().await,
        Some(paths) => reader.notes_at(&paths),
    }
}

/// All notes, the last changed first.
#[tauri::command]
#[specta::specta]
pub async fn notes_by_change(backend: State<'_, Backend>) -> Answer<Vec<NotePath>> {
    backend.app()?.reader.notes_by_change().await
}

/// Indexed files that are no notes, in path order.
#[tauri::command]
#[specta::specta]
pub async fn list_files(backend: State<'_, Backend>) -> Answer<Vec<NoteEntry>> {
    backend.app()?.reader.files().await
}

/// The vault's tags, most common first.
#[tauri::command]
#[specta::specta]
pub async fn list_tags(backend: State<'_, Backend>) -> Answer<Vec<TagEntry>> {
    backend.app()?.reader.tags().await
}

/// Headings in all notes that match the typed text, best match first.
#[tauri::command]
#[specta::specta]
pub async fn find_headings(
    backend: State<'_, Backend>,
    typed: String,
    limit: u32,
) -> Answer<Vec<HeadingEntry>> {
    backend.app()?.reader.headings(typed, limit as usize).await
}

/// The targets of the links in a question that is being typed.
#[tauri::command]
#[specta::specta]
pub async fn find_links(backend: State<'_, Backend>, question: String) -> Answer<Vec<FoundLink>> {
    backend.app()?.reader.links(question).await
}

/// A note for the reader, at the heading (`A#B`) or block (`^id`) of `anchor`.
#[tauri::command]
#[specta::specta]
pub async fn open_note(
    backend: State<'_, Backend>,
    path: NotePath,
    anchor: Option<String>,
) -> Answer<NoteView> {
    let anchor = anchor.as_deref().and_then(place);
    backend.app()?.reader.note(&path, anchor.as_ref()).await
}

/// A file of the vault that is no note, at `lines` of its text, else at the page of `anchor` (`page=3`).
#[tauri::command]
#[specta::specta]
pub async fn open_document(
    backend: State<'_, Backend>,
    path: NotePath,
    anchor: Option<String>,
    lines: Option<LineRange>,
) -> Answer<DocumentView> {
    let named = anchor.as_deref().and_then(place).map_or(Place::Top, Place::Anchor);
    backend.app()?.reader.document(&path, lines.map_or(named, Place::Lines)).await
}

/// Parses the anchor of a rendered link: `A#B`, or `^id`.
fn place(text: &str) -> Option<Anchor> {
    LinkTarget::parse(&format!("#{text}")).anchor
}

/// The current note of a reference, at its passage. `sentences`: byte ranges in the passage's text, to be found and
/// marked in the note.
#[tauri::command]
#[specta::specta]
pub async fn open_reference(
    backend: State<'_, Backend>,
    id: ReferenceId,
    sentences: Vec<ByteRange>,
) -> Answer<OpenedReference> {
    backend.app()?.reader.open_reference(id, sentences).await
}

/// Attaches a passage of the vault with this text to the next message.
#[tauri::command]
#[specta::specta]
pub async fn attach_excerpt(
    backend: State<'_, Backend>,
    path: NotePath,
    text: String,
) -> Answer<Attachment> {
    backend.app()?.turns.attach_excerpt(path, text).await
}

/// An attached file for the reader.
#[tauri::command]
#[specta::specta]
pub async fn open_attachment(
    backend: State<'_, Backend>,
    id: AttachmentId,
) -> Answer<DocumentView> {
    backend.app()?.reader.attachment(id).await
}

/// The time of a file's last change, if the disk reports it.
#[tauri::command]
#[specta::specta]
pub async fn note_date(backend: State<'_, Backend>, path: NotePath) -> Answer<Option<Timestamp>> {
    backend.app()?.reader.changed_at(&path).await
}

/// At most `limit` passages, best first.
#[tauri::command]
#[specta::specta]
pub async fn search_notes(
    backend: State<'_, Backend>,
    query: String,
    limit: u32,
    mode: Mode,
) -> Answer<SearchView> {
    Ok(backend.app()?.retrieval.search(&query, mode, limit as usize).await?.into())
}

/// The table of a query over properties, tasks, tables, links and dates, from row `from`. `null` if it only has words.
#[tauri::command]
#[specta::specta]
pub async fn query_notes(
    backend: State<'_, Backend>,
    query: String,
    from: u32,
) -> Answer<Option<TablePage>> {
    backend.app()?.retrieval.table_of_search(&query, from).await
}

/// Queries that complete the last word of a query.
#[tauri::command]
#[specta::specta]
pub async fn query_completions(backend: State<'_, Backend>, query: String) -> Answer<Vec<String>> {
    backend.app()?.retrieval.completions(&query).await
}

/// A view of a `.base` file, the named one or the first; or the result of a Dataview query. `embedded_in` is the note
/// that contains it. The page of its table begins with row `from`.
#[tauri::command]
#[specta::specta]
pub async fn base_table(
    backend: State<'_, Backend>,
    source: TableSource,
    view: Option<String>,
    embedded_in: Option<NotePath>,
    from: u32,
) -> Answer<BaseView> {
    backend.app()?.retrieval.base_table(source, view, embedded_in, from).await
}

/// A sentence: the reason why a note isn't among the best `limit` passages, or its rank there.
#[tauri::command]
#[specta::specta]
pub async fn why_not(
    backend: State<'_, Backend>,
    query: String,
    path: NotePath,
    limit: u32,
    mode: Mode,
) -> Answer<String> {
    let reason = backend.app()?.retrieval.why_not(&query, &path, mode, limit as usize).await?;
    Ok(reason.to_string())
}

/// Notes related to a note, nearest first.
#[tauri::command]
#[specta::specta]
pub async fn related_notes(
    backend: State<'_, Backend>,
    path: NotePath,
) -> Answer<Vec<RelatedNoteView>> {
    let related = backend.app()?.retrieval.related(&path, RELATED).await?;
    Ok(related.into_iter().map(Into::into).collect())
}

/// The passages of a note that answers cite, at their current lines.
#[tauri::command]
#[specta::specta]
pub async fn cited_passages(
    backend: State<'_, Backend>,
    path: NotePath,
) -> Answer<Vec<CitedPassage>> {
    backend.app()?.reader.cited_passages(&path).await
}

/// Passages near a conversation's last question and answer, in notes that the conversation hasn't used.
#[tauri::command]
#[specta::specta]
pub async fn nearby_notes(
    backend: State<'_, Backend>,
    conversation: ConversationId,
) -> Answer<Vec<HitView>> {
    let near = backend.app()?.retrieval.nearby(conversation, NEARBY).await?;
    Ok(near.into_iter().map(Into::into).collect())
}

/// The full path and kind of a file of the vault. The user sees them before another program opens the file.
#[tauri::command]
#[specta::specta]
pub async fn file_outside(backend: State<'_, Backend>, path: NotePath) -> Answer<OutsideFile> {
    backend.app()?.reader.file_outside(&path).await
}

/// Opens a file of the vault in the system's program for it, after a dialog outside the page. Refuses kinds that may
/// run code: a link's text can hide its target.
#[tauri::command]
#[specta::specta]
pub async fn open_outside(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    path: NotePath,
) -> Answer<()> {
    let file = backend.app()?.reader.file_outside(&path).await?;
    let file = file.to_open()?;
    consent.file(file).await?;
    let opened = consent.desktop().open_file(file);
    opened.map_err(|reason| unopened(|| sentences::not_opened_outside(&path, &reason)))
}

/// Shows a file of the vault in the file manager. Asks no permission, because the file isn't opened.
#[tauri::command]
#[specta::specta]
pub async fn show_outside(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    path: NotePath,
) -> Answer<()> {
    let file = backend.app()?.reader.file_outside(&path).await?;
    let shown = consent.desktop().show_file(file.path).await;
    shown.map_err(|reason| unopened(|| sentences::not_shown_outside(&path, &reason)))
}

/// Shows a note in Obsidian, after a dialog outside the page: at the named block that contains `line`, else at the
/// heading above it.
#[tauri::command]
#[specta::specta]
pub async fn open_in_obsidian(
    backend: State<'_, Backend>,
    consent: State<'_, Consent>,
    path: NotePath,
    line: Option<u32>,
) -> Answer<()> {
    let place = backend.app()?.reader.in_obsidian(&path, line).await?;
    let address =
        format!("obsidian://open?vault={}&file={}", encoded(&place.vault), encoded(&place.file));
    let failed = |reason: &dyn std::fmt::Display| {
        unopened(|| sentences::not_opened_outside(&path, &reason.to_string()))
    };
    consent.link(&address.parse().map_err(|reason| failed(&reason))?).await?;
    consent.desktop().open_address(&address).map_err(|reason| failed(&reason))
}

/// Percent-encodes a value for an address. Encodes blanks as `%20`, because Obsidian and mail programs don't decode
/// `+`.
fn encoded(text: &str) -> String {
    percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC).to_string()
}

fn unopened(message: impl Fn() -> String) -> Error {
    Error::new(Code::Unreadable, message)
}

/// Opens an address in the browser or mail program, after a dialog outside the page.
#[tauri::command]
#[specta::specta]
pub async fn open_external(consent: State<'_, Consent>, url: String) -> Answer<()> {
    let refused = |reason: &dyn std::fmt::Display| {
        Error::bad_input(|| sentences::address_refused(&url, reason))
    };
    let parsed = url.parse::<tauri::Url>().map_err(|error| refused(&error).because(error))?;
    if !matches!(parsed.scheme(), "http" | "https" | "mailto") {
        return Err(refused(&sentences::WEB_AND_MAIL_ALONE));
    }
    let address = if parsed.scheme() == "mailto" { mail(&parsed) } else { parsed };
    consent.link(&address).await?;
    consent.desktop().open_address(address.as_str()).map_err(|error| refused(&error))
}

/// Reduces a mail link to its visible recipients, subject and body. Other fields could attach files in some mail
/// programs, or add hidden recipients.
fn mail(address: &tauri::Url) -> tauri::Url {
    const FIELDS: [&str; 4] = ["to", "subject", "body", "cc"];
    let mut clean = address.clone();
    let kept: Vec<(String, String)> = address
        .query_pairs()
        .filter(|(name, _)| FIELDS.iter().any(|field| name.eq_ignore_ascii_case(field)))
        .map(|(name, value)| (name.into_owned(), value.into_owned()))
        .collect();
    clean.set_query(None);
    clean.set_fragment(None);
    if !kept.is_empty() {
        let fields: Vec<String> =
            kept.iter().map(|(name, value)| format!("{name}={}", encoded(value))).collect();
        clean.set_query(Some(&fields.join("&")));
    }
    clean
}
