use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Limits for reading one file. Past a limit, the text read so far counts, and a problem names the limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// In bytes.
    pub file: u64,
    /// Maximum unpacked size of all files in an archive, in bytes.
    pub unpacked: u64,
    pub parts: u32,
    /// Maximum extracted text, in bytes.
    pub text: usize,
    /// Maximum processor time; then reading stops with the text so far.
    pub time: Duration,
    /// Maximum wall-clock time; then the child is killed.
    pub kill: Duration,
    /// The child's memory, in bytes.
    pub memory: u64,
}

impl Limits {
    /// For background reading: a busy machine may slow it down, but must not decide how much is read.
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
