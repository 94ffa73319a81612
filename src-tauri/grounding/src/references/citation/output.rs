//! What is given of the text: pieces, and the gaps around markers that are deleted.

use super::{
    CitationStream, Piece,
    last_marker::{DeletedMarker, LastMarker},
};
use conversation::reference::Number;

impl CitationStream {
    pub(super) fn note_unknown(&mut self, length: usize) {
        let marker = self.rest(self.at).get(..length).unwrap_or_default().to_owned();
        self.tally.deleted.push(marker);
    }

    pub(super) fn keep(&mut self, length: usize, numbers: &[Number]) {
        match self.last_marker.take() {
            Some(LastMarker { end, deleted: Some(deleted) }) if self.separates(end) => {
                self.emit(&deleted.gap);
                self.given = self.at;
            }
            last => {
                self.last_marker = last;
                self.give_until(self.at);
            }
        }
        for number in numbers {
            self.tally.kept += 1;
            if let Some((_, given)) = self.unseen.take()
                && !given.is_empty()
            {
                self.out.push(Piece::Text(given));
            }
            self.out.push(Piece::Citation(*number));
        }
        self.advance(length);
        self.given = self.at;
        self.last_marker = Some(LastMarker { end: self.at, deleted: None });
    }

    pub(super) fn delete(&mut self, length: usize) {
        let deleted = match self.last_marker.take() {
            Some(LastMarker { end, deleted }) if self.separates(end) => {
                deleted.unwrap_or_else(|| {
                    let separator = self.rest(end).get(..self.at - end).unwrap_or_default();
                    DeletedMarker { gap: separator.to_owned(), line_start: false }
                })
            }
            last => {
                self.last_marker = last;
                let start = self.at - self.space_before(self.at);
                self.give_until(start);
                let gap = self.rest(start).get(..self.at - start).unwrap_or_default();
                DeletedMarker { gap: gap.to_owned(), line_start: self.line.blank }
            }
        };
        self.advance(length);
        self.given = self.at;
        self.last_marker = Some(LastMarker { end: self.at, deleted: Some(deleted) });
    }

    /// Whether what stands between `end` and `at` only separates two markers.
    fn separates(&self, end: usize) -> bool {
        self.rest(end).get(..self.at - end).is_some_and(is_separator)
    }

    /// How many bytes before `place` wait for what follows: a space, which goes if a marker after
    /// it is deleted, and what may separate two markers.
    pub(super) fn gap_before(&self, place: usize) -> usize {
        if let Some(last) = &self.last_marker
            && last.end <= place
            && self.rest(last.end).get(..place - last.end).is_some_and(is_separator)
        {
            return place - last.end;
        }
        self.space_before(place)
    }

    /// The length of the one space before `place`, if there is one that has not been given.
    fn space_before(&self, place: usize) -> usize {
        let from = self.given.min(place);
        let text = self.rest(from).get(..place - from).unwrap_or_default();
        text.chars().next_back().filter(|c| is_space(*c)).map_or(0, char::len_utf8)
    }

    /// Gives the text before `place`, as far as it hasn't been given.
    pub(super) fn give_until(&mut self, place: usize) {
        if place <= self.given {
            return;
        }
        if let Some(LastMarker { deleted: Some(deleted), .. }) = self.last_marker.take() {
            let next = self.rest(self.given).chars().next().unwrap_or('\n');
            if deleted.line_start {
                self.emit(&deleted.gap);
                if is_space(next) {
                    self.given += next.len_utf8();
                }
            } else if !next.is_whitespace() && !closes(next) {
                self.emit(&deleted.gap);
            }
        }
        let start = self.given - self.base;
        if let Some(text) = self.text.get(start..place - self.base) {
            let text = text.to_owned();
            self.emit(&text);
        }
        self.given = place;
    }

    fn emit(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if let Some((_, given)) = &mut self.unseen {
            given.push_str(text);
            let visible = |c: char| !c.is_whitespace() && !c.is_ascii_punctuation();
            if text.contains(visible)
                && let Some((_, given)) = self.unseen.take()
            {
                self.out.push(Piece::Text(given));
            }
            return;
        }
        match self.out.last_mut() {
            Some(Piece::Text(last)) => last.push_str(text),
            _ => self.out.push(Piece::Text(text.to_owned())),
        }
    }
}

fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\u{a0}' | '\u{202f}')
}

/// At most a comma or semicolon, and a space.
fn is_separator(text: &str) -> bool {
    let text = text.strip_prefix([',', ';', '，', '、', '；']).unwrap_or(text);
    let mut chars = text.chars();
    chars.next().is_none_or(is_space) && chars.next().is_none()
}

/// Whether this character is written without a space before it.
fn closes(c: char) -> bool {
    matches!(
        c,
        '.' | ','
            | ';'
            | ':'
            | '!'
            | '?'
            | ')'
            | ']'
            | '}'
            | '…'
            | '”'
            | '’'
            | '»'
            | '。'
            | '，'
            | '、'
            | '；'
            | '：'
            | '！'
            | '？'
            | '）'
            | '」'
            | '』'
    )
}
