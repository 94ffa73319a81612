#[cfg(unix)]
mod guard;
mod looking;
mod reading;

use std::fs;

use super::*;

fn vault(files: &[(&str, &[u8])]) -> (tempfile::TempDir, Vault) {
    let dir = tempfile::tempdir().unwrap();
    for (path, bytes) in files {
        let full = dir.path().join(path);
        fs::create_dir_all(full.parent().unwrap()).unwrap();
        fs::write(full, bytes).unwrap();
    }
    let vault = Vault::open(dir.path()).unwrap();
    (dir, vault)
}

fn path(text: &str) -> NotePath {
    NotePath::new(text).unwrap()
}

fn names(entries: &[FileEntry]) -> Vec<&str> {
    entries.iter().map(|entry| entry.path.as_str()).collect()
}

fn scan(vault: &Vault, exclude: &[&str], gitignore: bool) -> Scan {
    let exclude = exclude.iter().map(|glob| (*glob).to_owned()).collect();
    vault.scan(&ScanOptions { exclude, gitignore }).unwrap()
}

#[test]
fn a_scan_lists_notes_and_files_and_leaves_hidden_ones_out() {
    let (_dir, vault) = vault(&[
        ("b.md", b"b"),
        ("a/Deep.MD", b"12345"),
        ("a/p.png", b""),
        (".obsidian/app.json", b"{}"),
        (".trash/old.md", b""),
        (".git/x.md", b""),
        ("a/.hidden.md", b""),
        ("folder.md/in.md", b""),
    ]);
    let scan = scan(&vault, &[], false);
    assert_eq!(names(&scan.notes), ["a/Deep.MD", "b.md", "folder.md/in.md"]);
    assert_eq!(scan.notes[0].bytes, 5);
    assert_eq!(names(&scan.files), ["a/p.png"]);
    assert_eq!(scan.excluded, [path(".trash/old.md"), path("a/.hidden.md")]);
    assert_eq!(scan.problems, []);
}

#[test]
fn exclusions() {
    let files: &[(&str, &[u8])] = &[
        ("Templates/t.md", b""),
        ("x/Templates/u.md", b""),
        ("x/draft-1.md", b""),
        ("x/y/draft-2.md", b""),
        ("keep.md", b""),
    ];
    let (_dir, vault) = vault(files);
    let check = |globs: &[&str], kept: &[&str]| {
        let scan = scan(&vault, globs, false);
        assert_eq!(names(&scan.notes), kept, "{globs:?}");
        assert_eq!(scan.notes.len() + scan.excluded.len(), files.len(), "{globs:?}");
    };
    let drafts = ["x/draft-1.md", "x/y/draft-2.md"];
    check(&["Templates"], &["keep.md", drafts[0], drafts[1]]);
    check(&["Templates/"], &["keep.md", drafts[0], drafts[1]]);
    check(&["/Templates"], &["keep.md", "x/Templates/u.md", drafts[0], drafts[1]]);
    check(&["x/**"], &["Templates/t.md", "keep.md"]);
    check(&["draft-*.md", " "], &["Templates/t.md", "keep.md", "x/Templates/u.md"]);
    check(&["x/draft-*"], &["Templates/t.md", "keep.md", "x/Templates/u.md", drafts[1]]);
    check(&["*.md"], &[]);

    let broken = scan(&vault, &["a[", "keep.md"], false);
    assert_eq!(broken.problems.len(), 1);
    assert_eq!(broken.problems[0].path, "a[");
    assert_eq!(broken.notes.len(), 4);
}

#[test]
fn gitignore_counts_only_when_asked() {
    let (_dir, vault) = vault(&[
        (".gitignore", b"/out\n*.tmp.md\n"),
        ("out/a.md", b""),
        ("sub/out/b.md", b""),
        ("sub/.gitignore", b"!x.tmp.md\nout/\n"),
        ("sub/x.tmp.md", b""),
        ("y.tmp.md", b""),
    ]);
    assert_eq!(scan(&vault, &[], false).notes.len(), 5 - 1);
    let scan = scan(&vault, &[], true);
    assert_eq!(names(&scan.notes), ["sub/x.tmp.md"]);
    assert_eq!(scan.excluded.len(), 3);
}

