//! Proposed changes to notes. A change stays a proposal until the user applies it, whoever made it.

use jiff::Timestamp;
use notes::{ByteRange, ContentHash, Hunk, NotePath};
use serde::{Deserialize, Serialize};

use crate::{ChangeId, Number, message::Author};

#[derive(Debug, Clone, PartialEq)]
pub enum Wish {
    Create {
        path: NotePath,
        text: String,
    },
    /// Replaces a text that occurs once in the note.
    Edit {
        path: NotePath,
        old: String,
        new: String,
    },
    Rewrite {
        path: NotePath,
        text: String,
    },
    Append {
        path: NotePath,
        /// The section's headings from the outside in; empty for the end of the note.
        section: Vec<String>,
        text: String,
    },
    /// Renames or moves a note, and updates all links to it.
    Rename {
        path: NotePath,
        to: NotePath,
    },
    SetProperty {
        path: NotePath,
        name: String,
        value: serde_json::Value,
    },
    Link {
        mentions: Vec<MentionPlace>,
    },
    Delete {
        path: NotePath,
    },
}

/// A text in a note that names another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct MentionPlace {
    pub source: NotePath,
    pub target: NotePath,
    /// In bytes of the text.
    pub range: ByteRange,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Origin {
    pub by: Author,
    /// The answer that made the change, or from which the user made it.
    pub answer: Option<crate::MessageId>,
    /// The passages' numbers in that answer's conversation.
    pub rests_on: Vec<Number>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Change {
    pub id: ChangeId,
    pub title: String,
    pub origin: Origin,
    pub made: Timestamp,
    pub decided: Option<Timestamp>,
    pub state: ChangeState,
    /// Counts rebuilds and edits of the change. A decision names the revision that the user saw.
    pub revision: u32,
    /// Can't be applied in parts: half of a renaming breaks links.
    pub whole: bool,
    pub notes: Vec<NoteChange>,
    pub edited: bool,
    pub taken: Vec<ChosenHunks>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ChangeEntry {
    pub id: ChangeId,
    pub title: String,
    pub by: Author,
    /// The conversation of the proposal, if it still exists, with its title.
    pub conversation: Option<(crate::ConversationId, String)>,
    pub made: Timestamp,
    pub decided: Option<Timestamp>,
    pub state: ChangeState,
    pub notes: u32,
    pub undoable: bool,
    pub answer: Option<crate::MessageId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum ChangeState {
    Proposed,
    Applied,
    Partly,
    Refused,
    Undone,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct NoteChange {
    pub path: NotePath,
    pub deed: Deed,
    /// The hash of the note's original bytes; `None` for a new note.
    pub base: Option<ContentHash>,
    /// In text order.
    pub hunks: Vec<Hunk>,
    /// Reason why some hunks no longer fit the note, as a sentence.
    pub collision: Option<String>,
    pub collided: Vec<Hunk>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Deed {
    /// The text is the only hunk.
    Create,
    Edit,
    /// The hunks apply before the renaming.
    Rename {
        to: NotePath,
    },
    Delete,
}

/// The user's selection, by indexes within the change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ChosenHunks {
    pub note: u32,
    /// Empty for a deleted note, which only has to be named.
    pub hunks: Vec<u32>,
}

impl Change {
    pub fn all(&self) -> Vec<ChosenHunks> {
        let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let hunks = |note: &NoteChange| (0..note.hunks.len()).map(number).collect();
        self.notes
            .iter()
            .enumerate()
            .map(|(at, note)| ChosenHunks { note: number(at), hunks: hunks(note) })
            .collect()
    }

    /// `None` if the note or a hunk doesn't exist, or the hunks are out of order.
    pub fn chosen(&self, wanted: &ChosenHunks) -> Option<(&NoteChange, Vec<&Hunk>)> {
        let note = self.notes.get(wanted.note as usize)?;
        let hunks = wanted.hunks.iter().map(|at| note.hunks.get(*at as usize));
        let hunks = hunks.collect::<Option<Vec<_>>>()?;
        wanted.hunks.is_sorted_by(|one, next| one < next).then_some((note, hunks))
    }
}
