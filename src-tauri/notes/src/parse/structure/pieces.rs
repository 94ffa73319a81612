//! Reading a long text in pieces, so that comrak's tree of all of it never takes room at once.

use std::{borrow::Cow, ops::Range};

use comrak::nodes::NodeValue;

use crate::text::Lines;

/// Maximum number of lines that open blocks again. Lists in lists are seldom ten deep.
const MOST_LINES: usize = 200;

/// Maximum length of each such line, in bytes.
const LONGEST_LINE: usize = 4096;

/// Stands for a blank line: behind the last line there is nothing.
const BLANK: u32 = u32::MAX;

/// The blocks that are open where a piece begins, and the lines of the text that open them again: comrak reads these
/// once more, before the piece.
#[derive(Default)]
pub(super) struct Open {
    /// Places in the list of blocks, from the outside in.
    pub(super) blocks: Vec<usize>,
    pub(super) lines: Vec<u32>,
}

impl Open {
    /// Adds a block, with the lines `opening` that begin it. A blank line before them keeps what stands above from
    /// going on, but where it would end a quote.
    pub(super) fn add(&mut self, block: usize, opening: Range<u32>, in_quote: bool) {
        self.blocks.push(block);
        let before = self.lines.iter().rfind(|line| **line != BLANK).copied().unwrap_or_default();
        let opening = opening.start.max(before + 1)..opening.end;
        if before > 0 && !opening.is_empty() && !in_quote {
            self.lines.push(BLANK);
        }
        self.lines.extend(opening);
    }

    /// Ends the lines, with a blank one if no text goes on. Too many lines open nothing: the piece begins anew.
    pub(super) fn end(&mut self, is_blank: bool) {
        if self.blocks.is_empty() || self.lines.len() > MOST_LINES {
            *self = Self::default();
        } else if is_blank {
            self.lines.push(BLANK);
        }
    }
}

/// What comrak reads at once.
pub(super) struct Piece {
    pub(super) range: Range<usize>,
    /// The rest of a line that alone has too many marks. It is read as words: what a block is is written at the
    /// beginning of its lines.
    words: Range<usize>,
}

impl Piece {
    /// The piece of `text` that begins at `at`, of whole lines with at most `window` marks.
    pub(super) fn at(text: &str, at: usize, window: usize) -> Self {
        let (mut marks, mut line) = (0, at);
        for (place, byte) in (at..).zip(text[at..].bytes()) {
            marks += usize::from(byte == b'\n' || byte.is_ascii_punctuation());
            if marks > window && line > at {
                return Self { range: at..line, words: line..line };
            }
            if marks > window {
                let end = text[place..].find('\n').map_or(text.len(), |end| place + end);
                let words = (place + 1).min(end)..end;
                return Self { range: at..(end + 1).min(text.len()), words };
            }
            if byte == b'\n' {
                line = place + 1;
            }
        }
        Self { range: at..text.len(), words: text.len()..text.len() }
    }

    /// What comrak gets; `from` is where the body begins.
    pub(super) fn source<'a>(
        &self,
        text: &'a str,
        from: usize,
        lines: &Lines<'_>,
        open: &Open,
    ) -> Cow<'a, str> {
        if open.lines.is_empty() && self.words.is_empty() {
            return Cow::Borrowed(&text[self.range.clone()]);
        }
        let mut source = String::with_capacity(self.range.len());
        for line in &open.lines {
            let start = lines.start(*line).max(from);
            let opening = &text[start..lines.end(*line).max(start)];
            let opening = opening.trim_end_matches(['\n', '\r']);
            source.push_str(&opening[..opening.floor_char_boundary(LONGEST_LINE)]);
            source.push('\n');
        }
        source.push_str(&text[self.range.start..self.words.start.min(self.range.end)]);
        source.extend(std::iter::repeat_n('x', self.words.len()));
        source.push_str(&text[self.words.end.min(self.range.end)..self.range.end]);
        Cow::Owned(source)
    }
}

/// Whether a block may go on behind the piece at whose end it stands; `at_end` if the piece's last line is its own.
pub(super) fn goes_on(block: &NodeValue, at_end: bool) -> bool {
    match block {
        NodeValue::List(_) | NodeValue::Item(_) | NodeValue::FootnoteDefinition(_) => true,
        NodeValue::BlockQuote
        | NodeValue::Callout(_)
        | NodeValue::Table(_)
        | NodeValue::Paragraph => at_end,
        NodeValue::CodeBlock(code) => !code.fenced || !code.closed,
        NodeValue::MultilineComment(comment) => !comment.closed,
        NodeValue::HtmlBlock(html) => {
            let last = html.literal.lines().next_back().unwrap_or_default().to_ascii_lowercase();
            let ends: &[&str] = match html.block_type {
                1 => &["</script>", "</pre>", "</style>", "</textarea>"],
                2 => &["-->"],
                3 => &["?>"],
                4 => &[">"],
                5 => &["]]>"],
                _ => return at_end,
            };
            !ends.iter().any(|end| last.contains(end))
        }
        _ => false,
    }
}
