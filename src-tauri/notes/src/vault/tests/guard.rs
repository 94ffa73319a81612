//! Every read and every write refuses paths out of the vault.

use std::{
    fs,
    os::unix::{fs::symlink, net::UnixListener},
    path::Path,
    process::Command,
};

use proptest::prelude::*;
use tempfile::TempDir;

use super::{path, *};
use crate::FileChange;

const SECRET: &str = "a canary in the mine";

/// A vault with a folder beside it that nobody may touch.
struct Place {
    folder: TempDir,
    vault: Vault,
    _socket: UnixListener,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("vault/real/deep")).unwrap();
        fs::create_dir_all(at("outside/sub")).unwrap();
        for file in ["secret.md", "outside/secret.md", "outside/sub/secret.md"] {
            fs::write(at(file), SECRET).unwrap();
        }
        fs::write(at("vault/n.md"), "inside").unwrap();
        fs::write(at("vault/real/r.md"), "inside").unwrap();
        let link = |to: &Path, from: &str| symlink(to, at("vault").join(from)).unwrap();
        for (to, from) in [
            ("../outside/secret.md", "file.md"),
            ("../outside/none.md", "dangling.md"),
            ("../outside", "folder"),
            ("..", "up"),
            ("file.md", "chain.md"),
            ("folder/secret.md", "through.md"),
            ("../folder", "real/chain"),
            ("real/../../outside/secret.md", "climb.md"),
            ("/dev/null", "null.md"),
            ("/dev/zero", "zero.md"),
            ("/proc/self/environ", "proc.md"),
            ("loop.md", "loop.md"),
            ("loop-b.md", "loop-a.md"),
            ("loop-a.md", "loop-b.md"),
        ] {
            link(Path::new(to), from);
        }
        link(&at("outside/secret.md"), "absolute.md");
        link(&at("vault/n.md"), "absolute-inside.md");
        assert!(Command::new("mkfifo").arg(at("vault/pipe.md")).status().unwrap().success());
        let socket = UnixListener::bind(at("vault/socket.md")).unwrap();
        let vault = Vault::open(&at("vault")).unwrap();
        Self { folder, vault, _socket: socket }
    }

    /// A change of the note `n.md`, which has since been replaced by the file at `name`.
    fn change_to(&self, name: &str) -> FileChange {
        let full = self.folder.path().join("vault").join(name);
        let (aside, note) = (self.folder.path().join("aside"), ContentHash::of("inside"));
        let there = fs::symlink_metadata(&full).is_ok();
        if there {
            fs::rename(&full, &aside).unwrap();
        }
        fs::write(&full, "inside").unwrap();
        let change = self.vault.plan_bytes(&path(name), note, b"written".to_vec()).unwrap();
        fs::remove_file(&full).unwrap();
        if there {
            fs::rename(&aside, &full).unwrap();
        }
        change
    }

    /// The errors of every read and every write of `name`.
    fn refusals(&self, name: &str) -> Vec<Error> {
        let (vault, path, hash) = (&self.vault, &path(name), ContentHash::of(SECRET));
        let mut refused = vec![
            vault.read(path, 1 << 20).unwrap_err(),
            vault.read_note(path).unwrap_err(),
            vault.entry(path).unwrap_err(),
            vault.plan_edit(path, hash, |_| Ok("written".to_owned())).unwrap_err(),
            vault.plan_bytes(path, hash, b"written".to_vec()).unwrap_err(),
            vault.trash(path, hash).unwrap_err(),
        ];
        let new = vault.plan_note(path, "written").unwrap();
        refused.push(vault.write(&new).unwrap_err());
        refused
    }

    /// Fails if anything outside was touched.
    fn check_outside(&self) {
        check_outside(self.folder.path());
    }
}

fn check_outside(folder: &Path) {
    let names = |name: &str| {
        let entries = fs::read_dir(folder.join(name)).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    };
    assert_eq!(names(""), ["outside", "secret.md", "vault"]);
    assert_eq!(names("outside"), ["secret.md", "sub"]);
    assert_eq!(names("outside/sub"), ["secret.md"]);
    for file in ["secret.md", "outside/secret.md", "outside/sub/secret.md"] {
        assert_eq!(fs::read_to_string(folder.join(file)).unwrap(), SECRET);
    }
}

