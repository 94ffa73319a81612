//! Holding an answer against the passages that it cites.

use std::{cell::RefCell, collections::HashMap, sync::Arc};

use models::{Embedder, Languages, Purpose};

use conversation::{
    Check, Message, Probably, Result, Support,
    reference::{Kind, Number, Reference},
};
use grounding::references::support::{Source, check, origins};
use retrieval::blocking;

/// So many of the passages that an uncited answer may come from are compared.
const COMPARED: usize = 20;

/// Checks an answer: marks how well each cited passage supports its sentence, and what it lacks;
/// where nothing is cited, or nothing that supports it, what a sentence probably comes from. `embedder` compares meanings, where
/// there is one. Its failure leaves the words to decide.
///
/// # Errors
/// If the check itself fails: a defect of ours, and no reason to lose the answer.
pub(super) async fn checked(
    answer: Message,
    question: String,
    embedder: Option<Arc<dyn Embedder>>,
) -> Result<Message> {
    blocking(move || {
        let mut answer = answer;
        let meanings = Meanings { embedder: RefCell::new(embedder), known: RefCell::default() };
        judge(&mut answer, &question, &|one, other| meanings.likeness(one, other));
        Ok(answer)
    })
    .await
}

fn judge(answer: &mut Message, question: &str, meaning: &dyn Fn(&str, &str) -> Option<f32>) {
    let abouts: Vec<(Number, &Reference, Vec<&str>)> = answer
        .references
        .iter()
        .filter_map(|reference| Some((reference.number?, reference)))
        .map(|(number, reference)| (number, reference, about(reference)))
        .collect();
    let sources: Vec<Source<'_>> = abouts
        .iter()
        .filter_map(|(number, reference, about)| {
            let text = &reference.passage.as_ref()?.text;
            Some(Source { number: *number, text, about })
        })
        .collect();
    let verdicts = check(&answer.text, &answer.citations, &sources, question, meaning);
    for verdict in verdicts {
        let (start, end) = (offset(verdict.claim.range.start), offset(verdict.claim.range.end));
        for mark in &mut answer.citations {
            if mark.start >= start && mark.end <= end {
                let of = verdict.marks.iter().find(|(number, _)| *number == mark.number);
                mark.support = of.map(|(_, support)| *support);
            }
        }
        if !verdict.missing.is_empty() {
            let missing = verdict.missing.iter().map(ToString::to_string).collect();
            answer.checks.push(Check { start, end, missing });
        }
    }
    // Where a sentence cites nothing, or nothing that supports it, another passage may carry it.
    let seen: Vec<Source<'_>> = sources.iter().take(COMPARED).copied().collect();
    let doubtful = |range: &std::ops::Range<usize>| {
        let inside = answer
            .citations
            .iter()
            .filter(|mark| (mark.start as usize) < range.end && range.start < mark.end as usize);
        let support: Vec<_> = inside.map(|mark| mark.support).collect();
        answer.citations.is_empty()
            || (!support.is_empty() && support.iter().all(|it| *it == Some(Support::Unsupported)))
    };
    answer.probably = origins(&answer.text, &answer.citations, &seen, question, meaning, &doubtful)
        .into_iter()
        .map(|origin| Probably {
            start: offset(origin.range.start),
            end: offset(origin.range.end),
            number: origin.number,
        })
        .collect();
}

/// What the model knew of a passage besides its text.
fn about(reference: &Reference) -> Vec<&str> {
    let headings = reference.passage.iter().flat_map(|passage| &passage.heading_path);
    let path = reference.path.as_ref().filter(|_| reference.kind != Kind::Web);
    std::iter::once(reference.title.as_str())
        .chain(path.map(|path| path.as_str()))
        .chain(headings.map(String::as_str))
        .collect()
}

/// Compares texts by their vectors, each made once.
struct Meanings {
    /// `None` from its first failure on: a server that is away is waited for once.
    embedder: RefCell<Option<Arc<dyn Embedder>>>,
    known: RefCell<HashMap<String, Option<Vec<f32>>>>,
}

impl Meanings {
    /// The cosine of two texts, if both are in a language that the model knows.
    fn likeness(&self, one: &str, other: &str) -> Option<f32> {
        let (one, other) = (self.vector(one)?, self.vector(other)?);
        Some(one.iter().zip(&other).map(|(a, b)| a * b).sum())
    }

    fn vector(&self, text: &str) -> Option<Vec<f32>> {
        let embedder = self.embedder.borrow().clone()?;
        if embedder.model().languages == Languages::English
            && index::is_english(text) == Some(false)
        {
            return None;
        }
        if let Some(known) = self.known.borrow().get(text) {
            return known.clone();
        }
        // As queries on both sides: that is how texts of one kind are compared, and a server has
        // little time for those.
        let made = embedder.embed(&[text], Purpose::Query);
        let vector = made.ok().and_then(|mut vectors| vectors.pop());
        if vector.is_none() {
            *self.embedder.borrow_mut() = None;
        }
        self.known.borrow_mut().insert(text.to_owned(), vector.clone());
        vector
    }
}

/// No answer comes near 4 GB.
fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
