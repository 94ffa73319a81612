//! Writes notes: all new bytes or none, and only over the bytes that they were made from.

use std::io::{self, ErrorKind};

use cap_std::fs::Dir;
use language::{Sentence, Words};

use super::{
    Vault,
    read::{led_outside, shown},
    swap::{self, SiblingFile},
};
use crate::{
    ContentHash, Error, NotePath, Result, path::unfit_for_a_new_file, sentences, text::fold,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Filled,
    Checked,
    Swapped,
}

impl Vault {
    pub(super) fn replace(
        &self,
        path: &NotePath,
        before: ContentHash,
        bytes: &[u8],
        watch: &mut dyn FnMut(Step),
    ) -> Result<()> {
        let failed = |error: io::Error| failure(path, &error);
        let changed = || Error::Changed(path.clone());
        let (dir, name) = self.find(path)?;
        let is_old = || match swap::hash(&dir, &name) {
            Ok(found) => Ok(found == Some(before)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
            Err(error) => Err(failed(error)),
        };
        if !is_old()? {
            return Err(changed());
        }
        // A rename needs rights only for the folder, but the note's rights count, too.
        let (note, metadata) = swap::open(&dir, &name, true).map_err(failed)?;
        if metadata.permissions().readonly() {
            let reason = sentences::READ_ONLY.into();
            return Err(Error::Unwritable { path: path.clone(), reason });
        }
        let after = ContentHash::of(bytes);
        if before == after {
            return Ok(());
        }
        let (mut beside, file) = SiblingFile::new(&dir, true).map_err(failed)?;
        swap::fill(&file, bytes, Some(&note)).map_err(failed)?;
        beside.name_for_swap(before, after).map_err(failed)?;
        watch(Step::Filled);
        // Two of our writers swapping at once would take each other's text for a foreign one.
        let folder_lock = swap::folder_lock(&dir).map_err(|_| self.locked(path))?;
        if !is_old()? {
            return Err(changed());
        }
        watch(Step::Checked);
        match swap::exchange(&dir, beside.name(), &name) {
            Ok(true) => {
                watch(Step::Swapped);
                settle_swap(path, (&dir, &name), beside, before, after)?;
            }
            Ok(false) => beside.replace(&name).map_err(failed)?,
            Err(error) if error.kind() == ErrorKind::NotFound => return Err(changed()),
            Err(error) => return Err(failed(error)),
        }
        drop(folder_lock);
        swap::sync_folder(&dir);
        Ok(())
    }

    fn locked(&self, path: &NotePath) -> Error {
        let folder = match path.folder() {
            "" => self.root().to_owned(),
            folder => self.root().join(folder),
        };
        let reason = Words::from(|| sentences::folder_locked(&folder.display()));
        Error::Unwritable { path: path.clone(), reason }
    }

    pub(super) fn make(
        &self,
        path: &NotePath,
        bytes: &[u8],
        watch: &mut dyn FnMut(Step),
    ) -> Result<()> {
        let failed = |error: io::Error| match error.kind() {
            ErrorKind::AlreadyExists => Error::Exists(path.clone()),
            _ => failure(path, &error),
        };
        self.in_new_folders(path, || {
            let dir = self.folder(path.folder()).map_err(failed)?;
            if let Some(there) = namesake(&dir, path.file_name()).map_err(failed)? {
                return Err(taken(path, &there));
            }
            let (beside, file) = SiblingFile::new(&dir, false).map_err(failed)?;
            swap::fill(&file, bytes, None).map_err(failed)?;
            watch(Step::Filled);
            beside.place(path.file_name()).map_err(failed)?;
            swap::sync_folder(&dir);
            Ok(())
        })
    }

    /// Creates the folders of `path`, and removes them if `put` fails.
    pub(super) fn in_new_folders(
        &self,
        path: &NotePath,
        put: impl FnOnce() -> Result<()>,
    ) -> Result<()> {
        let made = self.make_folders(path)?;
        let result = put();
        for folder in made.iter().rev() {
            match &result {
                Ok(()) => {
                    let above = folder.rsplit_once('/').map_or("", |(above, _)| above);
                    self.folder(above).iter().for_each(swap::sync_folder);
                }
                Err(_) => drop(self.inner.dir.remove_dir(folder)),
            }
        }
        result
    }

    /// Returns the folders that were missing, outermost first.
    fn make_folders<'a>(&self, path: &'a NotePath) -> Result<Vec<&'a str>> {
        let folder = path.folder();
        let ends = folder.match_indices('/').map(|(end, _)| end).chain([folder.len()]);
        let mut made = Vec::new();
        for part in ends.map(|end| &folder[..end]).filter(|part| !part.is_empty()) {
            match self.inner.dir.create_dir(part) {
                Ok(()) => {
                    made.push(part);
                    #[cfg(unix)]
                    if let Some(mode) = crate::private::usual_mode(0o777) {
                        use cap_std::fs::{Permissions, PermissionsExt};
                        let usual = Permissions::from_mode(mode);
                        // If this fails, only this user can open the folder.
                        let _ = self.inner.dir.set_permissions(part, usual);
                    }
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => {
                    for part in made.iter().rev() {
                        let _ = self.inner.dir.remove_dir(part);
                    }
                    return Err(failure(path, &error));
                }
            }
        }
        Ok(made)
    }

