use std::fs;

use index::{Index, SyncScope};
use notes::{ScanOptions, Vault};

use super::*;
use crate::SearchSetup;

/// A vault with these notes, and what looks into it.
fn sources(notes: &[(&str, String)]) -> (tempfile::TempDir, Sources) {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("vault");
    for (path, text) in notes {
        let file = root.join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }
    let vault = Vault::open(&root).unwrap();
    let index = Index::open(&folder.path().join("index.db"), vault.clone(), ScanOptions::default())
        .unwrap();
    index.sync(SyncScope::All, &mut |_| {}).unwrap();
    let catalog = index.catalog();
    let setup = SearchSetup::default();
    (folder, Sources { vault, index, catalog, setup, whole: Default::default() })
}

fn places(paths: &[&str]) -> Vec<NotePath> {
    paths.iter().map(|path| NotePath::new(path).unwrap()).collect()
}

fn paths(references: &[Reference]) -> Vec<&str> {
    references.iter().filter_map(|it| it.path.as_ref()).map(NotePath::as_str).collect()
}

#[test]
fn a_project_of_a_large_vault_finds_its_notes() {
    // Each note elsewhere is better than those of the project.
    let mut notes: Vec<(String, String)> = (0..300)
        .map(|at| (format!("Else/Bread/{at}.md"), "# Salt\n\nSalt, salt, salt.\n".to_owned()))
        .collect();
    let far = "A long note on flour that says one word of salt, and goes on about water.\n";
    for path in ["Bread/Dough.md", "Single.md", "Breadth/No.md"] {
        notes.push((path.to_owned(), far.to_owned()));
    }
    let notes: Vec<(&str, String)> = notes.iter().map(|(p, t)| (&**p, t.clone())).collect();
    let (_folder, sources) = sources(&notes);
    for (of, expect) in [
        (&["Bread"][..], &["Bread/Dough.md"][..]),
        (&["Bread", "Single.md"], &["Bread/Dough.md", "Single.md"]),
        (&["Gone.md"], &[]),
        (&[], &[]),
    ] {
        let of = places(of);
        let found = search(&sources, &of, "How much salt?").unwrap();
        let mut found = paths(&found);
        found.sort_unstable();
        assert_eq!(found, expect, "{of:?}");
    }
}

#[test]
fn a_project_is_read_whole_or_not_at_all() {
    let text = |at: u32| format!("Note {at} says something of its own.\n");
    let notes: Vec<(String, String)> =
        (0..20).map(|at| (format!("P/{at:02}.md"), text(at))).collect();
    let notes: Vec<(&str, String)> = notes.iter().map(|(p, t)| (&**p, t.clone())).collect();
    let (folder, sources) = sources(&notes);
    let (all, notices) = whole(&sources, &places(&["P"]), MOST);
    assert_eq!((all.len(), notices.len()), (20, 0));
    assert!(all.iter().all(|it| it.kind == Kind::Project && it.passage.is_some()), "{all:?}");
    let tokens = all.iter().filter_map(|it| it.passage.as_ref()).map(|it| u64::from(it.tokens.0));
    let tokens: u64 = tokens.sum();
    assert_eq!(whole(&sources, &places(&["P"]), tokens).0.len(), 20);
    // An unreadable note is reported only once it is reached.
    fs::remove_file(folder.path().join("vault/P/19.md")).unwrap();
    let (none, notices) = whole(&sources, &places(&["P"]), tokens / 2);
    assert_eq!((none.len(), notices.len()), (0, 0));
    let (rest, notices) = whole(&sources, &places(&["P"]), tokens);
    assert_eq!((rest.len(), notices.len()), (19, 1));
}
