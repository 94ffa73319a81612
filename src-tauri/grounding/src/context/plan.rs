//! The plan: the parts of the input that go in.

use std::ops::Range;

use conversation::Reference;

use super::{Input, PastTurn};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Plan {
    /// The summary of the oldest turns goes in.
    pub(super) summary: bool,
    /// For each earlier turn, true if it goes in. Pinned turns always do.
    pub(super) turns: Vec<bool>,
    pub(super) linked: Vec<Extent>,
    pub(super) hits: Vec<bool>,
    /// For each hit, true for only its excerpt.
    pub(super) short: Vec<bool>,
    pub(super) pinned_hits: usize,
    /// For each picture, true if it goes in together with a passage that shows it.
    pub(super) pictures: Vec<bool>,
    /// For each call of each round of this turn, the number of its passages.
    pub(super) results: Vec<Vec<usize>>,
    /// The number of oldest rounds of this turn without results.
    pub(super) rounds_gone: usize,
}

impl Plan {
    pub(super) fn has_turn(&self, at: usize, turn: &PastTurn) -> bool {
        self.turns[at] || turn.pinned
    }

    /// The excerpt of a passage, if it doesn't go in whole.
    pub(super) fn excerpt<'a>(
        &self,
        input: Input<'a>,
        reference: &Reference,
    ) -> Option<&'a Range<usize>> {
        let is_it = |hit: &Reference| hit.kind == reference.kind && hit.key() == reference.key();
        let is_short =
            input.progress.hits.iter().zip(&self.short).any(|(hit, short)| *short && is_it(hit));
        let excerpt = input.fit.excerpts.get(&reference.key()?).filter(|_| is_short)?;
        let whole = reference.passage.as_ref()?.text.len();
        (excerpt.len() < whole).then_some(excerpt)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// The whole text of the link's target.
    Text,
    /// This many of its best passages. With 0, only the link below the question stays.
    Best(usize),
}
