//! What is looked for, in FTS5's way of writing. Only whole words in quotation marks get there, so
//! that whatever the user types is a right query.

use index::words::{Segment, is_word_char, normal, pairs, segments, symbol_word};

/// More words than this say nothing more about what is meant.
const MOST_TERMS: usize = 32;

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Query {
    terms: Vec<String>,
    /// The stretches in scripts without spaces, for marking them.
    pub(super) runs: Vec<String>,
}

impl Query {
    pub(super) fn parse(text: &str) -> Self {
        let text = normal(text);
        let text = text.trim();
        let mut query = Self::default();
        for segment in segments(text) {
            match segment {
                Segment::Spaced(spaced) => {
                    for word in spaced.split(|char| !is_word_char(char)) {
                        if !word.is_empty() {
                            query.push(quoted(word));
                        }
                    }
                }
                Segment::Run(run) => {
                    query.runs.push(run.to_owned());
                    let mut all: Vec<&str> = pairs(run).collect();
                    // Within a text the run may go on, so its last character by itself is a
                    // beginning.
                    if all.len() > 1 {
                        all.pop();
                        all.into_iter().for_each(|pair| query.push(quoted(pair)));
                    } else {
                        query.push(format!("{} *", quoted(run)));
                    }
                }
                Segment::Symbol(symbol) => {
                    query.runs.push(symbol.to_string());
                    query.push(quoted(&symbol_word(symbol)));
                }
            }
        }
        let ends_in_word = matches!(
            segments(text).last(),
            Some(Segment::Spaced(spaced)) if spaced.ends_with(is_word_char)
        );
        if ends_in_word && let Some(last) = query.terms.pop() {
            // The stem of a whole word may be shorter than what was typed of it.
            query.terms.push(format!("({last} OR {last} *)"));
        }
        query
    }

    fn push(&mut self, term: String) {
        if self.terms.len() < MOST_TERMS {
            self.terms.push(term);
        }
    }

    /// An expression for what has all of it; `None` if there is nothing to look for.
    pub(super) fn all(&self) -> Option<String> {
        (!self.terms.is_empty()).then(|| self.terms.join(" AND "))
    }

    /// An expression for what has any of it.
    pub(super) fn any(&self) -> Option<String> {
        (!self.terms.is_empty()).then(|| self.terms.join(" OR "))
    }
}

fn quoted(word: &str) -> String {
    format!("\"{}\"", word.replace('"', "\"\""))
}
