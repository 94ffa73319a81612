//! The open vault: its index kept up to date on a thread of its own, and what it tells.

mod keeper;
mod moves;

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
};

use index::Index;
use notes::{Catalog, ContentHash, Note, ScanOptions, Vault};
use tokio::sync::watch;

use self::keeper::{Keeper, Message};
use super::{IndexStatus, Shared, SyncState, VaultInfo};
use crate::{Code, Error, Result, library::VaultId};

/// The open vault. Dropping it ends its thread after the sync that is under way, and with it the
/// watch.
pub(crate) struct OpenVault {
    pub(crate) id: VaultId,
    pub(crate) vault: Vault,
    pub(crate) index: Index,
    /// The names as the folder lists them, for as long as the index has none.
    listed: Arc<Catalog>,
    state: Arc<State>,
    status: watch::Receiver<IndexStatus>,
    keeper: mpsc::Sender<Message>,
}

#[derive(Default)]
pub(super) struct State {
    /// The vault was closed: no more news of it.
    closed: AtomicBool,
    /// The first sync has ended, well or badly.
    synced_once: AtomicBool,
}

/// What can be opened off the async threads, before the library knows of it.
pub(crate) struct Opened {
    vault: Vault,
    index: Index,
    scan: ScanOptions,
    listed: Arc<Catalog>,
}

impl Opened {
    /// Opens the folder and its index in `data`. Blocks for the time of a listing at most.
    pub(crate) fn open(root: &Path, data: &Path, scan: ScanOptions) -> Result<Self> {
        let vault = Vault::open(root)?;
        let folder = data.join("index");
        std::fs::create_dir_all(&folder).map_err(|error| {
            Error::new(Code::Index, format!("{} can't be made: {error}", folder.display()))
        })?;
        let name = ContentHash::of(vault.root().as_os_str().as_encoded_bytes());
        let index = Index::open(&folder.join(format!("{name}.db")), vault.clone(), scan.clone())?;
        let listed = if index.catalog().notes().next().is_none() {
            let scan = vault.scan(&scan)?;
            let unread = Arc::new(Note::default());
            Arc::new(Catalog::new(
                scan.notes.into_iter().map(|entry| (entry.path, unread.clone())),
                scan.files.into_iter().map(|entry| entry.path),
            ))
        } else {
            index.catalog()
        };
        Ok(Self { vault, index, scan, listed })
    }

    /// The folder, with links in its path followed.
    pub(crate) fn root(&self) -> &Path {
        self.vault.root()
    }

    /// Begins to follow the folder for `app`.
    pub(super) fn follow(self, id: VaultId, app: &Arc<Shared>) -> Result<OpenVault> {
        let Self { vault, index, scan, listed } = self;
        let held = index.status().unwrap_or_default();
        let (status, seen) = watch::channel(IndexStatus {
            state: SyncState::Indexing { done: 0, total: 0 },
            indexed: held.indexed,
            failed: held.failed,
            excluded: held.excluded,
            chunks: held.chunks,
            notice: None,
        });
        let (messages, inbox) = mpsc::channel();
        let state = Arc::new(State::default());
        let keeper = Keeper {
            id,
            index: index.clone(),
            scan,
            app: Arc::downgrade(app),
            state: state.clone(),
            status,
            broadcasts: app.broadcasts.clone(),
            told: None,
            watch: None,
            away: false,
            looked: None,
            wanted: false,
        };
        let following = app.following();
        let own = messages.clone();
        thread::Builder::new()
            .name("vault index".to_owned())
            .spawn(move || keeper.run(following, own, &inbox))
            .map_err(|error| {
                Error::new(Code::Internal, format!("The index can't be kept up to date: {error}"))
            })?;
        Ok(OpenVault { id, vault, index, listed, state, status: seen, keeper: messages })
    }
}

impl OpenVault {
    /// What fronts are told.
    pub(crate) fn info(&self) -> VaultInfo {
        VaultInfo {
            root: self.vault.root().to_owned(),
            name: self.vault.name(),
            index: self.status.borrow().clone(),
        }
    }

    /// The vault's names as far as they are known.
    pub(crate) fn catalog(&self) -> Arc<Catalog> {
        if self.synced_once() { self.index.catalog() } else { self.listed.clone() }
    }

    /// Whether everything has been looked at since the vault was opened.
    pub(crate) fn synced_once(&self) -> bool {
        self.state.synced_once.load(Ordering::Acquire)
    }

    /// Looks for changes that nobody told of, soon.
    pub(crate) fn look_again(&self) {
        let _ = self.keeper.send(Message::LookAgain);
    }

    /// Whether nobody sees what changes.
    pub(crate) fn set_hidden(&self, hidden: bool) {
        let _ = self.keeper.send(Message::Hidden(hidden));
    }

    /// How the index stands.
    pub(crate) fn status(&self) -> watch::Receiver<IndexStatus> {
        self.status.clone()
    }
}

impl State {
    /// Whether the vault was closed, or opened anew.
    pub(super) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Acquire)
    }
}

impl Drop for OpenVault {
    fn drop(&mut self) {
        self.state.closed.store(true, Ordering::Release);
        let _ = self.keeper.send(Message::Close);
    }
}
