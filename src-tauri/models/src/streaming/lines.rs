#[cfg(test)]
mod tests;

use crate::limits::MAX_LINE_BYTES;

/// Decodes only whole lines, so that characters split between chunks stay whole.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    buffer: Vec<u8>,
    given: usize,
    searched: usize,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TooLong;

impl Lines {
    pub(crate) fn push(&mut self, bytes: &[u8]) -> Result<(), TooLong> {
        self.buffer.drain(..self.given);
        self.searched -= self.given;
        self.given = 0;
        self.buffer.extend_from_slice(bytes);
        // No line end occurs before `searched`, so this is the length of one unfinished line.
        if self.searched > MAX_LINE_BYTES { Err(TooLong) } else { Ok(()) }
    }

    /// Without its line end (LF or CRLF).
    pub(crate) fn next(&mut self) -> Option<String> {
        let found = self.buffer[self.searched..].iter().position(|&byte| byte == b'\n');
        let Some(length) = found else {
            self.searched = self.buffer.len();
            return None;
        };
        let end = self.searched + length;
        let line = decode(&self.buffer[self.given..end]);
        self.given = end + 1;
        self.searched = self.given;
        Some(line)
    }

    pub(crate) fn rest(&mut self) -> Option<String> {
        let rest = self.buffer.split_off(self.given);
        *self = Self::default();
        (!rest.is_empty()).then(|| decode(&rest))
    }
}

fn decode(line: &[u8]) -> String {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
    String::from_utf8_lossy(line).into_owned()
}
