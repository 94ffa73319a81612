//! Claims whose words are all in a passage, but not together: of another subject, or mere pieces of sentences.

use super::{alignment::FOUND, view::View};
use crate::text::token::{Class, Token};

/// Maximum compared words of a claim that must be in one place. Longer ones, and those of several statements, combine
/// sentences.
const SHORT: usize = 8;

/// Minimum share of the claim's words that are only in another sentence. Of the claims of `subjects` beside a passage
/// about several subjects, the rule stops 20 of 36 with a swapped subject and 2 of 54 true ones; of WiCE's true
/// claims 2 %.
const FOREIGN: f32 = 0.1;

/// Maximum share of the claim's words that the passage lacks. With more, the words may be paraphrased.
const LACKING: f32 = 0.15;

/// Minimum share of the claim's words in the best sentence.
const TOGETHER: f32 = 0.5;

/// Whether the words of a short claim are in the passage, but said of something else, or the claim states nothing.
pub(crate) fn is_unbound(view: &View<'_>, best: usize) -> bool {
    let shared =
        |at: &usize| view.share(|word| f32::from(u8::from(view.row(*at)[word].grade >= FOUND)));
    let fullest = (0..view.passage.sentences.len()).max_by(|a, b| shared(a).total_cmp(&shared(b)));
    let is_short = view.words().len() <= SHORT;
    is_fragment(&view.claim.tokens)
        || is_scattered(view, best)
        || fullest.is_some_and(|fullest| fullest != best && is_scattered(view, fullest))
        || (is_short && is_of_another_kind(view, fullest.unwrap_or(best)))
}

/// Whether the sentence says it of another kind of the same thing: of the blue brace, and the claim of the grey one.
fn is_of_another_kind(view: &View<'_>, sentence: usize) -> bool {
    let (here, there) = (&view.claim.tokens, &view.passage.sentences[sentence].tokens);
    let at = |stem: &str| there.iter().position(|token| token.stem == stem && token.counts());
    let before = |at: usize| there[..at].last().filter(|token| token.counts());
    here.windows(2).filter(|pair| pair.iter().all(Token::counts)).any(|pair| {
        let (Some(kind), Some(thing)) = (at(&pair[0].stem), at(&pair[1].stem)) else {
            return false;
        };
        let is_claimed = |other: &Token| here.iter().any(|token| token.stem == other.stem);
        let is_adjacent =
            there.windows(2).any(|it| it[0].stem == pair[0].stem && it[1].stem == pair[1].stem);
        // “The first rise takes four hours; the second, 25 minutes”: the rest is said of the claim's kind.
        let rest = view.words().iter().zip(view.row(sentence)).filter(|(word, found)| {
            found.grade >= FOUND && pair.iter().all(|it| it.range != word.range)
        });
        let clauses: Vec<u16> = rest.map(|(_, found)| there[found.at].clause).collect();
        let is_said = clauses.iter().any(|it| *it == there[thing].clause)
            && clauses.iter().all(|it| *it < there[kind].clause || *it == there[thing].clause);
        !is_adjacent
            && there[kind].clause != there[thing].clause
            && is_said
            && before(thing)
                .is_some_and(|other| other.clause == there[thing].clause && !is_claimed(other))
    })
}

fn is_scattered(view: &View<'_>, best: usize) -> bool {
    if view.words().len() > SHORT || view.claim.parts.len() > 1 {
        return false;
    }
    let row = view.row(best);
    let sentence = &view.passage.sentences[best];
    let is_here = |word: usize| view.best_grade(word) >= FOUND;
    let is_bound = |word: usize| {
        let above = sentence.anchors.iter().map(|at| view.row(*at)[word].grade);
        above.fold(view.alignment.about[word].max(row[word].grade), f32::max) >= FOUND
    };
    let share = |is: &dyn Fn(usize) -> bool| view.share(|word| f32::from(u8::from(is(word))));
    // “… and yeast is 1 %” may be in a sentence of its own.
    let is_begun = |word: usize| {
        let mut same = (0..view.words().len())
            .filter(|other| view.words()[*other].clause == view.words()[word].clause);
        same.any(|other| row[other].grade >= FOUND)
    };
    let is_foreign = |word: usize| {
        is_here(word) && !is_bound(word) && is_begun(word) && !is_bridged(view, best, word)
    };
    share(&is_foreign) > FOREIGN
        && share(&|word| !is_here(word)) < LACKING
        && share(&|word| row[word].grade >= FOUND) > TOGETHER
}

/// Whether a sentence with the word shares a name with the best sentence that the claim lacks: “Birgit: front end” and
/// “Birgit is away” are about one person.
fn is_bridged(view: &View<'_>, best: usize, word: usize) -> bool {
    let names = |at: usize| {
        let tokens = view.passage.sentences[at].tokens.iter();
        tokens.filter(|token| token.class == Class::Name).map(|token| token.folded.as_str())
    };
    let is_claimed =
        |name: &str| view.claim.tokens.iter().any(|token| token.folded.as_str() == name);
    (0..view.passage.sentences.len())
        .filter(|at| *at != best && view.row(*at)[word].grade >= FOUND)
        .any(|at| names(at).any(|name| !is_claimed(name) && names(best).any(|it| it == name)))
}

/// Words that begin a question, and with it a title or a piece of a sentence.
#[rustfmt::skip]
const QUESTIONS: [&str; 17] = [
    "how", "what", "why", "which", "wie", "warum", "weshalb", "wieso", "welche", "welcher", "welches", "como", "cual", "comment",
    "pourquoi", "quel", "quelle",
];

/// Words that begin a subordinate clause.
const SUBORDINATE: [&str; 8] =
    ["because", "if", "unless", "weil", "wenn", "falls", "porque", "parce"];

/// Words that no sentence ends with, in any language: “an” ends German ones, “die” and “a” English ones.
const UNFINISHED: [&str; 4] = ["of", "and", "because", "und"];

#[rustfmt::skip]
const COPULAS: [&str; 14] = [
    "is", "are", "was", "were", "isn't", "aren't", "wasn't", "depends", "ist", "sind", "war", "waren", "es", "est",
];

/// Whether the words state nothing: “How long bread keeps.”, “Because of the queue.”
fn is_fragment(tokens: &[Token]) -> bool {
    let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else { return true };
    let is_in = |token: &Token, words: &[&str]| words.contains(&&*token.folded);
    let is_one_clause = first.clause == last.clause;
    is_in(last, &UNFINISHED)
        || (is_in(first, &QUESTIONS) && !tokens.iter().any(|token| is_in(token, &COPULAS)))
        || (is_in(first, &SUBORDINATE) && is_one_clause)
}
