//! A vault with everything that a disk can hold and a reader of notes can trip over: what each
//! thing is, how it is made, and what must be said of it.
//!
//! The names and texts are in tables of their own, so that a new one is a line there.

mod names;
mod texts;
mod things;

use std::{
    ffi::OsStr,
    fs, io,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

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
    make: Make,
}

/// A vault that was made, and what is in it.
pub struct HardVault {
    /// Its folder.
    pub root: PathBuf,
    /// What could be made on this file system.
    pub made: Vec<Hard>,
    /// What could not, and why.
    pub refused: Vec<(String, io::Error)>,
}

/// All that is hard.
#[derive(Default)]
struct Table(Vec<Hard>);

impl Table {
    /// The word of the thing that is added next. No word is the beginning of another: the last
    /// word of a query may be incomplete.
    fn word(&self) -> String {
        format!("quokka{:04}", self.0.len())
    }

    /// Something that isn't simply a file.
    fn thing(
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
    fn file(&mut self, what: &str, path: &str, fate: Fate, bytes: impl Fn(&str) -> Vec<u8>) {
        let bytes = bytes(&self.word());
        self.thing(what, path, fate, move |path| fs::write(path, &bytes));
    }

    /// A note that must be found.
    fn note(&mut self, what: &str, path: &str, text: impl Fn(&str) -> String) {
        self.file(what, path, Fate::Found, |word| text(word).into_bytes());
    }

    /// A note with nothing hard in it but its name.
    fn name(&mut self, what: &str, path: &str) {
        self.note(what, path, |word| format!("The word is {word}.\n"));
    }
}

/// Makes the vault in `root`, which must be an empty folder, with what `keep` says yes to.
///
/// # Errors
/// If the disk refuses even what every disk takes.
pub fn make(root: &Path, keep: impl Fn(&Hard) -> bool) -> io::Result<HardVault> {
    let mut table = Table::default();
    texts::add(&mut table);
    names::add(&mut table);
    things::add(&mut table);
    let mut vault = HardVault { root: root.to_owned(), made: Vec::new(), refused: Vec::new() };
    for hard in table.0.into_iter().filter(keep) {
        let path = root.join(OsStr::from_bytes(&bytes_of(&hard.path)));
        if let Some(folder) = path.parent() {
            match fs::create_dir_all(folder) {
                // The one with too long a path makes its folders itself.
                Err(error) if error.kind() != io::ErrorKind::InvalidFilename => return Err(error),
                _ => {}
            }
        }
        match (hard.make)(&path) {
            Ok(()) => vault.made.push(hard),
            Err(error) => vault.refused.push((hard.what, error)),
        }
    }
    Ok(vault)
}

/// Gives back what may be written again, so that the vault can be removed.
///
/// # Errors
/// If the disk refuses.
pub fn unlock(root: &Path) -> io::Result<()> {
    things::unlock(root)
}

/// A path as bytes: U+FFFD stands for a byte that isn't UTF-8, as it does where such a name is
/// reported.
fn bytes_of(path: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(path.len());
    for (at, part) in path.split('\u{fffd}').enumerate() {
        if at > 0 {
            bytes.push(0xff);
        }
        bytes.extend_from_slice(part.as_bytes());
    }
    bytes
}
