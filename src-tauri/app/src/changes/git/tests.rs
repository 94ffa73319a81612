#![cfg(unix)]

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

use conversation::Wish;

use super::*;
use crate::{
    changes::Changes,
    fixture::{Ground, path},
};

/// A repository with the fixture's two notes committed, in its folder `vault`.
struct Repository {
    ground: Ground,
    /// The output of a program that must not run.
    marker: PathBuf,
}

impl Repository {
    fn new() -> Self {
        let ground = Ground::new();
        let marker = ground.folder.path().join("marker");
        let repository = Self { ground, marker };
        repository.git(&["init", "-q", "-b", "main", "."]);
        repository.git(&["config", "user.name", "Ada"]);
        repository.git(&["config", "user.email", "ada@example.org"]);
        fs::write(repository.top().join(".gitignore"), "/library.db*\n/marker\n/program\n/data\n")
            .unwrap();
        repository.git(&["add", "-A"]);
        repository.git(&["commit", "-q", "-m", "Notes"]);
        repository
    }

    fn top(&self) -> &Path {
        self.ground.folder.path()
    }

    fn vault(&self) -> Vault {
        Vault::open(&self.ground.root()).unwrap()
    }

    /// Runs git as its user would.
    fn git(&self, arguments: &[&str]) -> String {
        let mut git = std::process::Command::new("git");
        git.arg("-C").arg(self.top()).args(arguments).env("LC_ALL", "C");
        let output = git.output().unwrap();
        String::from_utf8_lossy(&output.stdout).trim_end().to_owned()
    }

    /// A program that records its run and fails.
    fn program(&self) -> PathBuf {
        let program = self.top().join("program");
        let script = format!("#!/bin/sh\necho run >> '{}'\nexit 1\n", self.marker.display());
        fs::write(&program, script).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        program
    }

    async fn commit(&self, notes: &[&str], title: &str) -> Result<(), Refusal> {
        commit(&self.vault(), notes.iter().map(|note| path(note)).collect(), title).await
    }
}

#[tokio::test]
async fn a_commit_has_these_notes_and_nothing_else() {
    let repository = Repository::new();
    let (ground, git) = (&repository.ground, |arguments: &[&str]| repository.git(arguments));
    ground.write("Other.md", "Staged.\n");
    git(&["add", "vault/Other.md"]);
    ground.write("Salt.md", "Changed by hand.\n");
    ground.write("Rye.md", "Rye rests for two days.\n");
    ground.write("New.md", "New.\n");
    repository.commit(&["Rye.md", "New.md"], "Edit “Rye”").await.unwrap();
    assert_eq!(git(&["log", "--format=%s|%an"]), "Edit “Rye”|Ada\nNotes|Ada");
    assert_eq!(
        git(&["diff", "--name-status", "HEAD~1", "HEAD"]),
        "A\tvault/New.md\nM\tvault/Rye.md"
    );
    assert_eq!(git(&["show", "HEAD:vault/Rye.md"]), "Rye rests for two days.");
    // Staged and unstaged changes stay so.
    assert_eq!(git(&["status", "--porcelain"]), "A  vault/Other.md\n M vault/Salt.md");

    // A moved note, a deleted one, and the last of its folder.
    fs::create_dir(ground.root().join("In")).unwrap();
    fs::rename(ground.root().join("New.md"), ground.root().join("In/New.md")).unwrap();
    repository.commit(&["New.md", "In/New.md"], "Move").await.unwrap();
    assert_eq!(
        git(&["show", "--format=", "--name-status", "-M"]),
        "R100\tvault/New.md\tvault/In/New.md"
    );
    fs::remove_file(ground.root().join("In/New.md")).unwrap();
    repository.commit(&["In/New.md"], "Delete").await.unwrap();
    assert_eq!(
        git(&["ls-tree", "-r", "--name-only", "HEAD", "vault/"]),
        "vault/Rye.md\nvault/Salt.md"
    );
    assert_eq!(git(&["status", "--porcelain"]), "A  vault/Other.md\n M vault/Salt.md");
    assert_eq!(git(&["fsck", "--strict"]), "");

    // Without a change there is no commit.
    let head = git(&["rev-parse", "HEAD"]);
    repository.commit(&["Rye.md"], "Again").await.unwrap();
    assert_eq!(git(&["rev-parse", "HEAD"]), head);
}

