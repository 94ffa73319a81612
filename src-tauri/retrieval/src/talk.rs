//! Decides how a message in a conversation is searched: with the conversation's topic, alone, or not at all. It uses
//! rules and word lists, without a model. `docs/inside/search.md` explains it, `docs/benchmarks.md` has the measured
//! variants.

mod lists;
mod message;
#[cfg(test)]
mod tests;
mod text;
mod topic;

use index::{FollowUpSearch, Index, TextKey, Wording};
use notes::NotePath;

use crate::query::{matter, words};
use conversation::Result;
use message::{
    names_new_object, needs_no_search, new_part, other_state, picked, place, points_back, refers,
    substituted,
};
use text::{ANSWER, beginning, content, folded, is_small_talk, stem, tokens};
use topic::{Frequencies, answer_words, topic};

pub use models::Exchange;

/// Number of newest exchanges that are read; older ones say little about the topic.
const EXCHANGES: usize = 6;

/// Number of newest exchanges whose words tie a message to the conversation.
const TIED: usize = 3;

/// Number of newest exchanges that a model gets to rephrase a message.
const REPHRASED_AFTER: usize = 2;

/// Characters of an answer that may name what a pronoun stands for: a question has no more words.
const NAMING: usize = 200;

/// Minimum content words of a message that changes the topic.
const COMPLETE: usize = 3;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Asks only for another form of the last answer, or for nothing: “shorter, please”, “thanks”.
    NoSearch,
    /// No earlier question has a topic.
    First,
    /// Incomplete without the conversation: “And why?”
    RefersBack,
    /// Complete, and shares words with the conversation.
    Adds,
    /// Complete, and shares no words with the conversation.
    Replaces,
}

/// A message, read in its conversation.
#[derive(Debug, Clone, PartialEq)]
pub struct FollowUp {
    pub kind: Kind,
    /// Variants of the message with words of the conversation. The variant with the topic is first.
    wordings: Vec<Wording>,
    /// The message's own words.
    own: Vec<String>,
    /// The topic's words that the wordings add.
    topic: Vec<String>,
    /// The question before with the message in its place: “How much did I spend in November?” for “And in November?”
    pub restated: Option<String>,
    /// The message without its beginning, if the rest may replace a part of a question: “in November”.
    pub part: Option<String>,
    /// What the message asks other notes to be: “finished” for “and which are finished?”
    pub other_state: Option<String>,
    /// The question before, with the parts that its own follow-ups replaced.
    pub before: Option<String>,
    /// Whether the message has a pronoun for what the last answer is about: “How much did that cost?”
    pub points_back: bool,
    /// The row of the last table that the message means, from 0: “the second one”.
    pub place: Option<usize>,
    /// The newest exchanges, oldest first, for a model that rephrases the message.
    past: Vec<Exchange>,
}

impl FollowUp {
    /// Reads a message behind `past`, oldest first. Blocks, because it counts words in the index.
    ///
    /// # Errors
    /// If the index can't be read.
    pub fn read(message: &str, past: &[Exchange], index: &Index) -> Result<Self> {
        if past.is_empty() {
            return Ok(Self::of(message, past, &Frequencies::default()));
        }
        let past = &past[past.len().saturating_sub(EXCHANGES)..];
        let texts = past.iter().flat_map(|it| [&*it.question, beginning(&it.answer, ANSWER)]);
        let words: Vec<&str> = texts.chain([message]).flat_map(content).collect();
        let newest = past[past.len().saturating_sub(REPHRASED_AFTER)..].to_vec();
        Ok(Self { past: newest, ..Self::of(message, past, &Frequencies::of(&words, index)?) })
    }

