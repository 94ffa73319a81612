//! What makes a vault's vectors, and where they are kept.

use parking_lot::Mutex;
use std::{path::Path, sync::Arc};

use index::{Index, VectorStore};
use models::{Embedder, QueryCache};
use retrieval::Meaning;

use conversation::Result;

/// Loads what makes vectors. It is called on a thread that may block, when the first vault needs it.
pub type LoadEmbedder =
    Arc<dyn Fn() -> std::result::Result<Arc<dyn Embedder>, models::Error> + Send + Sync>;

/// Opens the place where a vault's vectors are kept, given its folder.
pub type OpenVectors = Arc<
    dyn Fn(
            &Path,
            &models::EmbeddingModel,
        ) -> std::result::Result<Arc<dyn VectorStore>, index::Error>
        + Send
        + Sync,
>;

/// Where vectors come from and where they are kept.
#[derive(Clone)]
pub struct MeaningSource {
    pub embedder: LoadEmbedder,
    /// Where vectors are kept; `None` for the index's own file.
    pub vectors: Option<OpenVectors>,
}

/// The model that was chosen, loaded at most once.
#[derive(Clone)]
pub(crate) struct EmbedderCache {
    source: MeaningSource,
    loaded: Arc<Mutex<Option<Arc<dyn Embedder>>>>,
}

impl EmbedderCache {
    /// One that isn't loaded.
    pub(crate) fn new(source: MeaningSource) -> Self {
        Self { source, loaded: Arc::default() }
    }

    /// Has it loaded anew when it is needed next: a server may have another model under the same
    /// name by now.
    pub(crate) fn unload(&self) {
        *self.loaded.lock() = None;
    }

    /// What a search of `index` needs. Loads the model unless it is loaded; one that fails to load
    /// is tried again the next time.
    pub(crate) fn load(&self, index: &Index) -> Result<Meaning> {
        // Held while it loads, so that two vaults don't load it twice.
        let mut loaded = self.loaded.lock();
        let embedder = match &*loaded {
            Some(embedder) => embedder.clone(),
            None => loaded.insert(Arc::new(QueryCache::new((self.source.embedder)()?))).clone(),
        };
        drop(loaded);
        let store = match &self.source.vectors {
            Some(open) => open(index.vault().root(), embedder.model())?,
            None => index.vectors(embedder.model()),
        };
        Ok(Meaning { embedder, store })
    }
}
