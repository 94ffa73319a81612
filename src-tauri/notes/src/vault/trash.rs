use std::io::{self, ErrorKind};

use cap_std::fs::Dir;

use super::{
    Vault,
    swap::{self, rename_to_free},
    write::{check_new_name, failure, namesake, taken},
};
use crate::{ContentHash, Error, NotePath, Result};

const TRASH: &str = ".trash";

impl Vault {
    /// Moves the note with hash `base` to its path in `.trash`, with a number if that is taken; returns the new path.
    pub(super) fn trash(&self, path: &NotePath, base: ContentHash) -> Result<NotePath> {
        let failed = |error: io::Error| failure(path, &error);
        let from = self.folder_of(path)?;
        if swap::hash(&from, path.file_name()).map_err(failed)? != Some(base) {
            return Err(Error::Changed(path.clone()));
        }
        let folder = &trash_of(path);
        self.inner.dir.create_dir_all(folder).map_err(failed)?;
        let trash = self.folder(folder).map_err(failed)?;
        for name in trash_names(path) {
            match shift((&from, path.file_name()), (&trash, &name), base) {
                Ok(true) => return NotePath::new(&format!("{folder}/{name}")),
                Ok(false) => return Err(Error::Changed(path.clone())),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(failed(error)),
            }
        }
        Err(Error::Exists(path.clone()))
    }

    pub fn trashed(&self, path: &NotePath, base: ContentHash) -> Option<NotePath> {
        let folder = &trash_of(path);
        let trash = self.folder(folder).ok()?;
        trash_names(path)
            .map_while(|name| swap::hash(&trash, &name).ok().map(|hash| (name, hash)))
            .find(|(_, hash)| *hash == Some(base))
            .and_then(|(name, _)| NotePath::new(&format!("{folder}/{name}")).ok())
    }

    /// Renames the note with hash `base` and creates its new folders. `path` may be in the trash, but no other hidden
    /// folder.
    pub(super) fn move_note(
        &self,
        path: &NotePath,
        base: ContentHash,
        to: &NotePath,
    ) -> Result<()> {
        let folder = path.folder();
        let is_trashed = folder == TRASH || folder.starts_with(".trash/");
        let from = match is_trashed {
            true => self.folder(folder).map_err(|error| failure(path, &error))?,
            false => self.folder_of(path)?,
        };
        let failed = |error: io::Error| failure(path, &error);
        check_new_name(to)?;
        super::read::visible(to)?;
        let name = path.file_name();
        if swap::hash(&from, name).map_err(failed)? != Some(base) {
            return Err(Error::Changed(path.clone()));
        }
        self.in_new_folders(to, || {
            let dir = self.folder_of(to)?;
            let there = namesake(&dir, to.file_name()).map_err(failed)?;
            // On a disk that ignores case, the note is its own namesake.
            let own = path.folder() == to.folder() && there.as_deref() == Some(name);
            if let Some(there) = there.filter(|_| !own) {
                return Err(taken(to, &there));
            }
            match shift((&from, name), (&dir, to.file_name()), base) {
                Ok(true) => Ok(()),
                Ok(false) => Err(Error::Changed(path.clone())),
                Err(error) if error.kind() == ErrorKind::AlreadyExists && own => {
                    from.rename(name, &dir, to.file_name()).map_err(failed)
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                    Err(Error::Exists(to.clone()))
                }
                Err(error) => Err(failed(error)),
            }
        })
    }

    /// Refuses hidden folders, also behind links.
    fn folder_of(&self, path: &NotePath) -> Result<Dir> {
        super::read::visible(path)?;
        if let Ok(place) = self.place(path) {
            super::read::shown(path, &place)?;
        }
        self.folder(path.folder()).map_err(|error| failure(path, &error))
    }

    /// Removes leftovers of a crashed write. Another program's text from that moment becomes a note of its own.
    pub fn sweep(&self, path: &NotePath) -> Result<()> {
        let failed = |error: io::Error| failure(path, &error);
        super::read::visible(path)?;
        let (dir, name) = match self.find(path) {
            // The note was never created, or is gone.
            Err(Error::NotFound(_)) => match self.folder(path.folder()) {
                Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
                dir => (dir.map_err(failed)?, path.file_name().to_owned()),
            },
            found => found?,
        };
        swap::sweep(&dir, &name).map_err(failed)
    }
}

fn trash_of(path: &NotePath) -> String {
    match path.folder() {
        "" => TRASH.to_owned(),
        folder => format!("{TRASH}/{folder}"),
    }
}

fn trash_names(path: &NotePath) -> impl Iterator<Item = String> {
    let numbered = (1..10_000).map(|number| format!("{} {number}.md", path.stem()));
    std::iter::once(path.file_name().to_owned()).chain(numbered)
}

/// Moves a file with hash `base` to a free name. A file with another hash goes back: `false`.
fn shift(
    (from, name): (&Dir, &str),
    (to, new): (&Dir, &str),
    base: ContentHash,
) -> io::Result<bool> {
    rename_to_free(from, name, to, new)?;
    if swap::hash(to, new)? != Some(base) {
        rename_to_free(to, new, from, name)?;
        return Ok(false);
    }
    swap::sync_folder(to);
    swap::sync_folder(from);
    Ok(true)
}