#[test]
fn reads_decode_and_flag() {
    let check = |bytes: &[u8], text: &str, encoding: Encoding| {
        let (_dir, vault) = vault(&[("n.md", bytes)]);
        let note = vault.read_note(&path("n.md")).unwrap();
        assert_eq!(note.text, text);
        assert_eq!(note.encoding, encoding, "{text:?}");
        assert_eq!(note.bytes, bytes.len() as u64);
        assert_eq!(note.hash, ContentHash::of(bytes));
    };
    check("ä\0b".as_bytes(), "ä\0b", Encoding::Utf8);
    check(b"", "", Encoding::Utf8);
    check(b"\xef\xbb\xbfx", "x", Encoding::Utf8Bom);
    check(b"\xff\xfea\0\xe4\0", "aä", Encoding::Utf16Le);
    check(b"\xfe\xff\0a\0\xe4\x01", "aä\u{fffd}", Encoding::Utf16Be);
    check(b"a\xffb\xe4", "a\u{fffd}b\u{fffd}", Encoding::Lossy);
    check(b"\xef\xbb\xbfa\xff", "a\u{fffd}", Encoding::Lossy);
}

// B50: what isn't a file of the vault is refused, with its reason.
#[test]
fn missing_large_and_foreign_things_are_refused() {
    let (_dir, vault) = vault(&[("n.md", b"12345"), ("d.md/x.md", b"")]);
    assert_eq!(vault.read(&path("n.md"), 5).unwrap(), b"12345");
    assert!(matches!(
        vault.read(&path("n.md"), 4),
        Err(Error::TooLarge { bytes: 5, limit: 4, .. })
    ));
    for gone in ["none.md", "none/n.md", "n.md/x"] {
        assert!(matches!(vault.read(&path(gone), 9), Err(Error::NotFound(_))), "{gone}");
        assert!(matches!(vault.entry(&path(gone)), Err(Error::NotFound(_))), "{gone}");
    }
    assert!(matches!(vault.read_note(&path("d.md")), Err(Error::Unreadable { .. })));
    assert!(matches!(vault.entry(&path("d.md")), Err(Error::Unreadable { .. })));
    for bad in [
        "../x.md",
        "/etc/passwd",
        "a/../../x",
        "C:\\x",
        "c:/x",
        "a\0b",
        "",
        "a//b",
        "./a",
        "\\\\h\\x",
    ] {
        assert!(matches!(NotePath::new(bad), Err(Error::OutsideVault { .. })), "{bad:?}");
    }
}

#[test]
fn a_folder_that_is_none_or_is_gone() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("f");
    fs::write(&file, "").unwrap();
    for bad in [file, dir.path().join("none")] {
        assert!(matches!(Vault::open(&bad), Err(Error::NotAVault { .. })), "{bad:?}");
    }
    let inner = dir.path().join("vault");
    fs::create_dir(&inner).unwrap();
    let vault = Vault::open(&inner).unwrap();
    assert_eq!(vault.name(), "vault");
    fs::remove_dir(&inner).unwrap();
    assert!(matches!(vault.scan(&ScanOptions::default()), Err(Error::NotAVault { .. })));
}

#[test]
fn a_note_that_is_too_large_is_a_problem() {
    let (dir, vault) = vault(&[("big.md", b""), ("n.md", b"")]);
    // A sparse file: the size without the bytes.
    let big = fs::File::options().write(true).open(dir.path().join("big.md")).unwrap();
    big.set_len(10 * 1024 * 1024 * 1024).unwrap();
    let scan = scan(&vault, &[], false);
    assert_eq!(names(&scan.notes), ["n.md"]);
    assert_eq!(scan.problems.len(), 1);
    assert!(scan.problems[0].reason.contains("too large"), "{:?}", scan.problems);
    assert!(matches!(vault.read_note(&path("big.md")), Err(Error::TooLarge { .. })));
}

