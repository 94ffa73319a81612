//! The open vault as one search or one turn uses it.

use std::sync::Arc;

use index::Index;
use library::VaultId;
use notes::{Catalog, Vault};

use crate::{
    meaning::{Meaning, NoMeaning},
    whole::WholeNotes,
};

/// The open vault as it is now: its names and its search by meaning change, so each search and each
/// turn takes a new one. Clones share what is large.
#[derive(Debug, Clone)]
pub struct VaultHandle {
    pub id: VaultId,
    pub vault: Vault,
    pub index: Index,
    /// Its names as the folder lists them, for as long as the index has none.
    pub listed: Option<Arc<Catalog>>,
    /// Its notes that were read whole before.
    pub whole: Arc<WholeNotes>,
    /// What a search by meaning needs, if it is there by now.
    pub meaning: Option<Meaning>,
    /// Why there is no search by meaning, if there is none.
    pub no_meaning: Option<NoMeaning>,
    /// Whether every note has been looked at since the vault was opened.
    pub is_synced: bool,
}

impl VaultHandle {
    /// Its names, as far as they are known. The first time they are read from the index, which takes as
    /// long as several searches: a search needs none of them.
    pub fn catalog(&self) -> Arc<Catalog> {
        self.listed.clone().unwrap_or_else(|| self.index.catalog())
    }
}
