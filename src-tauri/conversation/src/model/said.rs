//! Splits a model's text into sentences, and normalises them for comparison without case, punctuation, citations and
//! list numbers.

#[cfg(test)]
mod tests;

/// Whether a sentence ends with this sign, in any script.
pub fn ends_sentence(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | '…' | '。' | '！' | '？' | '｡' | '؟' | '۔' | '؛' | '।' | '॥')
}

/// Finds the ends of sentences character by character, so that the text may come in any pieces.
#[derive(Debug, Clone, Copy, Default)]
pub struct SentenceEnds {
    /// A sentence ends here if white space follows.
    ended: bool,
    /// A full stop of a script without spaces ends the sentence whatever follows.
    wide: bool,
    /// Within a citation after the full stop.
    citing: bool,
}

impl SentenceEnds {
    /// True if a sentence ends before `c`, the next character. A line is a sentence, too.
    pub fn before(&mut self, c: char) -> bool {
        let closes =
            matches!(c, '"' | '\'' | ')' | ']' | '*' | '_' | '”' | '’' | '»' | '」' | '』');
        let is_end =
            c == '\n' || self.ended && (c.is_whitespace() || self.wide && !closes && c != '[');
        self.wide = matches!(c, '。' | '！' | '？' | '｡') || self.wide && !is_end;
        self.ended = match c {
            _ if ends_sentence(c) => true,
            '[' | ',' | '^' | '0'..='9' => self.ended && !is_end && (self.citing || c == '['),
            _ => self.ended && !is_end && closes,
        };
        self.citing = self.ended && c != ']' && (self.citing || c == '[');
        is_end
    }
}

/// With the surrounding white space.
pub fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let mut ends = SentenceEnds::default();
    let places: Vec<usize> =
        text.char_indices().filter(|(_, c)| ends.before(*c)).map(|(at, _)| at).collect();
    let starts = std::iter::once(0).chain(places.clone());
    let ends = places.into_iter().chain([text.len()]);
    starts.zip(ends).filter_map(|(start, end)| text.get(start..end))
}

/// A sentence's words in lower case, separated by single spaces: without punctuation, citation numbers and list
/// number. Equal sentences have equal words.
pub fn words(sentence: &str) -> String {
    let mut words = String::with_capacity(sentence.len());
    let mut rest = without_number(sentence.trim_start());
    while let Some(c) = rest.chars().next() {
        if let Some(behind) = without_citation(rest) {
            rest = behind;
            continue;
        }
        if c.is_alphanumeric() {
            words.extend(c.to_lowercase());
        } else if !matches!(c, '\'' | '’') && !words.is_empty() && !words.ends_with(' ') {
            words.push(' ');
        }
        rest = &rest[c.len_utf8()..];
    }
    words.truncate(words.trim_end().len());
    words
}

/// The words of an unfinished sentence, without an incomplete citation.
pub fn words_so_far(sentence: &str) -> String {
    let is_cut = |at: &usize| {
        let inside = &sentence[at + 1..];
        inside.chars().all(|c| c.is_ascii_digit() || ", -^".contains(c))
    };
    words(&sentence[..sentence.rfind('[').filter(is_cut).unwrap_or(sentence.len())])
}

/// Skips `12.` or `12)` at the beginning.
fn without_number(sentence: &str) -> &str {
    let digits = sentence.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_number = digits.len() < sentence.len();
    match digits.strip_prefix(['.', ')']) {
        Some(rest) if is_number && rest.starts_with(char::is_whitespace) => rest,
        _ => sentence,
    }
}

/// Skips `[3]` or `[1, 2]`.
fn without_citation(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('[')?;
    let behind = inside.trim_start_matches(|c: char| c.is_ascii_digit() || ", -^".contains(c));
    (behind.len() < inside.len()).then_some(behind)?.strip_prefix(']')
}
