use conversation::EditId;
use notes::ContentHash;

use super::*;
use crate::fixture::{Ground, path};

#[tokio::test]
async fn a_change_that_was_being_written_is_settled_when_its_vault_is_opened() {
    let ground = Ground::new();
    let vaults = ground.vaults(&ground.settings().await).await;
    let _edits = Edits::new(ground.library.clone(), vaults.clone());
    let root = std::fs::canonicalize(ground.root()).unwrap();
    let vault = ground.library.open_vault(&root).await.unwrap();
    let edit = EditEntry {
        id: EditId::new(),
        path: path("Rye.md"),
        before: Some(ContentHash::of("Rye.\n")),
        after: ContentHash::of(ground.read("Rye.md")),
        begun: library::now(),
        change: None,
        target: None,
    };
    let replaced = vec![b"Rye.\n".to_vec()];
    ground.library.begin_edits(vault, vec![edit], replaced, None).await.unwrap();
    assert_eq!(ground.library.unfinished_edits(vault).await.unwrap().len(), 1);
    vaults.open(&root).await.unwrap();
    assert_eq!(ground.library.unfinished_edits(vault).await.unwrap(), []);
}
