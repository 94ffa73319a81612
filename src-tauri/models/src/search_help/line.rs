//! A line that the chat model writes under a grammar.

use super::short_answer::ChatModel;
use conversation::model::Error;

#[derive(Debug)]
pub struct LineWriter(pub ChatModel);

impl LineWriter {
    /// The first line of the answer, empty if there is none. Most servers ignore the GBNF grammar. Blocks.
    pub fn write(
        &self,
        instructions: &str,
        question: String,
        grammar: String,
    ) -> Result<String, Error> {
        let answer = self.0.answer(instructions, question, Some(grammar))?;
        let mut lines = answer.lines().map(str::trim);
        let line = lines.find(|line| !line.is_empty() && !line.starts_with("```"));
        Ok(line.unwrap_or_default().trim_matches('`').trim().to_owned())
    }
}
