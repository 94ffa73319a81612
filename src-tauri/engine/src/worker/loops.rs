//! Detects a model that repeats itself.

#[cfg(test)]
mod tests;

use super::native::Token;

/// Maximum tokens of a repeated sequence.
const LONGEST: usize = 32;

/// Minimum tokens of pure repetition. A table rule or a row of zeros is shorter.
const LEAST: usize = 96;

/// True if `written` ends in the same few tokens again and again. Such a model continues until its window is full.
pub(super) fn is_loop(written: &[Token]) -> bool {
    let Some(from) = written.len().checked_sub(LEAST + LONGEST) else { return false };
    let end = &written[from..];
    (1..=LONGEST).any(|period| {
        let end = &end[LONGEST - period..];
        end.iter().zip(&end[period..]).all(|(token, later)| token == later)
    })
}
