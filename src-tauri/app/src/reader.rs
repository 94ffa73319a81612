//! Content for the reader: notes, files, images, and passages in their current state.

#[cfg(test)]
mod tests;

mod changes;
mod documents;
mod note;
mod obsidian;
mod pages;
mod references;

use crate::sentences;
use index::TagEntry;
use jiff::Timestamp;
use library::Library;
use notes::{Anchor, ByteRange, Catalog, HeadingEntry, Note, NotePath};
use serde::Serialize;

pub(crate) use self::note::html;
pub use self::{
    changes::{PassagePiece, When},
    documents::{DocumentPart, DocumentView, Place, RecognisedPicture},
    note::NoteView,
    obsidian::ObsidianPlace,
    pages::{DrawnFile, DrawnPages, PagePassage, RecognisedLine},
    references::{CitedPassage, OpenedReference, Standing},
};

use self::documents::AttachedFile;
use crate::{images, outside_files::OutsideFile, vault::OpenVault, vaults::Vaults};
use conversation::{
    AttachmentId, Code, Error, ReferenceId, Result,
    reference::{Kind, Reference},
};
use grounding::references::links::direct_references;
use retrieval::blocking;

#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct NoteEntry {
    pub path: NotePath,
    pub title: String,
    pub aliases: Vec<String>,
}

impl NoteEntry {
    fn of(catalog: &Catalog, path: &NotePath, note: &Note) -> Self {
        let (title, aliases) = (catalog.title(path), note.aliases.clone());
        Self { path: path.clone(), title, aliases }
    }
}

#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FoundLink {
    #[serde(flatten)]
    pub reference: Reference,
    /// A sentence if the note lacks the link's heading or block, with the note's headings. The link then means the
    /// whole note.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
}

impl FoundLink {
    fn of(reference: Reference, catalog: &Catalog) -> Self {
        let note = reference.path.as_ref().and_then(|path| catalog.note(path));
        let missing = note.zip(reference.anchor.as_ref());
        let missing = missing.and_then(|(note, anchor)| note.place(anchor).err());
        Self { reference, missing }
    }
}

#[derive(Clone)]
pub struct Reader {
    library: Library,
    vaults: Vaults,
}

impl Reader {
    pub(crate) fn new(library: Library, vaults: Vaults) -> Self {
        Self { library, vaults }
    }

    pub async fn notes(&self) -> Result<Vec<NoteEntry>> {
        let catalog = self.vaults.catalog()?;
        blocking(move || {
            let notes = catalog.notes().map(|(path, note)| NoteEntry::of(&catalog, path, note));
            Ok(notes.collect())
        })
        .await
    }

    pub fn notes_at(&self, paths: &[NotePath]) -> Result<Vec<NoteEntry>> {
        let catalog = self.vaults.catalog()?;
        let entry = |path| Some(NoteEntry::of(&catalog, path, catalog.note(path)?));
        Ok(paths.iter().filter_map(entry).collect())
    }

    /// All notes, the last changed first.
    pub async fn notes_by_change(&self) -> Result<Vec<NotePath>> {
        let vault = self.vaults.vault()?.handle();
        blocking(move || {
            let catalog = vault.catalog();
            let changed =
                |path: &NotePath| vault.vault.entry(path).ok().map(|entry| entry.modified);
            let mut notes: Vec<_> =
                catalog.notes().map(|(path, _)| (changed(path), path.clone())).collect();
            notes.sort_unstable_by(|one, other| {
                other.0.cmp(&one.0).then_with(|| one.1.cmp(&other.1))
            });
            Ok(notes.into_iter().map(|(_, path)| path).collect())
        })
        .await
    }

    /// Indexed files that are no notes, in path order, without aliases.
    pub async fn files(&self) -> Result<Vec<NoteEntry>> {
        let vault = self.vaults.vault()?;
        blocking(move || {
            let entry = |path: NotePath| NoteEntry {
                title: path.file_name().to_owned(),
                aliases: Vec::new(),
                path,
            };
            Ok(vault.index.documents()?.into_iter().map(entry).collect())
        })
        .await
    }

    pub async fn tags(&self) -> Result<Vec<TagEntry>> {
        let vault = self.vaults.vault()?;
        blocking(move || Ok(vault.index.tags()?)).await
    }

    pub async fn headings(&self, typed: String, limit: usize) -> Result<Vec<HeadingEntry>> {
        let catalog = self.vaults.catalog()?;
        blocking(move || Ok(catalog.headings(&typed, limit))).await
    }

    pub async fn links(&self, question: String) -> Result<Vec<FoundLink>> {
        let catalog = self.vaults.catalog()?;
        blocking(move || {
            let found = direct_references(&question, &catalog).into_iter();
            Ok(found.map(|reference| FoundLink::of(reference, &catalog)).collect())
        })
        .await
    }

