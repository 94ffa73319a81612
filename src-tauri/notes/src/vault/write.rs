//! Writing notes: all of a change or nothing of it, and only over the text that it was made from.

use std::io::{self, ErrorKind};

use cap_std::fs::Dir;

use super::{
    Edit, Vault,
    encoding::{decode, encode},
    read::{led_outside, shown, visible},
    swap::{self, SiblingFile},
};
use crate::{
    ContentHash, Error, NotePath, Result, path::unfit_for_a_new_file, sentences, text::fold,
};

/// A change to a note, ready to be written: the bytes before it and after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rewrite {
    path: NotePath,
    before: Option<Vec<u8>>,
    after: Vec<u8>,
}

impl Rewrite {
    pub fn path(&self) -> &NotePath {
        &self.path
    }

    /// The file's bytes that are replaced; `None` for a note that is made.
    pub fn before(&self) -> Option<&[u8]> {
        self.before.as_deref()
    }

    /// The bytes that the file will have.
    pub fn after(&self) -> &[u8] {
        &self.after
    }

    /// The same for the note when it has another path.
    #[must_use]
    pub fn at(self, path: NotePath) -> Self {
        Self { path, ..self }
    }
}

/// Where a write has come to; tests look on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// The new text is in a file beside the note.
    Filled,
    /// The note was looked at and has the old text.
    Checked,
    Swapped,
}

impl Vault {
    /// What `edit` makes of the note that has the hash `base`, in the note's encoding. Writes
    /// nothing.
    ///
    /// # Errors
    /// [`Error::Changed`] if the note has another hash now, [`Error::BadEdit`] if the edit doesn't
    /// fit it or the note has bytes that aren't text (writing it would lose them), and as
    /// [`Vault::read_note`].
    pub fn plan_edit(&self, path: &NotePath, base: ContentHash, edit: &Edit) -> Result<Rewrite> {
        let refuse = |reason| Error::BadEdit { path: path.clone(), reason };
        let before = self.bytes_with_hash(path, base)?;
        let (text, encoding) = decode(before.clone());
        if encode(&text, encoding) != before {
            return Err(refuse(sentences::NOT_TEXT.text()));
        }
        let text = edit.apply(&text).map_err(refuse)?;
        let after = encode(&text, encoding);
        if decode(after.clone()) != (text, encoding) {
            return Err(refuse(sentences::AMBIGUOUS_TEXT.text()));
        }
        self.plan(path, Some(before), after)
    }

    /// A note that isn't there yet, with this text in UTF-8. Writes nothing.
    ///
    /// # Errors
    /// [`Error::BadName`] if its name isn't one for a new note; that it exists is found by
    /// [`Vault::write`].
    pub fn plan_note(&self, path: &NotePath, text: &str) -> Result<Rewrite> {
        check_new_name(path)?;
        self.plan(path, None, text.strip_prefix('\u{feff}').unwrap_or(text).into())
    }

    /// These very bytes for the note that has the hash `base`: an undo. Writes nothing.
    ///
    /// # Errors
    /// As [`Vault::plan_edit`].
    pub fn plan_bytes(
        &self,
        path: &NotePath,
        base: ContentHash,
        bytes: Vec<u8>,
    ) -> Result<Rewrite> {
        let before = self.bytes_with_hash(path, base)?;
        self.plan(path, Some(before), bytes)
    }

    /// These very bytes for a note that isn't there any more: the undo of a deletion. Writes nothing.
    ///
    /// # Errors
    /// As [`Vault::plan_note`].
    pub fn plan_return(&self, path: &NotePath, bytes: Vec<u8>) -> Result<Rewrite> {
        check_new_name(path)?;
        self.plan(path, None, bytes)
    }

    fn bytes_with_hash(&self, path: &NotePath, hash: ContentHash) -> Result<Vec<u8>> {
        let bytes = match self.read(path, Self::MAX_NOTE_BYTES) {
            // It was small enough once.
            Err(Error::TooLarge { path, .. }) => return Err(Error::Changed(path)),
            read => read?,
        };
        match ContentHash::of(&bytes) == hash {
            true => Ok(bytes),
            false => Err(Error::Changed(path.clone())),
        }
    }

