//! Approved changes to notes: stored undo data, and files on disk after a kill, with a full disk, or without
//! permission.

use std::{fs, path::Path};

use crate::fixture::{Place, path};
use app::{App, Changes};
use conversation::{Change, ChangeState, Code, Result, Wish};

/// All names in a folder, including hidden files.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

fn rewrite(note: &str, text: &str) -> Wish {
    Wish::Rewrite { path: path(note), text: text.to_owned() }
}

async fn write(app: &App, wish: Wish) -> Result<Change> {
    let change = app.changes.propose(wish, Changes::by_hand()).await?;
    let written = app.changes.apply(change.id, change.revision, change.all()).await?;
    Ok(written.change)
}

// B53
#[tokio::test]
async fn a_change_is_made_to_its_own_text_and_undone() {
    let place = Place::with(&[]);
    let file = place.vault().join("Salt.md");
    // UTF-16 and CR LF line ends, which an undo must restore byte for byte.
    let utf16 = |text: &str| -> Vec<u8> {
        format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect()
    };
    let old = utf16("# Salt\r\n");
    fs::write(&file, &old).unwrap();
    let app = place.opened().await;

    let idle = write(&app, rewrite("Salt.md", "# Salt\n")).await.unwrap_err();
    assert_eq!(idle.code, Code::BadInput);
    assert_eq!(fs::read(&file).unwrap(), old);
    assert_eq!(app.changes.list().await.unwrap(), []);

    let change = write(&app, rewrite("Salt.md", "# Salt\nmore\n")).await.unwrap();
    assert_eq!(fs::read(&file).unwrap(), utf16("# Salt\r\nmore\r\n"));
    assert!(app.changes.list().await.unwrap()[0].undoable);

    drop(app);
    let app = place.opened().await;
    app.changes.undo(change.id).await.unwrap();
    assert_eq!(fs::read(&file).unwrap(), old);
    let listed = app.changes.list().await.unwrap();
    assert_eq!((listed.len(), listed[0].state), (1, ChangeState::Undone));
    // A change can't be undone twice.
    assert_eq!(app.changes.undo(change.id).await.unwrap_err().code, Code::NotFound);
    assert_eq!(names(&place.vault()), ["Salt.md"]);
}

// B53
#[tokio::test]
async fn a_note_that_was_changed_since_is_not_undone() {
    let place = Place::with(&[("Salt.md", "old")]);
    let app = place.opened().await;
    let change = write(&app, rewrite("Salt.md", "new")).await.unwrap();
    place.write("Salt.md", "new, and the user's");
    let refused = app.changes.undo(change.id).await.unwrap_err();
    assert_eq!(refused.code, Code::Changed);
    assert!(refused.message.contains("nothing was written"), "{refused}");
    let file = place.vault().join("Salt.md");
    assert_eq!(fs::read_to_string(&file).unwrap(), "new, and the user's");
    fs::remove_file(&file).unwrap();
    assert_eq!(app.changes.undo(change.id).await.unwrap_err().code, Code::NotFound);
    assert_eq!(names(&place.vault()), <[&str; 0]>::default());
    let unknown = app.changes.undo(conversation::ChangeId::new()).await.unwrap_err();
    assert_eq!(unknown.code, Code::NotFound);
}

#[tokio::test]
async fn a_file_becomes_a_note_of_its_name_and_nothing_else_does() {
    let place = Place::with(&[("Salt.md", "old")]);
    let app = place.opened().await;
    let made = app.changes.create_from(&place.file("Prices.txt", "Rye: 2")).await.unwrap().change;
    assert_eq!(made.notes[0].path, path("Prices.md"));
    assert_eq!(fs::read_to_string(place.vault().join("Prices.md")).unwrap(), "Rye: 2\n");
    for (file, text, code) in [
        ("salt.txt", "new", Code::Exists),
        ("scan.pdf", "%PDF-1.4", Code::UnsupportedFile),
        ("why?.txt", "new", Code::BadInput),
    ] {
        let refused = app.changes.create_from(&place.file(file, text)).await.unwrap_err();
        assert_eq!(refused.code, code, "{refused}");
    }
    assert_eq!(names(&place.vault()), ["Prices.md", "Salt.md"]);
    // The change is listed and undoable as usual; the failed ones aren't pending.
    let listed = app.changes.list().await.unwrap();
    assert!(listed.iter().all(|entry| entry.state != ChangeState::Proposed));
    assert!(listed.iter().any(|entry| entry.id == made.id && entry.undoable));
    app.changes.undo(made.id).await.unwrap();
    assert_eq!(names(&place.vault()), [".trash", "Salt.md"]);
}

