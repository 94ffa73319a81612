//! Finds passages by words, by meaning, or by both.

mod follow_up;
mod fuse;
mod language;
mod load;
mod matched;
mod matching;
mod meaning;
mod notice;
mod options;
mod pipeline;
pub(crate) mod query;
mod rank;
mod related;
mod repeats;
mod results;
mod spelling;
#[cfg(test)]
pub(crate) mod tests;
mod why_not;

use notes::NotePath;
use rusqlite::OptionalExtension;

pub use fuse::{Ranking, fuse};
pub use language::is_english;
pub use notice::Notice;
pub use options::{FollowUpSearch, Meaning, Mode, SearchOptions, Wording};
pub use related::{RelatedNote, RelatedWhy};
pub use results::{Hit, SearchResults, UnusedHit, UnusedReason, Why};
pub use why_not::WhyNot;

use crate::{Index, Result, words::indexed};

/// These methods block: call them off the async threads.
impl Index {
    /// The passages that best match `query`. Any text is a valid query.
    ///
    /// One matching word suffices; more and rarer words rank higher, words of titles and headings most. `"quoted
    /// words"` must occur verbatim, `-word` must not occur; `tag:name`, `path:part` (also negated or quoted) and
    /// `date:2026-03` (or a year or day), `before:` and `after:` filter notes. A note's date is from its properties,
    /// its file name or its last change, in this order. The last word may be a prefix. Case, accents and endings
    /// don't matter, but the exact spelling and word rank first. Hits by meaning must meet the same conditions. Ties
    /// are in order of path and position.
    ///
    /// # Errors
    /// Only if the database fails: any other failure is a [`Notice`].
    pub fn search(&self, query: &str, options: &SearchOptions<'_>) -> Result<SearchResults> {
        Ok(pipeline::run(self, query, options)?.found)
    }

    /// A note's own date, else the day of its file's last change. `None` for an unknown note.
    ///
    /// # Errors
    /// If the database fails.
    pub fn day(&self, path: &NotePath) -> Result<Option<String>> {
        let select = format!("SELECT {} FROM notes WHERE path = ?1", rank::DATE);
        self.readers().with(|connection| {
            connection
                .prepare_cached(&select)?
                .query_row([path.as_str()], |row| row.get(0))
                .optional()
        })
    }

    /// The number of passages with each word, counted up to some thousands, and the number of all passages.
    ///
    /// # Errors
    /// If the database fails.
    pub fn frequencies(&self, words: &[String]) -> Result<(Vec<u32>, u32)> {
        self.readers().with(|connection| {
            let places = self.places(connection)?;
            let count = |word: &String| {
                let term = format!("\"{}\"", indexed(word).replace('"', " "));
                places.count(connection, &term, rank::MOST_PLACES + 1)
            };
            let counts = words.iter().map(count).collect::<rusqlite::Result<_>>()?;
            Ok((counts, u32::try_from(places.len()).unwrap_or(u32::MAX)))
        })
    }

    pub fn why_not(
        &self,
        query: &str,
        path: &NotePath,
        options: &SearchOptions<'_>,
    ) -> Result<WhyNot> {
        why_not::run(self, query, path, options)
    }
}
