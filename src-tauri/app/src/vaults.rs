//! The user's vaults: which one is open, and opening another.

#[cfg(test)]
mod tests;

use parking_lot::RwLock;
use std::{
    path::{Path, PathBuf},
    sync::{Arc, Weak},
};

use futures::{FutureExt, future::BoxFuture};
use notes::{Catalog, FollowMode, ScanOptions};
use tokio::{runtime::Handle, sync::broadcast};

use crate::sentences;
use crate::{
    followers::{Follower, Followers},
    recognition::Recognition,
    settings::{SettingsChange, SettingsStore},
    vault::{
        Broadcast, EmbedderCache, IndexStatus, NewVault, OpenVault, Owner, ReadingState, State,
        SyncState, VaultInfo,
    },
};
use conversation::{Code, Error, FileGroup, Result};
use index::FileGroupSize;
use library::Library;
use models::Resources;
use retrieval::blocking;

/// Maximum wait for the embedding model to stop. One call takes less than a second; loading takes a few.
const AT_REST: std::time::Duration = std::time::Duration::from_secs(10);

/// Maximum number of recent vaults.
const RECENT: u32 = 12;

#[derive(Clone)]
pub struct Vaults {
    shared: Arc<Shared>,
}

/// Threads lock the fields only to read or replace a handle.
struct Shared {
    data: PathBuf,
    library: Library,
    settings: SettingsStore,
    runtime: Handle,
    broadcasts: broadcast::Sender<Broadcast>,
    vault: RwLock<Option<Arc<OpenVault>>>,
    /// Vaults open one at a time. The lock guards no state; it is the queue.
    opening: tokio::sync::Mutex<()>,
    following: RwLock<FollowMode>,
    embedder: RwLock<Option<EmbedderCache>>,
    resources: RwLock<Option<Resources>>,
    openings: Followers<OpenVault>,
}

impl Owner for Shared {
    fn library(&self) -> Library {
        self.library.clone()
    }

    fn embedder(&self) -> Option<EmbedderCache> {
        self.embedder.read().clone()
    }

    fn documents(&self) -> Vec<FileGroup> {
        let mut wanted = self.settings.get().documents;
        if self.recognition().is_none() {
            wanted.retain(|group| *group != FileGroup::Pictures);
        }
        wanted
    }

    fn recognition(&self) -> Option<Recognition> {
        let resources = self.resources.read().clone();
        resources.and_then(Recognition::new)
    }

    fn open_again(self: Arc<Self>, root: PathBuf, before: Arc<State>) {
        self.runtime.clone().spawn(async move {
            if let Err(error) = (Vaults { shared: self }).open_again(&root, &before).await {
                tracing::warn!(%error, "a vault that is back can't be opened");
            }
        });
    }
}

/// Reopens the vault when its file filters change; rereads documents when their kinds do.
impl Follower<SettingsChange> for Shared {
    fn follow<'a>(self: Arc<Self>, change: &'a SettingsChange) -> BoxFuture<'a, Result<()>> {
        let SettingsChange { before, now } = change;
        let other_files = (&before.exclude, before.gitignore) != (&now.exclude, now.gitignore);
        async move {
            let vaults = Vaults { shared: self };
            if let Some(vault) = vaults.current()
                && other_files
            {
                vaults.open(&vault.root).await?;
            } else if before.documents != now.documents
                && let Ok(vault) = vaults.vault()
            {
                vault.read_documents();
            }
            Ok(())
        }
        .boxed()
    }
}

impl Vaults {
    /// No vault is open. Indexes are in `data`; news goes to `broadcasts`. Needs a tokio runtime.
    pub(crate) fn new(
        data: PathBuf,
        library: Library,
        settings: SettingsStore,
        broadcasts: broadcast::Sender<Broadcast>,
    ) -> Self {
        let shared = Arc::new(Shared {
            data,
            library,
            settings,
            runtime: Handle::current(),
            broadcasts,
            vault: RwLock::new(None),
            opening: tokio::sync::Mutex::new(()),
            following: RwLock::new(FollowMode::default()),
            embedder: RwLock::default(),
            resources: RwLock::default(),
            openings: Followers::default(),
        });
        shared.settings.add_follower(&shared);
        Self { shared }
    }

    /// Opens a folder as the vault. Its names are known on return; the index is updated in the background, and changes
    /// on disk are followed until another vault opens. The folder is remembered as the last one.
    pub async fn open(&self, root: &Path) -> Result<VaultInfo> {
        let _opening = self.shared.opening.lock().await;
        self.open_now(root).await
    }

    /// Opens a folder that is back, unless another vault was opened meanwhile.
    async fn open_again(&self, root: &Path, before: &State) -> Result<()> {
        let _opening = self.shared.opening.lock().await;
        if !before.is_closed() {
            self.open_now(root).await?;
        }
        Ok(())
    }

    async fn open_now(&self, root: &Path) -> Result<VaultInfo> {
        let settings = self.shared.settings.get();
        let scan = ScanOptions { exclude: settings.exclude, gitignore: settings.gitignore };
        let (root, data) = (root.to_owned(), self.shared.data.clone());
        let opened = blocking(move || NewVault::open(&root, &data, scan)).await?;
        let id = self.shared.library.open_vault(opened.root()).await?;
        let shared = self.shared.clone();
        let vault = blocking(move || {
            let following = *shared.following.read();
            let owner: Weak<Shared> = Arc::downgrade(&shared);
            let owner: Weak<dyn Owner> = owner;
            opened.follow(id, &owner, shared.broadcasts.clone(), following)
        })
        .await?;
        self.shared.openings.tell(&vault).await?;
        let info = vault.info();
        let before = self.shared.vault.write().replace(Arc::new(vault));
        // Closing an index waits for its threads.
        tokio::task::spawn_blocking(move || drop(before));
        Ok(info)
    }

