//! The source of a vault's vectors, and their store.

use parking_lot::Mutex;
use std::{path::Path, sync::Arc};

use index::{Index, VectorStore};
use models::{Embedder, EmbeddingModel, QueryCache};
use retrieval::Meaning;

use conversation::Result;

/// Runs on a thread that may block, when the first vault needs it.
pub type LoadEmbedder = Arc<dyn Fn() -> Result<Arc<dyn Embedder>, models::Error> + Send + Sync>;

pub type OpenVectors = Arc<
    dyn Fn(&Path, &models::EmbeddingModel) -> Result<Arc<dyn VectorStore>, index::Error>
        + Send
        + Sync,
>;

#[derive(Clone)]
pub struct MeaningSource {
    pub embedder: LoadEmbedder,
    /// `None` for the index's own file.
    pub vectors: Option<OpenVectors>,
    /// Another model. Its vectors in the index's file serve searches until the chosen model's are complete.
    pub stand_in: Option<(EmbeddingModel, LoadEmbedder)>,
}

/// The chosen model, loaded at most once.
#[derive(Clone)]
pub(crate) struct EmbedderCache {
    source: MeaningSource,
    loaded: Arc<Mutex<Option<Arc<dyn Embedder>>>>,
}

impl EmbedderCache {
    pub(crate) fn new(source: MeaningSource) -> Self {
        Self { source, loaded: Arc::default() }
    }

    /// The next use loads it again: a server may have another model under the same name.
    pub(crate) fn unload(&self) {
        *self.loaded.lock() = None;
    }

    /// Loads the model if needed. After a failure the next call tries again.
    pub(crate) fn load(&self, index: &Index) -> Result<Meaning> {
        // Locked while loading, so that two vaults don't load the model twice.
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

    /// The stand-in, if the index has more of its vectors than of the chosen model's.
    pub(crate) fn stand_in(&self, index: &Index, chosen: &Meaning) -> Result<Option<Meaning>> {
        let Some((model, load)) = &self.source.stand_in else { return Ok(None) };
        let store = index.vectors(model);
        if store.len()? <= chosen.store.len()? {
            return Ok(None);
        }
        Ok(Some(Meaning { embedder: Arc::new(QueryCache::new(load()?)), store }))
    }
}
