#[cfg(test)]
mod tests;

/// Joins characters split over tokens, and stops at the texts in `ends`.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    /// Bytes of an incomplete character.
    bytes: Vec<u8>,
    /// Text that may begin an end.
    buffered: String,
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
                    self.buffered.push_str(text);
                    self.bytes.clear();
                    break;
                }
                Err(error) => {
                    let (valid, rest) = self.bytes.split_at(error.valid_up_to());
                    self.buffered.push_str(&String::from_utf8_lossy(valid));
                    // Without an error length the character is incomplete.
                    let Some(wrong) = error.error_len() else {
                        self.bytes = rest.to_vec();
                        break;
                    };
                    self.buffered.push(char::REPLACEMENT_CHARACTER);
                    self.bytes = rest[wrong..].to_vec();
                }
            }
        }
        let find = |end: &String| self.buffered.find(end.as_str());
        let says = |at: &usize| self.said || !self.buffered[..*at].trim().is_empty();
        let later = self.later_ends.iter().filter_map(find).filter(says);
        if let Some(end) = self.ends.iter().filter_map(find).chain(later).min() {
            self.buffered.truncate(end);
            self.bytes.clear();
            return (std::mem::take(&mut self.buffered), true);
        }
        let rest = self.buffered.split_off(self.buffered.len() - self.may_end());
        let text = std::mem::replace(&mut self.buffered, rest);
        self.said |= !text.trim().is_empty();
        (text, false)
    }

    /// Length of the buffered text that may be the beginning of an end.
    fn may_end(&self) -> usize {
        let tail = |end: &String| {
            let lengths = (1..end.len()).rev().filter(|n| end.is_char_boundary(*n));
            lengths.into_iter().find(|n| self.buffered.ends_with(&end[..*n])).unwrap_or(0)
        };
        self.ends.iter().chain(&self.later_ends).map(tail).max().unwrap_or(0)
    }

    /// The buffered text, when no more tokens follow.
    pub fn rest(&mut self) -> String {
        let bytes = std::mem::take(&mut self.bytes);
        std::mem::take(&mut self.buffered) + &String::from_utf8_lossy(&bytes)
    }
}