// B50: every way out of the vault is refused, for reading and for writing.
// B64
#[test]
fn every_way_out_is_refused() {
    let place = Place::new();
    let check = |name: &str, is_expected: fn(&Error) -> bool| {
        for refused in place.refusals(name) {
            let taken = matches!(refused, Error::Exists(_) | Error::Changed(_));
            assert!(taken || is_expected(&refused), "{name}: {refused:?}");
        }
        place.check_outside();
    };
    let outside = |error: &Error| matches!(error, Error::OutsideVault { .. });
    for name in [
        "file.md",
        "folder/secret.md",
        "folder/sub/secret.md",
        "up/secret.md",
        "up/outside/secret.md",
        "chain.md",
        "through.md",
        "real/chain/secret.md",
        "climb.md",
        "absolute.md",
        "null.md",
        "zero.md",
        "proc.md",
        "dangling.md",
        "folder/none.md",
        "up/none.md",
        "folder/new/none.md",
        // Even back into the vault: an absolute link means another place elsewhere.
        "absolute-inside.md",
        "up/vault/n.md",
    ] {
        check(name, outside);
    }
    for name in ["pipe.md", "socket.md", "loop.md", "loop-a.md"] {
        check(name, |error| matches!(error, Error::Unreadable { .. } | Error::Unwritable { .. }));
    }
    for name in ["file.md", "pipe.md", "socket.md", "loop.md", "dangling.md", "null.md"] {
        let refused = place.vault.write(&place.change_to(name)).unwrap_err();
        assert!(!matches!(refused, Error::Exists(_)), "{name}: {refused:?}");
        place.check_outside();
    }
    // A folder on the way that leads out.
    fs::create_dir(place.folder.path().join("vault/way")).unwrap();
    let change = place.change_to("way/n.md");
    fs::remove_dir(place.folder.path().join("vault/way")).unwrap();
    symlink("../outside", place.folder.path().join("vault/way")).unwrap();
    let refused = place.vault.write(&change).unwrap_err();
    assert!(matches!(refused, Error::OutsideVault { .. } | Error::NotFound(_)), "{refused:?}");
    assert!(place.vault.sweep(&path("way/n.md")).is_err());
    place.check_outside();
}

// B50: settings, version control and the trash are no notes, however they are spelled.
// B64
#[test]
fn hidden_files_are_refused() {
    let place = Place::new();
    for folder in [".obsidian", ".OBSIDIAN", ".git", ".Git", ".trash", "real/.hidden"] {
        let full = place.folder.path().join("vault").join(folder);
        fs::create_dir_all(&full).unwrap();
        fs::write(full.join("key.md"), SECRET).unwrap();
        let (vault, name) = (&place.vault, path(&format!("{folder}/key.md")));
        let hash = ContentHash::of(SECRET);
        for refused in [
            vault.read(&name, 99).unwrap_err(),
            vault.read_note(&name).unwrap_err(),
            vault.entry(&name).unwrap_err(),
            vault.plan_bytes(&name, hash, Vec::new()).unwrap_err(),
            vault.plan_note(&name, "").unwrap_err(),
            vault.trash(&name, hash).unwrap_err(),
            vault.sweep(&name).unwrap_err(),
        ] {
            assert!(matches!(refused, Error::Hidden(_)), "{name}: {refused:?}");
        }
        assert_eq!(fs::read_to_string(full.join("key.md")).unwrap(), SECRET);
    }
    // A link's own name doesn't count: its target does, and every folder on the way there.
    let links = [
        ("../.obsidian/key.md", "real/link.md"),
        (".git/key.md", "config.md"),
        ("config.md", "again.md"),
        (".obsidian", "settings"),
        ("../real/.hidden", "real/seen"),
        (".nothing/key.md", "gone.md"),
        (".obsidian/key.md", "image.png"),
    ];
    for (to, from) in links {
        symlink(to, place.folder.path().join("vault").join(from)).unwrap();
    }
    let hidden = |error: &Error| matches!(error, Error::HiddenTarget(_));
    let names = ["real/link.md", "config.md", "again.md", "settings/key.md", "real/seen/key.md"];
    for name in names {
        for refused in place.refusals(name) {
            let taken = matches!(refused, Error::Exists(_) | Error::Changed(_));
            assert!(taken || hidden(&refused), "{name}: {refused:?}");
        }
        assert!(hidden(&place.vault.sweep(&path(name)).unwrap_err()), "{name}");
        assert!(hidden(&place.vault.read(&path(name), 99).unwrap_err()), "{name}");
        assert!(hidden(&place.vault.file_on_disk(&path(name)).unwrap_err()), "{name}");
    }
    assert!(hidden(&place.vault.entry(&path("image.png")).unwrap_err()));
    let scan = place.vault.scan(&ScanOptions::default()).unwrap();
    let paths: Vec<_> = ["again.md", "config.md", "image.png", "real/link.md"].map(path).into();
    let look = place.vault.look(&paths, &ScanOptions::default()).unwrap().unwrap();
    for scan in [&scan, &look] {
        let listed =
            |path: &NotePath| scan.notes.iter().chain(&scan.files).any(|entry| entry.path == *path);
        assert!(!paths.iter().any(listed), "{scan:?}");
        for path in &paths {
            let problem = scan.problems.iter().find(|problem| problem.path == path.as_str());
            assert_eq!(problem.unwrap().reason, crate::sentences::LINK_TO_HIDDEN.text());
        }
    }
}

