//! Changes to notes as the window sees them.

use ::notes::{Hunk, Piece, diff::pieces};
use app::ChangeSources;
use conversation::{Change, ConversationId, Number, Reference};
use serde::Serialize;
use specta::Type;

/// A change with what shows each of its hunks.
#[derive(Debug, Clone, Serialize, Type)]
pub struct ChangeView {
    #[serde(flatten)]
    pub change: Change,
    /// Of each note, of each hunk: its words, those that stay too.
    pub pieces: Vec<Vec<Vec<Piece>>>,
    /// The passages that it or a hunk of it rests on.
    pub sources: Vec<Reference>,
    /// Of each note, of each hunk: the numbers of those that it rests on.
    pub rests_on: Vec<Vec<Vec<Number>>>,
    /// The conversation that it comes from, if that is there still.
    pub conversation: Option<ConversationId>,
    /// How many older changes can't be undone any more once it is written.
    pub crowds_out: u32,
    /// What didn't go as it should when it was written, in a sentence.
    pub notice: Option<String>,
}

impl ChangeView {
    pub fn new(change: Change, sources: ChangeSources, crowds_out: u32) -> Self {
        let ChangeSources { conversation, references: sources, rests_on } = sources;
        let of_hunk = |hunk: &Hunk| pieces(&hunk.before, &hunk.after);
        let pieces = change.notes.iter().map(|note| note.hunks.iter().map(of_hunk).collect());
        let pieces = pieces.collect();
        Self { pieces, sources, rests_on, conversation, crowds_out, change, notice: None }
    }
}

/// A note before and after a change, as HTML.
#[derive(Debug, Clone, Serialize, Type)]
pub struct RenderedChange {
    pub before: String,
    pub after: String,
}
