//! What the reader shows: notes, files, images, and passages as they stand now.

mod changes;
mod documents;
mod obsidian;

use crate::sentences;
use index::{LinkingLine, TagEntry};
use jiff::Timestamp;
use library::{KeptPage, Library};
use notes::{Anchor, ByteRange, Heading, LineRange, NotePath, RenderOptions, Warning};
use serde::Serialize;

pub use self::{
    changes::{PassagePiece, When},
    documents::{DocumentPart, DocumentView},
    obsidian::ObsidianPlace,
};
use crate::{answer::IMAGE_BASE, images, outside::OutsideFile, vault::OpenVault, vaults::Vaults};
use conversation::{
    Attachment, AttachmentId, Code, Error, FileText, ReferenceId, Result,
    reference::{Kind, Passage, Reference},
};
use grounding::references::{Location, links::direct_references, locate, locate_sentence};
use retrieval::blocking;

/// A note in the list.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct NoteEntry {
    /// Its path.
    pub path: NotePath,
    /// Its title.
    pub title: String,
    /// Its other names.
    pub aliases: Vec<String>,
}

/// A note for the reader.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct NoteView {
    /// Its path.
    pub path: NotePath,
    /// Its title.
    pub title: String,
    /// Its sanitised HTML.
    pub html: String,
    /// Its headings.
    pub headings: Vec<Heading>,
    /// The lines of other notes that link here.
    pub backlinks: Vec<LinkingLine>,
    /// What was odd about it.
    pub warnings: Vec<Warning>,
    /// The lines to show, if a place in the note was asked for and is there.
    pub target: Option<LineRange>,
    /// A sentence, if a place was asked for and isn't there.
    pub notice: Option<String>,
}

/// How the passage of a reference stands in its note now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Standing {
    /// Word for word where it was.
    Unchanged,
    /// Word for word elsewhere in the note.
    Moved,
    /// Changed since.
    Changed,
    /// The passage is gone, its note is not.
    PassageGone,
    /// The note is gone.
    NoteGone,
}

/// A sentence of a passage, as it stands in the note now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct MarkedSentence {
    /// It as the note has it, with its Markdown.
    pub text: String,
    /// The lines that it stands in.
    pub lines: LineRange,
}

/// What opening a reference gives.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct OpenedReference {
    /// The reference.
    pub reference: Reference,
    /// How its passage stands.
    pub standing: Standing,
    /// The note as it is now, with the lines to mark as `target`; `None` if it is gone.
    pub note: Option<NoteView>,
    /// What to tell the user, if anything.
    pub notice: Option<String>,
    /// Those of the sentences that were asked for which still stand in the passage.
    pub sentences: Vec<MarkedSentence>,
    /// What changed in the passage since it was cited; empty if nothing did, or it is gone.
    pub changes: Vec<PassagePiece>,
    /// What there is to read if it is no note.
    pub document: Option<DocumentView>,
    /// Lines to bring into view without marking them: the section that a lost passage stood in.
    pub scroll_to: Option<LineRange>,
}

/// The notes of the open vault, to be read. Clones share it.
#[derive(Clone)]
pub struct Reader {
    library: Library,
    vaults: Vaults,
}

impl Reader {
    /// Notes of `vaults`, and the references to them that `library` has.
    pub(crate) fn new(library: Library, vaults: Vaults) -> Self {
        Self { library, vaults }
    }

    /// The notes in path order.
    ///
    /// # Errors
    /// If no vault is open.
    pub async fn notes(&self) -> Result<Vec<NoteEntry>> {
        let catalog = self.vaults.catalog()?;
        blocking(move || {
            let entry = |(path, note): (&NotePath, &std::sync::Arc<notes::Note>)| NoteEntry {
                path: path.clone(),
                title: catalog.title(path),
                aliases: note.aliases.clone(),
            };
            Ok(catalog.notes().map(entry).collect())
        })
        .await
    }

