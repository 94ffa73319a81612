//! The probability of support: figures, and boosted trees that `training/train.py` fitted to people's labels.

pub(crate) mod features;
pub(crate) mod scores;
pub(crate) mod trees;
