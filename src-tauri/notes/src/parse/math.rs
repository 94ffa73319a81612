//! Finds blocks of display math. Obsidian opens one where a line begins with `$$` and closes it at the next `$$`, also
//! across blank lines; an unclosed one extends to the note's end. A `$$` after text on a line opens nothing. CommonMark
//! lacks math, so the blocks are masked before parsing.

use std::{borrow::Cow, ops::Range};

pub(crate) fn math_blocks(text: &str, from: usize) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    if !text[from..].contains("$$") {
        return found;
    }
    let mut inside = Region::Text;
    let mut at = from;
    while at < text.len() {
        let line_end = text[at..].find('\n').map_or(text.len(), |end| at + end);
        let line = &text[at..line_end];
        let content = at + prefix_len(line);
        let rest = &text[content..line_end];
        match inside {
            Region::Text => {
                if let Some(fence) = Fence::opening(rest.as_bytes()) {
                    inside = Region::Code(fence);
                } else if rest.starts_with("<!--") && !rest.contains("-->") {
                    inside = Region::Html;
                } else if rest.starts_with("%%") && !rest[2..].contains("%%") {
                    inside = Region::Comment;
                } else if rest.starts_with("$$") && !rest[2..].contains("$$") {
                    let end = math_end(text, line_end, line[..content - at].contains('>'));
                    found.push(content..end);
                    at = text[end..].find('\n').map_or(text.len(), |next| end + next + 1);
                    continue;
                }
            }
            Region::Code(fence) => {
                if fence.closed_by(rest.trim_end_matches('\r').as_bytes()) {
                    inside = Region::Text;
                }
            }
            Region::Html => {
                if rest.contains("-->") {
                    inside = Region::Text;
                }
            }
            Region::Comment => {
                if rest.contains("%%") {
                    inside = Region::Text;
                }
            }
        }
        at = line_end + 1;
    }
    found
}

enum Region {
    Text,
    Code(Fence),
    Html,
    Comment,
}

fn math_end(text: &str, from: usize, quoted: bool) -> usize {
    let mut at = from;
    for line in text[from..].split_inclusive('\n') {
        if quoted && at > from && !line.trim_start().starts_with('>') {
            return at.saturating_sub(1);
        }
        if let Some(close) = line.find("$$") {
            return at + close + 2;
        }
        at += line.len();
    }
    text.len()
}

pub(crate) fn prefix_len(line: &str) -> usize {
    let bytes = line.as_bytes();
    let mut at = 0;
    loop {
        while matches!(bytes.get(at), Some(b' ' | b'\t' | b'>')) {
            at += 1;
        }
        let digits = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let mark = if digits > 0 && digits < 10 {
            matches!(bytes.get(at + digits), Some(b'.' | b')')).then_some(digits + 1)
        } else {
            matches!(bytes.get(at), Some(b'-' | b'*' | b'+')).then_some(1)
        };
        match mark {
            Some(length) if matches!(bytes.get(at + length), Some(b' ' | b'\t')) => at += length,
            _ => return at,
        }
    }
}

/// Blanks the math blocks without moving other bytes. A lone `\r`, which ends no line here, becomes a space.
pub(crate) fn masked<'a>(text: &'a str, blocks: &[Range<usize>]) -> Cow<'a, str> {
    let lone = |at: &usize| text.as_bytes().get(at + 1) != Some(&b'\n');
    let returns = || text.match_indices('\r').map(|(at, _)| at).filter(lone);
    if blocks.is_empty() && returns().next().is_none() {
        return Cow::Borrowed(text);
    }
    let mut bytes = text.as_bytes().to_vec();
    returns().for_each(|at| bytes[at] = b' ');
    for block in blocks {
        // Text after the closing marks must not look indented.
        let line_end = text[block.end..].find('\n').map_or(text.len(), |end| block.end + end);
        let trailing = !text[block.end..line_end].trim().is_empty();
        let last_line = text[block.clone()].rfind('\n').map_or(block.start, |at| block.start + at);
        let mut prefix = false;
        for (at, byte) in bytes.iter_mut().enumerate().take(block.end).skip(block.start) {
            match byte {
                b'\n' => prefix = true,
                b'\r' => {}
                b' ' | b'\t' | b'>' if prefix => {}
                _ => {
                    prefix = false;
                    *byte = if trailing && at > last_line { b'x' } else { b' ' };
                }
            }
        }
    }
    // Can't fail: only whole characters were replaced, by ASCII.
    String::from_utf8(bytes).map_or(Cow::Borrowed(text), Cow::Owned)
}

#[derive(Clone, Copy)]
pub(crate) struct Fence {
    mark: u8,
    length: usize,
}

impl Fence {
    pub(crate) fn opening(line: &[u8]) -> Option<Self> {
        let mark = *line.first().filter(|mark| matches!(mark, b'`' | b'~'))?;
        let length = line.iter().take_while(|byte| **byte == mark).count();
        let plain = mark == b'~' || !line[length..].contains(&b'`');
        (length >= 3 && plain).then_some(Self { mark, length })
    }

    pub(crate) fn closed_by(self, line: &[u8]) -> bool {
        let length = line.iter().take_while(|byte| **byte == self.mark).count();
        length >= self.length && line[length..].iter().all(|byte| matches!(byte, b' ' | b'\t'))
    }
}
