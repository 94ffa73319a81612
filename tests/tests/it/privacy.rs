//! Only the user can access the app's files.
#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use crate::fixture::{ask, bread, collect, finished, server};
use conversation::Mode;
use library::export::Format;
use tests::model_server::Script;

#[cfg(test)]
/// Files and folders in `folder`, including itself, that other users can access.
fn open_to_others(folder: &Path) -> Vec<String> {
    walkdir::WalkDir::new(folder)
        .into_iter()
        .map(Result::unwrap)
        .filter(|entry| entry.metadata().unwrap().permissions().mode() & 0o077 != 0)
        .map(|entry| entry.path().display().to_string())
        .collect()
}

// B63
#[tokio::test]
async fn nothing_of_the_app_can_be_read_by_others() {
    let server = server(Script::saying(&["Two per cent [1]."])).await;
    let place = bread();
    {
        let app = place.asking(&server.url()).await;
        let events = collect(app.turns.ask(ask("How much salt goes in?", Mode::Notes))).await;
        let id = crate::fixture::conversation(&events);
        let file = place.file("list.txt", "Two bags of flour.");
        app.turns.attach(&file).await.unwrap();
        assert!(!finished(&events).text.is_empty());
        assert!(app.conversations.export(id, Format::Json).await.unwrap().contains("Two per cent"));
        // The write-ahead log and its index exist as long as the library is open.
        let files: Vec<_> = walkdir::WalkDir::new(place.data()).into_iter().flatten().collect();
        assert!(files.iter().any(|file| file.path().ends_with("library.db-wal")), "{files:?}");
        assert!(files.iter().any(|file| file.path().ends_with("index")), "{files:?}");
        assert_eq!(open_to_others(&place.data()), [] as [String; 0]);
        app.close().await;
    }
    // A restart fixes the permissions that an earlier version left.
    for entry in walkdir::WalkDir::new(place.data()) {
        let entry = entry.unwrap();
        let mode = if entry.file_type().is_dir() { 0o755 } else { 0o644 };
        fs::set_permissions(entry.path(), Permissions::from_mode(mode)).unwrap();
    }
    let _app = place.app().await;
    assert_eq!(open_to_others(&place.data()), [] as [String; 0]);
}
