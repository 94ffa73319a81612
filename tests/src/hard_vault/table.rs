//! The things of a hard vault, line by line.

use std::{fs, io, path::Path};

/// What must become of a thing in the vault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It is a note, and the search for its word finds it.
    Found,
    /// It is named as not usable, and these words are part of the reason.
    Named(&'static str),
    /// The same, unless its user may read everything (root).
    Locked(&'static str),
    /// Nothing is said of it: it is hidden, or no note, or has no word.
    Left,
}

type Make = Box<dyn Fn(&Path) -> io::Result<()>>;

/// One thing in the vault.
pub struct Hard {
    /// What is hard about it.
    pub what: String,
    /// Its path in the vault, as it must be reported.
    pub path: String,
    /// A word that stands in it and nowhere else.
    pub word: String,
    /// What must become of it.
    pub fate: Fate,
    pub(super) make: Make,
}

/// All that is hard.
#[derive(Default)]
pub(super) struct Table(pub(super) Vec<Hard>);

impl Table {
    /// The word of the thing that is added next. No word is the beginning of another: the last
    /// word of a query may be incomplete.
    pub(super) fn word(&self) -> String {
        format!("quokka{:04}", self.0.len())
    }

    /// Something that isn't simply a file.
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

    /// A file with bytes made from its word.
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

    /// A note that must be found.
    pub(super) fn note(&mut self, what: &str, path: &str, text: impl Fn(&str) -> String) {
        self.file(what, path, Fate::Found, |word| text(word).into_bytes());
    }

    /// A note with nothing hard in it but its name.
    pub(super) fn name(&mut self, what: &str, path: &str) {
        self.note(what, path, |word| format!("The word is {word}.\n"));
    }
}
