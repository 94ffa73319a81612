//! Search by meaning: chooses the embedder and the vector store.

use std::{path::Path, sync::Arc};

use conversation::settings::{Embeddings, Vectors};
use futures::{FutureExt, future::BoxFuture};
use index::{ChromaServer, ChromaVectors};
use models::{Embedder, LocalEmbedder, LocalModel, Resources, Server, ServerEmbedder};
use retrieval::Meaning;
use tokio_util::sync::CancellationToken;

use super::{Retrieval, Shared};
use crate::{
    followers::Follower,
    keys::Origin,
    sentences,
    settings::SettingsChange,
    vault::{EmbedderCache, IndexStatus, LoadEmbedder, MeaningSource, MeaningState, OpenVectors},
};
use conversation::Result;

/// Other settings may mean another embedder or vector store.
impl Follower<SettingsChange> for Shared {
    fn follow<'a>(self: Arc<Self>, change: &'a SettingsChange) -> BoxFuture<'a, Result<()>> {
        let (before, now) = (&change.before.search, &change.now.search);
        if (&before.embeddings, &before.vectors) != (&now.embeddings, &now.vectors) {
            self.choose_meaning();
        }
        async { Ok(()) }.boxed()
    }
}

/// The embedder or the vector store may need the key.
impl Follower<Origin> for Shared {
    fn follow<'a>(self: Arc<Self>, origin: &'a Origin) -> BoxFuture<'a, Result<()>> {
        let search = self.settings.get().search;
        if search.embedding_addresses().any(|address| Origin::of(address).as_ref() == Ok(origin)) {
            self.choose_meaning();
        }
        async { Ok(()) }.boxed()
    }
}

impl Retrieval {
    /// Follows the settings from now on. `resources`: the folder of the built-in model's files.
    pub fn find_by_meaning(&self, resources: Option<&Path>) {
        let resources = resources.map(Resources::under);
        self.shared.vaults.use_resources(resources.clone());
        *self.shared.resources.write() = resources;
        self.shared.choose_meaning();
    }

    /// `None` turns search by meaning off. The model loads in the background; [`IndexStatus::meaning`] has the
    /// progress.
    pub fn use_meaning(&self, source: Option<MeaningSource>) {
        self.shared.vaults.choose_embedder(source.map(EmbedderCache::new));
    }

    pub fn meaning(&self) -> Option<Meaning> {
        self.shared.vaults.vault().ok()?.meaning()
    }

    /// Retries passages that the model refused, and a model that failed.
    pub async fn try_meaning_again(&self) -> Result<()> {
        let vault = self.shared.vaults.vault()?;
        let chosen = self.shared.vaults.embedder();
        retrieval::blocking(move || {
            if let Some(chosen) = &chosen {
                chosen.unload();
            }
            if let Some(meaning) = vault.meaning() {
                vault.index.try_refused_again(meaning.embedder.model())?;
            }
            vault.choose_meaning(chosen.as_ref());
            Ok(())
        })
        .await
    }

    /// Waits until it is known whether search by meaning works, at least for some passages.
    pub async fn meaning_known(&self) -> Result<IndexStatus> {
        let vaults = &self.shared.vaults;
        vaults.synced().await?;
        vaults.status_when(|status| status.meaning != MeaningState::Loading).await
    }

    /// Waits until the index is up to date and every passage has its vector, or has failed.
    pub async fn embedded(&self) -> Result<IndexStatus> {
        let vaults = &self.shared.vaults;
        vaults.synced().await?;
        let is_going_on = |meaning: &MeaningState| {
            matches!(meaning, MeaningState::Loading | MeaningState::Embedding { .. })
        };
        vaults.status_when(|status| !is_going_on(&status.meaning)).await
    }
}

impl Shared {
    fn choose_meaning(&self) {
        let resources = self.resources.read().clone();
        let wanted = self.models.request();
        let (settings, timing) = (wanted.settings.search, wanted.timing);
        // The keychain is asked only when a key is needed, on a thread that may block.
        let (keys, runtime) = (wanted.keys, self.runtime.clone());
        let key_of = move |address: &str| runtime.block_on(keys.get(address));
        let cancel = CancellationToken::new();
        // Cancels calls of the old server: if it hangs, it must not delay the new one.
        std::mem::replace(&mut *self.embedding_calls.lock(), cancel.clone()).cancel();
        // The other built-in model, whose vectors an existing index may have.
        let stand_in = match settings.embeddings {
            Embeddings::BuiltIn => Some(LocalModel::English),
            Embeddings::BuiltInEnglish => Some(LocalModel::Multilingual),
            Embeddings::Server { .. } | Embeddings::Off => None,
        };
        let stand_in = stand_in.filter(|_| settings.vectors == Vectors::Own);
        let stand_in = stand_in.map(|other| (other.model(), built_in(other, resources.clone())));
        let embedder: LoadEmbedder = match settings.embeddings {
            Embeddings::Off => return self.vaults.choose_embedder(None),
            Embeddings::BuiltIn => built_in(LocalModel::Multilingual, resources),
            Embeddings::BuiltInEnglish => built_in(LocalModel::English, resources),
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
            Vectors::Chroma { base_url, collection } => {
                let server =
                    ChromaServer { address: base_url, token: None, tenant: None, database: None };
                Some(Arc::new(move |root, model| {
                    let token = key_of(&server.address)?;
                    let server = ChromaServer { token, ..server.clone() };
                    let folder = root.file_name().map(|name| name.to_string_lossy());
                    let name = match collection.trim() {
                        "" => folder.unwrap_or_default(),
                        given => given.into(),
                    };
                    let store = ChromaVectors::connect(&server, &name, model)?;
                    Ok(Arc::new(store) as _)
                }))
            }
        };
        let source = MeaningSource { embedder, vectors, stand_in };
        self.vaults.choose_embedder(Some(EmbedderCache::new(source)));
    }
}

fn built_in(model: LocalModel, resources: Option<Resources>) -> LoadEmbedder {
    Arc::new(move || match &resources {
        Some(resources) => Ok(Arc::new(LocalEmbedder::load(model, resources)?) as _),
        None => Err(models::Error::new(models::Code::BadSetting, sentences::MODEL_FILES_GONE)),
    })
}
