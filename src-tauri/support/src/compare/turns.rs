//! Signs that a sentence contradicts the claim: denial, opposites, other bounds, swapped order.

use std::ops::Range;

use super::{
    alignment::{FOUND, Match},
    bounds::{differ, is_looser},
    order::Order,
    view::View,
};
use crate::text::{
    denial::clauses,
    number_words::ARTICLES,
    quantity::unit,
    signs::Sign,
    token::{Class, Token},
};

#[derive(Debug, Default)]
pub(crate) struct Turns {
    denied: (f32, f32),
    denies: (f32, f32),
    opposites: f32,
    siblings: f32,
    quantity: f32,
    only: f32,
    may: f32,
    bounds: f32,
    except: f32,
    roles: f32,
    /// One of the two denies what the other says.
    is_denied: bool,
    /// One of the two uses an opposite or a swapped order; using both cancels out.
    is_turned: bool,
    /// The sentence is only about a part: “not all”.
    is_partial: bool,
}

impl Turns {
    pub(crate) fn values(&self) -> [f32; 12] {
        [
            self.denied.0,
            self.denied.1,
            self.denies.0,
            self.denies.1,
            self.opposites,
            self.siblings,
            self.quantity,
            self.only,
            self.may,
            self.bounds,
            self.except,
            self.roles,
        ]
    }

    pub(crate) fn is_any(&self) -> bool {
        // An opposite that a swapped order cancels makes siblings irrelevant, too.
        let is_same = self.opposites > 0.0 && !self.is_turned;
        let turned = self.is_denied || self.is_turned || self.quantity > 0.0 || self.only > 0.0;
        turned || self.bounds > 0.0 || (self.siblings > 0.0 && !is_same) || self.roles > 0.0
    }
}

/// Minimum share of the claim's words in the sentence, and of the sentence's words in the claim, for a contradiction.
const OPPOSITE: (f32, f32) = (0.8, 0.6);

pub(crate) fn is_opposite(view: &View<'_>, sentence: usize, turns: &Turns) -> bool {
    let row = view.row(sentence);
    let tokens = &view.passage.sentences[sentence].tokens;
    // “Nobody” matches the first word of the claim, whoever that is.
    let is_nobody = |pair: &[Token]| pair[0].folded == "no" && pair[1].folded == "one";
    let nobody = tokens.iter().any(|token| NOBODY.contains(&&*token.folded) && token.denied)
        || tokens.windows(2).any(is_nobody);
    let found = |word: usize| {
        row[word].grade >= FOUND || row[word].opposite.is_some() || (nobody && word == 0)
    };
    let claim = view.share(|word| f32::from(u8::from(found(word))));
    let (mut all, mut here) = (0.0, 0.0);
    for (at, token) in tokens.iter().enumerate().filter(|(_, token)| token.counts()) {
        all += token.weight;
        let is_named = |it: &Match| (it.grade >= FOUND && it.at == at) || it.opposite == Some(at);
        if row.iter().any(is_named) {
            here += token.weight;
        }
    }
    if claim < OPPOSITE.0 || here < OPPOSITE.1 * all || all <= 0.0 {
        return false;
    }
    // “Anna and Tom did it” contradicts “only Anna did”.
    let others = turns.only > 0.0 && tokens.iter().any(joins) && here < all;
    // Two reversals cancel out: “not closed” and “open”.
    turns.is_denied != turns.is_turned || turns.quantity > 0.0 || turns.bounds >= 1.0 || others
}

const NOBODY: [&str; 8] =
    ["nobody", "none", "niemand", "keiner", "nadie", "personne", "nessuno", "ninguem"];

fn joins(token: &Token) -> bool {
    matches!(token.folded.as_str(), "and" | "und" | "y" | "et" | "e" | "also" | "auch" | "both")
}

/// Words that can mean “only”, among other things.
const ALONE: [&str; 13] = [
    "just", "alone", "sole", "single", "nothing", "no", "einzige", "einzig", "seul", "seule",
    "unico", "unica", "lone",
];

