//! What is done with a note's file: planned, looked through, and then done.

use super::{
    Vault,
    encoding::{decode, encode},
    read::visible,
    write::{Step, check_new_name},
};
use crate::{ContentHash, Error, NotePath, Result, sentences};

/// What is done with the file of one note, ready to be done. [`Vault`] alone plans it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FileChange {
    /// The file gets other bytes, or is made.
    #[non_exhaustive]
    Write {
        path: NotePath,
        /// The bytes that are replaced; `None` if the file is made.
        before: Option<Vec<u8>>,
        after: Vec<u8>,
    },
    /// The file with these bytes gets another path, or comes out of the trash.
    #[non_exhaustive]
    Move { path: NotePath, bytes: Vec<u8>, to: NotePath },
    /// The file with these bytes goes to the trash.
    #[non_exhaustive]
    Trash { path: NotePath, bytes: Vec<u8> },
}

impl FileChange {
    /// The note's path before the change.
    pub fn path(&self) -> &NotePath {
        let (Self::Write { path, .. } | Self::Move { path, .. } | Self::Trash { path, .. }) = self;
        path
    }

    /// The note's path after the change, if it gets another one that is known before.
    pub fn target(&self) -> Option<&NotePath> {
        match self {
            Self::Move { to, .. } => Some(to),
            Self::Write { .. } | Self::Trash { .. } => None,
        }
    }

    /// The file's bytes before the change; `None` if it is made.
    pub fn before(&self) -> Option<&[u8]> {
        match self {
            Self::Write { before, .. } => before.as_deref(),
            Self::Move { bytes, .. } | Self::Trash { bytes, .. } => Some(bytes),
        }
    }

    /// The file's bytes after the change.
    pub fn after(&self) -> &[u8] {
        let (Self::Write { after: bytes, .. }
        | Self::Move { bytes, .. }
        | Self::Trash { bytes, .. }) = self;
        bytes
    }
}

impl Vault {
    /// The text that `edit` makes of the note that has the hash `base`, in the note's encoding. Writes
    /// nothing.
    ///
    /// # Errors
    /// [`Error::Changed`] if the note has another hash now, [`Error::BadEdit`] if the edit doesn't
    /// fit it or the note has bytes that aren't text (writing it would lose them), and as
    /// [`Vault::read_note`].
    pub fn plan_edit(
        &self,
        path: &NotePath,
        base: ContentHash,
        edit: impl FnOnce(&str) -> Result<String, &'static str>,
    ) -> Result<FileChange> {
        let refuse = |reason| Error::BadEdit { path: path.clone(), reason };
        let before = self.bytes_with_hash(path, base)?;
        let (text, encoding) = decode(before.clone());
        if encode(&text, encoding) != before {
            return Err(refuse(sentences::NOT_TEXT.text()));
        }
        let text = edit(&text).map_err(refuse)?;
        let after = encode(&text, encoding);
        if decode(after.clone()) != (text, encoding) {
            return Err(refuse(sentences::AMBIGUOUS_TEXT.text()));
        }
        plan(path, Some(before), after)
    }

    /// A note that isn't there yet, with this text in UTF-8. Writes nothing.
    ///
    /// # Errors
    /// [`Error::BadName`] if its name isn't one for a new note; that it exists is found by
    /// [`Vault::write`].
    pub fn plan_note(&self, path: &NotePath, text: &str) -> Result<FileChange> {
        self.plan_return(path, text.strip_prefix('\u{feff}').unwrap_or(text).into())
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
    ) -> Result<FileChange> {
        let before = self.bytes_with_hash(path, base)?;
        plan(path, Some(before), bytes)
    }

    /// These very bytes for a note that isn't there any more: the undo of a deletion. Writes nothing.
    ///
    /// # Errors
    /// As [`Vault::plan_note`].
    pub fn plan_return(&self, path: &NotePath, bytes: Vec<u8>) -> Result<FileChange> {
        check_new_name(path)?;
        plan(path, None, bytes)
    }

    /// Another path for the note that has these bytes, or will have them by then.
    pub fn plan_move(path: &NotePath, bytes: Vec<u8>, to: &NotePath) -> FileChange {
        FileChange::Move { path: path.clone(), bytes, to: to.clone() }
    }

    /// The way to the trash for the note that has the hash `base`. Moves nothing.
    ///
    /// # Errors
    /// [`Error::Changed`] if the note has another hash now, and as [`Vault::read`].
    pub fn plan_trash(&self, path: &NotePath, base: ContentHash) -> Result<FileChange> {
        let bytes = self.bytes_with_hash(path, base)?;
        Ok(FileChange::Trash { path: path.clone(), bytes })
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

    /// Makes a change, and returns where a note is that went to the trash. A note that is written has
    /// all of its new text afterwards, on the disk, or after an error all of its old one; in neither case
    /// is there another file. Its mode, and its owner and extended attributes as far as this user may,
    /// stay. A link to a note is written through. Of a file with several hard links only this name gets
    /// the new text.
    ///
    /// Between the last look at the note and the swap of the two texts another program may write
    /// to it. On Linux and macOS, on disks that can swap two files in one step, that is noticed,
    /// its text stands and ours is dropped. Elsewhere such a text is lost: there the time between
    /// look and swap is that of one system call.
    ///
    /// # Errors
    /// [`Error::Changed`] if the note hasn't the text any more that the change was made from,
    /// [`Error::Exists`] if something is where a note shall be (also under a name that differs in case
    /// or in how accents are composed, unless it is the note itself), [`Error::BadName`] if a note
    /// shall go where none can be, [`Error::Unwritable`] (also if another program keeps the folder
    /// locked for seconds), [`Error::NoRoom`], and as [`Vault::read`].
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
        return Err(Error::BadEdit { path: path.clone(), reason: sentences::NOT_A_NOTE.text() });
    }
    let (bytes, limit) = (after.len() as u64, Vault::MAX_NOTE_BYTES);
    if bytes > limit {
        return Err(Error::TooLarge { path: path.clone(), bytes, limit });
    }
    Ok(FileChange::Write { path: path.clone(), before, after })
}
