//! What turns a sentence into something else than the claim: denied, opposite, bounded otherwise, or the other way round.

use super::{
    alignment::{FOUND, Match},
    bounds::differ,
    signs::Sign,
    token::{Class, Token},
    view::View,
};

/// What turns a sentence into something else than the claim.
#[derive(Debug, Default)]
pub(super) struct Turns {
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
}

impl Turns {
    pub(super) fn values(&self) -> [f32; 12] {
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

    pub(super) fn is_any(&self) -> bool {
        let turned = self.denied.0 > 0.3 || self.opposites > 0.0 || self.quantity > 0.0;
        turned || self.only > 0.0 || self.bounds > 0.0 || self.roles > 0.0 || self.siblings > 0.0
    }
}

/// The least share of the claim's words that the sentence has, and of its words that the claim has, where one is the
/// opposite of the other.
const OPPOSITE: (f32, f32) = (0.8, 0.6);

pub(super) fn is_opposite(view: &View<'_>, sentence: usize, turns: &Turns) -> bool {
    let row = view.row(sentence);
    let found = |word: &Match| word.grade >= FOUND || word.opposite.is_some();
    let claim = view.share(|word| f32::from(u8::from(found(&row[word]))));
    let tokens = &view.passage.sentences[sentence].tokens;
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
    // Two turns take each other back: “not closed” and “open”.
    let denied = turns.denied.0 > 0.3;
    let turned = turns.opposites > 0.0;
    // Anna and Tom did it, so that not only Anna did.
    let joined = tokens.iter().any(|token| {
        matches!(token.folded.as_str(), "and" | "und" | "y" | "et" | "e" | "also" | "auch" | "both")
    });
    let others = turns.only > 0.0 && joined && here < all;
    denied != turned || turns.quantity > 0.0 || turns.bounds >= 1.0 || others
}

/// Whether a sentence that has the claim's words hedges what the claim says plainly (it may be so, it is so but for
/// something), or says it of the same names the other way round. Then it isn't enough to carry the claim.
pub(super) fn is_hedged(view: &View<'_>, sentence: usize, turns: &Turns) -> bool {
    let row = view.row(sentence);
    let claim = view.share(|word| f32::from(u8::from(row[word].grade >= FOUND)));
    claim >= OPPOSITE.0 && (turns.may >= 1.0 || turns.except > 0.0 || turns.roles > 0.0)
}

/// What turns a sentence of the passage.
pub(super) fn turns(view: &View<'_>, sentence: usize) -> Turns {
    let tokens = &view.passage.sentences[sentence].tokens;
    let row = view.row(sentence);
    let words = view.words();
    let mut turns = Turns::default();
    let (mut differs, mut both, mut matched) = (0.0, 0.0, 0.0);
    for (word, found) in words.iter().zip(row) {
        let Some(other) = tokens.get(found.at).filter(|_| found.grade >= 0.4) else { continue };
        matched += word.weight;
        if word.denied != other.denied {
            differs += word.weight;
        } else if word.denied {
            both += word.weight;
        }
    }
    if matched > 0.0 {
        turns.denied = (differs / matched, both / matched);
    }
    let flag = |is: bool| f32::from(u8::from(is));
    turns.denies = (
        flag(view.claim.tokens.iter().any(|token| token.denied)),
        flag(tokens.iter().any(|token| token.denied)),
    );
    for (word, found) in words.iter().zip(row) {
        if found.grade >= FOUND {
            continue;
        }
        if let Some(other) = found.opposite.and_then(|at| tokens.get(at)) {
            // Said of the same thing, and the one not denied: “not open” is no opposite of “closed”.
            if word.denied == other.denied {
                turns.opposites += 1.0;
            }
        } else if found.sibling.is_some() {
            turns.siblings += 1.0;
        }
    }
    turns.opposites = turns.opposites.min(3.0);
    turns.siblings = turns.siblings.min(3.0);
    let has = |tokens: &[Token], sign: Sign| tokens.iter().any(|token| token.sign == Some(sign));
    let claim = &view.claim.tokens;
    let only_there = |sign: Sign| has(claim, sign) && !has(tokens, sign);
    let only_here = |sign: Sign| has(tokens, sign) && !has(claim, sign);
    if only_there(Sign::All) && (has(tokens, Sign::Some) || has(tokens, Sign::Most)) {
        turns.quantity = 1.0;
    }
    turns.only = flag(only_there(Sign::Only)) - 0.5 * flag(only_here(Sign::Only));
    turns.may = flag(only_here(Sign::May)) - 0.5 * flag(only_there(Sign::May));
    turns.except = flag(only_here(Sign::Except) || only_there(Sign::Except));
    turns.bounds = differ(claim, tokens);
    turns.roles = flag(are_swapped(view, sentence));
    turns
}

/// Whether two names have changed places around what is between them, and the sentence isn't in the passive.
fn are_swapped(view: &View<'_>, sentence: usize) -> bool {
    let row = view.row(sentence);
    let names: Vec<usize> = (0..view.words().len())
        .filter(|at| view.words()[*at].class == Class::Name && row[*at].grade >= FOUND)
        .collect();
    let passive = |tokens: &[Token]| {
        tokens.iter().any(|token| {
            matches!(
                token.folded.as_str(),
                "by" | "von" | "par" | "por" | "da" | "dal" | "from" | "and" | "with"
            )
        })
    };
    let tokens = &view.passage.sentences[sentence].tokens;
    if passive(&view.claim.tokens) || passive(tokens) {
        return false;
    }
    names.windows(2).any(|pair| {
        let (one, two) = (row[pair[0]].at, row[pair[1]].at);
        let between = pair[0] + 1..pair[1];
        let verb = between.clone().any(|at| {
            row[at].grade >= FOUND
                && view.words()[at].class == Class::Content
                && two < row[at].at
                && row[at].at < one
        });
        two < one && verb
    })
}
