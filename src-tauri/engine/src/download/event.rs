//! The steps of a download, and how long it waits.

use std::path::PathBuf;
use std::time::Duration;

use super::error::Error;

/// A step of a download. A stream ends in exactly one of `Done`, `Cancelled`, `Failed`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DownloadEvent {
    Progress {
        /// How much is there, in bytes, what came the last time included.
        completed: u64,
        /// How much it will be, in bytes.
        total: u64,
    },
    /// All of it came, and what came is checked.
    Checking,
    Done(PathBuf),
    /// The end, because the caller cancelled. What came is kept for another time.
    Cancelled,
    /// The end, because something went wrong.
    Failed(Error),
}

impl DownloadEvent {
    /// Whether this is the last event of its stream.
    pub fn is_terminal(&self) -> bool {
        matches!(self, Self::Done(_) | Self::Cancelled | Self::Failed(_))
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Patience {
    /// Maximum time to a connection.
    pub connect: Duration,
    /// Maximum silence of a host.
    pub stall: Duration,
    /// The pauses before it is tried again, one for each time. A try that brought a good deal begins
    /// them anew.
    pub pauses: Vec<Duration>,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(20),
            stall: Duration::from_secs(30),
            pauses: [1, 2, 4, 8].map(Duration::from_secs).to_vec(),
        }
    }
}
