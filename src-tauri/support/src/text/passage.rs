//! A passage as sentences, each with its context.

#[cfg(test)]
mod tests;

use std::{
    cmp::Reverse,
    collections::{HashMap, HashSet},
    ops::Range,
};

use super::{
    facts::Evidence,
    meaning::{Meaning, cosine},
    standing::{Standing, standing, stated_part, without_struck},
    statement::Statement,
    token::{Class, Token},
    tokens::tokens,
};
use crate::claims::{every_sentence, opens_item};

#[derive(Debug, Clone)]
pub(crate) struct Sentence {
    /// Bytes of the passage.
    pub range: Range<usize>,
    pub tokens: Vec<Token>,
    /// The compared tokens: the index of each, and the index of its word in the passage's distinct words.
    pub compared: Vec<(usize, usize)>,
    /// Sentences needed to understand this one: its neighbours, the headings above it, the introduction of its list,
    /// the head of its table.
    pub context: Vec<usize>,
    /// The sentences whose subject this one has: the headings above it, its list's outer items and introduction, the
    /// head of its table, and the sentence before a pronoun.
    pub anchors: Vec<usize>,
    pub standing: Standing,
    /// The tokens of a part that states a fact, in a sentence that as a whole doesn't: “Lena lent it; he wants to try it”.
    pub stated: Range<usize>,
    pub vector: Option<Vec<f32>>,
    /// Headings name a topic and state nothing.
    pub is_heading: bool,
    /// The cells of a table's row.
    pub cells: Vec<Vec<Token>>,
}

#[derive(Debug)]
pub(crate) struct Passage {
    pub sentences: Vec<Sentence>,
    /// The words of title, path and headings.
    pub about: Vec<Token>,
    /// The words that are struck out.
    pub struck: Vec<Token>,
    /// Facts of the text, title, path and headings.
    pub evidence: Evidence,
    /// The first occurrence of each distinct word, as sentence and token.
    distinct: Vec<(usize, usize)>,
}

/// Maximum sentences of a passage with vectors. Notes that are cited whole can be long.
const MEANINGS: usize = 60;

impl Passage {
    /// Reads a passage for the check of `claims`.
    pub(crate) fn read(
        text: &str,
        about: &[&str],
        claims: &[&Statement],
        meaning: Meaning<'_>,
    ) -> Self {
        let (text, struck) = without_struck(text);
        let text = &*text;
        let found = every_sentence(text, &[]);
        let kinds = kinds(text, found.iter().map(|claim| claim.range.start));
        let about_tokens = tokens(&about.join("\n"));
        let mut sentences: Vec<Sentence> = Vec::with_capacity(found.len());
        for (at, (claim, context)) in found.iter().zip(contexts(&kinds)).enumerate() {
            let tokens = tokens(&claim.text);
            let is_above = |other: &usize| matches!(kinds[*other], Kind::Heading(_));
            let above = context.iter().filter(|other| is_above(other) && **other < at);
            let above = above.flat_map(|other| &sentences[*other].tokens).chain(&about_tokens);
            let raw = &text[claim.range.clone()];
            let standing = standing(raw, &tokens, above);
            let stated = match standing {
                Standing::Planned | Standing::Believed | Standing::Conditional => {
                    stated_part(raw, &claim.text, &tokens)
                }
                _ => 0..0,
            };
            let goes_on = at > 0
                && (goes_on(&tokens, text, &found[at - 1].range, &claim.range)
                    || is_same_item(&kinds, text, &found[at - 1].range, &claim.range, at));
            let is_anchor = |other: &usize| match other.abs_diff(at) == 1 && !is_above(other) {
                true => *other < at && (goes_on || is_outer(&kinds, *other, at)),
                false => true,
            };
            sentences.push(Sentence {
                is_heading: matches!(kinds[at], Kind::Heading(_)),
                cells: match kinds[at] {
                    Kind::Row => cells(&text[claim.range.clone()]),
                    _ => Vec::new(),
                },
                range: claim.range.clone(),
                tokens,
                compared: Vec::new(),
                anchors: context.iter().copied().filter(is_anchor).collect(),
                context,
                standing,
                stated,
                vector: None,
            });
        }
        let texts: Vec<&str> = std::iter::once(text).chain(about.iter().copied()).collect();
        let about = about_tokens;
        let evidence = Evidence::new(&texts);
        let struck = tokens(&struck);
        let mut passage = Self { sentences, about, struck, evidence, distinct: Vec::new() };
        passage.find_distinct();
        // If no claim has a vector, there is nothing to compare.
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

    /// The sentences that get vectors: all, or those of a long passage that have the most words of the claims.
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
            struck: Vec::new(),
            evidence: Evidence::default(),
            distinct: Vec::new(),
        };
        for passage in passages {
            let before = joined.sentences.len();
            joined.sentences.extend(passage.sentences.iter().cloned().map(|mut sentence| {
                sentence.context.iter_mut().for_each(|at| *at += before);
                sentence.anchors.iter_mut().for_each(|at| *at += before);
                sentence
            }));
            joined.about.extend(passage.about.iter().cloned());
            joined.struck.extend(passage.struck.iter().cloned());
            joined.evidence.add(&passage.evidence);
        }
        joined.find_distinct();
        joined
    }

    /// The distinct words, in their first occurrence.
    pub(crate) fn distinct(&self) -> impl Iterator<Item = &Token> {
        self.distinct.iter().map(|(sentence, token)| &self.sentences[*sentence].tokens[*token])
    }

    /// Finds the distinct words.
    fn find_distinct(&mut self) {
        let mut known: HashMap<&str, usize> = HashMap::new();
        let mut distinct = Vec::new();
        let mut all = Vec::with_capacity(self.sentences.len());
        for (number, sentence) in self.sentences.iter().enumerate() {
            let tokens =
                sentence.tokens.iter().enumerate().filter(|(_, token)| token.is_compared());
            let compared = tokens.map(|(at, token)| {
                let word = *known.entry(&token.folded).or_insert_with(|| {
                    distinct.push((number, at));
                    distinct.len() - 1
                });
                (at, word)
            });
            all.push(compared.collect());
        }
        for (sentence, compared) in self.sentences.iter_mut().zip(all) {
            sentence.compared = compared;
        }
        self.distinct = distinct;
    }

    /// The similarity of each sentence to a vector; empty if unknown.
    pub(crate) fn likeness(&self, vector: Option<&[f32]>) -> Vec<f32> {
        let Some(vector) = vector else { return Vec::new() };
        if self.sentences.iter().all(|sentence| sentence.vector.is_none()) {
            return Vec::new();
        }
        let near =
            |other: &Sentence| other.vector.as_deref().map_or(0.0, |other| cosine(vector, other));
        self.sentences.iter().map(near).collect()
    }

    /// The similarity of all sentences together, by the mean of their vectors; 0 if unknown.
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

