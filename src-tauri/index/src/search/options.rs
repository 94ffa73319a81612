//! How to search.

use models::{Embedder, Reranker, Rewriter};
use notes::NotePath;
use serde::Deserialize;

use crate::VectorStore;

/// Minimum number of passages of each list that are fused. A passage further down in both lists
/// wouldn't be among the first ten.
///
/// So many passages, nearest first, can match by their meaning, however many are looked for: what is counted
/// for an answer, a search and the notes to read is the same then.
pub(super) const DEPTH: usize = 100;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type), serde(rename = "SearchMode"))]
pub enum Mode {
    #[serde(rename = "words")]
    Keyword,
    #[serde(rename = "meaning")]
    Meaning,
    #[default]
    #[serde(rename = "both")]
    Hybrid,
}

/// What finds passages by meaning: a model, and its vectors of the passages.
#[derive(Debug, Clone, Copy)]
pub struct Meaning<'a> {
    pub embedder: &'a dyn Embedder,
    /// The vectors that the same model made of the passages.
    pub store: &'a dyn VectorStore,
}

#[derive(Debug, Clone)]
pub struct SearchOptions<'a> {
    /// By what passages are found. Where there is no `meaning`, or it fails, it is by words, and
    /// the result says so.
    pub mode: Mode,
    /// Maximum number of passages that are considered: reranked and held against the threshold.
    pub max_k: usize,
    /// A passage that has none of the words, and whose vector is less like the query's than this
    /// (by the cosine), is left out. One with the words is never left out for its vector.
    pub threshold: f32,
    /// Maximum number of hits.
    pub display_k: usize,
    /// The question as it was asked, where the query is only what of it is worth looking for by
    /// words. Meaning, reranking and rewriting go by it.
    pub question: Option<&'a str>,
    /// Only passages of these notes, and of notes in these folders, are looked for; everywhere if
    /// there are none.
    pub within: &'a [NotePath],
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
