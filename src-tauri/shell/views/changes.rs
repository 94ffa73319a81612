use ::notes::{Hunk, Piece, diff::pieces};
use app::ChangeSources;
use conversation::{Change, ConversationId, Number, Reference};
use serde::Serialize;
use specta::Type;

#[derive(Debug, Clone, Serialize, Type)]
pub struct ChangeView {
    #[serde(flatten)]
    pub change: Change,
    /// Words of each note's hunks, unchanged words included.
    pub pieces: Vec<Vec<Vec<Piece>>>,
    pub sources: Vec<Reference>,
    /// Numbers of the passages in `sources`, by note and hunk.
    pub rests_on: Vec<Vec<Vec<Number>>>,
    /// The conversation that proposed the change, if it still exists.
    pub conversation: Option<ConversationId>,
    /// Number of older changes that can't be undone any more once this change is applied.
    pub crowds_out: u32,
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

#[derive(Debug, Clone, Serialize, Type)]
pub struct RenderedChange {
    pub before: String,
    pub after: String,
}
