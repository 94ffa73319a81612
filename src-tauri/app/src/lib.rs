//! The app without a window.

mod asking;
mod conversations;
mod edits;
mod exporting;
mod meaning;
mod model_choice;
mod reader;
mod search;
mod summaries;
mod tools;
mod vault;

pub mod answer;
pub mod attachments;
pub mod keys;
pub mod place;

use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError, RwLock},
};

use ::models::{Calibrations, Place, Resources, Timing, TokenCounter};
use index::Refusal;
use notes::{FileProblem, Following, Heading, LineRange, NotePath, ScanOptions, Warning};
use tokio::{runtime::Handle, sync::broadcast};
use tokio_util::sync::CancellationToken;

pub use self::edits::UndoResult;
pub use self::meaning::{LoadEmbedder, MeaningSource, MeaningState, OpenVectors};
use self::vault::{NewVault, OpenVault};
use crate::keys::{KeyStore, Keychain, Keys};
pub(crate) use crate::model_choice::{ModelFinder, Pulls};
pub use crate::model_choice::{ModelsFound, ServerModels, Trial};
use conversation::{Code, Error, Result, Settings, reference::Reference};
use library::Library;
pub use retrieval::Meaning;
use retrieval::{blocking, web::WebSearch};
use turn::Running;

/// The app: one library, at most one open vault, the settings. Clones share it.
#[derive(Clone)]
pub struct App {
    shared: Arc<Shared>,
}

/// What the clones share. A lock is held to read or replace a handle and for nothing else.
struct Shared {
    data: PathBuf,
    library: Library,
    notice: Option<String>,
    runtime: Handle,
    settings: RwLock<Settings>,
    keys: Keys,
    resources: RwLock<Option<Resources>>,
    vault: RwLock<Option<Arc<OpenVault>>>,
    /// Vaults are opened one after another. It guards no state: those who open wait in its queue.
    opening: tokio::sync::Mutex<()>,
    broadcasts: broadcast::Sender<Broadcast>,
    models: ModelFinder,
    pulls: Mutex<Pulls>,
    timing: RwLock<Timing>,
    places: RwLock<Vec<Place>>,
    /// How models count, as their servers reported.
    calibrations: Calibrations,
    following: RwLock<Following>,
    meaning: RwLock<Option<meaning::EmbedderCache>>,
    /// Ends the calls of the embedding server that was chosen.
    embedding_calls: Mutex<CancellationToken>,
    running: Running,
    histories: turn::Histories,
    web: RwLock<Option<Arc<dyn WebSearch>>>,
}

/// Maximum number of broadcasts kept for a slow front. Older ones are lost to it.
const BROADCASTS_KEPT: usize = 256;

/// How long to wait for the embedding model to stop. One call takes less than a second, loading it a
/// few.
const AT_REST: std::time::Duration = std::time::Duration::from_secs(10);

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
    /// The vault's folder isn't there: unmounted, moved or removed. What was indexed is kept, and the
    /// vault is opened again when the folder is back. What happened, in a sentence.
    Away(String),
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
    /// The size of the index's files in bytes.
    pub bytes: u64,
    /// How far they can be found by meaning.
    pub meaning: MeaningState,
    /// Passages that have their vector, as of the last time that all had been looked at.
    pub embedded: u32,
    /// Passages that the embedding model refuses, with reasons.
    pub refused: Vec<Refusal>,
    /// The user lets the index rest.
    pub paused: bool,
    /// What else the user should know, in a sentence: that changes on disk aren't told by the system.
    pub notice: Option<String>,
}

/// A rare piece of news for every front.
#[derive(Debug, Clone)]
pub enum Broadcast {
    /// The index status changed.
    Index(IndexStatus),
    /// These notes have another path, as (from, to). [`Broadcast::Notes`] with both follows.
    Moved(Vec<(NotePath, NotePath)>),
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
    /// The current text, if it differs from the cited passage.
    pub now: Option<String>,
    /// Lines to bring into view without marking them: the section that a lost passage stood in.
    pub scroll_to: Option<LineRange>,
}

impl App {
    /// Opens the app's state in the folder `data`, made if need be. Answers that were being written
    /// when the app last ended are marked interrupted. Needs a tokio runtime, on which the app's
    /// turns run.
    ///
    /// # Errors
    /// If the folder can't be used. A damaged library is kept aside and a new one begun, which
    /// [`App::notice`] tells.
    pub async fn open(data: &Path) -> Result<Self> {
        Self::open_with(data, Arc::new(Keychain)).await
    }

