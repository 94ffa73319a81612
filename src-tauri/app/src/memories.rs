#[cfg(test)]
mod tests;

use conversation::{MemoryId, Result};
use library::{Library, Memory};

use crate::vaults::Vaults;

#[derive(Clone)]
pub struct Memories {
    library: Library,
    vaults: Vaults,
}

impl Memories {
    pub(crate) fn new(library: Library, vaults: Vaults) -> Self {
        Self { library, vaults }
    }

    pub async fn list(&self) -> Result<Vec<Memory>> {
        self.library.memories(self.vaults.vault()?.id).await
    }

    pub async fn remember(&self, text: String) -> Result<MemoryId> {
        self.library.remember(self.vaults.vault()?.id, text).await
    }

    pub async fn reword(&self, id: MemoryId, text: String) -> Result<()> {
        self.library.reword_memory(id, text).await
    }

    pub async fn forget(&self, id: MemoryId) -> Result<()> {
        self.library.forget(id).await
    }
}
