//! What a turn sends to the web, as it is shown before it leaves.

use serde::{Deserialize, Serialize};

/// Something that goes to the web.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Outgoing {
    /// Its number in the turn, from 1.
    pub number: u32,
    /// What it is.
    pub kind: OutgoingKind,
    /// What leaves: the words that are searched for, or the address of the page.
    pub text: String,
    /// Who gets it: a search service, or the page's host.
    pub to: String,
    /// Why it waits until the user has said yes or no; nothing if it leaves at once.
    pub waits: Option<Pause>,
}

/// What goes to the web.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum OutgoingKind {
    /// A query.
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
    /// It is the conversation's first.
    First,
    /// Not all of its words are the user's: a note or a page that the model has read may have asked for it.
    OtherWords,
    /// Whoever is on the way can read it.
    Unencrypted,
}