    /// The same, with keys kept in `store` instead of the system's keychain.
    ///
    /// # Errors
    /// As [`App::open`].
    pub async fn open_with(data: &Path, store: Arc<dyn KeyStore>) -> Result<Self> {
        let data = data.to_owned();
        let (data, (library, notice)) = blocking(move || {
            std::fs::create_dir_all(&data).map_err(|error| {
                Error::new(
                    Code::Library,
                    format!("The folder {} can't be made: {error}", data.display()),
                )
            })?;
            let opened = Library::open(&data.join("library.db"))?;
            Ok((data, opened))
        })
        .await?;
        let settings = library.settings().await?;
        let calibrations = turn::learning::recall(&library).await;
        let keys = Keys::open(store, library.clone()).await?;
        // The tokenizer's tables take a tenth of a second; the first question shouldn't wait.
        tokio::task::spawn_blocking(|| TokenCounter::for_model("").preload());
        let shared = Shared {
            data,
            library,
            notice,
            runtime: Handle::current(),
            settings: RwLock::new(settings),
            keys,
            resources: RwLock::default(),
            vault: RwLock::new(None),
            opening: tokio::sync::Mutex::new(()),
            broadcasts: broadcast::channel(BROADCASTS_KEPT).0,
            models: ModelFinder::default(),
            pulls: Mutex::default(),
            timing: RwLock::new(Timing::default()),
            places: RwLock::new(Place::from_environment()),
            calibrations,
            following: RwLock::new(Following::default()),
            meaning: RwLock::default(),
            embedding_calls: Mutex::default(),
            running: Running::default(),
            histories: turn::Histories::default(),
            web: RwLock::default(),
        };
        Ok(Self { shared: Arc::new(shared) })
    }

    /// What the user should be told at start, if anything.
    pub fn notice(&self) -> Option<String> {
        self.shared.notice.clone()
    }

    /// News for fronts.
    pub fn broadcasts(&self) -> broadcast::Receiver<Broadcast> {
        self.shared.broadcasts.subscribe()
    }

    /// Opens a folder as the vault: its names are known when this returns, the index is brought up
    /// to date behind it, and changes on disk are followed until another vault is opened. The
    /// folder is remembered as the last one.
    ///
    /// # Errors
    /// If it isn't a folder that can be read.
    pub async fn open_vault(&self, root: &Path) -> Result<VaultInfo> {
        let _opening = self.shared.opening.lock().await;
        self.open_now(root).await
    }

    /// Opens the vault's folder again, which was away and is back, unless another vault was opened
    /// meanwhile.
    async fn open_again(&self, root: &Path, before: &vault::State) -> Result<()> {
        let _opening = self.shared.opening.lock().await;
        if !before.is_closed() {
            self.open_now(root).await?;
        }
        Ok(())
    }

    async fn open_now(&self, root: &Path) -> Result<VaultInfo> {
        let settings = self.settings();
        let scan = ScanOptions { exclude: settings.exclude, gitignore: settings.gitignore };
        let (root, data) = (root.to_owned(), self.shared.data.clone());
        let opened = blocking(move || NewVault::open(&root, &data, scan)).await?;
        let id = self.shared.library.open_vault(opened.root()).await?;
        let shared = self.shared.clone();
        let vault = blocking(move || opened.follow(id, &shared)).await?;
        self.settle_edits(&vault).await;
        let info = vault.info();
        let before = self
            .shared
            .vault
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .replace(Arc::new(vault));
        // Closing an index waits for its threads.
        tokio::task::spawn_blocking(move || drop(before));
        Ok(info)
    }

    /// Closes the vault for good, before the program ends: waits until its embedding model is at rest.
    pub async fn close(&self) {
        let vault = self.shared.vault.write().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(vault) = vault {
            let _ = tokio::task::spawn_blocking(move || vault.close(AT_REST)).await;
        }
    }

    /// Looks for changes on disk that the system told nothing of, soon and behind the caller's
    /// back: for when the window comes to the front. Asking often costs little; the folder is
    /// listed at a bearable pace.
    pub fn look_again(&self) {
        if let Ok(vault) = self.open_vault_now() {
            vault.look_again();
        }
    }

