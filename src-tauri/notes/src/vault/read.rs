//! Reads files of a vault, within the folder and without hidden files.

use std::{
    io::{self, ErrorKind, Read},
    path::{Component, Path, PathBuf},
    time::SystemTime,
};

use cap_fs_ext::{FollowSymlinks, OpenOptionsFollowExt, OpenOptionsSyncExt};
use cap_std::fs::{File, FileType, Metadata, OpenOptions};
use language::Sentence;

use super::{FileEntry, NoteText, Vault, encoding::decode};
use crate::{ContentHash, Error, NotePath, Result, sentences};

/// Maximum attempts to read a file that keeps changing.
const READS: usize = 4;

/// Maximum attempts to locate a file that keeps being replaced.
const LOOKS: usize = 16;

impl Vault {
    pub fn entry(&self, path: &NotePath) -> Result<FileEntry> {
        visible(path)?;
        let place = self.place(path).map_err(|error| refusal(path, &error))?;
        shown(path, &place)?;
        let metadata = self.inner.dir.metadata(&place).map_err(|error| refusal(path, &error))?;
        regular(path, &metadata)?;
        Ok(FileEntry { path: path.clone(), bytes: metadata.len(), modified: modified(&metadata) })
    }

    /// The path on disk for another program, with links followed. Refuses a link to a file with another extension:
    /// the system would open it with another program than its name suggests.
    pub fn file_on_disk(&self, path: &NotePath) -> Result<PathBuf> {
        self.entry(path)?;
        let place = self.place(path).map_err(|error| refusal(path, &error))?;
        shown(path, &place)?;
        let extension = |path: &Path| path.extension().map(|text| text.to_ascii_lowercase());
        if extension(Path::new(path.as_str())) != extension(&place) {
            let reason = sentences::LINK_TO_OTHER_KIND.into();
            return Err(Error::Unreadable { path: path.clone(), reason });
        }
        Ok(self.root().join(place))
    }

    /// Locates `path` within the vault, following all links. The system opens the file, then reports its name: if a
    /// writer replaces the file in between, that name is hidden or gone. So a name other than the path, as of a
    /// link's target, counts only if both still lead to the same file.
    pub(super) fn place(&self, path: &NotePath) -> io::Result<PathBuf> {
        let look = || self.inner.dir.canonicalize(path.as_str());
        let mut place = look()?;
        for _ in 1..LOOKS {
            if place == Path::new(path.as_str()) || self.same_file(path, &place) {
                break;
            }
            place = look()?;
        }
        Ok(place)
    }

    #[cfg(unix)]
    fn same_file(&self, path: &NotePath, place: &Path) -> bool {
        use cap_std::fs::MetadataExt;
        let file = |metadata: io::Result<Metadata>| metadata.ok().map(|at| (at.dev(), at.ino()));
        let named = file(self.inner.dir.metadata(path.as_str()));
        named.is_some() && named == file(self.inner.dir.symlink_metadata(place))
    }

    #[cfg(not(unix))]
    fn same_file(&self, _path: &NotePath, _place: &Path) -> bool {
        true
    }