// A link's name promises what opens: here no program, but the target is a script.
#[test]
fn a_link_to_another_kind_of_file_is_not_opened() {
    let place = Place::new();
    let at = |name: &str| place.folder.path().join("vault").join(name);
    for name in ["real/x.command", "real/paper.PDF", "bare"] {
        fs::write(at(name), "x").unwrap();
    }
    for (to, from) in [
        ("real/x.command", "invoice.pdf"),
        ("real/paper.PDF", "paper.pdf"),
        ("bare", "bare.pdf"),
        ("real/paper.PDF", "real2"),
    ] {
        symlink(to, at(from)).unwrap();
    }
    let root = place.vault.root();
    let opened = |name: &str| place.vault.file_on_disk(&path(name));
    assert_eq!(opened("paper.pdf").unwrap(), root.join("real/paper.PDF"));
    assert_eq!(opened("real/r.md").unwrap(), root.join("real/r.md"));
    for name in ["invoice.pdf", "bare.pdf", "real2"] {
        let refused = opened(name).unwrap_err().to_string();
        assert!(refused.ends_with(crate::sentences::LINK_TO_OTHER_KIND.text()), "{refused}");
    }
    assert!(matches!(opened("file.md"), Err(Error::OutsideVault { .. })));
}

// B50: the trash is a folder of the vault, or it isn't used.
#[test]
fn a_trash_that_leads_out_is_refused() {
    let place = Place::new();
    symlink("../outside", place.folder.path().join("vault/.trash")).unwrap();
    for name in ["n.md", "real/r.md"] {
        let refused = place.vault.trash(&path(name), ContentHash::of("inside")).unwrap_err();
        assert!(
            matches!(refused, Error::OutsideVault { .. } | Error::Unwritable { .. }),
            "{refused:?}"
        );
        assert_eq!(place.vault.read(&path(name), 99).unwrap(), b"inside");
    }
    place.check_outside();
}

