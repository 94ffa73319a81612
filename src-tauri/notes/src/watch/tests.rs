use std::{collections::BTreeSet, fs, path::Path, time::Duration};

use super::{change::STORM, *};
use crate::NotePath;

/// More than any machine needs; a test waits for its result, never for this.
const PATIENCE: Duration = Duration::from_secs(60);

fn start(root: &Path, following: FollowMode) -> (Watch, Receiver<Change>) {
    let (send, receive) = channel();
    let vault = Vault::open(root).unwrap();
    let watch = Watch::start(&vault, &ScanOptions::default(), following, move |change| {
        let _ = send.send(change);
    });
    (watch.unwrap(), receive)
}

fn watched(root: &Path) -> (Watch, Receiver<Change>) {
    let (watch, receive) = start(root, FollowMode::Auto);
    assert_eq!(watch.way(), Way::Events);
    (watch, receive)
}

/// Waits for all of `expect`; returns the other reported paths, and the renames.
fn await_paths(receive: &Receiver<Change>, expect: &[&str]) -> (Vec<String>, Vec<Rename>) {
    let (mut seen, mut renames) = (Vec::new(), Vec::new());
    while !expect.iter().all(|path| seen.contains(&(*path).to_owned())) {
        match receive.recv_timeout(PATIENCE) {
            Ok(Change { places: Places::Paths(paths), renames: more }) => {
                seen.extend(paths.iter().map(NotePath::to_string));
                renames.extend(more);
            }
            other => panic!("waiting for {expect:?}, saw {seen:?}, then {other:?}"),
        }
    }
    seen.retain(|path| !expect.contains(&path.as_str()));
    (seen, renames)
}

fn await_everything(receive: &Receiver<Change>) -> Change {
    loop {
        let change = receive.recv_timeout(PATIENCE).expect("a change");
        if change.places == Places::Everything {
            return change;
        }
    }
}

fn rename(from: &str, to: &str) -> Rename {
    Rename { from: NotePath::new(from).unwrap(), to: NotePath::new(to).unwrap() }
}

#[test]
fn changes_are_reported_by_path_without_hidden_files() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir_all(dir.path().join("sub")).unwrap();
    fs::create_dir_all(dir.path().join(".obsidian")).unwrap();
    fs::write(dir.path().join("old.md"), "x").unwrap();
    let (_watch, receive) = watched(dir.path());
    fs::write(dir.path().join(".obsidian/workspace.json"), "{}").unwrap();
    fs::write(dir.path().join(".hidden.md"), "x").unwrap();
    fs::write(dir.path().join("sub/new.md"), "x").unwrap();
    assert_eq!(await_paths(&receive, &["sub/new.md"]), (vec![], vec![]));
    fs::write(dir.path().join("old.md"), "y").unwrap();
    // A file that is closed late is reported twice.
    let (others, renames) = await_paths(&receive, &["old.md"]);
    assert!(others.iter().all(|path| path == "sub/new.md"), "{others:?}");
    assert_eq!(renames, []);
    fs::rename(dir.path().join("old.md"), dir.path().join("sub/moved.md")).unwrap();
    let (_, renames) = await_paths(&receive, &["old.md", "sub/moved.md"]);
    assert_eq!(renames, [rename("old.md", "sub/moved.md")]);
    fs::remove_file(dir.path().join("sub/new.md")).unwrap();
    await_paths(&receive, &["sub/new.md"]);
}

#[test]
fn an_editor_that_writes_beside_and_renames_is_seen() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("n.md"), "x").unwrap();
    let (_watch, receive) = watched(dir.path());
    fs::write(dir.path().join(".n.md.swp"), "y").unwrap();
    fs::rename(dir.path().join(".n.md.swp"), dir.path().join("n.md")).unwrap();
    assert_eq!(await_paths(&receive, &["n.md"]), (vec![], vec![]));
}

#[test]
fn a_note_written_in_pieces_is_reported_after_the_last_one() {
    use std::io::Write;
    let dir = tempfile::tempdir().unwrap();
    let note = dir.path().join("n.md");
    let (_watch, receive) = watched(dir.path());
    for piece in ["one ", "two ", "three"] {
        let mut file = fs::File::options().create(true).append(true).open(&note).unwrap();
        file.write_all(piece.as_bytes()).unwrap();
        // The last piece is reported after it is there, whatever was reported before.
        drop(file);
    }
    let mut read = String::new();
    while read != "one two three" {
        await_paths(&receive, &["n.md"]);
        read = fs::read_to_string(&note).unwrap();
    }
}

#[test]
fn folders_are_everything_and_what_is_made_in_new_ones_is_seen() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path();
    fs::create_dir(root.join("sub")).unwrap();
    fs::write(root.join("sub/n.md"), "x").unwrap();
    let (_watch, receive) = watched(root);
    fs::rename(root.join("sub"), root.join("other")).unwrap();
    // The old name may be reported before the new one.
    let mut renames = Vec::new();
    while renames.is_empty() {
        renames = await_everything(&receive).renames;
    }
    assert_eq!(renames, [rename("sub", "other")]);
    fs::write(root.join("other/n.md"), "y").unwrap();
    await_paths(&receive, &["other/n.md"]);
    // Each note created in a reported folder is either found there or reported.
    for number in 0..20 {
        let folder = format!("{number}/a/b");
        fs::create_dir_all(root.join(&folder)).unwrap();
        await_everything(&receive);
        let note = format!("{folder}/n.md");
        fs::write(root.join(&note), "z").unwrap();
        let told = |change: Change| match change.places {
            Places::Everything => true,
            Places::Paths(paths) => paths.iter().any(|path| path.as_str() == note),
        };
        while !told(receive.recv_timeout(PATIENCE).expect("a change")) {}
    }
}

