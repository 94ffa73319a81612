//! Changes notes of real vaults and undoes the changes.

use std::{fs, path::Path, sync::Arc};

use app::{App, keys::InMemory};
use notes::NotePath;
#[cfg(target_os = "linux")]
use tests::there_and_back::mark;
use tests::there_and_back::{altered, files, rewrite};

use crate::folders;

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let (kind, to) = (entry.file_type().unwrap(), to.join(entry.file_name()));
        if kind.is_dir() {
            copy(&entry.path(), &to);
        } else if kind.is_file() {
            // Copies without permissions, because data sets may be read-only.
            fs::write(to, fs::read(entry.path()).unwrap()).unwrap();
        }
    }
}

// B86
#[tokio::test(flavor = "multi_thread")]
async fn notes_of_every_vault_are_changed_and_come_back_byte_for_byte() {
    for folder in folders("vaults") {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().join("vault");
        copy(&folder, &root);
        #[cfg(target_os = "linux")]
        for (seed, name) in (0..).zip(files(&root).unwrap().keys()) {
            mark(Path::new(name), seed).unwrap();
        }
        let before = files(&root).unwrap();
        let data = place.path().join("data");
        let app = App::open_with(&data, Arc::new(InMemory::default())).await.unwrap();
        app.vaults.set_following(notes::FollowMode::Off);
        app.vaults.open(&root).await.unwrap();
        let mut made = Vec::new();
        for (seed, (name, (bytes, ..))) in (0..).zip(&before) {
            let relative = Path::new(name).strip_prefix(&root).unwrap().to_str();
            let Some(path) = relative.and_then(|path| NotePath::new(path).ok()) else { continue };
            if path.is_note() && !path.is_hidden() {
                let text = altered(&String::from_utf8_lossy(bytes), seed);
                made.extend(rewrite(&app, &path, text).await.unwrap());
            }
        }
        assert!(!made.is_empty(), "{}: nothing was changed", folder.display());
        for change in made.iter().rev() {
            app.changes.undo(change.id).await.unwrap();
        }
        let after = files(&root).unwrap();
        let differing: Vec<_> =
            before.keys().filter(|it| before.get(*it) != after.get(*it)).collect();
        assert!(differing.is_empty(), "{}: {differing:?}", folder.display());
        assert_eq!(before.len(), after.len());
        println!("{}: {} notes were changed and came back", folder.display(), made.len());
    }
}
