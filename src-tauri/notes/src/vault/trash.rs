//! The vault's trash folder, and what a crash leaves of a write.

use std::io::{self, ErrorKind};

use super::{
    Vault,
    swap::{self, rename_to_free},
    write::failure,
};
use crate::{ContentHash, Error, NotePath, Result};

/// Obsidian's name for it.
const TRASH: &str = ".trash";

impl Vault {
    /// Moves the note that has the hash `base` to the vault's trash, and returns where it is now:
    /// the same path in `.trash`, with a number if that is taken.
    ///
    /// # Errors
    /// [`Error::Changed`] if the note has another hash now; then it stays where it is. Else as
    /// [`Vault::write`].
    pub fn trash(&self, path: &NotePath, base: ContentHash) -> Result<NotePath> {
        let failed = |error: io::Error| failure(path, &error);
        super::read::visible(path)?;
        // A folder on the way may be a link to a hidden one.
        if let Ok(place) = self.place(path) {
            super::read::shown(path, &place)?;
        }
        let name = path.file_name();
        let dir = self.folder(path.folder()).map_err(failed)?;
        if swap::hash(&dir, name).map_err(failed)? != Some(base) {
            return Err(Error::Changed(path.clone()));
        }
        let folder = format!("{TRASH}/{}", path.folder());
        let folder = folder.trim_end_matches('/');
        self.inner.dir.create_dir_all(folder).map_err(failed)?;
        let trash = self.folder(folder).map_err(failed)?;
        let mut new = name.to_owned();
        for number in 1.. {
            match rename_to_free(&dir, name, &trash, &new) {
                Ok(()) => break,
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                    new = format!("{} {number}.md", path.stem());
                }
                Err(error) => return Err(failed(error)),
            }
        }
        // It may have been changed between the look and the move.
        if swap::hash(&trash, &new).map_err(failed)? != Some(base) {
            rename_to_free(&trash, &new, &dir, name).map_err(failed)?;
            return Err(Error::Changed(path.clone()));
        }
        swap::settle(&trash);
        swap::settle(&dir);
        NotePath::new(&format!("{folder}/{new}"))
    }

    /// Clears away what a crash in the middle of a write left beside the note `path`. A text that
    /// another program wrote at that very moment becomes a note of its own.
    ///
    /// # Errors
    /// As [`Vault::write`].
    pub fn sweep(&self, path: &NotePath) -> Result<()> {
        let failed = |error: io::Error| failure(path, &error);
        super::read::visible(path)?;
        let (dir, name) = match self.find(path) {
            // It was to be made, or is gone.
            Err(Error::NotFound(_)) => match self.folder(path.folder()) {
                Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
                dir => (dir.map_err(failed)?, path.file_name().to_owned()),
            },
            found => found?,
        };
        swap::sweep(&dir, &name).map_err(failed)
    }
}
