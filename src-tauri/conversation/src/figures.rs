#[cfg(test)]
mod tests;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::model::Tokens;

/// An answer's tokens over all calls of its model. Auxiliary calls, such as the summary of a long conversation, are
/// only in the receipts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct AnswerTokens {
    pub question: Tokens,
    /// Over all calls.
    pub sent: Tokens,
    /// Calls and results of tools in the last call.
    pub tools: Tokens,
    pub answer: Tokens,
    pub calls: u32,
    /// The server counted all sent and written tokens; otherwise some figures are ours.
    pub reported: bool,
}

impl AnswerTokens {
    /// Adds a call: `tools` is the tools' part of `sent`.
    pub fn add(&mut self, sent: Tokens, tools: Tokens, wrote: Tokens, reported: bool) {
        self.reported = reported && (self.reported || self.calls == 0);
        self.sent = self.sent + sent;
        self.answer = self.answer + wrote;
        self.tools = tools;
        self.calls = self.calls.saturating_add(1);
    }
}

/// The share of matching passages in the first request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Coverage {
    pub passages: u32,
    pub matching: u32,
    pub notes: u32,
    /// The time that the question is about, if its notes were read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<PeriodCoverage>,
}

/// The days with notes in a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct PeriodCoverage {
    /// `None` without a beginning.
    pub first: Option<Date>,
    /// Inclusive; `None` without an end.
    pub last: Option<Date>,
    pub days: u32,
    /// The days with a note in the first request, or among the notes that were read batch by batch.
    pub sent: u32,
    /// The first request doesn't have the whole text of these notes, which can be read batch by batch.
    #[serde(default)]
    pub in_part: bool,
}

/// The time to read, where the user changed the time that a question names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct DateRange {
    /// `None` without a beginning.
    pub first: Option<Date>,
    /// Inclusive; `None` without an end.
    pub last: Option<Date>,
}
