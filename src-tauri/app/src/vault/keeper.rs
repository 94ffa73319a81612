//! The thread that updates the index and reports its status.

#[cfg(test)]
mod tests;

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Weak,
        atomic::Ordering,
        mpsc::{self, RecvTimeoutError},
    },
    time::{Duration, Instant, SystemTime},
};

use index::{Control, Index, SyncEvent, SyncReport, SyncScope};
use notes::{Change, FollowMode, Reason, ScanOptions, Vault, Watch, Way};
use tokio::sync::oneshot;

use super::{
    embedding::Wake,
    moved_notes,
    news::News,
    owner::Owner,
    state::State,
    status::{Broadcast, MeaningState, SyncState},
};
use crate::sentences;
use library::{Library, VaultId};

/// Minimum pause between progress reports, because the window draws each of them.
const PROGRESS_PAUSE: Duration = Duration::from_millis(100);
/// Minimum pause between two scans that nobody asked for. After a slow scan it is [`SCAN_REST`] times its duration, so
/// that scans take at most a twentieth of the time.
const SCAN_PAUSE: Duration = Duration::from_secs(2);
const SCAN_REST: u32 = 20;
/// Interval of the checks for the machine's sleep and for a missing folder: the system doesn't report unmounting.
const TICK: Duration = Duration::from_secs(30);
/// Interval of the checks for a missing folder's return.
const AWAY_PAUSE: Duration = Duration::from_secs(2);
/// A wait that is longer by this much was interrupted by the machine's sleep.
const OVERSLEPT: Duration = Duration::from_secs(10);

pub(super) enum Message {
    Changed(Change),
    Rescan,
    RescanNow(oneshot::Sender<()>),
    Rebuild,
    Hidden(bool),
    #[cfg(test)]
    Panic,
    Close,
}

pub(super) struct Keeper {
    pub(super) id: VaultId,
    pub(super) index: Index,
    pub(super) scan: ScanOptions,
    pub(super) owner: Weak<dyn Owner>,
    pub(super) state: Arc<State>,
    pub(super) news: Arc<News>,
    pub(super) control: Control,
    pub(super) embedding: mpsc::Sender<Wake>,
    pub(super) reading: mpsc::Sender<Wake>,
    pub(super) told: Option<Instant>,
    pub(super) watch: Option<Watch>,
    pub(super) away: bool,
    /// The last whole scan and its duration.
    pub(super) looked: Option<(Instant, Duration)>,
    /// A scan is wanted as soon as the pause allows.
    pub(super) wanted: bool,
    pub(super) waiting: Vec<oneshot::Sender<()>>,
    pub(super) rebuild_wanted: bool,
    #[cfg(test)]
    pub(super) panics: bool,
}

/// Callers must not wait for an index from an ended thread.
impl Drop for Keeper {
    fn drop(&mut self) {
        self.news.change(|status| {
            if matches!(status.state, SyncState::Indexing { .. }) {
                status.state = SyncState::Failed(sentences::VAULT_CLOSED.to_string());
            }
        });
    }
}

