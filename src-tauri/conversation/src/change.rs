//! Changes to notes as they are proposed: what shall become of which note, for a person to look at.
//! A change is a proposal until the user takes it, whoever made it.

use jiff::Timestamp;
use notes::{ByteRange, ContentHash, Hunk, NotePath};
use serde::{Deserialize, Serialize};

use crate::{ChangeId, Number, message::Author};

/// What a model or the user asks for.
#[derive(Debug, Clone, PartialEq)]
pub enum Wish {
    Create {
        path: NotePath,
        text: String,
    },
    /// Other words in the place of some that the note has just once.
    Edit {
        path: NotePath,
        old: String,
        new: String,
    },
    Rewrite {
        path: NotePath,
        text: String,
    },
    /// More at the end of a note or of a section of it.
    Append {
        path: NotePath,
        /// The section's headings, from the outside in; none for the note's end.
        section: Vec<String>,
        text: String,
    },
    /// Another name or folder, with all links to it.
    Rename {
        path: NotePath,
        to: NotePath,
    },
    SetProperty {
        path: NotePath,
        name: String,
        value: serde_json::Value,
    },
    /// Words that name notes become links to them.
    Link {
        /// The words, of one note or of many.
        mentions: Vec<MentionPlace>,
    },
    Delete {
        path: NotePath,
    },
}

/// Words of a note that name another one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct MentionPlace {
    pub source: NotePath,
    pub target: NotePath,
    /// Where the words stand, in the bytes of the text.
    pub range: ByteRange,
}

/// Whose idea a change is, and what it rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Origin {
    pub by: Author,
    /// The answer during which, or from which, it was made.
    pub answer: Option<crate::MessageId>,
    /// The numbers of the passages that it rests on, in that answer's conversation.
    pub rests_on: Vec<Number>,
}

/// A proposal to change notes, or one that was decided on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Change {
    pub id: ChangeId,
    /// What it does, in a few words.
    pub title: String,
    pub origin: Origin,
    pub made: Timestamp,
    pub decided: Option<Timestamp>,
    pub state: ChangeState,
    /// How often it was made anew or put in other words. What is decided names the revision that was
    /// looked at.
    pub revision: u32,
    /// It is taken whole or not at all: half of a renaming breaks links.
    pub whole: bool,
    /// What it does to each note, in the order in which it is done.
    pub notes: Vec<NoteChange>,
    /// Whether the user put it in other words.
    pub edited: bool,
    /// What of it was written, once it was.
    pub taken: Vec<ChosenHunks>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ChangeEntry {
    pub id: ChangeId,
    /// What it does, in a few words.
    pub title: String,
    pub by: Author,
    /// The conversation in which it was proposed, if that is there still, and its title.
    pub conversation: Option<(crate::ConversationId, String)>,
    pub made: Timestamp,
    pub decided: Option<Timestamp>,
    pub state: ChangeState,
    /// The number of notes that it is about.
    pub notes: u32,
    pub undoable: bool,
    /// The answer during which, or from which, it was made.
    pub answer: Option<crate::MessageId>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum ChangeState {
    Proposed,
    Applied,
    /// Some of it is written; the user left the rest.
    Partly,
    Refused,
    Undone,
}

/// What a change does to one note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct NoteChange {
    pub path: NotePath,
    pub deed: Deed,
    /// The hash of the bytes that it was made from; `None` for a new note.
    pub base: Option<ContentHash>,
    /// What changes in its text, in order.
    pub hunks: Vec<Hunk>,
    /// Why some of it doesn't fit the note any more, in a sentence.
    pub collision: Option<String>,
    /// What doesn't.
    pub collided: Vec<Hunk>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Deed {
    /// It is made. Its text is its only hunk.
    Create,
    Edit,
    /// It gets another path, and its hunks are made first.
    Rename {
        to: NotePath,
    },
    Delete,
}

/// Which hunks of which notes the user takes, by their places in the change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ChosenHunks {
    pub note: u32,
    /// Its hunks. For a note that is deleted there are none, and it is enough that the note is named.
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

    /// The note that is chosen, and the hunks of it. `None` if there is no such note or hunk, or they are out
    /// of order.
    pub fn chosen(&self, wanted: &ChosenHunks) -> Option<(&NoteChange, Vec<&Hunk>)> {
        let note = self.notes.get(wanted.note as usize)?;
        let hunks = wanted.hunks.iter().map(|at| note.hunks.get(*at as usize));
        let hunks = hunks.collect::<Option<Vec<_>>>()?;
        wanted.hunks.is_sorted_by(|one, next| one < next).then_some((note, hunks))
    }
}
