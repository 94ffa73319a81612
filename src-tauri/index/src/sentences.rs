//! Every sentence of this crate that people read, so that they can be translated in one place.

use std::fmt::Display;

use notes::NotePath;

/// Words of a sentence that are named at most.
const NAMED_WORDS: usize = 6;

pub(crate) const CANCELLED: &str = "it was given up";
pub(crate) const CLOSED: &str = "the search index is closing";
pub(crate) const NO_EMBEDDING_MODEL: &str = "there is no embedding model.";
pub(crate) const NO_VECTOR: &str = "The embedding model has no vector for this passage.";
pub(crate) const NOT_FINITE: &str = "some of its numbers aren't finite";
pub(crate) const ALL_ZERO: &str = "all its numbers are zero";
/// Said of a note at its first passage that isn't in the index.
pub const TOO_MANY_PASSAGES: &str = "This note has more than 32,768 passages. Text from here on isn't \
     found by a search. To have all of it found, divide the note into several.";
pub(crate) const OTHER_LANGUAGE: &str =
    "The embedding model knows English only; here words count for more than meaning.";

pub(crate) fn unusable_index(path: &str, reason: &dyn Display) -> String {
    format!("the search index in {path} can't be used: {reason}")
}

pub(crate) fn wrong_dimensions(got: usize, expected: usize) -> String {
    format!("a vector has {got} numbers where the index's have {expected}")
}

pub(crate) fn vector_without_direction(reason: &dyn Display) -> String {
    format!("the embedding model gave a vector that says nothing: {reason}")
}

pub(crate) fn panicked(reason: &str) -> String {
    format!("a step of the search index failed unexpectedly: {reason}")
}

pub(crate) fn unparsed(path: &NotePath) -> String {
    format!("{path} can't be understood: the Markdown parser gave up on it")
}

pub(crate) fn wrong_number_of_vectors(texts: usize, vectors: usize) -> String {
    format!("The embedding model was given {texts} texts and answered with {vectors} vectors.")
}

pub(crate) fn wrong_number_of_scores(reranker: &str, scores: usize, passages: usize) -> String {
    format!("{reranker} gave {scores} scores for {passages} passages.")
}

pub(crate) fn words_only(reason: &str) -> String {
    format!("Searched by words only: {reason}")
}

pub(crate) fn partly_embedded(embedded: u64, passages: u64) -> String {
    format!(
        "{embedded} of {passages} passages can be found by meaning so far; the others by their \
         words."
    )
}

pub(crate) fn rerank_failed(reason: &str) -> String {
    format!(
        "The hits couldn't be reranked and stand in the order in which they were found: {reason}"
    )
}

pub(crate) fn rewrite_failed(reason: &str) -> String {
    format!("The question couldn't be rewritten and was searched for as it is: {reason}")
}

/// Reasons why a passage or a note was found, each a part of a sentence.
pub(crate) mod reason {
    use super::{NAMED_WORDS, NotePath};

    /// From this similarity on a passage is close, and from the other one on very close. People are told
    /// no figure: it says something beside another one alone.
    const CLOSE: f32 = 0.4;
    const VERY_CLOSE: f32 = 0.6;

    pub(crate) const RERANKED: &str = "put here by the reranker";
    pub(crate) const NAMED: &str = "its note has the words among its names or tags";
    pub(crate) const PASSES_FILTERS: &str = "Passes the filters";
    pub(crate) const LINKED: &str = "linked";
    pub(crate) const SHARED_WORDS: &str = "has words of the title or headings";

    /// `None` if there are no words.
    pub(crate) fn words(words: &[String]) -> Option<String> {
        let more = words.len().saturating_sub(NAMED_WORDS);
        match words {
            [] => None,
            [word] => Some(format!("mentions {word}")),
            [most @ .., last] => {
                let (most, last) = match words.get(..NAMED_WORDS) {
                    Some(named) if more > 0 => (named, format!("{more} more")),
                    _ => (most, last.clone()),
                };
                Some(format!("mentions {} and {last}", most.join(", ")))
            }
        }
    }

    pub(crate) fn near(similarity: f32) -> String {
        let how = match similarity {
            VERY_CLOSE.. => "very close",
            CLOSE.. => "close",
            _ => "related",
        };
        format!("{how} in meaning")
    }

    pub(crate) fn rewritten(query: &str) -> String {
        format!("found by asking “{query}”")
    }

    pub(crate) fn linked_with(note: &NotePath) -> String {
        format!("linked with {}", note.stem())
    }

    /// `None` if there are no links.
    pub(crate) fn shared_links(links: &[NotePath]) -> Option<String> {
        match links {
            [] => None,
            [first] => Some(format!("also links to {}", first.stem())),
            [first, rest @ ..] => {
                Some(format!("also links to {} and {} more", first.stem(), rest.len()))
            }
        }
    }

    /// `None` if there are no tags.
    pub(crate) fn shared_tags(tags: &[String]) -> Option<String> {
        let tags: Vec<String> = tags.iter().map(|tag| format!("#{tag}")).collect();
        (!tags.is_empty()).then(|| format!("also has {}", tags.join(", ")))
    }

    /// All reasons in a line.
    pub(crate) fn joined(reasons: &[String]) -> String {
        let line = reasons.join(" · ");
        let mut rest = line.chars();
        let first = rest.next().into_iter().flat_map(char::to_uppercase);
        first.chain(rest).collect()
    }
}

/// Why a note isn't among the hits.
pub(crate) mod why_not {
    pub(crate) const EXCLUDED: &str =
        "It is left out of the index: it is hidden, or the settings exclude it.";
    pub(crate) const NOT_INDEXED: &str = "The index doesn't know it (yet).";
    pub(crate) const EMPTY: &str = "It has no text to be found by.";
    pub(crate) const NO_MATCH: &str = "None of its passages has what is searched for.";
    pub(crate) const NOT_EMBEDDED: &str =
        "None of its passages has the words, and none can be found by meaning yet.";

    pub(crate) fn failed(detail: &str) -> String {
        format!("It couldn't be read: {detail}")
    }

    pub(crate) fn filtered(filter: &str) -> String {
        format!("The filter {filter} leaves it out.")
    }

    pub(crate) fn below_threshold(similarity: f32, threshold: f32) -> String {
        format!(
            "None of its passages has the words, and the nearest in meaning isn't near enough: \
             {similarity:.2}, where {threshold:.2} is needed."
        )
    }

    pub(crate) fn too_far(
        of_all: Option<u32>,
        by_words: Option<u32>,
        by_meaning: Option<u32>,
    ) -> String {
        let by = |rank: Option<u32>, by: &str| rank.map(|rank| format!("number {rank} {by}"));
        let ranks =
            [by(of_all, "of all"), by(by_words, "by its words"), by(by_meaning, "by its meaning")];
        let ranks: Vec<String> = ranks.into_iter().flatten().collect();
        match ranks.is_empty() {
            true => {
                "There are better passages: its best one is too far back to be numbered.".to_owned()
            }
            false => format!("There are better passages: its best one is {}.", ranks.join(", ")),
        }
    }

    pub(crate) fn not_shown(rank: u32) -> String {
        format!("It was found, and isn't shown: its best passage is number {rank}.")
    }

    pub(crate) fn found(rank: u32) -> String {
        format!("It was found: its best passage is number {rank}.")
    }
}
