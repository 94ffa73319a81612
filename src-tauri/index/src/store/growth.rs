//! What an edit adds to the figures of the index.

/// By how much edits change the figures of the index.
#[derive(Debug, Default)]
pub(super) struct Growth {
    pub(super) notes: i64,
    pub(super) chunks: i64,
    pub(super) bytes: i64,
    pub(super) excluded: i64,
    pub(super) documents: i64,
}

impl Growth {
    /// Adds notes, or files that are none, and the bytes of notes.
    pub(super) fn count(&mut self, is_document: bool, more: i64, bytes: i64) {
        if is_document {
            self.documents += more;
        } else {
            self.notes += more;
            self.bytes += bytes;
        }
    }
}
