/// Joins characters split over tokens, and stops at the texts in `ends`.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    /// Bytes of an incomplete character.
    bytes: Vec<u8>,
    /// Text that may begin an end.
    held: String,
    ends: Vec<String>,
    /// Texts that end the answer once it has said something.
    later_ends: Vec<String>,
    said: bool,
}

impl Pieces {
    pub fn new(ends: Vec<String>, later_ends: Vec<String>) -> Self {
        Self { ends, later_ends, ..Self::default() }
    }

    /// Returns the text that is certain, and whether the answer ends.
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
                    // Without an error length the character is incomplete.
                    let Some(wrong) = error.error_len() else {
                        self.bytes = rest.to_vec();
                        break;
                    };
                    self.held.push(char::REPLACEMENT_CHARACTER);
                    self.bytes = rest[wrong..].to_vec();
                }
            }
        }
        let find = |end: &String| self.held.find(end.as_str());
        let says = |at: &usize| self.said || !self.held[..*at].trim().is_empty();
        let later = self.later_ends.iter().filter_map(find).filter(says);
        if let Some(end) = self.ends.iter().filter_map(find).chain(later).min() {
            self.held.truncate(end);
            self.bytes.clear();
            return (std::mem::take(&mut self.held), true);
        }
        let rest = self.held.split_off(self.held.len() - self.may_end());
        let text = std::mem::replace(&mut self.held, rest);
        self.said |= !text.trim().is_empty();
        (text, false)
    }

    /// Length of the held text that may begin an end.
    fn may_end(&self) -> usize {
        let tail = |end: &String| {
            let lengths = (1..end.len()).rev().filter(|n| end.is_char_boundary(*n));
            lengths.into_iter().find(|n| self.held.ends_with(&end[..*n])).unwrap_or(0)
        };
        self.ends.iter().chain(&self.later_ends).map(tail).max().unwrap_or(0)
    }

    /// The held text, when no more tokens follow.
    pub fn rest(&mut self) -> String {
        let bytes = std::mem::take(&mut self.bytes);
        std::mem::take(&mut self.held) + &String::from_utf8_lossy(&bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `|` marks the end.
    fn check(ends: &[&str], tokens: &[&[u8]], expect: &[&str]) {
        let ends = ends.iter().map(|end| (*end).to_owned()).collect();
        put_together(Pieces::new(ends, Vec::new()), tokens, expect);
    }

    fn put_together(mut pieces: Pieces, tokens: &[&[u8]], expect: &[&str]) {
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
        assert_eq!(out, expect, "{tokens:?}");
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
    fn what_ends_an_answer_can_be_all_of_it() {
        let check = |tokens: &[&[u8]], expect: &[&str]| {
            let later = vec!["The notes don't say.".to_owned()];
            put_together(Pieces::new(vec!["<end>".to_owned()], later), tokens, expect);
        };
        check(&[b"118 [1].", b" The notes", b" don't say."], &["118 [1].", " ", "|"]);
        check(&[b" The notes", b" don't say."], &[" ", "The notes don't say."]);
        check(&[b"The notes don't say when."], &["The notes don't say when."]);
        check(
            &[b"In 1890. The notes don't say why.<end>"],
            &["In 1890. The notes don't say why.", "|"],
        );
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
