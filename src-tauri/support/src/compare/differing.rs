//! Lists the words in which a claim and a contradicting sentence differ.

#[cfg(test)]
mod tests;

use super::alignment::{Alignment, FOUND};
use crate::text::{
    passage::Passage,
    signs::Sign,
    statement::Statement,
    token::{Class, Token},
};

/// The words of the claim and the sentence that make the difference: opposites, numbers, and words that deny, bound
/// or weaken; folded, without duplicates.
pub(crate) fn differing(claim: &Statement, passage: &Passage, sentence: usize) -> Vec<String> {
    let alignment = Alignment::of_words(claim, passage);
    let Some(there) = passage.sentences.get(sentence).map(|it| &it.tokens) else {
        return Vec::new();
    };
    let mut found: Vec<String> = Vec::new();
    let mut add = |token: &Token| {
        if !found.contains(&token.folded) {
            found.push(token.folded.clone());
        }
    };
    for (word, matched) in alignment.words.iter().zip(&alignment.matches[sentence]) {
        let opposite = matched.opposite.and_then(|at| there.get(at));
        if let Some(other) = opposite.filter(|_| matched.grade < FOUND) {
            add(word);
            add(other);
        }
    }
    let only = |tokens: &[Token], others: &[Token], add: &mut dyn FnMut(&Token)| {
        let differs = |token: &&Token| {
            let is_number = token.class == Class::Number;
            let same = |other: &Token| match token.sign {
                // Any two negators are equal.
                Some(Sign::Not) => other.sign == token.sign,
                _ => other.folded == token.folded,
            };
            (is_number || token.sign.is_some()) && !others.iter().any(same)
        };
        tokens.iter().filter(differs).for_each(add);
    };
    only(&claim.tokens, there, &mut add);
    only(there, &claim.tokens, &mut add);
    found
}
