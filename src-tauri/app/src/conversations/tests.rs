use conversation::{Code, Mode, Scope};
use library::export::Format;

use super::*;
use crate::fixture::{Ground, nowhere};

/// Two sessions of one question and one answer, as an earlier app wrote them.
const SESSIONS: &str = r#"{
        "s1": {"title": "Bread", "messages": [
            {"role": "user", "content": "How much salt?"},
            {"role": "assistant", "content": "Two per cent."}]},
        "s2": {"title": "Ovens", "messages": [
            {"role": "user", "content": "How hot?"},
            {"role": "assistant", "content": "Very."}]}}"#;

#[tokio::test]
async fn conversations_are_kept_without_a_model_and_without_turns() {
    let ground = Ground::new();
    let settings = ground.settings().await;
    let vaults = ground.vaults(&settings).await;
    let models = ground.models(&settings).await;
    let kept = Conversations::new(ground.library.clone(), models, vaults.clone());
    assert_eq!(kept.list().await.unwrap_err().code, Code::NoVault);
    vaults.open(&ground.root()).await.unwrap();
    let file = ground.folder.path().join("chat_sessions.json");
    std::fs::write(&file, SESSIONS).unwrap();
    let imported = kept.import(&file).await.unwrap();
    let (bread, ovens) = (imported[0].conversation, imported[1].conversation);

    assert_eq!(kept.rename(bread, " \n").await.unwrap_err().code, Code::BadInput);
    kept.rename(bread, " Rye\nbread ").await.unwrap();
    assert_eq!(kept.get(bread).await.unwrap().title, "Rye bread");
    assert_eq!(kept.get(nowhere()).await.unwrap_err().code, Code::NotFound);
    kept.pin(ovens, true).await.unwrap();
    assert_eq!(kept.list().await.unwrap()[0].id, ovens);
    kept.remember(bread).await.unwrap();
    assert_eq!(kept.to_show().await.unwrap(), Some(bread));
    kept.delete(bread).await.unwrap();
    assert_eq!(kept.to_show().await.unwrap(), Some(ovens));
    assert!(kept.search("salt").await.unwrap().is_empty());
    kept.restore(bread).await.unwrap();
    assert_eq!(kept.search("salt").await.unwrap().len(), 1);
    let file = kept.export(bread, Format::Markdown).await.unwrap();
    assert!(file.contains("Two per cent."), "{file}");
}

#[tokio::test]
async fn a_draft_is_kept_until_it_is_empty() {
    let ground = Ground::new();
    let settings = ground.settings().await;
    let vaults = ground.opened(&settings).await;
    let models = ground.models(&settings).await;
    let kept = Conversations::new(ground.library.clone(), models, vaults);
    let typed = |text: &str| Draft {
        text: text.to_owned(),
        mode: Mode::Notes,
        scope: Scope::default(),
        passages_only: false,
        work: false,
        attachments: Vec::new(),
    };
    kept.keep_draft(None, typed("And n")).await.unwrap();
    assert_eq!(kept.draft(None).await.unwrap().unwrap().text, "And n");
    kept.keep_draft(None, typed("")).await.unwrap();
    assert_eq!(kept.draft(None).await.unwrap(), None);
}