#[cfg(unix)]
mod unix {
    use std::{
        ffi::OsStr,
        os::unix::{ffi::OsStrExt, fs::symlink},
        process::Command,
    };

    use super::*;

    // B50: a link out of the vault is refused and never followed.
    #[test]
    fn links_are_followed_only_inside() {
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("secret.md"), "secret").unwrap();
        let (dir, vault) = vault(&[("real/n.md", b"inside")]);
        let link = |from: &str, to: &Path| symlink(to, dir.path().join(from)).unwrap();
        link("out.md", &outside.path().join("secret.md"));
        link("out", outside.path());
        link("up.md", Path::new("../../../../etc/passwd"));
        link("in.md", Path::new("real/n.md"));
        link("real/back.md", Path::new("../real/n.md"));
        link("loop.md", Path::new("loop.md"));
        link("real/around", Path::new(".."));
        link("dead.md", Path::new("none.md"));

        let scan = scan(&vault, &[], false);
        assert_eq!(names(&scan.notes), ["in.md", "real/back.md", "real/n.md"]);
        let problems: Vec<_> = scan.problems.iter().map(|problem| problem.path.as_str()).collect();
        assert_eq!(problems, ["dead.md", "loop.md", "out", "out.md", "real/around", "up.md"]);
        assert_eq!(vault.read_note(&path("in.md")).unwrap().text, "inside");
        for bad in ["out.md", "out/secret.md", "up.md"] {
            for refused in
                [vault.read(&path(bad), 99).unwrap_err(), vault.entry(&path(bad)).unwrap_err()]
            {
                assert!(matches!(refused, Error::OutsideVault { .. }), "{bad}: {refused}");
            }
        }
        assert!(matches!(vault.read(&path("loop.md"), 9), Err(Error::Unreadable { .. })));
    }

    // B50: a pipe or a device is refused, and nothing waits for it.
    #[test]
    fn pipes_and_devices_are_never_opened() {
        let (dir, vault) = vault(&[("n.md", b"")]);
        let pipe = dir.path().join("pipe.md");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let _socket = std::os::unix::net::UnixListener::bind(dir.path().join("socket.md")).unwrap();
        let scan = scan(&vault, &[], false);
        assert_eq!(names(&scan.notes), ["n.md"]);
        assert_eq!(scan.problems.len(), 2);
        for bad in ["pipe.md", "socket.md"] {
            assert!(matches!(vault.read_note(&path(bad)), Err(Error::Unreadable { .. })), "{bad}");
            assert!(matches!(vault.entry(&path(bad)), Err(Error::Unreadable { .. })), "{bad}");
        }
    }

    #[test]
    fn names_that_are_no_paths_are_problems() {
        let (dir, vault) = vault(&[("n.md", b"")]);
        let bad = OsStr::from_bytes(b"bad-\xff.md");
        fs::write(dir.path().join(bad), "").unwrap();
        fs::write(format!("{}/\\lead.md", dir.path().display()), "").unwrap();
        fs::write(dir.path().join("new\nline “x” %41.md"), "").unwrap();
        let scan = scan(&vault, &[], false);
        assert_eq!(names(&scan.notes), ["n.md", "new\nline “x” %41.md"]);
        assert_eq!(scan.problems.len(), 2);
        assert!(scan.problems.iter().any(|problem| problem.reason.contains("UTF-8")));
    }

    #[test]
    fn a_vault_reached_by_a_link_has_its_real_root() {
        let (dir, _vault) = vault(&[("n.md", b"x")]);
        let other = tempfile::tempdir().unwrap();
        let link = other.path().join("link");
        symlink(dir.path(), &link).unwrap();
        let vault = Vault::open(&link).unwrap();
        assert_eq!(vault.root(), fs::canonicalize(dir.path()).unwrap());
        assert_eq!(vault.read_note(&path("n.md")).unwrap().text, "x");
    }
}
