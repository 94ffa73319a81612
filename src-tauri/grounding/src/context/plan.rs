//! What of the input goes in.

use std::ops::Range;

use conversation::Reference;

use super::{Input, PastTurn};

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Plan {
    /// Whether the summary of the turns before the history goes in.
    pub(super) summary: bool,
    /// The first earlier turn that goes in. Of those before it the pinned ones do.
    pub(super) first_turn: usize,
    /// For each linked note, how much of it.
    pub(super) linked: Vec<Extent>,
    pub(super) hits: Vec<bool>,
    /// For each hit, whether only its excerpt does.
    pub(super) short: Vec<bool>,
    /// How many of the hits, from the first one on, stay.
    pub(super) pinned_hits: usize,
    /// For each picture, whether, if a passage that shows it does.
    pub(super) pictures: Vec<bool>,
    /// For each call of each of this turn's rounds, how many of its passages.
    pub(super) results: Vec<Vec<usize>>,
    /// How many of this turn's rounds, the oldest first, show no results.
    pub(super) rounds_gone: usize,
}

impl Plan {
    /// Whether the earlier turn at this place goes in.
    pub(super) fn has_turn(&self, at: usize, turn: &PastTurn) -> bool {
        at >= self.first_turn || turn.pinned
    }

    /// What of the passage goes in, if not all.
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

/// How much of a linked note goes in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extent {
    /// The whole text that the link names.
    Text,
    /// This many of its best passages; with none, the link's line under the question is all.
    Best(usize),
}
