//! Tests across crates, their fixtures, and the scripted model server.

pub mod embedder;
pub mod evidence;
pub mod floors;
#[cfg(unix)]
pub mod hard_vault;
pub mod hostile;
pub mod model_server;
pub mod there_and_back;
pub mod versions;

/// True if kill tests run all rounds, which takes minutes: `npm run kills`. Otherwise each test kills at most 25
/// times.
pub fn all_kills() -> bool {
    std::env::var_os("MARGINALIA_ALL_KILLS").is_some()
}
