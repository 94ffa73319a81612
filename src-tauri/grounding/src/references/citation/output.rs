//! Writes the output: pieces of text, and the gaps around deleted markers.

use super::{
    cursor::Cursor,
    last_marker::{DeletedMarker, LastMarker},
};
use conversation::reference::Number;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    Text(String),
    Citation(Number),
}

/// The stream's counts of markers, for the receipt.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    pub citations: u32,
    /// Markers without a known number, verbatim.
    pub deleted: Vec<String>,
    /// Whether the deletions were undone because nothing else was in the text.
    pub restored: bool,
}

#[derive(Debug)]
pub(super) struct Output {
    /// The text before this position was returned or deleted. The position is ahead of the cursor where text is shown
    /// the same way however it is decided.
    pub(super) given: usize,
    last_marker: Option<LastMarker>,
    pieces: Vec<Piece>,
    tally: Tally,
    /// The raw text and the held output, until the first visible character; then `None`.
    unseen: Option<(String, String)>,
}

impl Output {
    pub(super) fn new() -> Self {
        Self {
            given: 0,
            last_marker: None,
            pieces: Vec::new(),
            tally: Tally::default(),
            unseen: Some(Default::default()),
        }
    }

    /// Records the model's text, in case all of it gets deleted.
    pub(super) fn record_raw(&mut self, text: &str) {
        if let Some((raw, _)) = &mut self.unseen {
            raw.push_str(text);
        }
    }

    pub(super) fn take(&mut self) -> Vec<Piece> {
        std::mem::take(&mut self.pieces)
    }

    pub(super) fn finish(mut self) -> (Vec<Piece>, Tally) {
        if let Some((raw, given)) = self.unseen {
            self.tally.restored = !self.tally.deleted.is_empty();
            let text = if self.tally.restored { raw } else { given };
            if !text.is_empty() {
                self.pieces.push(Piece::Text(text));
            }
        }
        (self.pieces, self.tally)
    }

    /// Whether the last marker ends at `place`.
    pub(super) fn is_marker_before(&self, place: usize) -> bool {
        self.last_marker.as_ref().is_some_and(|last| last.end == place)
    }

    pub(super) fn note_unknown(&mut self, cursor: &Cursor, length: usize) {
        let marker = cursor.rest(cursor.at).get(..length).unwrap_or_default().to_owned();
        self.tally.deleted.push(marker);
    }

    pub(super) fn keep(&mut self, cursor: &mut Cursor, length: usize, numbers: &[Number]) {
        match self.last_marker.take() {
            Some(LastMarker { end, deleted: Some(deleted) }) if separates(cursor, end) => {
                self.emit(&deleted.gap);
                self.given = cursor.at;
            }
            last => {
                self.last_marker = last;
                self.give_until(cursor, cursor.at);
            }
        }
        for number in numbers {
            self.tally.citations += 1;
            if let Some((_, given)) = self.unseen.take()
                && !given.is_empty()
            {
                self.pieces.push(Piece::Text(given));
            }
            self.pieces.push(Piece::Citation(*number));
        }
        cursor.advance(length);
        self.given = cursor.at;
        self.last_marker = Some(LastMarker { end: cursor.at, deleted: None });
    }

    pub(super) fn delete(&mut self, cursor: &mut Cursor, length: usize) {
        let at = cursor.at;
        let deleted = match self.last_marker.take() {
            Some(LastMarker { end, deleted }) if separates(cursor, end) => {
                deleted.unwrap_or_else(|| {
                    let separator = cursor.rest(end).get(..at - end).unwrap_or_default();
                    DeletedMarker { gap: separator.to_owned(), line_start: false }
                })
            }
            last => {
                self.last_marker = last;
                let start = at - self.space_before(cursor, at);
                self.give_until(cursor, start);
                let gap = cursor.rest(start).get(..at - start).unwrap_or_default();
                DeletedMarker { gap: gap.to_owned(), line_start: cursor.line.blank }
            }
        };
        cursor.advance(length);
        self.given = cursor.at;
        self.last_marker = Some(LastMarker { end: cursor.at, deleted: Some(deleted) });
    }

    /// The bytes before `place` that wait for the next text: a space, which is dropped with a deleted marker, or a
    /// separator of two markers.
    pub(super) fn gap_before(&self, cursor: &Cursor, place: usize) -> usize {
        if let Some(last) = &self.last_marker
            && last.end <= place
            && cursor.rest(last.end).get(..place - last.end).is_some_and(is_separator)
        {
            return place - last.end;
        }
        self.space_before(cursor, place)
    }

    /// The length of the space directly before `place`, unless it was returned already.
    fn space_before(&self, cursor: &Cursor, place: usize) -> usize {
        let from = self.given.min(place);
        let text = cursor.rest(from).get(..place - from).unwrap_or_default();
        text.chars().next_back().filter(|c| is_space(*c)).map_or(0, char::len_utf8)
    }

    /// Returns the pending text before `place`.
    pub(super) fn give_until(&mut self, cursor: &Cursor, place: usize) {
        if place <= self.given {
            return;
        }
        if let Some(LastMarker { deleted: Some(deleted), .. }) = self.last_marker.take() {
            let next = cursor.rest(self.given).chars().next().unwrap_or('\n');
            if deleted.line_start {
                self.emit(&deleted.gap);
                if is_space(next) {
                    self.given += next.len_utf8();
                }
            } else if !next.is_whitespace() && !closes(next) {
                self.emit(&deleted.gap);
            }
        }
        if let Some(length) = place.checked_sub(self.given)
            && let Some(text) = cursor.rest(self.given).get(..length)
        {
            self.emit(text);
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
                self.pieces.push(Piece::Text(given));
            }
            return;
        }
        match self.pieces.last_mut() {
            Some(Piece::Text(last)) => last.push_str(text),
            _ => self.pieces.push(Piece::Text(text.to_owned())),
        }
    }
}

/// Whether the text between `end` and the cursor only separates two markers.
fn separates(cursor: &Cursor, end: usize) -> bool {
    cursor.rest(end).get(..cursor.at - end).is_some_and(is_separator)
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

/// Punctuation without a space before it.
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
            | '؟'
            | '۔'
            | '؛'
            | '،'
            | '।'
            | '॥'
            | '）'
            | '」'
            | '』'
    )
}