fn cells(row: &str) -> Vec<Vec<Token>> {
    // A bar within a cell is escaped, as in `[[Alien\|the film]]`.
    let row = row.replace("\\|", " ");
    row.trim().trim_matches('|').split('|').map(tokens).collect()
}

/// Words that begin a sentence about the subject of the one before, in English, German, Spanish and French.
#[rustfmt::skip]
const PRONOUNS: [&str; 47] = [
    "he", "she", "it", "they", "this", "these", "that", "those", "his", "her", "its", "their", "him", "them", "there", "then",
    "er", "sie", "es", "dieser", "diese", "dieses", "sein", "seine", "ihr", "ihre", "ihm", "ihnen", "dort", "dann", "dafur", "damit",
    "el", "ella", "ellos", "ellas", "esto", "este", "esta", "su", "sus", "il", "elle", "ils", "elles", "cela", "ce",
];

/// Pronouns of persons in English and German, without those of other meanings.
const PERSONS: [&str; 12] =
    ["he", "she", "they", "his", "her", "their", "him", "them", "er", "ihm", "ihnen", "seine"];

/// Whether a sentence has the subject of the one before, in the same paragraph.
fn goes_on(tokens: &[Token], text: &str, before: &Range<usize>, own: &Range<usize>) -> bool {
    let between = text.get(before.end..own.start).unwrap_or_default();
    let is_same_line = !between.contains('\n');
    let is_one = |token: &Token| PRONOUNS.contains(&&*token.folded);
    // “I will offer to mow his edge” has nobody else whom “his” could mean.
    let unnamed = tokens.iter().take_while(|token| token.class != Class::Name);
    let mut persons = unnamed.filter(|token| PERSONS.contains(&&*token.folded));
    is_same_line && (tokens.iter().take(2).any(is_one) || persons.next().is_some())
}

/// Whether a sentence is in the list item of the one before.
fn is_same_item(
    kinds: &[Kind],
    text: &str,
    before: &Range<usize>,
    own: &Range<usize>,
    at: usize,
) -> bool {
    let between = text.get(before.end..own.start).unwrap_or_default();
    matches!(kinds[at], Kind::Item(_)) && kinds[at - 1] == kinds[at] && !between.contains('\n')
}

/// Whether the line before introduces a list, or is the item or the head of the table above.
fn is_outer(kinds: &[Kind], before: usize, at: usize) -> bool {
    match (kinds[before], kinds[at]) {
        (Kind::Item(outer), Kind::Item(inner)) => outer < inner,
        (Kind::Paragraph { introduces }, Kind::Item(_)) => introduces,
        (Kind::Row, Kind::Row) => before == 0 || kinds[before - 1] != Kind::Row,
        _ => false,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Heading(usize),
    /// With its indentation.
    Item(usize),
    Row,
    Paragraph {
        /// The line ends in a colon, so it introduces the next ones.
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

/// The kind of each sentence's line. Each line is read once, because some notes are one long line.
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

/// The context of each sentence. A heading's context includes the headings that it closes.
fn contexts(kinds: &[Kind]) -> Vec<Vec<usize>> {
    let is_text = |index: &usize| !matches!(kinds.get(*index), None | Some(Kind::Heading(_)));
    // The open elements, outermost first: headings and items with their levels, the list's introduction, the table's
    // head.
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