/// Whether the sentence has the claim's words but doesn't fully support it: it hedges (“may”, “except”, “some”, “at
/// most”), doesn't exclude what the claim excludes, or swaps the names.
pub(crate) fn is_hedged(view: &View<'_>, sentence: usize, turns: &Turns) -> bool {
    if turns.bounds >= 1.0 {
        return true;
    }
    let row = view.row(sentence);
    let found = |word: usize| f32::from(u8::from(row[word].grade >= FOUND));
    if view.share(found) < OPPOSITE.0 {
        return false;
    }
    let tokens = &view.passage.sentences[sentence].tokens;
    let claim = &view.claim.tokens;
    // “Rye keeps, though wheat may dry” hedges only the wheat. A clause without content words hedges the clauses
    // around it.
    let concerns = |token: &Token| {
        let inside = |at: usize| tokens[at].clause == token.clause;
        let own = (0..tokens.len()).any(|at| inside(at) && tokens[at].counts());
        !own || view.share(|word| if inside(row[word].at) { found(word) } else { 0.0 }) >= NEAR
    };
    let may = turns.may >= 1.0
        && tokens.iter().any(|token| token.sign == Some(Sign::May) && concerns(token));
    let is_only = |token: &Token| token.sign == Some(Sign::Only) || ALONE.contains(&&*token.folded);
    let mut all = view.passage.sentences.iter().flat_map(|it| &it.tokens);
    let excludes = turns.only >= 1.0 && !all.any(is_only);
    may || turns.except > 0.0
        || turns.roles > 0.0
        || turns.is_partial
        || excludes
        || is_one_of_more(view, tokens, row)
        || is_looser(claim, tokens)
}

/// The claim has one unit where the sentence has several: “eine Woche”, “zwei Wochen”.
fn is_one_of_more(view: &View<'_>, tokens: &[Token], row: &[Match]) -> bool {
    let claim = &view.claim.tokens;
    claim.windows(2).filter(|pair| ARTICLES.contains(&&*pair[0].folded)).any(|pair| {
        let word = view.words().iter().position(|word| word.range == pair[1].range);
        let there = word.map(|word| row[word]).filter(|found| found.grade >= FOUND);
        let number = there.and_then(|found| tokens.get(found.at.checked_sub(1)?));
        number.is_some_and(|it| it.class == Class::Number && it.folded != "1")
            && unit(&pair[1].folded).is_some()
    })
}

/// Minimum share of the claim's words in a clause that hedges it.
const NEAR: f32 = 0.3;

/// The clauses of `tokens` whose denial doesn't affect the other text: it doesn't mention the denied words, and
/// agrees with other clauses. “Not in the fridge but in the cellar” doesn't deny the cellar. `is_named` says whether
/// the other text has a word or its opposite, `is_said` whether both state it.
fn beside(
    tokens: &[Token],
    is_named: &dyn Fn(usize) -> bool,
    is_said: &dyn Fn(usize) -> bool,
) -> Vec<u16> {
    let mut found = Vec::new();
    if !tokens.iter().any(|token| token.denied) {
        return found;
    }
    let is_said = |at: &usize| tokens[*at].counts() && !tokens[*at].denied && is_said(*at);
    let said: Vec<usize> = (0..tokens.len()).filter(is_said).collect();
    for range in clauses(tokens) {
        let denied =
            |range: Range<usize>| range.filter(|at| tokens[*at].denied && tokens[*at].counts());
        let not = range.clone().find(|at| tokens[*at].sign == Some(Sign::Not));
        let behind = not.map_or(range.end, |not| not + 1)..range.end;
        let weight = |at: usize| tokens[at].weight;
        // In German, “nicht” also denies the words before it.
        let lacks = [behind, range.clone()].into_iter().any(|scope| {
            let all: f32 = denied(scope.clone()).map(weight).sum();
            let lost = denied(scope).filter(|at| !is_named(*at)).map(weight).sum::<f32>();
            lost > 0.3 * all
        });
        if lacks && said.iter().any(|at| !range.contains(at)) {
            found.extend(tokens.get(range.start).map(|token| token.clause));
        }
    }
    found
}

