use super::*;
use crate::fixture::{Ground, excluding, path};

#[tokio::test]
async fn a_vault_is_opened_remembered_and_closed() {
    let ground = Ground::new();
    let vaults = ground.vaults(&ground.settings().await).await;
    assert!(vaults.current().is_none());
    assert_eq!(vaults.synced().await.unwrap_err().code, Code::NoVault);
    let opened = vaults.open(&ground.root()).await.unwrap();
    assert_eq!(opened.name, "vault");
    assert!(vaults.catalog().unwrap().note(&path("Rye.md")).is_some());
    assert_eq!(vaults.synced().await.unwrap().indexed, 2);
    assert_eq!(vaults.recent().await.unwrap(), [opened.root]);
    vaults.close().await;
    assert!(vaults.current().is_none());
}

#[tokio::test]
async fn a_missing_vault_is_an_error() {
    let ground = Ground::new();
    let vaults = ground.opened(&ground.settings().await).await;
    vaults.check_presence().await.unwrap();
    std::fs::rename(ground.root(), ground.folder.path().join("elsewhere")).unwrap();
    let away = vaults.check_presence().await.unwrap_err();
    assert_eq!(away.code, Code::NotFound);
    assert!(away.message.contains("isn't there at the moment"), "{away}");
}

#[tokio::test]
async fn other_files_are_in_the_vault_when_settings_that_leave_some_out_are_kept() {
    let ground = Ground::new();
    let settings = ground.settings().await;
    let vaults = ground.opened(&settings).await;
    settings.set(excluding("Salt.md")).await.unwrap();
    let status = vaults.synced().await.unwrap();
    assert_eq!((status.indexed, status.excluded), (1, 1));
}
