//! What a message keeps of how it came about: the tools that were called, what was found of its
//! citations, and the summaries that stand for its conversation's beginning.

use jiff::Timestamp;
use models::Tokens;
use rusqlite::params;
use serde::{Deserialize, Serialize};

use super::{Library, columns::Json};
use crate::{CompactionId, MessageId, Result, references::Number};

/// One round of tools within a turn: what the model said, and what it called.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// What it said before it called. No part of the answer.
    pub said: String,
    /// Its calls, in the order in which it made them.
    pub calls: Vec<Call>,
}

/// A call of a tool. The passages that it found are the message's references with its id; the exact
/// text that the model got is in the receipt of the model call after it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Call {
    /// Ties the result to the call; there is one of it in a conversation.
    pub id: String,
    /// The tool's name.
    pub name: String,
    /// The arguments as the model wrote them.
    pub arguments: String,
    /// How far it has come.
    pub state: CallState,
    /// What was done or found, in a sentence for people. Empty while it runs.
    pub told: String,
}

/// How far a call has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CallState {
    /// It runs.
    Running,
    /// It gave a result.
    Done,
    /// It failed, or found nothing.
    Failed,
}

/// What is wrong with a sentence that cites something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// The first byte of the sentence in the answer.
    pub start: u32,
    /// One past its last byte.
    pub end: u32,
    /// What it says and none of its passages does: numbers, dates, names, quotations.
    pub missing: Vec<String>,
}

/// A sentence without a citation, or with none that supports it, and the passage that it clearly comes
/// from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Probably {
    /// The first byte of the sentence in the answer.
    pub start: u32,
    /// One past its last byte.
    pub end: u32,
    /// The passage.
    pub number: Number,
}

/// A summary that stands for the beginning of a conversation in what a model gets. The messages
/// themselves are kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compaction {
    /// Its id.
    pub id: CompactionId,
    /// The last message that it stands for. It counts in every branch that has this message.
    pub through: MessageId,
    /// The summary, as the model wrote it or the user corrected it.
    pub summary: String,
    /// What tools found and answers cited of what it stands for, a line each.
    pub found: Vec<String>,
    /// How many messages it stands for.
    pub messages: u32,
    /// Their size.
    pub before: Tokens,
    /// The summary's size, with what was found.
    pub after: Tokens,
    /// The model that wrote it.
    pub model: String,
    /// When it was made.
    pub created: Timestamp,
    /// Whether the user corrected it.
    pub edited: bool,
}

impl Library {
    /// Keeps the rounds of tools of an answer that is being written, and its thinking so far. What it said so far belongs to
    /// the last of them, and its text begins anew.
    ///
    /// # Errors
    /// If the library fails.
    pub async fn put_steps(
        &self,
        answer: MessageId,
        steps: Vec<Step>,
        thinking: String,
    ) -> Result<()> {
        self.run(move |connection| {
            connection
                .prepare_cached(
                    "UPDATE messages SET text = '', citations = '[]', steps = ?2, thinking = ?3
                     WHERE id = ?1",
                )?
                .execute(params![answer, Json(steps), thinking])?;
            Ok(())
        })
        .await
    }
}
