use rusqlite::Transaction;

/// The changes that one transaction makes to the counts in the table `state`.
#[derive(Debug, Default)]
pub(super) struct Growth {
    pub(super) notes: i64,
    pub(super) chunks: i64,
    pub(super) bytes: i64,
    pub(super) excluded: i64,
    pub(super) documents: i64,
}

impl Growth {
    /// Adds `more` documents, or `more` notes of together `bytes`. Both are negative for deletions.
    pub(super) fn add(&mut self, is_document: bool, more: i64, bytes: i64) {
        if is_document {
            self.documents += more;
        } else {
            self.notes += more;
            self.bytes += bytes;
        }
    }
}

/// Deletes and inserts rows of a table of paths; returns the change in their number.
pub(super) fn change_list(
    transaction: &Transaction<'_>,
    table: &str,
    gone: &[String],
    new: &[String],
) -> rusqlite::Result<i64> {
    let mut growth = 0;
    let mut delete = transaction.prepare_cached(&format!("DELETE FROM {table} WHERE path = ?1"))?;
    for path in gone {
        growth -= to_i64(delete.execute([path])?);
    }
    let mut insert =
        transaction.prepare_cached(&format!("INSERT OR IGNORE INTO {table} VALUES (?1)"))?;
    for path in new {
        growth += to_i64(insert.execute([path])?);
    }
    Ok(growth)
}

pub(super) fn to_i64(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
