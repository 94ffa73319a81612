//! The memories that the user had the app store.

use super::source::{Findings, Query};
use crate::sentences;
use conversation::{Result, reference::Reference};
use retrieval::{
    blocking, memories,
    query::matter,
    tools::{Memory, recalled},
};

/// Maximum memories for a question.
const MEMORIES: usize = 5;

pub(super) async fn find(query: &Query<'_>) -> Findings {
    if !query.recalls {
        return Findings::default();
    }
    match recall(query).await {
        Ok(hits) => Findings { hits, ..Findings::default() },
        Err(error) => Findings::notice(sentences::memory_not_read(&error)),
    }
}

/// Memories with words of the question, then memories with a similar meaning.
async fn recall(query: &Query<'_>) -> Result<Vec<Reference>> {
    let (library, vault) = (query.library, query.vault);
    let mut found = library.search_memories(vault.id, &matter(query.searched()), MEMORIES).await?;
    if let Some(meaning) = query.setup.memory_meaning() {
        let all = library.memories(vault.id).await?;
        let texts: Vec<String> = all.iter().map(|it| it.text.clone()).collect();
        let (asked, whole) = (query.searched().to_owned(), vault.whole.clone());
        let near = move || Ok(memories::near(&texts, &asked, &meaning, &whole));
        let _one_at_a_time = query.searching.lock().await;
        let near = blocking(near).await?.into_iter().filter_map(|at| all.get(at));
        let more = near.filter(|it| !found.contains(it)).cloned().collect::<Vec<_>>();
        found.extend(more);
        found.truncate(MEMORIES);
    }
    let vault = vault.clone();
    let told = move || {
        let catalog = vault.catalog();
        Ok(found.iter().map(|it| recalled(&Memory::of(it, &catalog))).collect())
    };
    blocking(told).await
}
