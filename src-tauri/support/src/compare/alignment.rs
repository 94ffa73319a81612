//! Aligns the words of a claim with those of a passage.

use crate::text::{
    lexicon::{Relation, lexicon},
    meaning::cosine,
    passage::{Passage, Sentence},
    statement::Statement,
    token::{Class, Token},
    words::begins_alike,
};

#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Match {
    /// Agreement with the best word, from 0 to 1.
    pub grade: f32,
    /// Index of the best word among the sentence's tokens.
    pub at: usize,
    /// Cosine of the closest word in meaning; 0 if unknown.
    pub near: f32,
    /// Index of a word with the opposite meaning.
    pub opposite: Option<usize>,
    /// Index of a word that excludes the claim's: `red` and `blue`.
    pub sibling: Option<usize>,
    /// The best word is more general: `animal` for `dog`.
    pub narrower: bool,
}

#[derive(Debug)]
pub(crate) struct Alignment<'a> {
    pub words: Vec<&'a Token>,
    /// For each sentence, the match of each word.
    pub matches: Vec<Vec<Match>>,
    /// For each sentence, the best grade of each word, context included.
    contexts: Vec<Vec<f32>>,
    /// The best grade of each word in the passage's title, path and headings.
    pub about: Vec<f32>,
    /// For each text that is no evidence for the claim (a question, a plan, an opinion, what is struck out), the words
    /// that it has.
    pub unproven: Vec<Vec<bool>>,
}

/// Minimum grade of a found word.
pub(crate) const FOUND: f32 = 0.5;

impl<'a> Alignment<'a> {
    pub(crate) fn new(claim: &'a Statement, passage: &Passage) -> Self {
        Self::read(claim, passage, true)
    }

    /// Without comparing meanings.
    pub(crate) fn of_words(claim: &'a Statement, passage: &Passage) -> Self {
        Self::read(claim, passage, false)
    }

    fn read(claim: &'a Statement, passage: &Passage, has_meaning: bool) -> Self {
        let words: Vec<&Token> = claim.tokens.iter().filter(|token| token.is_compared()).collect();
        // Words repeat, so each pair is compared once.
        let grades: Vec<Vec<(f32, Relation)>> = words
            .iter()
            .map(|word| passage.distinct().map(|other| grade(word, other)).collect())
            .collect();
        let in_sentence = |sentence: &Sentence| {
            // A question, a plan or an opinion is no evidence of a fact.
            let is_admitted = claim.purport.admits(sentence.standing, &sentence.tokens);
            let is_evidence = |at: usize| is_admitted || sentence.stated.contains(&at);
            let found = words.iter().zip(&grades);
            found
                .map(|(word, grades)| {
                    in_sentence(word, sentence, grades, has_meaning, &is_evidence)
                })
                .collect()
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
        let open = passage
            .sentences
            .iter()
            .filter(|sentence| !claim.purport.admits(sentence.standing, &sentence.tokens));
        let has = |sentence: &Sentence| {
            let is_there = |grades: &Vec<(f32, Relation)>| {
                let mut open =
                    sentence.compared.iter().filter(|(at, _)| !sentence.stated.contains(at));
                open.any(|(_, different)| grades[*different].0 >= FOUND)
            };
            grades.iter().map(is_there).collect()
        };
        let is_struck = |word: &&Token| passage.struck.iter().any(|other| is_found(word, other));
        let struck = words.iter().map(is_struck).collect();
        let unproven = open.map(has).chain([struck]).collect();
        Self { words, matches, contexts, about, unproven }
    }

    /// The grade of a word in a sentence, context included.
    pub(crate) fn in_context(&self, sentence: usize, word: usize) -> f32 {
        self.contexts[sentence][word]
    }
}

/// `grades` are the word's grades for each distinct word of the passage.
fn in_sentence(
    word: &Token,
    sentence: &Sentence,
    grades: &[(f32, Relation)],
    has_meaning: bool,
    is_evidence: &dyn Fn(usize) -> bool,
) -> Match {
    let mut found = Match::default();
    for (at, different) in sentence.compared.iter().filter(|(at, _)| is_evidence(*at)) {
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

/// Whether `other` is a form, a synonym or a kind of `word`.
pub(crate) fn is_found(word: &Token, other: &Token) -> bool {
    grade(word, other).0 >= FOUND
}

/// The agreement of `other` with `word`, and their relation in the lexicon.
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
