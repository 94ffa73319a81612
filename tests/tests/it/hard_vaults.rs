//! The whole app over a hard vault: nothing crashes or hangs, unusable files are listed with reasons, and all others
//! are found and open.
#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "what the tests share stops at what it doesn't expect, as the tests do"
)]

use std::{
    collections::BTreeMap,
    fs, io,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::Instant,
};

use crate::fixture::{Place, found};
use app::App;
use conversation::Code;
use notes::NotePath;
use tempfile::TempDir;
use tests::hard_vault::{self, Fate, Hard, HardVault};

/// A hard vault and the app's data; permissions are restored when the test ends.
struct HardPlace {
    folder: TempDir,
    vault: HardVault,
}

impl HardPlace {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("vault");
        fs::create_dir(&root).unwrap();
        let vault = hard_vault::make(&root, |_| true).unwrap();
        for (what, error) in &vault.refused {
            println!("this file system doesn't take it: {what}: {error}");
        }
        Self { folder, vault }
    }

    fn data(&self) -> std::path::PathBuf {
        self.folder.path().join("data")
    }
}

impl Drop for HardPlace {
    fn drop(&mut self) {
        let _ = hard_vault::unlock(&self.vault.root);
    }
}

async fn opened(data: &Path, root: &Path) -> App {
    let app = App::open(data).await.unwrap();
    app.vaults.open(root).await.unwrap();
    app
}

/// A description of the case if the app handles it wrongly.
async fn wrong(app: &App, root: &Path, hard: &Hard, reason: Option<String>) -> Option<String> {
    let hits = found(app, &hard.word, 3).await.unwrap();
    let found = hits.iter().any(|hit| hit.path.as_str() == hard.path);
    let shown = match NotePath::new(&hard.path) {
        Ok(path) => app.reader.note(&path, None).await.map(|view| view.html.len()),
        Err(error) => Err(error.into()),
    };
    let is_named = |words: &str| {
        !found && shown.is_err() && reason.as_ref().is_some_and(|reason| reason.contains(words))
    };
    let right = match hard.fate {
        Fate::Found => found && reason.is_none() && shown.as_ref().is_ok_and(|&html| html > 0),
        Fate::Named(words) => is_named(words),
        Fate::Locked(words) => is_named(words) || is_readable(&root.join(&hard.path)),
        Fate::Left => !found && reason.is_none(),
    };
    (!right).then(|| {
        format!(
            "{} ({:.80}): found {found}, named {reason:?}, shown {shown:?}; should be {:?}",
            hard.what, hard.path, hard.fate
        )
    })
}

fn is_readable(path: &Path) -> bool {
    if path.is_dir() { fs::read_dir(path).is_ok() } else { fs::read(path).is_ok() }
}

#[tokio::test]
async fn usable_files_are_indexed_and_the_rest_is_listed() {
    let place = HardPlace::new();
    let app = opened(&place.data(), &place.vault.root).await;
    let status = app.vaults.synced().await.unwrap();
    let named = status.failed.iter().map(|one| (one.path.clone(), one.reason.clone()));
    let mut named: BTreeMap<_, _> = named.collect();
    let mut all_wrong = Vec::new();
    for hard in &place.vault.made {
        let reason = named.remove(&hard.path);
        all_wrong.extend(wrong(&app, &place.vault.root, hard, reason).await);
    }
    all_wrong.extend(named.iter().map(|(path, reason)| format!("{path} is named: {reason}")));
    let of = place.vault.made.len();
    assert!(
        all_wrong.is_empty(),
        "{} of {of} are wrong:\n{}",
        all_wrong.len(),
        all_wrong.join("\n")
    );

    // A restart finds the same and reads nothing again.
    drop(app);
    let again = opened(&place.data(), &place.vault.root).await;
    let same = again.vaults.synced().await.unwrap();
    assert_eq!((same.indexed, same.chunks), (status.indexed, status.chunks));
    assert_eq!(same.failed, status.failed);
}