    /// The folder and name of a note's file, with links followed.
    pub(super) fn find(&self, path: &NotePath) -> Result<(Dir, String)> {
        let place = self.place(path).map_err(|error| failure(path, &error))?;
        shown(path, &place)?;
        let parts: Option<Vec<_>> = place.iter().map(|part| part.to_str()).collect();
        let real = NotePath::new(&parts.unwrap_or_default().join("/"))?;
        let dir = self.folder(real.folder()).map_err(|error| failure(path, &error))?;
        Ok((dir, real.file_name().to_owned()))
    }

    pub(super) fn folder(&self, path: &str) -> io::Result<Dir> {
        match path {
            "" => self.inner.dir.try_clone(),
            path => self.inner.dir.open_dir(path),
        }
    }
}

/// Checks the text that the swap took out of the note. If another program had just written it, swaps it back.
fn settle_swap(
    path: &NotePath,
    (dir, name): (&Dir, &str),
    beside: SiblingFile<'_>,
    before: ContentHash,
    after: ContentHash,
) -> Result<()> {
    let is = |hash| matches!(swap::hash(dir, beside.name()), Ok(Some(found)) if found == hash);
    if is(before) {
        return Ok(());
    }
    let back = swap::exchange(dir, beside.name(), name);
    let ours_came_out = matches!(back, Ok(true)) && is(after);
    if !ours_came_out {
        // Another program replaced or removed our text, too. Neither of its texts is ours to drop.
        beside.show(name).map_err(|error| failure(path, &error))?;
    }
    swap::sync_folder(dir);
    Err(Error::Changed(path.clone()))
}

pub(super) fn check_new_name(path: &NotePath) -> Result<()> {
    let refuse =
        |reason: Sentence| Err(Error::BadName { path: path.clone(), reason: reason.into() });
    if !path.is_note() {
        return refuse(sentences::NOT_MARKDOWN);
    }
    unfit_for_a_new_file(path).map_or(Ok(()), refuse)
}

/// A file with this name, or with one that some disks and sync programs treat as the same.
pub(super) fn namesake(dir: &Dir, name: &str) -> io::Result<Option<String>> {
    if dir.symlink_metadata(name).is_ok() {
        return Ok(Some(name.to_owned()));
    }
    let folded = fold(name);
    for entry in dir.entries()? {
        if let Ok(other) = entry?.file_name().into_string()
            && fold(&other) == folded
        {
            return Ok(Some(other));
        }
    }
    Ok(None)
}

pub(super) fn taken(path: &NotePath, there: &str) -> Error {
    let there = match path.folder() {
        "" => NotePath::new(there),
        folder => NotePath::new(&format!("{folder}/{there}")),
    };
    Error::Exists(there.unwrap_or(path.clone()))
}

pub(super) fn failure(path: &NotePath, error: &io::Error) -> Error {
    let reason = match error.kind() {
        ErrorKind::PermissionDenied => sentences::NO_PERMISSION.into(),
        ErrorKind::ReadOnlyFilesystem => sentences::READ_ONLY_DISK.into(),
        _ => error.to_string().into(),
    };
    let path = path.clone();
    match error.kind() {
        _ if led_outside(error) => super::read::refusal(&path, error),
        ErrorKind::NotFound | ErrorKind::NotADirectory => Error::NotFound(path),
        // A limit on file sizes means the same to the user as a full disk.
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            Error::NoRoom { path, reason }
        }
        _ => Error::Unwritable { path, reason },
    }
}

#[cfg(test)]
mod tests;