    fn of(message: &str, past: &[Exchange], frequencies: &Frequencies) -> Self {
        let last = past.last();
        let shown = words_of(message);
        let part = new_part(message).map(|words| words.join(" "));
        let place = last.and_then(|last| place(message, &last.question));
        let other_state = other_state(message);
        let points_back = points_back(message) || other_state.is_some();
        let alone = |kind| Self {
            kind,
            points_back,
            wordings: Vec::new(),
            own: shown.clone(),
            topic: Vec::new(),
            restated: None,
            part: part.clone(),
            other_state: other_state.clone(),
            before: None,
            place,
            past: Vec::new(),
        };
        let Some(last) = last else { return alone(Kind::First) };
        if needs_no_search(message, &last.answer) && !names_new_object(message, &last.question) {
            return alone(Kind::NoSearch);
        }
        // “Hello, can you help me?” has no topic.
        if past.iter().all(|it| content(&it.question).is_empty()) {
            return alone(Kind::First);
        }
        let item = picked(message, &last.answer);
        let own = content(message);
        let known: Vec<&&str> = own.iter().filter(|word| frequencies.has(word)).collect();
        let newest = &past[past.len().saturating_sub(TIED)..];
        let said = newest.iter().flat_map(|it| [&*it.question, beginning(&it.answer, ANSWER)]);
        let said: Vec<String> = said.flat_map(tokens).map(stem).collect();
        let telling = if known.is_empty() { own.iter().collect() } else { known.clone() };
        let is_tied = telling.iter().any(|word| said.contains(&stem(word)));
        let kind = if item.is_some() || place.is_some() || refers(message, own.len(), known.len()) {
            Kind::RefersBack
        } else if telling.len() >= COMPLETE && !is_tied {
            Kind::Replaces
        } else {
            Kind::Adds
        };
        let whole = whole(past.iter().map(|it| &*it.question));
        let restated = substituted(message, &whole).filter(|_| item.is_none());
        if let Some(restated) = restated {
            // The words of other questions and of the answer would lead back to what the message replaces.
            let topic = content(&restated).into_iter().map(folded);
            let is_shown = |word: &String| shown.iter().any(|other| folded(other) == *word);
            let topic = topic.filter(|word| !is_shown(word)).collect();
            let wordings = vec![wording(&restated)];
            let past = Vec::new();
            return Self {
                kind,
                wordings,
                own: shown,
                topic,
                restated: Some(restated),
                part,
                other_state,
                before: Some(whole),
                place,
                points_back,
                past,
            };
        }
        let topic = topic(past, frequencies);
        let answer = match item {
            Some(item) => vec![item],
            None => answer_words(&last.answer),
        };
        let two = past[past.len().saturating_sub(2)..].iter().map(|it| &*it.question);
        let two = two.collect::<Vec<_>>().join(" ");
        let asked = joined(content(&two).into_iter().chain([message]));
        let about = joined([message].into_iter().chain(topic.iter().map(|word| &**word)));
        let said = joined([message].into_iter().chain(answer));
        let mut wordings: Vec<Wording> =
            [about, asked, said].iter().map(|it| wording(it)).collect();
        let itself = wording(message);
        let mut seen = vec![itself.text];
        wordings.retain(|wording| {
            let is_new = !seen.contains(&wording.text);
            seen.push(wording.text.clone());
            is_new
        });
        let item = item.map(str::to_owned);
        let topic = item.into_iter().chain(topic).filter(|word| !shown.contains(word)).collect();
        let (before, past) = (Some(whole), Vec::new());
        Self {
            kind,
            wordings,
            own: shown,
            topic,
            restated: None,
            part,
            other_state,
            before,
            place,
            points_back,
            past,
        }
    }

    /// The text for a search with a single wording: the message, with the conversation's topic if it refers back.
    pub fn with_topic<'a>(&'a self, message: &'a str) -> &'a str {
        match self.wordings.first() {
            Some(wording) if self.kind == Kind::RefersBack => &wording.text,
            _ => message,
        }
    }

