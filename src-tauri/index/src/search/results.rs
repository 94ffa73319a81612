#[cfg(test)]
mod tests;

use conversation::FilePart;
use notes::{ByteRange, ContentHash, LineRange, NotePath};
use serde::Serialize;

use super::{
    notice::Notice,
    options::{DEPTH, Mode},
};
use crate::sentences::reason;

#[derive(Debug, Clone, PartialEq)]
pub struct SearchResults {
    pub hits: Vec<Hit>,
    /// Hits that were found, but aren't among `hits`. Their ranks continue those of `hits`.
    pub unused: Vec<UnusedHit>,
    pub matching_passages: u32,
    /// Number of notes with a passage that has words of the query, or that is among the nearest in meaning and above
    /// [`SearchOptions::threshold`](super::SearchOptions). In a large vault, very common words count only if the
    /// query has no rarer ones.
    pub matching_notes: u32,
    pub mode: Mode,
    pub notices: Vec<Notice>,
    /// Whether other wordings of the question were searched.
    pub with_wordings: bool,
    /// Whether the passages nearest by meaning are in other languages than the question.
    pub across_languages: bool,
}

#[derive(Debug, Clone, PartialEq)]
pub struct UnusedHit {
    pub hit: Hit,
    pub reason: UnusedReason,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum UnusedReason {
    /// It has none of the words, and its similarity is below the threshold.
    BelowThreshold,
    /// Better hits fill the list, whose length is
    /// [`SearchOptions::display_k`](super::SearchOptions).
    BeyondDisplay,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Hit {
    pub rank: u32,
    pub path: NotePath,
    pub title: String,
    pub ordinal: u32,
    pub heading_path: Vec<String>,
    /// The head of the table whose later rows the passage begins with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub columns: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<FilePart>,
    pub lines: LineRange,
    pub range: ByteRange,
    pub text: String,
    pub hash: ContentHash,
    pub tokens: u32,
    /// Higher is better. Comparable within one result only. If a reranker ran, its scores in
    /// [`Why::relevance`] decide the order instead.
    pub score: f64,
    pub why: Why,
}

#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct Why {
    /// Matched words in the order of the question's, spelled as there; others as the passage, its title, headings, tags
    /// or path spell them.
    pub matched: Vec<String>,
    /// Cosine with the vector of the question or of one of its wordings, whichever is nearest.
    /// `None` without vectors.
    pub similarity: Option<f32>,
    /// Position among the matches by words, from 1.
    pub keyword_rank: Option<u32>,
    /// Position among the matches by meaning, from 1.
    pub meaning_rank: Option<u32>,
    /// The reranker's score, comparable within one result only.
    pub relevance: Option<f32>,
    /// The rewritten query or the wording that found the passage. `None` if the question found it.
    pub rewritten: Option<String>,
    /// True if one of the last answers cites the passage.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cited: bool,
    /// The title of a better hit's note that is one link away.
    pub linked: Option<String>,
}

impl Why {
    /// True if [`SearchResults::matching_notes`] counts the passage. A search with a large `max_k`
    /// also returns passages that are too far down the ranking by meaning to be counted.
    pub fn is_match(&self) -> bool {
        self.keyword_rank.is_some() || self.meaning_rank.is_none_or(|rank| rank as usize <= DEPTH)
    }

    /// A line such as “Mentions salt and water · very close in meaning”.
    pub fn sentence(&self) -> String {
        let reasons: Vec<String> = [
            reason::words(&shortest_forms(&self.matched))
                .or_else(|| self.keyword_rank.map(|_| reason::NAMED.to_string())),
            self.similarity.map(reason::near),
            self.rewritten.as_deref().map(reason::rewritten),
            self.cited.then(|| reason::CITED.to_string()),
            self.relevance.map(|_| reason::RERANKED.to_string()),
            self.linked.as_deref().map(reason::linked_with),
        ]
        .into_iter()
        .flatten()
        .collect();
        match reasons.is_empty() {
            true => reason::PASSES_FILTERS.to_string(),
            false => reason::joined(&reasons),
        }
    }
}

/// Maximum letters by which a word's forms differ at the end.
const ENDING: usize = 3;

/// Minimum letters that a word's forms share at the beginning.
const STEM: usize = 4;

/// The shortest form of each word: “keep” for “Keeping, keeps and keep”. A guess suffices, because
/// the words are only displayed.
fn shortest_forms(words: &[String]) -> Vec<String> {
    let mut named: Vec<&String> = Vec::new();
    for word in words {
        match named.iter_mut().find(|other| are_forms(other, word)) {
            Some(other) if word.len() < other.len() => *other = word,
            Some(_) => {}
            None => named.push(word),
        }
    }
    named.into_iter().cloned().collect()
}

/// Whether two words are probably forms of one, such as “keeps” and “Keeping”.
pub(super) fn are_forms(one: &str, other: &str) -> bool {
    let (one, other) = (one.to_lowercase(), other.to_lowercase());
    let same = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let longest = one.chars().count().max(other.chars().count());
    one == other || same >= STEM && longest - same <= ENDING
}