    pub fn read_note(&self, path: &NotePath) -> Result<NoteText> {
        visible(path)?;
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

    pub fn read(&self, path: &NotePath, limit: u64) -> Result<Vec<u8>> {
        visible(path)?;
        self.read_file(path, limit).map(|(bytes, _)| bytes)
    }

    /// The text of a file of Obsidian's settings, such as `daily-notes.json`. `None` if it is missing or unreadable.
    pub fn obsidian_setting(&self, name: &str) -> Option<String> {
        const LARGEST: u64 = 1024 * 1024;
        let path = NotePath::new(&format!(".obsidian/{name}")).ok()?;
        let (bytes, _) = self.read_file(&path, LARGEST).ok()?;
        Some(decode(bytes).0)
    }

    pub fn hash(&self, path: &NotePath) -> Option<ContentHash> {
        self.read(path, Self::MAX_NOTE_BYTES).ok().map(ContentHash::of)
    }

    pub(super) fn read_file(&self, path: &NotePath, limit: u64) -> Result<(Vec<u8>, Metadata)> {
        self.read_watched(path, limit, &mut || ())
    }

    /// Tests call `watch` between reading and the second check.
    pub(super) fn read_watched(
        &self,
        path: &NotePath,
        limit: u64,
        watch: &mut dyn FnMut(),
    ) -> Result<(Vec<u8>, Metadata)> {
        for _ in 0..READS {
            if let Some(read) = self.read_once(path, limit, watch)? {
                return Ok(read);
            }
        }
        let reason = sentences::KEEPS_CHANGING.into();
        Err(Error::Unreadable { path: path.clone(), reason })
    }

    /// Opens a regular file that isn't hidden for a process that may open none itself.
    pub fn open_file(&self, path: &NotePath, limit: u64) -> Result<(std::fs::File, FileEntry)> {
        visible(path)?;
        let (file, metadata) = self.open_regular(path, limit)?;
        let entry =
            FileEntry { path: path.clone(), bytes: metadata.len(), modified: modified(&metadata) };
        Ok((file.into_std(), entry))
    }

    fn open_regular(&self, path: &NotePath, limit: u64) -> Result<(File, Metadata)> {
        let refused = |error: io::Error| refusal(path, &error);
        let place = self.place(path).map_err(refused)?;
        if !path.is_hidden() {
            shown(path, &place)?;
        }
        // Checked before opening, because opening some devices has effects.
        regular(path, &self.inner.dir.metadata(&place).map_err(refused)?)?;
        let mut options = OpenOptions::new();
        // If a pipe or link replaced the file, opening must neither wait nor lead to an unchecked place.
        options.read(true).nonblock(true).follow(FollowSymlinks::No);
        let file: File = self.inner.dir.open_with(&place, &options).map_err(refused)?;
        let metadata = file.metadata().map_err(refused)?;
        regular(path, &metadata)?;
        if metadata.len() > limit {
            return Err(Error::TooLarge { path: path.clone(), bytes: metadata.len(), limit });
        }
        Ok((file, metadata))
    }

    /// `None` if the bytes may mix two versions.
    fn read_once(
        &self,
        path: &NotePath,
        limit: u64,
        watch: &mut dyn FnMut(),
    ) -> Result<Option<(Vec<u8>, Metadata)>> {
        let refused = |error: io::Error| refusal(path, &error);
        let (mut file, before) = self.open_regular(path, limit)?;
        let too_large = |bytes| Error::TooLarge { path: path.clone(), bytes, limit };
        let mut bytes = Vec::with_capacity(usize::try_from(before.len()).unwrap_or(0));
        let most = limit.saturating_add(1);
        (&mut file).take(most).read_to_end(&mut bytes).map_err(refused)?;
        watch();
        let read = bytes.len() as u64;
        if read > limit {
            return Err(too_large(read));
        }
        let after = file.metadata().map_err(refused)?;
        let look = |metadata: &Metadata| (metadata.len(), modified(metadata));
        let whole = look(&before) == look(&after) && read == after.len();
        Ok(whole.then_some((bytes, after)))
    }
}

/// Refuses hidden files, such as settings with keys, version control and the trash.
pub(super) fn visible(path: &NotePath) -> Result<()> {
    if path.is_hidden() { Err(Error::Hidden(path.clone())) } else { Ok(()) }
}

/// Refuses a link to a hidden file: the file's own path would be refused, too.
pub(super) fn shown(path: &NotePath, place: &Path) -> Result<()> {
    if is_hidden(place) { Err(Error::HiddenTarget(path.clone())) } else { Ok(()) }
}

pub(super) fn is_hidden(place: &Path) -> bool {
    place.components().any(|part| match part {
        Component::Normal(name) => name.as_encoded_bytes().starts_with(b"."),
        _ => false,
    })
}

fn regular(path: &NotePath, metadata: &Metadata) -> Result<()> {
    match metadata.is_file() {
        true => Ok(()),
        false => Err(Error::Unreadable {
            path: path.clone(),
            reason: kind_of(metadata.file_type()).into(),
        }),
    }
}

pub(super) fn kind_of(kind: FileType) -> Sentence {
    if kind.is_dir() { sentences::FOLDER } else { sentences::NOT_A_FILE }
}

pub(super) fn refusal(path: &NotePath, error: &io::Error) -> Error {
    if led_outside(error) {
        return Error::OutsideVault { path: path.to_string(), reason: sentences::LINK_OUT.into() };
    }
    match error.kind() {
        // No disk has a name that is too long for it.
        ErrorKind::NotFound | ErrorKind::NotADirectory | ErrorKind::InvalidFilename => {
            Error::NotFound(path.clone())
        }
        _ => Error::Unreadable { path: path.clone(), reason: error.to_string().into() },
    }
}

/// cap-std has no error kind for a path out of the vault.
pub(super) fn led_outside(error: &io::Error) -> bool {
    error.kind() == ErrorKind::PermissionDenied
        && error.raw_os_error().is_none()
        && error.to_string().contains("outside of the filesystem")
}

pub(super) fn modified(metadata: &Metadata) -> SystemTime {
    metadata.modified().map_or(SystemTime::UNIX_EPOCH, cap_std::time::SystemTime::into_std)
}
