use std::fs;

use super::*;

fn poll(root: &std::path::Path) -> Poll {
    Poll::new(Vault::open(root).unwrap(), ScanOptions::default())
}

fn write(root: &std::path::Path, name: &str, text: &str, seconds: u64) {
    let path = root.join(name);
    fs::write(&path, text).unwrap();
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
    fs::File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
}

fn paths(change: Option<Change>) -> Vec<String> {
    match change.map(|change| change.places) {
        None => Vec::new(),
        Some(Places::Everything) => vec!["everything".to_owned()],
        Some(Places::Paths(paths)) => paths.iter().map(NotePath::to_string).collect(),
    }
}

#[test]
fn a_listing_is_compared_with_the_last() {
    let dir = tempfile::tempdir().unwrap();
    let root = dir.path();
    write(root, "a.md", "a", 1_000);
    write(root, "b.md", "b", 1_000);
    write(root, "c.png", "c", 1_000);
    let mut poll = poll(root);
    assert_eq!(paths(poll.look()), ["everything"]);
    assert_eq!(paths(poll.look()), [""; 0]);
    write(root, "a.md", "other", 1_000);
    write(root, "c.png", "d", 1_001);
    assert_eq!(paths(poll.look()), ["a.md", "c.png"]);
    fs::rename(root.join("b.md"), root.join("d.md")).unwrap();
    write(root, ".hidden.md", "h", 1_000);
    assert_eq!(paths(poll.look()), ["b.md", "d.md"]);
    fs::remove_file(root.join("d.md")).unwrap();
    assert_eq!(paths(poll.look()), ["d.md"]);
    assert_eq!(paths(poll.look()), [""; 0]);
    for number in 0..=STORM {
        write(root, &format!("{number}.md"), "", 1_000);
    }
    assert_eq!(paths(poll.look()), ["everything"]);
    assert_eq!(paths(poll.look()), [""; 0]);
}

#[test]
fn a_file_changed_twice_in_a_second_is_reported_twice() {
    let dir = tempfile::tempdir().unwrap();
    let mut poll = poll(dir.path());
    poll.look();
    // A time to come counts as fresh for as long as the test takes.
    let fresh = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs() + 600;
    write(dir.path(), "a.md", "one", fresh);
    assert_eq!(paths(poll.look()), ["a.md"]);
    // The same size, the same second.
    write(dir.path(), "a.md", "two", fresh);
    assert_eq!(paths(poll.look()), ["a.md"]);
}

#[test]
fn a_folder_that_goes_and_comes_back_is_everything_each_time() {
    let dir = tempfile::tempdir().unwrap();
    let (root, aside) = (dir.path().join("vault"), dir.path().join("aside"));
    fs::create_dir(&root).unwrap();
    write(&root, "a.md", "a", 1_000);
    let mut poll = poll(&root);
    poll.look();
    fs::rename(&root, &aside).unwrap();
    assert_eq!(paths(poll.look()), ["everything"]);
    assert_eq!(paths(poll.look()), [""; 0]);
    fs::rename(&aside, &root).unwrap();
    assert_eq!(paths(poll.look()), ["everything"]);
    assert_eq!(paths(poll.look()), [""; 0]);
}

#[test]
fn the_rest_follows_the_time_that_a_listing_takes() {
    let dir = tempfile::tempdir().unwrap();
    let mut poll = poll(dir.path());
    for (took, rest) in [(0, 2_000), (100, 2_000), (500, 10_000), (9_000, 60_000)] {
        poll.took = Duration::from_millis(took);
        assert_eq!(poll.rest(), Duration::from_millis(rest), "{took}");
    }
}
