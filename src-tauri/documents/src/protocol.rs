//! What the child process says: one JSON value a line, and behind a picture its bytes. The file comes on its
//! standard input.

use language::Language;
use serde::{Deserialize, Serialize};

use crate::{Document, Limits, Picture, Place, Refusal, WebPage, page::Page};

/// The first argument of a program that is to be the child. The second one is a [`Job`].
pub(crate) const ARGUMENT: &str = "--document";

/// How a line of the child's begins that has a page.
pub(crate) const A_PAGE: &[u8] = b"{\"page\":";

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Job {
    /// The file's name without its folder.
    pub name: String,
    pub limits: Limits,
    pub task: Task,
    /// The page from which on it is read, if its format has pages: those before it were read.
    pub first_page: u32,
    /// In which language it says why something can't be read.
    pub language: Language,
}

impl Job {
    /// A job whose refusals are in the language that the app speaks now.
    pub(crate) fn new(name: String, limits: Limits, task: Task) -> Self {
        Self { name, limits, task, first_page: 1, language: language::current() }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Task {
    Text,
    /// The same; one that has pictures alone is a document without text.
    TextOrPictures,
    /// The text of a page of the web, of which its server says this.
    Page(WebPage),
    /// What its page of this number looks like.
    Picture(u32),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Event {
    /// A page is being read. Should nothing more be heard, it is the one that can't be.
    Reading(Place),
    /// A page of the file, which counts if nothing more is heard.
    Page(Page),
    /// The file was read. The last line.
    Document(Box<Document>),
    /// What the page looks like: its pixels follow. The last line.
    Picture(Picture),
    /// The file can't be read. The last line.
    Refused(Refusal),
}