/// The signs of contradiction in one sentence of the passage.
pub(crate) fn turns(view: &View<'_>, sentence: usize) -> Turns {
    let tokens = &view.passage.sentences[sentence].tokens;
    let claim = &view.claim.tokens;
    let row = view.row(sentence);
    let words = view.words();
    let mut turns = Turns::default();
    denials(view, sentence, &mut turns);
    let flag = |is: bool| f32::from(u8::from(is));
    turns.denies = (
        flag(claim.iter().any(|token| token.denied)),
        flag(tokens.iter().any(|token| token.denied)),
    );
    for (word, found) in words.iter().zip(row) {
        if found.grade >= FOUND {
            continue;
        }
        if let Some(other) = found.opposite.and_then(|at| tokens.get(at)) {
            // Both words are denied, or neither: “not open” is no opposite of “closed”.
            if word.denied == other.denied {
                turns.opposites += 1.0;
            }
        } else if found.sibling.is_some() {
            turns.siblings += 1.0;
        }
    }
    // A swap cancels an opposite: “Anna sells to Tom” and “Tom buys from Anna”, “A takes more than B” and “B takes
    // less than A”.
    let order = Order::of(view, sentence);
    let is_converse = turns.opposites > 0.0;
    turns.is_turned = is_converse != (order.turned || (is_converse && order.names));
    turns.roles = flag(order.names && !is_converse);
    turns.opposites = turns.opposites.min(3.0);
    turns.siblings = turns.siblings.min(3.0);
    let has = |tokens: &[Token], sign: Sign| tokens.iter().any(|token| token.sign == Some(sign));
    let only_there = |sign: Sign| has(claim, sign) && !has(tokens, sign);
    let only_here = |sign: Sign| has(tokens, sign) && !has(claim, sign);
    let is_some = has(tokens, Sign::Some) || has(tokens, Sign::Most);
    let takes_back = (says_not_all(claim) || says_only_some(claim)) && only_here(Sign::All);
    turns.quantity = flag((only_there(Sign::All) && is_some) || takes_back);
    turns.only = flag(only_there(Sign::Only)) - 0.5 * flag(only_here(Sign::Only));
    turns.may = flag(only_here(Sign::May)) - 0.5 * flag(only_there(Sign::May));
    turns.except = flag(only_here(Sign::Except) || only_there(Sign::Except));
    turns.bounds = differ(claim, tokens);
    let is_said = |pair: &[Token]| {
        // “Not all are complete” limits only its own clause.
        let clause = pair[0].clause;
        let has_other = tokens.iter().any(|token| token.counts() && token.clause == clause);
        let is_found = |at: usize| row[at].grade >= FOUND && tokens[row[at].at].clause == clause;
        !has_other || (0..words.len()).any(is_found)
    };
    turns.is_partial =
        tokens.windows(2).any(|pair| is_not_all(pair) && is_said(pair)) && !has(claim, Sign::Some);
    turns
}

fn says_not_all(tokens: &[Token]) -> bool {
    tokens.windows(2).any(is_not_all)
}

fn says_only_some(tokens: &[Token]) -> bool {
    tokens
        .windows(2)
        .any(|pair| pair[0].sign == Some(Sign::Only) && pair[1].sign == Some(Sign::Some))
}

fn is_not_all(pair: &[Token]) -> bool {
    pair[0].sign == Some(Sign::Not) && pair[1].sign == Some(Sign::Some) && !pair[1].denied
}

