//! How much of the machine a file may take.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// How much a file may take. Over a limit, what was read so far counts, and the limit is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// The file's size, in bytes.
    pub file: u64,
    /// What a packed file may unpack to, in bytes, all of it together.
    pub unpacked: u64,
    pub parts: u32,
    /// The text that is taken out, in bytes.
    pub text: usize,
    /// After this time of the processor reading stops with what there is.
    pub time: Duration,
    /// After this time the child process is ended, whatever it is at.
    pub kill: Duration,
    /// Memory of the child process, in bytes.
    pub memory: u64,
}

impl Limits {
    /// For what is read while nobody waits, at the lowest priority: what else the machine does decides how long it
    /// takes then, and mustn't decide how much of a file is read.
    #[must_use]
    pub fn unhurried() -> Self {
        Self { kill: Duration::from_secs(60), ..Self::default() }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            file: 200 * 1024 * 1024,
            unpacked: 300 * 1024 * 1024,
            parts: 5000,
            text: 24 * 1024 * 1024,
            time: Duration::from_secs(7),
            kill: Duration::from_secs(9),
            memory: 900 * 1024 * 1024,
        }
    }
}
