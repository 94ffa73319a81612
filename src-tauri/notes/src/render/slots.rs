//! HTML of our own that is put in after the page was sanitised: embedded notes (sanitised by
//! themselves, so that nothing left open in one reaches into the other), math, coloured code.
//! Until then a mark stands in its place.

use crate::ContentHash;

const OPEN: char = '\u{fdd2}';
const CLOSE: char = '\u{fdd3}';

/// What waits for its place in one page.
pub(super) struct Slots {
    /// Stands in every mark and in every attribute that only we may write. It hangs on the whole
    /// text, so no text can hold its own.
    pub(super) key: String,
    waiting: Vec<Option<String>>,
}

impl Slots {
    pub(super) fn new(text: &str) -> Self {
        let mut key = ContentHash::of(text).to_string();
        key.truncate(20);
        Self { key, waiting: Vec::new() }
    }

    /// Keeps `html`, and writes the mark that it will replace.
    pub(super) fn put(&mut self, html: String, out: &mut String) {
        out.push(OPEN);
        out.push_str(&format!("{}.{}", self.key, self.waiting.len()));
        out.push(CLOSE);
        self.waiting.push(Some(html));
    }

    /// `html`, which comes from the sanitiser, with everything in its place. A mark is replaced
    /// once, and only where text stands: one in an attribute got there through a tag that the note
    /// left open.
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

/// The length of the tag with which `html` begins; a `>` within quotes doesn't end it.
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