    /// Closes the vault and waits until its embedding model is idle. Call it before the program ends.
    pub(crate) async fn close(&self) {
        let vault = self.shared.vault.write().take();
        if let Some(vault) = vault {
            let _ = tokio::task::spawn_blocking(move || vault.close(AT_REST)).await;
        }
    }

    pub fn current(&self) -> Option<VaultInfo> {
        self.vault().ok().map(|vault| vault.info())
    }

    pub async fn recent(&self) -> Result<Vec<PathBuf>> {
        self.shared.library.recent_vaults(RECENT).await
    }

    pub fn catalog(&self) -> Result<Arc<Catalog>> {
        Ok(self.vault()?.catalog())
    }

    /// Waits until the index is current, for callers such as the terminal program.
    pub async fn synced(&self) -> Result<IndexStatus> {
        let status =
            self.status_when(|status| !matches!(status.state, SyncState::Indexing { .. })).await?;
        match status.state {
            SyncState::Away(reason) => Err(Error::new(Code::NotFound, reason)),
            SyncState::Failed(reason) => Err(Error::new(Code::Index, reason)),
            _ => Ok(status),
        }
    }

    /// Waits for a whole scan: a change of all links to a note must include those written a moment ago.
    pub(crate) async fn caught_up(&self) -> Result<()> {
        self.vault()?.rescan_now().await;
        self.synced().await.map(drop)
    }

    /// Waits until files that are no notes are read, too, or have failed.
    pub async fn documents_read(&self) -> Result<IndexStatus> {
        self.synced().await?;
        let is_over = |state: &_| matches!(state, ReadingState::Done | ReadingState::Failed(_));
        self.status_when(|status| is_over(&status.reading)).await
    }

    /// Fails if the vault's folder is missing, which reading files and embedding don't notice.
    pub async fn check_presence(&self) -> Result<()> {
        let vault = self.vault()?;
        let open = vault.vault.clone();
        blocking(move || Ok(open.check_presence())).await?.map_err(|error| {
            Error::new(Code::NotFound, || sentences::folder_away(vault.vault.root())).because(error)
        })
    }

    /// Lists pictures, even if there are none, when their text can be recognised.
    pub async fn document_sizes(&self) -> Result<Vec<FileGroupSize>> {
        let vault = self.vault()?;
        let recognises = self.shared.recognition().is_some();
        let mut sizes = blocking(move || Ok(vault.index.document_sizes()?)).await?;
        let group = FileGroup::Pictures;
        if !recognises {
            sizes.retain(|size| size.group != group);
        } else if sizes.iter().all(|size| size.group != group) {
            sizes.push(FileGroupSize { group, files: 0, bytes: 0, seconds: 0 });
        }
        Ok(sizes)
    }

    /// `None` unless the user wants it and the models came with the app.
    pub(crate) fn recognition(&self) -> Option<Recognition> {
        let is_wanted = self.shared.settings.get().documents.contains(&FileGroup::Pictures);
        is_wanted.then(|| self.shared.recognition()).flatten()
    }

    pub(crate) fn use_resources(&self, resources: Option<Resources>) {
        *self.shared.resources.write() = resources;
    }

    /// Searches in the background for changes that the system didn't report. Frequent calls cost little.
    pub fn rescan(&self) {
        if let Ok(vault) = self.vault() {
            vault.rescan();
        }
    }

    /// A folder without change reports isn't scanned while the window is hidden.
    pub fn set_hidden(&self, hidden: bool) {
        if let Ok(vault) = self.vault() {
            vault.set_hidden(hidden);
        }
    }

    /// Applies to vaults opened from now on, until the app ends.
    pub fn set_following(&self, following: FollowMode) {
        *self.shared.following.write() = following;
    }

    /// No note is read or embedded until [`Vaults::resume_index`]. Searches still work.
    pub fn pause_index(&self) {
        if let Ok(vault) = self.vault() {
            vault.pause();
        }
    }

    pub fn resume_index(&self) {
        if let Ok(vault) = self.vault() {
            vault.resume();
        }
    }

    /// In the background. Vectors stay.
    pub fn rebuild_index(&self) -> Result<()> {
        self.vault()?.rebuild();
        Ok(())
    }

    pub(crate) fn vault(&self) -> Result<Arc<OpenVault>> {
        self.shared
            .vault
            .read()
            .clone()
            .ok_or_else(|| Error::new(Code::NoVault, sentences::NO_VAULT))
    }

    pub(crate) async fn status_when(
        &self,
        is_so: impl FnMut(&IndexStatus) -> bool,
    ) -> Result<IndexStatus> {
        let mut status = self.vault()?.status();
        let status = status.wait_for(is_so).await;
        let stopped = |error| Error::new(Code::Index, sentences::INDEX_STOPPED).because(error);
        Ok(status.map_err(stopped)?.clone())
    }

    pub(crate) fn embedder(&self) -> Option<EmbedderCache> {
        self.shared.embedder()
    }

    /// Applies to the open vault and to later ones.
    pub(crate) fn choose_embedder(&self, embedder: Option<EmbedderCache>) {
        *self.shared.embedder.write() = embedder.clone();
        if let Ok(vault) = self.vault() {
            vault.choose_meaning(embedder.as_ref());
        }
    }

    /// Followers are notified before the vault becomes the open one.
    pub(crate) fn add_follower<F: Follower<OpenVault> + 'static>(&self, follower: &Arc<F>) {
        self.shared.openings.add(follower);
    }
}
