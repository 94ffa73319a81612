use std::path::PathBuf;
use std::time::Duration;

use super::error::Error;

/// A stream ends in exactly one of `Done`, `Cancelled`, `Failed`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DownloadEvent {
    Progress {
        /// In bytes, including earlier downloads.
        completed: u64,
        total: u64,
    },
    Checking,
    Done(PathBuf),
    /// The partial file stays for another time.
    Cancelled,
    Failed(Error),
}

impl DownloadEvent {
    pub fn is_terminal(&self) -> bool {
        matches!(self, Self::Done(_) | Self::Cancelled | Self::Failed(_))
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Patience {
    pub connect: Duration,
    pub stall: Duration,
    /// Pause before each retry. A try that downloads a good deal restarts the sequence.
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