    /// Those of `paths` that are notes, as [`Reader::notes`] lists them.
    ///
    /// # Errors
    /// If no vault is open.
    pub fn notes_at(&self, paths: &[NotePath]) -> Result<Vec<NoteEntry>> {
        let catalog = self.vaults.catalog()?;
        let entry = |path: &NotePath| {
            let note = catalog.note(path)?;
            Some(NoteEntry {
                path: path.clone(),
                title: catalog.title(path),
                aliases: note.aliases.clone(),
            })
        };
        Ok(paths.iter().filter_map(entry).collect())
    }

    /// The tags of the open vault, the most common first.
    ///
    /// # Errors
    /// If no vault is open or the index fails.
    pub async fn tags(&self) -> Result<Vec<TagEntry>> {
        let vault = self.vaults.vault()?;
        blocking(move || Ok(vault.index.tags()?)).await
    }

    /// What the links in a question find as it is written.
    ///
    /// # Errors
    /// If no vault is open.
    pub async fn links(&self, question: String) -> Result<Vec<Reference>> {
        let catalog = self.vaults.catalog()?;
        blocking(move || Ok(direct_references(&question, &catalog))).await
    }

    /// A note for the reader, at `anchor` if one is given.
    ///
    /// # Errors
    /// If it isn't there or can't be read.
    pub async fn note(&self, path: &NotePath, anchor: Option<&Anchor>) -> Result<NoteView> {
        let vault = self.vaults.vault()?;
        let (path, anchor) = (path.clone(), anchor.cloned());
        blocking(move || {
            let (mut view, text) = view(&vault, &path)?;
            if let Some(anchor) = anchor {
                view.target = notes::parse(&text).lines_of(&anchor);
                if view.target.is_none() {
                    view.notice = Some(match anchor {
                        Anchor::Heading(headings) => sentences::no_heading(&headings.join(" › ")),
                        Anchor::Block(id) => sentences::no_block(&id),
                    });
                }
            }
            Ok(view)
        })
        .await
    }

    /// A file of the vault (an image) with its media type, for the `vault://` scheme.
    ///
    /// # Errors
    /// If it isn't an image that can be shown, or can't be read.
    pub async fn image(&self, path: &NotePath) -> Result<(Vec<u8>, &'static str)> {
        let vault = self.vaults.vault()?;
        images::read(&vault.vault, path).await
    }

    /// A file of the vault as another program would open it.
    ///
    /// # Errors
    /// If it isn't there, leads out of the vault or to what is hidden, or is a link to another kind of
    /// file.
    pub async fn file_outside(&self, path: &NotePath) -> Result<OutsideFile> {
        let vault = self.vaults.vault()?;
        let path = path.clone();
        blocking(move || {
            let obsidian = path.is_note() && vault.vault.is_of_obsidian();
            Ok(OutsideFile::at(vault.vault.file_on_disk(&path)?, obsidian))
        })
        .await
    }

    /// Where Obsidian shows a line of a note.
    ///
    /// # Errors
    /// If the note isn't there or can't be read.
    pub async fn in_obsidian(&self, path: &NotePath, line: Option<u32>) -> Result<ObsidianPlace> {
        let vault = self.vaults.vault()?;
        let path = path.clone();
        blocking(move || {
            let text = vault.vault.read_note(&path)?.text;
            Ok(ObsidianPlace::of(vault.vault.name(), &path, &text, line))
        })
        .await
    }

    /// When a file of the vault was last changed.
    ///
    /// # Errors
    /// If it isn't there.
    pub async fn changed_at(&self, path: &NotePath) -> Result<Option<Timestamp>> {
        let vault = self.vaults.vault()?;
        let path = path.clone();
        blocking(move || Ok(Timestamp::try_from(vault.vault.entry(&path)?.modified).ok())).await
    }

    /// A file that the user attached.
    ///
    /// # Errors
    /// If it isn't in the library, or no vault is open.
    pub async fn attachment(&self, id: AttachmentId) -> Result<DocumentView> {
        let vault = self.vaults.vault()?;
        let (file, text) = self.attached(id).await?;
        blocking(move || Ok(documents::of_attachment(&vault, file, &text, None))).await
    }

