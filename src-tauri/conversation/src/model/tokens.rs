//! Numbers of tokens, and how they were counted.

use serde::{Deserialize, Serialize};

/// A number of tokens.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Tokens(pub u32);

impl std::ops::Add for Tokens {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl std::iter::Sum for Tokens {
    fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
        iter.fold(Self(0), |a, b| a + b)
    }
}

impl std::fmt::Display for Tokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// How a count was made, the surest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum CountKind {
    /// By the model's own tokenizer.
    Exact,
    /// By our figures, corrected by what the server reported.
    Calibrated,
    /// By another tokenizer, or a rule of the model's family.
    Estimated,
    /// Characters divided by four, because the tokenizer failed.
    Approximate,
}

/// A count and how it was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenCount {
    pub tokens: Tokens,
    pub kind: CountKind,
}

impl Tokens {
    /// The size of an image, in pixels, for a model of which nothing else is known:
    /// ⌈w/16⌉ · ⌈h/16⌉ + 32, after the long side is scaled down to 2048 px. That is rather too many
    /// than too few.
    pub fn of_image(width: u32, height: u32) -> Self {
        let (width, height) = (f64::from(width.max(1)), f64::from(height.max(1)));
        let scale = (2048.0 / width.max(height)).min(1.0);
        // A side that was scaled to a whole number of squares may be a hair over it.
        let squares = |side: f64| (side * scale / 16.0 - 1e-9).ceil().max(1.0) as u32;
        Self(squares(width).saturating_mul(squares(height)).saturating_add(32))
    }
}
