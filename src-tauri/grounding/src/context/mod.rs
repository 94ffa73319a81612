//! What the model sees: a list of parts, built by one pure function that serves sending, the
//! preview as the user types, and the receipt.

pub mod batch;
mod build;
pub mod compaction;
mod cuts;
mod documents;
mod fit;
mod grammar;
mod input;
mod layout;
mod measure;
mod pictures;
mod plan;
mod project;
mod prompt;
mod sizes;
#[cfg(test)]
mod tests;
pub mod work;

use conversation::model::ChatMessage;
use conversation::{context::ContextView, reference::Reference};

pub use build::build;
pub use documents::names;
pub use grammar::grammar;
pub use input::{
    AttachedFile, Basis, CallOutcome, Fit, Input, LinkedNote, OfferedTool, PastTalk, PastTurn,
    Picture, Progress, ProjectPart, PromptPart, Round, Summary, WorkPart,
};
pub use layout::opening;
pub use project::project_fits;
pub use prompt::{
    DEFAULT as DEFAULT_INSTRUCTIONS, SMALL_ENDS, UNTOLD, UNTOLD_FORMS, own_sentences,
};

use crate::references::Ledger;

/// What [`build`] makes of an [`Input`].
#[derive(Debug, Clone)]
pub struct Assembly {
    /// The messages to send. Not to be sent if `view.refusal` is set.
    pub messages: Vec<ChatMessage>,
    /// The same as people see it.
    pub view: ContextView,
    /// The passages that the model sees, in the order of its documents, each with its number and
    /// [`State::Used`](conversation::reference::State::Used); and the pictures that it sees, which have no
    /// number.
    pub used: Vec<Reference>,
    /// The passages that were found and then cut, in the order in which they were offered. One that
    /// the model has not seen in an earlier turn either has no number.
    pub considered: Vec<Reference>,
    /// The input's ledger with the numbers of `used`. A preview throws it away.
    pub ledger: Ledger,
}
