//! Embeddings: vectors of texts, close together where texts mean nearly the same.

mod embedder;
mod local;
mod pieces;
mod prefixes;
mod queries;
mod reply;
mod server;
#[cfg(test)]
mod tests;

pub use embedder::{Embedder, EmbeddingModel, Languages, Purpose, WordVectors};
pub use local::{LocalEmbedder, LocalModel, Resources};
pub use queries::QueryCache;
pub use server::ServerEmbedder;
