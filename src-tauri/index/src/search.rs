//! Finding passages: by their words, by their meaning, or by both.

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
mod results;
#[cfg(test)]
mod tests;
mod why_not;

use notes::NotePath;

pub use fuse::{Ranking, fuse};
pub use language::is_english;
pub use notice::Notice;
pub use options::{Meaning, Mode, SearchOptions};
pub use related::{RelatedNote, RelatedWhy};
pub use results::{Hit, LeftHit, LeftReason, SearchResults, Why};
pub use why_not::WhyNot;

use crate::{Index, Result};

/// Searching blocks; do it off the async threads.
impl Index {
    /// The passages that match `query` best. Any text is a query; none is a syntax error.
    ///
    /// One matching word is enough, and more and rarer ones rank higher, words of titles and
    /// headings most. `"quoted words"` must stand in the passage as they are, `-word` must not
    /// stand in it, `tag:name` and `path:part` (with `-` before them, or quotes around what
    /// follows the colon) choose notes, and the last word may be incomplete. `date:2026-03` chooses
    /// those of a month (or year, or day), `before:` and `after:` those of other times: a note is of
    /// the day that its file's name begins with, else of the day on which it was changed. Case,
    /// accents and English endings make no difference. What is found by meaning has to meet the same
    /// conditions.
    ///
    /// Hits that are equally good stand in the order of their paths, then of their places.
    ///
    /// # Errors
    /// Only if the database fails: whatever else fails is a [`Notice`].
    pub fn search(&self, query: &str, options: &SearchOptions<'_>) -> Result<SearchResults> {
        Ok(pipeline::run(self, query, options)?.found)
    }

    /// What became of the note `path` in the search that [`Index::search`] does with the same
    /// arguments.
    pub fn why_not(
        &self,
        query: &str,
        path: &NotePath,
        options: &SearchOptions<'_>,
    ) -> Result<WhyNot> {
        why_not::run(self, query, path, options)
    }
}
