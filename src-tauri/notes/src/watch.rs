//! Changes on disk, as they happen.
//!
//! The system's events are gathered until what they tell of has settled: a file that was written
//! and closed, in a hundredth of a second; one that is being written, when it rests; a storm (a
//! checkout of ten thousand files) when it is over, as one change of everything. Where the system
//! tells nothing, the folder is listed again and again, and the same changes come out.

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

/// How a vault is to be followed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum FollowMode {
    /// By the system's events; by listing where those don't come.
    #[default]
    Auto,
    Listing,
    /// Not at all.
    Off,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Way {
    Events,
    /// The folder is listed again and again, for this reason.
    Listing(Reason),
    /// It isn't followed.
    Off,
}

/// Why a folder is listed instead of watched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    Asked,
    /// The folder is a network folder of this kind: `nfs4`, `smb3`, `fuse.sshfs`.
    Network(String),
    /// The system watches no more folders than it does already.
    Limit,
    Refused(String),
}

/// A running watch. Dropping it stops the watching.
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
    /// Follows `vault` and calls `on_change` from a thread of its own. Hidden files are passed
    /// over. When this returns, no change is missed any more; where the folder has to be listed,
    /// the first listing follows and is told as a change of everything.
    ///
    /// # Errors
    /// [`crate::Error::Watch`] if no thread can be started.
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
                reason: error.to_string(),
            },
        )?;
        Ok(Self { inbox, way })
    }

    /// How the vault is followed now. A watch may have to begin listing on its way; the change that
    /// it tells next is of everything.
    pub fn way(&self) -> Way {
        self.way.lock().clone()
    }

    /// Rests listing while nobody sees what changes. When it ends, the folder is listed at once.
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
        let says_something = event
            .as_ref()
            .map_or(true, |event| Gather::<RecommendedCache>::says_something(event.kind));
        if says_something {
            // The watch ended; so will the watcher.
            let _ = inbox.send(News::Event(event));
        }
    };
    let mut watcher = RecommendedWatcher::new(handler, config())?;
    watcher.watch(vault.root(), RecursiveMode::Recursive)?;
    Ok(watcher)
}

/// A link to a folder isn't followed, as no scan follows one: it may lead out of the vault, or to what
/// is hidden. And a folder that is watched by two names is told of by one only.
fn config() -> notify::Config {
    notify::Config::default().with_follow_symlinks(false)
}

fn reason(error: &notify::Error) -> Reason {
    match &error.kind {
        notify::ErrorKind::MaxFilesWatch => Reason::Limit,
        // Linux has a limit for watchers, too, and tells it as one of open files.
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

/// Why the events aren't followed any more.
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

    /// Follows the system's events for as long as they can be trusted.
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
            // What isn't there is waited for a little longer.
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
                // Watching a new folder begins after it was told. The watcher answers in turn: once
                // it has, what is in the folder is either found by looking or will be told.
                let _ = watcher.configure(config());
            }
            if let Some(change) = gather.take() {
                (self.on_change)(change);
            }
        }
    }

    /// Takes in what came, and all that waits behind it.
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
                        gather.lose(Instant::now());
                    }
                },
                News::Hidden(hidden) => self.hidden = hidden,
                News::Stop => return Some(End::Stopped),
            }
            next = self.news.try_recv().ok();
        }
        None
    }

    /// Lists the folder until the watch is stopped.
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
                    // Events of a watcher that was given up.
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
