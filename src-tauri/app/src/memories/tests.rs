use super::*;
use crate::fixture::Ground;

// B85
#[tokio::test]
async fn memories_are_listed_until_deleted() {
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