#[tokio::test]
async fn the_first_commit_of_a_repository_is_made() {
    let ground = Ground::new();
    let repository = Repository { marker: ground.folder.path().join("marker"), ground };
    repository.git(&["init", "-q", "-b", "main", "vault"]);
    let root = repository.ground.root();
    let git = |arguments: &[&str]| {
        repository.git(&[&["-C", &root.to_string_lossy()], arguments].concat())
    };
    git(&["config", "user.name", "Ada"]);
    git(&["config", "user.email", "ada@example.org"]);
    repository.commit(&["Rye.md"], "Edit").await.unwrap();
    assert_eq!(git(&["ls-tree", "--name-only", "HEAD"]), "Rye.md");
    assert_eq!(git(&["status", "--porcelain"]), "?? Salt.md");
}

#[tokio::test]
async fn no_program_of_a_repository_runs() {
    // Each program is set up, seen to run by git itself, and seen not to run by ours.
    let check = async |what: &str, expect: Result<(), &str>, set: fn(&Repository, &str)| {
        let repository = Repository::new();
        let program = repository.program();
        set(&repository, &program.to_string_lossy());
        repository.ground.write("Rye.md", "By git.\n");
        repository.git(&["commit", "-q", "-a", "-m", "Control"]);
        repository.git(&["status"]);
        assert!(repository.marker.exists(), "{what}: the control doesn't run it");
        fs::remove_file(&repository.marker).unwrap();

        repository.ground.write("Rye.md", "By us.\n");
        let committed = repository.commit(&["Rye.md"], "Ours").await;
        assert!(!repository.marker.exists(), "{what} ran");
        match expect {
            Ok(()) => {
                committed.unwrap();
                let plain = ["-c", "core.fsmonitor=false", "log", "-1", "--format=%s"];
                assert_eq!(repository.git(&plain), "Ours", "{what}");
            }
            Err(part) => {
                let told = committed.unwrap_err();
                assert!(told.contains(part), "{what}: {told}");
            }
        }
    };
    check("hooks", Ok(()), |repository, program| {
        for hook in [
            "pre-commit",
            "prepare-commit-msg",
            "commit-msg",
            "post-commit",
            "post-index-change",
            "reference-transaction",
        ] {
            fs::create_dir_all(repository.top().join(".git/hooks")).unwrap();
            fs::copy(program, repository.top().join(".git/hooks").join(hook)).unwrap();
        }
    })
    .await;
    check("a folder of hooks that the configuration names", Ok(()), |repository, program| {
        let folder = repository.top().join("data");
        fs::create_dir(&folder).unwrap();
        fs::copy(program, folder.join("reference-transaction")).unwrap();
        repository.git(&["config", "core.hooksPath", &folder.to_string_lossy()]);
    })
    .await;
    check("a watcher of files", Ok(()), |repository, program| {
        repository.git(&["config", "core.fsmonitor", program]);
    })
    .await;
    check("signing", Ok(()), |repository, program| {
        repository.git(&["config", "gpg.program", program]);
        repository.git(&["config", "commit.gpgSign", "true"]);
    })
    .await;
    check("an editor", Ok(()), |repository, program| {
        repository.git(&["config", "core.editor", program]);
        repository.ground.write("Rye.md", "For the control.\n");
        repository.git(&["commit", "-a"]);
    })
    .await;
    check("a filter", Err("goes through a filter"), |repository, program| {
        repository.git(&["config", "filter.evil.clean", program]);
        fs::write(repository.top().join(".gitattributes"), "*.md filter=evil\n").unwrap();
    })
    .await;
    check("a filter of many files", Err("goes through a filter"), |repository, program| {
        repository.git(&["config", "filter.evil.process", program]);
        fs::write(repository.top().join("vault/.gitattributes"), "Rye.md filter=evil\n").unwrap();
    })
    .await;
    check("a transport", Err("not committed"), |repository, program| {
        for (name, value) in [
            ("core.repositoryFormatVersion", "1"),
            ("extensions.partialClone", "origin"),
            ("remote.origin.promisor", "true"),
            ("remote.origin.url", "/nowhere"),
            ("remote.origin.uploadpack", program),
            ("protocol.allow", "always"),
        ] {
            repository.git(&["config", name, value]);
        }
        // Git would fetch a missing tree.
        let tree = repository.git(&["rev-parse", "HEAD:vault"]);
        let (start, rest) = tree.split_at(2);
        fs::remove_file(repository.top().join(".git/objects").join(start).join(rest)).unwrap();
    })
    .await;
}