#[test]
fn names_that_no_disk_holds_are_not_there() {
    let place = Place::new();
    for name in [format!("{}.md", "x".repeat(5_000)), "d/".repeat(3_000) + "n.md"] {
        let refused = place.vault.read_note(&path(&name)).unwrap_err();
        assert!(matches!(refused, Error::NotFound(_)), "{refused:?}");
        assert!(place.vault.plan_bytes(&path(&name), ContentHash::of(""), Vec::new()).is_err());
    }
    let long = path(&format!("{}.md", "x".repeat(5_000)));
    assert!(matches!(place.vault.plan_note(&long, ""), Err(Error::BadName { .. })));
    // No path fits that many folders, and none of them remains.
    let deep = place.vault.plan_note(&path(&("d/".repeat(3_000) + "n.md")), "").unwrap();
    let _ = place.vault.write(&deep);
    // Names with dots and spaces at their ends are names here.
    for name in ["a.md.", "b .md ", "...md", " "] {
        if !name.starts_with('.') {
            fs::write(place.folder.path().join("vault").join(name), "x").unwrap();
            assert_eq!(place.vault.read(&path(name), 9).unwrap(), b"x");
        }
    }
}

/// A folder that becomes a link out of the vault between any two system calls.
// B64
#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_is_swapped_for_a_link_leads_nowhere() {
    use std::sync::atomic::{AtomicBool, Ordering};

    use rustix::fs::{CWD, RenameFlags, renameat_with};

    let place = Place::new();
    let at = |name: &str| place.folder.path().join("vault").join(name);
    fs::create_dir(at("way")).unwrap();
    fs::write(at("way/secret.md"), "inside").unwrap();
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                renameat_with(CWD, at("way"), CWD, at("folder"), RenameFlags::EXCHANGE).unwrap();
            }
        });
        let note = path("way/secret.md");
        let (mut written, mut n) = (0, 0);
        // On a busy machine the two may keep missing each other for a while.
        while n < 300 || (written == 0 && n < 1_000_000) {
            n += 1;
            let read = place.vault.read(&note, 1 << 20);
            assert!(!matches!(&read, Ok(bytes) if bytes == SECRET.as_bytes()), "read from outside");
            let Ok(bytes) = read else { continue };
            let text = format!("inside {n}").into_bytes();
            let change = place.vault.plan_bytes(&note, ContentHash::of(bytes), text);
            if change.and_then(|change| place.vault.write(&change)).is_ok() {
                written += 1;
            }
            let new = place.vault.plan_note(&path(&format!("way/new {n}.md")), "").unwrap();
            let _ = place.vault.write(&new);
        }
        done.store(true, Ordering::Relaxed);
        assert!(written > 0, "the folder was never caught as one");
    });
    place.check_outside();
}

fn parts() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        4 => prop::sample::select(vec![
            "..", ".", "", "up", "folder", "real", "chain", "deep", "outside", "vault", "sub",
            "secret.md", "file.md", "n.md", "new.md", "~", "C:", "\\..", "..\\..", "/etc", "\0",
            ".trash", "%2e%2e", "．．", "..\u{0}", ".. ", "\u{2025}",
        ])
        .prop_map(str::to_owned),
        1 => "\\PC{0,6}",
    ];
    prop::collection::vec(part, 1..6).prop_map(|parts| parts.join("/"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    // B50: no text whatsoever, made into a path, reaches a file outside.
    #[test]
    fn no_path_leads_out_of_the_vault(texts in prop::collection::vec(prop_oneof![4 => parts(), 1 => "(?s).{0,24}"], 1..24)) {
        let place = Place::new();
        for text in texts {
            let Ok(path) = NotePath::new(&text) else { continue };
            let vault = &place.vault;
            for read in [vault.read(&path, 1 << 20), vault.read_note(&path).map(|note| note.text.into())] {
                prop_assert!(!read.is_ok_and(|bytes| bytes == SECRET.as_bytes()), "{text:?}");
            }
            prop_assert!(!vault.entry(&path).is_ok_and(|entry| entry.bytes == SECRET.len() as u64), "{text:?}");
            for before in ["inside", SECRET] {
                let change = vault.plan_bytes(&path, ContentHash::of(before), b"written".to_vec());
                let _ = change.and_then(|change| vault.write(&change));
            }
            let _ = vault.plan_note(&path, "written").and_then(|change| vault.write(&change));
            let _ = vault.sweep(&path);
            for before in [SECRET, "written"] {
                let _ = vault.trash(&path, ContentHash::of(before));
            }
        }
        place.check_outside();
    }
}