    /// A file of the vault that is no note, as it is indexed, at the page that `anchor` names.
    ///
    /// # Errors
    /// If it isn't there, or isn't in the index; the sentence says why, if that is known.
    pub async fn document(&self, path: &NotePath, anchor: Option<&Anchor>) -> Result<DocumentView> {
        let vault = self.vaults.vault()?;
        let (path, anchor) = (path.clone(), anchor.cloned());
        blocking(move || {
            vault.vault.entry(&path)?;
            let Some(text) = vault.index.document(&path)? else {
                return Err(not_read(&vault, &path));
            };
            Ok(documents::of_file(
                &vault,
                &path,
                &text,
                documents::lines_at(&text, anchor.as_ref()),
            ))
        })
        .await
    }

    async fn attached(&self, id: AttachmentId) -> Result<(Attachment, FileText)> {
        let file = self.library.attachments(vec![id]).await?.into_iter().next();
        file.ok_or_else(|| Error::new(Code::Internal, sentences::NO_FILE))
    }

    /// Opens the note of a reference at its passage, as both are now. `sentences` are those of the
    /// passage that are to be marked, in bytes of its text.
    ///
    /// # Errors
    /// If the reference isn't in the library, or no vault is open.
    pub async fn open_reference(
        &self,
        id: ReferenceId,
        sentences: Vec<ByteRange>,
    ) -> Result<OpenedReference> {
        let reference = self.library.reference(id).await?;
        let vault = self.vaults.vault()?;
        let attached = match reference.attachment {
            Some(file) => Some(self.attached(file).await?),
            None => None,
        };
        let page = match reference.passage.as_ref().filter(|_| reference.kind == Kind::Web) {
            Some(passage) => self.library.page_of(id, passage).await?,
            None => None,
        };
        blocking(move || match (attached, page) {
            (Some((file, text)), _) => {
                Ok(open_attached(&vault, reference, file, &text, &sentences))
            }
            (None, Some(page)) => Ok(open_page(reference, page, &sentences)),
            (None, None) => open(&vault, reference, &sentences),
        })
        .await
    }
}

fn view(vault: &OpenVault, path: &NotePath) -> Result<(NoteView, String)> {
    if !path.is_note() {
        return Err(Error::new(Code::UnsupportedFile, sentences::not_a_note(path)));
    }
    let text = vault.vault.read_note(path)?.text;
    let note = notes::parse(&text);
    let catalog = vault.catalog();
    // The parser doesn't know how much of the note the index holds.
    let of_index = catalog.note(path).into_iter().flat_map(|indexed| &indexed.warnings);
    let of_index = of_index.filter(|warning| warning.message == index::TOO_MANY_PASSAGES);
    let warnings = note.warnings.iter().chain(of_index).cloned().collect();
    let view = NoteView {
        title: note.title.clone().unwrap_or_else(|| path.stem().to_owned()),
        html: html(vault, path, &text),
        headings: note.headings,
        backlinks: backlinks(vault, path),
        warnings,
        target: None,
        notice: None,
        path: path.clone(),
    };
    Ok((view, text))
}

/// A text of the note `path` as HTML.
pub(crate) fn html(vault: &OpenVault, path: &NotePath, text: &str) -> String {
    let catalog = vault.catalog();
    let texts = |path: &NotePath| vault.vault.read_note(path).map(|note| note.text);
    let options = RenderOptions {
        catalog: Some(&catalog),
        source: Some(path),
        image_base: IMAGE_BASE,
        lines_before: 0,
        texts: Some(&texts),
    };
    notes::render(text, &options)
}

/// Their lines as they were indexed: of a note that thousands link to, opening each of these would
/// take seconds.
fn backlinks(vault: &OpenVault, path: &NotePath) -> Vec<LinkingLine> {
    vault.index.linking_lines(path).unwrap_or_else(|error| {
        tracing::warn!(%error, "the links to a note can't be read");
        Vec::new()
    })
}

/// A reference as it is opened with nothing to read yet.
fn opened(
    reference: &Reference,
    standing: Standing,
    note: Option<NoteView>,
    notice: Option<String>,
) -> OpenedReference {
    OpenedReference {
        reference: reference.clone(),
        standing,
        note,
        notice,
        sentences: Vec::new(),
        changes: Vec::new(),
        document: None,
        scroll_to: None,
    }
}

