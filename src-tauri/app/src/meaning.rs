//! Search by meaning: what makes the vectors, and how far that has come.

use std::{
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

use conversation::settings::{Embeddings, Vectors};
use index::{ChromaServer, ChromaVectors, Index, VectorStore};
use models::{Embedder, LocalEmbedder, Resources, Server, ServerEmbedder};
use retrieval::Meaning;
use tokio_util::sync::CancellationToken;

use super::App;
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
    /// Loads the model.
    pub embedder: LoadEmbedder,
    /// Where vectors are kept; `None` for the index's own file.
    pub vectors: Option<OpenVectors>,
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
pub(crate) struct EmbedderCache {
    pub(crate) source: MeaningSource,
    loaded: Arc<Mutex<Option<Arc<dyn Embedder>>>>,
}

impl EmbedderCache {
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
    /// Enables semantic search as configured, now and when the settings change. `resources` is
    /// the folder of the built-in model's files, if there is one.
    pub fn find_by_meaning(&self, resources: Option<&Path>) {
        let resources = resources.map(Resources::under);
        *self.shared.resources.write().unwrap_or_else(PoisonError::into_inner) = resources;
        self.choose_meaning();
    }

    /// Selects the embedder and vector store from the settings.
    pub(crate) fn choose_meaning(&self) {
        let resources =
            self.shared.resources.read().unwrap_or_else(PoisonError::into_inner).clone();
        let (settings, timing) = (self.settings().search, self.wanted().timing);
        // The keychain is asked when a key is needed, on a thread that may wait for it.
        let (keys, runtime) = (self.shared.keys.clone(), self.shared.runtime.clone());
        let key_of = move |address: &str| runtime.block_on(keys.get(address));
        let cancel = CancellationToken::new();
        // A server that hangs must not keep the next one from its work.
        std::mem::replace(
            &mut *self.shared.embedding_calls.lock().unwrap_or_else(PoisonError::into_inner),
            cancel.clone(),
        )
        .cancel();
        let embedder: LoadEmbedder = match settings.embeddings {
            Embeddings::Off => return self.use_meaning(None),
            Embeddings::BuiltIn => Arc::new(move || match &resources {
                Some(resources) => Ok(Arc::new(LocalEmbedder::load(resources)?) as _),
                None => Err(not_installed()),
            }),
            Embeddings::Server { server, model } => {
                let key_of = key_of.clone();
                Arc::new(move || {
                    let cancel = cancel.clone();
                    let server = Server::of(&server, key_of(&server.base_url)?);
                    let connected = ServerEmbedder::connect_with(&server, &model, timing, cancel)?;
                    Ok(Arc::new(connected) as Arc<dyn Embedder>)
                })
            }
        };
        let vectors: Option<OpenVectors> = match settings.vectors {
            Vectors::Own => None,
            Vectors::Chroma { base_url } => {
                let server =
                    ChromaServer { address: base_url, token: None, tenant: None, database: None };
                Some(Arc::new(move |root, model| {
                    let token = key_of(&server.address)?;
                    let server = ChromaServer { token, ..server.clone() };
                    let name = root.file_name().map(|name| name.to_string_lossy());
                    let store = ChromaVectors::connect(&server, &name.unwrap_or_default(), model)?;
                    Ok(Arc::new(store) as _)
                }))
            }
        };
        self.use_meaning(Some(MeaningSource { embedder, vectors }));
    }

    /// Has passages searched by meaning, in the vault that is open and in those that will be; `None`
    /// turns it off. The model is loaded behind the caller's back, and the passages are embedded on
    /// a thread of low priority: [`super::IndexStatus::meaning`] tells how far that is.
    pub fn use_meaning(&self, source: Option<MeaningSource>) {
        let chosen = source.map(|source| EmbedderCache { source, loaded: Arc::default() });
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
        retrieval::blocking(move || {
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

    /// Resumes the index after [`App::pause_index`].
    pub fn resume_index(&self) {
        if let Ok(vault) = self.open_vault_now() {
            vault.resume();
        }
    }

    /// Rebuilds the index of the open vault in the background. Vectors are kept.
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

fn not_installed() -> models::Error {
    models::Error {
        code: models::Code::BadSetting,
        message: "The files of the model for search by meaning aren't where the app was installed."
            .to_owned(),
        retry_after: None,
    }
}
