//! Reads inline Markdown: finds text that isn't prose, and removes markup.

use std::ops::Range;

use language::one_line;

/// Replaces code, comments and other text that isn't prose. No key may contain it.
pub(super) const FILLER: char = '\u{1}';

/// Maximum bytes of a link or an HTML tag; longer ones were never closed.
const MAX_SPAN: usize = 1024;

/// Maximum brackets in each other.
pub(super) const MAX_DEPTH: u32 = 8;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// With the number of backticks on each side.
    Code(usize),
    Comment,
    Math,
    HtmlTag,
    Address,
    /// Marks that open nothing.
    Text,
}

/// Remembers failed searches, so that a text takes time proportional to its length.
struct Scanner<'a> {
    text: &'a str,
    /// One bit for each number of backticks that nothing closes.
    unclosed_code: u32,
    no_comment_end: bool,
    no_html_comment_end: bool,
    no_math_before: usize,
}

impl<'a> Scanner<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            unclosed_code: 0,
            no_comment_end: false,
            no_html_comment_end: false,
            no_math_before: 0,
        }
    }

    /// The end and kind of the span that begins at `at`.
    fn span(&mut self, at: usize) -> Option<(usize, Kind)> {
        let rest = &self.text[at..];
        match rest.as_bytes().first()? {
            b'`' => Some(self.code(at)),
            b'%' if rest.starts_with("%%") => {
                if self.no_comment_end {
                    return None;
                }
                let end = rest[2..].find("%%");
                self.no_comment_end = end.is_none();
                end.map(|length| (at + length + 4, Kind::Comment))
            }
            b'<' => self.angle(at),
            b'$' => self.math(at),
            b'h' if rest.starts_with("http://") || rest.starts_with("https://") => {
                let is_end = |it: char| it.is_whitespace() || "<>[]()\"`".contains(it);
                let length = rest.find(is_end).unwrap_or(rest.len());
                Some((at + length, Kind::Address))
            }
            _ => None,
        }
    }

    fn code(&mut self, at: usize) -> (usize, Kind) {
        let run = |at: usize| self.text[at..].bytes().take_while(|byte| *byte == b'`').count();
        let ticks = run(at);
        let open = at + ticks;
        let Some(bit) = u32::try_from(ticks).ok().and_then(|it| 1_u32.checked_shl(it)) else {
            return (open, Kind::Text);
        };
        if self.unclosed_code & bit != 0 {
            return (open, Kind::Text);
        }
        let mut next = open;
        while let Some(offset) = self.text[next..].find('`') {
            let length = run(next + offset);
            next += offset + length;
            if length == ticks {
                return (next, Kind::Code(ticks));
            }
        }
        self.unclosed_code |= bit;
        (open, Kind::Text)
    }

    fn angle(&mut self, at: usize) -> Option<(usize, Kind)> {
        let rest = &self.text[at..];
        if rest.starts_with("<!--") {
            if self.no_html_comment_end {
                return None;
            }
            let end = rest.find("-->");
            self.no_html_comment_end = end.is_none();
            return end.map(|length| (at + length + 3, Kind::Comment));
        }
        let inside = rest.get(1..)?;
        if !inside.starts_with(|it: char| it.is_ascii_alphabetic() || it == '/') {
            return None;
        }
        let end = inside.bytes().take(MAX_SPAN).position(|it| matches!(it, b'>' | b'<' | b'\n'))?;
        inside[end..].starts_with('>').then_some((at + end + 2, Kind::HtmlTag))
    }

    /// `$…$` without spaces inside its marks, or `$$…$$`, on one line.
    fn math(&mut self, at: usize) -> Option<(usize, Kind)> {
        let line_end = || self.text[at..].find('\n').map_or(self.text.len(), |end| at + end);
        if self.text[at..].starts_with("$$") {
            let line = &self.text[at + 2..line_end().max(at + 2)];
            return Some(match line.find("$$") {
                Some(length) if length > 0 => (at + length + 4, Kind::Math),
                _ => (at + 2, Kind::Text),
            });
        }
        if at < self.no_math_before {
            return None;
        }
        let end = line_end();
        let bytes = self.text.as_bytes();
        if bytes.get(at + 1).is_none_or(u8::is_ascii_whitespace) {
            return None;
        }
        let closes = |it: &usize| {
            bytes[*it] == b'$'
                && !bytes[*it - 1].is_ascii_whitespace()
                && bytes[*it - 1] != b'\\'
                && !bytes.get(*it + 1).is_some_and(u8::is_ascii_digit)
        };
        let close = (at + 2..end).find(closes);
        if close.is_none() {
            self.no_math_before = end;
        }
        close.map(|close| (close + 1, Kind::Math))
    }
}