#[tokio::test]
async fn a_vault_may_lie_anywhere_and_hold_nothing() {
    let long = "folder ".repeat(30);
    for name in [
        "plain",
        "with blanks ",
        " #?%20&;'\"",
        "üñí 語 🏔️",
        "[[a|b]]",
        "-rf",
        "line\nbreak",
        &long,
    ] {
        let place = tempfile::tempdir().unwrap();
        let root = place.path().join(name);
        fs::create_dir(&root).unwrap();
        let app = opened(&place.path().join("data"), &root).await;
        let status = app.vaults.synced().await.unwrap();
        assert_eq!((status.indexed, status.failed.len()), (0, 0), "{name}");
        assert_eq!(app.reader.notes().await.unwrap().len(), 0);
        assert_eq!(found(&app, "salt", 5).await.unwrap(), []);
        assert_eq!(app.vaults.current().unwrap().name, name);

        fs::write(root.join("Only.md"), "# Only\n\nSalt, see [[Only]] and [[None]].").unwrap();
        drop(app);
        let app = opened(&place.path().join("data"), &root).await;
        assert_eq!(app.vaults.synced().await.unwrap().indexed, 1, "{name}");
        assert_eq!(found(&app, "salt", 5).await.unwrap().len(), 1, "{name}");
        assert!(
            app.reader
                .note(&crate::fixture::path("Only.md"), None)
                .await
                .unwrap()
                .html
                .contains("Only.md")
        );
        assert_eq!(app.vaults.recent().await.unwrap().first(), Some(&root.canonicalize().unwrap()));
    }
}

#[tokio::test]
async fn a_folder_that_cannot_be_a_vault_is_refused_with_a_reason() {
    let place = Place::with(&[("Salt.md", "# Salt")]);
    let app = place.app().await;
    for (path, words) in [
        (place.vault().join("Salt.md"), "it isn't a folder"),
        (place.vault().join("none"), "can't be opened as a vault"),
        ("".into(), "can't be opened as a vault"),
        ("\0".into(), "can't be opened as a vault"),
        ("/dev/null".into(), "it isn't a folder"),
        (place.vault().join("n".repeat(300)), "can't be opened as a vault"),
    ] {
        let error = app.vaults.open(&path).await.unwrap_err();
        assert_eq!(error.code, Code::NotAVault, "{path:?}");
        assert!(error.message.contains(words), "{path:?}: {}", error.message);
    }
}

/// Writes, moves, truncates and removes notes until `stop` is set.
fn churn(root: &Path, stop: &AtomicBool) -> io::Result<()> {
    let path = |number: usize| root.join(format!("churned {number}.md"));
    // The file may have been moved away meanwhile, on purpose.
    let if_there = |done: io::Result<()>| match done {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    };
    for round in 0.. {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let number = round * 7 % 100;
        fs::write(path(number), format!("# Round {round}\n\n{}", "words ".repeat(round % 5000)))?;
        if_there(fs::rename(path((number + 3) % 100), path((number + 50) % 100)))?;
        if_there(fs::remove_file(path((number + 11) % 100)))?;
        if_there(
            fs::OpenOptions::new()
                .write(true)
                .open(path((number + 5) % 100))
                .and_then(|file| file.set_len(u64::try_from(round % 4000).unwrap_or(0))),
        )?;
        let folder = root.join(format!("folder {}", round % 5));
        match fs::create_dir(&folder) {
            Ok(()) => fs::write(folder.join("inside.md"), "inside")?,
            Err(_) => fs::remove_dir_all(&folder)?,
        }
    }
    Ok(())
}

