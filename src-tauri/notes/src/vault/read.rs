//! Reading files through the guard.

use std::{
    io::{self, ErrorKind, Read},
    time::SystemTime,
};

use cap_fs_ext::OpenOptionsSyncExt;
use cap_std::fs::{File, FileType, Metadata, OpenOptions};

use super::{Encoding, FileEntry, NoteText, Vault};
use crate::{ContentHash, Error, NotePath, Result};

impl Vault {
    /// One file as the folder has it now.
    ///
    /// # Errors
    /// As [`Vault::read`].
    pub fn entry(&self, path: &NotePath) -> Result<FileEntry> {
        let metadata =
            self.inner.dir.metadata(path.as_str()).map_err(|error| refusal(path, &error))?;
        regular(path, &metadata)?;
        Ok(FileEntry { path: path.clone(), bytes: metadata.len(), modified: modified(&metadata) })
    }

    /// Reads and decodes a note.
    ///
    /// # Errors
    /// As [`Vault::read`], with [`Vault::MAX_NOTE_BYTES`] as the limit.
    pub fn read_note(&self, path: &NotePath) -> Result<NoteText> {
        let (bytes, metadata) = self.read_file(path, Self::MAX_NOTE_BYTES)?;
        let hash = ContentHash::of(&bytes);
        let size = bytes.len() as u64;
        let (text, encoding) = decode(bytes);
        Ok(NoteText {
            path: path.clone(),
            text,
            hash,
            encoding,
            bytes: size,
            modified: modified(&metadata),
        })
    }

    /// Reads any regular file of the vault.
    ///
    /// # Errors
    /// Not found, too large, unreadable, or outside the vault.
    pub fn read(&self, path: &NotePath, limit: u64) -> Result<Vec<u8>> {
        self.read_file(path, limit).map(|(bytes, _)| bytes)
    }

    fn read_file(&self, path: &NotePath, limit: u64) -> Result<(Vec<u8>, Metadata)> {
        let refused = |error: io::Error| refusal(path, &error);
        // Looked at before it is opened: opening some devices does something.
        regular(path, &self.inner.dir.metadata(path.as_str()).map_err(refused)?)?;
        let mut options = OpenOptions::new();
        // Should a pipe have taken the file's place meanwhile, opening it must not wait for a
        // writer.
        options.read(true).nonblock(true);
        let file: File = self.inner.dir.open_with(path.as_str(), &options).map_err(refused)?;
        let metadata = file.metadata().map_err(refused)?;
        regular(path, &metadata)?;
        let too_large = |bytes| Error::TooLarge { path: path.clone(), bytes, limit };
        if metadata.len() > limit {
            return Err(too_large(metadata.len()));
        }
        let mut bytes = Vec::with_capacity(usize::try_from(metadata.len()).unwrap_or(0));
        // The file may grow while it is read.
        file.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(refused)?;
        let read = bytes.len() as u64;
        if read > limit { Err(too_large(read)) } else { Ok((bytes, metadata)) }
    }
}

/// Refuses what isn't a regular file.
fn regular(path: &NotePath, metadata: &Metadata) -> Result<()> {
    match metadata.is_file() {
        true => Ok(()),
        false => Err(Error::Unreadable {
            path: path.clone(),
            reason: kind_of(metadata.file_type()).to_owned(),
        }),
    }
}

/// What a thing is that isn't a file.
pub(super) fn kind_of(kind: FileType) -> &'static str {
    if kind.is_dir() { "it is a folder" } else { "it is a device, a pipe or a socket, not a file" }
}

fn refusal(path: &NotePath, error: &io::Error) -> Error {
    if led_outside(error) {
        return Error::OutsideVault {
            path: path.to_string(),
            reason: "it is a link that leads out of the vault",
        };
    }
    match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => Error::NotFound(path.clone()),
        _ => Error::Unreadable { path: path.clone(), reason: error.to_string() },
    }
}

/// Whether the guard stopped a path at the vault's edge. cap-std has no kind of its own for this.
pub(super) fn led_outside(error: &io::Error) -> bool {
    error.kind() == ErrorKind::PermissionDenied
        && error.raw_os_error().is_none()
        && error.to_string().contains("outside of the filesystem")
}

pub(super) fn modified(metadata: &Metadata) -> SystemTime {
    metadata.modified().map_or(SystemTime::UNIX_EPOCH, cap_std::time::SystemTime::into_std)
}

fn decode(bytes: Vec<u8>) -> (String, Encoding) {
    let utf16 = |bytes: &[u8], unit: fn([u8; 2]) -> u16| {
        let mut units: Vec<u16> =
            bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
        if bytes.len() % 2 == 1 {
            // Half a character at the end is shown as a broken one, not dropped.
            units.push(0xfffd);
        }
        String::from_utf16_lossy(&units)
    };
    match bytes.as_slice() {
        [0xff, 0xfe, rest @ ..] => (utf16(rest, u16::from_le_bytes), Encoding::Utf16Le),
        [0xfe, 0xff, rest @ ..] => (utf16(rest, u16::from_be_bytes), Encoding::Utf16Be),
        [0xef, 0xbb, 0xbf, rest @ ..] => match std::str::from_utf8(rest) {
            Ok(text) => (text.to_owned(), Encoding::Utf8Bom),
            Err(_) => (String::from_utf8_lossy(rest).into_owned(), Encoding::Lossy),
        },
        _ => match String::from_utf8(bytes) {
            Ok(text) => (text, Encoding::Utf8),
            Err(error) => (String::from_utf8_lossy(error.as_bytes()).into_owned(), Encoding::Lossy),
        },
    }
}
