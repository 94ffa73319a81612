//! A vault with everything that a disk can hold and a reader of notes can trip over: what each
//! thing is, how it is made, and what must be said of it.
//!
//! The names and texts are in tables of their own, so that a new one is a line there.

mod names;
mod table;
mod texts;
mod things;

use std::{
    ffi::OsStr,
    fs, io,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

use table::Table;
pub use table::{Fate, Hard};

/// A vault that was made, and what is in it.
pub struct HardVault {
    /// Its folder.
    pub root: PathBuf,
    /// What could be made on this file system.
    pub made: Vec<Hard>,
    /// What could not, and why.
    pub refused: Vec<(String, io::Error)>,
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
