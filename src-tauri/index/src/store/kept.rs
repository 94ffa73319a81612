//! What of the index costs hours to make again: the table of vectors.

use rusqlite::{Connection, OpenFlags, Transaction, params};
use std::path::Path;

use super::writer::{Pending, Writer};
use crate::{Result, TextKey};

/// How often a copy of a damaged table goes on behind a place that can't be read.
const DETOURS: u32 = 64;

impl Writer {
    /// Keeps vectors of a model; one that is there already is replaced.
    pub(crate) fn vectors(&self, model: String, rows: Vec<(TextKey, Vec<u8>)>) -> Result<Pending> {
        self.write(move |transaction| {
            for (key, vector) in &rows {
                put(transaction, &model, *key, vector, "REPLACE")?;
            }
            Ok(0)
        })
    }

    /// Deletes vectors of a model.
    pub(crate) fn forget_vectors(&self, model: String, keys: Vec<TextKey>) -> Result<Pending> {
        self.write(move |transaction| {
            let mut delete =
                transaction.prepare_cached("DELETE FROM vectors WHERE model = ?1 AND key = ?2")?;
            for key in keys {
                delete.execute(params![model, key.0])?;
            }
            Ok(0)
        })
    }

    /// Deletes all that is kept of other models, and answers with the number of their vectors.
    pub(super) fn forget_other_models(&self, model: String) -> Result<Pending> {
        self.write(move |transaction| {
            for table in ["refused", "unused"] {
                transaction.execute(&format!("DELETE FROM {table} WHERE model <> ?1"), [&model])?;
            }
            let deleted = transaction.execute("DELETE FROM vectors WHERE model <> ?1", [&model])?;
            Ok(super::writer::to_i64(deleted))
        })
    }

    /// Remembers that a model refuses a text.
    pub(super) fn refuse(&self, model: String, key: TextKey, reason: String) -> Result<Pending> {
        self.write(move |transaction| {
            transaction
                .prepare_cached("INSERT OR REPLACE INTO refused VALUES (?1, ?2, ?3)")?
                .execute(params![model, key.0, reason])?;
            Ok(0)
        })
    }

    /// Forgets which texts a model refused.
    pub(super) fn forget_refused(&self, model: String) -> Result<Pending> {
        self.write(move |transaction| {
            transaction.execute("DELETE FROM refused WHERE model = ?1", [model])?;
            Ok(0)
        })
    }

    /// Remembers since when a model has many vectors without a text.
    pub(super) fn unused_since(&self, model: String, since: Option<i64>) -> Result<Pending> {
        self.write(move |transaction| {
            transaction.execute("DELETE FROM unused WHERE model = ?1", [&model])?;
            if let Some(since) = since {
                transaction.execute("INSERT INTO unused VALUES (?1, ?2)", params![model, since])?;
            }
            Ok(0)
        })
    }
}

fn put(
    connection: &Connection,
    model: &str,
    key: TextKey,
    vector: &[u8],
    or: &str,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached(&format!(
            "INSERT OR {or} INTO vectors (model, key, vector, sum) VALUES (?1, ?2, ?3, ?4)"
        ))?
        .execute(params![model, key.0, vector, sum(model, key, vector)])?;
    Ok(())
}

/// By which a row of a damaged file is known to be whole: the first four bytes of a hash of it.
pub(super) fn sum(model: &str, key: TextKey, vector: &[u8]) -> u32 {
    let mut hash = blake3::Hasher::new();
    hash.update(model.as_bytes()).update(&key.0).update(vector);
    let hash = hash.finalize();
    let [a, b, c, d, ..] = *hash.as_bytes();
    u32::from_le_bytes([a, b, c, d])
}

/// Copies into `fresh` what vectors the file `old` has that are whole. They belong to texts and not
/// to notes, so they are right whatever else of the index is made anew, and however.
pub(super) fn carry_over(old: &Path, fresh: &mut Connection) -> rusqlite::Result<()> {
    // For writing, since the log of a program that was killed is only read by one that may.
    let old = Connection::open_with_flags(old, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    let transaction = fresh.transaction()?;
    let (mut last, mut step) = (0_i64, 1_i64);
    for _ in 0..DETOURS {
        let from = last;
        match copy(&old, &transaction, &mut last) {
            Ok(()) => break,
            // A page that can't be read holds some rows: go on behind it.
            Err(error) if crate::error::is_damage(&error) => {
                step = if last > from { 1 } else { step.saturating_mul(2) };
                last = last.saturating_add(step);
            }
            Err(error) => return Err(error),
        }
    }
    transaction.commit()
}

/// Copies the rows behind `last`, which is moved on with them.
fn copy(old: &Connection, fresh: &Transaction<'_>, last: &mut i64) -> rusqlite::Result<()> {
    let mut rows =
        old.prepare("SELECT id, model, key, vector, sum FROM vectors WHERE id > ?1 ORDER BY id")?;
    let mut rows = rows.query([*last])?;
    while let Some(row) = rows.next()? {
        *last = row.get(0)?;
        let whole = || -> rusqlite::Result<_> {
            Ok((
                row.get::<_, String>(1)?,
                TextKey(row.get(2)?),
                row.get::<_, Vec<u8>>(3)?,
                row.get::<_, u32>(4)?,
            ))
        };
        // A row of other types than ours is damage as well.
        let Ok((model, key, vector, stored)) = whole() else { continue };
        if sum(&model, key, &vector) == stored {
            put(fresh, &model, key, &vector, "IGNORE")?;
        }
    }
    Ok(())
}
