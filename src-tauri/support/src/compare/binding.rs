//! Claims whose words are all in a passage, but not together: of another subject, or mere pieces of sentences.

use super::{alignment::FOUND, view::View};
use crate::text::{
    dates::month,
    token::{Class, Token},
};

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
const TOGETHER: f32 = 0.4;

/// Whether the words of a short claim are in the passage, but said of something else, or the claim states nothing.
pub(crate) fn is_unbound(view: &View<'_>, best: usize) -> bool {
    let shared =
        |at: &usize| view.share(|word| f32::from(u8::from(view.row(*at)[word].grade >= FOUND)));
    let fullest = (0..view.passage.sentences.len()).max_by(|a, b| shared(a).total_cmp(&shared(b)));
    let is_short = view.words().len() <= SHORT;
    is_fragment(&view.claim.tokens)
        || (is_short && is_unproven(view, fullest.map_or(0.0, |at| shared(&at))))
        || is_scattered(view, best)
        || fullest.is_some_and(|fullest| fullest != best && is_scattered(view, fullest))
        || (is_short && is_of_another_kind(view, fullest.unwrap_or(best)))
}

/// Minimum share of the claim's words that are only in texts without evidence.
const UNPROVEN: f32 = 0.1;

/// Minimum share of the claim's words in one text without evidence, and how much more that is than in any sentence.
const ASKED: (f32, f32) = (0.8, 0.3);

/// Whether the claim is taken from a question, a plan, an opinion or a struck text: only this has one of its words, or
/// only this has nearly all.
fn is_unproven(view: &View<'_>, fullest: f32) -> bool {
    let flag = |is: bool| f32::from(u8::from(is));
    let open = &view.alignment.unproven;
    let is_only_there =
        |word: usize| view.best_grade(word) < FOUND && open.iter().any(|has| has[word]);
    let most = open.iter().map(|has| view.share(|word| flag(has[word]))).fold(0.0, f32::max);
    view.share(|word| flag(is_only_there(word))) > UNPROVEN
        || (most >= ASKED.0 && most - fullest >= ASKED.1)
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

/// Whether a sentence with the word, or with it above, is about the same thing as the best sentence, by a word that the
/// claim lacks: “Birgit: front end” and “Birgit is away” are about one person.
fn is_bridged(view: &View<'_>, best: usize, word: usize) -> bool {
    let sentences = &view.passage.sentences;
    let has = |at: usize, stem: &str| sentences[at].tokens.iter().any(|it| it.stem == stem);
    let is_claimed = |token: &Token| view.claim.tokens.iter().any(|it| it.stem == token.stem);
    // A word of just these two sentences is about one thing, too.
    let is_rare = |token: &Token| {
        token.counts() && (0..sentences.len()).filter(|at| has(*at, &token.stem)).count() == 2
    };
    let here = &sentences[best].tokens;
    let bridges: Vec<&Token> = (0..here.len())
        .filter(|at| is_label(here, *at) || is_rare(&here[*at]))
        .map(|at| &here[at])
        .filter(|token| !is_claimed(token) && !is_day(token))
        .collect();
    let is_found = |at: usize| view.row(at)[word].grade >= FOUND;
    (0..sentences.len())
        .filter(|at| *at != best)
        .filter(|at| is_found(*at) || sentences[*at].anchors.iter().any(|it| is_found(*it)))
        .any(|at| bridges.iter().any(|token| has(at, &token.stem)))
}

/// Whether a word tells one thing from others: a name, a number, a letter.
fn is_label(tokens: &[Token], at: usize) -> bool {
    let token = &tokens[at];
    // An article isn't the last word of a clause.
    let is_last = tokens.get(at + 1).is_none_or(|next| next.clause != token.clause);
    let is_letter = token.folded.len() == 1 && (token.class == Class::Content || is_last);
    matches!(token.class, Class::Name | Class::Number) || is_letter
}

fn is_day(token: &Token) -> bool {
    DAYS.contains(&&*token.folded) || month(&token.folded).is_some()
}

#[rustfmt::skip]
const DAYS: [&str; 15] = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "mon", "tue", "wed", "thu", "fri", "sat", "sun",
    "may",
];

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