fn is_escape(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    bytes[at] == b'\\' && bytes.get(at + 1).is_some_and(u8::is_ascii_punctuation)
}

/// The contents of inline code.
pub(super) fn codes(text: &str) -> impl Iterator<Item = &str> {
    let mut scanner = Scanner::new(text);
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < text.len() {
            if !text.is_char_boundary(at) {
                at += 1;
            } else if is_escape(text, at) {
                at += 2;
            } else if let Some((end, kind)) = scanner.span(at) {
                let start = std::mem::replace(&mut at, end);
                if let Kind::Code(ticks) = kind {
                    return Some(text[start + ticks..end - ticks].trim());
                }
            } else {
                at += 1;
            }
        }
        None
    })
}

/// The text with [`FILLER`] for code, comments, math, HTML tags, addresses and escaped characters. Offsets and lines
/// don't change.
pub(super) fn masked(text: &str) -> String {
    let mut ranges = Vec::new();
    let mut scanner = Scanner::new(text);
    let mut at = 0;
    while at < text.len() {
        if !text.is_char_boundary(at) {
            at += 1;
        } else if is_escape(text, at) {
            ranges.push(at..at + 2);
            at += 2;
        } else if let Some((end, kind)) = scanner.span(at) {
            if kind != Kind::Text {
                ranges.push(at..end);
            }
            at = end;
        } else {
            at += 1;
        }
    }
    replaced(text, ranges, FILLER)
}

/// Replaces the ranges' bytes, except line ends, by an ASCII character.
pub(super) fn replaced(
    text: &str,
    ranges: impl IntoIterator<Item = Range<usize>>,
    by: char,
) -> String {
    let by = u8::try_from(by).unwrap_or(b' ');
    let mut bytes = text.as_bytes().to_vec();
    for range in ranges {
        let inside = bytes.iter_mut().take(range.end).skip(range.start);
        inside.filter(|byte| **byte != b'\n').for_each(|byte| *byte = by);
    }
    // Can't fail: only whole characters were replaced, by ASCII.
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

/// A run of emphasis marks.
struct Mark {
    /// In the output.
    range: Range<usize>,
    byte: u8,
}

/// The text as shown: without emphasis, code marks, comments and HTML tags; links by their shown text. White space
/// becomes single spaces.
pub(super) fn plain(text: &str) -> String {
    let marked = text.bytes().any(|byte| b"\\`*_[<~=%".contains(&byte));
    if marked { one_line(&Plain::read(text)) } else { one_line(text) }
}

/// Maximum open emphasis marks; more are text.
const MAX_OPEN: usize = 16;

struct Plain<'a> {
    text: &'a str,
    out: String,
    open: Vec<Mark>,
    /// Ranges of the output that are paired marks.
    paired: Vec<Range<usize>>,
    /// Ends of links' shown texts, and of the links.
    link_ends: Vec<(usize, usize)>,
}

impl<'a> Plain<'a> {
    fn read(text: &'a str) -> String {
        let out = String::with_capacity(text.len());
        let mut plain =
            Self { text, out, open: Vec::new(), paired: Vec::new(), link_ends: Vec::new() };
        let mut scanner = Scanner::new(text);
        let mut at = 0;
        while let Some(first) = text[at..].chars().next() {
            if let Some((_, end)) = plain.link_ends.pop_if(|(shown, _)| *shown == at) {
                at = end;
            } else if is_escape(text, at) {
                plain.out.push_str(&text[at + 1..at + 2]);
                at += 2;
            } else if let Some((end, kind)) = scanner.span(at) {
                plain.span(at..end, kind);
                at = end;
            } else {
                at = match first {
                    '*' | '_' | '~' | '=' => plain.mark(at),
                    '[' => plain.bracket(at, at),
                    '!' if text[at + 1..].starts_with('[') => plain.bracket(at, at + 1),
                    _ => plain.push(at, at + first.len_utf8()),
                };
            }
        }
        plain.without_marks()
    }

    fn push(&mut self, at: usize, end: usize) -> usize {
        self.out.push_str(&self.text[at..end]);
        end
    }

    fn span(&mut self, range: Range<usize>, kind: Kind) {
        let written = &self.text[range.clone()];
        match kind {
            Kind::Code(ticks) => {
                self.out.push_str(written[ticks..written.len() - ticks].trim());
            }
            Kind::Comment => {}
            // `<br>` separates words, `<b>` doesn't.
            Kind::HtmlTag if written.starts_with("<br") => self.out.push(' '),
            Kind::HtmlTag => {}
            Kind::Math | Kind::Address | Kind::Text => self.out.push_str(written),
        }
    }

