//! Language models: where they are, what they can hold, and their answers as they come.
//!
//! From below: `words` (plain types), `capabilities`, `calls` (of tools), `http`, `streaming`, `protocols`,
//! `discover`, `tokens`, `embeddings`, `search_help`. Each names only rooms before it.

mod calls;
mod capabilities;
pub mod discover;
mod embeddings;
mod http;
pub mod image;
mod protocols;
mod search_help;
mod sentences;
mod streaming;
mod tokens;
mod words;

pub use capabilities::model_by_name;
pub use discover::{Place, ServerListing, discover, discover_at};
pub use embeddings::{
    Embedder, EmbeddingModel, Languages, LocalEmbedder, Purpose, Resources, ServerEmbedder,
};
pub use http::{Remote, Server, Timing};
pub use image::ImageError;
pub use protocols::{LARGEST_UNASKED, Provider};
pub use search_help::{ChatReranker, ChatRewriter, EndpointReranker, Reranker, Rewriter};
pub use streaming::{PullEvent, StreamEvent};
pub use tokens::{Calibrations, Encoding, LONGEST_TEXT, TokenCounter};
pub use words::*;
