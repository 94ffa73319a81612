use serde::{Deserialize, Serialize};

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

/// The most reliable first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum CountKind {
    /// By the model's own tokenizer.
    Exact,
    /// Our count, corrected by the server's reports.
    Calibrated,
    /// By another tokenizer, or a rule of the model's family.
    Estimated,
    /// Characters divided by four, because the tokenizer failed.
    Approximate,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenCount {
    pub tokens: Tokens,
    pub kind: CountKind,
}

impl Tokens {
    /// The size of an image in pixels for an unknown model: ⌈w/16⌉ · ⌈h/16⌉ + 32, after scaling the long side down to
    /// 2048 px. It is rather too large than too small.
    pub fn of_image(width: u32, height: u32) -> Self {
        let (width, height) = (f64::from(width.max(1)), f64::from(height.max(1)));
        let scale = (2048.0 / width.max(height)).min(1.0);
        // A side scaled to a whole number of squares may exceed it by a hair.
        let squares = |side: f64| (side * scale / 16.0 - 1e-9).ceil().max(1.0) as u32;
        Self(squares(width).saturating_mul(squares(height)).saturating_add(32))
    }
}