#[tokio::test]
async fn files_that_change_and_vanish_meanwhile_leave_a_true_index() {
    let place = Place::with(&[]);
    for number in 0..300 {
        place.write(
            &format!("still {number}.md"),
            &format!("# Still {number}\n\nwombat{number:03}"),
        );
    }
    let stop = Arc::new(AtomicBool::new(false));
    let churned = {
        let (root, stop) = (place.vault(), stop.clone());
        thread::spawn(move || churn(&root, &stop))
    };
    let app = opened(&place.data(), &place.vault()).await;
    app.vaults.synced().await.unwrap();
    // Unchanged notes are found while others change.
    for number in (0..300).step_by(20) {
        let hits = found(&app, &format!("wombat{number:03}"), 1).await.unwrap();
        assert_eq!(hits[0].path.as_str(), format!("still {number}.md"));
    }
    for note in app.reader.notes().await.unwrap() {
        match app.reader.note(&note.path, None).await {
            Ok(view) => assert_eq!(view.path, note.path),
            Err(error) => {
                assert!(matches!(error.code, Code::NotFound | Code::Unreadable), "{error:?}");
            }
        }
    }
    stop.store(true, Ordering::Relaxed);
    churned.join().unwrap().unwrap();
    drop(app);
    let app = opened(&place.data(), &place.vault()).await;
    let status = app.vaults.synced().await.unwrap();
    let vault = notes::Vault::open(&place.vault()).unwrap();
    let scan = vault.scan(&notes::ScanOptions::default()).unwrap();
    assert_eq!(status.failed, []);
    assert_eq!(status.indexed as usize, scan.notes.len());
    let mut files = fs::read_dir(place.data().join("index")).unwrap().map(|it| it.unwrap().path());
    let file = files.find(|file| file.extension().is_some_and(|ending| ending == "db")).unwrap();
    let index = index::Index::open(&file, vault.clone(), notes::ScanOptions::default()).unwrap();
    for entry in &scan.notes {
        let text = vault.read_note(&entry.path).unwrap().text;
        for chunk in index.chunks(&entry.path).unwrap() {
            assert_eq!(chunk.range.of(&text), Some(chunk.text.as_str()), "{}", entry.path);
        }
    }
}

#[tokio::test]
async fn a_hundred_thousand_notes() {
    const NOTES: usize = 100_000;
    let place = Place::with(&[]);
    for folder in 0..100 {
        let folder = place.vault().join(format!("folder {folder}"));
        fs::create_dir(&folder).unwrap();
        for note in 0..NOTES / 100 {
            fs::File::create(folder.join(format!("note {note}.md"))).unwrap();
        }
    }
    place.write("Salt.md", "# Salt\n\nTwo per cent, see [[note 7]] and [[Not there at all]].");
    let times = |what: &str, began: Instant| println!("{what}: {:?}", began.elapsed());

    let began = Instant::now();
    let app = opened(&place.data(), &place.vault()).await;
    times("opened", began);
    let began = Instant::now();
    assert_eq!(app.reader.notes().await.unwrap().len(), NOTES + 1);
    times("listed", began);
    let began = Instant::now();
    let status = app.vaults.synced().await.unwrap();
    times("indexed", began);
    assert_eq!((status.indexed as usize, status.failed.len()), (NOTES + 1, 0));
    let began = Instant::now();
    assert_eq!(found(&app, "cent", 5).await.unwrap()[0].path.as_str(), "Salt.md");
    times("searched", began);
    let began = Instant::now();
    let html = app.reader.note(&crate::fixture::path("Salt.md"), None).await.unwrap().html;
    times("rendered two links, one broken", began);
    assert!(html.contains("data-path=\"folder 0/note 7.md\""), "{html}");
    assert!(html.contains("broken"), "{html}");

    drop(app);
    let began = Instant::now();
    let app = opened(&place.data(), &place.vault()).await;
    times("opened again", began);
    let began = Instant::now();
    assert_eq!(app.vaults.synced().await.unwrap().indexed as usize, NOTES + 1);
    times("looked at again", began);
    let peak = fs::read_to_string("/proc/self/status").unwrap_or_default();
    println!("{}", peak.lines().find(|line| line.starts_with("VmHWM")).unwrap_or(""));
}
