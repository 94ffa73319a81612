use models::{Embedder, Exchange, Reranker, Rewriter};
use notes::NotePath;
use serde::Deserialize;

use crate::{TextKey, VectorStore};

/// Minimum passages of each list that are fused: a passage further down in both couldn't reach the first ten. Also
/// the maximum number of matches by meaning, so that an answer, a search and the notes to read agree on the count.
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

#[derive(Debug, Clone, Copy)]
pub struct Meaning<'a> {
    pub embedder: &'a dyn Embedder,
    pub store: &'a dyn VectorStore,
}

/// Another wording of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wording {
    /// For meaning.
    pub text: String,
    /// For words: the text without function words.
    pub keywords: String,
}

/// The search of a question in a conversation. The question and each wording are ranked by themselves; then the
/// rankings are fused.
#[derive(Debug, Clone, Copy)]
pub struct FollowUpSearch<'a> {
    /// The question with the conversation's topic is first. Reranking uses it instead of the question.
    pub wordings: &'a [Wording],
    /// Weight of the question's own ranking. A wording's is 1.
    pub weight: f64,
    /// Replaces `weight` if one passage is first for the question both by words and by meaning. `None` drops the
    /// wordings in this case.
    pub weight_if_clear: Option<f64>,
    /// Passages that the last answers cite. They are a ranking of their own.
    pub cited: &'a [(NotePath, TextKey)],
    /// The newest exchanges, oldest first, for rewriting.
    pub past: &'a [Exchange],
}

#[derive(Debug, Clone)]
pub struct SearchOptions<'a> {
    /// Falls back to words, with a notice, if `meaning` is missing or fails.
    pub mode: Mode,
    pub max_k: usize,
    /// Minimum cosine of a passage without any of the words.
    pub threshold: f32,
    pub display_k: usize,
    /// The original question, if the query is reduced to keywords. Used for meaning, reranking and rewriting.
    pub question: Option<&'a str>,
    pub within: &'a [NotePath],
    pub meaning: Option<Meaning<'a>>,
    pub reranker: Option<&'a dyn Reranker>,
    pub rewriter: Option<&'a dyn Rewriter>,
    pub follow_up: Option<FollowUpSearch<'a>>,
    /// Passages that only repeat a better one's sentences come after the others.
    pub varied: bool,
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
            follow_up: None,
            varied: false,
        }
    }
}

impl SearchOptions<'_> {
    pub fn keyword(limit: usize) -> Self {
        Self { mode: Mode::Keyword, max_k: limit, display_k: limit, ..Self::default() }
    }
}