    fn plan(&self, path: &NotePath, before: Option<Vec<u8>>, after: Vec<u8>) -> Result<Rewrite> {
        visible(path)?;
        if !path.is_note() {
            return Err(Error::BadEdit {
                path: path.clone(),
                reason: sentences::NOT_A_NOTE.text(),
            });
        }
        let (bytes, limit) = (after.len() as u64, Self::MAX_NOTE_BYTES);
        if bytes > limit {
            return Err(Error::TooLarge { path: path.clone(), bytes, limit });
        }
        Ok(Rewrite { path: path.clone(), before, after })
    }

    /// Writes a change. The note has all of its new text afterwards, on the disk, or after an error
    /// all of its old one; in neither case is there another file. Its mode, and its owner and
    /// extended attributes as far as this user may, stay. A link to a note is written through. Of a
    /// file with several hard links only this name gets the new text.
    ///
    /// Between the last look at the note and the swap of the two texts another program may write
    /// to it. On Linux and macOS, on disks that can swap two files in one step, that is noticed,
    /// its text stands and ours is dropped. Elsewhere such a text is lost: there the time between
    /// look and swap is that of one system call.
    ///
    /// # Errors
    /// [`Error::Changed`] if the note hasn't the text any more that the change was made from,
    /// [`Error::Exists`] if a note that was to be made is there (also under a name that differs
    /// in case or in how accents are composed), [`Error::Unwritable`] (also if another program keeps
    /// the folder locked for seconds), [`Error::NoRoom`], and as [`Vault::read`].
    pub fn write(&self, change: &Rewrite) -> Result<()> {
        self.write_watched(change, &mut |_| ())
    }

    pub(super) fn write_watched(
        &self,
        change: &Rewrite,
        watch: &mut dyn FnMut(Step),
    ) -> Result<()> {
        match &change.before {
            Some(before) => self.replace(change, ContentHash::of(before), watch),
            None => self.make(change, watch),
        }
    }

    fn replace(
        &self,
        change: &Rewrite,
        before: ContentHash,
        watch: &mut dyn FnMut(Step),
    ) -> Result<()> {
        let path = &change.path;
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
        // A rename asks only for rights on the folder; the rights on the note count all the same.
        let (note, metadata) = swap::open(&dir, &name, true).map_err(failed)?;
        if metadata.permissions().readonly() {
            let reason = sentences::READ_ONLY.to_string();
            return Err(Error::Unwritable { path: path.clone(), reason });
        }
        let after = ContentHash::of(&change.after);
        if before == after {
            return Ok(());
        }
        let (mut beside, file) = SiblingFile::new(&dir, true).map_err(failed)?;
        swap::fill(&file, &change.after, Some(&note)).map_err(failed)?;
        beside.name_for_swap(before, after).map_err(failed)?;
        watch(Step::Filled);
        // Two of ours that swapped at once would each take the other's text for a foreign one.
        let turn = swap::turn(&dir).map_err(|_| self.locked(path))?;
        if !is_old()? {
            return Err(changed());
        }
        watch(Step::Checked);
        match swap::exchange(&dir, beside.name(), &name) {
            Ok(true) => {
                watch(Step::Swapped);
                self.settle_swap(change, &dir, &name, beside, before)?;
            }
            Ok(false) => beside.replace(&name).map_err(failed)?,
            Err(error) if error.kind() == ErrorKind::NotFound => return Err(changed()),
            Err(error) => return Err(failed(error)),
        }
        drop(turn);
        swap::settle(&dir);
        Ok(())
    }

    /// Another program keeps the note's folder locked.
    fn locked(&self, path: &NotePath) -> Error {
        let folder = match path.folder() {
            "" => self.root().to_owned(),
            folder => self.root().join(folder),
        };
        let reason = sentences::folder_locked(&folder.display());
        Error::Unwritable { path: path.clone(), reason }
    }

