//! Checks of some paths without listing a folder.

use super::*;

const FILES: &[(&str, &[u8])] = &[
    ("b.md", b"b"),
    ("a/Deep.MD", b"12345"),
    ("a/p.png", b""),
    ("a/b/c/d.md", b"d"),
    (".obsidian/app.json", b"{}"),
    (".trash/old.md", b""),
    (".git/x.md", b""),
    ("a/.hidden.md", b""),
    ("Templates/t.md", b""),
    ("a/ignored.md", b""),
    (".gitignore", b"ignored.md\n"),
];

const MISSING: &[&str] = &["gone.md", "a/gone.md", "b.md/in.md", "no/folder/x.md", "B.md"];

/// The part of a scan about `paths`.
fn of(scan: &Scan, paths: &[NotePath]) -> Scan {
    let entries = |all: &[FileEntry]| {
        all.iter().filter(|entry| paths.contains(&entry.path)).cloned().collect()
    };
    let names =
        |all: &[NotePath]| all.iter().filter(|path| paths.contains(path)).cloned().collect();
    let problems = scan.problems.iter().filter(|problem| paths.contains(&path(&problem.path)));
    Scan {
        notes: entries(&scan.notes),
        files: entries(&scan.files),
        excluded: names(&scan.excluded),
        links: names(&scan.links),
        problems: problems.cloned().collect(),
    }
}

#[test]
fn a_look_at_some_paths_agrees_with_a_full_scan() {
    let (_dir, vault) = vault(FILES);
    #[cfg(unix)]
    for (target, link) in [("../b.md", "a/link.md"), ("nowhere", "dead.md"), ("a", "folder.md")] {
        std::os::unix::fs::symlink(target, vault.root().join(link)).unwrap();
    }
    let options = ScanOptions { exclude: vec!["Templates".to_owned()], gitignore: true };
    let scan = vault.scan(&options).unwrap();
    assert_eq!(scan.links.len(), if cfg!(unix) { 3 } else { 0 });
    let links = ["a/link.md", "dead.md", "folder.md"];
    let all: Vec<NotePath> = FILES
        .iter()
        .map(|(name, _)| *name)
        .chain(MISSING.iter().copied())
        .chain(links)
        .map(path)
        .collect();
    let same = |paths: &[NotePath]| {
        let look = vault.look(paths, &options).unwrap().unwrap();
        let expect = of(&scan, paths);
        assert_eq!(look.notes, expect.notes, "{paths:?}");
        assert_eq!(look.files, expect.files, "{paths:?}");
        assert_eq!(look.excluded, expect.excluded, "{paths:?}");
        assert_eq!(look.links, expect.links, "{paths:?}");
        assert_eq!(look.problems, expect.problems, "{paths:?}");
    };
    same(&[]);
    same(&all);
    for pair in all.windows(2) {
        same(pair);
        same(&pair[..1]);
    }
}

#[test]
fn only_a_scan_tells_what_is_in_a_folder() {
    let (_dir, vault) = vault(FILES);
    let look = |paths: &[&str]| {
        let paths: Vec<NotePath> = paths.iter().map(|text| path(text)).collect();
        vault.look(&paths, &ScanOptions::default()).unwrap()
    };
    assert!(look(&["a"]).is_none());
    assert!(look(&["b.md", "a/b"]).is_none());
    assert!(look(&["a", "a/Deep.MD"]).is_none());
}

#[test]
fn a_folder_that_was_replaced_is_not_looked_at() {
    let (dir, vault) = vault(FILES);
    fs::remove_dir_all(dir.path()).unwrap();
    assert!(vault.look(&[path("b.md")], &ScanOptions::default()).is_err());
}
