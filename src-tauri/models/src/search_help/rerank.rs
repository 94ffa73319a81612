mod chat;
mod endpoint;
mod order;
mod reranker;

pub use chat::ChatReranker;
pub use endpoint::EndpointReranker;
pub use reranker::Reranker;
