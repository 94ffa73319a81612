//! What the context is built from.

use models::Tokens;
use serde::{Deserialize, Serialize};

use crate::{
    Mode,
    references::{Ledger, Reference},
};

/// Everything that [`build`](super::build) needs to know of a conversation and its next turn. Plain
/// data: the caller has read the notes, searched, and told the time.
#[derive(Debug, Clone)]
pub struct Input {
    /// The user's own system prompt, or `None` for the app's. The sections that depend on the turn
    /// (citing, the date) follow either.
    pub instructions: Option<String>,
    /// Date and time of this turn's message, as the model shall read them.
    pub when: String,
    /// Where the turn looked.
    pub mode: Mode,
    /// The earlier turns, oldest first.
    pub history: Vec<PastTurn>,
    /// The notes that the user linked in this turn's message, in order, broken links too.
    pub linked: Vec<LinkedNote>,
    /// The passages that the search found, best first. Those in state
    /// [`State::Considered`](crate::references::State::Considered) are the first to go.
    pub hits: Vec<Reference>,
    /// The files attached to this turn's message, in order.
    pub attachments: Vec<AttachedFile>,
    /// This turn's message, as typed.
    pub question: String,
    /// The tool of this call that reads a note, if it has one. The message names it then.
    pub read_tool: Option<String>,
    /// The model's window.
    pub window: Tokens,
    /// What is kept free for the answer.
    pub reserve: Tokens,
    /// The conversation's numbers so far. Passages that the model has not seen before get the next
    /// ones, in the order in which the model sees them.
    pub ledger: Ledger,
}

/// A question that was asked before, and its answer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PastTurn {
    /// The question, as typed.
    pub question: String,
    /// What the question linked.
    pub references: Vec<Reference>,
    /// The files that were attached to it.
    pub attachments: Vec<AttachedFile>,
    /// The answer with its marks as `[n]`; `None` if there is none (the model failed, or was
    /// stopped before the first word).
    pub answer: Option<String>,
}

/// A note that the user linked in the message.
#[derive(Debug, Clone, PartialEq)]
pub struct LinkedNote {
    /// The link, as [`direct_references`](crate::references::links::direct_references) gave it.
    pub link: Reference,
    /// The note's text, or that of the section which the link names, as one passage or several in
    /// order. All of them go in or none. Empty if the note couldn't be read.
    pub text: Vec<Reference>,
    /// The passages of the note that stand in for a text which is too long, best first.
    pub best: Vec<Reference>,
}

/// A text file that was attached to a message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AttachedFile {
    /// The file's name.
    pub name: String,
    /// Its text.
    pub text: String,
}
