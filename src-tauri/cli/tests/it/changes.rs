//! `changes`, `apply` and `undo` on changes proposed in the window.

use std::{fs, sync::Arc};

use app::{App, Changes, keys::InMemory};
use conversation::{ChangeId, EditId, Wish};
use library::{EditEntry, Library};
use notes::{ContentHash, NotePath};
use tempfile::TempDir;

use crate::talk::{place, run};

fn wait<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Runtime::new().unwrap().block_on(work)
}

/// Proposes a replacement in the vault's note, and returns the change's id.
fn propose(folder: &TempDir, old: &str, new: &str) -> String {
    wait(async {
        let data = folder.path().join("data");
        let app = App::open_with(&data, Arc::new(InMemory::default())).await.unwrap();
        app.vaults.open(&folder.path().join("vault")).await.unwrap();
        app.vaults.synced().await.unwrap();
        let path = NotePath::new("Salt.md").unwrap();
        let wish = Wish::Edit { path, old: old.to_owned(), new: new.to_owned() };
        let change = app.changes.propose(wish, Changes::by_hand()).await.unwrap();
        app.close().await;
        change.id.to_string()
    })
}

// `apply` used to rebuild the change and write it, though nobody had seen the result.
#[test]
fn a_change_whose_note_changed_since_it_was_shown_is_shown_again_and_not_written() {
    let folder = place();
    let file = folder.path().join("vault/Salt.md");
    let note = || fs::read_to_string(&file).unwrap();
    let id = propose(&folder, "Two per cent", "Three per cent");
    let apply =
        |more: &[&str]| run(&folder, &[&["apply", &id, "--vault", "vault"], more].concat(), "");
    let (code, said, told) = run(&folder, &["changes", &id, "--vault", "vault"], "");
    assert_eq!(code, Some(0), "{told}");
    assert!(said.contains("@@ 1: line 3\n"), "{said}");

    let changed = "# Salt\n\nNew.\n\nTwo per cent of salt.\n";
    fs::write(&file, changed).unwrap();
    let (code, said, told) = apply(&[]);
    assert_eq!(code, Some(3), "{told}");
    assert!(said.contains("@@ 1: line 5\n") && told.contains("Review it again"), "{said}{told}");
    assert_eq!(note(), changed);
    // A script that saw the first revision gets no other.
    assert_eq!(apply(&["--revision", "1"]).0, Some(3));
    assert_eq!(note(), changed);

    let (code, said, told) = apply(&[]);
    assert_eq!(code, Some(0), "{told}");
    assert!(said.contains("applied"), "{said}");
    assert_eq!(note(), changed.replace("Two", "Three"));

    // Applying a change as shown takes one command.
    let id = propose(&folder, "New", "Old");
    let (code, _, told) = run(&folder, &["apply", &id, "--revision", "1"], "");
    assert_eq!(code, Some(0), "{told}");
}

/// Fills the undo history with one change.
fn fill_undo(folder: &TempDir) -> ChangeId {
    const BYTES: usize = 16 * 1024 * 1024;
    let change = ChangeId::new();
    let text = vec![b'x'; BYTES];
    let edits: Vec<EditEntry> = (0..512 * 1024 * 1024 / BYTES)
        .map(|at| EditEntry {
            id: EditId::new(),
            change: Some(change),
            path: NotePath::new(&format!("{at}.md")).unwrap(),
            target: None,
            before: Some(ContentHash::of(&text)),
            after: ContentHash::of("new"),
            begun: library::now(),
        })
        .collect();
    wait(async {
        let (library, _) = Library::open(&folder.path().join("data/library.db")).unwrap();
        let root = fs::canonicalize(folder.path().join("vault")).unwrap();
        let vault = library.open_vault(&root).await.unwrap();
        // All have the same text, which is stored once but counts for each.
        library.begin_edits(vault, edits.clone(), vec![text], None).await.unwrap();
        library.end_edits(edits).await.unwrap();
        assert!(!library.edits_of(change).await.unwrap().is_empty());
    });
    change
}

// B118
#[test]
fn a_change_that_pushes_an_older_one_out_of_the_history_says_so_first_and_can_be_undone() {
    let folder = place();
    let file = folder.path().join("vault/Salt.md");
    let before = fs::read_to_string(&file).unwrap();
    let id = propose(&folder, "Two per cent", "Three per cent");
    let shown = |args: &[&str]| {
        let (code, said, told) = run(&folder, args, "");
        assert_eq!(code, Some(0), "{args:?}: {told}");
        (said, told)
    };
    let warning = "one older change can no longer be undone";
    assert!(!shown(&["changes", &id]).1.contains(warning));
    let old = fill_undo(&folder);
    let (_, told) = shown(&["changes", &id]);
    assert!(told.contains(warning), "{told}");
    assert!(shown(&["--json", "changes", &id]).0.contains("\"crowds_out\":1"));
    let (_, told) = shown(&["apply", &id]);
    assert!(told.contains(warning), "{told}");
    assert_ne!(fs::read_to_string(&file).unwrap(), before);
    shown(&["undo", &id]);
    assert_eq!(fs::read_to_string(&file).unwrap(), before);
    let left = wait(async {
        let (library, _) = Library::open(&folder.path().join("data/library.db")).unwrap();
        library.edits_of(old).await.unwrap().len()
    });
    assert_eq!(left, 0);
}
