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
    let numbers = differing_numbers(&claim.tokens, there);
    let only = |tokens: &[Token], others: &[Token], add: &mut dyn FnMut(&Token)| {
        let differs = |token: &&Token| match token.sign {
            // Any two negators are equal.
            Some(Sign::Not) => others.iter().all(|other| other.sign != token.sign),
            Some(_) => is_only_here(token, others),
            None => numbers.contains(&&*token.folded),
        };
        tokens.iter().filter(differs).for_each(add);
    };
    only(&claim.tokens, there, &mut add);
    only(there, &claim.tokens, &mut add);
    found
}

fn is_only_here(token: &Token, others: &[Token]) -> bool {
    others.iter().all(|other| other.folded != token.folded)
}

/// The numbers of two sentences that replace each other, best between the same words. A number that the other sentence
/// has none for, such as a date at its end, makes no difference.
fn differing_numbers<'a>(one: &'a [Token], two: &'a [Token]) -> Vec<&'a str> {
    let only = |tokens: &[Token], others: &[Token]| -> Vec<usize> {
        let differs =
            |at: &usize| tokens[*at].class == Class::Number && is_only_here(&tokens[*at], others);
        (0..tokens.len()).filter(differs).collect()
    };
    let (ones, twos) = (only(one, two), only(two, one));
    let alike = |at: usize, other: usize| {
        let (own, others) = (beside(one, at), beside(two, other));
        own.iter().zip(&others).filter(|(own, other)| own.is_some() && own == other).count()
    };
    let mut found = Vec::new();
    for at in &ones {
        for other in &twos {
            let likeness = alike(*at, *other);
            let is_best = ones.iter().all(|at| alike(*at, *other) <= likeness)
                && twos.iter().all(|other| alike(*at, *other) <= likeness);
            if is_best {
                found.extend([&*one[*at].folded, &*two[*other].folded]);
            }
        }
    }
    found
}

/// The words before and after a token.
fn beside(tokens: &[Token], at: usize) -> [Option<&str>; 2] {
    [at.checked_sub(1), Some(at + 1)].map(|at| Some(&*tokens.get(at?)?.stem))
}