    /// Texts that may name what a pronoun of an incomplete message stands for, the surest first: the question before,
    /// and the beginning of the last answer.
    pub fn naming(&self) -> Vec<String> {
        let is_open = self.kind == Kind::RefersBack && self.restated.is_none();
        let answer = self.past.last().map(|it| beginning(&it.answer, NAMING).to_owned());
        self.before.iter().cloned().chain(answer).filter(|_| is_open).collect()
    }

    /// The question before, or nothing.
    pub(crate) fn asked_before(&self) -> &str {
        self.before.as_deref().unwrap_or_default()
    }

    /// The words that were searched for, the topic's first. Empty if nothing was searched.
    pub fn words(&self, with_topic: bool) -> Vec<String> {
        let topic = self.topic.iter().filter(|_| with_topic);
        let own = self.own.iter().filter(|_| self.kind != Kind::NoSearch);
        topic.chain(own).cloned().collect()
    }

    /// The index's options for searching the message with its conversation. `None` if the message is searched
    /// alone or not at all. `cited` are the passages that the last answers cite.
    pub(crate) fn search<'a>(
        &'a self,
        cited: &'a [(NotePath, TextKey)],
    ) -> Option<FollowUpSearch<'a>> {
        // Measured on half of MTRAG-UN's talks. A complete question whose first passage is first by words and by
        // meaning is searched alone: the wordings gain 0.002 there.
        let (weight, weight_if_clear, cited) = match self.kind {
            Kind::NoSearch | Kind::First => return None,
            Kind::RefersBack => (0.5, Some(2.0), cited),
            // A complete question finds a cited passage by itself if it is about it.
            Kind::Adds => (1.0, None, &[][..]),
            Kind::Replaces => (4.0, None, &[][..]),
        };
        let (wordings, past) = (&*self.wordings, &*self.past);
        Some(FollowUpSearch { wordings, weight, weight_if_clear, cited, past })
    }
}

/// The last of these questions. In “… in December?”, “and in November?” it is the first one, in November.
fn whole<'a>(questions: impl Iterator<Item = &'a str>) -> String {
    questions.fold(String::new(), |before, question| {
        substituted(question, &before).unwrap_or_else(|| question.to_owned())
    })
}

/// The query that searches the web for a message behind these questions, oldest first: an incomplete one is completed.
/// It has the user's own words only, because answers may quote notes.
pub fn web_query(message: &str, questions: &[&str]) -> String {
    let questions = &questions[questions.len().saturating_sub(EXCHANGES)..];
    let own = content(message);
    if questions.is_empty() || !refers(message, own.len(), own.len()) {
        return message.to_owned();
    }
    let before = whole(questions.iter().copied());
    if let Some(restated) = substituted(message, &before) {
        return restated;
    }
    let mut known: Vec<String> = own.into_iter().map(stem).collect();
    let mut context = Vec::new();
    // Of “Who is Bruno?”, “where does he live?” and “why?” all three are searched.
    for question in questions.iter().rev().filter(|it| !content(it).is_empty()) {
        let words: Vec<String> = content(question).into_iter().map(stem).collect();
        if words.iter().any(|word| !known.contains(word)) {
            context.push(*question);
        }
        known.extend(words);
        if !refers(question, COMPLETE, COMPLETE) {
            break;
        }
    }
    if questions.last().is_some_and(|last| *last != before) {
        context = vec![&*before];
    }
    let part = new_part(message).map_or_else(|| message.to_owned(), |words| words.join(" "));
    joined([&*part].into_iter().chain(context.into_iter().rev()))
}

/// The words to search for a message by itself: those with a topic, or all but small talk if none has a topic.
pub fn words_of(message: &str) -> Vec<String> {
    let mut words = content(message);
    if words.is_empty() {
        words = tokens(message).into_iter().filter(|word| !is_small_talk(word)).collect();
    }
    words.into_iter().map(str::to_owned).collect()
}

fn joined<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

fn wording(text: &str) -> Wording {
    let text = language::one_line(&words(text));
    Wording { keywords: matter(&text), text }
}
