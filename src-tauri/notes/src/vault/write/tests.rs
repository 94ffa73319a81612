#[cfg(unix)]
mod unix;

use std::{
    fs,
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering},
};

use super::*;
use crate::{
    ByteRange, FileChange,
    amend::{apply, rewrite},
};

/// A vault with one note, `n.md`.
struct Place {
    folder: tempfile::TempDir,
    vault: Vault,
}

impl Place {
    fn with(bytes: &[u8]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("n.md"), bytes).unwrap();
        let vault = Vault::open(folder.path()).unwrap();
        Self { folder, vault }
    }

    fn full(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.full(name)).unwrap()
    }

    /// The names of all files and folders, hidden ones too.
    fn names(&self) -> Vec<String> {
        names(self.folder.path())
    }

    fn plan(&self, name: &str, text: &str) -> FileChange {
        let base = ContentHash::of(self.bytes(name));
        self.vault.plan_edit(&path(name), base, |old| Ok(rewrite(old, text))).unwrap()
    }
}

fn names(folder: &std::path::Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn path(text: &str) -> NotePath {
    NotePath::new(text).unwrap()
}

fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(bytes).collect()
}

type Edit<'a> = &'a dyn Fn(&str) -> Result<String, language::Sentence>;

// B53: a change keeps the encoding, the mark and the line endings of its note.
#[test]
fn a_change_is_written_in_the_notes_own_encoding() {
    let check = |before: &[u8], edit: Edit<'_>, after: &[u8]| {
        let place = Place::with(before);
        let change = place.vault.plan_edit(&path("n.md"), ContentHash::of(before), edit).unwrap();
        assert_eq!(place.bytes("n.md"), before, "a plan writes nothing");
        place.vault.write(&change).unwrap();
        assert_eq!(place.bytes("n.md"), after);
        assert_eq!(change.before(), Some(before));
        assert_eq!(change.after(), after);
        assert_eq!(place.names(), ["n.md"]);
        // And back.
        let undo =
            place.vault.plan_bytes(&path("n.md"), ContentHash::of(after), before.to_vec()).unwrap();
        place.vault.write(&undo).unwrap();
        assert_eq!(place.bytes("n.md"), before);
    };
    let check_text = |before: &[u8], new: &str, after: &[u8]| {
        check(before, &|old| Ok(rewrite(old, new)), after);
    };
    check_text(b"a\n", "ä\n", "ä\n".as_bytes());
    check_text(b"", "a", b"a");
    check_text(b"a", "", b"");
    check_text(b"\xef\xbb\xbfa\r\nb\r\n", "a\nc\nb\n", b"\xef\xbb\xbfa\r\nc\r\nb\r\n");
    check_text(b"\xef\xbb\xbfa", "\u{feff}b", b"\xef\xbb\xbfb");
    for bytes in [u16::to_le_bytes, u16::to_be_bytes] {
        check_text(&utf16("a\r\n", bytes), "ä\u{1f35e}\n", &utf16("ä\u{1f35e}\r\n", bytes));
    }
    let matter = b"---\r\ntags:  [ a,b ] # kept\r\n---\r\n";
    check(
        &[matter.as_slice(), b"old\r\n"].concat(),
        &|old| {
            let body = ByteRange { start: matter.len(), end: old.len() };
            apply(old, &[(body, "new\n".to_owned())])
        },
        &[matter.as_slice(), b"new\r\n"].concat(),
    );
    check(
        b"one two three",
        &|old| apply(old, &[(ByteRange { start: 4, end: 7 }, "2".to_owned())]),
        b"one 2 three",
    );
}

