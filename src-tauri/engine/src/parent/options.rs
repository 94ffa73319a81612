//! How an engine works, what it is asked, and what it says of itself.

use std::{ffi::OsString, path::PathBuf, time::Duration};

use crate::{
    memory::Memory,
    protocol::{self, LoadReport},
};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    pub path: PathBuf,
    pub args: Vec<OsString>,
}

impl Program {
    /// This very program with the argument `--engine`, which it answers with
    /// [`worker::main`](crate::worker::main).
    pub fn own() -> std::io::Result<Self> {
        Ok(Self { path: std::env::current_exe()?, args: vec![protocol::ARGUMENT.into()] })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Times {
    /// After this long without a question the child is ended.
    pub idle: Duration,
    /// Maximum time for the child to stop after a cancel. It is ended then.
    pub cancel: Duration,
    /// Maximum silence while the child loads or answers. It is ended then.
    pub silence: Duration,
    /// Crashes that lie within this time belong together.
    pub crashes: Duration,
    /// How often an idle child's machine is asked for its memory.
    pub look: Duration,
}

impl Default for Times {
    fn default() -> Self {
        Self {
            idle: Duration::from_secs(600),
            cancel: Duration::from_millis(500),
            silence: Duration::from_secs(300),
            crashes: Duration::from_secs(60),
            look: Duration::from_secs(15),
        }
    }
}

#[derive(Debug, Clone)]
pub struct Options {
    pub program: Program,
    pub library: PathBuf,
    /// Maximum threads that compute; see [`memory::threads`](crate::memory::threads).
    pub threads: u32,
    /// Whether a graphics card may be used.
    pub gpu: bool,
    pub times: Times,
    pub memory: fn() -> Memory,
    /// The file that keeps how fast models were; nothing is kept without one.
    pub speeds: Option<PathBuf>,
}

impl Options {
    /// This program as the child, with the library in this folder.
    pub fn new(library: impl Into<PathBuf>) -> std::io::Result<Self> {
        Ok(Self {
            program: Program::own()?,
            library: library.into(),
            threads: crate::memory::threads(),
            gpu: true,
            times: Times::default(),
            memory: Memory::now,
            speeds: None,
        })
    }
}

/// Which of several questions comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    Question,
    /// Nobody does, as for a note's summary. It gives way to a question at once and begins anew after it, so its
    /// events come together at its end.
    Background,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    pub model: PathBuf,
    /// Context window in tokens. Where memory is short it becomes smaller.
    pub window: u32,
    /// The line that is sent: an [`Ask`](crate::protocol::Ask) as JSON.
    pub line: String,
    /// Which of several questions comes first.
    pub priority: Priority,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Status {
    /// The child's process id, while there is one.
    pub pid: Option<u32>,
    pub model: Option<PathBuf>,
    pub loaded: Option<LoadReport>,
    /// What the child does otherwise than it was told, such as a smaller window: sentences for people.
    pub notices: Vec<String>,
    /// Whether the graphics card is left alone because it failed.
    pub gpu_off: bool,
}

impl Status {
    /// Bytes of memory that the child takes now.
    pub fn memory(&self) -> Option<u64> {
        let pid = sysinfo::Pid::from_u32(self.pid?);
        let mut system = sysinfo::System::new();
        system.refresh_processes(sysinfo::ProcessesToUpdate::Some(&[pid]), true);
        Some(system.process(pid)?.memory())
    }
}
