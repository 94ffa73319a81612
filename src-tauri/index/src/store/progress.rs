use notes::{Change, FileProblem, NotePath};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SyncScope {
    /// Unchanged files are recognised by size and time.
    All,
    /// Changes from the watcher: reads the named notes again, and follows the renames that it saw. Only these paths
    /// are checked, except by an [`Index`]'s first sync, after a failed one, and if a folder came or went.
    Changed(Change),
}

/// The last event is exactly one `Done`, `Cancelled` or `Failed`.
#[derive(Debug, Clone)]
pub enum SyncEvent {
    Found {
        notes: u32,
        excluded: u32,
    },
    Progress {
        done: u32,
        total: u32,
        chunks: u32,
    },
    Unread(FileProblem),
    /// Moved notes as (from, to), all at once and before the index changes, so that nobody who stores notes by path
    /// loses one if the process ends here. An old path may contain another note by now.
    Moved(Vec<(NotePath, NotePath)>),
    Done(SyncReport),
    Cancelled,
    Failed(String),
}

#[derive(Debug, Clone, Default)]
pub struct SyncReport {
    pub indexed: u32,
    pub changed: Vec<NotePath>,
    pub removed: Vec<NotePath>,
    /// All of [`SyncEvent::Moved`]. Those with changed content are also in `changed` under the new path; none is in
    /// `removed`.
    pub moved: Vec<(NotePath, NotePath)>,
    pub failed: Vec<FileProblem>,
    pub excluded: u32,
    pub chunks: u32,
    pub seconds: f64,
}
