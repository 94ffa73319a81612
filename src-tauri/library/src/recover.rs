//! Salvages a damaged library. SQLite reads pages only when needed, so rows on intact pages can be read. Each table
//! is read in row order; after a failure, reading continues behind the damage. Every value is checked against our
//! types.
//!
//! SQLite's own daily backup would lack the newest messages, which people miss first and which mostly lie on intact
//! pages; it doubles the disk space and copies damage unchecked, and `VACUUM INTO` stops at the first broken page.
//! It couldn't pass the tests in `tests/damage.rs`.

mod mend;
mod scan;

use std::{
    fs::{self, OpenOptions},
    io::{Seek, SeekFrom, Write},
    path::{Path, PathBuf},
};

use rusqlite::{Connection, OpenFlags};

use self::scan::DamagedDatabase;
use super::{search, sentences::Recovery, store::with_suffix};

/// Copies the readable rows of the damaged library `from` into the new one. Reads a copy of `from`, since SQLite
/// writes to files that it opens.
pub(super) fn recover(from: &Path, new: &mut Connection) -> rusqlite::Result<Recovery> {
    let copy = Copy::of(from).map_err(|error| {
        tracing::warn!(%error, "a damaged library couldn't be copied");
        rusqlite::Error::InvalidPath(from.to_owned())
    })?;
    let old = match open(&copy.path) {
        Ok(old) => old,
        Err(_) => {
            copy.mend_header().map_err(|error| {
                tracing::warn!(%error, "a damaged library's copy couldn't be written");
                rusqlite::Error::InvalidPath(copy.path.clone())
            })?;
            open(&copy.path)?
        }
    };
    new.pragma_update(None, "foreign_keys", false)?;
    let filled = fill(&old, new);
    new.pragma_update(None, "foreign_keys", true)?;
    filled
}

fn open(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let old = Connection::open_with_flags(path, flags)?;
    // This makes SQLite read truncated files and schemas with errors.
    old.pragma_update(None, "writable_schema", true)?;
    old.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    Ok(old)
}

fn fill(old: &Connection, new: &mut Connection) -> rusqlite::Result<Recovery> {
    let transaction = new.transaction()?;
    let damaged = DamagedDatabase::new(old);
    for table in TABLES {
        damaged.copy(table, &transaction)?;
    }
    mend::drop_unreadable(&transaction)?;
    let count = |table: &str| -> rusqlite::Result<u32> {
        transaction.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0))
    };
    let (conversations, messages) = (count("conversations")?, count("messages")?);
    let lost = |table: &str, read: u32| damaged.count(table).map(|all| all.saturating_sub(read));
    let recovered = Recovery {
        conversations,
        messages,
        lost_conversations: lost("conversations", conversations),
        lost_messages: lost("messages", messages),
    };
    mend::tie(&transaction)?;
    let conversations = count("conversations")?;
    search::put_all(&transaction)?;
    transaction.commit()?;
    Ok(Recovery { conversations, ..recovered })
}

/// All tables that aren't derived from others.
const TABLES: [&str; 21] = [
    "settings",
    "learned",
    "vaults",
    "projects",
    "prompts",
    "conversations",
    "messages",
    "journal",
    "texts",
    "attachments",
    "message_attachments",
    "message_references",
    "pages",
    "receipts",
    "compactions",
    "drafts",
    "conversation_settings",
    "changes",
    "edits",
    "memories",
    "ratings",
];

struct Copy {
    path: PathBuf,
}

impl Copy {
    fn of(from: &Path) -> std::io::Result<Self> {
        let copy = Self { path: with_suffix(from, "-being-read") };
        for suffix in ["", "-wal"] {
            match fs::copy(with_suffix(from, suffix), with_suffix(&copy.path, suffix)) {
                Err(error) if suffix.is_empty() || error.kind() != std::io::ErrorKind::NotFound => {
                    return Err(error);
                }
                _ => {}
            }
        }
        Ok(copy)
    }

    fn mend_header(&self) -> std::io::Result<()> {
        const PAGE: u16 = 4096;
        let pages = fs::metadata(&self.path)?.len() / u64::from(PAGE);
        let mut header = [0u8; 100];
        header[..16].copy_from_slice(b"SQLite format 3\0");
        header[16..18].copy_from_slice(&PAGE.to_be_bytes());
        // No log, the constant payload fractions, the schema format, UTF-8.
        (header[18], header[19]) = (1, 1);
        (header[21], header[22], header[23]) = (64, 32, 32);
        header[28..32].copy_from_slice(&u32::try_from(pages).unwrap_or(u32::MAX).to_be_bytes());
        (header[27], header[95]) = (1, 1);
        (header[47], header[59]) = (4, 1);
        for suffix in ["-wal", "-shm"] {
            let _ = fs::remove_file(with_suffix(&self.path, suffix));
        }
        let mut file = OpenOptions::new().write(true).open(&self.path)?;
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&header)
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            let _ = fs::remove_file(with_suffix(&self.path, suffix));
        }
    }
}
