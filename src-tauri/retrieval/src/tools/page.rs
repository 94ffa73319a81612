use std::sync::LazyLock;

use conversation::model::said::ends_sentence;
use models::{Encoding, TokenCounter, Tokens};

static COUNTER: LazyLock<TokenCounter> =
    LazyLock::new(|| TokenCounter::for_encoding(Encoding::O200k));

/// The size in tokens of o200k, the unit of passage sizes.
pub(super) fn size(text: &str) -> u32 {
    COUNTER.count(text).tokens.0
}

/// Tokens reserved for the last line, which [`Page::finish`] adds.
const SPARE: u32 = 32;

/// The lines of a tool's result, up to a number of tokens.
pub(super) struct Page {
    lines: Vec<String>,
    left: u32,
}

impl Page {
    pub(super) fn new(limit: Tokens) -> Self {
        Self { lines: Vec::new(), left: limit.0.saturating_sub(SPARE) }
    }

    /// Adds a line if it fits; the first one always does. Returns whether it did.
    pub(super) fn push(&mut self, line: String) -> bool {
        let tokens = size(&line).saturating_add(1);
        if tokens > self.left && !self.lines.is_empty() {
            return false;
        }
        self.left = self.left.saturating_sub(tokens);
        self.lines.push(line);
        true
    }

    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    pub(super) fn finish(mut self, end: Option<String>) -> String {
        self.lines.extend(end);
        self.lines.join("\n")
    }
}

/// Maximum characters of foreign text in a sentence.
const LONGEST: usize = 200;

/// Foreign text on one line without control characters, which file names and models' texts may contain.
pub(super) fn shown(text: &str) -> String {
    let line: String = text
        .chars()
        .take(LONGEST + 1)
        .map(|char| if char.is_control() { ' ' } else { char })
        .collect();
    language::beginning(&line, LONGEST)
}

pub(super) fn sentence(text: &str) -> String {
    let text = shown(text);
    if text.ends_with(ends_sentence) { text } else { format!("{text}.") }
}
