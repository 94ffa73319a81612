//! The limit for a project that goes in whole.

use conversation::model::Tokens;

/// Whether a project's notes, of `tokens` together, go into every request: below 0.6 of the window without the
/// reserve. Otherwise the project is searched.
pub fn project_fits(tokens: Tokens, window: Tokens, reserve: Tokens) -> bool {
    let usable = u64::from(window.0.saturating_sub(reserve.0));
    u64::from(tokens.0) * 10 < usable * 6
}
