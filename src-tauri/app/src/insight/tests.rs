use conversation::Code;

use super::*;
use crate::fixture::{Ground, path};

// B94
#[tokio::test]
async fn uncited_notes_are_listed() {
    let ground = Ground::new();
    let vaults = ground.vaults(&ground.settings().await).await;
    let insights = Insights::new(ground.library.clone(), vaults.clone());
    assert_eq!(insights.whole().await.unwrap_err().code, Code::NoVault);
    vaults.open(&ground.root()).await.unwrap();
    vaults.synced().await.unwrap();
    let whole = insights.whole().await.unwrap();
    assert_eq!(whole.uncited, [path("Rye.md"), path("Salt.md")]);
    assert!(whole.notes.is_empty() && whole.fruitless.is_empty());
    assert_eq!(insights.cited(CitingFilter::default()).await.unwrap(), []);
}
