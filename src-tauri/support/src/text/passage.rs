//! A passage as the sentences that a claim is held against, each with what it stands under.

use std::{
    cmp::Reverse,
    collections::{HashMap, HashSet},
    ops::Range,
};

use super::{
    facts::Evidence,
    meaning::{Meaning, cosine},
    statement::Statement,
    token::Token,
    tokens::tokens,
};
use crate::claims::{every_sentence, opens_item};

#[derive(Debug, Clone)]
pub(crate) struct Sentence {
    /// Where it stands in the passage, in bytes.
    pub range: Range<usize>,
    pub tokens: Vec<Token>,
    /// The places of those that are compared, each with that of its word among the passage's different ones.
    pub compared: Vec<(usize, usize)>,
    /// The sentences without which it can't be understood: those beside it, the headings over it, the sentence
    /// that its list belongs to, the head of its table.
    pub context: Vec<usize>,
    pub vector: Option<Vec<f32>>,
    /// Whether it is a heading, which names something and says nothing.
    pub is_heading: bool,
}

#[derive(Debug)]
pub(crate) struct Passage {
    pub sentences: Vec<Sentence>,
    /// The words of what else is known of it: title, path, headings.
    pub about: Vec<Token>,
    /// Its facts, and those of what is known of it.
    pub evidence: Evidence,
    /// Where each of its different words stands first: sentence and token.
    different: Vec<(usize, usize)>,
}

/// Maximum sentences of a passage whose meaning is compared. Notes that are cited whole can be long.
const MEANINGS: usize = 60;

impl Passage {
    /// Reads a passage that `claims` are held against.
    pub(crate) fn read(
        text: &str,
        about: &[&str],
        claims: &[&Statement],
        meaning: Meaning<'_>,
    ) -> Self {
        let found = every_sentence(text, &[]);
        let kinds = kinds(text, found.iter().map(|claim| claim.range.start));
        let sentences = found
            .iter()
            .zip(contexts(&kinds).into_iter().zip(&kinds))
            .map(|(claim, (context, kind))| Sentence {
                is_heading: matches!(kind, Kind::Heading(_)),
                range: claim.range.clone(),
                tokens: tokens(&claim.text),
                compared: Vec::new(),
                context,
                vector: None,
            })
            .collect();
        let texts: Vec<&str> = std::iter::once(text).chain(about.iter().copied()).collect();
        let about = tokens(&about.join("\n"));
        let evidence = Evidence::new(&texts);
        let mut passage = Self { sentences, about, evidence, different: Vec::new() };
        passage.tell_apart();
        // Without a claim that has vectors there is nothing to compare.
        if claims.iter().any(|claim| claim.vector.is_some()) {
            for at in passage.worth_a_vector(claims) {
                if let Some(vectors) = meaning(&found[at].text) {
                    let sentence = &mut passage.sentences[at];
                    vectors.give(&mut sentence.tokens);
                    sentence.vector = Some(vectors.text.clone());
                }
            }
        }
        passage
    }

    /// The sentences whose meaning is compared: all, or of a long passage those that share most words with the
    /// claims.
    fn worth_a_vector(&self, claims: &[&Statement]) -> Vec<usize> {
        let mut all: Vec<usize> = (0..self.sentences.len()).collect();
        if all.len() <= MEANINGS {
            return all;
        }
        let words = claims.iter().flat_map(|claim| &claim.tokens).filter(|token| token.counts());
        let stems: HashSet<&str> = words.map(|token| token.stem.as_str()).collect();
        let shared = |at: &usize| {
            let tokens = self.sentences[*at].tokens.iter();
            let found = tokens.filter(|token| token.counts() && stems.contains(&*token.stem));
            found.map(|token| &token.stem).collect::<HashSet<_>>().len()
        };
        all.sort_by_cached_key(|at| (Reverse(shared(at)), *at));
        all.truncate(MEANINGS);
        all
    }

    pub(crate) fn join(passages: &[&Self]) -> Self {
        let mut joined = Self {
            sentences: Vec::new(),
            about: Vec::new(),
            evidence: Evidence::default(),
            different: Vec::new(),
        };
        for passage in passages {
            let before = joined.sentences.len();
            joined.sentences.extend(passage.sentences.iter().cloned().map(|mut sentence| {
                sentence.context.iter_mut().for_each(|at| *at += before);
                sentence
            }));
            joined.about.extend(passage.about.iter().cloned());
            joined.evidence.add(&passage.evidence);
        }
        joined.tell_apart();
        joined
    }

    pub(crate) fn different(&self) -> impl Iterator<Item = &Token> {
        self.different.iter().map(|(sentence, token)| &self.sentences[*sentence].tokens[*token])
    }

    /// Finds which of its words are the same.
    fn tell_apart(&mut self) {
        let mut known: HashMap<&str, usize> = HashMap::new();
        let mut different = Vec::new();
        let mut all = Vec::with_capacity(self.sentences.len());
        for (number, sentence) in self.sentences.iter().enumerate() {
            let tokens =
                sentence.tokens.iter().enumerate().filter(|(_, token)| token.is_compared());
            let compared = tokens.map(|(at, token)| {
                let word = *known.entry(&token.folded).or_insert_with(|| {
                    different.push((number, at));
                    different.len() - 1
                });
                (at, word)
            });
            all.push(compared.collect());
        }
        for (sentence, compared) in self.sentences.iter_mut().zip(all) {
            sentence.compared = compared;
        }
        self.different = different;
    }

