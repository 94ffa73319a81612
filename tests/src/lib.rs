//! Tests across crates, their fixtures, and the scripted model server.

pub mod embedder;
#[cfg(unix)]
pub mod hard_vault;
pub mod hostile;
pub mod model_server;
pub mod there_and_back;
pub mod versions;
