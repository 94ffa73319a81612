//! What a call gives: a result, or the reason why it does nothing.

use conversation::{Error, reference::Reference};
use models::Image;

use super::page;

#[derive(Debug, Clone, Default)]
pub struct ToolResult {
    /// What the model gets besides the passages.
    pub text: String,
    /// What was found, without numbers, in the order for the model: of a search the best first. The
    /// text of each goes to the model; a reference without a passage is a note that the text names.
    pub passages: Vec<Reference>,
    /// The image that the model asked to see.
    pub image: Option<Image>,
    pub failed: bool,
    /// What was done, in a sentence for people: “Read Salt.md”, “5 passages of 3 notes”.
    pub told: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Refusal {
    /// What is wrong, in a sentence; for people, too.
    pub(super) told: String,
    /// What would be right, for the model.
    pub(super) hint: String,
}

pub(super) type CallResult = Result<ToolResult, Refusal>;

impl Refusal {
    pub(super) fn new(told: impl Into<String>) -> Self {
        Self { told: told.into(), hint: String::new() }
    }

    pub(super) fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: hint.into(), ..self }
    }

    pub(super) fn into_result(self) -> ToolResult {
        let text = match self.hint.as_str() {
            "" => self.told.clone(),
            hint => format!("{} {hint}", self.told),
        };
        ToolResult { text, failed: true, told: self.told, ..ToolResult::default() }
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::new(page::sentence(&error.message))
    }
}

impl From<notes::Error> for Refusal {
    fn from(error: notes::Error) -> Self {
        Self::new(page::sentence(&error.to_string()))
    }
}
