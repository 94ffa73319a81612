//! Removes text from an answer that small models write by mistake: sentences of the app's own
//! instructions, and empty list items at the end.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use conversation::model::said::{SentenceEnds, words, words_so_far};

/// Maximum bytes of text without letters, such as a list marker with its space, that are held back.
const MOST_HELD: usize = 64;

/// Reads an answer as it streams. It holds back only text that may become one of the app's own
/// sentences, and list markers until text follows them.
pub(crate) struct Screen {
    /// The app's own sentences, normalised for comparison.
    own: BTreeSet<String>,
    ends: SentenceEnds,
    held: String,
    /// List markers without text so far.
    items: String,
    /// True if the current sentence can't be one of the app's own: the rest of it is shown at once.
    passes: bool,
    /// True if some text was shown.
    has_begun: bool,
    /// The number of the last numbered list item.
    number: u32,
    /// True if the model wrote one of the app's own sentences. Neither this sentence nor the text
    /// after it is shown.
    pub(crate) has_echoed: bool,
}

impl Screen {
    pub(crate) fn new(own: BTreeSet<String>) -> Self {
        Self {
            own,
            ends: SentenceEnds::default(),
            held: String::new(),
            items: String::new(),
            passes: false,
            has_begun: false,
            number: 0,
            has_echoed: false,
        }
    }

    /// Takes the next piece, and returns the text to show.
    pub(crate) fn push(&mut self, text: &str) -> String {
        let mut out = String::new();
        if self.has_echoed {
            return out;
        }
        for c in text.chars() {
            if self.ends.before(c) && !self.end(&mut out) {
                return out;
            }
            if self.passes {
                out.push(c);
            } else {
                self.held.push(c);
            }
        }
        if !self.passes && !self.may_become_own() {
            self.release(&mut out);
            self.passes = true;
        }
        out
    }

    /// Ends the answer. Returns the text that was held back, unless it consists of empty list items
    /// or is one of the app's own sentences.
    pub(crate) fn end_text(&mut self) -> String {
        let mut out = String::new();
        if self.has_echoed {
            return out;
        }
        let marker = self.held.trim();
        let is_item = match number(marker) {
            Some(number) => self.number > 0 && number == self.number + 1,
            None => self.is_item(&self.held),
        };
        if is_item || marker.is_empty() && !self.items.is_empty() {
            return out;
        }
        self.has_echoed = self.own.contains(&words(&self.held));
        if !self.has_echoed {
            self.release(&mut out);
        }
        out
    }

    /// Ends the sentence. Returns false if it is one of the app's own.
    fn end(&mut self, out: &mut String) -> bool {
        if std::mem::take(&mut self.passes) {
            return true;
        }
        if self.own.contains(&words(&self.held)) {
            self.has_echoed = true;
            self.held.clear();
            return false;
        }
        let is_space = self.held.trim().is_empty();
        if self.is_item(&self.held) || is_space && !self.items.is_empty() {
            self.number = number(self.held.trim()).unwrap_or(self.number);
            self.items.push_str(&self.held);
            self.held.clear();
        } else {
            self.release(out);
        }
        true
    }

    fn release(&mut self, out: &mut String) {
        self.has_begun |= !self.held.is_empty();
        out.push_str(&std::mem::take(&mut self.items));
        out.push_str(&std::mem::take(&mut self.held));
    }

    /// True if the text is only a list marker at the beginning of a line.
    fn is_item(&self, text: &str) -> bool {
        let marker = text.trim();
        let is_marker = matches!(marker, "-" | "*" | "+" | "•")
            || number(marker).is_some_and(|number| number == 1 || number == self.number + 1);
        is_marker && (text.starts_with('\n') || !self.has_begun)
    }

    fn may_become_own(&self) -> bool {
        let text = words_so_far(&self.held);
        if text.chars().all(|c| c.is_ascii_digit()) || self.is_item(&self.held) {
            return self.held.len() <= MOST_HELD;
        }
        // In sorted order, the first sentence from `text` on begins with `text` if any does.
        self.own.range(text.clone()..).next().is_some_and(|own| own.starts_with(&text))
    }
}

/// The number of a list marker such as `3.`.
fn number(marker: &str) -> Option<u32> {
    marker.strip_suffix(['.', ')'])?.parse().ok()
}
