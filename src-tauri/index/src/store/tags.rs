use serde::Serialize;

use super::Index;
use crate::Result;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TagEntry {
    pub tag: String,
    pub notes: u32,
}

impl Index {
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
