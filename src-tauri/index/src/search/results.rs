//! What a search gives.

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
    /// The hits, the best first: [`SearchOptions::display_k`](super::SearchOptions) at most.
    pub hits: Vec<Hit>,
    /// Passages that were considered and left, the best first. Their ranks go on where those of the
    /// hits end.
    pub left: Vec<LeftHit>,
    /// How many passages match, as [`SearchResults::matching_notes`] says what matches.
    pub matching_passages: u32,
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
pub struct LeftHit {
    pub hit: Hit,
    pub reason: LeftReason,
}

/// Why a passage that was considered isn't among the hits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum LeftReason {
    /// It has none of the words, and its meaning isn't near enough.
    BelowThreshold,
    BeyondDisplay,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Hit {
    /// Its place in the result, from 1.
    pub rank: u32,
    pub path: NotePath,
    pub title: String,
    /// The passage's place in the note, from 0.
    pub ordinal: u32,
    pub heading_path: Vec<String>,
    /// The page, slide, sheet or chapter that the passage stands on, if it is of a file that has such.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<FilePart>,
    pub lines: LineRange,
    /// The passage's bytes in the decoded text.
    pub range: ByteRange,
    pub text: String,
    /// The hash of the passage's text.
    pub hash: ContentHash,
    /// Its size in o200k tokens.
    pub tokens: u32,
    /// The larger the better; comparable within one result only, and not with reranking.
    pub score: f64,
    pub why: Why,
}

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
    /// The title of a note with a better hit that its own note links to, or that links to its own note.
    pub linked: Option<String>,
}

impl Why {
    /// Whether the passage is one of those that match, as [`SearchResults::matching_notes`] counts them. A
    /// search for very many has further ones, which are merely the nearest after those.
    pub fn is_match(&self) -> bool {
        self.keyword_rank.is_some() || self.meaning_rank.is_none_or(|rank| rank as usize <= DEPTH)
    }

    /// The reasons in a line, such as “Mentions salt and water · very close in meaning”.
    pub fn sentence(&self) -> String {
        let reasons: Vec<String> = [
            reason::words(&once(&self.matched))
                .or_else(|| self.keyword_rank.map(|_| reason::NAMED.to_string())),
            self.similarity.map(reason::near),
            self.rewritten.as_deref().map(reason::rewritten),
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

/// Maximum letters in which two forms of one word differ at their ends.
const ENDING: usize = 3;

/// Minimum letters that two forms of one word begin with.
const STEM: usize = 4;

/// The words with each named in one form alone, the shortest: “keep” for “Keeping, keeps and keep”. Which forms match is
/// SQLite's to say; this is for people to read, so a likely guess will do.
fn once(words: &[String]) -> Vec<String> {
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

fn are_forms(one: &str, other: &str) -> bool {
    let (one, other) = (one.to_lowercase(), other.to_lowercase());
    let same = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let longest = one.chars().count().max(other.chars().count());
    same >= STEM && longest - same <= ENDING
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_named_in_one_form() {
        let check = |matched: &[&str], expect: &str| {
            let matched = matched.iter().map(ToString::to_string).collect();
            assert_eq!(Why { matched, ..Why::default() }.sentence(), expect);
        };
        check(&["storing", "Keeping", "keeps", "keep"], "Mentions storing and keep");
        check(&["slices", "slice", "early"], "Mentions slice and early");
        check(&["salt", "salad"], "Mentions salt and salad");
        check(&["大学", "大学院"], "Mentions 大学 and 大学院");
    }
}
