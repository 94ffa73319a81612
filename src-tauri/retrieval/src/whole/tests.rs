use std::{fs, fs::File, path::Path};

use super::*;

fn write(file: &Path, text: &str, age: Duration) {
    fs::write(file, text).unwrap();
    File::options().write(true).open(file).unwrap().set_modified(SystemTime::now() - age).unwrap();
}

#[test]
fn a_note_is_read_again_only_when_it_changed() {
    let folder = tempfile::tempdir().unwrap();
    let (file, path) = (folder.path().join("a.md"), NotePath::new("a.md").unwrap());
    let vault = Vault::open(folder.path()).unwrap();
    let notes = WholeNotes::default();
    let text = |note: &WholeNote| note.passages[0].0.text.trim().to_owned();
    let hour = Duration::from_secs(3_600);

    write(&file, "One.\n", hour);
    let first = notes.note(&vault, &path).unwrap();
    assert_eq!(text(&first), "One.");
    assert!(Arc::ptr_eq(&first, &notes.note(&vault, &path).unwrap()));
    write(&file, "Two.\n", hour * 2);
    assert_eq!(text(&notes.note(&vault, &path).unwrap()), "Two.");

    // A file written just now may change within the same timestamp.
    write(&file, "New.\n", Duration::ZERO);
    let fresh = notes.note(&vault, &path).unwrap();
    assert_eq!(text(&fresh), "New.");
    assert!(!Arc::ptr_eq(&fresh, &notes.note(&vault, &path).unwrap()));

    fs::remove_file(&file).unwrap();
    assert!(notes.note(&vault, &path).is_err());
}

#[test]
fn no_more_is_kept_than_there_is_room_for() {
    let notes = WholeNotes::default();
    let note = || {
        Arc::new(WholeNote {
            hash: ContentHash::of(""),
            about: None,
            passages: vec![],
            properties: None,
        })
    };
    for name in ["a.md", "b.md", "b.md", "c.md", "c.md"] {
        let path = NotePath::new(name).unwrap();
        let entry = FileEntry { path, bytes: KEPT / 2, modified: SystemTime::UNIX_EPOCH };
        notes.keep(entry, note());
    }
    let kept = notes.kept.lock();
    assert_eq!((kept.notes.len(), kept.bytes), (1, KEPT / 2));
}
