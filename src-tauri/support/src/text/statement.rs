//! A claim as words, parts and facts.

use std::ops::Range;

use super::{
    facts::{FactQuery, facts, opening_name},
    meaning::Meaning,
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
        Self { facts: facts(text), opening: opening_name(text), parts, tokens, vector }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_is_split_where_it_says_several_things() {
        let check = |text: &str, expect: &[&str]| {
            let statement = Statement::read(text, &|_| None);
            let shown: Vec<String> = statement
                .parts
                .iter()
                .map(|part| {
                    let inside = |token: &&Token| part.contains(&token.clause) && token.counts();
                    let words = statement.tokens.iter().filter(inside);
                    words.map(|token| token.folded.as_str()).collect::<Vec<_>>().join(" ")
                })
                .collect();
            assert_eq!(shown, expect, "{text}");
        };
        check("", &[]);
        check("Salt slows yeast.", &["salt slows yeast"]);
        check(
            "Salt slows the yeast, but warm dough rises faster.",
            &["salt slows yeast", "warm dough rises faster"],
        );
        check("Anna, a baker, bakes rye bread.", &["anna baker bakes rye bread"]);
        check("Der Teig ruht zwölf Stunden, aber nicht warm.", &["teig ruht 12 stunden warm"]);
    }
}
