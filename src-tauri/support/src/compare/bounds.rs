//! Bounds of numbers: “at most 20” differs from “at least 20”, and “before 1990” from “after 1990”.

use crate::text::{
    signs::Sign,
    token::{Class, Token},
};

/// The side of the number that is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bound {
    Above,
    Below,
}

const ABOVE: &str = " least over above exceeding after since beyond minimum minimo than_more from mindestens uber nach seit ab \
    menos_al despues desde superior apres depuis plus dopo oltre almeno depois acima ";
const BELOW: &str = " most under below before until maximum maximo massimo than_less hochstens maximal unter vor bis \
    antes hasta inferior avant moins jusqu'a prima fino antes ate abaixo ";

/// 1 if claim and sentence bound the same number on different sides, 0.5 if only one bounds it, else 0.
pub(crate) fn differ(claim: &[Token], sentence: &[Token]) -> f32 {
    let mut found = 0.0_f32;
    for (at, number) in claim.iter().enumerate().filter(|(_, it)| it.class == Class::Number) {
        let Some(other) =
            sentence.iter().position(|it| it.class == Class::Number && it.folded == number.folded)
        else {
            continue;
        };
        let value = match (bound(claim, at), bound(sentence, other)) {
            (Some(one), Some(two)) if one != two => 1.0,
            (None, None) | (Some(_), Some(_)) => 0.0,
            _ => 0.5,
        };
        found = found.max(value);
    }
    found
}

/// Words that always make the number a bound.
#[rustfmt::skip]
const STRICT: [&str; 18] = [
    "most", "least", "maximum", "minimum", "than", "hochstens", "mindestens", "maximal", "maximo", "minimo", "menos", "moins",
    "plus", "massimo", "almeno", "jusqu'a", "exceeding", "als",
];

/// Whether the sentence bounds a number (“at most 20”) that the claim states without a bound.
pub(crate) fn is_looser(claim: &[Token], sentence: &[Token]) -> bool {
    let is_strict = |at: usize| {
        sentence[at.saturating_sub(4)..at].iter().any(|token| STRICT.contains(&&*token.folded))
    };
    let numbers = |tokens: &[Token]| -> Vec<usize> {
        (0..tokens.len()).filter(|at| tokens[*at].class == Class::Number).collect()
    };
    let there = numbers(sentence);
    numbers(claim).into_iter().filter(|at| bound(claim, *at).is_none()).any(|at| {
        let is_same = |other: &&usize| sentence[**other].folded == claim[at].folded;
        let same: Vec<&usize> = there.iter().filter(is_same).collect();
        !same.is_empty()
            && same.iter().all(|other| is_strict(**other) && bound(sentence, **other).is_some())
    })
}

pub(crate) fn is_bounded(tokens: &[Token], at: usize) -> bool {
    bound(tokens, at).is_some()
}

/// The bound of the number at `at`, according to the words before it.
pub(super) fn bound(tokens: &[Token], at: usize) -> Option<Bound> {
    let before = &tokens[at.saturating_sub(4)..at];
    let has = |word: &str| before.iter().any(|token| token.folded == word);
    let denied = before.iter().any(|token| token.sign == Some(Sign::Not));
    let bound = if has("than") || has("als") || has("que") || has("di") || has("do") || has("de") {
        let more = ["more", "greater", "higher", "larger", "mehr", "mas", "plus", "piu", "mais"];
        let less = ["less", "fewer", "lower", "smaller", "weniger", "menos", "moins", "meno"];
        if more.iter().any(|word| has(word)) {
            Some(Bound::Above)
        } else if less.iter().any(|word| has(word)) {
            Some(Bound::Below)
        } else {
            None
        }
    } else {
        None
    };
    let bound = bound.or_else(|| {
        before.iter().rev().find_map(|token| {
            let padded = format!(" {} ", token.folded);
            if ABOVE.contains(&padded) {
                Some(Bound::Above)
            } else if BELOW.contains(&padded) {
                Some(Bound::Below)
            } else {
                None
            }
        })
    });
    match (bound, denied) {
        (Some(Bound::Above), true) => Some(Bound::Below),
        (Some(Bound::Below), true) => Some(Bound::Above),
        (bound, _) => bound,
    }
}
