//! What the model sees: a list of parts, built by one pure function that serves sending, the
//! preview as the user types, and the receipt.

use models::{CountKind, Tokens};
use serde::{Deserialize, Serialize};

use crate::references::Number;

/// What a part of the context is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Segment {
    /// The app's instructions.
    System,
    /// Earlier messages and the new one.
    Messages,
    /// Passages of notes.
    Documents,
    /// Files of the user.
    Attachments,
    /// The reminder at the end.
    Reminder,
}

/// One part of what was, or would be, sent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PartView {
    /// What it is.
    pub segment: Segment,
    /// Its name for people: `Instructions`, `Your question`, `[3] Salt › How much`.
    pub label: String,
    /// Where it comes from, if that says more: a path with lines, a file's name.
    pub origin: Option<String>,
    /// The number of its passage, if it is one.
    pub number: Option<Number>,
    /// Its size.
    pub tokens: Tokens,
    /// How it was counted.
    pub count: CountKind,
    /// Its exact text.
    pub text: String,
}

/// Something that was left out to make the rest fit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cut {
    /// What, for people.
    pub label: String,
    /// Its size.
    pub tokens: Tokens,
    /// Why, in a sentence.
    pub reason: String,
}

/// The budgets of a window, in tokens: system 0.1, tools 0.3, messages 0.6 of it, rounded down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Budgets {
    /// For the instructions.
    pub system: Tokens,
    /// For tools and what they return.
    pub tools: Tokens,
    /// For everything else.
    pub messages: Tokens,
}

/// The context as the window shows it: the same figures as the request has.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ContextView {
    /// The model's window.
    pub window: Tokens,
    /// Kept free for the answer.
    pub reserve: Tokens,
    /// The window's budgets.
    pub budgets: Budgets,
    /// The parts, in the order in which they are sent.
    pub parts: Vec<PartView>,
    /// What was left out and why.
    pub cuts: Vec<Cut>,
    /// The sum of all parts, with what the message format itself costs.
    pub total: Tokens,
    /// Window − reserve − total, at least 0.
    pub free: Tokens,
    /// Why it can't be sent at all, with figures, if it can't.
    pub refusal: Option<String>,
}
