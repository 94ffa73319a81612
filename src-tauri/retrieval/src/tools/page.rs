//! A result of lines that must not become too large.

use std::sync::LazyLock;

use models::{Encoding, TokenCounter, Tokens};

static COUNTER: LazyLock<TokenCounter> =
    LazyLock::new(|| TokenCounter::for_encoding(Encoding::O200k));

/// The size of a text in o200k tokens, as passages are measured.
pub(super) fn size(text: &str) -> u32 {
    COUNTER.count(text).tokens.0
}

/// Tokens that the line saying what was left out needs.
const SPARE: u32 = 32;

/// Lines up to a number of tokens.
pub(super) struct Page {
    lines: Vec<String>,
    left: u32,
}

impl Page {
    pub(super) fn new(limit: Tokens) -> Self {
        Self { lines: Vec::new(), left: limit.0.saturating_sub(SPARE) }
    }

    /// Adds a line, and says whether it fitted. The first one always does.
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

    /// The lines, with one more at the end if there is something to say.
    pub(super) fn finish(mut self, end: Option<String>) -> String {
        self.lines.extend(end);
        self.lines.join("\n")
    }
}

/// The longest piece of somebody else's text that is repeated in a sentence, in characters.
const LONGEST: usize = 200;

/// A text in one line without control characters: names of files and what models send may have
/// any.
pub(super) fn shown(text: &str) -> String {
    let line: String = text
        .chars()
        .take(LONGEST + 1)
        .map(|char| if char.is_control() { ' ' } else { char })
        .collect();
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// With a full stop at its end.
pub(super) fn sentence(text: &str) -> String {
    let text = shown(text);
    if text.ends_with(['.', '!', '?']) { text } else { format!("{text}.") }
}
