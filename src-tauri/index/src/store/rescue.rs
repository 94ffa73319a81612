use std::path::Path;

use rusqlite::{Connection, OpenFlags, Transaction, params};

use crate::TextKey;

/// Maximum attempts to continue behind an unreadable page.
const DETOURS: u32 = 64;

pub(super) fn put(
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

/// A row's checksum, to verify rows of a damaged file: the first four bytes of a hash.
pub(super) fn sum(model: &str, key: TextKey, vector: &[u8]) -> u32 {
    let mut hash = blake3::Hasher::new();
    hash.update(model.as_bytes()).update(&key.0).update(vector);
    let hash = hash.finalize();
    let [a, b, c, d, ..] = *hash.as_bytes();
    u32::from_le_bytes([a, b, c, d])
}

/// Copies the intact vectors of `old`. They belong to texts, not notes, so they stay valid when the index is
/// rebuilt.
pub(super) fn carry_over(old: &Path, fresh: &mut Connection) -> rusqlite::Result<()> {
    // Opened for writing, which SQLite needs to read the log of a killed process.
    let old = Connection::open_with_flags(old, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    let transaction = fresh.transaction()?;
    let (mut last, mut step) = (0_i64, 1_i64);
    for _ in 0..DETOURS {
        let from = last;
        match copy(&old, &transaction, &mut last) {
            Ok(()) => break,
            Err(error) if crate::error::is_damage(&error) => {
                step = if last > from { 1 } else { step.saturating_mul(2) };
                last = last.saturating_add(step);
            }
            Err(error) => return Err(error),
        }
    }
    transaction.commit()
}

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
        let Ok((model, key, vector, stored)) = whole() else { continue };
        if sum(&model, key, &vector) == stored {
            put(fresh, &model, key, &vector, "IGNORE")?;
        }
    }
    Ok(())
}
