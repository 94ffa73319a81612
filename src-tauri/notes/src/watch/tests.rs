use std::{
    fs,
    sync::mpsc::{Receiver, channel},
};

use super::*;

/// Longer than any machine needs; a test waits for what it expects, never for this.
const PATIENCE: Duration = Duration::from_secs(20);

fn start(root: &Path) -> (Watch, Receiver<Change>) {
    let (send, receive) = channel();
    let vault = Vault::open(root).unwrap();
    let watch = Watch::start(&vault, move |change| {
        let _ = send.send(change);
    });
    (watch.unwrap(), receive)
}

/// Waits until all of `expect` were reported, and returns what else was.
fn await_paths(receive: &Receiver<Change>, expect: &[&str]) -> Vec<String> {
    let mut seen = Vec::new();
    while !expect.iter().all(|path| seen.contains(&(*path).to_owned())) {
        match receive.recv_timeout(PATIENCE) {
            Ok(Change::Paths(paths)) => seen.extend(paths.iter().map(NotePath::to_string)),
            other => panic!("waiting for {expect:?}, saw {seen:?}, then {other:?}"),
        }
    }
    seen.retain(|path| !expect.contains(&path.as_str()));
    seen
}

fn await_everything(receive: &Receiver<Change>) {
    while receive.recv_timeout(PATIENCE).expect("a change") != Change::Everything {}
}

#[test]
fn changes_are_told_by_path_and_hidden_ones_are_not() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir_all(dir.path().join("sub")).unwrap();
    fs::create_dir_all(dir.path().join(".obsidian")).unwrap();
    fs::write(dir.path().join("old.md"), "x").unwrap();
    let (_watch, receive) = start(dir.path());
    fs::write(dir.path().join(".obsidian/workspace.json"), "{}").unwrap();
    fs::write(dir.path().join(".hidden.md"), "x").unwrap();
    fs::write(dir.path().join("sub/new.md"), "x").unwrap();
    assert_eq!(await_paths(&receive, &["sub/new.md"]), Vec::<String>::new());
    fs::write(dir.path().join("old.md"), "y").unwrap();
    assert_eq!(await_paths(&receive, &["old.md"]), Vec::<String>::new());
    fs::rename(dir.path().join("old.md"), dir.path().join("sub/moved.md")).unwrap();
    await_paths(&receive, &["old.md", "sub/moved.md"]);
    fs::remove_file(dir.path().join("sub/new.md")).unwrap();
    await_paths(&receive, &["sub/new.md"]);
}

#[test]
fn an_editor_that_writes_beside_and_renames_is_seen() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("n.md"), "x").unwrap();
    let (_watch, receive) = start(dir.path());
    fs::write(dir.path().join(".n.md.swp"), "y").unwrap();
    fs::rename(dir.path().join(".n.md.swp"), dir.path().join("n.md")).unwrap();
    assert_eq!(await_paths(&receive, &["n.md"]), Vec::<String>::new());
}

#[test]
fn storms_and_folders_are_everything() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir(dir.path().join("sub")).unwrap();
    let (_watch, receive) = start(dir.path());
    fs::rename(dir.path().join("sub"), dir.path().join("other")).unwrap();
    await_everything(&receive);

    let storm = tempfile::tempdir().unwrap();
    let (_watch, receive) = start(storm.path());
    for number in 0..=STORM {
        fs::write(storm.path().join(format!("{number}.md")), "").unwrap();
    }
    // The batches may be cut anywhere; together they name all files or say so.
    let mut seen = BTreeSet::new();
    while seen.len() <= STORM {
        match receive.recv_timeout(PATIENCE).expect("a change") {
            Change::Everything => break,
            Change::Paths(paths) => seen.extend(paths),
        }
    }
}

#[test]
fn batches_become_changes() {
    let root = Path::new("/vault");
    let event = |kind: EventKind, path: &str| {
        let event = notify::Event::new(kind).add_path(root.join(path));
        DebouncedEvent::new(event, std::time::Instant::now())
    };
    let made = EventKind::Create(CreateKind::File);
    let many: Vec<_> = (0..=STORM).map(|number| event(made, &format!("{number}.md"))).collect();
    assert_eq!(change_of(root, &many), Some(Change::Everything));
    let fewer = change_of(root, &many[1..]);
    assert!(matches!(fewer, Some(Change::Paths(paths)) if paths.len() == STORM));

    let lost = notify::Event::new(EventKind::Other).set_flag(notify::event::Flag::Rescan);
    let lost = DebouncedEvent::new(lost, std::time::Instant::now());
    assert_eq!(change_of(root, &[lost]), Some(Change::Everything));
    let folder = event(EventKind::Remove(RemoveKind::Folder), "a/b");
    assert_eq!(change_of(root, &[folder]), Some(Change::Everything));
    for quiet in ["", ".obsidian/x", "a/.b/c.md", "../other.md"] {
        assert_eq!(change_of(root, &[event(made, quiet)]), None, "{quiet}");
    }
    let read = EventKind::Access(notify::event::AccessKind::Any);
    assert_eq!(change_of(root, &[event(read, "a.md")]), None);
}

#[cfg(unix)]
#[test]
fn a_vault_reached_by_a_link_is_watched() {
    let dir = tempfile::tempdir().unwrap();
    let other = tempfile::tempdir().unwrap();
    let link = other.path().join("link");
    std::os::unix::fs::symlink(dir.path(), &link).unwrap();
    let (_watch, receive) = start(&link);
    fs::write(dir.path().join("n.md"), "x").unwrap();
    await_paths(&receive, &["n.md"]);
}
