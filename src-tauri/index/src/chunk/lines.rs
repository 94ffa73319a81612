use std::ops::Range;

/// The places of a text's lines, numbered from 1. A line ends at `\n` or `\r\n`; a lone `\r` ends none, as in
/// `notes::parse`.
pub(super) struct Lines {
    /// The first byte and the end of each line, without its line end.
    bounds: Vec<(u32, u32)>,
}

impl Lines {
    pub(super) fn of(text: &str) -> Self {
        // A list that grows line by line would need several times the memory for a text of only line ends.
        let ends = text.bytes().filter(|byte| *byte == b'\n').count();
        let mut bounds = Vec::with_capacity(ends + 1);
        let mut start = 0;
        for line in text.split_inclusive('\n') {
            let content = match line.strip_suffix('\n') {
                Some(line) => line.strip_suffix('\r').unwrap_or(line),
                None => line,
            };
            bounds.push((offset(start), offset(start + content.len())));
            start += line.len();
        }
        Self { bounds }
    }

    pub(super) fn count(&self) -> u32 {
        u32::try_from(self.bounds.len()).unwrap_or(u32::MAX)
    }

    /// The bytes of lines `first` to `last`, inclusive, without the final line end; empty past the end.
    pub(super) fn bytes(&self, first: u32, last: u32) -> Range<usize> {
        let end = self.bounds.last().map_or(0, |&(_, end)| end as usize);
        let at = |line: u32| self.bounds.get((line as usize).saturating_sub(1));
        let start = at(first).map_or(end, |&(start, _)| start as usize);
        start..at(last).map_or(end, |&(_, end)| end as usize).max(start)
    }

    /// The line of the byte `offset`; a line end belongs to the line before it.
    pub(super) fn line_at(&self, offset: usize) -> u32 {
        let lines = self.bounds.partition_point(|&(start, _)| start as usize <= offset);
        u32::try_from(lines.max(1)).unwrap_or(u32::MAX)
    }

    /// `text` must be the text of these lines.
    pub(super) fn is_blank(&self, text: &str, line: u32) -> bool {
        text.get(self.bytes(line, line)).is_none_or(|line| line.trim().is_empty())
    }
}

fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
