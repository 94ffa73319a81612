use std::fmt::Display;

use serde::{Deserialize, Serialize};

use crate::{Unit, sentences};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refusal {
    pub reason: Reason,
    /// `None` refers to the whole file.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub place: Option<Place>,
    /// For people; begins with “The file” or with the page.
    pub sentence: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    pub unit: Unit,
    pub number: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Needs a password, or uses an unknown encryption.
    Encrypted,
    Damaged,
    ImageOnly,
    Empty,
    /// The file, its unpacked size or its text exceeds a limit.
    TooLarge,
    TooManyParts,
    TookTooLong,
    TookTooMuchMemory,
    UnknownKind,
    Unreadable,
    /// The child process couldn't start, or ended for a reason that isn't the file's.
    Broken,
}

impl Refusal {
    /// `what` follows “The file”.
    pub(crate) fn new(reason: Reason, what: impl Display) -> Self {
        Self { reason, place: None, sentence: sentences::of_the_file(&what) }
    }

    /// `what` follows the part's name.
    pub(crate) fn at(reason: Reason, place: Place, what: impl Display) -> Self {
        let sentence = sentences::of_a_part(place.unit, place.number, &what);
        Self { reason, place: Some(place), sentence }
    }

    pub(crate) fn of_part(self, place: Place) -> Self {
        match sentences::said_of_the_file(&self.sentence) {
            Some(what) => Self::at(self.reason, place, what.trim_end_matches('.')),
            None => Self { place: Some(place), ..self },
        }
    }

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
