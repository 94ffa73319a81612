//! Requests of a turn to the web, shown before they leave.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Outgoing {
    /// Within the turn, from 1.
    pub number: u32,
    pub kind: OutgoingKind,
    /// The searched words, or the page's address.
    pub text: String,
    /// The search service, or the page's host.
    pub to: String,
    /// Reason to wait for the user's consent; `None` if it leaves at once.
    pub waits: Option<Pause>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum OutgoingKind {
    Search,
    Page,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Pause {
    /// The settings require consent each time.
    Setting,
    /// The conversation's first request. Consent also covers the conversation's later questions.
    First,
    /// The model chose the words, perhaps because a note or page told it to.
    OtherWords,
    /// Anybody on the way can read it.
    Unencrypted,
}

/// True for characters without a shape, and those that reverse a line: a text can hide in them.
pub fn is_unseen(c: char) -> bool {
    // Unicode's default ignorable code points, line and paragraph separators, the empty Braille pattern, and private
    // use.
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{2800}' | '\u{3164}' | '\u{e000}'..='\u{f8ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{10ffff}')
}