    pub async fn note(&self, path: &NotePath, anchor: Option<&Anchor>) -> Result<NoteView> {
        let anchor = anchor.cloned();
        self.with(path, move |vault, path| {
            let (mut view, text) = note::view(vault, path)?;
            match anchor.map(|anchor| notes::parse(&text).place(&anchor)) {
                Some(Ok(lines)) => view.target = Some(lines),
                Some(Err(missing)) => view.notice = Some(missing),
                None => {}
            }
            Ok(view)
        })
        .await
    }

    pub async fn image(&self, path: &NotePath) -> Result<(Vec<u8>, &'static str)> {
        let vault = self.vaults.vault()?;
        images::read(&vault.vault, path).await
    }

    /// Refuses links out of the vault, to hidden files, and to files with another extension.
    pub async fn file_outside(&self, path: &NotePath) -> Result<OutsideFile> {
        self.with(path, |vault, path| {
            let obsidian = path.is_note() && vault.vault.is_of_obsidian();
            Ok(OutsideFile::at(vault.vault.file_on_disk(path)?, obsidian))
        })
        .await
    }

    pub async fn in_obsidian(&self, path: &NotePath, line: Option<u32>) -> Result<ObsidianPlace> {
        self.with(path, move |vault, path| {
            let text = vault.vault.read_note(path)?.text;
            Ok(ObsidianPlace::of(vault.vault.name(), path, &text, line))
        })
        .await
    }

    pub async fn changed_at(&self, path: &NotePath) -> Result<Option<Timestamp>> {
        self.with(path, |vault, path| {
            Ok(Timestamp::try_from(vault.vault.entry(path)?.modified).ok())
        })
        .await
    }

    pub async fn attachment(&self, id: AttachmentId) -> Result<DocumentView> {
        let vault = self.vaults.vault()?;
        let attached = self.attached(id).await?;
        blocking(move || Ok(documents::of_attachment(&vault, &attached, None))).await
    }

    /// A file that is no note, as indexed; a picture with its metadata.
    pub async fn document(&self, path: &NotePath, place: Place) -> Result<DocumentView> {
        self.with(path, move |vault, path| {
            vault.vault.entry(path)?;
            match vault.index.document(path)? {
                Some(text) => Ok(documents::of_file(vault, path, &text, &place)),
                None if images::is_shown(path) => Ok(documents::of_picture(vault, path)),
                None => Err(note::not_read(vault, path)),
            }
        })
        .await
    }

    pub async fn pdf(&self, path: &NotePath) -> Result<Vec<u8>> {
        /// Maximum bytes of a drawn PDF: the window has it in memory more than once.
        const MOST: u64 = 100 * 1024 * 1024;
        if !documents::is_pdf(path) {
            return Err(Error::new(Code::UnsupportedFile, || sentences::not_a_pdf(path)));
        }
        self.with(path, |vault, path| Ok(vault.vault.read(path, MOST)?)).await
    }

    pub async fn attached_pdf(&self, id: AttachmentId) -> Result<Vec<u8>> {
        let pdf = self.library.attachment_original(id).await?;
        pdf.ok_or_else(|| Error::new(Code::NotFound, sentences::NO_FILE))
    }

    async fn with<T: Send + 'static>(
        &self,
        path: &NotePath,
        look: impl FnOnce(&OpenVault, &NotePath) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (vault, path) = (self.vaults.vault()?, path.clone());
        blocking(move || look(&vault, &path)).await
    }

    async fn attached(&self, id: AttachmentId) -> Result<AttachedFile> {
        let file = self.library.attachments(vec![id]).await?.into_iter().next();
        let (file, text) = file.ok_or_else(|| Error::new(Code::Internal, sentences::NO_FILE))?;
        Ok(AttachedFile { file, text, is_drawn: self.library.has_original(id).await? })
    }

    pub async fn cited_passages(&self, path: &NotePath) -> Result<Vec<CitedPassage>> {
        let vault = self.vaults.vault()?;
        let cited = self.library.cited_passages(vault.id, path.clone()).await?;
        if cited.is_empty() {
            return Ok(Vec::new());
        }
        let path = path.clone();
        blocking(move || Ok(references::cited(&vault.vault.read_note(&path)?.text, &cited))).await
    }

    /// Opens the current note at the passage. `sentences`: ranges in the passage's text to mark.
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
            (Some(attached), _) => {
                Ok(references::open_attached(&vault, reference, &attached, &sentences))
            }
            (None, Some(page)) => Ok(references::open_page(reference, page, &sentences)),
            (None, None) => references::open(&vault, reference, &sentences),
        })
        .await
    }
}
