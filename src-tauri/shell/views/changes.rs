//! Changes to notes as the window sees them.

use ::notes::{Hunk, Piece, diff::pieces};
use conversation::{Change, ConversationId, Reference};
use serde::Serialize;
use specta::Type;

/// A change with what shows each of its hunks.
#[derive(Debug, Clone, Serialize, Type)]
pub struct ChangeView {
    #[serde(flatten)]
    pub change: Change,
    /// Of each note, of each hunk: its words, those that stay too.
    pub pieces: Vec<Vec<Vec<Piece>>>,
    /// The passages that it rests on.
    pub sources: Vec<Reference>,
    /// The conversation that it comes from, if that is there still.
    pub conversation: Option<ConversationId>,
    /// What didn't go as it should when it was written, in a sentence.
    pub notice: Option<String>,
}

impl ChangeView {
    pub fn new(
        change: Change,
        (conversation, sources): (Option<ConversationId>, Vec<Reference>),
    ) -> Self {
        let of_hunk = |hunk: &Hunk| pieces(&hunk.before, &hunk.after);
        let pieces = change.notes.iter().map(|note| note.hunks.iter().map(of_hunk).collect());
        Self { pieces: pieces.collect(), sources, conversation, change, notice: None }
    }
}

/// A note before and after a change, as HTML.
#[derive(Debug, Clone, Serialize, Type)]
pub struct RenderedChange {
    pub before: String,
    pub after: String,
}
