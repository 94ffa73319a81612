//! The open vault as one search or one turn uses it.

use std::sync::Arc;

use index::{Index, VectorStore};
use library::VaultId;
use models::Embedder;
use notes::{Catalog, Vault};

use crate::{SearchSetup, Sources, WholeNotes};

/// The open vault as it is now: its names and its search by meaning change, so each search and each
/// turn takes a new one. Clones share what is large.
#[derive(Debug, Clone)]
pub struct VaultHandle {
    /// Its id in the library.
    pub id: VaultId,
    /// Its folder.
    pub vault: Vault,
    /// What makes it findable.
    pub index: Index,
    /// Its names, as far as they are known.
    pub catalog: Arc<Catalog>,
    /// Its notes that were read whole before.
    pub whole: Arc<WholeNotes>,
    /// What a search by meaning needs, if it is there by now.
    pub meaning: Option<Meaning>,
    /// Why there is no search by meaning, if there is none.
    pub no_meaning: Option<NoMeaning>,
    /// Whether every note has been looked at since the vault was opened.
    pub is_synced: bool,
}

/// What a search by meaning needs.
#[derive(Debug, Clone)]
pub struct Meaning {
    /// Makes a query's vector.
    pub embedder: Arc<dyn Embedder>,
    /// Has the passages' vectors, as far as they are made.
    pub store: Arc<dyn VectorStore>,
}

/// Why nothing can be found by meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoMeaning {
    /// The reason, as the rest of a sentence.
    pub reason: String,
    /// Whether the user should be told with each search. Whoever turned it off knows.
    pub is_news: bool,
}

impl VaultHandle {
    /// What retrieval and tools work on, with passages found as `setup` says.
    pub fn sources(&self, setup: SearchSetup) -> Sources {
        Sources {
            vault: self.vault.clone(),
            index: self.index.clone(),
            catalog: self.catalog.clone(),
            setup,
            whole: self.whole.clone(),
        }
    }
}

impl Meaning {
    /// The same as a search of the index takes it.
    pub fn parts(&self) -> index::Meaning<'_> {
        index::Meaning { embedder: &*self.embedder, store: &*self.store }
    }
}
