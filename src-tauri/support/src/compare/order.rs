//! Finds swapped roles: the sides of a comparison, of “before” and “after”, and of a verb between two
//! names, and the word that each number belongs to.

use super::{
    alignment::{FOUND, Match},
    view::View,
};
use crate::text::token::{Class, Token};

/// Reversals between a sentence and the claim.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Order {
    /// The sides of a comparison or of a time word are swapped, or two numbers are; or only one of the two denies the
    /// time word.
    pub turned: bool,
    /// Two names around a verb are swapped.
    pub names: bool,
}

impl Order {
    pub(crate) fn of(view: &View<'_>, sentence: usize) -> Self {
        let tokens = &view.passage.sentences[sentence].tokens;
        let row = view.row(sentence);
        let turned = is_pivoted(view, tokens, row) ^ (numbers_are_swapped(view, tokens, row));
        Self { turned, names: names_are_swapped(view, tokens, row) }
    }
}

/// Words between two compared things. All but “than” need a comparative before them.
const THAN: [&str; 13] = [
    "als", "que", "di", "do", "de", "che", "than", "del", "della", "dell", "dello", "dei", "delle",
];
const TIMES: [&str; 12] = [
    "before", "after", "until", "vor", "nach", "bevor", "nachdem", "antes", "despues", "avant",
    "apres", "dopo",
];
const MORE: [&str; 16] = [
    "more", "less", "fewer", "mehr", "weniger", "mas", "menos", "plus", "moins", "piu", "meno",
    "mais", "mejor", "peor", "mayor", "menor",
];

/// The index of a word with compared things on both sides.
pub(super) fn pivot(tokens: &[Token]) -> Option<usize> {
    (0..tokens.len()).find(|at| {
        let word = &*tokens[*at].folded;
        let before = &tokens[at.saturating_sub(4)..*at];
        let is_more = |token: &Token| {
            MORE.contains(&&*token.folded) || (word == "als" && token.folded.ends_with("er"))
        };
        // “Más de 20” is a bound; in “do que” the second word counts.
        let is_other =
            |next: &Token| next.class == Class::Number || (word == "do" && next.folded == "que");
        let compares = THAN.contains(&word)
            && !tokens.get(at + 1).is_some_and(is_other)
            && (word == "than" || before.iter().any(is_more));
        compares || TIMES.contains(&word)
    })
}

/// The words behind the pivot are before it in the other sentence, or only one of the two denies it.
fn is_pivoted(view: &View<'_>, tokens: &[Token], row: &[Match]) -> bool {
    let claim = &view.claim.tokens;
    let (Some(own), Some(other)) = (pivot(claim), pivot(tokens)) else { return false };
    let is_time = |token: &Token| TIMES.contains(&&*token.folded);
    if is_time(&claim[own]) != is_time(&tokens[other]) {
        return false;
    }
    let is_behind = |token: &Token, pivot: &Token| {
        token.clause == pivot.clause && token.range.start > pivot.range.start
    };
    let (mut stays, mut goes, mut comes) = (false, false, false);
    let words =
        view.words().iter().zip(row).filter(|(word, it)| word.counts() && it.grade >= FOUND);
    for (word, found) in words {
        match (is_behind(word, &claim[own]), is_behind(&tokens[found.at], &tokens[other])) {
            (true, true) => stays = true,
            (true, false) => goes = true,
            (false, true) => comes = true,
            (false, false) => {}
        }
    }
    let denied = claim[own].folded == tokens[other].folded
        && claim[own].denied != tokens[other].denied
        && is_time(&claim[own]);
    (goes && comes && !stays) ^ denied
}

