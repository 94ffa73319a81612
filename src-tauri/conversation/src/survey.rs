//! Reading all notes that match a question.

use serde::{Deserialize, Serialize};

use crate::{Cost, model::Tokens};
use notes::NotePath;

/// The notes that match a question, read batch by batch before it is answered. It is kept after every batch.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Survey {
    /// The notes to read, those that match best first.
    pub notes: Vec<NotePath>,
    pub read: u32,
    /// How many more notes match than are read.
    pub left: u32,
    /// How many batches are still to come, by what is known of their sizes.
    pub to_come: u32,
    pub batches: Vec<Batch>,
}

/// Some notes that a model read at once.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Batch {
    pub notes: Vec<NotePath>,
    pub passages: u32,
    /// What the model found in them, with the numbers of passages in brackets. Empty for nothing.
    pub found: String,
}

impl Survey {
    pub fn is_done(&self) -> bool {
        self.read as usize >= self.notes.len()
    }

    /// What was found, in the order of the batches.
    pub fn findings(&self) -> impl Iterator<Item = &str> {
        self.batches.iter().map(|batch| batch.found.trim()).filter(|found| !found.is_empty())
    }
}

/// What reading all notes that match a question would take.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct SurveyEstimate {
    pub notes: u32,
    pub left: u32,
    pub passages: u32,
    /// How often the model would be asked, the answer included.
    pub calls: u32,
    /// What would be sent, by our count, over all calls.
    pub sent: Tokens,
    /// At most so much would be written.
    pub written: Tokens,
    /// How long the model would read, in seconds, where its speed is known.
    pub seconds: Option<u32>,
    /// What that would cost at most, where prices are known.
    pub cost: Option<Cost>,
}
