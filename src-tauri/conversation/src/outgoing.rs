//! What a turn sends to the web, as it is shown before it leaves.

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Outgoing {
    /// Its number in the turn, from 1.
    pub number: u32,
    pub kind: OutgoingKind,
    /// What leaves: the words that are searched for, or the address of the page.
    pub text: String,
    /// Who gets it: a search service, or the page's host.
    pub to: String,
    /// Why it waits until the user has said yes or no; nothing if it leaves at once.
    pub waits: Option<Pause>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum OutgoingKind {
    Search,
    /// The address of a page that is to be read.
    Page,
}

/// Why something waits for the user before it leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Pause {
    /// The settings say that each is asked about.
    Setting,
    /// It is the conversation's first. A yes also counts for the conversation's later questions.
    First,
    /// The model chose it: it isn't the question itself. A note or a page that the model has read may have asked for it.
    OtherWords,
    /// Whoever is on the way can read it.
    Unencrypted,
}

/// Whether a character has no shape of its own, or turns a line around: a text can hide in such characters.
pub fn is_unseen(c: char) -> bool {
    // Unicode's default ignorable code points, line and paragraph separators, the empty Braille pattern, and what is
    // for private use.
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{2800}' | '\u{3164}' | '\u{e000}'..='\u{f8ff}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}'
            | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{10ffff}')
}
