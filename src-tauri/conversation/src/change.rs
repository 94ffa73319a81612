//! Changes to notes as they are proposed: what shall become of which note, for a person to look at.
//! A change is a proposal until the user takes it, whoever made it.

use jiff::Timestamp;
use notes::{ByteRange, ContentHash, Hunk, NotePath};
use serde::{Deserialize, Serialize};

use crate::{ChangeId, Number, message::Author};

/// What is asked for.
#[derive(Debug, Clone, PartialEq)]
pub enum Wish {
    /// A new note.
    Create {
        /// Where.
        path: NotePath,
        /// Its text.
        text: String,
    },
    /// Other words in the place of some that the note has just once.
    Edit {
        /// The note.
        path: NotePath,
        /// The words.
        old: String,
        /// The others.
        new: String,
    },
    /// The whole text anew.
    Rewrite {
        /// The note.
        path: NotePath,
        /// Its new text.
        text: String,
    },
    /// More at the end of a note or of a section of it.
    Append {
        /// The note.
        path: NotePath,
        /// The section's headings, from the outside in; none for the note's end.
        section: Vec<String>,
        /// What is added.
        text: String,
    },
    /// Another name or folder, with all links to it.
    Rename {
        /// The note.
        path: NotePath,
        /// Its new path.
        to: NotePath,
    },
    /// A property in the front matter.
    SetProperty {
        /// The note.
        path: NotePath,
        /// The property's name.
        name: String,
        /// Its value; `null` takes it away.
        value: serde_json::Value,
    },
    /// Words that name notes become links to them.
    Link {
        /// The words, of one note or of many.
        mentions: Vec<MentionPlace>,
    },
    /// Into the vault's trash.
    Delete {
        /// The note.
        path: NotePath,
    },
}

/// Words of a note that name another one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct MentionPlace {
    /// The note that they stand in.
    pub source: NotePath,
    /// The note that they name.
    pub target: NotePath,
    /// Where the words stand, in the bytes of the text.
    pub range: ByteRange,
}

/// Whose idea a change is, and what it rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Origin {
    /// Who proposed it.
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
    /// Its id.
    pub id: ChangeId,
    /// What it does, in a few words.
    pub title: String,
    /// Whose idea it is.
    pub origin: Origin,
    /// When it was made.
    pub made: Timestamp,
    /// When it was decided on.
    pub decided: Option<Timestamp>,
    /// What became of it.
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

/// A change in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ChangeEntry {
    /// Its id.
    pub id: ChangeId,
    /// What it does, in a few words.
    pub title: String,
    /// Who proposed it.
    pub by: Author,
    /// The conversation in which it was proposed, if that is there still, and its title.
    pub conversation: Option<(crate::ConversationId, String)>,
    /// When it was made.
    pub made: Timestamp,
    /// When it was decided on.
    pub decided: Option<Timestamp>,
    /// What became of it.
    pub state: ChangeState,
    /// The number of notes that it is about.
    pub notes: u32,
    /// Whether what undoes it is kept.
    pub undoable: bool,
    /// The answer during which, or from which, it was made.
    pub answer: Option<crate::MessageId>,
}

/// What became of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum ChangeState {
    /// It waits for the user.
    Proposed,
    /// All of it is written.
    Applied,
    /// Some of it is written; the user left the rest.
    Partly,
    /// The user wanted none of it.
    Refused,
    /// It was written, and undone.
    Undone,
}

/// What a change does to one note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct NoteChange {
    /// The note.
    pub path: NotePath,
    /// What is done with it.
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

/// What is done with a note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Deed {
    /// It is made. Its text is its only hunk.
    Create,
    /// Its text changes.
    Edit,
    /// It gets another path, and its hunks are made first.
    Rename {
        /// The new path.
        to: NotePath,
    },
    /// It goes to the vault's trash.
    Delete,
}

/// Which hunks of which notes the user takes, by their places in the change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ChosenHunks {
    /// The note.
    pub note: u32,
    /// Its hunks. For a note that is deleted there are none, and it is enough that the note is named.
    pub hunks: Vec<u32>,
}

impl Change {
    /// All of it.
    pub fn all(&self) -> Vec<ChosenHunks> {
        let number = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let hunks = |note: &NoteChange| (0..note.hunks.len()).map(number).collect();
        self.notes
            .iter()
            .enumerate()
            .map(|(at, note)| ChosenHunks { note: number(at), hunks: hunks(note) })
            .collect()
    }
}
