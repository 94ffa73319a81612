//! Tests that threads survive panics, that nobody waits forever, and that idle parts free memory.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::Duration,
};

use index::Mode;
use models::{Embedder, EmbeddingModel, Languages, Purpose};
use notes::{Change, Places};

use super::{embedding::Wake, keeper::Message};
use conversation::Code;

use crate::{
    MeaningSource, MeaningState, ReadingState, Retrieval, SyncState, Vaults,
    fixture::{Ground, path},
};

struct Place {
    ground: Ground,
    vaults: Vaults,
    retrieval: Retrieval,
}

impl Place {
    async fn new() -> Self {
        let ground = Ground::new();
        let settings = ground.settings().await;
        let vaults = ground.opened(&settings).await;
        let retrieval = ground.retrieval(&settings, &vaults).await;
        Self { ground, vaults, retrieval }
    }

    fn tell(&self, message: Message) {
        self.vaults.vault().unwrap().keeper.send(message).unwrap();
    }

    async fn is_found(&self, word: &str) -> bool {
        !self.retrieval.search(word, Mode::Keyword, 5).await.unwrap().hits.is_empty()
    }
}

// B69
#[tokio::test]
async fn a_panic_in_a_sync_is_reported_and_the_next_sync_runs() {
    let place = Place::new().await;
    let mut status = place.vaults.vault().unwrap().status();
    place.ground.write("Oven.md", "A hot oven.\n");
    place.tell(Message::Panic);
    place.vaults.rebuild_index().unwrap();
    let failed = place.vaults.synced().await.unwrap_err();
    assert_eq!(failed.code, Code::Index);
    assert!(failed.message.contains("a test's panic"), "{failed}");

    place.vaults.rebuild_index().unwrap();
    place.vaults.synced().await.unwrap();
    assert_eq!(status.borrow_and_update().state, SyncState::Synced);
    assert!(place.is_found("oven").await);
}

// A scan waits for two seconds after the last one. A change of a note used to cancel it.
#[tokio::test]
async fn a_requested_scan_survives_a_change_of_one_note() {
    let place = Place::new().await;
    place.ground.write("Oven.md", "A hot oven.\n");
    place.tell(Message::Rescan);
    let places = Places::Paths(vec![path("Rye.md")]);
    place.tell(Message::Changed(Change { places, renames: Vec::new() }));
    let found = async {
        while !place.is_found("oven").await {
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(300), found).await.expect("the scan finds the note");
}

// B69
#[tokio::test]
async fn waiting_for_the_index_ends_with_an_error_when_the_vault_closes() {
    let place = Place::new().await;
    let vault = place.vaults.vault().unwrap();
    let mut status = vault.status();
    vault.pause();
    place.vaults.rebuild_index().unwrap();
    place.vaults.close().await;
    // The test still has the vault and its status.
    let ended = status.wait_for(|status| !matches!(status.state, SyncState::Indexing { .. })).await;
    assert!(matches!(&ended.unwrap().state, SyncState::Failed(_)));
}

// B69
#[tokio::test]
async fn a_panic_while_reading_files_is_reported_and_the_next_pass_runs() {
    let place = Place::new().await;
    place.vaults.documents_read().await.unwrap();
    let vault = place.vaults.vault().unwrap();
    let mut status = vault.status();
    vault.reader.send(Wake::Panic).unwrap();
    let failed =
        status.wait_for(|status| matches!(status.reading, ReadingState::Failed(_))).await.unwrap();
    let ReadingState::Failed(reason) = failed.reading.clone() else { unreachable!() };
    drop(failed);
    assert!(reason.contains("a test's panic"), "{reason}");
    // Callers that wait for the files don't hang.
    place.vaults.documents_read().await.unwrap();

    vault.reader.send(Wake::Synced).unwrap();
    status.wait_for(|status| status.reading == ReadingState::Done).await.unwrap();
}

/// A model that panics on demand.
#[derive(Debug)]
struct Shaky {
    model: EmbeddingModel,
    panics: AtomicBool,
    /// Number of rests.
    rests: AtomicU32,
}

impl Shaky {
    fn new(panics: bool) -> Arc<Self> {
        let model = EmbeddingModel {
            id: "shaky".to_owned(),
            dimensions: 2,
            max_tokens: 512,
            languages: Languages::English,
        };
        Arc::new(Self { model, panics: panics.into(), rests: AtomicU32::new(0) })
    }

    fn source(self: &Arc<Self>) -> Option<MeaningSource> {
        let shaky = self.clone();
        let embedder = Arc::new(move || Ok(shaky.clone() as Arc<dyn Embedder>));
        Some(MeaningSource { embedder, vectors: None, stand_in: None })
    }
}

impl Embedder for Shaky {
    fn model(&self) -> &EmbeddingModel {
        &self.model
    }

    fn embed(&self, texts: &[&str], _: Purpose) -> Result<Vec<Vec<f32>>, models::Error> {
        assert!(!self.panics.load(Ordering::Acquire), "the model's panic");
        Ok(texts.iter().map(|_| vec![1.0, 0.0]).collect())
    }

    fn free_if_idle(&self, _: Duration) {
        self.rests.fetch_add(1, Ordering::AcqRel);
    }
}

// B69
#[tokio::test]
async fn a_panic_while_embedding_is_reported_and_the_next_pass_runs() {
    let place = Place::new().await;
    let shaky = Shaky::new(true);
    place.retrieval.use_meaning(shaky.source());
    let mut status = place.vaults.vault().unwrap().status();
    let failed = status.wait_for(|status| matches!(status.meaning, MeaningState::Failed(_))).await;
    let MeaningState::Failed(reason) = failed.unwrap().meaning.clone() else { unreachable!() };
    assert!(reason.contains("the model's panic"), "{reason}");

    shaky.panics.store(false, Ordering::Release);
    place.retrieval.try_meaning_again().await.unwrap();
    let ready = status.wait_for(|status| status.meaning == MeaningState::Ready).await;
    assert_eq!(ready.unwrap().embedded, 2);
}

#[tokio::test]
async fn a_model_that_was_idle_rests_and_still_finds_by_meaning() {
    let place = Place::new().await;
    let shaky = Shaky::new(false);
    place.retrieval.use_meaning(shaky.source());
    let vault = place.vaults.vault().unwrap();
    let mut status = vault.status();
    status.wait_for(|status| status.meaning == MeaningState::Ready).await.unwrap();
    vault.embedder.send(Wake::Idle).unwrap();
    while shaky.rests.load(Ordering::Acquire) == 0 {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    let found = place.retrieval.search("crust", Mode::Meaning, 5).await.unwrap();
    assert_eq!((found.hits.len(), found.notices.len()), (2, 0), "{found:?}");
    assert_eq!(status.borrow().meaning, MeaningState::Ready);
}
