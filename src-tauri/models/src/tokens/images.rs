//! Image tokens by model family.
//!
//! | family | rule | from |
//! |---|---|---|
//! | gpt-4o, gpt-4.1, gpt-4.5, o1, o3, gpt-5 | a base and a price for each tile of 512 px, after fitting into 2048 × 2048 and scaling the short side down to 768 | OpenAI, “Images and vision” |
//! | gpt-4.1-mini and -nano, o4-mini, gpt-5-mini and -nano | patches of 32 px, scaled down to 1536 of them, times a factor | the same |
//! | gpt-5.2 and later | patches of 32 px, scaled down to 2500 of them, times 1.2 | the same; the factor is what users measured |
//! | Claude | ⌈w/28⌉ · ⌈h/28⌉, after scaling down to 1568 px and 1568 tokens; from 4.7 on 2576 px and 4784 | Anthropic, “Vision” |
//! | Gemini 1 and 2 | 258, or 258 for each tile where a side is over 384 px | Google, “Understand and count tokens” |
//! | Gemini 3 and later | 1120, its usual resolution | Google, “Media resolution” |
//! | Gemma 3 | 256 and its two brackets | its model card |
//! | Qwen2-VL, Qwen2.5-VL | sides rounded to 28 px, one token for 28 × 28, at most 16,384; two brackets | its image processor |
//! | Qwen3-VL, Qwen3.5 and later | the same with 32 px | its image processor |
//! | any other | ⌈w/16⌉ · ⌈h/16⌉ + 32, after scaling the long side down to 2048 px | rather too many than too few |

#[cfg(test)]
mod tests;

use crate::capabilities::{matches, plain};
use conversation::model::Tokens;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum ImageRule {
    /// A base, and a price for each tile of 512 px.
    Tiles { base: u32, tile: u32 },
    /// Patches of 32 px, at most `cap`, times a factor in hundredths.
    Patches { cap: u32, hundredths: u32 },
    /// Patches of 28 px, with a maximum side and a maximum number.
    Claude { side: u32, cap: u32 },
    /// Tiles of 258 tokens.
    GeminiTiles,
    /// Squares with this side in pixels, to which the image's sides are rounded.
    Qwen { side: u32 },
    /// The same for every image.
    Fixed(u32),
    /// Squares of 16 px.
    Squares,
}

/// The first matching rule counts. Patterns are those of the capability table.
const RULES: &[(&[&str], ImageRule)] = &[
    (&["gpt-4o-mini"], ImageRule::Tiles { base: 2833, tile: 5667 }),
    (&["^gpt-4.1-mini"], ImageRule::Patches { cap: 1536, hundredths: 162 }),
    (&["^gpt-4.1-nano"], ImageRule::Patches { cap: 1536, hundredths: 246 }),
    (&["^o4-mini"], ImageRule::Patches { cap: 1536, hundredths: 172 }),
    (&["^gpt-5-mini"], ImageRule::Patches { cap: 1536, hundredths: 162 }),
    (&["^gpt-5-nano"], ImageRule::Patches { cap: 1536, hundredths: 246 }),
    (&["^gpt-5.4-mini", "^gpt-5.4-nano"], ImageRule::Patches { cap: 1536, hundredths: 120 }),
    (
        &["^gpt-5.2", "^gpt-5.3", "^gpt-5.4", "^gpt-5.5", "^gpt-5.6", "^gpt-6"],
        ImageRule::Patches { cap: 2500, hundredths: 120 },
    ),
    (&["^gpt-5"], ImageRule::Tiles { base: 70, tile: 140 }),
    (&["^o1", "^o3"], ImageRule::Tiles { base: 75, tile: 150 }),
    (
        &["gpt-4o", "^chatgpt-4o", "^gpt-4.1", "^gpt-4.5", "^gpt-4-turbo"],
        ImageRule::Tiles { base: 85, tile: 170 },
    ),
    (&["claude-opus-4-7", "claude-opus-4-8"], ImageRule::Claude { side: 2576, cap: 4784 }),
    (
        &["claude-2", "claude-3", "claude-4", "claude-opus-4", "claude-sonnet-4", "claude-haiku-4"],
        ImageRule::Claude { side: 1568, cap: 1568 },
    ),
    (&["claude"], ImageRule::Claude { side: 2576, cap: 4784 }),
    (&["gemini-1", "gemini-2"], ImageRule::GeminiTiles),
    (&["gemini"], ImageRule::Fixed(1120)),
    (&["gemma-3", "medgemma"], ImageRule::Fixed(258)),
    (&["qwen-2.5-vl", "qwen-2-vl", "qwen-2.5-omni", "qvq"], ImageRule::Qwen { side: 28 }),
    (
        &["qwen-3-vl", "qwen-3-omni", "qwen-3.5", "qwen-3.6", "qwen-3.7", "qwen-3.8"],
        ImageRule::Qwen { side: 32 },
    ),
];