// Writing used to wait forever if another program locked a vault's folder.
#[cfg(unix)]
#[test]
fn a_folder_that_another_program_keeps_locked_is_named_and_nothing_is_written() {
    let place = Place::with(b"old");
    let change = place.plan("n.md", "new");
    let theirs = fs::File::open(place.folder.path()).unwrap();
    theirs.lock().unwrap();
    let refused = place.vault.write(&change).unwrap_err();
    assert!(matches!(refused, Error::Unwritable { .. }), "{refused}");
    let folder = place.vault.root().display().to_string();
    let refused = refused.to_string();
    for part in ["n.md", &folder, "sync or backup program", "try again"] {
        assert!(refused.contains(part), "{part}: {refused}");
    }
    assert_eq!((place.bytes("n.md"), place.names()), (b"old".to_vec(), vec!["n.md".to_owned()]));
    // Once the lock is gone, the same change is written.
    theirs.unlock().unwrap();
    place.vault.write(&change).unwrap();
    assert_eq!(place.bytes("n.md"), b"new");
}

#[test]
fn an_edit_that_would_lose_bytes_is_refused() {
    let check = |bytes: &[u8], edit: Edit<'_>| {
        let place = Place::with(bytes);
        let refused =
            place.vault.plan_edit(&path("n.md"), ContentHash::of(bytes), edit).unwrap_err();
        assert!(matches!(refused, Error::BadEdit { .. }), "{refused}");
    };
    let text: Edit<'_> = &|old| Ok(rewrite(old, "x"));
    check(b"caf\xe9", text);
    check(b"\xef\xbb\xbfa\xff", text);
    check(b"\xff\xfea\0b", text);
    // Half of a surrogate pair.
    check(b"\xff\xfe\x3c\xd8", text);
    // A mark where none was would change the encoding.
    check(b"a", &|_| Ok("\u{feff}a".to_owned()));
}

#[test]
fn plans_that_are_refused() {
    let place = Place::with(b"old");
    let vault = &place.vault;
    let edit = |old: &str| Ok(rewrite(old, "new"));
    let base = ContentHash::of("old");
    fs::create_dir_all(place.full("folder.md")).unwrap();
    fs::create_dir_all(place.full(".obsidian")).unwrap();
    fs::write(place.full(".obsidian/x.md"), "old").unwrap();
    fs::write(place.full("data.txt"), "old").unwrap();
    let plan = |name: &str| vault.plan_edit(&path(name), base, edit).unwrap_err();
    assert!(matches!(plan("none.md"), Error::NotFound(_)));
    assert!(matches!(plan("folder.md"), Error::Unreadable { .. }));
    assert!(matches!(plan(".obsidian/x.md"), Error::Hidden(_)));
    assert!(matches!(plan("data.txt"), Error::BadEdit { .. }));
    let other = ContentHash::of("other");
    let refused = vault.plan_edit(&path("n.md"), other, edit).unwrap_err();
    assert!(matches!(refused, Error::Changed(_)));
    assert!(refused.to_string().contains("n.md"), "{refused}");
    let long = |_: &str| Ok("x".repeat(Vault::MAX_NOTE_BYTES as usize + 1));
    let refused = vault.plan_edit(&path("n.md"), base, long).unwrap_err();
    assert!(matches!(refused, Error::TooLarge { .. }));
    for name in ["new.txt", "CON.md", "a:b.md", "a\\b.md", "new", " x.md"] {
        let refused = vault.plan_note(&path(name), "").unwrap_err();
        assert!(matches!(refused, Error::BadName { .. }), "{name}: {refused}");
    }
    for name in [".hidden.md", ".Git/a.md", "a/.OBSIDIAN/b.md"] {
        let refused = vault.plan_note(&path(name), "").unwrap_err();
        assert!(matches!(refused, Error::Hidden(_)), "{name}: {refused}");
    }
}

#[test]
fn a_write_that_changes_nothing_leaves_the_file_alone() {
    let place = Place::with(b"same");
    let before = fs::metadata(place.full("n.md")).unwrap().modified().unwrap();
    place.vault.write(&place.plan("n.md", "same")).unwrap();
    assert_eq!(fs::metadata(place.full("n.md")).unwrap().modified().unwrap(), before);
}

