//! What the child process says: one JSON value a line. The file comes on its standard input.

use serde::{Deserialize, Serialize};

use crate::{Document, Limits, Place, Refusal, WebPage};

/// The first argument of a program that is to be the child. The second one is a [`Job`].
pub(crate) const ARGUMENT: &str = "--document";

/// What the child is to do.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Job {
    /// The file's name without its folder.
    pub name: String,
    /// How much it may take.
    pub limits: Limits,
    /// Where the file is a page of the web, what its server says of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<WebPage>,
}

/// A line of the child's.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Event {
    /// A page is being read. Should nothing more be heard, it is the one that can't be.
    Reading(Place),
    /// The file was read. The last line.
    Document(Box<Document>),
    /// The file can't be read. The last line.
    Refused(Refusal),
}