/// Two numbers of the claim are swapped: “salt 1 %, yeast 2 %”.
fn numbers_are_swapped(view: &View<'_>, tokens: &[Token], row: &[Match]) -> bool {
    let words = view.words();
    let is_number = |at: &usize| words[*at].class == Class::Number && row[*at].grade >= FOUND;
    let numbers: Vec<usize> = (0..words.len()).filter(is_number).collect();
    let [one, two] = numbers[..] else { return false };
    let head = |number: usize| {
        (0..number).rev().find(|at| words[*at].counts() && words[*at].class != Class::Number)
    };
    let (Some(first), Some(second)) = (head(one), head(two)) else { return false };
    let head_there =
        |at: usize| tokens[..at].iter().rposition(|it| it.counts() && it.class != Class::Number);
    let is_at =
        |word: usize, place: Option<usize>| row[word].grade >= FOUND && place == Some(row[word].at);
    first != second
        && row[one].at != row[two].at
        && is_at(first, head_there(row[two].at))
        && is_at(second, head_there(row[one].at))
}

/// Words before the agent of a passive verb.
const BY: [&str; 7] = ["by", "von", "par", "por", "da", "dal", "dalla"];

/// Words before a name that isn't the agent.
const BESIDE: [&str; 14] =
    ["to", "from", "in", "at", "of", "for", "with", "on", "near", "and", "und", "et", "y", "e"];

/// Maximum distance of two names, in tokens, for a known relation between them.
const APART: usize = 6;

#[rustfmt::skip]
pub(super) const MUTUAL: [&str; 14] = [
    "married", "marry", "met", "meet", "meets", "friend", "friends", "cousin", "twin", "neighbour", "neighbor", "partner",
    "sister", "brother",
];

/// Two names around a verb are swapped: the agent of one sentence is the object of the other.
fn names_are_swapped(view: &View<'_>, tokens: &[Token], row: &[Match]) -> bool {
    let words = view.words();
    let claim = &view.claim.tokens;
    let names: Vec<usize> = (0..words.len())
        .filter(|at| {
            let is_name = |token: &Token| token.class == Class::Name;
            // A shared first word may be a name; its capital says nothing.
            let opens = words[*at].range.start == 0 && row[*at].at == 0 && words[*at].counts();
            row[*at].grade >= FOUND
                && (opens || is_name(words[*at]) || is_name(&tokens[row[*at].at]))
        })
        .collect();
    names.windows(2).any(|pair| {
        let [one, two] = *pair else { return false };
        let (here, there) = (row[one].at, row[two].at);
        let (from, to) = (here.min(there), here.max(there));
        if words[two].clause != words[one].clause
            || tokens[from].clause != tokens[to].clause
            || to - from > APART
        {
            return false;
        }
        // Some verbs are mutual: if Anna met Tom, Tom met Anna.
        if words[one..two].iter().any(|word| MUTUAL.contains(&&*word.folded)) {
            return false;
        }
        let acts = (one + 1..two).any(|at| {
            let place = if row[at].grade >= FOUND { Some(row[at].at) } else { row[at].opposite };
            words[at].class == Class::Content && place.is_some_and(|at| from < at && at < to)
        });
        let place = |word: usize| claim.iter().position(|it| it.range == words[word].range);
        let (Some(start), Some(end)) = (place(one), place(two)) else { return false };
        let (Some(own), Some(other)) = (agent(claim, start, end), agent(tokens, from, to)) else {
            return false;
        };
        acts && (own == start) != (other == here)
    })
}

/// The agent among two names, if known.
fn agent(tokens: &[Token], first: usize, second: usize) -> Option<usize> {
    let before = |at: usize| at.checked_sub(1).and_then(|at| tokens.get(at));
    let is =
        |at: usize, words: &[&str]| before(at).is_some_and(|token| words.contains(&&*token.folded));
    let joined = tokens.get(first + 1..second)?.iter().any(|token| is_joint(&token.folded));
    let done = is(second, &BY);
    (!joined && !is(first, &BESIDE)).then_some(if done { second } else { first })
}

fn is_joint(folded: &str) -> bool {
    ["and", "und", "et", "y", "e", "with", "mit", "avec", "con", "com"].contains(&folded)
}