/// Another program's action on `n.md` at some step, and the files afterwards.
type Deed = (&'static str, fn(&Place), &'static [(&'static str, &'static str)]);

// B53: another program's text that is written in the meantime stays.
#[test]
fn text_written_meanwhile_by_another_program_stays() {
    let deeds: &[Deed] = &[
        (
            "in place",
            |place| fs::write(place.full("n.md"), "theirs").unwrap(),
            &[("n.md", "theirs")],
        ),
        (
            "by a rename",
            |place| {
                fs::write(place.full("t"), "theirs").unwrap();
                fs::rename(place.full("t"), place.full("n.md")).unwrap();
            },
            &[("n.md", "theirs")],
        ),
        ("removed", |place| fs::remove_file(place.full("n.md")).unwrap(), &[]),
        (
            "moved",
            |place| fs::rename(place.full("n.md"), place.full("m.md")).unwrap(),
            &[("m.md", "old")],
        ),
    ];
    for step in [Step::Filled, Step::Checked] {
        for (what, deed, expect) in deeds {
            let place = Place::with(b"old");
            let change = place.plan("n.md", "new");
            let result = place.vault.write_watched(&change, &mut |at| {
                if at == step {
                    deed(&place);
                }
            });
            assert!(matches!(result, Err(Error::Changed(_))), "{what} at {step:?}: {result:?}");
            let found: Vec<_> =
                place.names().iter().map(|name| (name.clone(), place.bytes(name))).collect();
            let expect: Vec<_> = expect
                .iter()
                .map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec()))
                .collect();
            assert_eq!(found, expect, "{what} at {step:?}");
        }
    }
}

#[cfg(any(target_os = "linux", target_vendor = "apple"))]
#[test]
fn two_texts_of_other_programs_both_stand() {
    let place = Place::with(b"old");
    let change = place.plan("n.md", "ours");
    let result = place.vault.write_watched(&change, &mut |at| match at {
        Step::Filled => {}
        Step::Checked => fs::write(place.full("n.md"), "theirs").unwrap(),
        Step::Swapped => fs::write(place.full("n.md"), "ours and theirs").unwrap(),
    });
    assert!(matches!(result, Err(Error::Changed(_))));
    assert_eq!(place.names(), ["n (other version).md", "n.md"]);
    assert_eq!(place.bytes("n.md"), b"theirs");
    assert_eq!(place.bytes("n (other version).md"), b"ours and theirs");
}

#[test]
fn of_many_writers_one_wins() {
    let place = Place::with(b"old");
    let texts: Vec<_> = (0..8).map(|n| format!("text {n}")).collect();
    let plans: Vec<_> = texts.iter().map(|text| place.plan("n.md", text)).collect();
    let won: Vec<_> = std::thread::scope(|scope| {
        let writers: Vec<_> =
            plans.iter().map(|plan| scope.spawn(|| place.vault.write(plan))).collect();
        writers.into_iter().map(|writer| writer.join().unwrap()).collect()
    });
    let winners: Vec<_> = (0..8).filter(|n| won[*n].is_ok()).collect();
    assert_eq!(winners.len(), 1, "{won:?}");
    assert_eq!(place.bytes("n.md"), texts[winners[0]].as_bytes());
    let lost = |won: &&Result<_>| !matches!(won, Ok(None) | Err(Error::Changed(_)));
    assert_eq!(won.iter().filter(lost).count(), 0, "{won:?}");
    assert_eq!(place.names(), ["n.md"]);
}

#[test]
fn a_note_is_read_while_it_is_written() {
    let place = Place::with(b"text");
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut reads = 0;
            while !done.load(Ordering::Relaxed) {
                let note = place.vault.read_note(&path("n.md")).unwrap();
                assert!(note.text.starts_with("text"), "{}", note.text);
                reads += 1;
            }
            reads
        });
        for n in 0..200 {
            place.vault.write(&place.plan("n.md", &format!("text {n}"))).unwrap();
            // Other programs replace a file without a swap.
            fs::write(place.full(".new"), format!("text of another {n}")).unwrap();
            fs::rename(place.full(".new"), place.full("n.md")).unwrap();
        }
        done.store(true, Ordering::Relaxed);
        assert!(reader.join().unwrap() > 0);
    });
}

