//! Where the lines of a text begin and end.

use std::ops::Range;

/// The lines of a text, counted from 1. A line ends at `\n` or `\r\n`; a lone `\r` ends none, as in
/// the parsed note. The line end isn't part of the line.
pub(super) struct Lines {
    bounds: Vec<(u32, u32)>,
}

impl Lines {
    pub(super) fn of(text: &str) -> Self {
        // Counted first: a text of nothing but line ends would take several times the room while the list grows.
        let ends = text.bytes().filter(|byte| *byte == b'\n').count();
        let mut bounds = Vec::with_capacity(ends + 1);
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let content = match line.strip_suffix('\n') {
                Some(line) => line.strip_suffix('\r').unwrap_or(line),
                None => line,
            };
            bounds.push((small(start), small(start + content.len())));
            start += line.len();
        }
        Self { bounds }
    }

    /// How many lines there are. What follows the last line end counts only if it isn't empty.
    pub(super) fn count(&self) -> u32 {
        u32::try_from(self.bounds.len()).unwrap_or(u32::MAX)
    }

    /// The bytes of the lines `first` to `last`, both in, without the end of the last one. Lines
    /// past the end have no bytes.
    pub(super) fn bytes(&self, first: u32, last: u32) -> Range<usize> {
        let end = self.bounds.last().map_or(0, |&(_, end)| end as usize);
        let at = |line: u32| self.bounds.get((line as usize).saturating_sub(1));
        let start = at(first).map_or(end, |&(start, _)| start as usize);
        start..at(last).map_or(end, |&(_, end)| end as usize).max(start)
    }

    /// The line that holds the byte `offset`; a line end belongs to the line before it.
    pub(super) fn line_at(&self, offset: usize) -> u32 {
        let lines = self.bounds.partition_point(|&(start, _)| start as usize <= offset);
        u32::try_from(lines.max(1)).unwrap_or(u32::MAX)
    }

    pub(super) fn is_blank(&self, text: &str, line: u32) -> bool {
        text.get(self.bytes(line, line)).is_none_or(|line| line.trim().is_empty())
    }
}

/// A place in a text. No text that is read is so long that its places are larger.
fn small(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
