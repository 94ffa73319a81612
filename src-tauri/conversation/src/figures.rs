//! What is counted of an answer.

use serde::{Deserialize, Serialize};

use crate::model::Tokens;

/// What an answer took, over all calls of the model that wrote it. What was asked besides, such as the
/// summary of a long conversation, is in the receipts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct AnswerTokens {
    pub question: Tokens,
    /// Everything that was sent, over all calls.
    pub sent: Tokens,
    /// Of what the last call sent: the calls of tools and what they returned.
    pub tools: Tokens,
    /// What the model wrote, over all calls.
    pub answer: Tokens,
    pub calls: u32,
    /// Whether the server counted what was sent and written. Else some of it is our count.
    pub reported: bool,
}

impl AnswerTokens {
    /// Adds a further call: the tokens that it sent, those of them that tools gave, and those that it wrote.
    pub fn add(&mut self, sent: Tokens, tools: Tokens, wrote: Tokens, reported: bool) {
        self.reported = reported && (self.reported || self.calls == 0);
        self.sent = self.sent + sent;
        self.answer = self.answer + wrote;
        self.tools = tools;
        self.calls = self.calls.saturating_add(1);
    }
}

/// How much of what matches a question the model was given to begin with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Coverage {
    pub passages: u32,
    pub matching: u32,
    pub notes: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_add_up_and_one_that_nobody_counted_makes_it_an_estimate() {
        let mut all = AnswerTokens::default();
        all.add(Tokens(100), Tokens(0), Tokens(10), true);
        assert!(all.reported);
        all.add(Tokens(150), Tokens(40), Tokens(20), false);
        all.add(Tokens(200), Tokens(90), Tokens(30), true);
        let expect = AnswerTokens {
            question: Tokens(0),
            sent: Tokens(450),
            tools: Tokens(90),
            answer: Tokens(60),
            calls: 3,
            reported: false,
        };
        assert_eq!(all, expect);
    }
}
