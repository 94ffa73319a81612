//! Which words of a passage say what the words of a claim say.

use std::collections::HashMap;

use super::{
    lexicon::{Relation, lexicon},
    meaning::cosine,
    opposites::are_opposite,
    passage::{Passage, Sentence},
    token::{Class, Token},
    words::begins_alike,
};

/// What a word of a claim finds in a sentence.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Match {
    /// How well a word there says the same, from 0 to 1.
    pub grade: f32,
    /// The place of that word among the sentence's tokens.
    pub at: usize,
    /// The likeness of the nearest word there, as a cosine; 0 where that isn't known.
    pub near: f32,
    /// The place of a word there that is its opposite.
    pub opposite: Option<usize>,
    /// The place of a word there that excludes it: `red` and `blue`.
    pub sibling: Option<usize>,
    /// The word there says less than it: `animal` for `dog`.
    pub narrower: bool,
}

/// A claim's words against a passage.
#[derive(Debug)]
pub(super) struct Alignment<'a> {
    /// The claim's words that count.
    pub words: Vec<&'a Token>,
    /// For each sentence, what each word finds in it.
    pub matches: Vec<Vec<Match>>,
    /// What each word finds in what is known of the passage besides its text.
    pub about: Vec<f32>,
}

/// A word is found from this grade on.
pub(super) const FOUND: f32 = 0.5;

impl<'a> Alignment<'a> {
    pub(super) fn new(claim: &'a [Token], passage: &Passage) -> Self {
        let words: Vec<&Token> = claim.iter().filter(|token| is_compared(token)).collect();
        // Words come again and again: each pair is compared once.
        let mut known: Vec<HashMap<&str, (f32, Relation)>> = vec![HashMap::new(); words.len()];
        let mut matches = Vec::with_capacity(passage.sentences.len());
        for sentence in &passage.sentences {
            let found = words
                .iter()
                .zip(&mut known)
                .map(|(word, known)| in_sentence(word, sentence, known));
            matches.push(found.collect());
        }
        let about = words
            .iter()
            .map(|word| {
                let others = passage.about.iter().filter(|other| is_compared(other));
                others.map(|other| grade(word, other).0).fold(0.0, f32::max)
            })
            .collect();
        Self { words, matches, about }
    }

    /// What a word finds in a sentence or in what the sentence stands under.
    pub(super) fn in_context(&self, passage: &Passage, sentence: usize, word: usize) -> f32 {
        let own = self.matches[sentence][word].grade;
        let context = &passage.sentences[sentence].context;
        let around = context.iter().map(|at| self.matches[*at][word].grade).fold(0.0, f32::max);
        own.max(0.9 * around).max(0.9 * self.about[word])
    }
}

fn is_compared(token: &Token) -> bool {
    token.counts() || token.is_directed
}

fn in_sentence<'b>(
    word: &Token,
    sentence: &'b Sentence,
    known: &mut HashMap<&'b str, (f32, Relation)>,
) -> Match {
    let mut found = Match::default();
    for (at, other) in sentence.tokens.iter().enumerate().filter(|(_, other)| is_compared(other)) {
        let (grade, relation) =
            *known.entry(other.folded.as_str()).or_insert_with(|| grade(word, other));
        if grade > found.grade {
            found.grade = grade;
            found.at = at;
            found.narrower = relation == Relation::Narrower;
        }
        match relation {
            Relation::Opposite => found.opposite = Some(at),
            Relation::Sibling if grade < FOUND => found.sibling = Some(at),
            _ => {}
        }
        if !word.vector.is_empty() && word.vector.len() == other.vector.len() {
            found.near = found.near.max(cosine(&word.vector, &other.vector));
        }
    }
    found
}

/// How well `other` says what `word` says, and what the lexicon knows of them.
fn grade(word: &Token, other: &Token) -> (f32, Relation) {
    if word.folded == other.folded {
        return (1.0, Relation::Synonym);
    }
    if word.class == Class::Number || other.class == Class::Number {
        return (0.0, Relation::None);
    }
    if word.has_opposite && other.has_opposite && are_opposite(&word.folded, &other.folded) {
        return (0.0, Relation::Opposite);
    }
    let relation = match (word.word, other.word) {
        (Some(one), Some(two)) => lexicon().relation(one, two),
        _ => Relation::None,
    };
    let grade = match relation {
        Relation::Opposite => return (0.0, relation),
        _ if word.stem == other.stem => 1.0,
        _ if begins_alike(&word.stem, &other.stem) => 0.9,
        Relation::Synonym if word.word == other.word => 1.0,
        Relation::Synonym => 0.8,
        Relation::Wider => 0.7,
        Relation::Narrower => 0.4,
        Relation::Sibling | Relation::None => 0.0,
    };
    (grade, relation)
}
