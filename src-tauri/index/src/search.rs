//! Finding passages.

use notes::{ByteRange, ContentHash, LineRange, NotePath};
use serde::Serialize;

/// How to search.
#[derive(Debug, Clone)]
pub struct SearchOptions {
    /// At most so many hits.
    pub limit: usize,
}

impl Default for SearchOptions {
    fn default() -> Self {
        Self { limit: 10 }
    }
}

/// A passage that was found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Hit {
    /// Its place in the result, from 1.
    pub rank: u32,
    /// The note.
    pub path: NotePath,
    /// The note's title.
    pub title: String,
    /// The headings over the passage.
    pub heading_path: Vec<String>,
    /// The passage's lines.
    pub lines: LineRange,
    /// The passage's bytes in the decoded text.
    pub range: ByteRange,
    /// The passage's text.
    pub text: String,
    /// The hash of the passage's text.
    pub hash: ContentHash,
    /// Its size in o200k tokens.
    pub tokens: u32,
    /// The larger the better; comparable within one result only.
    pub score: f64,
    /// Why it was found.
    pub why: Why,
}

/// Why a passage was found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Why {
    /// The words of the query that it has, as they stand in the passage or its title.
    pub matched: Vec<String>,
}