/// Opens an attached file, of which the library has a copy: nothing of it changes.
fn open_attached(
    vault: &OpenVault,
    reference: Reference,
    file: Attachment,
    text: &FileText,
    sentences: &[ByteRange],
) -> OpenedReference {
    let passage = reference.passage.as_ref();
    let target = passage.map(|passage| passage.lines);
    let document = documents::of_attachment(vault, file, text, target);
    OpenedReference {
        sentences: passage
            .map(|passage| marked(passage, sentences, &text.text, passage.lines))
            .unwrap_or_default(),
        document: Some(document),
        ..opened(&reference, Standing::Unchanged, None, None)
    }
}

fn open(
    vault: &OpenVault,
    reference: Reference,
    sentences: &[ByteRange],
) -> Result<OpenedReference> {
    let opened = |standing, note, notice| opened(&reference, standing, note, notice);
    let to_read = |document| OpenedReference {
        document: Some(document),
        ..opened(Standing::Unchanged, None, None)
    };
    if let Some(document) = documents::of_kept(vault, &reference) {
        return Ok(to_read(document));
    }
    let Some(path) = &reference.path else {
        let notice = sentences::no_note_found(&reference.wikilink);
        return Ok(opened(Standing::NoteGone, None, Some(notice)));
    };
    if images::is_shown(path) && vault.vault.entry(path).is_ok() {
        return Ok(to_read(documents::of_picture(vault, path)));
    }
    if !path.is_note() {
        return open_document(vault, &reference, path, sentences);
    }
    let (note, text) = match view(vault, path) {
        Ok(found) => found,
        Err(error) if error.code == Code::NotFound => {
            let notice = sentences::note_gone(path);
            return Ok(opened(Standing::NoteGone, None, Some(notice)));
        }
        Err(error) => return Err(error),
    };
    let Some(passage) = &reference.passage else {
        let target =
            reference.anchor.as_ref().and_then(|anchor| notes::parse(&text).lines_of(anchor));
        return Ok(opened(Standing::Unchanged, Some(NoteView { target, ..note }), None));
    };
    let at = |lines: LineRange| Some(NoteView { target: Some(lines), ..note.clone() });
    let mut opened = match locate(passage, &text) {
        Location::Unchanged(lines) => opened(Standing::Unchanged, at(lines), None),
        Location::Moved(lines) => {
            opened(Standing::Moved, at(lines), Some(sentences::PASSAGE_MOVED.to_owned()))
        }
        Location::Changed { lines, .. } => OpenedReference {
            changes: changes::changes(&passage.text, &lines_of(&text, lines)),
            ..opened(Standing::Changed, at(lines), Some(sentences::PASSAGE_CHANGED.to_owned()))
        },
        // A heading isn't the passage: the reader may go there, and marks nothing.
        Location::Heading(lines) => OpenedReference {
            scroll_to: Some(lines),
            ..opened(Standing::PassageGone, Some(note.clone()), Some(gone(passage)))
        },
        Location::Gone => opened(Standing::PassageGone, Some(note.clone()), Some(gone(passage))),
    };
    if let Some(lines) = opened.note.as_ref().and_then(|note| note.target) {
        opened.sentences = marked(passage, sentences, &text, lines);
    }
    Ok(opened)
}

/// A page of the web as it was, at the passage of a reference.
fn open_page(reference: Reference, page: KeptPage, sentences: &[ByteRange]) -> OpenedReference {
    let at = |passage: &Passage| marked(passage, sentences, &page.text, passage.lines);
    let sentences = reference.passage.as_ref().map(at).unwrap_or_default();
    let lines = reference.passage.as_ref().map(|passage| passage.lines);
    OpenedReference {
        sentences,
        document: Some(documents::of_page(page, lines)),
        reference,
        standing: Standing::Unchanged,
        note: None,
        notice: None,
        changes: Vec::new(),
        scroll_to: None,
    }
}

/// Why a file isn't in the index.
fn not_read(vault: &OpenVault, path: &NotePath) -> Error {
    let failed = vault.index.status().map(|status| status.failed).unwrap_or_default();
    let problem = failed.into_iter().find(|problem| problem.path == path.as_str());
    let told = sentences::file_not_read(path, problem.as_ref().map(|problem| &*problem.reason));
    Error::new(Code::UnsupportedFile, told)
}

