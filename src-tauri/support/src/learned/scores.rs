//! Evaluates boosted trees over the figures: the probability of support, or of contradiction.

#[cfg(test)]
mod tests;

use super::features::COUNT;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Node {
    /// The index of the deciding figure, or [`LEAF`].
    pub figure: u8,
    /// For a branch, the maximum of the figure that leads to `low`. For a leaf, its addition to the score.
    pub value: f32,
    pub low: u8,
    pub high: u8,
    /// Whether an unknown figure leads to `low`.
    pub unknown_is_low: bool,
}

pub(crate) const LEAF: u8 = u8::MAX;

/// Short for a branch, in the generated tables.
pub(crate) const fn b(figure: u8, value: f32, low: u8, high: u8, unknown_is_low: u8) -> Node {
    Node { figure, value, low, high, unknown_is_low: unknown_is_low != 0 }
}

/// Short for a leaf, in the generated tables.
pub(crate) const fn e(value: f32) -> Node {
    Node { figure: LEAF, value, low: 0, high: 0, unknown_is_low: false }
}

pub(crate) fn probability(trees: &[&[Node]], figures: &[f32; COUNT]) -> f32 {
    let score: f32 = trees.iter().map(|tree| end_of(tree, figures)).sum();
    1.0 / (1.0 + (-score).exp())
}

fn end_of(tree: &[Node], figures: &[f32; COUNT]) -> f32 {
    let mut node = tree.first();
    // A tree is no deeper than its number of nodes.
    for _ in 0..tree.len() {
        let Some(here) = node else { return 0.0 };
        let Some(figure) = figures.get(usize::from(here.figure)) else { return here.value };
        let is_low = if figure.is_nan() { here.unknown_is_low } else { *figure <= here.value };
        node = tree.get(usize::from(if is_low { here.low } else { here.high }));
    }
    0.0
}
