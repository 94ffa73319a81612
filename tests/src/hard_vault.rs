//! A vault with every difficult file that a disk can hold: how to make it, and the expected report.
//!
//! Names and texts are in tables, so that adding a case takes a line.

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

pub struct HardVault {
    pub root: PathBuf,
    /// Cases made on this file system.
    pub made: Vec<Hard>,
    /// Cases that the file system refused, with the error.
    pub refused: Vec<(String, io::Error)>,
}

/// Makes the cases that `keep` selects in `root`, which must be an empty folder.
///
/// # Errors
/// If a folder can't be created.
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
                // The case with too long a path creates its folders itself.
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

/// Restores write permissions, so that the vault can be removed.
pub fn unlock(root: &Path) -> io::Result<()> {
    things::unlock(root)
}

/// A path as bytes: U+FFFD becomes an invalid UTF-8 byte, just as reports show such a byte as U+FFFD.
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
