//! Messages of the child: one JSON value a line, and a picture's pixels after its line. The file is its stdin.

use language::Language;
use serde::{Deserialize, Serialize};

use crate::{Document, Limits, Picture, Place, Refusal, WebPage, page::Page};

/// First argument of the child; the second one is a [`Job`].
pub(crate) const ARGUMENT: &str = "--document";

pub(crate) const A_PAGE: &[u8] = b"{\"page\":";

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Job {
    pub name: String,
    pub limits: Limits,
    pub task: Task,
    /// First page to read, in formats with pages; earlier ones are already read.
    pub first_page: u32,
    pub language: Language,
}

impl Job {
    pub(crate) fn new(name: String, limits: Limits, task: Task) -> Self {
        Self { name, limits, task, first_page: 1, language: language::current() }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Task {
    Text,
    /// Also accepts a document with only pictures.
    TextOrPictures,
    Page(WebPage),
    Picture(u32),
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Event {
    /// If no message follows, this page failed.
    Reading(Place),
    /// Counts even if no message follows.
    Page(Page),
    /// This event and those below come last.
    Document(Box<Document>),
    /// Its pixels follow.
    Picture(Picture),
    Refused(Refusal),
}
