//! The tags of the vault.

use serde::Serialize;

use super::Index;
use crate::Result;

/// A tag, and how common it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TagEntry {
    /// The tag without its `#`, in small letters.
    pub tag: String,
    pub notes: u32,
}

impl Index {
    /// All tags, the most common first.
    pub fn tags(&self) -> Result<Vec<TagEntry>> {
        self.shared.readers.with(|connection| {
            let mut select = connection.prepare_cached(
                "SELECT tag, count(*) AS notes FROM tags GROUP BY tag ORDER BY notes DESC, tag",
            )?;
            let tags = select
                .query_map([], |row| Ok(TagEntry { tag: row.get(0)?, notes: row.get(1)? }))?;
            tags.collect()
        })
    }
}
