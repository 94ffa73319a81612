#[cfg(test)]
mod tests;

use std::borrow::Cow;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};
use unicode_segmentation::UnicodeSegmentation;

use crate::LineRange;

/// The lines of a text, counted from 1. A line ends at `\n`, but not at a lone `\r`.
pub(crate) struct Lines<'a> {
    text: &'a str,
    starts: Vec<u32>,
}

impl<'a> Lines<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        // Counted first: in a text of many line ends, a growing list would take several times the memory.
        let ends = text.bytes().filter(|byte| *byte == b'\n').count();
        let mut starts = Vec::with_capacity(ends + 1);
        starts.push(0);
        starts.extend(text.match_indices('\n').map(|(at, _)| small(at + 1)));
        // A final newline begins no other line.
        if starts.len() > 1 && starts.last() == Some(&small(text.len())) {
            starts.pop();
        }
        Self { text, starts }
    }

    pub(crate) fn count(&self) -> u32 {
        u32::try_from(self.starts.len()).unwrap_or(u32::MAX)
    }

    pub(crate) fn line_at(&self, at: usize) -> u32 {
        let at = small(at);
        small(self.starts.partition_point(|start| *start <= at))
    }

    /// Returns the end of the text for a line after the last.
    pub(crate) fn start(&self, line: u32) -> usize {
        let start = self.starts.get((line as usize).saturating_sub(1));
        start.map_or(self.text.len(), |start| *start as usize)
    }

    pub(crate) fn end(&self, line: u32) -> usize {
        self.start(line.saturating_add(1))
    }

    pub(crate) fn text(&self, line: u32) -> &'a str {
        let (start, mut end) = (self.start(line), self.end(line));
        while end > start && matches!(self.text.as_bytes()[end - 1], b'\n' | b'\r') {
            end -= 1;
        }
        &self.text[start..end]
    }

    /// Clamps the range to the text and drops blank lines at its end.
    pub(crate) fn range(&self, first: u32, last: u32) -> LineRange {
        let first = first.clamp(1, self.count());
        let mut last = last.clamp(first, self.count());
        while last > first && self.text(last).trim().is_empty() {
            last -= 1;
        }
        LineRange { start: first, end: last }
    }
}

/// Grows a full list by a quarter. Doubling would need three times its memory while the items are copied.
pub(crate) fn grow<T>(list: &mut Vec<T>) {
    if list.len() == list.capacity() {
        list.reserve_exact(list.len() / 4 + 64);
    }
}

/// Never saturates, because the app reads no text of 4 GiB.
fn small(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Normalises a name: NFC, full case folding, then NFC again, because folding can leave a sequence that composes.
pub(crate) fn fold(name: &str) -> String {
    if name.is_ascii() {
        return name.to_ascii_lowercase();
    }
    let folded = caseless::default_case_fold_str(&nfc(name));
    nfc(&folded).into_owned()
}

pub(crate) fn nfc(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.nfc().collect())
}

/// Normalises a heading: punctuation becomes space, runs of spaces become one, case is folded.
pub(crate) fn heading_key(heading: &str) -> String {
    let spaced: String = heading.chars().map(|c| if is_punctuation(c) { ' ' } else { c }).collect();
    fold(&language::one_line(&spaced))
}

/// Truncates to at most `most` bytes and appends `…`.
pub fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    if text.len() <= most {
        return Cow::Borrowed(text);
    }
    let start = &text[..text.floor_char_boundary(most)];
    Cow::Owned(format!("{}…", start.trim_end_matches('…').trim_end()))
}

/// Truncates to at most `length` characters including `…`, at a word if possible.
pub fn cut(text: &str, length: usize) -> String {
    if text.chars().count() <= length {
        return text.to_owned();
    }
    let mut end = 0;
    let mut word_end = 0;
    let mut count = 0;
    for (at, grapheme) in text.grapheme_indices(true) {
        if grapheme.chars().all(char::is_whitespace) && !text[..at].ends_with(char::is_whitespace) {
            word_end = at;
        }
        count += grapheme.chars().count();
        if count > length - 1 {
            break;
        }
        end = at + grapheme.len();
    }
    // Scripts without spaces and very long words are cut between characters.
    let end = if word_end * 2 >= end { word_end } else { end };
    format!("{}…", text[..end].trim_end_matches([' ', ',', ';', ':', '-', '–', '—']))
}

/// True if `short` may be `text` truncated by [`shortened`]. Passages name a long heading by its truncated text.
pub fn is_shortened(short: &str, text: &str) -> bool {
    short.strip_suffix('…').is_some_and(|start| !start.is_empty() && text.starts_with(start))
}

fn is_punctuation(c: char) -> bool {
    c.is_ascii_punctuation()
        || matches!(c,
            '\u{a1}' | '\u{a7}' | '\u{ab}' | '\u{b6}' | '\u{b7}' | '\u{bb}' | '\u{bf}'
            | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205e}'
            | '\u{2e00}'..='\u{2e7f}' | '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}'
            | '\u{3014}'..='\u{301f}' | '\u{30fb}' | '\u{ff01}'..='\u{ff0f}'
            | '\u{ff1a}'..='\u{ff20}' | '\u{ff3b}'..='\u{ff3d}' | '\u{ff5b}'..='\u{ff65}')
}
