//! Search by meaning: what makes the vectors, and how far that has come.

use std::{
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

use index::{Index, VectorStore};
use models::Embedder;

use super::App;
use crate::Result;

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
    /// Loads the model.
    pub embedder: LoadEmbedder,
    /// Where vectors are kept; `None` for the index's own file.
    pub vectors: Option<OpenVectors>,
}

/// What a search by meaning needs.
#[derive(Debug, Clone)]
pub struct Meaning {
    /// Makes a query's vector.
    pub embedder: Arc<dyn Embedder>,
    /// Has the passages' vectors, as far as they are made.
    pub store: Arc<dyn VectorStore>,
}

/// How far the passages can be found by meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MeaningState {
    /// They can't; why, in a sentence.
    Off(String),
    /// The model is being loaded.
    Loading,
    /// Passages are being embedded. Those that are done are found already. Equal passages count
    /// once.
    Embedding {
        /// Passages done.
        done: u32,
        /// Passages in all.
        total: u32,
    },
    /// All of them can.
    Ready,
    /// It stopped, and is tried again by itself after a while; why, in a sentence. What is done is
    /// kept.
    Failed(String),
}

impl MeaningState {
    /// There is no model, because nobody wants one.
    pub(super) fn off() -> Self {
        Self::Off("search by meaning is turned off.".to_owned())
    }
}

/// The model that was chosen, loaded at most once.
#[derive(Clone)]
pub(crate) struct Chosen {
    pub(crate) source: MeaningSource,
    loaded: Arc<Mutex<Option<Arc<dyn Embedder>>>>,
}

impl Chosen {
    /// What a search of `index` needs. Loads the model unless it is loaded; one that fails to load
    /// is tried again the next time.
    pub(crate) fn load(&self, index: &Index) -> Result<Meaning> {
        // Held while it loads, so that two vaults don't load it twice.
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        let embedder = match &*loaded {
            Some(embedder) => embedder.clone(),
            None => loaded.insert((self.source.embedder)()?).clone(),
        };
        drop(loaded);
        let store = match &self.source.vectors {
            Some(open) => open(index.vault().root(), embedder.model())?,
            None => index.vectors(embedder.model()),
        };
        Ok(Meaning { embedder, store })
    }
}

impl App {
    /// Has passages searched by meaning, in the vault that is open and in those that will be; `None`
    /// turns it off. The model is loaded behind the caller's back, and the passages are embedded on
    /// a thread of low priority: [`super::IndexStatus::meaning`] tells how far that is.
    pub fn use_meaning(&self, source: Option<MeaningSource>) {
        let chosen = source.map(|source| Chosen { source, loaded: Arc::default() });
        *self.shared.meaning.write().unwrap_or_else(PoisonError::into_inner) = chosen;
        if let Ok(vault) = self.open_vault_now() {
            vault.choose_meaning();
        }
    }

    /// What a search of the open vault by meaning needs, if it is there by now.
    pub fn meaning(&self) -> Option<Meaning> {
        self.open_vault_now().ok()?.meaning()
    }

    /// Has the passages that the model refused tried again, and a model that failed.
    ///
    /// # Errors
    /// If no vault is open or the index fails.
    pub async fn try_meaning_again(&self) -> Result<()> {
        let vault = self.open_vault_now()?;
        let chosen = self.shared.meaning();
        super::blocking(move || {
            if let Some(chosen) = chosen {
                // A server may have another model under the same name by now.
                *chosen.loaded.lock().unwrap_or_else(PoisonError::into_inner) = None;
            }
            if let Some(meaning) = vault.meaning() {
                vault.index.try_refused_again(meaning.embedder.model())?;
            }
            vault.choose_meaning();
            Ok(())
        })
        .await
    }

    /// Lets the index of the open vault rest: no note is read and none is embedded until
    /// [`App::resume_index`]. What is indexed can be searched. A vault that is opened anew isn't
    /// paused.
    pub fn pause_index(&self) {
        if let Ok(vault) = self.open_vault_now() {
            vault.pause();
        }
    }

    /// Has the index go on after [`App::pause_index`].
    pub fn resume_index(&self) {
        if let Ok(vault) = self.open_vault_now() {
            vault.resume();
        }
    }

    /// Has the index of the open vault made anew, behind the caller's back. Vectors are kept.
    ///
    /// # Errors
    /// If no vault is open.
    pub async fn rebuild_index(&self) -> Result<()> {
        self.open_vault_now()?.rebuild();
        Ok(())
    }

    /// Waits until it is known whether passages can be found by meaning, be it only some of them.
    ///
    /// # Errors
    /// If indexing failed.
    pub async fn meaning_known(&self) -> Result<super::IndexStatus> {
        self.synced().await?;
        let mut status = self.open_vault_now()?.status();
        let known = status.wait_for(|status| status.meaning != MeaningState::Loading);
        Ok(known.await.map_err(|_| super::stopped())?.clone())
    }

    /// Waits until the index is up to date and every passage has its vector, or it is known why
    /// not.
    ///
    /// # Errors
    /// If indexing failed. That meaning search failed is in the status.
    pub async fn embedded(&self) -> Result<super::IndexStatus> {
        self.synced().await?;
        let mut status = self.open_vault_now()?.status();
        let ended = status.wait_for(|status| {
            !matches!(status.meaning, MeaningState::Loading | MeaningState::Embedding { .. })
        });
        Ok(ended.await.map_err(|_| super::stopped())?.clone())
    }
}
