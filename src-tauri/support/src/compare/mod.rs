//! A claim beside a passage: which words meet, and what turns the passage into something else than the claim.

pub(crate) mod alignment;
pub(crate) mod bounds;
pub(crate) mod differing;
mod order;
pub(crate) mod turns;
pub(crate) mod view;
