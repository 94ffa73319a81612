//! Inserts our own HTML after the page was sanitised: embedded notes (sanitised separately, so that an unclosed tag
//! can't reach another note), math, highlighted code. Until then a mark holds the place.

use crate::ContentHash;

const OPEN: char = '\u{fdd2}';
const CLOSE: char = '\u{fdd3}';

pub(super) struct Slots {
    /// Part of every mark and reserved attribute. It depends on the whole text, so no text can contain its own.
    pub(super) key: String,
    waiting: Vec<Option<String>>,
}

impl Slots {
    pub(super) fn new(text: &str) -> Self {
        let mut key = ContentHash::of(text).to_string();
        key.truncate(20);
        Self { key, waiting: Vec::new() }
    }

    pub(super) fn put(&mut self, html: String, out: &mut String) {
        out.push(OPEN);
        out.push_str(&format!("{}.{}", self.key, self.waiting.len()));
        out.push(CLOSE);
        self.waiting.push(Some(html));
    }

    /// Inserts everything into sanitised `html`. A mark is replaced once, and only in text: in an attribute, it got
    /// there through an unclosed tag of the note.
    pub(super) fn fill(mut self, html: String) -> String {
        if !html.contains(OPEN) {
            return html;
        }
        let waiting: usize = self.waiting.iter().flatten().map(String::len).sum();
        let mut out = String::with_capacity(html.len() + waiting);
        let mut rest = html.as_str();
        while let Some(at) = rest.find(['<', OPEN]) {
            out.push_str(&rest[..at]);
            rest = &rest[at..];
            if rest.starts_with('<') {
                let (tag, after) = rest.split_at(tag_length(rest));
                out.extend(tag.chars().filter(|c| *c != OPEN && *c != CLOSE));
                rest = after;
            } else {
                rest = &rest[OPEN.len_utf8()..];
                let Some((mark, after)) = rest.split_once(CLOSE) else { continue };
                if let Some(number) = self.number(mark) {
                    out.push_str(&self.waiting[number].take().unwrap_or_default());
                    rest = after;
                }
            }
        }
        out.push_str(rest);
        out
    }

    fn number(&self, mark: &str) -> Option<usize> {
        let number: usize =
            mark.strip_prefix(self.key.as_str())?.strip_prefix('.')?.parse().ok()?;
        (number < self.waiting.len()).then_some(number)
    }
}

/// A `>` in quotes doesn't end the tag.
pub(super) fn tag_length(html: &str) -> usize {
    let mut quoted = false;
    for (at, byte) in html.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b'>' if !quoted => return at + 1,
            _ => {}
        }
    }
    html.len()
}
