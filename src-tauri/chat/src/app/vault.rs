//! The open vault: its index kept up to date on a thread of its own, and what it tells.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};

use index::{Index, SyncEvent, SyncReport, SyncScope};
use notes::{Catalog, Change, ContentHash, Note, ScanOptions, Vault, Watch};
use tokio::sync::{broadcast, watch};

use super::{Broadcast, IndexStatus, SyncState, VaultInfo};
use crate::{Code, Error, Result, library::VaultId};

/// Progress goes to fronts at most this often; they draw it, and nobody reads faster.
const PROGRESS_PAUSE: Duration = Duration::from_millis(100);

/// The open vault. Dropping it ends its watch, and its thread after the sync that is under way.
pub(crate) struct OpenVault {
    pub(crate) id: VaultId,
    pub(crate) vault: Vault,
    pub(crate) index: Index,
    /// The names as the folder lists them, for as long as the index has none.
    listed: Arc<Catalog>,
    state: Arc<State>,
    status: watch::Receiver<IndexStatus>,
    _watch: Option<Watch>,
}

#[derive(Default)]
struct State {
    /// The vault was closed: no more news of it.
    closed: AtomicBool,
    /// The first sync has ended, well or badly.
    synced_once: AtomicBool,
}

/// What can be opened off the async threads, before the library knows of it.
pub(crate) struct Opened {
    vault: Vault,
    index: Index,
    listed: Arc<Catalog>,
}

impl Opened {
    /// Opens the folder and its index in `data`. Blocks for the time of a listing at most.
    pub(crate) fn open(root: &Path, data: &Path, scan: &ScanOptions) -> Result<Self> {
        let vault = Vault::open(root)?;
        let folder = data.join("index");
        std::fs::create_dir_all(&folder).map_err(|error| {
            Error::new(Code::Index, format!("{} can't be made: {error}", folder.display()))
        })?;
        let name = ContentHash::of(vault.root().as_os_str().as_encoded_bytes());
        let index = Index::open(&folder.join(format!("{name}.db")), vault.clone(), scan.clone())?;
        let listed = if index.catalog().notes().next().is_none() {
            let scan = vault.scan(scan)?;
            let unread = Arc::new(Note::default());
            Arc::new(Catalog::new(
                scan.notes.into_iter().map(|entry| (entry.path, unread.clone())),
                scan.files.into_iter().map(|entry| entry.path),
            ))
        } else {
            index.catalog()
        };
        Ok(Self { vault, index, listed })
    }

    /// The folder, with links in its path followed.
    pub(crate) fn root(&self) -> &Path {
        self.vault.root()
    }

    /// Begins to follow the folder. Blocks for as long as setting up the watch takes.
    pub(crate) fn follow(
        self,
        id: VaultId,
        broadcasts: broadcast::Sender<Broadcast>,
    ) -> Result<OpenVault> {
        let Self { vault, index, listed } = self;
        let (scopes, received) = mpsc::channel();
        // The watch begins before the first look, so that nothing falls between the two.
        let on_change = {
            let scopes = scopes.clone();
            move |change| {
                let _ = scopes.send(match change {
                    Change::Paths(paths) => SyncScope::Paths(paths),
                    Change::Everything => SyncScope::All,
                });
            }
        };
        let (watch, notice) = match Watch::start(&vault, on_change) {
            Ok(watch) => (Some(watch), None),
            Err(error) => (None, Some(format!("Changes made elsewhere don't show: {error}."))),
        };
        let held = index.status().unwrap_or_default();
        let (status, seen) = watch::channel(IndexStatus {
            state: SyncState::Indexing { done: 0, total: 0 },
            indexed: held.indexed,
            failed: held.failed,
            excluded: held.excluded,
            chunks: held.chunks,
            notice,
        });
        let _ = scopes.send(SyncScope::All);
        let state = Arc::new(State::default());
        let keeper =
            Keeper { index: index.clone(), state: state.clone(), status, broadcasts, told: None };
        thread::Builder::new()
            .name("vault index".to_owned())
            .spawn(move || keeper.run(&received))
            .map_err(|error| {
                Error::new(Code::Internal, format!("The index can't be kept up to date: {error}"))
            })?;
        // Without a watch this sender goes now, and the thread ends after its first sync.
        drop(scopes);
        Ok(OpenVault { id, vault, index, listed, state, status: seen, _watch: watch })
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

    /// How the index stands.
    pub(crate) fn status(&self) -> watch::Receiver<IndexStatus> {
        self.status.clone()
    }
}

impl Drop for OpenVault {
    fn drop(&mut self) {
        self.state.closed.store(true, Ordering::Release);
    }
}

/// The one that brings the index up to date, and tells of it.
struct Keeper {
    index: Index,
    state: Arc<State>,
    status: watch::Sender<IndexStatus>,
    broadcasts: broadcast::Sender<Broadcast>,
    /// When progress was last told.
    told: Option<Instant>,
}

impl Keeper {
    fn run(mut self, scopes: &mpsc::Receiver<SyncScope>) {
        while let Ok(mut scope) = scopes.recv() {
            for next in scopes.try_iter() {
                scope = both(scope, next);
            }
            if self.closed() {
                return;
            }
            self.tell(SyncState::Indexing { done: 0, total: 0 }, None);
            let index = self.index.clone();
            let result = index.sync(scope, &mut |event| {
                if let SyncEvent::Progress { done, total } = event {
                    self.progress(done, total);
                }
            });
            self.state.synced_once.store(true, Ordering::Release);
            match result {
                Ok(report) => {
                    // Who waits for the index has the news of its notes by then.
                    self.tell_notes(&report);
                    self.tell(SyncState::Synced, Some(&report));
                }
                Err(error) => self.tell(SyncState::Failed(error.to_string()), None),
            }
        }
    }

    fn closed(&self) -> bool {
        self.state.closed.load(Ordering::Acquire)
    }

    fn progress(&mut self, done: u32, total: u32) {
        if self.told.is_none_or(|told| told.elapsed() >= PROGRESS_PAUSE) {
            self.told = Some(Instant::now());
            self.tell(SyncState::Indexing { done, total }, None);
        }
    }

    fn tell(&self, state: SyncState, report: Option<&SyncReport>) {
        self.status.send_modify(|status| {
            status.state = state;
            if let Some(report) = report {
                let held = self.index.status().ok();
                status.indexed = held.as_ref().map_or(report.indexed, |held| held.indexed);
                status.excluded = held.as_ref().map_or(report.excluded, |held| held.excluded);
                status.chunks = held.as_ref().map_or(report.chunks, |held| held.chunks);
                status.failed = held.map_or_else(|| report.failed.clone(), |held| held.failed);
            }
        });
        if !self.closed() {
            // An error only says that no front listens.
            let _ = self.broadcasts.send(Broadcast::Index(self.status.borrow().clone()));
        }
    }

    fn tell_notes(&self, report: &SyncReport) {
        let moved = report.moved.iter().flat_map(|(from, to)| [from, to]);
        let mut paths: Vec<_> =
            report.changed.iter().chain(&report.removed).chain(moved).cloned().collect();
        paths.sort();
        paths.dedup();
        if !paths.is_empty() && !self.closed() {
            let _ = self.broadcasts.send(Broadcast::Notes(paths));
        }
    }
}

fn both(first: SyncScope, second: SyncScope) -> SyncScope {
    match (first, second) {
        (SyncScope::Paths(mut first), SyncScope::Paths(second)) => {
            first.extend(second);
            first.sort();
            first.dedup();
            SyncScope::Paths(first)
        }
        _ => SyncScope::All,
    }
}