#[test]
fn a_new_note_is_made_with_its_folders() {
    let place = Place::with(b"");
    let make = |name: &str, text: &str| {
        place.vault.write(&place.vault.plan_note(&path(name), text).unwrap())
    };
    make("a/b/c.md", "\u{feff}made").unwrap();
    assert_eq!(place.bytes("a/b/c.md"), b"made");
    make("a/d.md", "").unwrap();
    assert_eq!(names(&place.full("a")), ["b", "d.md"]);
    make("Straße.md", "").unwrap();
    make("caf\u{e9}.md", "").unwrap();
    fs::create_dir(place.full("folder.md")).unwrap();
    for there in [
        "n.md",
        "N.md",
        "a/b/C.MD",
        "a/D.md",
        "strasse.md",
        "cafe\u{301}.md",
        "folder.md",
        "Folder.md",
    ] {
        let refused = make(there, "other").unwrap_err();
        assert!(matches!(refused, Error::Exists(_)), "{there}: {refused}");
    }
    assert_eq!(place.bytes("n.md"), b"");
    assert_eq!(place.names(), ["Straße.md", "a", "caf\u{e9}.md", "folder.md", "n.md"]);
    // A file isn't a folder, and nothing is left of the attempt.
    let refused = make("n.md/x/y.md", "").unwrap_err();
    assert!(matches!(refused, Error::NotFound(_)), "{refused}");
}

#[test]
fn a_note_created_meanwhile_by_another_program_stays() {
    let place = Place::with(b"");
    let change = place.vault.plan_note(&path("new/m.md"), "ours").unwrap();
    let result = place.vault.write_watched(&change, &mut |_| {
        fs::write(place.full("new/m.md"), "theirs").unwrap();
    });
    assert!(matches!(result, Err(Error::Exists(_))), "{result:?}");
    assert_eq!(place.bytes("new/m.md"), b"theirs");
    assert_eq!(names(&place.full("new")), ["m.md"]);
}

#[test]
fn a_note_goes_to_the_trash() {
    let place = Place::with(b"one");
    let trash = |text: &str| place.vault.trash(&path("n.md"), ContentHash::of(text));
    assert!(matches!(trash("other"), Err(Error::Changed(_))));
    assert_eq!(place.names(), ["n.md"]);
    assert_eq!(trash("one").unwrap().as_str(), ".trash/n.md");
    fs::write(place.full("n.md"), "two").unwrap();
    assert_eq!(trash("two").unwrap().as_str(), ".trash/n 1.md");
    assert!(matches!(trash("two"), Err(Error::NotFound(_))));
    assert_eq!(place.names(), [".trash"]);
    assert_eq!(names(&place.full(".trash")), ["n 1.md", "n.md"]);
    fs::create_dir(place.full("a")).unwrap();
    fs::write(place.full("a/n.md"), "three").unwrap();
    let trashed = place.vault.trash(&path("a/n.md"), ContentHash::of("three")).unwrap();
    assert_eq!(trashed.as_str(), ".trash/a/n.md");
    assert_eq!(place.bytes(".trash/a/n.md"), b"three");
}