    /// Says whether the window can't be seen. A folder that has to be listed again and again isn't
    /// meanwhile.
    pub fn set_hidden(&self, hidden: bool) {
        if let Ok(vault) = self.open_vault_now() {
            vault.set_hidden(hidden);
        }
    }

    /// How vaults that are opened from now on are followed, for as long as the app runs.
    pub fn set_following(&self, following: Following) {
        *self.shared.following.write().unwrap_or_else(PoisonError::into_inner) = following;
    }

    /// The vault that was open when the app last ended.
    ///
    /// # Errors
    /// If the library fails.
    pub async fn last_vault(&self) -> Result<Option<PathBuf>> {
        self.shared.library.last_vault().await
    }

    /// The open vault.
    pub fn vault(&self) -> Option<VaultInfo> {
        self.open_vault_now().ok().map(|vault| vault.info())
    }

    /// Waits until the index is up to date, for callers that can't go on before (the terminal).
    ///
    /// # Errors
    /// If indexing failed.
    pub async fn synced(&self) -> Result<IndexStatus> {
        let mut status = self.open_vault_now()?.status();
        let status = status
            .wait_for(|status| !matches!(status.state, SyncState::Indexing { .. }))
            .await
            .map_err(|_| stopped())?
            .clone();
        match status.state {
            SyncState::Away(reason) => Err(Error::new(Code::NotFound, reason)),
            SyncState::Failed(reason) => Err(Error::new(Code::Index, reason)),
            _ => Ok(status),
        }
    }

    /// The names of the open vault.
    ///
    /// # Errors
    /// If no vault is open.
    pub fn catalog(&self) -> Result<Arc<notes::Catalog>> {
        Ok(self.open_vault_now()?.catalog())
    }

    /// The settings.
    pub fn settings(&self) -> Settings {
        self.shared.settings.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Keeps new settings. If they change which files belong to the vault, it is opened anew.
    ///
    /// # Errors
    /// If one isn't valid (the sentence says which) or the library fails.
    pub async fn set_settings(&self, settings: Settings) -> Result<()> {
        models::check_settings(&settings)?;
        self.shared.library.put_settings(settings.clone()).await?;
        let before = self.take_settings(settings.clone());
        let other_files =
            (&before.exclude, before.gitignore) != (&settings.exclude, settings.gitignore);
        if let Some(vault) = self.vault()
            && other_files
        {
            self.open_vault(&vault.root).await?;
        }
        Ok(())
    }

    /// Uses these settings for as long as the app runs, and keeps none of them. Which files belong
    /// to the vault they decide for the next one that is opened.
    ///
    /// # Errors
    /// If one isn't valid; the sentence says which.
    pub fn use_settings_for_now(&self, settings: Settings) -> Result<()> {
        models::check_settings(&settings)?;
        self.take_settings(settings);
        Ok(())
    }

    /// Puts new settings in the old ones' place, and returns those.
    fn take_settings(&self, settings: Settings) -> Settings {
        let search = settings.search.clone();
        let before = std::mem::replace(
            &mut *self.shared.settings.write().unwrap_or_else(PoisonError::into_inner),
            settings,
        );
        self.shared.models.forget();
        if (&before.search.embeddings, &before.search.vectors)
            != (&search.embeddings, &search.vectors)
        {
            self.choose_meaning();
        }
        before
    }

    /// Sets how long to wait for a model's server, and how often to try it again, for as long as the
    /// app runs.
    pub fn set_timing(&self, timing: Timing) {
        *self.shared.timing.write().unwrap_or_else(PoisonError::into_inner) = timing;
    }

    /// Sets where model servers are looked for besides those that were entered, for as long as the app
    /// runs. Until then it is as the environment says ([`Place::from_environment`]).
    pub fn set_places(&self, places: Vec<Place>) {
        *self.shared.places.write().unwrap_or_else(PoisonError::into_inner) = places;
        self.shared.models.forget();
    }

    fn open_vault_now(&self) -> Result<Arc<OpenVault>> {
        self.shared
            .vault
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
            .ok_or_else(|| Error::new(Code::NoVault, "No vault is open."))
    }
}

/// A vault was closed while somebody waited for it.
fn stopped() -> Error {
    Error::new(Code::Index, "The index stopped before it was done.")
}

impl Shared {
    fn meaning(&self) -> Option<meaning::EmbedderCache> {
        self.meaning.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn following(&self) -> Following {
        *self.following.read().unwrap_or_else(PoisonError::into_inner)
    }
}
