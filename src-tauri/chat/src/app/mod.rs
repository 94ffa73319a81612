//! The app without a window.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use futures::stream::BoxStream;
use index::{Chunk, Hit};
use models::{Found, Model, Server};
use notes::{Anchor, FileProblem, Heading, LineRange, NotePath, Warning};
use tokio::sync::broadcast;

use crate::{
    AnswerId, AskRequest, AttachmentId, ConversationId, MessageId, ReferenceId, Result, Settings,
    TurnEvent,
    context::ContextView,
    library::{Attachment, Conversation, ConversationEntry, Receipt},
    references::Reference,
};

/// The app: one library, at most one open vault, the settings. Clones share it.
#[derive(Clone)]
pub struct App {
    _private: (),
}

/// The open vault.
#[derive(Debug, Clone)]
pub struct VaultInfo {
    /// Its folder.
    pub root: PathBuf,
    /// Its name.
    pub name: String,
    /// How its index stands.
    pub index: IndexStatus,
}

/// What the index is doing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SyncState {
    /// Everything that can be found is.
    Synced,
    /// Notes are being read.
    Indexing {
        /// Notes done.
        done: u32,
        /// Notes in all.
        total: u32,
    },
    /// It stopped; why, in a sentence.
    Failed(String),
}

/// How the index stands. The three counts are of notes and don't overlap.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IndexStatus {
    /// What it is doing.
    pub state: SyncState,
    /// Notes that can be found.
    pub indexed: u32,
    /// Notes that couldn't be read, with reasons.
    pub failed: Vec<FileProblem>,
    /// Notes left out by a rule.
    pub excluded: u32,
    /// Passages.
    pub chunks: u32,
}

/// A rare piece of news for every front.
#[derive(Debug, Clone)]
pub enum Broadcast {
    /// The index stands otherwise than before.
    Index(IndexStatus),
    /// These notes changed on disk (or were made or removed).
    Notes(Vec<NotePath>),
}

/// A note in the list.
#[derive(Debug, Clone)]
pub struct NoteEntry {
    /// Its path.
    pub path: NotePath,
    /// Its title.
    pub title: String,
    /// Its other names.
    pub aliases: Vec<String>,
}

/// A note for the reader.
#[derive(Debug, Clone)]
pub struct NoteView {
    /// Its path.
    pub path: NotePath,
    /// Its title.
    pub title: String,
    /// Its sanitised HTML.
    pub html: String,
    /// Its headings.
    pub headings: Vec<Heading>,
    /// Notes that link here: path, title, line, and the text of that line.
    pub backlinks: Vec<(NotePath, String, u32, String)>,
    /// What was odd about it.
    pub warnings: Vec<Warning>,
    /// The lines to show, if a place in the note was asked for and is there.
    pub target: Option<LineRange>,
    /// A sentence, if a place was asked for and isn't there.
    pub notice: Option<String>,
}

/// How the passage of a reference stands in its note now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

/// What opening a reference gives.
#[derive(Debug, Clone)]
pub struct OpenedReference {
    /// The reference.
    pub reference: Reference,
    /// How its passage stands.
    pub standing: Standing,
    /// The note as it is now, with the lines to mark as `target`; `None` if it is gone.
    pub note: Option<NoteView>,
    /// What to tell the user, if anything.
    pub notice: Option<String>,
}

/// The models that can be used now.
#[derive(Debug, Clone)]
pub struct ModelsFound {
    /// Every server that was tried and what it said.
    pub servers: Vec<Found>,
    /// The one that a question would go to.
    pub chosen: Option<(Server, Model)>,
}

impl App {
    /// Opens the app's state in the folder `data`, made if need be. Answers that were being written
    /// when the app last ended are marked interrupted.
    ///
    /// # Errors
    /// If the folder can't be used. A damaged library is kept aside and a new one begun, which
    /// [`App::notice`] tells.
    pub async fn open(data: &Path) -> Result<Self> {
        let _ = data;
        todo!()
    }

    /// What the user should be told at start, if anything.
    pub fn notice(&self) -> Option<String> {
        todo!()
    }

    /// News for fronts.
    pub fn broadcasts(&self) -> broadcast::Receiver<Broadcast> {
        todo!()
    }

    /// Opens a folder as the vault: its names are known when this returns, the index is brought up
    /// to date behind it, and changes on disk are followed until another vault is opened. The
    /// folder is remembered as the last one.
    ///
    /// # Errors
    /// If it isn't a folder that can be read.
    pub async fn open_vault(&self, root: &Path) -> Result<VaultInfo> {
        let _ = root;
        todo!()
    }

    /// The vault that was open when the app last ended.
    ///
    /// # Errors
    /// If the library fails.
    pub async fn last_vault(&self) -> Result<Option<PathBuf>> {
        todo!()
    }