#[test]
fn very_many_changes_are_reported_together() {
    let dir = tempfile::tempdir().unwrap();
    let (_watch, receive) = watched(dir.path());
    for number in 0..=2 * STORM {
        fs::write(dir.path().join(format!("{number}.md")), "").unwrap();
    }
    // The changes may be cut anywhere; together they name all files or say so.
    let (mut seen, mut changes) = (BTreeSet::new(), 0);
    while seen.len() <= 2 * STORM {
        changes += 1;
        match receive.recv_timeout(PATIENCE).expect("a change").places {
            Places::Everything => break,
            Places::Paths(paths) => seen.extend(paths),
        }
    }
    assert!(changes < STORM, "{changes}");
}

#[test]
fn a_moved_vault_is_reported() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path().join("vault");
    fs::create_dir(&root).unwrap();
    let (_watch, receive) = watched(&root);
    fs::rename(&root, dir.path().join("aside")).unwrap();
    await_everything(&receive);
}

#[test]
fn listing_tells_the_same_and_rests_while_hidden() {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("a.md"), "x").unwrap();
    let (watch, receive) = start(dir.path(), FollowMode::Listing);
    assert_eq!(watch.way(), Way::Listing(Reason::Asked));
    await_everything(&receive);
    fs::write(dir.path().join("b.md"), "y").unwrap();
    await_paths(&receive, &["b.md"]);
    watch.set_hidden(true);
    fs::rename(dir.path().join("a.md"), dir.path().join("c.md")).unwrap();
    watch.set_hidden(false);
    await_paths(&receive, &["a.md", "c.md"]);
}

#[test]
fn a_watch_that_is_off_reports_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let (watch, receive) = start(dir.path(), FollowMode::Off);
    assert_eq!(watch.way(), Way::Off);
    fs::write(dir.path().join("a.md"), "x").unwrap();
    // The thread has ended, and with it the other end.
    assert!(receive.recv().is_err());
}

#[test]
fn limits_of_the_system_differ_from_other_refusals() {
    let limit = notify::Error::new(notify::ErrorKind::MaxFilesWatch);
    assert_eq!(reason(&limit), Reason::Limit);
    let instances = notify::Error::io(std::io::Error::from_raw_os_error(24));
    assert_eq!(reason(&instances), Reason::Limit);
    let other = notify::Error::path_not_found();
    assert!(matches!(reason(&other), Reason::Refused(_)));
}

#[cfg(unix)]
#[test]
fn a_vault_reached_by_a_link_is_watched() {
    let dir = tempfile::tempdir().unwrap();
    let other = tempfile::tempdir().unwrap();
    let link = other.path().join("link");
    std::os::unix::fs::symlink(dir.path(), &link).unwrap();
    let (_watch, receive) = watched(&link);
    fs::write(dir.path().join("n.md"), "x").unwrap();
    await_paths(&receive, &["n.md"]);
}

#[cfg(unix)]
#[test]
fn nothing_behind_a_link_is_watched() {
    let dir = tempfile::tempdir().unwrap();
    let (root, outside) = (dir.path().join("vault"), dir.path().join("outside"));
    for folder in [&root, &outside, &root.join(".hidden"), &root.join("sub")] {
        fs::create_dir(folder).unwrap();
    }
    for (to, from) in [("../outside", "out"), (".hidden", "shown"), ("sub", "twice")] {
        std::os::unix::fs::symlink(to, root.join(from)).unwrap();
    }
    let (_watch, receive) = watched(&root);
    for name in ["outside/a.md", "vault/.hidden/b.md", "vault/out/c.md", "vault/shown/d.md"] {
        fs::write(dir.path().join(name), "x").unwrap();
    }
    // Reported by the name that a scan lists, after events that must not be reported.
    fs::write(root.join("sub/n.md"), "x").unwrap();
    assert_eq!(await_paths(&receive, &["sub/n.md"]), (vec![], vec![]));
}

#[test]
fn changes_join_in_order() {
    let paths = |paths: &[&str], renames: Vec<Rename>| Change {
        places: Places::Paths(paths.iter().map(|path| NotePath::new(path).unwrap()).collect()),
        renames,
    };
    let first = paths(&["b.md", "c.md"], vec![rename("a.md", "b.md")]);
    let next = paths(&["a.md", "b.md"], vec![rename("b.md", "c.md")]);
    let renames = vec![rename("a.md", "b.md"), rename("b.md", "c.md")];
    let joined = paths(&["a.md", "b.md", "c.md"], renames.clone());
    assert_eq!(first.clone().then(next.clone()), joined);
    let all = Change { places: Places::Everything, renames };
    assert_eq!(first.then(Change { places: Places::Everything, ..next }), all);
}
