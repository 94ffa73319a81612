//! A claim as words, parts and facts.

#[cfg(test)]
mod tests;

use std::ops::Range;

use super::{
    facts::{FactQuery, facts, opening_name},
    meaning::Meaning,
    standing::Purport,
    token::Token,
    tokens::tokens,
};

#[derive(Debug)]
pub(crate) struct Statement {
    pub tokens: Vec<Token>,
    pub facts: Vec<FactQuery>,
    pub opening: Option<FactQuery>,
    /// The statements of the claim: ranges of clauses with a few content words each.
    pub parts: Vec<Range<u16>>,
    pub vector: Option<Vec<f32>>,
    pub purport: Purport,
}

/// Minimum content words of a part.
const LEAST_WORDS: usize = 3;

impl Statement {
    pub(crate) fn read(text: &str, meaning: Meaning<'_>) -> Self {
        let mut tokens = tokens(text);
        let vectors = meaning(text);
        if let Some(vectors) = &vectors {
            vectors.give(&mut tokens);
        }
        let parts = parts(&tokens);
        let vector = vectors.map(|vectors| vectors.text.clone());
        let purport = Purport::of(text, &tokens);
        Self { facts: facts(text), opening: opening_name(text), parts, tokens, vector, purport }
    }
}

/// Joins clauses until each part has enough content words.
fn parts(tokens: &[Token]) -> Vec<Range<u16>> {
    let Some(last) = tokens.last() else { return Vec::new() };
    let words = |range: &Range<u16>| {
        tokens.iter().filter(|token| token.counts() && range.contains(&token.clause)).count()
    };
    let mut parts: Vec<Range<u16>> = Vec::new();
    let mut open = 0;
    for clause in 0..=last.clause {
        let range = open..clause + 1;
        if words(&range) >= LEAST_WORDS {
            parts.push(range);
            open = clause + 1;
        }
    }
    match parts.last_mut() {
        Some(part) => part.end = last.clause + 1,
        None => parts.push(0..last.clause + 1),
    }
    parts
}
