//! Bytes of tokens, made into text that can be shown.

/// Puts characters together that are spread over tokens, and ends at texts that stand for the end.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    /// Bytes that aren't a whole character yet.
    bytes: Vec<u8>,
    /// Text that may be the beginning of an end.
    held: String,
    /// Texts at which the answer ends.
    ends: Vec<String>,
}

impl Pieces {
    pub fn ending_at(ends: Vec<String>) -> Self {
        Self { ends, ..Self::default() }
    }

    /// Takes the bytes of a token. Gives what is certain, and whether the answer ends here.
    pub fn push(&mut self, bytes: &[u8]) -> (String, bool) {
        self.bytes.extend_from_slice(bytes);
        loop {
            match std::str::from_utf8(&self.bytes) {
                Ok(text) => {
                    self.held.push_str(text);
                    self.bytes.clear();
                    break;
                }
                Err(error) => {
                    let (valid, rest) = self.bytes.split_at(error.valid_up_to());
                    self.held.push_str(&String::from_utf8_lossy(valid));
                    // Without a length the character isn't at its end yet.
                    let Some(wrong) = error.error_len() else {
                        self.bytes = rest.to_vec();
                        break;
                    };
                    self.held.push(char::REPLACEMENT_CHARACTER);
                    self.bytes = rest[wrong..].to_vec();
                }
            }
        }
        let end = self.ends.iter().filter_map(|end| self.held.find(end.as_str())).min();
        if let Some(end) = end {
            self.held.truncate(end);
            self.bytes.clear();
            return (std::mem::take(&mut self.held), true);
        }
        let rest = self.held.split_off(self.held.len() - self.may_end());
        (std::mem::replace(&mut self.held, rest), false)
    }

    /// The length of what is held and may be the beginning of an end.
    fn may_end(&self) -> usize {
        let tail = |end: &String| {
            let lengths = (1..end.len()).rev().filter(|n| end.is_char_boundary(*n));
            lengths.into_iter().find(|n| self.held.ends_with(&end[..*n])).unwrap_or(0)
        };
        self.ends.iter().map(tail).max().unwrap_or(0)
    }

    /// What was held back, because nothing more comes.
    pub fn rest(&mut self) -> String {
        let bytes = std::mem::take(&mut self.bytes);
        std::mem::take(&mut self.held) + &String::from_utf8_lossy(&bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pieces of text that come out; `|` stands for the end.
    fn check(ends: &[&str], tokens: &[&[u8]], expect: &[&str]) {
        let mut pieces = Pieces::ending_at(ends.iter().map(|end| (*end).to_owned()).collect());
        let mut out = Vec::new();
        for token in tokens {
            let (text, ended) = pieces.push(token);
            out.push(text);
            if ended {
                out.push("|".to_owned());
                break;
            }
        }
        out.push(pieces.rest());
        out.retain(|text| !text.is_empty());
        assert_eq!(out, expect, "{ends:?} {tokens:?}");
    }

    #[test]
    fn characters_come_whole() {
        let smile = "😀".as_bytes();
        check(&[], &[b"a", b"b"], &["a", "b"]);
        check(&[], &[b"a\xc3", b"\xa4b"], &["a", "äb"]);
        check(&[], &[&smile[..1], &smile[1..3], &smile[3..]], &["😀"]);
        check(&[], &[&smile[..2]], &["\u{fffd}"]);
        check(&[], &[&smile[..2], b"x"], &["\u{fffd}x"]);
        check(&[], &[b"\xff\xfea"], &["\u{fffd}\u{fffd}a"]);
    }

    #[test]
    fn an_end_is_never_shown() {
        check(&["<end>"], &[b"a<e", b"nd>b"], &["a", "|"]);
        check(&["<end>"], &[b"a<", b"b"], &["a", "<b"]);
        check(&["<end>"], &[b"a<en"], &["a", "<en"]);
        check(&["<end>", "<eot>"], &[b"<e", b"ot>"], &["|"]);
        check(&["<end>", "b"], &[b"abc<end>"], &["a", "|"]);
        check(&["ää"], &["ä".as_bytes(), "ä".as_bytes()], &["|"]);
    }
}