#[tokio::test]
async fn a_note_that_was_made_goes_to_the_trash() {
    let place = Place::with(&[("Salt.md", "old")]);
    let app = place.opened().await;
    let create = |note: &str, text: &str| {
        write(&app, Wish::Create { path: path(note), text: text.to_owned() })
    };
    assert_eq!(create("salt.md", "new").await.unwrap_err().code, Code::Exists);
    assert_eq!(create(".obsidian/app.md", "new").await.unwrap_err().code, Code::OutsideVault);
    assert_eq!(create("why?.md", "new").await.unwrap_err().code, Code::BadInput);
    let made = create("Bread/Rye.md", "# Rye\n").await.unwrap();
    assert_eq!(fs::read_to_string(place.vault().join("Bread/Rye.md")).unwrap(), "# Rye\n");

    place.write("Bread/Rye.md", "# Rye\nmore\n");
    assert_eq!(app.changes.undo(made.id).await.unwrap_err().code, Code::Changed);
    place.write("Bread/Rye.md", "# Rye\n");
    app.changes.undo(made.id).await.unwrap();
    assert_eq!(fs::read_to_string(place.vault().join(".trash/Bread/Rye.md")).unwrap(), "# Rye\n");
    assert_eq!(names(&place.vault().join("Bread")), <[&str; 0]>::default());
    assert_eq!(app.changes.undo(made.id).await.unwrap_err().code, Code::NotFound);
}

#[cfg(unix)]
mod unix {
    use std::{
        io::{BufRead, BufReader},
        os::unix::{
            fs::{MetadataExt, PermissionsExt, chown},
            process::CommandExt,
        },
        path::PathBuf,
        process::{Command, Stdio},
        time::Duration,
    };

    use conversation::ChangeId;

    use super::*;

    const CHILD: &str = env!("CARGO_BIN_EXE_child");

    /// The undoable changes, newest first.
    async fn undoable(app: &App) -> Vec<ChangeId> {
        let listed = app.changes.list().await.unwrap().into_iter();
        listed.filter(|entry| entry.undoable).map(|entry| entry.id).collect()
    }

    // B46, B53: whenever the app is killed, the note is wholly old or wholly new, and a new note can be undone.
    #[tokio::test]
    async fn a_kill_at_any_moment_leaves_one_text_and_what_undoes_it() {
        let place = Place::with(&[("n.md", &tests::versions::text(0))]);
        let file = place.vault().join("n.md");
        let version = || tests::versions::number(&fs::read_to_string(&file).unwrap());
        for round in 0..16 {
            let before = version().unwrap();
            let mut child = Command::new(CHILD)
                .args(["write", "versions"])
                .args([place.data(), place.vault()])
                .arg("n.md")
                .stdout(Stdio::piped())
                .spawn()
                .unwrap();
            let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
            assert_eq!(lines.next().unwrap().unwrap(), "ready");
            let mut last = before;
            for _ in 0..round % 4 {
                last = lines.next().unwrap().unwrap().parse().unwrap();
            }
            // A moment during the next write, which takes a few milliseconds.
            std::thread::sleep(Duration::from_micros(round * 1_700 % 13_000));
            child.kill().unwrap();
            child.wait().unwrap();
            last = lines
                .map_while(Result::ok)
                .filter_map(|line| line.parse().ok())
                .last()
                .unwrap_or(last);

            let found = version().unwrap_or_else(|| panic!("round {round}: a torn note"));
            assert!(found == last || found == last + 1, "round {round}: {found} after {last}");
            let app = App::open(&place.data()).await.unwrap();
            app.vaults.open(&place.vault()).await.unwrap();
            assert_eq!(names(&place.vault()), ["n.md"], "round {round}");
            let undoable = undoable(&app).await.len() as u64;
            assert_eq!(undoable, found, "round {round}: a change for each version");
        }
        // Each of them can be undone, back to the first text.
        let last = version().unwrap();
        assert!(last > 8, "only {last} versions were written");
        let app = App::open(&place.data()).await.unwrap();
        app.vaults.open(&place.vault()).await.unwrap();
        for (change, left) in undoable(&app).await.into_iter().zip((0..last).rev()) {
            app.changes.undo(change).await.unwrap();
            assert_eq!(version(), Some(left));
        }
        assert_eq!(version(), Some(0));
    }

