//! A line that the chat model writes under a grammar.

use std::{sync::Arc, time::Duration};

use tokio_util::sync::CancellationToken;

use super::short_answer::ChatModel;
use crate::protocols::Provider;
use conversation::model::{Error, Tokens};

#[derive(Debug)]
pub struct LineWriter {
    model: ChatModel,
}

impl LineWriter {
    /// Fails if the line takes longer than `patience`, or is cancelled while it is written.
    pub fn new(
        provider: Arc<dyn Provider>,
        model: String,
        window: Tokens,
        patience: Duration,
        cancel: CancellationToken,
    ) -> Self {
        Self { model: ChatModel { provider, name: model, window, patience, cancel } }
    }

    /// The first line of the answer, empty if there is none. Most servers ignore the GBNF grammar. Blocks.
    pub fn write(
        &self,
        instructions: &str,
        question: String,
        grammar: String,
    ) -> Result<String, Error> {
        let answer = self.model.answer(instructions, question, Some(grammar))?;
        let mut lines = answer.lines().map(str::trim);
        let line = lines.find(|line| !line.is_empty() && !line.starts_with("```"));
        Ok(line.unwrap_or_default().trim_matches('`').trim().to_owned())
    }
}
