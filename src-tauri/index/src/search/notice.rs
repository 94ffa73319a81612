use serde::Serialize;

use crate::sentences;

/// A limitation of a search result; its `Display` is a sentence for people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Notice {
    #[error("{}", sentences::words_only(.reason))]
    MeaningUnavailable { reason: String },
    #[error("{}", sentences::partly_embedded(*.embedded, *.passages))]
    PartlyEmbedded { embedded: u64, passages: u64 },
    /// The embedding model doesn't know the language, so words weigh more.
    #[error("{}", sentences::OTHER_LANGUAGE)]
    OtherLanguage,
    #[error("{}", sentences::rerank_failed(.reason))]
    RerankFailed { reason: String },
    #[error("{}", sentences::rewrite_failed(.reason))]
    RewriteFailed { reason: String },
}
