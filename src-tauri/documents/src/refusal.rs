//! Why a file, or a page of it, can't be read.

use std::fmt::Display;

use serde::{Deserialize, Serialize};

use crate::{Unit, sentences};

/// Why something can't be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    pub reason: Reason,
    /// The page that it is about; none means the file.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<Place>,
    /// What happened, for people: a sentence that begins with “The file”, or with the page.
    pub sentence: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    pub unit: Unit,
    /// Its number, from 1.
    pub number: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// A password is needed, or its encryption isn't known.
    Encrypted,
    /// It breaks the rules of its own format.
    Damaged,
    /// Only pictures of text: a scan.
    ImageOnly,
    Empty,
    /// The file, what it unpacks to, or its text is over a limit.
    TooLarge,
    /// It has more pages than are read.
    TooManyParts,
    TookTooLong,
    /// It takes more memory than is allowed.
    TookTooMuchMemory,
    /// A kind of file that isn't read.
    UnknownKind,
    /// The system doesn't let it be read.
    Unreadable,
    /// The process that reads it couldn't be started, or ended for no reason of the file's.
    Broken,
}

impl Refusal {
    /// About the whole file: `what` follows “The file”.
    pub(crate) fn new(reason: Reason, what: impl Display) -> Self {
        Self { reason, place: None, sentence: sentences::of_the_file(&what) }
    }

    /// About a part: `what` follows its name.
    pub(crate) fn at(reason: Reason, place: Place, what: impl Display) -> Self {
        let sentence = sentences::of_a_part(place.unit, place.number, &what);
        Self { reason, place: Some(place), sentence }
    }

    /// What was said of the whole file, said of a part alone.
    pub(crate) fn of_part(self, place: Place) -> Self {
        match sentences::said_of_the_file(&self.sentence) {
            Some(what) => Self::at(self.reason, place, what.trim_end_matches('.')),
            None => Self { place: Some(place), ..self },
        }
    }

    /// It breaks the rules of its own format, in the words of whoever noticed.
    pub(crate) fn damaged(detail: impl Display) -> Self {
        Self::new(Reason::Damaged, sentences::damaged(&detail.to_string()))
    }
}

impl Display for Refusal {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.sentence)
    }
}

impl std::error::Error for Refusal {}
