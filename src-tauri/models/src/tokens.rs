//! Counting tokens.

mod cache;
mod calibration;
mod encoding;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::ChatMessage;
use calibration::Calibration;
pub use encoding::{Encoding, LONGEST_TEXT};

/// A number of tokens.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
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

/// How a count was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CountKind {
    /// By the model's own tokenizer.
    Exact,
    /// By another tokenizer, corrected by what the server reported.
    Calibrated,
    /// By another tokenizer.
    Estimated,
    /// Characters divided by four, because the tokenizer failed.
    Approximate,
}

/// A count and how it was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TokenCount {
    /// How many.
    pub tokens: Tokens,
    /// How it was counted.
    pub kind: CountKind,
}

/// Counts tokens for one model. Cheap to clone; counts are cached by content.
///
/// The tables are read on the first count, which takes some 100 ms; [`TokenCounter::preload`] does
/// it ahead of time.
#[derive(Debug, Clone)]
pub struct TokenCounter {
    encoding: Encoding,
    calibration: Option<Arc<Calibration>>,
}

impl TokenCounter {
    /// The counter for a model by its name: its own tokenizer where that is known, else o200k,
    /// calibrated by what the model's servers reported in this run. All counters of one name learn
    /// together.
    pub fn for_model(model: &str) -> Self {
        match Encoding::of_model(model) {
            Some(encoding) => Self::for_encoding(encoding),
            None => {
                Self { encoding: Encoding::O200k, calibration: Some(Calibration::of_model(model)) }
            }
        }
    }

    /// The counter that gives an encoding's own counts.
    pub fn for_encoding(encoding: Encoding) -> Self {
        Self { encoding, calibration: None }
    }

    /// The encoding it counts with.
    pub fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// Reads the tables now instead of at the first count. It blocks for some 100 ms: call it on a
    /// thread that may.
    pub fn preload(&self) {
        self.encoding.preload();
    }

    /// Counts `text`. Special tokens in it count as ordinary text.
    pub fn count(&self, text: &str) -> TokenCount {
        let raw = self.count_uncalibrated(text);
        match self.ratio() {
            Some(ratio) if raw.kind == CountKind::Estimated => {
                TokenCount { tokens: scaled(raw.tokens, ratio), kind: CountKind::Calibrated }
            }
            _ => raw,
        }
    }

    /// Counts `text` as if no server had reported anything. Sums of these are what
    /// [`TokenCounter::calibrate`] wants.
    pub fn count_uncalibrated(&self, text: &str) -> TokenCount {
        match cache::count(self.encoding, text) {
            Ok(raw) => TokenCount {
                tokens: Tokens(raw.tokens),
                kind: if self.calibration.is_none() && raw.true_to_tokenizer {
                    CountKind::Exact
                } else {
                    CountKind::Estimated
                },
            },
            Err(_) => TokenCount { tokens: approximate(text), kind: CountKind::Approximate },
        }
    }

    /// Learns from a call: `ours` is our uncalibrated count of all that was sent, `reported` the
    /// server's count of the same ([`crate::Usage::prompt`]). The ratio holds for all later counts
    /// of the model, and takes in what its template adds to every message.
    ///
    /// Does nothing for a model whose own tokenizer we have, and for a ratio that no tokenizer
    /// would give (under 0.4 or over 4).
    pub fn calibrate(&self, ours: Tokens, reported: Tokens) {
        if let Some(calibration) = &self.calibration {
            calibration.learn(ours.0, reported.0);
        }
    }

    /// [`TokenCounter::calibrate`] with the messages that were sent, counted here.
    pub fn calibrate_by(&self, messages: &[ChatMessage], reported: Tokens) {
        let ours = messages.iter().map(|m| self.count_uncalibrated(&m.content).tokens).sum();
        self.calibrate(ours, reported);
    }

    /// How many of the model's tokens make one of ours, if that was learned.
    pub fn ratio(&self) -> Option<f64> {
        self.calibration.as_ref().and_then(|calibration| calibration.ratio())
    }

    /// Takes over a ratio that was learned in an earlier run. The next report outweighs it.
    pub fn start_from(&self, ratio: f64) {
        if let Some(calibration) = &self.calibration {
            calibration.start_from(ratio);
        }
    }
}

fn scaled(tokens: Tokens, ratio: f64) -> Tokens {
    // The ratio is between 0.4 and 4, and casts from float saturate.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    Tokens((f64::from(tokens.0) * ratio).round() as u32)
}

/// Characters divided by four, the rule of thumb for Latin script. Han, kana and hangul have about
/// three tokens for four characters instead (o200k on Chinese: 1.36 characters a token).
fn approximate(text: &str) -> Tokens {
    let (mut dense, mut other) = (0_u64, 0_u64);
    for character in text.chars() {
        match character {
            '\u{3040}'..='\u{30ff}'
            | '\u{3400}'..='\u{4dbf}'
            | '\u{4e00}'..='\u{9fff}'
            | '\u{ac00}'..='\u{d7af}'
            | '\u{f900}'..='\u{faff}'
            | '\u{20000}'..='\u{3ffff}' => dense += 1,
            _ => other += 1,
        }
    }
    Tokens(u32::try_from((dense * 3 + other).div_ceil(4)).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests;