    /// The child's output; its standard error must be empty.
    fn said(command: &mut Command) -> String {
        let output = command.output().unwrap();
        let told = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success(), "{told}{}", String::from_utf8_lossy(&output.stderr));
        told
    }

    // B53: a full disk loses nothing.
    #[test]
    fn without_room_the_old_text_stays() {
        let place = Place::with(&[("n.md", "old")]);
        // A limit on file sizes, with its signal ignored, makes a write fail halfway, like a full disk. The unit is
        // 512 or 1,024 bytes, depending on the shell.
        let deed = |deed: &str, name: &str, bytes: &str| {
            let script = r#"trap "" XFSZ; ulimit -f 64; exec "$0" "$@""#;
            let mut command = Command::new("sh");
            command
                .args(["-c", script, CHILD, "write", deed])
                .arg(place.vault())
                .args([name, bytes]);
            said(&mut command)
        };
        for (what, name) in [("edit", "n.md"), ("create", "new/m.md"), ("create", "m.md")] {
            let told = deed(what, name, "200000");
            assert!(told.starts_with("NoRoom"), "{told}");
            assert!(told.contains("no room on the disk"), "{told}");
            assert_eq!(fs::read(place.vault().join("n.md")).unwrap(), b"old");
            assert_eq!(names(&place.vault()), ["n.md"]);
        }
        // With enough room, the same operations succeed.
        assert_eq!(deed("edit", "n.md", "20000"), "ok\n");
        assert_eq!(deed("create", "new/m.md", "20000"), "ok\n");
    }

    /// A vault of a non-root user, and a child that runs as that user, because root may do anything.
    struct Plain {
        place: Place,
        child: PathBuf,
        user: Option<u32>,
    }

    impl Plain {
        fn new() -> Self {
            let place = Place::with(&[]);
            let mine = fs::metadata(place.folder()).unwrap().uid();
            let user = (mine == 0).then_some(65_534);
            // The program may be in a folder that only root can read.
            let child = place.folder().join("child");
            fs::copy(CHILD, &child).unwrap();
            let all = fs::Permissions::from_mode(0o755);
            fs::set_permissions(&child, all.clone()).unwrap();
            fs::set_permissions(place.folder(), all).unwrap();
            let plain = Self { place, child, user };
            plain.own(&plain.place.vault());
            plain
        }

        fn own(&self, path: &Path) {
            chown(path, self.user, self.user).unwrap();
        }

        /// A file, or a folder with a trailing `/`, of the user, with this mode.
        fn make(&self, name: &str, mode: u32) {
            let full = self.place.vault().join(name);
            match name.ends_with('/') {
                true => fs::create_dir_all(&full).unwrap(),
                false => fs::write(&full, "old").unwrap(),
            }
            self.own(&full);
            self.set(name, mode);
        }

        fn set(&self, name: &str, mode: u32) {
            let full = self.place.vault().join(name);
            fs::set_permissions(full, fs::Permissions::from_mode(mode)).unwrap();
        }

        fn deed(&self, deed: &[&str]) -> String {
            let mut command = Command::new(&self.child);
            command
                .args(["write", deed[0]])
                .arg(self.place.vault())
                .args(&deed[1..])
                .current_dir("/");
            if let Some(user) = self.user {
                command.uid(user).gid(user);
            }
            said(&mut command)
        }
    }

    // B53: refusals of the system are reported, and nothing is lost.
    #[test]
    fn without_the_right_to_write_the_old_text_stays() {
        let plain = Plain::new();
        let vault = plain.place.vault();
        plain.make("n.md", 0o644);
        plain.make("marked.md", 0o444);
        plain.make("closed.md", 0o000);
        plain.make("fixed/", 0o755);
        plain.make("fixed/n.md", 0o644);
        plain.set("fixed/", 0o555);
        plain.make("shut/", 0o755);
        plain.make("shut/n.md", 0o644);
        plain.set("shut/", 0o000);
        if plain.user.is_some() {
            // Another user's note in the user's own folder: a rename could replace it.
            fs::write(vault.join("theirs.md"), "old").unwrap();
        } else {
            plain.make("theirs.md", 0o400);
        }

        let check = |deed: &[&str], expect: &str| {
            let told = plain.deed(deed);
            assert!(told.starts_with(expect), "{deed:?}: {told}");
            assert!(expect == "ok" || told.contains(deed[1]), "{deed:?}: {told}");
        };
        check(&["edit", "n.md", "9"], "ok");
        for name in ["marked.md", "theirs.md"] {
            check(&["read", name, "0"], "ok");
            check(&["edit", name, "9"], "Unwritable");
        }
        check(&["read", "closed.md", "0"], "Unreadable");
        check(&["edit", "closed.md", "9"], "Unreadable");
        check(&["read", "fixed/n.md", "0"], "ok");
        check(&["edit", "fixed/n.md", "9"], "Unwritable");
        check(&["create", "fixed/new.md", "9"], "Unwritable");
        check(&["create", "fixed/new/new.md", "9"], "Unwritable");
        check(&["read", "shut/n.md", "0"], "Unreadable");
        check(&["create", "shut/new.md", "9"], "Unwritable");
        let problems = plain.deed(&["scan"]);
        assert!(problems.starts_with("shut"), "{problems}");
        assert_eq!(problems.lines().count(), 1, "{problems}");

        plain.set("shut/", 0o755);
        plain.set("fixed/", 0o755);
        plain.set("closed.md", 0o600);
        for name in ["marked.md", "theirs.md", "closed.md", "fixed/n.md", "shut/n.md"] {
            assert_eq!(fs::read(vault.join(name)).unwrap(), b"old", "{name}");
        }
        for folder in ["fixed", "shut"] {
            assert_eq!(names(&vault.join(folder)), ["n.md"]);
        }
        let all = ["closed.md", "fixed", "marked.md", "n.md", "shut", "theirs.md"];
        assert_eq!(names(&vault), all);
    }
}