    /// How near each sentence is to what a vector means; nothing where that can't be told.
    pub(crate) fn likeness(&self, vector: Option<&[f32]>) -> Vec<f32> {
        let Some(vector) = vector else { return Vec::new() };
        if self.sentences.iter().all(|sentence| sentence.vector.is_none()) {
            return Vec::new();
        }
        let near =
            |other: &Sentence| other.vector.as_deref().map_or(0.0, |other| cosine(vector, other));
        self.sentences.iter().map(near).collect()
    }

    /// How near the passage as a whole is to what a vector means.
    pub(crate) fn likeness_of_all(&self, vector: Option<&[f32]>) -> f32 {
        let mut vectors = self.sentences.iter().filter_map(|sentence| sentence.vector.as_deref());
        let (Some(vector), Some(first)) = (vector, vectors.next()) else { return 0.0 };
        let mut sum = first.to_vec();
        for other in vectors {
            sum.iter_mut().zip(other).for_each(|(sum, value)| *sum += value);
        }
        let length = cosine(&sum, &sum).sqrt();
        if length > 0.0 { cosine(vector, &sum) / length } else { 0.0 }
    }
}

/// What kind of line a sentence stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Heading(usize),
    /// An item of a list, by its indentation.
    Item(usize),
    Row,
    Paragraph {
        /// It ends in a colon, so that what follows belongs to it.
        introduces: bool,
    },
}

impl Kind {
    fn of(line: &str) -> Self {
        let trimmed = line.trim_start();
        let hashes = trimmed.len() - trimmed.trim_start_matches('#').len();
        if hashes > 0 {
            return Self::Heading(hashes);
        }
        if trimmed.starts_with('|') {
            return Self::Row;
        }
        if opens_item(trimmed).is_some() && !trimmed.starts_with('>') {
            return Self::Item(line.len() - trimmed.len());
        }
        Self::Paragraph { introduces: line.trim_end().ends_with([':', '：']) }
    }
}

/// The kinds of the lines in which sentences begin. A line is looked at once: some notes are one long line.
fn kinds(text: &str, starts: impl Iterator<Item = usize>) -> Vec<Kind> {
    let mut line = 0..0;
    let mut kind = Kind::Paragraph { introduces: false };
    starts
        .map(|start| {
            if start >= line.end {
                let begins =
                    text[line.end..start].rfind('\n').map_or(line.end, |at| line.end + at + 1);
                let end = text[start..].find('\n').map_or(text.len(), |at| start + at + 1);
                line = begins..end;
                kind = Kind::of(&text[line.clone()]);
            }
            kind
        })
        .collect()
}

/// For each sentence those that it stands beside and under; for a heading those that were open before it.
fn contexts(kinds: &[Kind]) -> Vec<Vec<usize>> {
    let is_text = |index: &usize| !matches!(kinds.get(*index), None | Some(Kind::Heading(_)));
    // What is open at a place, from the outside in: headings and items with their levels, what introduces a list, the head
    // of a table.
    let mut headings: Vec<(usize, usize)> = Vec::new();
    let mut items: Vec<(usize, usize)> = Vec::new();
    let mut introduction: Option<usize> = None;
    let mut head: Option<usize> = None;
    let mut all = Vec::with_capacity(kinds.len());
    for (at, kind) in kinds.iter().enumerate() {
        let mut found: Vec<usize> =
            [at.wrapping_sub(1), at + 1].into_iter().filter(is_text).collect();
        let close = |open: &mut Vec<(usize, usize)>, level: usize| {
            let kept = open.iter().take_while(|(other, _)| *other < level).count();
            open.truncate(kept);
        };
        found.extend(headings.iter().rev().map(|(_, index)| index));
        match kind {
            Kind::Heading(level) => {
                close(&mut headings, *level);
                headings.push((*level, at));
                items.clear();
                (introduction, head) = (None, None);
            }
            Kind::Item(indent) => {
                close(&mut items, *indent);
                found.extend(items.iter().rev().map(|(_, index)| index));
                found.extend(introduction);
                items.push((*indent, at));
            }
            Kind::Row => {
                found.extend(head);
                head = head.or(Some(at));
            }
            Kind::Paragraph { introduces } => {
                items.clear();
                (introduction, head) = (introduces.then_some(at), None);
            }
        }
        let mut seen = HashSet::new();
        found.retain(|index| seen.insert(*index));
        all.push(found);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_has_what_it_stands_under() {
        let check = |text: &str, last: &[&str]| {
            let passage = Passage::read(text, &[], &[], &|_| None);
            let shown = |sentence: &Sentence| text[sentence.range.clone()].trim().to_owned();
            let context = &passage.sentences.last().unwrap().context;
            let found: Vec<String> =
                context.iter().map(|at| shown(&passage.sentences[*at])).collect();
            assert_eq!(found, last, "{text}");
        };
        check("It rises. It falls.", &["It rises."]);
        check("# Bread\n## Rye\nIt rises.", &["Rye", "Bread"]);
        check("# A\n## B\n# C\nIt rises.", &["C"]);
        check("For rye:\n- salt\n- seeds", &["salt", "For rye:"]);
        check("- rye\n  - salt\n  - seeds", &["salt", "rye"]);
        check("|Flour|Salt|\n|---|---|\n|rye|2|\n|spelt|3|", &["rye|2|", "Flour|Salt|"]);
    }
}