impl ImageRule {
    pub(super) const DEFAULT: Self = Self::Squares;

    pub(super) fn of_model(model: &str) -> Self {
        let name = plain(model);
        let known = RULES
            .iter()
            .find(|(patterns, _)| patterns.iter().any(|pattern| matches(&name, pattern)));
        known.map_or(Self::DEFAULT, |(_, rule)| *rule)
    }

    pub(super) fn tokens(self, width: u32, height: u32) -> Tokens {
        let (w, h) = (f64::from(width.max(1)), f64::from(height.max(1)));
        Tokens(match self {
            Self::Tiles { base, tile } => {
                let (w, h) = down(w, h, 2048.0 / w.max(h));
                let (w, h) = down(w, h, 768.0 / w.min(h));
                base.saturating_add(tile.saturating_mul(cover(w, h, 512.0)))
            }
            Self::Patches { cap, hundredths } => {
                patches(w, h, cap).saturating_mul(hundredths).div_ceil(100)
            }
            Self::Claude { side, cap } => {
                let (w, h) = down(w, h, f64::from(side) / w.max(h));
                cover(w, h, 28.0).min(cap)
            }
            Self::GeminiTiles if w.max(h) <= 384.0 => 258,
            Self::GeminiTiles => {
                let unit = (w.min(h) / 1.5).floor().clamp(256.0, 768.0);
                // A strip has no more tiles than a picture of any accepted size.
                cover(w, h, unit).min(64).saturating_mul(258)
            }
            Self::Qwen { side } => {
                let units = |pixels: f64| whole((pixels / f64::from(side)).round().max(1.0));
                units(w).saturating_mul(units(h)).clamp(4, 16_384) + 2
            }
            Self::Fixed(tokens) => tokens,
            Self::Squares => return Tokens::of_image(width, height),
        })
    }
}

/// Patches of 32 px that cover an image. A larger image than `cap` patches is first scaled down so that one side is a
/// whole number of them.
fn patches(w: f64, h: f64, cap: u32) -> u32 {
    let all = cover(w, h, 32.0);
    if all <= cap {
        return all;
    }
    let shrink = (1024.0 * f64::from(cap) / (w * h)).sqrt();
    let (across, along) = (w * shrink / 32.0, h * shrink / 32.0);
    let fit = (across.floor().max(1.0) / across).min(along.floor().max(1.0) / along);
    cover(w * shrink * fit, h * shrink * fit, 32.0).min(cap)
}

fn down(w: f64, h: f64, scale: f64) -> (f64, f64) {
    let scale = scale.min(1.0);
    (w * scale, h * scale)
}

/// Number of squares that cover the image. A side scaled to a whole number of squares may exceed it by a hair.
fn cover(w: f64, h: f64, side: f64) -> u32 {
    let squares = |pixels: f64| whole((pixels / side - 1e-9).ceil().max(1.0));
    squares(w).saturating_mul(squares(h))
}

/// Casts from float saturate, and no figure here is negative.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
fn whole(figure: f64) -> u32 {
    figure as u32
}
