//! Tests across crates, their fixtures, and the scripted model server.

pub mod model_server;
pub mod versions;
