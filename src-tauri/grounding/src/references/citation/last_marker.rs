//! The last marker, whose surrounding gap depends on the text behind it.

/// The last marker, while only a separator has followed it.
#[derive(Debug)]
pub(super) struct LastMarker {
    pub(super) end: usize,
    /// For a deleted marker, the text before it that is dropped unless a word follows.
    pub(super) deleted: Option<DeletedMarker>,
}

#[derive(Debug)]
pub(super) struct DeletedMarker {
    pub(super) gap: String,
    pub(super) line_start: bool,
}
