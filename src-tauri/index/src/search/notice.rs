//! What a search couldn't do as it was asked to.

use serde::Serialize;

/// Why a result is less than it could be. Its `Display` is a sentence for people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Notice {
    /// Only words were searched for.
    #[error("Searched by words only: {reason}")]
    MeaningUnavailable {
        /// Why, as a sentence.
        reason: String,
    },
    /// Some passages can't be found by meaning yet.
    #[error(
        "{embedded} of {passages} passages can be found by meaning so far; the others by their words."
    )]
    PartlyEmbedded {
        /// Passages that have a vector; equal passages count once.
        embedded: u64,
        /// All passages; equal ones count once.
        passages: u64,
    },
    /// The embedding model doesn't know the language, so words count for more.
    #[error("The embedding model knows English only; here words count for more than meaning.")]
    OtherLanguage,
    /// The hits stand in the order in which they were found.
    #[error(
        "The hits couldn't be reranked and stand in the order in which they were found: {reason}"
    )]
    RerankFailed {
        /// Why, as a sentence.
        reason: String,
    },
    /// Only the question as it was asked was searched for.
    #[error("The question couldn't be rewritten and was searched for as it is: {reason}")]
    RewriteFailed {
        /// Why, as a sentence.
        reason: String,
    },
}