impl Keeper {
    pub(super) fn run(
        mut self,
        following: FollowMode,
        own: mpsc::Sender<Message>,
        inbox: &mpsc::Receiver<Message>,
    ) {
        // The watch begins before the first scan, so that no change falls between them.
        let on_change = move |change| {
            let _ = own.send(Message::Changed(change));
        };
        match Watch::start(self.index.vault(), &self.scan, following, on_change) {
            Ok(watch) => self.watch = Some(watch),
            Err(error) => tracing::warn!(%error, "a vault isn't followed"),
        }
        let mut next = Some(SyncScope::All);
        while let Some(scope) = next {
            // An ended app has closed its library, which must know moved notes first.
            let Some(library) = self.owner.upgrade().map(|owner| owner.library()) else { return };
            if self.state.is_closed() {
                return;
            }
            let is_whole = scope == SyncScope::All;
            // A scan that panics is reported, and the next one runs.
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| self.sync(scope, &library))) {
                let error = index::Error::panicked(&*panic);
                tracing::error!(%error, "looking at a vault's folder panicked");
                self.state.synced_once.store(true, Ordering::Release);
                self.tell(SyncState::Failed(error.to_string()), None);
            }
            if is_whole {
                for waiting in self.waiting.drain(..) {
                    let _ = waiting.send(());
                }
            }
            drop(library);
            next = self.wait(inbox);
        }
    }

    /// `None` when the vault is closed.
    fn wait(&mut self, inbox: &mpsc::Receiver<Message>) -> Option<SyncScope> {
        loop {
            let mut pause = if self.away { AWAY_PAUSE } else { TICK };
            if self.wanted {
                pause = pause.min(self.rest());
            }
            if !self.waiting.is_empty() {
                pause = Duration::ZERO;
            }
            let began = SystemTime::now();
            let mut change: Option<Change> = None;
            let first = inbox.recv_timeout(pause);
            let is_tick = matches!(first, Err(RecvTimeoutError::Timeout));
            if let Err(RecvTimeoutError::Disconnected) = first {
                return None;
            }
            for message in first.into_iter().chain(inbox.try_iter()) {
                match message {
                    Message::Changed(next) => {
                        change = Some(match change {
                            Some(change) => change.then(next),
                            None => next,
                        });
                    }
                    Message::Rescan => self.wanted = true,
                    Message::RescanNow(waiting) => self.waiting.push(waiting),
                    Message::Rebuild => self.rebuild_wanted = true,
                    Message::Hidden(hidden) => {
                        if let Some(watch) = &self.watch {
                            watch.set_hidden(hidden);
                        }
                    }
                    #[cfg(test)]
                    Message::Panic => self.panics = true,
                    Message::Close => return None,
                }
            }
            if self.away {
                if std::mem::take(&mut self.rebuild_wanted) {
                    // Without the folder there is nothing to index.
                    self.tell(
                        SyncState::Away(sentences::folder_away(self.index.vault().root())),
                        None,
                    );
                }
                if (is_tick || self.wanted) && Vault::open(self.index.vault().root()).is_ok() {
                    self.open_again();
                }
                self.wanted = false;
                // Dropping the senders ends the callers' wait.
                self.waiting.clear();
                continue;
            }
            if self.rebuild_wanted {
                return Some(SyncScope::All);
            }
            if let Some(change) = change {
                return Some(SyncScope::Changed(change));
            }
            let gone = || self.index.vault().check_presence().is_err();
            if !self.waiting.is_empty()
                || overslept(began, SystemTime::now(), pause)
                || (self.wanted && self.rest().is_zero())
                || (is_tick && gone())
            {
                return Some(SyncScope::All);
            }
        }
    }

    /// The remaining pause before an unasked scan.
    fn rest(&self) -> Duration {
        self.looked.map_or(Duration::ZERO, |(when, took)| {
            (took * SCAN_REST).max(SCAN_PAUSE).saturating_sub(when.elapsed())
        })
    }

    fn sync(&mut self, scope: SyncScope, library: &Library) {
        #[cfg(test)]
        assert!(!std::mem::take(&mut self.panics), "a test's panic");
        let index = self.index.clone();
        let began = Instant::now();
        let is_whole = scope == SyncScope::All;
        let mut listed = None;
        let control = self.control.clone();
        if std::mem::take(&mut self.rebuild_wanted)
            && let Err(error) = index.clear()
        {
            return self.tell(SyncState::Failed(error.to_string()), None);
        }
        let result = index.sync_with(scope, &control, &mut |event| match event {
            SyncEvent::Found { notes, .. } => {
                listed = Some(began.elapsed());
                if notes > 0 {
                    self.tell(SyncState::Indexing { done: 0, total: notes }, None);
                }
            }
            SyncEvent::Progress { done, total, .. } => self.progress(done, total),
            SyncEvent::Moved(moved) => moved_notes::follow(library, self.id, index.vault(), &moved),
            SyncEvent::Unread(_)
            | SyncEvent::Done(_)
            | SyncEvent::Cancelled
            | SyncEvent::Failed(_) => {}
        });
        if matches!(result, Err(index::Error::Cancelled)) {
            return;
        }
        // A sync of single notes doesn't replace the requested scan.
        if is_whole {
            self.looked = Some((Instant::now(), listed.unwrap_or_default()));
            self.wanted = false;
        }
        self.state.synced_once.store(true, Ordering::Release);
        match result {
            Ok(report) => {
                // News of the notes precedes the state that callers wait for.
                self.tell_notes(&report);
                self.tell(SyncState::Synced, Some(&report));
                // The list of files is complete only now.
                let _ = self.reading.send(Wake::Synced);
            }
            Err(error) => match index.vault().check_presence() {
                Err(_) => {
                    self.away = true;
                    self.tell(SyncState::Away(sentences::folder_away(index.vault().root())), None);
                }
                Ok(()) => self.tell(SyncState::Failed(error.to_string()), None),
            },
        }
        // Even after a failure, indexed passages can be embedded.
        let _ = self.embedding.send(Wake::Synced);
    }

    /// This vault's handle and watch belong to the folder that was there before. The owner closes this vault.
    fn open_again(&self) {
        if let Some(owner) = self.owner.upgrade() {
            owner.open_again(self.index.vault().root().to_owned(), self.state.clone());
        }
    }

    fn progress(&mut self, done: u32, total: u32) {
        if self.told.is_none_or(|told| told.elapsed() >= PROGRESS_PAUSE) {
            self.told = Some(Instant::now());
            self.tell(SyncState::Indexing { done, total }, None);
        }
    }

    fn tell(&self, state: SyncState, report: Option<&SyncReport>) {
        let language = report.and_then(|_| self.index.language().ok().flatten());
        self.news.change(|status| {
            status.state = state;
            status.notice = self.watch.as_ref().and_then(|watch| notice(&watch.way()));
            if let Some(report) = report {
                self.state.syncs.fetch_add(1, Ordering::AcqRel);
                let held = self.index.status().ok();
                status.language = language;
                status.indexed = held.as_ref().map_or(report.indexed, |held| held.indexed);
                status.excluded = held.as_ref().map_or(report.excluded, |held| held.excluded);
                status.chunks = held.as_ref().map_or(report.chunks, |held| held.chunks);
                status.bytes = held.as_ref().map_or(status.bytes, |held| held.bytes);
                status.documents = held.as_ref().map_or(status.documents, |held| held.documents);
                status.large = held.as_ref().map_or_else(Vec::new, |held| held.large.clone());
                status.failed = held.map_or_else(|| report.failed.clone(), |held| held.failed);
                // Callers waiting for embeddings must not mistake the old count for the complete one.
                if status.meaning == MeaningState::Ready && !report.changed.is_empty() {
                    let (done, total) = (status.embedded, status.chunks);
                    status.meaning = MeaningState::Embedding { done: done.min(total), total };
                }
            }
        });
    }

    fn tell_notes(&self, report: &SyncReport) {
        let moved = report.moved.iter().flat_map(|(from, to)| [from, to]);
        let mut paths: Vec<_> =
            report.changed.iter().chain(&report.removed).chain(moved).cloned().collect();
        paths.sort();
        paths.dedup();
        if !report.moved.is_empty() {
            self.news.tell(Broadcast::Moved(report.moved.clone()));
        }
        if !paths.is_empty() {
            self.news.tell(Broadcast::Notes(paths));
        }
    }
}

/// True if a wait of `pause` since `began` took so long that the machine must have slept.
fn overslept(began: SystemTime, now: SystemTime, pause: Duration) -> bool {
    now.duration_since(began).is_ok_and(|waited| waited > pause + OVERSLEPT)
}

fn notice(way: &Way) -> Option<String> {
    match way {
        Way::Events | Way::Off => None,
        Way::Listing(Reason::Asked) => Some(sentences::LOOKS_ITSELF.to_string()),
        Way::Listing(Reason::Network(kind)) => Some(sentences::network_folder(kind)),
        Way::Listing(Reason::Limit) => Some(sentences::too_many_watched()),
        Way::Listing(Reason::Refused(reason)) => Some(sentences::not_watched(reason)),
    }
}
