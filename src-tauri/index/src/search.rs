//! Finding passages: by their words, by their meaning, or by both.

mod found;
mod fuse;
mod language;
mod load;
mod matched;
mod matching;
mod meaning;
mod notice;
mod pipeline;
pub(crate) mod query;
mod rank;
mod related;
#[cfg(test)]
mod tests;
mod why_not;

use models::{Embedder, Reranker, Rewriter};
use notes::NotePath;

pub use found::{Found, Hit, Left, LeftReason, Why};
pub use language::is_english;
pub use notice::Notice;
pub use related::{Related, RelatedWhy};
pub use why_not::WhyNot;

use crate::{Index, Result, VectorStore};

/// By what passages are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// By the words that they have.
    Keyword,
    /// By what they mean.
    Meaning,
    /// By both, as one ranking.
    #[default]
    Hybrid,
}

/// What finds passages by meaning: a model, and its vectors of the passages.
#[derive(Debug, Clone, Copy)]
pub struct Meaning<'a> {
    /// Makes the vectors of queries.
    pub embedder: &'a dyn Embedder,
    /// The vectors that the same model made of the passages.
    pub store: &'a dyn VectorStore,
}

/// How to search.
#[derive(Debug, Clone)]
pub struct SearchOptions<'a> {
    /// By what passages are found. Where there is no `meaning`, or it fails, it is by words, and
    /// the result says so.
    pub mode: Mode,
    /// So many passages are considered at most: reranked and held against the threshold.
    pub max_k: usize,
    /// A passage that has none of the words, and whose vector is less like the query's than this
    /// (by the cosine), is left out. One with the words is never left out for its vector.
    pub threshold: f32,
    /// So many hits are given at most.
    pub display_k: usize,
    /// The question as it was asked, where the query is only what of it is worth looking for by
    /// words. Meaning, reranking and rewriting go by it.
    pub question: Option<&'a str>,
    /// Only passages of these notes, and of notes in these folders, are looked for; everywhere if
    /// there are none.
    pub within: &'a [NotePath],
    /// What finds passages by meaning.
    pub meaning: Option<Meaning<'a>>,
    /// What puts the passages in their last order.
    pub reranker: Option<&'a dyn Reranker>,
    /// What gives further queries, whose hits are put in with the others.
    pub rewriter: Option<&'a dyn Rewriter>,
}

impl Default for SearchOptions<'_> {
    fn default() -> Self {
        Self {
            mode: Mode::default(),
            max_k: 10,
            threshold: 0.25,
            display_k: 5,
            question: None,
            within: &[],
            meaning: None,
            reranker: None,
            rewriter: None,
        }
    }
}

impl SearchOptions<'_> {
    /// By words alone, and `limit` hits.
    pub fn keyword(limit: usize) -> Self {
        Self { mode: Mode::Keyword, max_k: limit, display_k: limit, ..Self::default() }
    }
}

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
    pub fn search(&self, query: &str, options: &SearchOptions<'_>) -> Result<Found> {
        Ok(pipeline::run(self, query, options)?.found)
    }

    /// What became of the note `path` in the search that [`Index::search`] does with the same
    /// arguments.
    ///
    /// # Errors
    /// Only if the database fails.
    pub fn why_not(
        &self,
        query: &str,
        path: &NotePath,
        options: &SearchOptions<'_>,
    ) -> Result<WhyNot> {
        why_not::run(self, query, path, options)
    }
}
