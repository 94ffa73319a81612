//! Finds passages that contradict the passages of an answer.

#[cfg(test)]
mod tests;

use std::{collections::HashSet, ops::Range};

use conversation::{Number, Support};

use crate::{
    claims::plain,
    compare::{bounds::is_bounded, differing::differing},
    learned::features::features,
    text::{
        facts::Fact,
        passage::Passage,
        signs::Sign,
        statement::Statement,
        token::{Class, Token},
    },
    verdict::{Source, missing, verdict},
};

/// Two sentences of different passages that can't both be right.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disagreement {
    /// The answer's passage, and the bytes of its sentence.
    pub one: (Number, Range<usize>),
    /// The contradicting passage, and the bytes of its sentence.
    pub other: (Number, Range<usize>),
    /// The differing words, folded.
    pub differing: Vec<String>,
}

/// Maximum sentences that are compared with other passages.
const SENTENCES: usize = 12;

/// Maximum passages that are compared.
const PASSAGES: usize = 12;

/// Minimum share of the sentence's words that another sentence needs for a closer look.
const ALIKE: f32 = 0.5;

/// Minimum share of the other words that two sentences with different numbers have in common, in both directions.
const SAME: f32 = 0.85;

/// Finds passages that contradict `said`, the sentences that an answer rests on; at most one disagreement for each
/// pair of passages. Only words are compared, and unclear cases are skipped, because a wrong disagreement costs more
/// trust than a missed one.
pub fn disagreements(said: &[(Number, Range<usize>)], sources: &[Source<'_>]) -> Vec<Disagreement> {
    let read: Vec<(&Source<'_>, Passage)> = sources
        .iter()
        .take(PASSAGES)
        .map(|source| (source, Passage::read(source.text, source.about, &[], &|_| None)))
        .collect();
    let mut found: Vec<Disagreement> = Vec::new();
    let mut seen: HashSet<(Number, usize)> = HashSet::new();
    for (number, range) in
        said.iter().filter(|(number, range)| seen.insert((*number, range.start))).take(SENTENCES)
    {
        let Some((own, own_passage)) = read.iter().find(|(source, _)| source.number == *number)
        else {
            continue;
        };
        let Some(text) = own.text.get(range.clone()) else { continue };
        let is_heading = own_passage.sentences.iter().any(|it| it.range == *range && it.is_heading);
        let statement = Statement::read(&plain(text), &|_| None);
        if is_heading || stems(&statement.tokens).len() < LEAST_WORDS {
            continue;
        }
        for (other, passage) in read.iter().filter(|(other, _)| other.text != own.text) {
            let is_known = |it: &Disagreement| {
                [(it.one.0, it.other.0), (it.other.0, it.one.0)].contains(&(*number, other.number))
            };
            if found.iter().any(is_known) {
                continue;
            }
            if let Some((at, differing)) = otherwise(&statement, passage) {
                let at = passage.sentences[at].range.clone();
                found.push(Disagreement {
                    one: (*number, range.clone()),
                    other: (other.number, at),
                    differing,
                });
            }
        }
    }
    found
}

/// The pairs of passages that fill a slot differently: a number, or a word that excludes the other's. `is_compared` limits
/// the pairs, given as places in `sources`, the first one before the second.
pub fn differing_pairs(
    sources: &[Source<'_>],
    is_compared: impl Fn(usize, usize) -> bool,
) -> Vec<(usize, usize)> {
    let read: Vec<(Passage, Vec<Statement>)> = sources
        .iter()
        .take(PASSAGES)
        .map(|source| {
            let passage = Passage::read(source.text, source.about, &[], &|_| None);
            let texts = passage.sentences.iter().filter(|it| !it.is_heading);
            let texts = texts.filter_map(|it| source.text.get(it.range.clone()));
            let said = texts.map(|text| Statement::read(&plain(text), &|_| None));
            let said = said.filter(|it| stems(&it.tokens).len() >= LEAST_WORDS);
            let said = said.take(SENTENCES).collect();
            (passage, said)
        })
        .collect();
    let mut pairs = Vec::new();
    for (at, (_, said)) in read.iter().enumerate() {
        for (other, (passage, _)) in read.iter().enumerate().skip(at + 1) {
            let differs = |statement: &Statement| otherwise(statement, passage).is_some();
            if is_compared(at, other) && said.iter().any(differs) {
                pairs.push((at, other));
            }
        }
    }
    pairs
}

/// Minimum content words of a sentence that can be contradicted.
const LEAST_WORDS: usize = 3;

/// The passage's contradicting sentence, with the differing words.
fn otherwise(statement: &Statement, passage: &Passage) -> Option<(usize, Vec<String>)> {
    let own = stems(&statement.tokens);
    let shared = |tokens: &[Token]| {
        let others = stems(tokens);
        own.iter().filter(|stem| others.contains(*stem)).count() as f32 / own.len() as f32
    };
    let is_near = |at: &usize| {
        let sentence = &passage.sentences[*at];
        !sentence.is_heading && shared(&sentence.tokens) >= ALIKE
    };
    let near: Vec<usize> = (0..passage.sentences.len()).filter(is_near).collect();
    // A passage that also says the same is no contradiction, whatever else it says.
    let is_same = |at: &usize| {
        passage.sentences[*at]
            .tokens
            .iter()
            .map(|it| &it.folded)
            .eq(statement.tokens.iter().map(|it| &it.folded))
    };
    if near.is_empty() || near.iter().any(is_same) {
        return None;
    }
    for at in near {
        if let Some(numbers) = other_number(&statement.tokens, &passage.sentences[at].tokens) {
            return Some((at, numbers));
        }
    }
    let lost: Vec<Fact> =
        missing(statement, &[passage], None).into_iter().map(|found| found.fact.clone()).collect();
    let found = features(statement, passage);
    let says = |at: &usize| !passage.sentences[*at].is_heading && lost.is_empty();
    let at = found.best.filter(|at| says(at) && verdict(&found, &lost) == Support::Contradicted)?;
    Some((at, differing(statement, passage, at)))
}

fn stems(tokens: &[Token]) -> HashSet<&str> {
    tokens
        .iter()
        .filter(|token| token.counts() && token.class != Class::Number)
        .map(|token| &*token.stem)
        .collect()
}

/// The differing number in each of two otherwise equal sentences.
fn other_number(one: &[Token], two: &[Token]) -> Option<Vec<String>> {
    let numbers = |tokens: &[Token]| -> Vec<usize> {
        (0..tokens.len()).filter(|at| tokens[*at].class == Class::Number).collect()
    };
    let (ones, twos) = (numbers(one), numbers(two));
    if ones.len() != twos.len()
        || ones.iter().any(|at| is_bounded(one, *at))
        || twos.iter().any(|at| is_bounded(two, *at))
    {
        return None;
    }
    let mut differ =
        ones.iter().zip(&twos).filter(|(at, other)| one[**at].folded != two[**other].folded);
    let (at, other) = differ.next().filter(|_| differ.next().is_none())?;
    let share = |from: &[Token], to: &[Token]| {
        let others = stems(to);
        let counted = || from.iter().filter(|token| token.counts() && token.class != Class::Number);
        let lacks_name =
            counted().any(|token| token.class == Class::Name && !others.contains(&*token.stem));
        let sum = |all: bool| -> f32 {
            counted()
                .filter(|token| all || others.contains(&*token.stem))
                .map(|token| token.weight)
                .sum()
        };
        if lacks_name { 0.0 } else { sum(false) / sum(true) }
    };
    let signs =
        |tokens: &[Token]| tokens.iter().filter_map(|token| token.sign).collect::<Vec<Sign>>();
    let same = share(one, two) >= SAME && share(two, one) >= SAME && signs(one) == signs(two);
    same.then(|| vec![one[*at].folded.clone(), two[*other].folded.clone()])
}
