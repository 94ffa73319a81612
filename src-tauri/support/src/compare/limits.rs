//! Sentences with a bound that excludes the claim: “from 14 o'clock” and “until 14 o'clock”, “at least twice” and “once”.

use super::{
    alignment::FOUND,
    bounds::{Bound, bound},
    view::View,
};
use crate::text::token::{Class, Token};

/// Minimum share of the claim's words in a sentence with another bound.
const SHARED: f32 = 0.4;

/// The sentence that bounds a number of the claim on the other side (“from 14 o'clock” and “until 14 o'clock”), or whose
/// bound excludes it (“at least twice a week” and “once a week”).
pub(crate) fn excluding_sentence(view: &View<'_>) -> Option<usize> {
    let claim = &view.claim.tokens;
    let is_number = |at: usize| view.words()[at].class == Class::Number;
    (0..view.passage.sentences.len()).find(|at| {
        let sentence = &view.passage.sentences[*at];
        let row = view.row(*at);
        let is_there = |word: usize| row[word].grade >= FOUND;
        let is_about = (0..row.len()).any(|word| is_there(word) && !is_number(word));
        is_about
            && !claim.iter().chain(&sentence.tokens).any(|token| token.denied)
            && row.iter().all(|found| found.opposite.is_none())
            && view.share(|word| f32::from(u8::from(is_there(word)))) >= SHARED
            && view.claim.purport.admits(sentence.standing, &sentence.tokens)
            && (is_turned(claim, &sentence.tokens) || is_excluded(claim, &sentence.tokens))
    })
}

/// The bound of a number by the two words before it; a denial may be farther away (“no more than 20”).
fn close(tokens: &[Token], at: usize) -> Option<Bound> {
    let from = at.saturating_sub(2);
    bound(&tokens[from..=at], at - from).and(bound(tokens, at))
}

/// Both bound the same number, on different sides.
fn is_turned(claim: &[Token], sentence: &[Token]) -> bool {
    let numbers = |tokens: &[Token]| -> Vec<(String, Bound)> {
        let of = |at: usize| Some((tokens[at].folded.clone(), close(tokens, at)?));
        (0..tokens.len()).filter(|at| tokens[*at].class == Class::Number).filter_map(of).collect()
    };
    let there = numbers(sentence);
    numbers(claim).iter().any(|(own, side)| {
        let mut same = there.iter().filter(|(other, _)| other == own);
        same.next().is_some_and(|(_, other)| other != side) && same.next().is_none()
    })
}

/// A number of the claim is beyond a bound of the same unit in the sentence.
fn is_excluded(claim: &[Token], sentence: &[Token]) -> bool {
    let counted = |tokens: &[Token]| -> Vec<(usize, f64, String)> {
        let of = |at: usize| Some((at, times(&tokens[at])?, unit(tokens, at)?.to_owned()));
        (0..tokens.len()).filter_map(of).collect()
    };
    let there = counted(sentence);
    counted(claim).into_iter().any(|(own, value, unit)| {
        let limits: Vec<_> = there.iter().filter(|(.., other)| *other == unit).collect();
        let [(at, limit, _)] = limits[..] else { return false };
        match (close(sentence, *at), close(claim, own)) {
            (Some(Bound::Above), None | Some(Bound::Below)) => value < *limit,
            (Some(Bound::Below), None | Some(Bound::Above)) => value > *limit,
            _ => false,
        }
    })
}

/// A number, also “once” and “twice”.
fn times(token: &Token) -> Option<f64> {
    match token.folded.as_str() {
        "once" | "einmal" => Some(1.0),
        "twice" | "zweimal" => Some(2.0),
        "dreimal" => Some(3.0),
        number if token.class == Class::Number => number.parse().ok(),
        _ => None,
    }
}

/// The next word but articles: “twice a week”.
fn unit(tokens: &[Token], at: usize) -> Option<&str> {
    let next = tokens[at + 1..].iter().take(2).find(|token| token.class != Class::Grammar)?;
    (next.class == Class::Content).then_some(&*next.stem)
}
