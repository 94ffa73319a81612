//! Citations corrected by the user.
//!
//! The answer's text stays as the model wrote it, byte for byte; only the marks change. So positions stay valid, the
//! original citation stays visible, and each correction can be undone.

use std::{borrow::Cow, ops::Range};

use crate::{
    ProbableSource,
    check::{CitationMark, OriginalCitation},
    message::Answer,
    model::said::ends_sentence,
    reference::State,
    support::Support,
};

impl Answer {
    /// Makes the sentence at byte `sentence` cite the passage that the check found, instead of its unsupporting ones.
    /// Returns false if the check found none, or the sentence already cites it.
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

    /// Restores the model's citations in the sentence at byte `sentence`. Returns false if nothing changes.
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

    pub fn cited_text(&self) -> Cow<'_, str> {
        if self.citations.iter().all(|mark| mark.instead_of.is_none()) {
            return Cow::Borrowed(&self.text);
        }
        Cow::Owned(self.text_with(|mark| format!("[{}]", mark.number)))
    }

    /// Writes each citation as `shown`. An added one gets a space before it, and a repetition of the preceding one is
    /// omitted.
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

    /// True if a corrected citation repeats the one directly before it.
    pub fn repeats(&self, mark: &CitationMark) -> bool {
        let before = self.citations.iter().rfind(|other| other.end <= mark.start && other != &mark);
        before.is_some_and(|before| {
            let between = self.text.get(before.end as usize..mark.start as usize);
            mark.instead_of.is_some()
                && before.number == mark.number
                && between.is_some_and(|between| between.trim().is_empty())
        })
    }

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

/// The position for a sentence's citation: before its final punctuation.
fn end_of_words(text: &str, sentence: &ProbableSource) -> u32 {
    let words = text.get(sentence.start as usize..sentence.end as usize).unwrap_or_default();
    let words = words.trim_end_matches(|c: char| c.is_whitespace() || c == '|');
    let words = words.trim_end_matches(ends_sentence);
    sentence.start + u32::try_from(words.trim_end().len()).unwrap_or(0)
}
