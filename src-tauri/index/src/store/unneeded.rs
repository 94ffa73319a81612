//! Throwing away vectors that nothing needs any more.

use std::{
    collections::HashSet,
    time::{SystemTime, UNIX_EPOCH},
};

use models::EmbeddingModel;
use rusqlite::OptionalExtension;

use super::{rows::count, shared::Shared};
use crate::{Result, TextKey, VectorStore};

/// Vectors without a text that are kept in any case: they take up less than a megabyte.
const FEW: usize = 1_000;

/// How long many vectors without a text stay, in seconds: a checkout of another branch, a folder
/// that was excluded or an undone edit brings their texts back, and embedding them again would take
/// hours.
pub(super) const REST: i64 = 7 * 24 * 60 * 60;

/// Called when every passage has its vector. `used` are the texts of all passages. Returns how many
/// vectors were deleted.
pub(super) fn run(
    shared: &Shared,
    store: &dyn VectorStore,
    model: &EmbeddingModel,
    used: &[TextKey],
    now: SystemTime,
) -> Result<u32> {
    // A vault whose folder is away, or is the empty place where a disk will be mounted, isn't a
    // vault without notes.
    if used.is_empty() || shared.vault.check_presence().is_err() {
        return Ok(0);
    }
    // Those of a model that was used before have been needed until now.
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
        // If the clock was set back, the wait starts again.
        Some(since) if since <= now && now - since < REST => Some(since),
        Some(since) if since <= now => {
            store.keep_only(&used.iter().copied().collect::<HashSet<_>>())?;
            swept += i64::from(count(unused));
            None
        }
        _ => Some(now),
    };
    if next != since {
        shared.writer.unused_since(model.id.clone(), next)?.wait()?;
    }
    Ok(u32::try_from(swept).unwrap_or(u32::MAX))
}
