//! Proposed changes to notes. An approval names the proposal, the reviewed revision and the chosen hunks. It carries
//! no text.

use ::notes::NotePath;
use app::{AnswerPlace, Changes, FootnoteCheck, UnlinkedMention, WrittenChange};
use conversation::{
    Change, ChangeEntry, ChangeId, ChosenHunks, ConversationId, Error, MentionPlace, MessageId,
    ReferenceId, Wish,
};
use tauri::State;

use super::{Answer, Backend};
use crate::views::{ChangeView, RenderedChange};

/// The vault's changes, newest first.
#[tauri::command]
#[specta::specta]
pub async fn list_changes(backend: State<'_, Backend>) -> Answer<Vec<ChangeEntry>> {
    backend.app()?.changes.list().await
}

/// A change. If the user hasn't decided on it and its notes changed, it is updated to the current notes.
#[tauri::command]
#[specta::specta]
pub async fn get_change(backend: State<'_, Backend>, id: ChangeId) -> Answer<ChangeView> {
    let change = backend.app()?.changes.get(id).await?;
    view(&backend, change).await
}

/// A note of a change as HTML, before and after the given hunks.
#[tauri::command]
#[specta::specta]
pub async fn render_change(
    backend: State<'_, Backend>,
    id: ChangeId,
    note: u32,
    hunks: Vec<u32>,
) -> Answer<RenderedChange> {
    let (before, after) = backend.app()?.changes.rendered(id, note, hunks).await?;
    Ok(RenderedChange { before, after })
}

/// Replaces the text of one hunk in a proposal. Writes no note.
#[tauri::command]
#[specta::specta]
pub async fn reword_change(
    backend: State<'_, Backend>,
    id: ChangeId,
    revision: u32,
    note: u32,
    hunk: u32,
    text: String,
) -> Answer<ChangeView> {
    let changes = &backend.app()?.changes;
    let change = changes.reword(id, revision, (note, hunk), text).await?;
    view(&backend, change).await
}

/// Gives the new note of a proposal another name or folder. Writes no note.
#[tauri::command]
#[specta::specta]
pub async fn move_new_note(
    backend: State<'_, Backend>,
    id: ChangeId,
    revision: u32,
    path: NotePath,
) -> Answer<ChangeView> {
    let change = backend.app()?.changes.move_new_note(id, revision, path).await?;
    view(&backend, change).await
}

/// Writes the chosen hunks. Fails if the proposal or a note changed since the user reviewed `revision`.
#[tauri::command]
#[specta::specta]
pub async fn apply_change(
    backend: State<'_, Backend>,
    id: ChangeId,
    revision: u32,
    taken: Vec<ChosenHunks>,
) -> Answer<ChangeView> {
    let WrittenChange { change, notice } =
        backend.app()?.changes.apply(id, revision, taken).await?;
    Ok(ChangeView { notice, ..view(&backend, change).await? })
}

#[tauri::command]
#[specta::specta]
pub async fn refuse_change(backend: State<'_, Backend>, id: ChangeId) -> Answer<()> {
    backend.app()?.changes.refuse(id).await
}

/// Undoes a written change. Returns a sentence if the commit with git failed.
#[tauri::command]
#[specta::specta]
pub async fn undo_change(backend: State<'_, Backend>, id: ChangeId) -> Answer<Option<String>> {
    Ok(backend.app()?.changes.undo(id).await?.notice)
}

/// Undoes all written changes of a conversation, newest first, and returns their number.
#[tauri::command]
#[specta::specta]
pub async fn undo_conversation(backend: State<'_, Backend>, id: ConversationId) -> Answer<u32> {
    let undone = backend.app()?.changes.undo_conversation(id).await?;
    Ok(u32::try_from(undone).unwrap_or(u32::MAX))
}

/// Bytes of the old texts that the library stores for undoing changes.
#[tauri::command]
#[specta::specta]
pub async fn undo_bytes(backend: State<'_, Backend>) -> Answer<u32> {
    let bytes = backend.app()?.changes.undo_bytes().await?;
    Ok(u32::try_from(bytes).unwrap_or(u32::MAX))
}

/// Deletes the old texts for undoing changes. The notes stay as they are.
#[tauri::command]
#[specta::specta]
pub async fn forget_undo(backend: State<'_, Backend>) -> Answer<()> {
    backend.app()?.changes.forget_undo().await
}

/// A free path for an answer as a new note.
#[tauri::command]
#[specta::specta]
pub async fn answer_path(backend: State<'_, Backend>, answer: MessageId) -> Answer<NotePath> {
    backend.app()?.changes.answer_path(answer).await
}

/// Proposes to save an answer as a new note, or at the end of another.
#[tauri::command]
#[specta::specta]
pub async fn propose_answer(
    backend: State<'_, Backend>,
    answer: MessageId,
    place: AnswerPlace,
) -> Answer<ChangeView> {
    let change = backend.app()?.changes.propose_answer(answer, place).await?;
    view(&backend, change).await
}

/// Unlinked mentions: words in the note that name other notes, and words in other notes that name it.
#[tauri::command]
#[specta::specta]
pub async fn unlinked_mentions(
    backend: State<'_, Backend>,
    path: NotePath,
) -> Answer<Vec<UnlinkedMention>> {
    backend.app()?.changes.mentions(&path).await
}

/// Proposes to turn unlinked mentions into links.
#[tauri::command]
#[specta::specta]
pub async fn propose_links(
    backend: State<'_, Backend>,
    mentions: Vec<MentionPlace>,
) -> Answer<ChangeView> {
    let changes = &backend.app()?.changes;
    let change = changes.propose(Wish::Link { mentions }, Changes::by_hand()).await?;
    view(&backend, change).await
}

/// Checks if the passages behind footnotes changed, in one note or in all.
#[tauri::command]
#[specta::specta]
pub async fn footnotes(
    backend: State<'_, Backend>,
    path: Option<NotePath>,
) -> Answer<Vec<FootnoteCheck>> {
    backend.app()?.changes.footnotes(path).await
}

/// A free path for a reference's web page or table as a new note.
#[tauri::command]
#[specta::specta]
pub async fn reference_path(
    backend: State<'_, Backend>,
    reference: ReferenceId,
) -> Answer<NotePath> {
    backend.app()?.changes.reference_path(reference).await
}

/// Proposes to save a reference's web page or table as a new note.
#[tauri::command]
#[specta::specta]
pub async fn propose_reference(
    backend: State<'_, Backend>,
    reference: ReferenceId,
    path: NotePath,
) -> Answer<ChangeView> {
    let change = backend.app()?.changes.propose_reference(reference, path).await?;
    view(&backend, change).await
}

async fn view(backend: &Backend, change: Change) -> Answer<ChangeView> {
    let changes = &backend.app()?.changes;
    let (sources, crowds_out) =
        (changes.sources(&change).await?, changes.undo_lost(&change).await?);
    // Comparing the words of each hunk may take long, so it runs on a blocking thread.
    let view = move || ChangeView::new(change, sources, crowds_out);
    let compared = tokio::task::spawn_blocking(view).await;
    compared.map_err(Error::defect)
}
