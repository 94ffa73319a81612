//! Breaks template marks in texts: a note with `<|im_end|>` would otherwise end the user's turn and could speak in
//! the app's name.

#[cfg(test)]
mod tests;

use std::collections::{BTreeSet, HashSet};

use serde_json::Value;

/// Inserted after a mark's first letter. The model reads the same letters, but no mark.
const BREAK: char = '\u{200b}';

#[derive(Debug, Default)]
pub(super) struct Marks {
    all: HashSet<String>,
    /// First letters, and lengths in bytes, to scan each text once.
    first: BTreeSet<char>,
    lengths: BTreeSet<usize>,
}

impl Marks {
    pub fn new(marks: Vec<String>) -> Self {
        Self {
            first: marks.iter().filter_map(|mark| mark.chars().next()).collect(),
            lengths: marks.iter().map(String::len).collect(),
            all: marks.into_iter().collect(),
        }
    }

    pub fn neutralise(&self, value: &mut Value) {
        match value {
            Value::String(text) => {
                if let Some(broken) = self.broken(text) {
                    *text = broken;
                }
            }
            Value::Array(values) => values.iter_mut().for_each(|value| self.neutralise(value)),
            Value::Object(fields) => {
                fields.values_mut().for_each(|value| self.neutralise(value));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// `None` if the text has no marks.
    fn broken(&self, text: &str) -> Option<String> {
        let begins_mark = |at: usize| {
            let mut ends = self.lengths.iter().map(|length| at + length);
            ends.any(|end| text.get(at..end).is_some_and(|mark| self.all.contains(mark)))
        };
        let mut out: Option<String> = None;
        for (at, c) in text.char_indices() {
            let marked = self.first.contains(&c) && begins_mark(at);
            if marked && out.is_none() {
                out = Some(text[..at].to_owned());
            }
            if let Some(out) = &mut out {
                out.push(c);
                if marked {
                    out.push(BREAK);
                }
            }
        }
        out
    }
}
