//! Lists the words in which a claim and a contradicting sentence differ.

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
    let alignment = Alignment::of_words(&claim.tokens, passage);
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

#[cfg(test)]
mod tests {
    use crate::check_claim;

    #[test]
    fn the_words_are_named_that_turn_a_sentence() {
        let check = |passage: &str, claim: &str, expect: &[&str]| {
            let (found, _) = check_claim(claim, passage, &[], &|_| None);
            assert_eq!(found.differing, expect, "{passage} / {claim}");
        };
        check("Flour fell in spring.", "Flour rose in spring.", &["rose", "fell"]);
        check("The oven is not hot.", "The oven is hot.", &["not"]);
        check("The oven is hot.", "The oven is not hot.", &["not"]);
        check("Some of the loaves were burnt.", "All of the loaves were burnt.", &["all", "some"]);
        check("Add at most 20 g of salt.", "Add at least 20 g of salt.", &["least", "most"]);
        check("Der Teig ruht nicht.", "Der Teig ruht.", &["nicht"]);
        check("The oven is hot.", "The oven is hot.", &[]);
    }
}
