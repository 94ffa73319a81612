//! What a search couldn't do as it was asked to.

use serde::Serialize;

use crate::sentences;

/// Why a result is less than it could be. Its `Display` is a sentence for people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Notice {
    /// Only words were searched for.
    #[error("{}", sentences::words_only(.reason))]
    MeaningUnavailable { reason: String },
    /// Some passages can't be found by meaning yet.
    #[error("{}", sentences::partly_embedded(*.embedded, *.passages))]
    PartlyEmbedded {
        /// Passages that have a vector; equal passages count once.
        embedded: u64,
        passages: u64,
    },
    /// The embedding model doesn't know the language, so words count for more.
    #[error("{}", sentences::OTHER_LANGUAGE)]
    OtherLanguage,
    /// The hits stand in the order in which they were found.
    #[error("{}", sentences::rerank_failed(.reason))]
    RerankFailed { reason: String },
    /// Only the question as it was asked was searched for.
    #[error("{}", sentences::rewrite_failed(.reason))]
    RewriteFailed { reason: String },
}
