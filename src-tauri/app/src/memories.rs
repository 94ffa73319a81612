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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::Ground;

    // B85
    #[tokio::test]
    async fn what_is_remembered_is_listed_until_it_is_forgotten() {
        let ground = Ground::new();
        let vaults = ground.opened(&ground.settings().await).await;
        let memories = Memories::new(ground.library.clone(), vaults);
        let id = memories.remember("Rye needs a tin.".to_owned()).await.unwrap();
        memories.reword(id, "Rye needs a long tin.".to_owned()).await.unwrap();
        let texts: Vec<_> =
            memories.list().await.unwrap().into_iter().map(|memory| memory.text).collect();
        assert_eq!(texts, ["Rye needs a long tin."]);
        memories.forget(id).await.unwrap();
        assert_eq!(memories.list().await.unwrap(), []);
    }
}
