use std::sync::Arc;

use futures::{FutureExt, future::BoxFuture};

use super::Retrieval;
use conversation::Result;
use library::Library;
use retrieval::tools::{Memories, Memory, Toolbox};
use retrieval::{SearchSetup, VaultHandle, blocking};
use web::Web;

struct VaultMemories {
    library: Library,
    vault: VaultHandle,
}

impl Memories for VaultMemories {
    fn search(&self, words: String, limit: u32) -> BoxFuture<'_, Result<Vec<Memory>>> {
        async move {
            let found = self.library.search_memories(self.vault.id, &words, limit as usize).await?;
            let vault = self.vault.clone();
            blocking(move || {
                let catalog = vault.catalog();
                Ok(found.iter().map(|it| Memory::of(it, &catalog)).collect())
            })
            .await
        }
        .boxed()
    }
}

impl Retrieval {
    /// Replaces the search service of the settings until the app ends.
    pub fn use_web(&self, web: Option<Arc<dyn Web>>) {
        *self.shared.web.write() = web;
    }

    pub(crate) fn web(&self) -> Option<Arc<dyn Web>> {
        let instead = self.shared.web.read().clone();
        let internet = || -> Arc<dyn Web> { self.shared.internet.clone() };
        instead.or_else(|| self.shared.internet.is_on().then(internet))
    }

    /// Tools over the open vault. Their searches wait for no language model.
    pub fn toolbox(&self) -> Result<Toolbox> {
        let vault = self.shared.vaults.vault()?.handle();
        let setup = SearchSetup::quick(&vault, self.shared.settings.get().search);
        Ok(self.tools_of(&vault, setup))
    }

    /// Without the web, which the turn adds.
    pub(crate) fn tools_of(&self, vault: &VaultHandle, setup: SearchSetup) -> Toolbox {
        let toolbox = Toolbox::new(vault.sources(setup));
        let (library, vault) = (self.shared.library.clone(), vault.clone());
        match self.shared.settings.get().chat.memories {
            true => toolbox.with_memories(Arc::new(VaultMemories { library, vault })),
            false => toolbox,
        }
    }
}
