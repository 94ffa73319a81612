//! Which words of a passage say what the words of a claim say.

use crate::text::{
    lexicon::{Relation, lexicon},
    meaning::cosine,
    passage::{Passage, Sentence},
    token::{Class, Token},
    words::begins_alike,
};

/// What a word of a claim finds in a sentence.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Match {
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

#[derive(Debug)]
pub(crate) struct Alignment<'a> {
    pub words: Vec<&'a Token>,
    /// For each sentence, what each word finds in it.
    pub matches: Vec<Vec<Match>>,
    /// The same, as the greatest grade, with what each sentence stands under.
    contexts: Vec<Vec<f32>>,
    /// What each word finds in what is known of the passage besides its text.
    pub about: Vec<f32>,
}

/// A word is found from this grade on.
pub(crate) const FOUND: f32 = 0.5;

impl<'a> Alignment<'a> {
    pub(crate) fn new(claim: &'a [Token], passage: &Passage) -> Self {
        Self::read(claim, passage, true)
    }

    /// The same, without how near the words are in meaning.
    pub(crate) fn of_words(claim: &'a [Token], passage: &Passage) -> Self {
        Self::read(claim, passage, false)
    }

    fn read(claim: &'a [Token], passage: &Passage, has_meaning: bool) -> Self {
        let words: Vec<&Token> = claim.iter().filter(|token| token.is_compared()).collect();
        // Words come again and again: each pair is compared once.
        let grades: Vec<Vec<(f32, Relation)>> = words
            .iter()
            .map(|word| passage.different().map(|other| grade(word, other)).collect())
            .collect();
        let in_sentence = |sentence| {
            let found = words.iter().zip(&grades);
            found.map(|(word, grades)| in_sentence(word, sentence, grades, has_meaning)).collect()
        };
        let matches: Vec<Vec<Match>> = passage.sentences.iter().map(in_sentence).collect();
        let about: Vec<f32> = words
            .iter()
            .map(|word| {
                let others = passage.about.iter().filter(|other| other.is_compared());
                others.map(|other| grade(word, other).0).fold(0.0, f32::max)
            })
            .collect();
        let contexts = passage.sentences.iter().zip(&matches).map(|(sentence, own)| {
            let in_context = |(word, own): (usize, &Match)| {
                let grades = sentence.context.iter().map(|at| matches[*at][word].grade);
                own.grade.max(0.9 * grades.fold(0.0, f32::max)).max(0.9 * about[word])
            };
            own.iter().enumerate().map(in_context).collect()
        });
        let contexts = contexts.collect();
        Self { words, matches, contexts, about }
    }

    /// What a word finds in a sentence or in what the sentence stands under.
    pub(crate) fn in_context(&self, sentence: usize, word: usize) -> f32 {
        self.contexts[sentence][word]
    }
}

/// `grades` is what the word finds in each of the passage's different words.
fn in_sentence(
    word: &Token,
    sentence: &Sentence,
    grades: &[(f32, Relation)],
    has_meaning: bool,
) -> Match {
    let mut found = Match::default();
    for (at, different) in &sentence.compared {
        let (grade, relation) = grades[*different];
        if grade > found.grade {
            found.grade = grade;
            found.at = *at;
            found.narrower = relation == Relation::Narrower;
        }
        match relation {
            Relation::Opposite => found.opposite = Some(*at),
            Relation::Sibling if grade < FOUND => found.sibling = Some(*at),
            _ => {}
        }
        let other = &sentence.tokens[*at];
        if has_meaning && !word.vector.is_empty() && word.vector.len() == other.vector.len() {
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
    if word.sides.are_opposite(other.sides) {
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
