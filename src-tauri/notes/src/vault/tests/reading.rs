//! Files that change, vanish or are odd while they are read.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{path, *};

#[test]
fn a_file_that_changes_while_it_is_read_is_read_again() {
    let check = |changed: &[u8]| {
        let (dir, vault) = vault(&[("n.md", b"first")]);
        let mut looks = 0;
        let (bytes, metadata) = vault
            .read_watched(&path("n.md"), 99, &mut || {
                looks += 1;
                if looks == 1 {
                    fs::write(dir.path().join("n.md"), changed).unwrap();
                }
            })
            .unwrap();
        assert_eq!((bytes.as_slice(), looks), (changed, 2));
        assert_eq!(metadata.len(), changed.len() as u64);
    };
    check(b"first and more");
    check(b"1");
    check(b"");
    check(b"other");
}

#[test]
fn a_file_that_never_rests_is_given_up() {
    let (dir, vault) = vault(&[("log.md", b"")]);
    let mut text = String::new();
    let refused = vault
        .read_watched(&path("log.md"), 1 << 20, &mut || {
            text.push_str("a line\n");
            fs::write(dir.path().join("log.md"), &text).unwrap();
        })
        .unwrap_err();
    assert!(refused.to_string().contains("keeps changing"), "{refused}");
    assert!(matches!(refused, Error::Unreadable { .. }));
}

#[test]
fn a_file_that_outgrows_the_limit_is_refused() {
    let (dir, vault) = vault(&[("n.md", b"1234")]);
    let refused = vault.read_watched(&path("n.md"), 4, &mut || {
        fs::write(dir.path().join("n.md"), "12345").unwrap();
    });
    assert!(matches!(refused, Err(Error::TooLarge { bytes: 5, limit: 4, .. })), "{refused:?}");
}

#[test]
fn a_file_that_is_removed_while_it_is_read_is_read_or_gone() {
    let (dir, vault) = vault(&[("n.md", b"here")]);
    let read = vault.read_watched(&path("n.md"), 99, &mut || {
        fs::remove_file(dir.path().join("n.md")).unwrap();
    });
    assert_eq!(read.unwrap().0, b"here");
    assert!(matches!(vault.read_note(&path("n.md")), Err(Error::NotFound(_))));
}

#[test]
fn a_note_that_is_replaced_all_the_while_is_read_whole() {
    let (dir, vault) = vault(&[("n.md", b"")]);
    let (new, old) = (dir.path().join("new"), dir.path().join("n.md"));
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            for n in (b'a'..=b'z').cycle() {
                fs::write(&new, vec![n; 64 * 1024]).unwrap();
                fs::rename(&new, &old).unwrap();
                fs::remove_file(&old).unwrap();
                if done.load(Ordering::Relaxed) {
                    break;
                }
            }
        });
        let mut whole = 0;
        while whole < 100 {
            match vault.read(&path("n.md"), 1 << 20) {
                Ok(bytes) if bytes.is_empty() => {}
                Ok(bytes) => {
                    assert_eq!(bytes.len(), 64 * 1024);
                    assert!(bytes.iter().all(|byte| *byte == bytes[0]));
                    whole += 1;
                }
                Err(error) => assert!(matches!(error, Error::NotFound(_)), "{error}"),
            }
            scan(&vault, &[], false);
        }
        done.store(true, Ordering::Relaxed);
    });
}

#[test]
fn odd_names_are_read_by_the_name_that_the_disk_has() {
    let long = format!("{}.md", "x".repeat(252));
    let names = [
        "cafe\u{301}.md",
        "한글.md",
        "\u{1112}\u{1161}\u{11ab}.md",
        " both ends .md",
        "[[a|b]] #c ^d.md",
        &long,
    ];
    let files: Vec<_> = names.iter().map(|name| (*name, name.as_bytes())).collect();
    let (dir, vault) = vault(&files);
    let scan = scan(&vault, &[], false);
    assert_eq!(scan.problems, []);
    assert_eq!(scan.notes.len(), names.len());
    for entry in &scan.notes {
        assert_eq!(vault.read_note(&entry.path).unwrap().text, entry.path.as_str());
    }
    // A change keeps the name, too, however long it is.
    for name in names {
        let base = ContentHash::of(name);
        vault.write(&vault.plan_bytes(&path(name), base, b"new".to_vec()).unwrap()).unwrap();
    }
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), names.len());
}

// B50: a file that is too large is named with its size and never read.
#[cfg(target_os = "linux")]
#[test]
fn a_note_of_200_mb_is_never_in_memory() {
    let (dir, vault) = vault(&[("big.md", b""), ("n.md", b"")]);
    let big = fs::File::options().write(true).open(dir.path().join("big.md")).unwrap();
    big.set_len(200 << 20).unwrap();
    let most = || -> u64 {
        let status = fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    };
    let before = most();
    let scan = scan(&vault, &[], false);
    assert_eq!(names(&scan.notes), ["n.md"]);
    let problem = &scan.problems[0];
    assert_eq!(problem.path, "big.md");
    assert!(problem.reason.contains("too large for a note: 200 MB"), "{problem:?}");
    let base = ContentHash::of("");
    assert!(matches!(vault.read_note(&path("big.md")), Err(Error::TooLarge { .. })));
    assert!(vault.plan_bytes(&path("big.md"), base, Vec::new()).is_err());
    assert!(vault.plan_edit(&path("big.md"), base, |_| Ok(String::new())).is_err());
    assert!(most() - before < 100 << 10, "{} kB more than before", most() - before);
}
