//! Reads all notes that match a question.

use serde::{Deserialize, Serialize};

use crate::{Cost, model::Tokens};
use notes::NotePath;

/// The matching notes, read in batches before the answer. Stored after each batch.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Survey {
    /// Best matches first.
    pub notes: Vec<NotePath>,
    pub read: u32,
    /// Number of matching notes that aren't read.
    pub left: u32,
    /// Estimated number of remaining batches.
    pub to_come: u32,
    pub batches: Vec<Batch>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Batch {
    pub notes: Vec<NotePath>,
    pub passages: u32,
    /// The model's findings with passage numbers in brackets; may be empty.
    pub found: String,
}

impl Survey {
    pub fn is_done(&self) -> bool {
        self.read as usize >= self.notes.len()
    }

    pub fn findings(&self) -> impl Iterator<Item = &str> {
        self.batches.iter().map(|batch| batch.found.trim()).filter(|found| !found.is_empty())
    }
}

/// The cost of reading all notes that match a question.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct SurveyEstimate {
    pub notes: u32,
    pub left: u32,
    pub passages: u32,
    /// Calls of the model, with the answer.
    pub calls: u32,
    /// By our count, over all calls.
    pub sent: Tokens,
    /// Maximum tokens to be written.
    pub written: Tokens,
    pub seconds: Option<u32>,
    /// Maximum cost, where prices are known.
    pub cost: Option<Cost>,
}
