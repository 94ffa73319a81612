//! Citations that the user puts right.
//!
//! The text of an answer stays as the model wrote it, byte by byte; only the marks say something else.
//! So every place in it stays true, what the model cited can be seen, and all of it can be taken back.

use std::{borrow::Cow, ops::Range};

use crate::{
    ProbableSource,
    check::{CitationMark, OriginalCitation},
    message::Answer,
    reference::State,
    support::Support,
};

impl Answer {
    /// Has the sentence that begins at byte `sentence` cite the passage that carries it, as far as the
    /// check found one, in place of the passages that it cites and that don't. False if none was found,
    /// or the sentence cites it already.
    pub fn put_right(&mut self, sentence: u32) -> bool {
        let Some(found) = self.probably.iter().find(|one| one.start == sentence) else {
            return false;
        };
        let (place, number) = (found.start..found.end, found.number);
        let insertion = end_of_words(&self.text, found);
        let supported = Some(Support::Supported);
        let is_right = |mark: &CitationMark| mark.instead_of.is_some() || mark.number == number;
        if self.citations.iter().any(|mark| is_in(mark, &place) && is_right(mark)) {
            return false;
        }
        let mut cites = false;
        for mark in self.citations.iter_mut().filter(|mark| is_in(mark, &place)) {
            let written = OriginalCitation { number: Some(mark.number), support: mark.support };
            *mark = CitationMark { number, support: supported, instead_of: Some(written), ..*mark };
            cites = true;
        }
        if !cites {
            let written = OriginalCitation { number: None, support: None };
            let new = CitationMark {
                support: supported,
                instead_of: Some(written),
                ..CitationMark::new(insertion, insertion, number)
            };
            let at = self.citations.partition_point(|mark| mark.start < insertion);
            self.citations.insert(at, new);
        }
        self.cite_again();
        true
    }

    /// Has the sentence that begins at byte `sentence` cite again what the model cited. False if it does.
    pub fn take_back(&mut self, sentence: u32) -> bool {
        let Some(found) = self.probably.iter().find(|one| one.start == sentence) else {
            return false;
        };
        let place = found.start..found.end;
        let mut changed = false;
        self.citations.retain_mut(|mark| {
            let Some(written) = mark.instead_of.filter(|_| is_in(mark, &place)) else {
                return true;
            };
            changed = true;
            let Some(number) = written.number else { return false };
            *mark = CitationMark { number, support: written.support, instead_of: None, ..*mark };
            true
        });
        self.cite_again();
        changed
    }

    /// The text with the citations that it has now: what stands where the user put one right.
    pub fn cited_text(&self) -> Cow<'_, str> {
        if self.citations.iter().all(|mark| mark.instead_of.is_none()) {
            return Cow::Borrowed(&self.text);
        }
        Cow::Owned(self.text_with(|mark| format!("[{}]", mark.number)))
    }

    /// The text with `shown` in the place of each citation. One that the user added is set off by a
    /// space; one that says what the one directly before it says is left out.
    pub fn text_with(&self, shown: impl Fn(&CitationMark) -> String) -> String {
        let mut text = String::with_capacity(self.text.len() + 8);
        let mut at = 0;
        for mark in &self.citations {
            let Some(before) = self.text.get(at..mark.start as usize) else { continue };
            text.push_str(before);
            at = mark.end as usize;
            if self.repeats(mark) {
                continue;
            }
            let is_new = mark.written().is_none();
            if is_new && !text.ends_with(char::is_whitespace) {
                text.push(' ');
            }
            text.push_str(&shown(mark));
        }
        text.push_str(self.text.get(at..).unwrap_or_default());
        text
    }

    /// Whether a citation that was put right says what the one directly before it says.
    pub fn repeats(&self, mark: &CitationMark) -> bool {
        let before = self.citations.iter().rfind(|other| other.end <= mark.start && other != &mark);
        before.is_some_and(|before| {
            let between = self.text.get(before.end as usize..mark.start as usize);
            mark.instead_of.is_some()
                && before.number == mark.number
                && between.is_some_and(|between| between.trim().is_empty())
        })
    }

    /// Has each reference say whether the answer cites it.
    fn cite_again(&mut self) {
        for reference in &mut self.head.references {
            let Some(number) = reference.number else { continue };
            let cited = self.citations.iter().any(|mark| mark.number == number);
            match reference.state {
                State::Cited if !cited => reference.state = State::Used,
                State::Used if cited => reference.state = State::Cited,
                _ => {}
            }
        }
    }
}

fn is_in(mark: &CitationMark, sentence: &Range<u32>) -> bool {
    sentence.start <= mark.start && mark.end <= sentence.end
}

/// Where a sentence gets its citation: before the signs that end it.
fn end_of_words(text: &str, sentence: &ProbableSource) -> u32 {
    let words = text.get(sentence.start as usize..sentence.end as usize).unwrap_or_default();
    let words = words.trim_end_matches(|c: char| c.is_whitespace() || c == '|');
    let words = words.trim_end_matches(['.', '!', '?', '。', '！', '？', '…']);
    // No sentence comes near 4 GB.
    sentence.start + u32::try_from(words.trim_end().len()).unwrap_or(0)
}
