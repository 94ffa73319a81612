//! What to bring up to date, and the progress that is reported.

use notes::{Change, FileProblem, NotePath};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SyncScope {
    /// Every file of the vault; unchanged ones are recognised by size and time.
    All,
    /// What a watch reported: notes that it names are read again whatever their size and time say, and
    /// notes that it saw renamed are known to be the same ones, whatever else happened to them. Only
    /// these paths are looked at, in the folder and in the index. The first sync of an [`Index`],
    /// one after a sync that failed, and one of a folder's coming and going looks at everything.
    Changed(Change),
}

/// Progress of bringing the index up to date. The last event is exactly one `Done`, `Cancelled` or
/// `Failed`.
#[derive(Debug, Clone)]
pub enum SyncEvent {
    Found {
        /// Notes that are to be indexed or checked.
        notes: u32,
        excluded: u32,
    },
    Progress {
        /// Notes done so far, well or badly.
        done: u32,
        total: u32,
        /// Passages that they were cut into; notes that hadn't changed give none.
        chunks: u32,
    },
    /// A note couldn't be read.
    Unread(FileProblem),
    /// These notes have another path now, as (from, to): told all at once, and before the index is
    /// changed, so that whoever remembers notes by path loses none if the process ends here. What
    /// stands at an old path by now is another note.
    Moved(Vec<(NotePath, NotePath)>),
    Done(SyncReport),
    /// The end, because it was given up. What was done is kept.
    Cancelled,
    /// The end, because the vault or the database refused.
    Failed(String),
}

#[derive(Debug, Clone, Default)]
pub struct SyncReport {
    /// Notes that are now in the index.
    pub indexed: u32,
    /// Notes that are new or had changed, and were read again.
    pub changed: Vec<NotePath>,
    /// Notes that are gone, or left out by a rule now.
    pub removed: Vec<NotePath>,
    /// Notes that have another path now, as (from, to): all that [`SyncEvent::Moved`] told. Those
    /// whose content changed, too, are in `changed` under their new path, and none is in `removed`.
    pub moved: Vec<(NotePath, NotePath)>,
    /// Notes that couldn't be read, with reasons.
    pub failed: Vec<FileProblem>,
    pub excluded: u32,
    pub chunks: u32,
    /// How long it took, in seconds.
    pub seconds: f64,
}
