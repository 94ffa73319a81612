//! The vault that is open, and opening another.

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

/// How long to wait for the embedding model to stop. One call takes less than a second, loading it a
/// few.
const AT_REST: std::time::Duration = std::time::Duration::from_secs(10);

/// How many vaults are offered to be opened again.
const RECENT: u32 = 12;

/// The user's vaults, of which at most one is open. Clones share it.
#[derive(Clone)]
pub struct Vaults {
    shared: Arc<Shared>,
}

/// A lock is held to read or replace a handle and for nothing else.
struct Shared {
    data: PathBuf,
    library: Library,
    settings: SettingsStore,
    runtime: Handle,
    broadcasts: broadcast::Sender<Broadcast>,
    vault: RwLock<Option<Arc<OpenVault>>>,
    /// Vaults are opened one after another. It guards no state: those who open wait in its queue.
    opening: tokio::sync::Mutex<()>,
    following: RwLock<FollowMode>,
    embedder: RwLock<Option<EmbedderCache>>,
    /// The models that came with the app.
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

/// Settings that change which files belong to the vault have it opened anew; of those that are read, it is
/// told.
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
    /// None is open. Indexes are kept in `data`, and news goes to `broadcasts`. Needs a tokio
    /// runtime.
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

    /// Opens a folder as the vault: its names are known when this returns, the index is brought up
    /// to date behind it, and changes on disk are followed until another vault is opened. The
    /// folder is remembered as the last one.
    pub async fn open(&self, root: &Path) -> Result<VaultInfo> {
        let _opening = self.shared.opening.lock().await;
        self.open_now(root).await
    }

    /// Opens the vault's folder again, which was away and is back, unless another vault was opened
    /// meanwhile.
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

    /// Closes the vault for good, before the program ends: waits until its embedding model is at rest.
    pub(crate) async fn close(&self) {
        let vault = self.shared.vault.write().take();
        if let Some(vault) = vault {
            let _ = tokio::task::spawn_blocking(move || vault.close(AT_REST)).await;
        }
    }

    /// The open vault, as fronts see it.
    pub fn current(&self) -> Option<VaultInfo> {
        self.vault().ok().map(|vault| vault.info())
    }

    /// The folders of the vaults that were open, the last one first.
    pub async fn recent(&self) -> Result<Vec<PathBuf>> {
        self.shared.library.recent_vaults(RECENT).await
    }

    pub fn catalog(&self) -> Result<Arc<Catalog>> {
        Ok(self.vault()?.catalog())
    }

    /// Waits until the index is up to date, for callers that can't go on before (the terminal).
    pub async fn synced(&self) -> Result<IndexStatus> {
        let status =
            self.status_when(|status| !matches!(status.state, SyncState::Indexing { .. })).await?;
        match status.state {
            SyncState::Away(reason) => Err(Error::new(Code::NotFound, reason)),
            SyncState::Failed(reason) => Err(Error::new(Code::Index, reason)),
            _ => Ok(status),
        }
    }

    /// Has everything looked at once more, and waits until the index knows the notes as they are: whoever
    /// changes all links to a note must know of the one that was written a moment ago.
    ///
    /// # Errors
    /// As [`Vaults::synced`].
    pub(crate) async fn caught_up(&self) -> Result<()> {
        self.vault()?.look_now().await;
        self.synced().await.map(drop)
    }

    /// Waits until the files that are no notes are read, too, or it is known why not.
    ///
    /// # Errors
    /// As [`Vaults::synced`].
    pub async fn documents_read(&self) -> Result<IndexStatus> {
        self.synced().await?;
        let is_over = |state: &_| matches!(state, ReadingState::Done | ReadingState::Failed(_));
        self.status_when(|status| is_over(&status.reading)).await
    }

    /// Checks that the open vault's folder is still there: reading files and embedding don't notice.
    ///
    /// # Errors
    /// [`Code::NotFound`] if it isn't.
    pub async fn check_presence(&self) -> Result<()> {
        let vault = self.vault()?;
        let open = vault.vault.clone();
        blocking(move || Ok(open.check_presence())).await?.map_err(|error| {
            Error::new(Code::NotFound, || sentences::folder_away(vault.vault.root())).because(error)
        })
    }

    /// How many files of each kind besides notes the open vault has. Pictures are told of, be they none, if text in them can
    /// be recognised.
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

    /// What recognises text in pictures, if the user wants that and it came with the app.
    pub(crate) fn recognition(&self) -> Option<Recognition> {
        let is_wanted = self.shared.settings.get().documents.contains(&FileGroup::Pictures);
        is_wanted.then(|| self.shared.recognition()).flatten()
    }