    fn mark(&mut self, at: usize) -> usize {
        let byte = self.text.as_bytes()[at];
        let length = self.text[at..].bytes().take_while(|it| *it == byte).count();
        let end = at + length;
        let start = self.out.len();
        self.push(at, end);
        let single = matches!(byte, b'*' | b'_');
        if length > 3 || (!single && length != 2) {
            return end;
        }
        let before = self.text[..at].chars().next_back();
        let after = self.text[end..].chars().next();
        let is_space = |it: Option<char>| it.is_none_or(char::is_whitespace);
        let is_word = |it: Option<char>| it.is_some_and(char::is_alphanumeric);
        // `snake_case` and `2*3*4` have no emphasis.
        let inside_word = is_word(before) && is_word(after) && (byte == b'_' || length == 1);
        if inside_word {
            return end;
        }
        let mark = Mark { range: start..start + length, byte };
        let fits = |it: &Mark| it.byte == byte && it.range.len() == length;
        if !is_space(before)
            && let Some(opening) = self.open.iter().rposition(fits)
        {
            self.paired.push(self.open[opening].range.clone());
            self.paired.push(mark.range);
            self.open.truncate(opening);
        } else if !is_space(after) && self.open.len() < MAX_OPEN {
            self.open.push(mark);
        }
        end
    }

    /// A link or image whose brackets begin at `open`, and its `!` at `at`.
    fn bracket(&mut self, at: usize, open: usize) -> usize {
        let rest = &self.text[open..];
        if let Some((inside, length)) = wikilink(rest) {
            self.out.push_str(shown(inside));
            return open + length;
        }
        if rest.starts_with("[^")
            && let Some(close) = rest[1..].find(['[', ']', '\n']).map(|at| at + 1)
            && rest[close..].starts_with(']')
        {
            return open + close + 1;
        }
        match markdown_link(rest) {
            Some((close, end)) => {
                self.link_ends.push((open + close, open + end));
                open + 1
            }
            None => self.push(at, open + 1),
        }
    }

    fn without_marks(mut self) -> String {
        self.paired.sort_unstable_by_key(|range| range.start);
        let mut text = String::with_capacity(self.out.len());
        let mut from = 0;
        for range in self.paired {
            text.push_str(&self.out[from..range.start]);
            from = range.end;
        }
        text.push_str(&self.out[from..]);
        text
    }
}

/// The inside and length of a wikilink that begins the text.
pub(super) fn wikilink(text: &str) -> Option<(&str, usize)> {
    let inside = text.strip_prefix("[[")?;
    let is_end = |pair: &[u8]| matches!(pair, b"]]" | b"[[" | [b'\n', _]);
    let end = inside.as_bytes().windows(2).take(MAX_SPAN).position(is_end)?;
    inside[end..].starts_with("]]").then(|| (&inside[..end], end + 4))
}

/// The shown text of a wikilink, or the name of its target.
fn shown(inside: &str) -> &str {
    if let Some((_, shown)) = inside.split_once('|')
        && !shown.trim().is_empty()
    {
        return shown.trim();
    }
    let target = inside.split(['|', '#', '^']).next().unwrap_or(inside).trim_end_matches('\\');
    let target = if target.trim().is_empty() { inside } else { target };
    let name = target.rsplit('/').next().unwrap_or(target).trim();
    name.strip_suffix(".md").unwrap_or(name)
}

/// The offsets of the `]` and of the end of a Markdown link that begins the text.
pub(super) fn markdown_link(text: &str) -> Option<(usize, usize)> {
    let (mut close, mut depth) = (None, 0_u32);
    for (at, byte) in text.bytes().enumerate().take(MAX_SPAN) {
        match (byte, close) {
            // Unclosed brackets in a row would each be searched to the maximum.
            (b'[', None) if depth == MAX_DEPTH => return None,
            (b'[', None) => depth += 1,
            (b']', None) => {
                depth -= 1;
                if depth == 0 {
                    if !text[at + 1..].starts_with('(') {
                        return None;
                    }
                    close = Some(at);
                }
            }
            (b'(', Some(_)) => depth += 1,
            (b')', Some(close)) => {
                depth -= 1;
                if depth == 0 {
                    return Some((close, at + 1));
                }
            }
            (b'\n', _) => return None,
            _ => {}
        }
    }
    None
}
