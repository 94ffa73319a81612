//! Compares a claim with a passage: aligned words, and signs of contradiction.

pub(crate) mod agents;
pub(crate) mod alignment;
pub(crate) mod binding;
pub(crate) mod bounds;
pub(crate) mod cells;
pub(crate) mod differing;
pub(crate) mod limits;
mod order;
pub(crate) mod turns;
pub(crate) mod view;
