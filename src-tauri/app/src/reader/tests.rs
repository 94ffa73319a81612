use super::*;
use crate::fixture::{Ground, path};

#[tokio::test]
async fn notes_are_listed_and_read() {
    let ground = Ground::new();
    let vaults = ground.vaults(&ground.settings().await).await;
    let reader = Reader::new(ground.library.clone(), vaults.clone());
    assert_eq!(reader.notes().await.unwrap_err().code, Code::NoVault);
    vaults.open(&ground.root()).await.unwrap();
    vaults.synced().await.unwrap();
    let titles: Vec<_> = reader.notes().await.unwrap().into_iter().map(|note| note.title).collect();
    assert_eq!(titles, ["Rye", "Salt"]);
    let some = reader.notes_at(&[path("Salt.md"), path("Gone.md")]).unwrap();
    assert_eq!(some.len(), 1);

    let rye = reader.note(&path("Rye.md"), None).await.unwrap();
    assert_eq!((rye.backlinks.len(), rye.notice), (1, None));
    let lost = Anchor::Heading(vec!["Crust".to_owned()]);
    let lost = reader.note(&path("Rye.md"), Some(&lost)).await.unwrap();
    assert!(lost.notice.is_some_and(|notice| notice.contains("“Crust”")) && lost.target.is_none());
    for (link, expect) in [
        ("[[Rye]]", None),
        ("[[Rye#Crust]]", Some("“Crust”")),
        ("[[Salt#^none]]", Some("“^none”")),
        ("[[Nowhere#Crust]]", None),
    ] {
        let found = reader.links(link.to_owned()).await.unwrap().remove(0);
        let told = |missing: &String| expect.is_some_and(|expect| missing.contains(expect));
        assert_eq!(found.missing.is_some(), expect.is_some(), "{link}");
        assert!(found.missing.iter().all(told), "{link}");
    }
    let error = reader.image(&path("Rye.md")).await.unwrap_err();
    assert_eq!(error.code, Code::UnsupportedFile);
}