/// Weighs the common words that only one of the two denies.
fn denials(view: &View<'_>, sentence: usize, turns: &mut Turns) {
    let tokens = &view.passage.sentences[sentence].tokens;
    let claim = &view.claim.tokens;
    let row = view.row(sentence);
    let words = view.words();
    let is_found = |found: &Match| found.grade >= 0.4;
    let place = |at: usize| words.iter().position(|word| word.range == claim[at].range);
    let both_say =
        |word: usize| is_found(&row[word]) && !words[word].denied && !tokens[row[word].at].denied;
    let beside_here = beside(
        claim,
        &|at| place(at).is_some_and(|it| is_found(&row[it]) || row[it].opposite.is_some()),
        &|at| place(at).is_some_and(both_say),
    );
    let has = |it: &Match, at: usize| is_found(it) && it.at == at;
    let beside_there =
        beside(tokens, &|at| row.iter().any(|it| has(it, at) || it.opposite == Some(at)), &|at| {
            (0..row.len()).any(|word| has(&row[word], at) && both_say(word))
        });
    // The trees were trained on `differs`, which includes every difference; the rules use `otherwise`, which only
    // includes differences about the same thing.
    let (mut differs, mut otherwise, mut both, mut matched) = (0.0, 0.0, 0.0, 0.0);
    for (word, found) in words.iter().zip(row) {
        let Some(other) = tokens.get(found.at).filter(|_| is_found(found)) else { continue };
        matched += word.weight;
        if word.denied == other.denied {
            both += if word.denied { word.weight } else { 0.0 };
            continue;
        }
        differs += word.weight;
        // A text may contain the word twice, denied and not.
        let twice = tokens.iter().any(|it| it.denied == word.denied && it.stem == other.stem)
            || claim.iter().any(|it| it.denied == other.denied && it.stem == word.stem);
        let is_beside = beside_here.contains(&word.clause) || beside_there.contains(&other.clause);
        otherwise += if twice || is_beside { 0.0 } else { word.weight };
    }
    let denies_some = |tokens: &[Token]| {
        says_not_all(tokens)
            || tokens.iter().any(|it| it.sign == Some(Sign::Some))
                && tokens.iter().any(|it| it.denied)
    };
    // “Not all were” agrees with “some were not”.
    if (says_not_all(claim) && denies_some(tokens)) || (says_not_all(tokens) && denies_some(claim))
    {
        otherwise = 0.0;
    }
    if matched <= 0.0 {
        return;
    }
    turns.denied = (differs / matched, both / matched);
    turns.is_denied =
        otherwise > 0.3 * matched || (otherwise > 0.0 && is_all_denied(view, sentence));
}

/// The other text plainly states nearly everything that one of the two denies, in a clause with nearly all of
/// the claim. A single word may be all that is denied (“contains no salt”).
fn is_all_denied(view: &View<'_>, sentence: usize) -> bool {
    let tokens = &view.passage.sentences[sentence].tokens;
    let row = view.row(sentence);
    let counted = || {
        let words = view.words().iter().zip(row).filter(|(word, _)| word.counts());
        words.filter_map(|(word, found)| Some((*word, found, tokens.get(found.at)?)))
    };
    let differs = |(word, found, other): &(&Token, &Match, &Token)| {
        found.grade >= FOUND && word.denied != other.denied
    };
    let Some((here, _, there)) = counted().find(differs) else { return false };
    let (mut all, mut inside, mut changed) = (0.0, 0.0, 0.0);
    for it in counted() {
        let (word, found, other) = it;
        all += word.weight;
        if found.grade >= FOUND && word.clause == here.clause && other.clause == there.clause {
            inside += word.weight;
            changed += if differs(&it) { word.weight } else { 0.0 };
        }
    }
    let denied = |tokens: &[Token]| -> f32 {
        tokens.iter().filter(|it| it.denied && it.counts()).map(|it| it.weight).sum()
    };
    let scope = denied(tokens).max(denied(&view.claim.tokens));
    inside >= OPPOSITE.0 * all && changed >= 0.7 * scope
}
