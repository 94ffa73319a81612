use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

const BLOCK: usize = 1 << 20;

pub(super) struct Part {
    file: File,
    path: PathBuf,
    hash: Sha256,
    length: u64,
}

impl Part {
    /// Hashes the existing bytes. A file longer than `most` can't be a part of the download and is emptied. `None`
    /// if another program has it open.
    pub(super) fn open(path: &Path, most: u64) -> io::Result<Option<Self>> {
        let file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        let mut part =
            Self { hash: Sha256::new(), length: 0, path: path.to_owned(), file: file.try_clone()? };
        match file.metadata()?.len() {
            length if length > most => part.restart()?,
            length => (part.hash, part.length) = read(&mut file.take(length))?,
        }
        Ok(Some(part))
    }

    pub(super) fn len(&self) -> u64 {
        self.length
    }

    pub(super) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)?;
        self.hash.update(bytes);
        self.length += bytes.len() as u64;
        Ok(())
    }

    pub(super) fn restart(&mut self) -> io::Result<()> {
        self.file.set_len(0)?;
        self.file.seek(SeekFrom::Start(0))?;
        self.hash = Sha256::new();
        self.length = 0;
        Ok(())
    }

    pub(super) fn sha256(&self) -> String {
        hex(&self.hash.clone().finalize())
    }

    pub(super) fn finish(&self, name: &Path) -> io::Result<()> {
        self.file.sync_all()?;
        std::fs::rename(&self.path, name)?;
        sync_folder(name);
        Ok(())
    }

    pub(super) fn delete(&self) -> io::Result<()> {
        std::fs::remove_file(&self.path)
    }
}

/// Syncs the new name to disk, where the system can; the file itself is safe already.
fn sync_folder(name: &Path) {
    if let Some(folder) = name.parent().and_then(|folder| File::open(folder).ok()) {
        drop(folder.sync_all());
    }
}

pub(super) fn hash_file(path: &Path) -> io::Result<String> {
    let (hash, _) = read(&mut File::open(path)?)?;
    Ok(hex(&hash.finalize()))
}

fn read(file: &mut impl Read) -> io::Result<(Sha256, u64)> {
    let (mut hash, mut length) = (Sha256::new(), 0);
    let mut block = vec![0; BLOCK];
    loop {
        match file.read(&mut block) {
            Ok(0) => return Ok((hash, length)),
            Ok(count) => {
                hash.update(&block[..count]);
                length += count as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
