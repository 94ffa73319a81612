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

#[tokio::test]
async fn tags_headings_and_places_are_found_for_what_is_typed() {
    let ground = Ground::new();
    let text = "# Bread\n\n## How much: salt\n\nTwo per cent. #baking\n\nA day. ^rest\n";
    ground.write("Bread.md", text);
    ground.write("Loaf.md", "Flat. #baking #flat\n");
    std::fs::write(ground.root().join("run.sh"), "exit").unwrap();
    std::fs::write(ground.root().join("boat.png"), "png").unwrap();
    let reader = Reader::new(ground.library.clone(), ground.opened(&ground.settings().await).await);

    let tags = reader.tags().await.unwrap();
    let tags: Vec<_> = tags.iter().map(|it| (it.tag.as_str(), it.notes)).collect();
    assert_eq!(tags, [("baking", 2), ("flat", 1)]);
    let headings = reader.headings("how".to_owned(), 5).await.unwrap();
    let headings: Vec<_> = headings.iter().map(|it| (it.path.as_str(), &*it.text)).collect();
    assert_eq!(headings, [("Bread.md", "How much: salt")]);
    assert_eq!(reader.headings("a".to_owned(), 1).await.unwrap().len(), 1);

    let note = path("Bread.md");
    for (line, expect) in [
        (None, "Bread"),
        (Some(1), "Bread#Bread"),
        (Some(5), "Bread#How much salt"),
        (Some(7), "Bread#^rest"),
    ] {
        let place = reader.in_obsidian(&note, line).await.unwrap();
        assert_eq!((&*place.vault, &*place.file), ("vault", expect), "{line:?}");
    }
    let changed = reader.changed_at(&note).await.unwrap().unwrap();
    assert!((Timestamp::now() - changed).abs().get_seconds() < 3600, "{changed}");
    assert_eq!(reader.changed_at(&path("Gone.md")).await.unwrap_err().code, Code::NotFound);

    let outside = async |file: &str| reader.file_outside(&path(file)).await.unwrap();
    let script = outside("run.sh").await;
    assert_eq!(script.to_open().unwrap_err().code, Code::UnsupportedFile);
    assert!(outside("boat.png").await.to_open().unwrap().ends_with("vault/boat.png"));
    assert!(!outside("Bread.md").await.obsidian);
    std::fs::create_dir(ground.root().join(".obsidian")).unwrap();
    assert!(outside("Bread.md").await.obsidian && !outside("boat.png").await.obsidian);
    let hidden = reader.file_outside(&path(".obsidian/app.json")).await;
    assert!(hidden.is_err());
}
