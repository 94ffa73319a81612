//! Deletes vectors that nothing needs any more.

use std::{
    collections::HashSet,
    time::{SystemTime, UNIX_EPOCH},
};

use models::EmbeddingModel;
use rusqlite::OptionalExtension;

use super::{rows::count, shared::Shared};
use crate::{Result, TextKey, VectorStore};

/// Minimum unused vectors worth deleting: fewer take less than a megabyte.
const FEW: usize = 1_000;

/// Seconds that unused vectors stay: another branch, an excluded folder or an undone edit may bring their texts
/// back, and embedding them again would take hours.
pub(super) const REST: i64 = 7 * 24 * 60 * 60;

/// Call it when every passage has its vector. `used` are all passages' texts. Returns the number of deleted vectors.
pub(super) fn run(
    shared: &Shared,
    store: &dyn VectorStore,
    model: &EmbeddingModel,
    used: &[TextKey],
    now: SystemTime,
) -> Result<u32> {
    // A vault may be empty because its folder or disk is missing.
    if used.is_empty() || shared.vault.check_presence().is_err() {
        return Ok(0);
    }
    let mut swept = shared.writer.forget_other_models(model.id.clone())?.wait()?;
    let now = now
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| i64::try_from(time.as_secs()).unwrap_or(i64::MAX));
    let all = store.len()?;
    let there = used.len() - store.missing(used)?.len();
    let unused = all.saturating_sub(there);
    let since: Option<i64> = shared.readers.with(|connection| {
        connection
            .query_row("SELECT since FROM unused WHERE model = ?1", [&model.id], |row| row.get(0))
            .optional()
    })?;
    let many = unused > FEW && unused > used.len() / 2;
    let next = match since {
        _ if !many => None,
        // If the clock was set back, the wait restarts.
        Some(since) if since <= now && now - since < REST => Some(since),
        Some(since) if since <= now => {
            store.keep_only(&used.iter().copied().collect::<HashSet<_>>())?;
            swept += i64::from(count(unused));
            None
        }
        _ => Some(now),
    };
    if next != since {
        shared.writer.set_unused_since(model.id.clone(), next)?.wait()?;
    }
    Ok(u32::try_from(swept).unwrap_or(u32::MAX))
}
