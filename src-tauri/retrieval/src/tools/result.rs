use conversation::{Error, reference::Reference};
use models::Image;

use super::page;
use crate::sentences::calls::in_english;

#[derive(Debug, Clone, Default)]
pub struct ToolResult {
    pub text: String,
    /// Passages without numbers, best first for a search. The model gets each one's text; a reference without a
    /// passage is a note that the text names.
    pub passages: Vec<Reference>,
    pub image: Option<Image>,
    pub failed: bool,
    /// A sentence for people: “Read Salt.md”, “5 passages of 3 notes”.
    pub told: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) told: String,
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
        Self::new(in_english(|| page::sentence(&error.message)))
    }
}

impl From<notes::Error> for Refusal {
    fn from(error: notes::Error) -> Self {
        Self::new(in_english(|| page::sentence(&error.to_string())))
    }
}
