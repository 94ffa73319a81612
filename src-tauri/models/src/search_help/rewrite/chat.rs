#[cfg(test)]
mod tests;

use serde_json::{Deserializer, Value};

use super::rewriter::{Exchange, Rewriter, Wording};
use crate::search_help::short_answer::{ChatModel, beginning};
use conversation::model::{Error, marks::without_marks};

/// Maximum characters of a query; a longer line is a sentence about queries.
const LONGEST: usize = 200;

/// Maximum characters of the question.
const LONGEST_QUESTION: usize = 4_000;

/// Maximum characters of an earlier question, and of its answer. Their beginnings name the topic.
const LONGEST_EARLIER: usize = 400;

const HELP: &str = "You help to search somebody's notes. For the question you are given, write ";

const REWRITTEN: &str = "\
one search query that would find notes which answer it: short, spelled out, with what the question \
leaves unsaid, and without what is only politeness.";

const SEVERAL: &str = "\
up to three other search queries that would find notes which answer it: with other words, with what \
the question leaves unsaid, or for one part of it each.";

const FORM: &str = " \
Use the question's language. Don't answer the question. \
Answer with the queries alone, as a JSON list of strings; with [] if the question is fine as it is.";

const IN_TALK: &str = " \
The question continues a conversation, which comes first. Write each query so that it stands by itself: \
name what “it”, “there” or “why” means, in the conversation's words.";

impl Wording {
    fn instructions(self, is_in_talk: bool) -> String {
        let what = match self {
            Self::Rewritten => REWRITTEN.to_owned(),
            Self::Several => SEVERAL.to_owned(),
            Self::RewrittenAndSeveral => format!("first {REWRITTEN} Then write {SEVERAL}"),
        };
        let in_talk = if is_in_talk { IN_TALK } else { "" };
        format!("{HELP}{what}{in_talk}{FORM}")
    }

    /// Maximum further queries; each is a search of its own.
    fn most(self) -> usize {
        match self {
            Self::Rewritten => 1,
            Self::Several => 3,
            Self::RewrittenAndSeveral => 4,
        }
    }
}

#[derive(Debug)]
pub struct ChatRewriter {
    pub model: ChatModel,
    pub wording: Wording,
}

impl Rewriter for ChatRewriter {
    fn rewrite(&self, question: &str, past: &[Exchange]) -> Result<Vec<String>, Error> {
        let question = beginning(question.trim(), LONGEST_QUESTION);
        if question.is_empty() {
            return Ok(Vec::new());
        }
        let instructions = self.wording.instructions(!past.is_empty());
        let answer = self.model.answer(&instructions, prompt(question, past), None)?;
        Ok(queries(&answer, question, self.wording.most()))
    }
}

fn prompt(question: &str, past: &[Exchange]) -> String {
    let mut prompt = String::new();
    for Exchange { question, answer } in past {
        for (name, text) in [("Earlier question", question), ("Answer", answer)] {
            let text = beginning(text.trim(), LONGEST_EARLIER);
            if !text.is_empty() {
                prompt.push_str(&format!("{name}: {}\n\n", without_marks(text)));
            }
        }
    }
    prompt.push_str(&format!("Question: {}", without_marks(question)));
    prompt
}

/// The first queries in an answer: a JSON list of strings anywhere, otherwise lines.
fn queries(answer: &str, question: &str, most: usize) -> Vec<String> {
    let listed = answer.match_indices(['[', '{']).find_map(|(start, _)| {
        let value = Deserializer::from_str(&answer[start..]).into_iter::<Value>().next()?.ok()?;
        strings(&value)
    });
    let candidates = listed.unwrap_or_else(|| lines(answer));
    let mut queries: Vec<String> = Vec::new();
    for candidate in candidates {
        let query = language::one_line(&candidate);
        let known = |other: &str| other.to_lowercase() == query.to_lowercase();
        let fits = !query.is_empty() && query.chars().count() <= LONGEST;
        if fits && !known(question) && !queries.iter().any(|other| known(other)) {
            queries.push(query);
        }
    }
    queries.truncate(most);
    queries
}

fn strings(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::Array(list) => {
            let strings = list.iter().map(|entry| match entry {
                Value::String(text) => Some(text.clone()),
                Value::Object(fields) => fields.values().find_map(Value::as_str).map(str::to_owned),
                _ => None,
            });
            strings.collect()
        }
        Value::Object(fields) => fields.values().find_map(strings),
        _ => None,
    }
}

/// Lines without numbering and quotation marks. A line that ends in a colon only announces others.
fn lines(answer: &str) -> Vec<String> {
    answer
        .lines()
        .map(|line| {
            let line = line.trim().trim_start_matches(['-', '*', '•', '`']).trim_start();
            let unnumbered = line.trim_start_matches(|c: char| c.is_ascii_digit());
            let line = match unnumbered.strip_prefix(['.', ')']) {
                Some(rest) if unnumbered.len() < line.len() => rest,
                _ => line,
            };
            line.trim().trim_matches(['"', '“', '”', '`']).trim()
        })
        .filter(|line| !line.is_empty() && !line.ends_with(':') && *line != "json")
        .filter(|line| line.chars().any(char::is_alphanumeric))
        .map(str::to_owned)
        .collect()
}
