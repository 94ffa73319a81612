use std::sync::Arc;

use index::Index;
use jiff::{Timestamp, tz::TimeZone};
use library::VaultId;
use notes::{Catalog, Vault};

use crate::{
    meaning::{Meaning, NoMeaning},
    whole::WholeNotes,
};

/// A snapshot of the open vault: each search and turn takes a new one, since the catalog and the embedder change.
/// Clones share large parts.
#[derive(Debug, Clone)]
pub struct VaultHandle {
    pub id: VaultId,
    pub vault: Vault,
    pub index: Index,
    /// The catalog listed from the folder, until the index has one.
    pub listed: Option<Arc<Catalog>>,
    pub whole: Arc<WholeNotes>,
    pub meaning: Option<Meaning>,
    pub no_meaning: Option<NoMeaning>,
    /// Whether every note was checked since the vault was opened.
    pub is_synced: bool,
}

impl VaultHandle {
    /// The vault as a question sees it that is asked at `when`: views of `.base` files may depend on the time.
    #[must_use]
    pub fn at(mut self, when: Timestamp) -> Self {
        let now = when.to_zoned(TimeZone::system()).datetime();
        self.index = self.index.at(now);
        self
    }

    /// The catalog as far as known. The first call reads it from the index, which takes as long as several searches;
    /// searches don't need it.
    pub fn catalog(&self) -> Arc<Catalog> {
        self.listed.clone().unwrap_or_else(|| self.index.catalog())
    }
}
