//! Builds the context: the messages that a model gets. One pure function serves sending, the preview of a draft, and
//! the receipt.
//!
//! In reading order: `input` has the input, `build` the steps; `sizes` measures the input once, `plan` and `fit`
//! decide what goes in, `layout` arranges it, `cuts` lists what is left out. `prompt` and `documents` have the texts;
//! `compaction`, `batch` and `work` the prompts of auxiliary calls.

pub mod batch;
mod build;
pub mod compaction;
mod cuts;
mod documents;
mod fit;
mod grammar;
mod input;
mod key_turns;
mod layout;
mod measure;
mod pictures;
mod plan;
mod project;
mod prompt;
mod properties;
mod reply_language;
mod sizes;
#[cfg(test)]
mod tests;
pub mod work;

use conversation::model::ChatMessage;
use conversation::{context::ContextView, reference::Reference};

pub use build::build;
pub use documents::gist;
pub use fit::best_of_kinds;
pub use grammar::grammar;
pub use input::{
    AttachedFile, Basis, CallOutcome, Fit, Input, LinkedNote, OfferedTool, PastTalk, PastTurn,
    Picture, Progress, ProjectPart, PromptPart, Round, Summary, WorkPart,
};
pub use layout::opening;
pub use project::project_fits;
pub use prompt::{
    DEFAULT as DEFAULT_INSTRUCTIONS, NOT_IN_NOTES, NOT_IN_NOTES_FORMS, SMALL_ENDS, not_in_notes,
    own_sentences, says_not_in_notes,
};

pub use reply_language::reply_language;

pub use crate::sentences::pixels;

use crate::references::Ledger;

#[derive(Debug, Clone)]
pub struct Assembly {
    /// Must not be sent if `view.refusal` is set.
    pub messages: Vec<ChatMessage>,
    /// The same for people.
    pub view: ContextView,
    /// The passages that the model sees, in order, each with a number and
    /// [`State::Used`](conversation::reference::State::Used), and the pictures, which have no number.
    pub used: Vec<Reference>,
    /// The found passages that were cut, in the order in which they were offered. They have a number only from an
    /// earlier turn.
    pub considered: Vec<Reference>,
    /// Some of `used` are excerpts.
    pub has_excerpts: bool,
    /// The input's ledger with the numbers of `used`. A preview drops it.
    pub ledger: Ledger,
}