/// Opens a file of the vault that is no note at the passage of a reference, as both are now.
fn open_document(
    vault: &OpenVault,
    reference: &Reference,
    path: &NotePath,
    spans: &[ByteRange],
) -> Result<OpenedReference> {
    let told = |standing, notice: String| Ok(opened(reference, standing, None, Some(notice)));
    match vault.vault.entry(path) {
        Err(notes::Error::NotFound(_)) => {
            return told(Standing::NoteGone, sentences::note_gone(path));
        }
        Err(error) => return Err(error.into()),
        Ok(_) => {}
    }
    let Some(text) = vault.index.document(path)? else {
        return told(Standing::PassageGone, not_read(vault, path).message);
    };
    let at = |lines| Some(documents::of_file(vault, path, &text, lines));
    let Some(passage) = &reference.passage else {
        let lines = documents::lines_at(&text, reference.anchor.as_ref());
        return Ok(OpenedReference {
            document: at(lines),
            ..opened(reference, Standing::Unchanged, None, None)
        });
    };
    let (standing, lines, notice) = match locate(passage, &text.text) {
        Location::Unchanged(lines) => (Standing::Unchanged, Some(lines), None),
        Location::Moved(lines) => {
            (Standing::Moved, Some(lines), Some(sentences::PASSAGE_MOVED.to_owned()))
        }
        Location::Changed { lines, .. } => {
            (Standing::Changed, Some(lines), Some(sentences::PASSAGE_CHANGED.to_owned()))
        }
        Location::Heading(_) | Location::Gone => (Standing::PassageGone, None, Some(gone(passage))),
    };
    let marked = lines.map(|lines| marked(passage, spans, &text.text, lines));
    Ok(OpenedReference {
        document: at(lines),
        sentences: marked.unwrap_or_default(),
        ..opened(reference, standing, None, notice)
    })
}

/// Those of a passage's sentences that stand in these lines of a text.
fn marked(
    passage: &Passage,
    sentences: &[ByteRange],
    text: &str,
    lines: LineRange,
) -> Vec<MarkedSentence> {
    sentences
        .iter()
        .filter_map(|range| passage.text.get(range.start..range.end))
        .filter_map(|sentence| locate_sentence(sentence, text, lines))
        .map(|(sentence, lines)| MarkedSentence { text: sentence.to_owned(), lines })
        .collect()
}

fn gone(passage: &Passage) -> String {
    sentences::passage_gone(passage.heading_path.last().map(String::as_str))
}

fn lines_of(text: &str, lines: LineRange) -> String {
    let first = lines.start.saturating_sub(1) as usize;
    let count = (lines.end as usize).saturating_sub(first);
    text.lines().skip(first).take(count).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{Ground, path};

    #[tokio::test]
    async fn notes_are_listed_and_read() {
        let ground = Ground::new();
        let vaults = ground.vaults(&ground.settings().await).await;
        let reader = Reader::new(ground.library.clone(), vaults.clone());
        assert_eq!(reader.notes().await.unwrap_err().code, Code::NoVault);
        vaults.open(&ground.root()).await.unwrap();
        vaults.synced().await.unwrap();
        let titles: Vec<_> =
            reader.notes().await.unwrap().into_iter().map(|note| note.title).collect();
        assert_eq!(titles, ["Rye", "Salt"]);
        let some = reader.notes_at(&[path("Salt.md"), path("Gone.md")]).unwrap();
        assert_eq!(some.len(), 1);

        let rye = reader.note(&path("Rye.md"), None).await.unwrap();
        assert_eq!((rye.backlinks.len(), rye.notice), (1, None));
        let lost = Anchor::Heading(vec!["Crust".to_owned()]);
        let lost = reader.note(&path("Rye.md"), Some(&lost)).await.unwrap();
        assert!(
            lost.notice.is_some_and(|notice| notice.contains("“Crust”")) && lost.target.is_none()
        );
        let error = reader.image(&path("Rye.md")).await.unwrap_err();
        assert_eq!(error.code, Code::UnsupportedFile);
    }
}
