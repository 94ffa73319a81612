//! Whether a question is about the past or about duties, whose dates are coming ones.

use super::{names::is_any, tokens::Token};

const DUTIES: &str = "due deadline deadlines frist fristen upcoming fallig fallige falligen faellig anstehend anstehende must muss \
     mussen muessen planned geplant need renew renews expire expires";

fn has(tokens: &[Token], words: &str) -> bool {
    tokens.iter().any(|it| is_any(&it.text, words))
}

pub(super) fn is_past(tokens: &[Token]) -> bool {
    has(tokens, "did were had have's waren wurde wurden hatte hatten musste mussten")
        || has(tokens, "was") && has(tokens, "due deadline the i")
        || has(tokens, "habe haben hat") && !has(tokens, "zu noch") && !has_deadline(tokens)
        || has(tokens, "have has") && !has(tokens, "to") && !has_deadline(tokens)
}

/// “Haben die Frist”, “have a deadline”: the verb says no past.
fn has_deadline(tokens: &[Token]) -> bool {
    const NEAR: usize = 3;
    let has_noun = |it: &[Token]| has(it, "frist fristen deadline deadlines");
    let verb = tokens.iter().position(|it| is_any(&it.text, "habe haben hat have has"));
    verb.and_then(|at| tokens.get(at..))
        .is_some_and(|rest| has_noun(rest.get(..=NEAR).unwrap_or(rest)))
}

/// “Was steht im April an?”, “What is coming up in April?”
fn comes_up(tokens: &[Token]) -> bool {
    let is_pair = |one: &Token, two: &Token| {
        is_any(&one.text, "coming") && is_any(&two.text, "up")
            // A sign behind the verb ends the question.
            || is_any(&one.text, "an") && !two.text.contains(char::is_alphanumeric)
    };
    let mut pairs = tokens.windows(2);
    let ends = tokens.last().is_some_and(|it| is_any(&it.text, "an"));
    let is_ahead = pairs.any(|it| matches!(it, [one, two] if is_pair(one, two)));
    let stands = has(tokens, "steht stehen");
    (stands && (ends || is_ahead)) || (is_ahead && has(tokens, "coming"))
}

/// Whether a question is about duties, whose dates are coming ones.
pub(super) fn is_ahead(tokens: &[Token]) -> bool {
    let is_pair = |one: &str, two: &str| {
        tokens
            .windows(2)
            .any(|it| matches!(it, [a, b] if is_any(&a.text, one) && is_any(&b.text, two)))
    };
    let has_duty = has(tokens, DUTIES)
        || comes_up(tokens)
        || is_pair("have has", "to")
        || is_pair("will shall", "i we be he she it the they")
        || is_pair("going", "to");
    has_duty && !is_past(tokens)
}
