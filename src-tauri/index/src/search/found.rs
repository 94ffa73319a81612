//! What a search gives.

use notes::{ByteRange, ContentHash, LineRange, NotePath};
use serde::Serialize;

use super::{Mode, Notice};

/// Words of a sentence that are named at most.
const NAMED: usize = 6;

/// The result of a search.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// The hits, the best first: [`SearchOptions::display_k`](super::SearchOptions) at most.
    pub hits: Vec<Hit>,
    /// Passages that were considered and left, the best first. Their ranks go on where those of the
    /// hits end.
    pub left: Vec<Left>,
    /// In how many notes there are passages that match: that have the words or, of those that are
    /// nearest in meaning, are near enough ([`SearchOptions::threshold`](super::SearchOptions)).
    /// Words that are nearly everywhere match nothing in a large vault where there are rarer ones.
    pub matching_notes: u32,
    /// By what the passages were found in the end.
    pub mode: Mode,
    /// What couldn't be done as it was asked.
    pub notices: Vec<Notice>,
}

/// A passage that was considered and left.
#[derive(Debug, Clone, PartialEq)]
pub struct Left {
    /// The passage.
    pub hit: Hit,
    /// Why it is no hit.
    pub reason: LeftReason,
}

/// Why a passage that was considered isn't among the hits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum LeftReason {
    /// It has none of the words, and its meaning isn't near enough.
    BelowThreshold,
    /// There are enough better ones.
    BeyondDisplay,
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
    /// The passage's place in the note, from 0.
    pub ordinal: u32,
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
    /// The larger the better; comparable within one result only, and not with reranking.
    pub score: f64,
    /// Why it was found.
    pub why: Why,
}

/// Why a passage was found.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Why {
    /// The words of the query that it has, as they stand in the passage or its title.
    pub matched: Vec<String>,
    /// How like its vector is to the question's: their cosine. `None` if one of them isn't there.
    pub similarity: Option<f32>,
    /// Its place among the passages that have the words, from 1.
    pub keyword_rank: Option<u32>,
    /// Its place among the passages that are near in meaning, from 1.
    pub meaning_rank: Option<u32>,
    /// What the reranker gave it; the larger the better, within one result only.
    pub relevance: Option<f32>,
    /// The further query that found it, where the question's own words and meaning didn't.
    pub rewritten: Option<String>,
    /// A note with a better hit that its own note links to, or that links to its own note.
    pub linked: Option<NotePath>,
}

impl Why {
    /// The reasons in a sentence, such as “has the words salt and water; 0.61 near in meaning”.
    pub fn sentence(&self) -> String {
        let mut reasons = Vec::new();
        match self.matched.as_slice() {
            [] => {}
            [word] => reasons.push(format!("has the word {word}")),
            words => {
                let more = words.len().saturating_sub(NAMED);
                let (last, most) = match words.get(..NAMED) {
                    Some(named) if more > 0 => (format!("{more} more"), named),
                    _ => (words[words.len() - 1].clone(), &words[..words.len() - 1]),
                };
                reasons.push(format!("has the words {} and {last}", most.join(", ")));
            }
        }
        if let Some(similarity) = self.similarity {
            reasons.push(format!("{similarity:.2} near in meaning"));
        }
        if let Some(query) = &self.rewritten {
            reasons.push(format!("found by asking “{query}”"));
        }
        if self.relevance.is_some() {
            reasons.push("put here by the reranker".to_owned());
        }
        if let Some(note) = &self.linked {
            reasons.push(format!("linked with {}", note.stem()));
        }
        if reasons.is_empty() {
            return "passes the filters".to_owned();
        }
        reasons.join("; ")
    }
}
