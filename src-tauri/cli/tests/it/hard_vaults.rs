//! The terminal program on a hard vault: exit codes, output streams, and names of unusable files.
#![cfg(unix)]

#[path = "../../../../tests/src"]
#[allow(dead_code, reason = "the tests of the app use the rest of it")]
mod shared {
    pub mod hard_vault;
}

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    os::unix::{
        fs::{MetadataExt, PermissionsExt},
        process::CommandExt,
    },
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value as Json;
use shared::hard_vault::{self, Fate, Hard, HardVault};
use tempfile::TempDir;

/// An unprivileged user on every Unix.
const NOBODY: u32 = 65534;

struct Place {
    folder: TempDir,
    vault: HardVault,
    program: PathBuf,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let open = |path: &Path| fs::set_permissions(path, fs::Permissions::from_mode(0o777));
        open(folder.path()).unwrap();
        for name in ["vault", "data"] {
            fs::create_dir(folder.path().join(name)).unwrap();
            open(&folder.path().join(name)).unwrap();
        }
        // The other test has the slow texts, because this one reads the vault repeatedly.
        let quick = |hard: &Hard| !hard.path.starts_with("texts/") && !hard.what.contains("MB");
        let vault = hard_vault::make(&folder.path().join("vault"), quick).unwrap();
        // Others may not be allowed to read the build folder.
        let program = folder.path().join("marginalia-cli");
        let built = env!("CARGO_BIN_EXE_marginalia-cli");
        if fs::hard_link(built, &program).is_err() {
            fs::copy(built, &program).unwrap();
        }
        Self { folder, vault, program }
    }

    /// Runs the program as a user with limited rights and at most `files` open files.
    fn run_with(&self, files: u32, args: &[&str]) -> Output {
        let mut command = Command::new("sh");
        command
            .args(["-c", &format!("ulimit -n {files}; exec \"$0\" \"$@\"")])
            .arg(&self.program)
            .args(args)
            .arg("--data")
            .arg(self.folder.path().join("data"))
            .current_dir(&self.vault.root);
        if fs::metadata(self.folder.path()).unwrap().uid() == 0 {
            command.uid(NOBODY).gid(NOBODY);
        }
        command.output().unwrap()
    }

    fn run(&self, args: &[&str]) -> Output {
        self.run_with(256, args)
    }

    /// Runs a command that must succeed, and returns its objects.
    fn objects(&self, args: &[&str]) -> Vec<Json> {
        let output = self.run(args);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{args:?}: {errors}");
        let lines = String::from_utf8(output.stdout).unwrap();
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    fn named(&self) -> impl Iterator<Item = (&Hard, &'static str)> {
        self.vault.made.iter().filter_map(|hard| match hard.fate {
            Fate::Named(words) | Fate::Locked(words) => Some((hard, words)),
            Fate::Found | Fate::Left => None,
        })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = hard_vault::unlock(&self.vault.root);
    }
}

fn paths(objects: &[Json]) -> BTreeSet<&str> {
    objects.iter().map(|object| object["path"].as_str().unwrap()).collect()
}

#[test]
fn every_command_ends_well_and_names_what_it_cannot_use() {
    let place = Place::new();
    let found = || place.vault.made.iter().filter(|hard| hard.fate == Fate::Found);
    for command in ["notes", "links", "chunks"] {
        let output = place.run(&["--json", command, "."]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{command}: {said}");
        let mut lines: Vec<_> = said.lines().collect();
        for (hard, words) in place.named() {
            let at =
                lines.iter().position(|line| line.contains(&hard.path) && line.contains(words));
            let at = at.unwrap_or_else(|| panic!("{command}: no {words:?} for {}", hard.what));
            lines.remove(at);
        }
        assert!(lines.is_empty(), "{command} says more: {lines:#?}");
        let lines = String::from_utf8(output.stdout).unwrap();
        let objects: Vec<Json> =
            lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        if command != "links" {
            let listed = paths(&objects);
            for hard in found() {
                assert!(listed.contains(&*hard.path), "{command}: {} is missing", hard.what);
            }
        }
    }

    let done = place.objects(&["--json", "index", "."]);
    let failed = place.named().count();
    assert_eq!(done.last().unwrap()["done"], true);
    assert_eq!(done.last().unwrap()["failed"], failed);

    let status = place.objects(&["--json", "status", "."]);
    let reasons: BTreeMap<_, _> = status[0]["failed"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["path"].as_str().unwrap(), one["reason"].as_str().unwrap()))
        .collect();
    assert_eq!(reasons.len(), failed);
    for (hard, words) in place.named() {
        let reason = reasons.get(&*hard.path).copied().unwrap_or_default();
        assert!(reason.contains(words), "{}: {reason:?}", hard.what);
    }

    let batch = place.folder.path().join("queries.jsonl");
    let query = |hard: &Hard| serde_json::json!({"id": hard.path, "text": hard.word}).to_string();
    fs::write(&batch, found().map(query).collect::<Vec<_>>().join("\n")).unwrap();
    for answer in place.objects(&["--json", "search", ".", "--batch", batch.to_str().unwrap()]) {
        let hits = answer["hits"].as_array().unwrap();
        assert!(hits.iter().any(|hit| hit["path"] == answer["id"]), "{} isn't found", answer["id"]);
    }
}

#[test]
fn a_file_is_rendered_or_refused_with_its_reason() {
    let place = Place::new();
    let path = |hard: &Hard| format!("./{}", hard.path);
    for hard in &place.vault.made {
        let is_name = hard.path.starts_with("names/") || hard.path.starts_with("encodings/");
        if hard.fate == Fate::Found && is_name {
            let html = place.objects(&["--json", "render", &path(hard)]);
            assert!(html[0]["html"].as_str().unwrap().contains(&hard.word), "{}", hard.what);
        }
    }
    for (hard, _) in place.named().filter(|(hard, _)| hard.path.ends_with(".md")) {
        let output = place.run(&["--json", "render", &path(hard)]);
        assert_eq!(output.status.code(), Some(3), "{}: {output:?}", hard.what);
        assert!(output.stdout.is_empty(), "{}", hard.what);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.starts_with("error: ") && said.lines().count() == 1, "{}: {said}", hard.what);
    }
}

#[test]
fn names_and_texts_give_the_terminal_no_commands() {
    let place = Place::new();
    let dangerous = |c: char| {
        (c.is_control() && !matches!(c, '\n' | '\t')) || ('\u{202a}'..='\u{202e}').contains(&c)
    };
    place.objects(&["--json", "index", "."]);
    for args in [
        &["notes", "."][..],
        &["links", "."],
        &["chunks", "."],
        &["status", "."],
        &["search", ".", "quokka", "-k", "1000"],
        &["render", "./encodings/control.md"],
        &["render", "./names/none\u{1b}[2J\u{202e}.md"],
    ] {
        let output = place.run(args);
        for stream in [output.stdout, output.stderr] {
            let text = String::from_utf8(stream).unwrap();
            let found = text.lines().find(|line| line.contains(dangerous));
            assert_eq!(found, None, "{args:?}");
        }
    }
}

#[test]
fn more_folders_than_a_process_may_have_files_open() {
    let place = Place::new();
    let list = |files| {
        let output = place.run_with(files, &["--json", "notes", "."]);
        assert_eq!(output.status.code(), Some(0));
        (output.stdout, output.stderr)
    };
    assert!(list(200) == list(4096), "few open files change what is found");
}
