//! Follows changes on disk.
//!
//! The system's events are gathered until they settle: for a closed file, a hundredth of a second; for a file that is
//! being written, until it rests; for a storm (a checkout of ten thousand files), until it is over, as one change of
//! everything. Where the system reports nothing, repeated listings find the same changes.

mod change;
mod gather;
mod identity;
mod place;
mod poll;

use parking_lot::Mutex;
use std::{
    fmt,
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, Sender, channel},
    },
    thread,
    time::Instant,
};

use notify::{RecommendedWatcher, RecursiveMode, Watcher};
use notify_debouncer_full::RecommendedCache;

pub use self::{
    change::{Change, Places, Rename},
    identity::identities,
};

use self::{gather::Gather, poll::Poll};
use crate::{Error, Result, ScanOptions, Vault};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum FollowMode {
    /// By the system's events, or by listing where the system reports none.
    #[default]
    Auto,
    Listing,
    Off,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Way {
    Events,
    /// Lists the folder again and again, for this reason.
    Listing(Reason),
    Off,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    Asked,
    /// A network folder of this kind: `nfs4`, `smb3`, `fuse.sshfs`.
    Network(String),
    /// The system can't watch more folders.
    Limit,
    Refused(String),
}

/// Dropping it stops the watch.
pub struct Watch {
    inbox: Sender<News>,
    way: Arc<Mutex<Way>>,
}

enum News {
    Event(notify::Result<notify::Event>),
    Hidden(bool),
    Stop,
}

impl Watch {
    /// Calls `on_change` from its own thread, skipping hidden files. Once this returns, no change is missed: where
    /// the folder must be listed, the first listing reports a change of everything.
    pub fn start(
        vault: &Vault,
        scan: &ScanOptions,
        following: FollowMode,
        on_change: impl FnMut(Change) + Send + 'static,
    ) -> Result<Self> {
        let (inbox, news) = channel();
        let (watcher, way) = match following {
            FollowMode::Auto => match place::remote_kind(vault.root()) {
                Some(kind) => (None, Way::Listing(Reason::Network(kind))),
                None => match watcher(vault, inbox.clone()) {
                    Ok(watcher) => (Some(watcher), Way::Events),
                    Err(error) => (None, Way::Listing(reason(&error))),
                },
            },
            FollowMode::Listing => (None, Way::Listing(Reason::Asked)),
            FollowMode::Off => (None, Way::Off),
        };
        let way = Arc::new(Mutex::new(way));
        let follower = Follower {
            vault: vault.clone(),
            scan: scan.clone(),
            watcher,
            way: way.clone(),
            news,
            hidden: false,
            on_change,
        };
        thread::Builder::new().name("vault watch".to_owned()).spawn(|| follower.run()).map_err(
            |error| Error::Watch {
                path: vault.root().display().to_string(),
                reason: error.to_string().into(),
            },
        )?;
        Ok(Self { inbox, way })
    }

    /// The current way. If the watch switches from events to listing, its next change is a change of everything.
    pub fn way(&self) -> Way {
        self.way.lock().clone()
    }

    /// Pauses listing while nobody sees changes; afterwards the folder is listed at once.
    pub fn set_hidden(&self, hidden: bool) {
        let _ = self.inbox.send(News::Hidden(hidden));
    }
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").field("way", &self.way()).finish_non_exhaustive()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.inbox.send(News::Stop);
    }
}

fn watcher(vault: &Vault, inbox: Sender<News>) -> notify::Result<RecommendedWatcher> {
    let handler = move |event: notify::Result<notify::Event>| {
        let is_relevant = event
            .as_ref()
            .map_or(true, |event| Gather::<RecommendedCache>::is_relevant(event.kind));
        if is_relevant {
            // Sending fails only if the watch has ended; the watcher ends soon after.
            let _ = inbox.send(News::Event(event));
        }
    };
    let mut watcher = RecommendedWatcher::new(handler, config())?;
    watcher.watch(vault.root(), RecursiveMode::Recursive)?;
    Ok(watcher)
}

/// As in scans: links to folders may leave the vault, and a folder watched twice is reported under one name.
fn config() -> notify::Config {
    notify::Config::default().with_follow_symlinks(false)
}