    /// The open vault.
    pub fn vault(&self) -> Option<VaultInfo> {
        todo!()
    }

    /// Waits until the index is up to date, for callers that can't go on before (the terminal).
    ///
    /// # Errors
    /// If indexing failed.
    pub async fn synced(&self) -> Result<IndexStatus> {
        todo!()
    }

    /// The notes in path order.
    ///
    /// # Errors
    /// If no vault is open.
    pub async fn notes(&self) -> Result<Vec<NoteEntry>> {
        todo!()
    }

    /// A note for the reader, at `anchor` if one is given.
    ///
    /// # Errors
    /// If it isn't there or can't be read.
    pub async fn note(&self, path: &NotePath, anchor: Option<&Anchor>) -> Result<NoteView> {
        let _ = (path, anchor);
        todo!()
    }

    /// A file of the vault (an image) with its media type, for the `vault://` scheme.
    ///
    /// # Errors
    /// If it isn't an image that can be shown, or can't be read.
    pub async fn image(&self, path: &NotePath) -> Result<(Vec<u8>, &'static str)> {
        let _ = path;
        todo!()
    }

    /// The passages that match `query` best.
    ///
    /// # Errors
    /// If no vault is open or the index fails.
    pub async fn search(&self, query: &str, limit: usize) -> Result<Vec<Hit>> {
        let _ = (query, limit);
        todo!()
    }

    /// The chunks of a note.
    ///
    /// # Errors
    /// If no vault is open or the index fails.
    pub async fn chunks(&self, path: &NotePath) -> Result<Vec<Chunk>> {
        let _ = path;
        todo!()
    }

    /// The names of the open vault.
    ///
    /// # Errors
    /// If no vault is open.
    pub fn catalog(&self) -> Result<Arc<notes::Catalog>> {
        todo!()
    }

    /// The conversations of the open vault, newest first.
    ///
    /// # Errors
    /// If no vault is open or the library fails.
    pub async fn conversations(&self) -> Result<Vec<ConversationEntry>> {
        todo!()
    }

    /// A conversation with its messages.
    ///
    /// # Errors
    /// If it isn't there or the library fails.
    pub async fn conversation(&self, id: ConversationId) -> Result<Conversation> {
        let _ = id;
        todo!()
    }

    /// Asks. The turn runs to its end even if the stream is dropped.
    pub fn ask(&self, request: AskRequest) -> BoxStream<'static, TurnEvent> {
        let _ = request;
        todo!()
    }

    /// Stops the turn that writes `answer`. Does nothing if it has ended.
    pub fn cancel(&self, answer: MessageId) {
        let _ = answer;
        todo!()
    }

    /// What sending this draft would send, by the same function that sends.
    ///
    /// # Errors
    /// If no vault is open or the index or library fails.
    pub async fn preview(&self, request: &AskRequest) -> Result<ContextView> {
        let _ = request;
        todo!()
    }

    /// Adds a file of the user's disk for the next message: read, counted and kept.
    ///
    /// # Errors
    /// If it can't be read, isn't text, or can't fit the model's window; the sentence has the
    /// figures and says what can be done instead.
    pub async fn attach(&self, file: &Path) -> Result<Attachment> {
        let _ = file;
        todo!()
    }

    /// The text of an attachment.
    ///
    /// # Errors
    /// If it isn't there or the library fails.
    pub async fn attachment_text(&self, id: AttachmentId) -> Result<String> {
        let _ = id;
        todo!()
    }

    /// The receipt of an answer.
    ///
    /// # Errors
    /// If it has none or the library fails.
    pub async fn receipt(&self, answer: AnswerId) -> Result<Receipt> {
        let _ = answer;
        todo!()
    }

    /// Opens the note of a reference at its passage, as both are now.
    ///
    /// # Errors
    /// If the reference isn't in the library, or no vault is open.
    pub async fn open_reference(&self, id: ReferenceId) -> Result<OpenedReference> {
        let _ = id;
        todo!()
    }

    /// The settings.
    pub fn settings(&self) -> Settings {
        todo!()
    }

    /// Keeps new settings.
    ///
    /// # Errors
    /// If one isn't valid (the sentence says which) or the library fails.
    pub async fn set_settings(&self, settings: Settings) -> Result<()> {
        let _ = settings;
        todo!()
    }

    /// Sets the key of the chosen server for as long as the app runs.
    pub fn set_key(&self, key: Option<String>) {
        let _ = key;
        todo!()
    }

    /// Looks for models: at the chosen server, or on this machine's usual ports.
    pub async fn models(&self) -> ModelsFound {
        todo!()
    }
}