#[tokio::test]
async fn a_repository_that_cant_be_used_is_named_with_its_reason() {
    let check = async |expect: &str, set: fn(&Repository)| {
        let repository = Repository::new();
        set(&repository);
        let head = repository.git(&["rev-parse", "HEAD"]);
        repository.ground.write("Rye.md", "By us.\n");
        let told = repository.commit(&["Rye.md"], "Ours").await.unwrap_err();
        assert!(told.contains(expect) && told.starts_with("The notes are written"), "{told}");
        assert_eq!(repository.git(&["rev-parse", "HEAD"]), head);
    };
    check("a merge or a rebase", |repository| {
        let head = repository.git(&["rev-parse", "HEAD"]);
        fs::write(repository.top().join(".git/MERGE_HEAD"), head).unwrap();
    })
    .await;
    check("ignores these notes", |repository| {
        repository.git(&["rm", "-q", "--cached", "vault/Rye.md"]);
        repository.git(&["commit", "-q", "-m", "No Rye"]);
        fs::write(repository.top().join(".gitignore"), "*.md\n").unwrap();
    })
    .await;
    check("names hooks", |repository| {
        repository.git(&["config", "hook.evil.command", "touch marker"]);
    })
    .await;
    check("index.lock", |repository| {
        fs::write(repository.top().join(".git/index.lock"), "").unwrap();
    })
    .await;
    check("not a git repository", |repository| {
        fs::remove_dir_all(repository.top().join(".git")).unwrap();
    })
    .await;
    check("other than a file", |repository| {
        let rye = repository.ground.root().join("Rye.md");
        fs::remove_file(&rye).unwrap();
        std::os::unix::fs::symlink("Salt.md", &rye).unwrap();
        repository.git(&["commit", "-q", "-a", "-m", "A link"]);
        fs::remove_file(&rye).unwrap();
    })
    .await;
}

#[tokio::test]
async fn an_applied_change_and_its_undoing_are_commits_of_their_own() {
    let repository = Repository::new();
    let (ground, git) = (&repository.ground, |arguments: &[&str]| repository.git(arguments));
    let settings = ground.settings().await;
    let vaults = ground.opened(&settings).await;
    let changes = ground.changes(&settings, &vaults);
    let rename = async || {
        let wish = Wish::Rename { path: path("Rye.md"), to: path("Rye bread.md") };
        let change = changes.propose(wish, Changes::by_hand()).await.unwrap();
        changes.apply(change.id, change.revision, change.all()).await.unwrap()
    };
    // Only if the user wants it.
    let written = rename().await;
    assert_eq!((written.notice, git(&["log", "--format=%s"]).as_str()), (None, "Notes"));
    changes.undo(written.change.id).await.unwrap();

    let now = settings.get();
    settings.set(conversation::Settings { commit_changes: true, ..now }).await.unwrap();
    let written = rename().await;
    assert_eq!(written.notice, None);
    let title = &written.change.title;
    assert_eq!(git(&["log", "--format=%s"]), format!("{title}\nNotes"));
    let files = git(&["show", "--format=", "--name-status", "-M"]);
    assert_eq!(files, "R100\tvault/Rye.md\tvault/Rye bread.md\nM\tvault/Salt.md");
    let undone = changes.undo(written.change.id).await.unwrap();
    assert_eq!(undone.notice, None);
    assert_eq!(git(&["log", "--format=%s"]), format!("Undo: {title}\n{title}\nNotes"));
    assert_eq!(git(&["diff", "HEAD~2", "HEAD"]), "");

    // A failed commit doesn't undo the change.
    fs::write(repository.top().join(".git/MERGE_HEAD"), git(&["rev-parse", "HEAD"])).unwrap();
    let written = rename().await;
    assert!(written.notice.is_some_and(|notice| notice.contains("a merge or a rebase")));
    assert!(ground.root().join("Rye bread.md").exists());
}
