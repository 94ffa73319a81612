use language::Sentence;

use super::{
    Vault,
    encoding::{decode, encode},
    read::visible,
    write::{Step, check_new_name},
};
use crate::{ContentHash, Error, NotePath, Result, sentences};

/// A planned change of one note's file. Only [`Vault`] plans it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileChange {
    #[non_exhaustive]
    Write { path: NotePath, before: Option<Vec<u8>>, after: Vec<u8> },
    /// Also restores a file from the trash.
    #[non_exhaustive]
    Move { path: NotePath, bytes: Vec<u8>, to: NotePath },
    #[non_exhaustive]
    Trash { path: NotePath, bytes: Vec<u8> },
}

impl FileChange {
    pub fn path(&self) -> &NotePath {
        let (Self::Write { path, .. } | Self::Move { path, .. } | Self::Trash { path, .. }) = self;
        path
    }

    pub fn target(&self) -> Option<&NotePath> {
        match self {
            Self::Move { to, .. } => Some(to),
            Self::Write { .. } | Self::Trash { .. } => None,
        }
    }

    pub fn before(&self) -> Option<&[u8]> {
        match self {
            Self::Write { before, .. } => before.as_deref(),
            Self::Move { bytes, .. } | Self::Trash { bytes, .. } => Some(bytes),
        }
    }

    pub fn after(&self) -> &[u8] {
        let (Self::Write { after: bytes, .. }
        | Self::Move { bytes, .. }
        | Self::Trash { bytes, .. }) = self;
        bytes
    }
}

impl Vault {
    /// Plans an edit of the note with hash `base`, in its encoding. Writes nothing.
    ///
    /// # Errors
    /// [`Error::Changed`] for another hash; [`Error::BadEdit`] if the edit doesn't fit, or if the note has bytes that
    /// aren't text, because writing would lose them.
    pub fn plan_edit(
        &self,
        path: &NotePath,
        base: ContentHash,
        edit: impl FnOnce(&str) -> Result<String, Sentence>,
    ) -> Result<FileChange> {
        let refuse =
            |reason: Sentence| Error::BadEdit { path: path.clone(), reason: reason.into() };
        let before = self.bytes_with_hash(path, base)?;
        let (text, encoding) = decode(before.clone());
        if encode(&text, encoding) != before {
            return Err(refuse(sentences::NOT_TEXT));
        }
        let text = edit(&text).map_err(refuse)?;
        let after = encode(&text, encoding);
        if decode(after.clone()) != (text, encoding) {
            return Err(refuse(sentences::AMBIGUOUS_TEXT));
        }
        plan(path, Some(before), after)
    }

    /// Plans a new note in UTF-8. Writes nothing; only [`Vault::write`] finds an existing file.
    pub fn plan_note(&self, path: &NotePath, text: &str) -> Result<FileChange> {
        self.plan_return(path, text.strip_prefix('\u{feff}').unwrap_or(text).into())
    }

    /// Plans an undo: exactly these bytes for the note with hash `base`. Writes nothing.
    pub fn plan_bytes(
        &self,
        path: &NotePath,
        base: ContentHash,
        bytes: Vec<u8>,
    ) -> Result<FileChange> {
        let before = self.bytes_with_hash(path, base)?;
        plan(path, Some(before), bytes)
    }

    /// Plans the undo of a deletion: exactly these bytes for a missing note. Writes nothing.
    pub fn plan_return(&self, path: &NotePath, bytes: Vec<u8>) -> Result<FileChange> {
        check_new_name(path)?;
        plan(path, None, bytes)
    }

    pub fn plan_move(path: &NotePath, bytes: Vec<u8>, to: &NotePath) -> FileChange {
        FileChange::Move { path: path.clone(), bytes, to: to.clone() }
    }

    pub fn plan_trash(&self, path: &NotePath, base: ContentHash) -> Result<FileChange> {
        let bytes = self.bytes_with_hash(path, base)?;
        Ok(FileChange::Trash { path: path.clone(), bytes })
    }

    fn bytes_with_hash(&self, path: &NotePath, hash: ContentHash) -> Result<Vec<u8>> {
        let bytes = match self.read(path, Self::MAX_NOTE_BYTES) {
            // It was small enough before.
            Err(Error::TooLarge { path, .. }) => return Err(Error::Changed(path)),
            read => read?,
        };
        if ContentHash::of(&bytes) == hash { Ok(bytes) } else { Err(Error::Changed(path.clone())) }
    }

    /// Makes a change; returns the path of a note in the trash. A written note has all of its new text on the disk
    /// afterwards or, after an error, all of its old one; no other file remains. Its mode stays, and its owner and
    /// extended attributes as far as this user may set them. A link to a note is written through. Of a file with
    /// several hard links, only this name gets the new text.
    ///
    /// Another program may write between the last check and the swap. Linux and macOS notice it on disks that can swap
    /// two files in one step: that text stays, and ours is dropped. Elsewhere that text is lost; the time between check
    /// and swap is one system call.
    ///
    /// # Errors
    /// [`Error::Changed`] if the note's text isn't the planned one any more, [`Error::Exists`] if the new path is taken
    /// (also by a name that differs in case or in the composition of accents, unless it is the note itself),
    /// [`Error::BadName`] if no note may have the path, [`Error::Unwritable`] (also if another program locks the folder
    /// for seconds), [`Error::NoRoom`], and those of [`Vault::read`].
    pub fn write(&self, change: &FileChange) -> Result<Option<NotePath>> {
        self.write_watched(change, &mut |_| ())
    }

    pub(super) fn write_watched(
        &self,
        change: &FileChange,
        watch: &mut dyn FnMut(Step),
    ) -> Result<Option<NotePath>> {
        match change {
            FileChange::Write { path, before: Some(before), after } => {
                self.replace(path, ContentHash::of(before), after, watch)?;
            }
            FileChange::Write { path, before: None, after } => self.make(path, after, watch)?,
            FileChange::Move { path, bytes, to } => {
                self.move_note(path, ContentHash::of(bytes), to)?;
            }
            FileChange::Trash { path, bytes } => {
                return self.trash(path, ContentHash::of(bytes)).map(Some);
            }
        }
        Ok(None)
    }
}

fn plan(path: &NotePath, before: Option<Vec<u8>>, after: Vec<u8>) -> Result<FileChange> {
    visible(path)?;
    if !path.is_note() {
        return Err(Error::BadEdit { path: path.clone(), reason: sentences::NOT_A_NOTE.into() });
    }
    let (bytes, limit) = (after.len() as u64, Vault::MAX_NOTE_BYTES);
    if bytes > limit {
        return Err(Error::TooLarge { path: path.clone(), bytes, limit });
    }
    Ok(FileChange::Write { path: path.clone(), before, after })
}