    /// Where the models are that came with the app, of which some recognise text in pictures.
    pub(crate) fn use_resources(&self, resources: Option<Resources>) {
        *self.shared.resources.write() = resources;
    }

    /// Looks for changes on disk that the system told nothing of, soon and behind the caller's
    /// back: for when the window comes to the front. Asking often costs little; the folder is
    /// listed at a bearable pace.
    pub fn look_again(&self) {
        if let Ok(vault) = self.vault() {
            vault.look_again();
        }
    }

    /// Says whether the window can't be seen. A folder that has to be listed again and again isn't
    /// meanwhile.
    pub fn set_hidden(&self, hidden: bool) {
        if let Ok(vault) = self.vault() {
            vault.set_hidden(hidden);
        }
    }

    /// How vaults that are opened from now on are followed, for as long as the app runs.
    pub fn set_following(&self, following: FollowMode) {
        *self.shared.following.write() = following;
    }

    /// Lets the index of the open vault rest: no note is read and none is embedded until
    /// [`Vaults::resume_index`]. What is indexed can be searched. A vault that is opened anew isn't
    /// paused.
    pub fn pause_index(&self) {
        if let Ok(vault) = self.vault() {
            vault.pause();
        }
    }

    /// Resumes the index after [`Vaults::pause_index`].
    pub fn resume_index(&self) {
        if let Ok(vault) = self.vault() {
            vault.resume();
        }
    }

    /// Rebuilds the index of the open vault in the background. Vectors are kept.
    pub fn rebuild_index(&self) -> Result<()> {
        self.vault()?.rebuild();
        Ok(())
    }

    /// The open vault itself.
    ///
    /// # Errors
    /// [`Code::NoVault`] if none is open.
    pub(crate) fn vault(&self) -> Result<Arc<OpenVault>> {
        self.shared
            .vault
            .read()
            .clone()
            .ok_or_else(|| Error::new(Code::NoVault, sentences::NO_VAULT))
    }

    /// The index status as soon as it is like this.
    pub(crate) async fn status_when(
        &self,
        is_so: impl FnMut(&IndexStatus) -> bool,
    ) -> Result<IndexStatus> {
        let mut status = self.vault()?.status();
        let status = status.wait_for(is_so).await;
        let stopped = |error| Error::new(Code::Index, sentences::INDEX_STOPPED).because(error);
        Ok(status.map_err(stopped)?.clone())
    }

    /// What makes vectors now, if anything does.
    pub(crate) fn embedder(&self) -> Option<EmbedderCache> {
        self.shared.embedder()
    }

    /// Has vectors made by `embedder`, in the vault that is open and in those that will be.
    pub(crate) fn choose_embedder(&self, embedder: Option<EmbedderCache>) {
        *self.shared.embedder.write() = embedder.clone();
        if let Ok(vault) = self.vault() {
            vault.choose_meaning(embedder.as_ref());
        }
    }

    /// Has `follower` told of each vault before it becomes the open one.
    pub(crate) fn add_follower<F: Follower<OpenVault> + 'static>(&self, follower: &Arc<F>) {
        self.shared.openings.add(follower);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{Ground, excluding, path};

    #[tokio::test]
    async fn a_vault_is_opened_remembered_and_closed() {
        let ground = Ground::new();
        let vaults = ground.vaults(&ground.settings().await).await;
        assert!(vaults.current().is_none());
        assert_eq!(vaults.synced().await.unwrap_err().code, Code::NoVault);
        let opened = vaults.open(&ground.root()).await.unwrap();
        assert_eq!(opened.name, "vault");
        assert!(vaults.catalog().unwrap().note(&path("Rye.md")).is_some());
        assert_eq!(vaults.synced().await.unwrap().indexed, 2);
        assert_eq!(vaults.recent().await.unwrap(), [opened.root]);
        vaults.close().await;
        assert!(vaults.current().is_none());
    }

    #[tokio::test]
    async fn a_folder_that_went_away_is_missed() {
        let ground = Ground::new();
        let vaults = ground.opened(&ground.settings().await).await;
        vaults.check_presence().await.unwrap();
        std::fs::rename(ground.root(), ground.folder.path().join("elsewhere")).unwrap();
        let away = vaults.check_presence().await.unwrap_err();
        assert_eq!(away.code, Code::NotFound);
        assert!(away.message.contains("isn't there at the moment"), "{away}");
    }

    #[tokio::test]
    async fn other_files_are_in_the_vault_when_settings_that_leave_some_out_are_kept() {
        let ground = Ground::new();
        let settings = ground.settings().await;
        let vaults = ground.opened(&settings).await;
        settings.set(excluding("Salt.md")).await.unwrap();
        let status = vaults.synced().await.unwrap();
        assert_eq!((status.indexed, status.excluded), (1, 1));
    }
}
