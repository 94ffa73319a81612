//! What the assistant can do in the open vault.

use std::sync::{Arc, PoisonError};

use futures::{FutureExt, future::BoxFuture};

use super::Retrieval;
use conversation::Result;
use library::{Library, VaultId};
use retrieval::{SearchSetup, VaultHandle};
use retrieval::{
    tools::{Memories, Memory, Toolbox},
    web::WebSearch,
};

/// The memories of a vault, in the library.
struct VaultMemories {
    library: Library,
    vault: VaultId,
}

impl Memories for VaultMemories {
    fn search(&self, words: String, limit: u32) -> BoxFuture<'_, Result<Vec<Memory>>> {
        async move {
            let found = self.library.search_memories(self.vault, &words, limit as usize).await?;
            let plain = found.into_iter().map(|it| Memory { text: it.text, created: it.created });
            Ok(plain.collect())
        }
        .boxed()
    }
}

impl Retrieval {
    /// Has the web searched by `web`, or by nobody, for as long as the app runs.
    pub fn use_web(&self, web: Option<Arc<dyn WebSearch>>) {
        *self.shared.web.write().unwrap_or_else(PoisonError::into_inner) = web;
    }

    /// Whether somebody does.
    pub fn has_web(&self) -> bool {
        self.web().is_some()
    }

    /// Who searches the web, if somebody does.
    pub(crate) fn web(&self) -> Option<Arc<dyn WebSearch>> {
        self.shared.web.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The tools over the open vault. They find passages without waiting for a language model.
    ///
    /// # Errors
    /// If no vault is open.
    pub fn toolbox(&self) -> Result<Toolbox> {
        let vault = self.shared.vaults.vault()?.handle();
        let setup = SearchSetup::quick(&vault, self.shared.settings.get().search);
        Ok(self.tools_of(&vault, setup))
    }

    /// The tools over a vault, which find passages as `setup` says.
    pub(crate) fn tools_of(&self, vault: &VaultHandle, setup: SearchSetup) -> Toolbox {
        let toolbox = Toolbox::new(vault.sources(setup));
        let library = self.shared.library.clone();
        let toolbox = match self.shared.settings.get().chat.memories {
            true => toolbox.with_memories(Arc::new(VaultMemories { library, vault: vault.id })),
            false => toolbox,
        };
        match self.web() {
            Some(web) => toolbox.with_web(web),
            None => toolbox,
        }
    }
}
