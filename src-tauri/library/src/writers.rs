//! Who writes an answer.
//!
//! Several processes can have the library open. Each holds a lock on a file of its own beside it, and
//! the answers that it begins bear that file's name. The system releases a lock when a process ends,
//! however it ends, so whoever comes upon an answer that is being written can tell whether somebody
//! still does.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::ErrorKind,
    path::{Path, PathBuf},
};

use rusqlite::{Connection, params};

use super::{journal, references, search, store::with_suffix};
use conversation::{ConversationId, MessageId};

const SUFFIX: &str = "-writer-";

/// This process as one that writes in a library, for as long as it has it open.
pub(super) struct Writer {
    pub(super) id: String,
    path: PathBuf,
    _locked: File,
}

impl Writer {
    /// Nobody may clear away files of writers meanwhile, see [`remove_files`].
    pub(super) fn new(library: &Path) -> std::io::Result<Self> {
        let id = uuid::Uuid::now_v7().to_string();
        let path = file_of(library, &id);
        let file = notes::private::options().create_new(true).write(true).open(&path)?;
        // Some network file systems have no locks; one app at a time is the usual case there.
        let _ = file.try_lock();
        Ok(Self { id, path, _locked: file })
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

fn file_of(library: &Path, id: &str) -> PathBuf {
    with_suffix(library, &format!("{SUFFIX}{id}"))
}

pub(super) fn is_gone(library: &Path, id: &str) -> bool {
    let path = file_of(library, id);
    let file = match OpenOptions::new().write(true).open(&path) {
        Ok(file) => file,
        Err(error) => return error.kind() == ErrorKind::NotFound,
    };
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => false,
        // Answers bear a writer's name only after its file was locked.
        Ok(()) | Err(TryLockError::Error(_)) => {
            let _ = fs::remove_file(&path);
            true
        }
    }
}

/// Removes the files of all writers. Nobody else may have the library open.
pub(super) fn remove_files(library: &Path) {
    let Some(name) = library.file_name() else { return };
    let prefix = format!("{}{SUFFIX}", name.to_string_lossy());
    let folder = library.parent().map(fs::read_dir);
    for entry in folder.into_iter().flatten().flatten().flatten() {
        if entry.file_name().to_string_lossy().starts_with(&prefix) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Interrupts the answers whose writers are gone, in one conversation or in all. Returns whether
/// others still write there.
///
/// A conversation in which `own`, this process, still seems to write is one where it couldn't keep
/// an answer's end: the app lets no turn begin where one is at work. That answer is interrupted, too.
pub(super) fn interrupt_left(
    connection: &Connection,
    library: &Path,
    own: &str,
    conversation: Option<ConversationId>,
) -> rusqlite::Result<bool> {
    let writers: Vec<Option<String>> = connection
        .prepare_cached(
            "SELECT DISTINCT writer FROM messages
             WHERE state = 'streaming' AND (?1 IS NULL OR conversation = ?1)",
        )?
        .query_map(params![conversation], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let mut others = false;
    for writer in writers {
        let ended = match &writer {
            None => true,
            Some(id) if id == own => conversation.is_some(),
            Some(id) => is_gone(library, id),
        };
        if ended {
            // A writer that is gone left everything; this process has other conversations, too.
            let conversation = conversation.filter(|_| writer.as_deref() == Some(own));
            let left = connection
                .prepare_cached(
                    "UPDATE messages SET state = 'interrupted' WHERE state = 'streaming'
                         AND writer IS ?1 AND (?2 IS NULL OR conversation = ?2)
                     RETURNING id",
                )?
                .query_map(params![writer, conversation], |row| row.get(0))?
                .collect::<rusqlite::Result<_>>()?;
            complete(connection, left)?;
        } else {
            others = true;
        }
    }
    Ok(others)
}

/// Interrupts all answers that are being written. Nobody else may have the library open.
pub(super) fn interrupt_all(connection: &Connection) -> rusqlite::Result<()> {
    let left = connection
        .prepare(
            "UPDATE messages SET state = 'interrupted'
             WHERE state = 'streaming' OR id IN (SELECT message FROM journal) RETURNING id",
        )?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    complete(connection, left)
}

/// Makes whole, and findable, what there is of answers that were cut off.
fn complete(connection: &Connection, messages: Vec<MessageId>) -> rusqlite::Result<()> {
    for message in messages {
        let text = journal::fold(connection, message)?;
        search::put_message(connection, message, &text)?;
        // Its text is worth more than the states of what it rests on.
        if let Err(error) = references::cite(connection, message) {
            tracing::warn!(%error, "what a cut-off answer cites couldn't be marked");
        }
    }
    Ok(())
}
