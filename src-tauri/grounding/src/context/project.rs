//! Whether a project's notes go in whole.

use conversation::model::Tokens;

/// Whether the notes of a project, of `tokens` together, go into every request: if they have less
/// than 0.6 of what is usable, which is the window without the reserve. Else they are searched.
/// Never a part of them.
pub fn project_fits(tokens: Tokens, window: Tokens, reserve: Tokens) -> bool {
    let usable = u64::from(window.0.saturating_sub(reserve.0));
    u64::from(tokens.0) * 10 < usable * 6
}
