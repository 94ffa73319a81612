//! Who does what: claims that give a verb another agent than the passage does.

use super::{
    alignment::FOUND,
    order::{MUTUAL, pivot},
    view::View,
};
use crate::text::token::{Class, Token};

/// The word before a verb that says who acts; names and other words by their stems.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Agent<'a> {
    /// I, we. Answers say “you”.
    Author,
    /// A name, or an unknown word at the beginning.
    Name(&'a str),
    Word(&'a str),
}

#[rustfmt::skip]
const AUTHOR: [&str; 9] = ["i", "we", "you", "ich", "wir", "yo", "nosotros", "je", "nous"];

/// Words between an agent and its verb.
#[rustfmt::skip]
const AUXILIARIES: [&str; 24] = [
    "has", "have", "had", "did", "does", "do", "will", "would", "can", "could", "also", "then", "never", "always", "only",
    "hat", "habe", "haben", "hatte", "hatten", "ha", "he", "hemos", "avons",
];

/// Forms of “be” before the verb of a passive.
const BE: [&str; 8] = ["is", "are", "was", "were", "be", "been", "wurde", "wird"];

/// Whether the sentence gives a verb of the claim to another agent, who is named in both texts: “I turned pages for
/// Nadia” and “Nadia turned pages”.
pub(crate) fn differ(view: &View<'_>, sentence: usize) -> bool {
    let there = &view.passage.sentences[sentence].tokens;
    let here = &view.claim.tokens;
    // Turned comparisons say the same: rye takes more water than wheat, and wheat takes less than rye.
    if pivot(here).is_some() || pivot(there).is_some() {
        return false;
    }
    let (mut same, mut other) = (false, false);
    for (word, found) in view.words().iter().zip(view.row(sentence)) {
        // If Anna met Tom, Tom met Anna.
        let is_mutual = MUTUAL.contains(&&*word.folded);
        let is_compared = word.class == Class::Content && found.grade >= FOUND && !is_mutual;
        // “Tom never taught Anna” fits “Anna taught Tom”.
        if !is_compared || word.denied || there[found.at].denied {
            continue;
        }
        let own = here.iter().position(|it| it.range == word.range).and_then(|at| agent(here, at));
        let Some(own @ (Agent::Author | Agent::Name(_))) = named(own, there) else { continue };
        let places = (0..there.len()).filter(|at| there[*at].stem == there[found.at].stem);
        let agents: Vec<Option<Agent<'_>>> = places.map(|at| agent(there, at)).collect();
        // An agent that isn't known, such as “she”, may be the claim's.
        if agents.iter().any(|it| it.is_none_or(|it| it == own)) {
            same = true;
        } else {
            other |= agents.into_iter().flatten().any(|it| is_swapped(here, there, own, it));
        }
    }
    other && !same
}

/// A claim's first word is a name if the other text writes it as one.
fn named<'a>(agent: Option<Agent<'a>>, there: &[Token]) -> Option<Agent<'a>> {
    match agent? {
        Agent::Word(stem) if there.iter().any(|it| it.class == Class::Name && it.stem == stem) => {
            Some(Agent::Name(stem))
        }
        other => Some(other),
    }
}

/// Whether one of the two agents is also in the other text, in another role.
fn is_swapped(here: &[Token], there: &[Token], own: Agent<'_>, other: Agent<'_>) -> bool {
    let has = |tokens: &[Token], stem: &str| tokens.iter().any(|token| token.stem == stem);
    match (own, other) {
        (_, Agent::Name(stem) | Agent::Word(stem)) if has(here, stem) => true,
        (Agent::Name(stem), Agent::Author | Agent::Name(_)) => has(there, stem),
        _ => false,
    }
}

/// The agent of the word at `at`, if it is a verb: its agent is right before it, and something follows it.
fn agent(tokens: &[Token], at: usize) -> Option<Agent<'_>> {
    let clause = tokens[at].clause;
    let mut before = tokens[..at].iter().enumerate().rev();
    let (place, token) = before.find(|(_, token)| !AUXILIARIES.contains(&&*token.folded))?;
    if token.clause != clause || BE.contains(&&*token.folded) || at - place > 3 {
        return None;
    }
    if AUTHOR.contains(&&*token.folded) {
        return Some(Agent::Author);
    }
    // “The book that Anna wrote” has the object before the agent; “with Anna” isn't one.
    let is_object = place.checked_sub(1).is_some_and(|it| BESIDE.contains(&&*tokens[it].folded));
    let goes_on = tokens[at + 1..].iter().any(|it| it.counts() && it.clause == clause);
    match token.class {
        _ if is_object || !goes_on || !token.counts() => None,
        Class::Content if place == 0 && token.word.is_none() => Some(Agent::Name(&token.stem)),
        Class::Name => Some(Agent::Name(&token.stem)),
        _ => Some(Agent::Word(&token.stem)),
    }
}

#[rustfmt::skip]
const BESIDE: [&str; 22] = [
    "to", "from", "in", "at", "of", "for", "with", "on", "near", "by", "and", "or",
    "von", "mit", "zu", "fur", "bei", "und", "de", "para", "con", "pour",
];
