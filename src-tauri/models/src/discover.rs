//! Servers that run on this machine.

use crate::{Error, Model, Server};

/// A server that answered, and what it offers.
#[derive(Debug, Clone)]
pub struct Found {
    /// The server.
    pub server: Server,
    /// Its models, or what it said instead.
    pub models: Result<Vec<Model>, Error>,
}

/// Looks on the usual ports of this machine (Ollama 11434, LM Studio 1234, llama.cpp 8080, and
/// Marginalia's own small model 8765) and returns the servers that are there, in that order.
pub async fn discover() -> Vec<Found> {
    todo!()
}
