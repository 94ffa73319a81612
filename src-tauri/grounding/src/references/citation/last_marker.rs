//! The marker that was met last: what follows it decides on the gap around it.

/// The marker that was met last, while nothing but a separator has followed it.
#[derive(Debug)]
pub(super) struct LastMarker {
    pub(super) end: usize,
    /// If it was deleted: the text before it that goes with it, unless a word follows.
    pub(super) deleted: Option<DeletedMarker>,
}

#[derive(Debug)]
pub(super) struct DeletedMarker {
    pub(super) gap: String,
    pub(super) line_start: bool,
}
