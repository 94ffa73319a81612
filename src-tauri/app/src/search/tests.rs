use conversation::{Code, settings::Embeddings};

use super::*;
use crate::{
    fixture::{Ground, path},
    vault::MeaningState,
};

#[tokio::test]
async fn passages_are_found_by_words() {
    let ground = Ground::new();
    let settings = ground.settings().await;
    let vaults = ground.vaults(&settings).await;
    let retrieval = ground.retrieval(&settings, &vaults).await;
    let error = retrieval.search("salt", Mode::Keyword, 5).await.unwrap_err();
    assert_eq!(error.code, Code::NoVault);
    vaults.open(&ground.root()).await.unwrap();
    vaults.synced().await.unwrap();
    let hits = retrieval.search("salt", Mode::Keyword, 5).await.unwrap().hits;
    assert_eq!(hits.iter().map(|hit| &hit.path).collect::<Vec<_>>(), [&path("Salt.md")]);
    let why = retrieval.why_not("salt", &path("Salt.md"), Mode::Keyword, 5).await.unwrap();
    assert!(matches!(why, WhyNot::Found { .. }));
    assert!(retrieval.web().is_none());
}

#[tokio::test]
async fn the_settings_say_what_makes_vectors() {
    let ground = Ground::new();
    let settings = ground.settings().await;
    let vaults = ground.opened(&settings).await;
    let retrieval = ground.retrieval(&settings, &vaults).await;
    // No built-in model is configured.
    retrieval.find_by_meaning(None);
    let is_failed = |meaning: &MeaningState| matches!(meaning, MeaningState::Failed(_));
    vaults.status_when(|status| is_failed(&status.meaning)).await.unwrap();
    let mut now = settings.get();
    now.search.embeddings = Embeddings::Off;
    settings.set(now).await.unwrap();
    vaults.status_when(|status| status.meaning == MeaningState::off()).await.unwrap();
    assert!(retrieval.meaning().is_none());
}