#[test]
fn leftovers_of_a_crash_are_removed() {
    let place = Place::with(b"old");
    let short = |text: &str| ContentHash::of(text).to_string()[..16].to_owned();
    let swap = |n: u32, text: &str| {
        let (before, after) = (short("old"), short("new"));
        fs::write(place.full(&format!(".marginalia-{n:016x}-{before}-{after}.swap")), text)
            .unwrap();
    };
    fs::write(place.full(".marginalia-0000000000000001.part"), "ne").unwrap();
    swap(2, "new");
    swap(3, "old");
    // Another program's text, swapped out of the note.
    swap(4, "theirs");
    fs::write(place.full(".marginalia-notes.md"), "a user's own").unwrap();
    fs::write(place.full(".other.swap"), "").unwrap();
    let scan = place.vault.scan(&crate::ScanOptions::default()).unwrap();
    let listed: Vec<_> = scan.notes.iter().chain(&scan.files).map(|e| e.path.as_str()).collect();
    assert_eq!(listed, ["n.md"]);

    // An active writer isn't disturbed.
    let (dir, _) = place.vault.find(&path("n.md")).unwrap();
    let (beside, _locked) = SiblingFile::new(&dir, true).unwrap();
    let at_work = beside.name().to_owned();

    place.vault.sweep(&path("n.md")).unwrap();
    let mut expect =
        [".marginalia-notes.md", ".other.swap", &at_work, "n (other version).md", "n.md"];
    expect.sort();
    assert_eq!(place.names(), expect);
    assert_eq!(place.bytes("n (other version).md"), b"theirs");
    assert_eq!(place.bytes("n.md"), b"old");
    // The note was never created, or its folder is gone.
    place.vault.sweep(&path("m.md")).unwrap();
    place.vault.sweep(&path("none/m.md")).unwrap();
}

#[cfg(unix)]
#[test]
fn a_leftover_that_cannot_be_read_does_not_keep_the_others() {
    let place = Place::with(b"old");
    // A folder lists its files in any order.
    for n in 0..40 {
        let part = place.full(&format!(".marginalia-{n:016x}.part"));
        match n % 2 {
            0 => std::os::unix::fs::symlink("nowhere", part).unwrap(),
            _ => fs::write(part, "ne").unwrap(),
        }
    }
    place.vault.sweep(&path("n.md")).unwrap_err();
    assert_eq!(place.names().len(), 1 + 20);
}

#[test]
fn a_note_gets_another_path_and_comes_out_of_the_trash() {
    let place = Place::with(b"one");
    fs::create_dir(place.full("a")).unwrap();
    fs::write(place.full("a/m.md"), "two").unwrap();
    let hash = |text: &str| ContentHash::of(text);
    let rename = |from: &str, text: &str, to: &str| {
        place.vault.move_note(&path(from), hash(text), &path(to))
    };
    assert!(matches!(rename("n.md", "other", "o.md"), Err(Error::Changed(_))));
    assert!(matches!(rename("n.md", "one", "a/M.md"), Err(Error::Exists(_))));
    assert!(matches!(rename("n.md", "one", "o.txt"), Err(Error::BadName { .. })));
    assert!(matches!(rename("n.md", "one", ".o.md"), Err(Error::Hidden(_))));
    assert_eq!(place.names(), ["a", "n.md"]);
    rename("n.md", "one", "b/c/N.md").unwrap();
    rename("b/c/N.md", "one", "b/c/n.md").unwrap();
    assert_eq!(names(&place.full("b/c")), ["n.md"]);
    let trashed = place.vault.trash(&path("b/c/n.md"), hash("one")).unwrap();
    assert_eq!(place.vault.trashed(&path("b/c/n.md"), hash("one")), Some(trashed.clone()));
    assert_eq!(place.vault.trashed(&path("b/c/n.md"), hash("two")), None);
    let restore = |to: &str| place.vault.move_note(&trashed, hash("one"), &path(to));
    assert!(matches!(restore("a/m.md"), Err(Error::Exists(_))));
    restore("n.md").unwrap();
    assert!(matches!(restore("o.md"), Err(Error::NotFound(_))));
    // No other hidden folder is the trash.
    fs::create_dir(place.full(".trashy")).unwrap();
    fs::write(place.full(".trashy/m.md"), "two").unwrap();
    assert!(matches!(rename(".trashy/m.md", "two", "o.md"), Err(Error::Hidden(_))));
    assert_eq!(place.bytes("n.md"), b"one");
}