fn reason(error: &notify::Error) -> Reason {
    match &error.kind {
        notify::ErrorKind::MaxFilesWatch => Reason::Limit,
        // Linux also limits watchers, and reports it as a limit of open files.
        notify::ErrorKind::Io(error) if error.raw_os_error() == Some(24) => Reason::Limit,
        _ => Reason::Refused(error.to_string()),
    }
}

struct Follower<F> {
    vault: Vault,
    scan: ScanOptions,
    watcher: Option<RecommendedWatcher>,
    way: Arc<Mutex<Way>>,
    news: Receiver<News>,
    hidden: bool,
    on_change: F,
}

enum End {
    Stopped,
    Failed(Reason),
}

impl<F: FnMut(Change)> Follower<F> {
    fn run(mut self) {
        if let Some(watcher) = self.watcher.take() {
            match self.events(watcher) {
                End::Stopped => return,
                End::Failed(reason) => {
                    tracing::warn!(?reason, "a vault is listed from now on instead of watched");
                    *self.way.lock() = Way::Listing(reason);
                }
            }
        }
        let way = self.way.lock().clone();
        if let Way::Listing(_) = way {
            self.listings();
        }
    }

    fn events(&mut self, mut watcher: RecommendedWatcher) -> End {
        let mut gather = Gather::new(self.vault.root().to_owned(), RecommendedCache::new());
        loop {
            let first = match gather.due(|_| true) {
                None => self.news.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(due) => self.news.recv_timeout(due.saturating_duration_since(Instant::now())),
            };
            if let Some(end) = self.take_in(&mut gather, first) {
                return end;
            }
            let now = Instant::now();
            if gather.due(|_| true).is_none_or(|due| due > now) {
                continue;
            }
            // Missing files get a little more time.
            if let Some(due) = gather.due(std::path::Path::exists)
                && due > now
            {
                let next = self.news.recv_timeout(due - now);
                if let Some(end) = self.take_in(&mut gather, next) {
                    return end;
                }
                if gather.due(std::path::Path::exists).is_some_and(|due| due > Instant::now()) {
                    continue;
                }
            }
            if gather.has_new_folders() {
                // The watcher adds a new folder only after the folder's event. `configure` waits until it has done
                // so: earlier files are found by the scan after this change, later ones are reported.
                let _ = watcher.configure(config());
            }
            if let Some(change) = gather.take() {
                (self.on_change)(change);
            }
        }
    }

    fn take_in(
        &mut self,
        gather: &mut Gather<RecommendedCache>,
        first: Result<News, RecvTimeoutError>,
    ) -> Option<End> {
        let mut next = match first {
            Ok(news) => Some(news),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return Some(End::Stopped),
        };
        while let Some(news) = next {
            match news {
                News::Event(Ok(event)) => gather.see(&event, Instant::now()),
                News::Event(Err(error)) => match reason(&error) {
                    Reason::Limit => return Some(End::Failed(Reason::Limit)),
                    _ => {
                        tracing::warn!(%error, "watching a vault failed; all of it is looked at");
                        gather.lose_track(Instant::now());
                    }
                },
                News::Hidden(hidden) => self.hidden = hidden,
                News::Stop => return Some(End::Stopped),
            }
            next = self.news.try_recv().ok();
        }
        None
    }

    fn listings(&mut self) {
        let mut poll = Poll::new(self.vault.clone(), self.scan.clone());
        loop {
            if !self.hidden
                && let Some(change) = poll.look()
            {
                (self.on_change)(change);
            }
            let next = Instant::now() + poll.rest();
            loop {
                let news = if self.hidden {
                    self.news.recv().map_err(|_| RecvTimeoutError::Disconnected)
                } else {
                    self.news.recv_timeout(next.saturating_duration_since(Instant::now()))
                };
                match news {
                    Ok(News::Hidden(hidden)) if hidden != self.hidden => {
                        self.hidden = hidden;
                        if !hidden {
                            break;
                        }
                    }
                    // Events of an abandoned watcher.
                    Ok(News::Hidden(_) | News::Event(_)) => {}
                    Err(RecvTimeoutError::Timeout) => break,
                    Ok(News::Stop) | Err(RecvTimeoutError::Disconnected) => return,
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
