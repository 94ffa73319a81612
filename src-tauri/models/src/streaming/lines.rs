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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lines(chunks: &[&[u8]]) -> Vec<String> {
        let mut lines = Lines::default();
        let mut all = Vec::new();
        for chunk in chunks {
            lines.push(chunk).unwrap();
            all.extend(std::iter::from_fn(|| lines.next()));
        }
        all.extend(lines.rest());
        all
    }

    #[test]
    fn lines_of_a_text() {
        assert_eq!(lines(&[b"a\nb\r\n\r\n\nc"]), ["a", "b", "", "", "c"]);
        assert_eq!(lines(&["\u{feff}a\nä".as_bytes()]), ["a", "ä"]);
        assert_eq!(lines(&["ä".as_bytes(), b"\n"]), ["ä"]);
        assert_eq!(lines(&[&[0xc3], &[0xa4, b'\n', 0xff]]), ["ä", "\u{fffd}"]);
        assert!(lines(&[]).is_empty());
    }

    #[test]
    fn a_line_without_end_is_refused() {
        let mut lines = Lines::default();
        let chunk = vec![b'x'; 1024 * 1024];
        let pushed = (0..100).take_while(|_| {
            let fits = lines.push(&chunk).is_ok();
            assert_eq!(lines.next(), None);
            fits
        });
        assert!((2..5).contains(&pushed.count()));
    }

    proptest! {
        #[test]
        fn cuts_make_no_difference(text in "(é|汉|a|\r\n|\n|😀){0,20}", size in 1_usize..5) {
            let chunks: Vec<&[u8]> = text.as_bytes().chunks(size).collect();
            prop_assert_eq!(lines(&chunks), lines(&[text.as_bytes()]));
        }
    }
}
