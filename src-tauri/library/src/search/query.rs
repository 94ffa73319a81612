//! Builds FTS5 expressions from whole words in quotation marks, so that any input is valid.

use index::words::{Segment, is_word_char, normal, pairs, plain, segments, symbol_word};

/// Maximum number of terms; more don't make the query clearer.
const MOST_TERMS: usize = 32;

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Query {
    terms: Vec<String>,
    /// Stretches in scripts without spaces, for highlighting.
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
                            query.push(either(word));
                        }
                    }
                }
                Segment::Run(run) => {
                    query.runs.push(run.to_owned());
                    let mut all: Vec<&str> = pairs(run).collect();
                    // The run may continue in a text, so its last character alone is a prefix.
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
            let word = last.rsplit(" OR ").next().unwrap_or_default().trim_end_matches(')');
            // A whole word's stem may be shorter than the typed prefix.
            query.terms.push(format!("({last} OR {word} *)"));
        }
        query
    }

    fn push(&mut self, term: String) {
        if self.terms.len() < MOST_TERMS {
            self.terms.push(term);
        }
    }

    pub(super) fn all(&self) -> Option<String> {
        (!self.terms.is_empty()).then(|| self.terms.join(" AND "))
    }

    pub(super) fn any(&self) -> Option<String> {
        (!self.terms.is_empty()).then(|| self.terms.join(" OR "))
    }
}

/// A word in its plain form, as it is indexed now, or as it is typed: older messages are indexed as they are spelled.
fn either(word: &str) -> String {
    let plain = plain(word);
    match plain == word.to_lowercase() {
        true => quoted(word),
        false => format!("({} OR {})", quoted(word), quoted(&plain)),
    }
}

fn quoted(word: &str) -> String {
    format!("\"{}\"", word.replace('"', "\"\""))
}
