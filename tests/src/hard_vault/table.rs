//! The table of cases.

use std::{fs, io, path::Path};

/// Expected result for a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// A note that a search for its word finds.
    Found,
    /// Reported as unusable; the reason contains this text.
    Named(&'static str),
    /// Like `Named`, unless the user may read everything (root).
    Locked(&'static str),
    /// Not reported: hidden, not a note, or without a word.
    Left,
}

type Make = Box<dyn Fn(&Path) -> io::Result<()>>;

pub struct Hard {
    pub what: String,
    /// The path in the vault, as reports show it.
    pub path: String,
    /// A word that only this case contains.
    pub word: String,
    pub fate: Fate,
    pub(super) make: Make,
}

#[derive(Default)]
pub(super) struct Table(pub(super) Vec<Hard>);

impl Table {
    /// The word of the next case. No word is a prefix of another, because the last word of a query matches as a
    /// prefix.
    pub(super) fn word(&self) -> String {
        format!("quokka{:04}", self.0.len())
    }

    /// A case that isn't a plain file.
    pub(super) fn thing(
        &mut self,
        what: &str,
        path: &str,
        fate: Fate,
        make: impl Fn(&Path) -> io::Result<()> + 'static,
    ) {
        let word = self.word();
        let make = Box::new(make);
        self.0.push(Hard { what: what.to_owned(), path: path.to_owned(), word, fate, make });
    }

    pub(super) fn file(
        &mut self,
        what: &str,
        path: &str,
        fate: Fate,
        bytes: impl Fn(&str) -> Vec<u8>,
    ) {
        let bytes = bytes(&self.word());
        self.thing(what, path, fate, move |path| fs::write(path, &bytes));
    }

    pub(super) fn note(&mut self, what: &str, path: &str, text: impl Fn(&str) -> String) {
        self.file(what, path, Fate::Found, |word| text(word).into_bytes());
    }

    /// A note that is difficult only by its name.
    pub(super) fn name(&mut self, what: &str, path: &str) {
        self.note(what, path, |word| format!("The word is {word}.\n"));
    }
}
