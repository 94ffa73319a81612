//! Writes vectors, the part of the index that takes hours to rebuild, and notes about them: texts
//! that a model refuses, and the time since when a model has many unused vectors.

use rusqlite::params;

use super::{
    rescue::put,
    writer::{PendingReply, Writer},
};
use crate::{Result, TextKey};

impl Writer {
    pub(crate) fn vectors(
        &self,
        model: String,
        rows: Vec<(TextKey, Vec<u8>)>,
    ) -> Result<PendingReply> {
        self.write(move |transaction| {
            for (key, vector) in &rows {
                put(transaction, &model, *key, vector, "REPLACE")?;
            }
            Ok(0)
        })
    }

    pub(crate) fn forget_vectors(&self, model: String, keys: Vec<TextKey>) -> Result<PendingReply> {
        self.write(move |transaction| {
            let mut delete =
                transaction.prepare_cached("DELETE FROM vectors WHERE model = ?1 AND key = ?2")?;
            for key in keys {
                delete.execute(params![model, key.0])?;
            }
            Ok(0)
        })
    }

    /// Deletes all data of other models; replies with their number of vectors.
    pub(super) fn forget_other_models(&self, model: String) -> Result<PendingReply> {
        self.write(move |transaction| {
            for table in ["refused", "unused"] {
                transaction.execute(&format!("DELETE FROM {table} WHERE model <> ?1"), [&model])?;
            }
            let deleted = transaction.execute("DELETE FROM vectors WHERE model <> ?1", [&model])?;
            Ok(super::growth::to_i64(deleted))
        })
    }

    /// Records that `model` refuses the text of `key`, so that later runs skip it.
    pub(super) fn refuse(
        &self,
        model: String,
        key: TextKey,
        reason: String,
    ) -> Result<PendingReply> {
        self.write(move |transaction| {
            transaction
                .prepare_cached("INSERT OR REPLACE INTO refused VALUES (?1, ?2, ?3)")?
                .execute(params![model, key.0, reason])?;
            Ok(0)
        })
    }

    pub(super) fn forget_refused(&self, model: String) -> Result<PendingReply> {
        self.write(move |transaction| {
            transaction.execute("DELETE FROM refused WHERE model = ?1", [model])?;
            Ok(0)
        })
    }

    /// Stores the time, in seconds since 1970, since when `model` has many unused vectors. `None`
    /// clears the time.
    pub(super) fn set_unused_since(
        &self,
        model: String,
        since: Option<i64>,
    ) -> Result<PendingReply> {
        self.write(move |transaction| {
            transaction.execute("DELETE FROM unused WHERE model = ?1", [&model])?;
            if let Some(since) = since {
                transaction.execute("INSERT INTO unused VALUES (?1, ?2)", params![model, since])?;
            }
            Ok(0)
        })
    }
}
