//! Detects whether an answer's writing process still runs: each process locks a file of its own beside the library
//! and writes that file's name into its answers. The system releases a lock whenever its process ends.

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::ErrorKind,
    path::{Path, PathBuf},
};

use rusqlite::{Connection, params};

use super::{journal, references, search, store::with_suffix};
use conversation::{ConversationId, MessageId};

const SUFFIX: &str = "-writer-";

pub(super) struct Writer {
    pub(super) id: String,
    path: PathBuf,
    _locked: File,
}

impl Writer {
    /// Nobody may run [`remove_files`] meanwhile.
    pub(super) fn new(library: &Path) -> std::io::Result<Self> {
        let id = uuid::Uuid::now_v7().to_string();
        let path = file_of(library, &id);
        let file = notes::private::options().create_new(true).write(true).open(&path)?;
        // Some network file systems have no locks; there, usually only one app runs.
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
        // Answers get a writer's name only after its file is locked.
        Ok(()) | Err(TryLockError::Error(_)) => {
            let _ = fs::remove_file(&path);
            true
        }
    }
}

/// Requires that nobody else has the library open.
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

/// Interrupts the answers whose writers have ended, in one conversation or all. Returns whether other writers are
/// active there.
///
/// If `own`, this process, still seems to write in `conversation`, it failed to store an answer's end, since the app
/// allows one turn at a time. That answer is interrupted, too.
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
            // An ended writer left all its answers; this process may still write in other conversations.
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

/// Requires that nobody else has the library open.
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

fn complete(connection: &Connection, messages: Vec<MessageId>) -> rusqlite::Result<()> {
    for message in messages {
        let text = journal::fold(connection, message)?;
        search::put_message(connection, message, &text)?;
        // The text is worth more than its references' states.
        if let Err(error) = references::cite(connection, message) {
            tracing::warn!(%error, "what a cut-off answer cites couldn't be marked");
        }
    }
    Ok(())
}
