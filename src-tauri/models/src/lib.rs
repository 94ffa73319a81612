//! Language models: their servers, capabilities and streamed answers, and the models that help to search.
//!
//! Reading order, each module naming only earlier ones (the plain types are in `conversation::model`):
//! `capabilities`, `calls` (of tools), `http`, `streaming`, `protocols`, `discover`, `tokens`, `onnx`, `embeddings`,
//! `recognition`, `search_help`.

mod calls;
mod capabilities;
mod configured;
pub mod discover;
mod embeddings;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod http;
pub mod image;
pub mod limits;
mod onnx;
mod prices;
mod protocols;
mod recognition;
mod search_help;
mod sentences;
mod streaming;
mod tokens;

pub use capabilities::model_by_name;
pub use configured::{check_settings, known_model};
pub use conversation::model::*;
pub use discover::{Place, ServerListing, discover, discover_at};
pub use embeddings::{
    Embedder, EmbeddingModel, Languages, LocalEmbedder, LocalModel, Purpose, QueryCache, Resources,
    ServerEmbedder, WordVectors,
};
pub use http::{Key, Remote, Server, Timing};
pub use image::ImageError;
pub use prices::cost;
pub use protocols::{InstalledEngine, LARGEST_UNASKED, Provider, install_engine, installed_engine};
pub use recognition::{GreyPicture, Recogniser, TextBox};
pub use search_help::{
    ChatModel, ChatReranker, ChatRewriter, EndpointReranker, Exchange, LineWriter, Reranker,
    Rewriter, Wording,
};
pub use streaming::{PullEvent, StreamEvent, download, file_error};
pub use tokens::{Calibrations, Encoding, LONGEST_TEXT, TokenCounter};
