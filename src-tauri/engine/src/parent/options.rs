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
    /// This program with the argument `--engine`, which runs [`worker::main`](crate::worker::main).
    pub fn own() -> std::io::Result<Self> {
        Ok(Self { path: std::env::current_exe()?, args: vec![protocol::ARGUMENT.into()] })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Times {
    /// Time without a question after which the child is ended.
    pub idle: Duration,
    /// Maximum time for the child to stop after a cancel, before it is killed.
    pub cancel: Duration,
    /// Maximum silence of a loading or answering child, before it is killed.
    pub silence: Duration,
    /// Crashes within this time count together.
    pub crashes: Duration,
    /// Interval of memory checks while the child is idle.
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
    pub threads: u32,
    pub gpu: bool,
    pub times: Times,
    pub memory: fn() -> Memory,
    pub speeds: Option<PathBuf>,
}

impl Options {
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Priority {
    Question,
    /// Work that nobody waits for, such as a note's summary. A question interrupts it at once and it restarts
    /// afterwards, so its events arrive together at its end.
    Background,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    pub model: PathBuf,
    /// In tokens; reduced where memory is short.
    pub window: u32,
    /// The line to send: an [`Ask`](crate::protocol::Ask) as JSON.
    pub line: String,
    pub priority: Priority,
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Status {
    pub pid: Option<u32>,
    pub model: Option<PathBuf>,
    pub loaded: Option<LoadReport>,
    /// Deviations from the options, such as a smaller window: sentences for people.
    pub notices: Vec<String>,
    /// The graphics card is off because it failed.
    pub gpu_off: bool,
}

impl Status {
    pub fn memory(&self) -> Option<u64> {
        let pid = sysinfo::Pid::from_u32(self.pid?);
        let mut system = sysinfo::System::new();
        system.refresh_processes(sysinfo::ProcessesToUpdate::Some(&[pid]), true);
        Some(system.process(pid)?.memory())
    }
}