    /// Looks at what stood in the note when the new text took its place. If another program had
    /// just written there, its text goes back.
    fn settle_swap(
        &self,
        change: &Rewrite,
        dir: &Dir,
        name: &str,
        beside: SiblingFile<'_>,
        before: ContentHash,
    ) -> Result<()> {
        let path = &change.path;
        let is = |hash| matches!(swap::hash(dir, beside.name()), Ok(Some(found)) if found == hash);
        if is(before) {
            return Ok(());
        }
        let back = swap::exchange(dir, beside.name(), name);
        let ours_came_out = matches!(back, Ok(true)) && is(ContentHash::of(&change.after));
        if !ours_came_out {
            // Somebody wrote over our text as well, or removed it. Neither of their texts is ours
            // to drop.
            beside.show(name).map_err(|error| failure(path, &error))?;
        }
        swap::settle(dir);
        Err(Error::Changed(path.clone()))
    }

    fn make(&self, change: &Rewrite, watch: &mut dyn FnMut(Step)) -> Result<()> {
        let path = &change.path;
        let failed = |error: io::Error| match error.kind() {
            ErrorKind::AlreadyExists => Error::Exists(path.clone()),
            _ => failure(path, &error),
        };
        self.in_new_folders(path, || {
            let dir = self.folder(path.folder()).map_err(failed)?;
            if let Some(there) = namesake(&dir, path.file_name()).map_err(failed)? {
                let folder = path.folder();
                let there = if folder.is_empty() { there } else { format!("{folder}/{there}") };
                return Err(Error::Exists(NotePath::new(&there).unwrap_or(path.clone())));
            }
            let (beside, file) = SiblingFile::new(&dir, false).map_err(failed)?;
            swap::fill(&file, &change.after, None).map_err(failed)?;
            watch(Step::Filled);
            beside.place(path.file_name()).map_err(failed)?;
            swap::settle(&dir);
            Ok(())
        })
    }

    /// Puts something at `path`, in folders that are made for it, and taken away again if that fails.
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
                    self.folder(above).iter().for_each(swap::settle);
                }
                // It goes only if it is empty.
                Err(_) => drop(self.inner.dir.remove_dir(folder)),
            }
        }
        result
    }

    /// Makes the folders that a note is to be in, and returns those that weren't there, outermost
    /// first.
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
                        // A folder for its user alone is a folder as well.
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

    /// The folder that a note's file is in, and its name there, links followed.
    pub(super) fn find(&self, path: &NotePath) -> Result<(Dir, String)> {
        let place = self.place(path).map_err(|error| failure(path, &error))?;
        shown(path, &place)?;
        let parts: Option<Vec<_>> = place.iter().map(|part| part.to_str()).collect();
        let real = NotePath::new(&parts.unwrap_or_default().join("/"))?;
        let dir = self.folder(real.folder()).map_err(|error| failure(path, &error))?;
        Ok((dir, real.file_name().to_owned()))
    }

    /// A folder of the vault; the empty path is its root.
    pub(super) fn folder(&self, path: &str) -> io::Result<Dir> {
        match path {
            "" => self.inner.dir.try_clone(),
            path => self.inner.dir.open_dir(path),
        }
    }
}

/// Refuses what isn't a name for a new note.
pub(super) fn check_new_name(path: &NotePath) -> Result<()> {
    let refuse = |reason| Err(Error::BadName { path: path.clone(), reason });
    if !path.is_note() {
        return refuse(sentences::NOT_MARKDOWN.text());
    }
    unfit_for_a_new_file(path).map_or(Ok(()), refuse)
}

/// What is in `dir` under `name`, or under one that some disks and sync programs take for the same.
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

/// Why a note couldn't be written.
pub(super) fn failure(path: &NotePath, error: &io::Error) -> Error {
    let reason = match error.kind() {
        ErrorKind::PermissionDenied => sentences::NO_PERMISSION.to_string(),
        ErrorKind::ReadOnlyFilesystem => sentences::READ_ONLY_DISK.to_string(),
        _ => error.to_string(),
    };
    let path = path.clone();
    match error.kind() {
        _ if led_outside(error) => super::read::refusal(&path, error),
        ErrorKind::NotFound | ErrorKind::NotADirectory => Error::NotFound(path),
        // A limit on the size of files says the same to the user as a full disk.
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => {
            Error::NoRoom { path, reason }
        }
        _ => Error::Unwritable { path, reason },
    }
}

#[cfg(test)]
mod tests;
