//! What must not be in the house: who may name whom, who touches files, what the window may do.
//! Each failure names the file, the line and the rule.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "what the tests share stops at what it doesn't expect, as the tests do"
)]

mod arrows;
mod behaviours;
mod circles;
mod documentation;
mod english;
mod imports;
mod lints;
mod modules;
mod openers;
mod rust;
mod sources;
mod window;
mod words;

use std::collections::BTreeSet;

use sources::{Source, read, with_extension};
use toml::Table;

/// A crate of the workspace.
struct Member {
    name: &'static str,
    /// The folder with its `Cargo.toml`.
    folder: &'static str,
    /// The folder with its sources.
    sources: &'static str,
    /// Which of ours it may name, beside the language that all speak.
    may_name: &'static [&'static str],
}

/// From the ground up. `shell` is the root package: its sources lie in `src-tauri/shell`, and nobody
/// may name it.
const MEMBERS: [Member; 18] = [
    member("language", "src-tauri/language", &[]),
    member("notes", "src-tauri/notes", &[]),
    member("records", "src-tauri/records", &["notes"]),
    member("documents", "src-tauri/documents", &[]),
    member("conversation", "src-tauri/conversation", &["notes"]),
    member("engine", "src-tauri/engine", &[]),
    member("models", "src-tauri/models", &["conversation", "engine"]),
    member(
        "index",
        "src-tauri/index",
        &["conversation", "documents", "models", "notes", "records"],
    ),
    member("support", "src-tauri/support", &["conversation", "notes"]),
    member("grounding", "src-tauri/grounding", &["conversation", "notes"]),
    member(
        "library",
        "src-tauri/library",
        &["conversation", "grounding", "index", "models", "notes"],
    ),
    member("web", "src-tauri/web", &["conversation", "documents", "models"]),
    member(
        "retrieval",
        "src-tauri/retrieval",
        &["conversation", "grounding", "index", "library", "models", "notes", "records", "web"],
    ),
    member(
        "turn",
        "src-tauri/turn",
        &[
            "conversation",
            "grounding",
            "index",
            "library",
            "models",
            "notes",
            "records",
            "retrieval",
            "support",
            "web",
        ],
    ),
    member("app", "src-tauri/app", BELOW_APP),
    member("tests", "tests", UP_TO_APP),
    member("cli", "src-tauri/cli", UP_TO_APP),
    Member { name: "shell", folder: ".", sources: "src-tauri/shell", may_name: UP_TO_APP },
];

/// What the fronts name: the app, and the types that it hands out.
const UP_TO_APP: &[&str] = &[
    "app",
    "conversation",
    "documents",
    "engine",
    "grounding",
    "index",
    "library",
    "models",
    "notes",
    "records",
    "retrieval",
    "support",
    "turn",
    "web",
];

const BELOW_APP: &[&str] = UP_TO_APP.split_at(1).1;

const fn member(
    name: &'static str,
    folder: &'static str,
    may_name: &'static [&'static str],
) -> Member {
    Member { name, folder, sources: folder, may_name }
}

impl Member {
    fn may_name(&self, name: &str) -> bool {
        name == "language" || self.may_name.contains(&name)
    }

    fn manifest_path(&self) -> String {
        format!("{}/Cargo.toml", self.folder).trim_start_matches("./").to_owned()
    }

    fn manifest(&self) -> Table {
        read(&self.manifest_path()).parse().unwrap()
    }

    fn owns(&self, path: &str) -> bool {
        path.strip_prefix(self.sources).is_some_and(|rest| rest.starts_with('/'))
    }

    /// The names of all packages it depends on, for its code, tests or build, on any system.
    fn dependencies(&self) -> Vec<String> {
        self.depends(&["dependencies", "dev-dependencies", "build-dependencies"])
    }

    /// Its tests and benchmarks may name everything below it in the table.
    fn tests_may_name(&self, name: &str) -> bool {
        let place = |wanted| MEMBERS.iter().position(|member| member.name == wanted);
        place(name) < place(self.name)
    }

    /// The same for its code alone.
    fn shipped_dependencies(&self) -> Vec<String> {
        self.depends(&["dependencies"])
    }

    fn depends(&self, kinds: &[&str]) -> Vec<String> {
        let manifest = self.manifest();
        let systems = manifest.get("target").and_then(|target| target.as_table()).cloned();
        let systems = systems.unwrap_or_default();
        std::iter::once(&manifest)
            .chain(systems.values().filter_map(|system| system.as_table()))
            .flat_map(|table| {
                kinds.iter().filter_map(|kind| table.get(*kind)?.as_table()).flatten()
            })
            .map(|(name, wanted)| {
                let package = wanted.get("package").and_then(|package| package.as_str());
                package.unwrap_or(name).to_owned()
            })
            .collect()
    }
}

/// Fails with all that broke the rule.
fn holds(rule: &str, broken: Vec<String>) {
    assert!(broken.is_empty(), "{rule}\n  {}", broken.join("\n  "));
}

/// The Rust files that end up in a program.
fn shipped() -> impl Iterator<Item = Source> {
    with_extension(&["rs"])
        .into_iter()
        .filter(|source| !rust::is_aside(&source.path) && source.path.starts_with("src-tauri/"))
}

#[test]
fn the_members_of_the_workspace_are_the_ones_named_here() {
    let manifest: Table = read("Cargo.toml").parse().unwrap();
    let listed: BTreeSet<_> = manifest["workspace"]["members"]
        .as_array()
        .unwrap()
        .iter()
        .map(|member| member.as_str().unwrap().to_owned())
        .collect();
    let known = MEMBERS.iter().map(|member| member.folder.to_owned());
    assert_eq!(listed, known.filter(|folder| folder != ".").collect());
}

#[test]
fn a_crate_depends_only_on_those_below_it() {
    let ours: Vec<_> = MEMBERS.iter().map(|member| member.name).chain(["marginalia"]).collect();
    let mut broken = Vec::new();
    for member in &MEMBERS {
        let shipped = member.shipped_dependencies();
        for name in member.dependencies() {
            let may = member.may_name(&name)
                || (!shipped.contains(&name) && member.tests_may_name(&name));
            if ours.contains(&&*name) && !may {
                broken.push(format!(
                    "{}: {} depends on {name}",
                    member.manifest_path(),
                    member.name
                ));
            }
        }
    }
    holds("A crate depends only on those below it.", broken);
}

#[test]
fn code_names_only_the_crates_below_it() {
    let mut broken = Vec::new();
    for member in &MEMBERS {
        let owned = with_extension(&["rs"]).into_iter().filter(|source| member.owns(&source.path));
        let sources: Vec<_> = owned.map(|source| (source.code(), source)).collect();
        // A crate may have a module of its own with the name of another crate.
        let has_module = |name: &str| {
            sources
                .iter()
                .flat_map(|(code, _)| &code.modules)
                .any(|module| module.spot.name == name)
        };
        let forbidden: Vec<_> = MEMBERS
            .iter()
            .map(|other| other.name)
            .filter(|name| *name != member.name && !member.may_name(name))
            .filter(|name| !has_module(name))
            .collect();
        for (code, source) in &sources {
            for named in &code.named {
                let in_tests = rust::is_aside(&source.path) && member.tests_may_name(named.first());
                if named.path.contains("::") && forbidden.contains(&named.first()) && !in_tests {
                    broken.push(format!("{}:{}: {}", source.path, named.line, named.path));
                }
            }
        }
    }
    holds("Code names only the crates below its own.", broken);
}

// B54
#[test]
fn only_one_file_opens_the_keychain() {
    const OPENER: &str = "src-tauri/app/src/keys/keychain.rs";
    let names = |source: &Source| {
        if !source.has_any(&["keyring"]) {
            return false;
        }
        let named = source.code().named;
        named.iter().any(|name| name.path.contains("::") && name.first().starts_with("keyring"))
    };
    let naming = with_extension(&["rs"]).into_iter().filter(names).map(|source| source.path);
    let (opener, broken): (Vec<_>, Vec<_>) = naming.partition(|path| path == OPENER);
    assert_eq!(opener.len(), 1, "{OPENER} opens it");
    holds("Nobody but app::keys::Keychain opens the system's keychain.", broken);
}

/// What crosses to the window is the domain's own type: a crate may describe its types for the
/// window behind a feature that only the root manifest turns on, and knows nothing else of it.
#[test]
fn only_the_shell_names_tauri_and_specta_is_a_feature_elsewhere() {
    let mut broken = Vec::new();
    for member in MEMBERS.iter().filter(|member| member.name != "shell") {
        let names = member.dependencies().into_iter();
        let names = names.filter(|name| name.starts_with("tauri") || name.starts_with("specta-"));
        broken.extend(names.map(|name| format!("{}: {name}", member.manifest_path())));
        let manifest = member.manifest();
        let specta = manifest.get("dependencies").and_then(|table| table.get("specta"));
        let optional = |wanted: &toml::Value| wanted.get("optional").and_then(|it| it.as_bool());
        if specta.is_some_and(|wanted| optional(wanted) != Some(true)) {
            broken.push(format!("{}: specta isn't optional", member.manifest_path()));
        }
    }
    for source in with_extension(&["rs"]) {
        let is_shell = source.path.starts_with("src-tauri/shell/");
        if is_shell || !source.has_any(&["tauri", "specta"]) {
            continue;
        }
        let lines: Vec<_> = source.text.lines().collect();
        for named in source.code().named {
            let line = lines.get(named.line - 1).copied().unwrap_or_default();
            let described = named.first() == "specta" && line.contains("cfg_attr(feature =");
            let of_the_window =
                named.first().starts_with("tauri") || named.first().starts_with("specta");
            if named.path.contains("::") && of_the_window && !described {
                broken.push(format!("{}:{}: {}", source.path, named.line, named.path));
            }
        }
    }
    holds("Only the shell names tauri; specta is a feature elsewhere.", broken);
}

/// What a pure function can't ask: files, network, clock, chance, environment, database, log.
const IMPURE: [&str; 21] = [
    "std::fs",
    "std::io",
    "std::net",
    "std::env",
    "std::process",
    "std::thread",
    "std::time",
    "tokio",
    "tokio_util",
    "rusqlite",
    "reqwest",
    "tracing",
    "rand",
    "jiff::Timestamp::now",
    "jiff::Zoned::now",
    "Timestamp::now",
    "Zoned::now",
    "uuid",
    "index::Index",
    "notes::Vault",
    "library::Library",
];

#[test]
fn the_pure_modules_ask_nothing_of_the_world() {
    const PURE: [&str; 3] =
        ["src-tauri/conversation/src/", "src-tauri/grounding/src/", "src-tauri/support/src/"];
    // A new id is made of chance and time; how ids stand in columns is a feature of the library's.
    const BUT: [&str; 2] =
        ["src-tauri/conversation/src/ids.rs", "src-tauri/conversation/src/columns.rs"];
    let mut broken = Vec::new();
    let mut seen = BTreeSet::new();
    for source in shipped() {
        let Some(module) = PURE.iter().find(|module| source.path.starts_with(**module)) else {
            continue;
        };
        seen.insert(module);
        if BUT.contains(&&*source.path) {
            continue;
        }
        for named in source.code().named {
            // A length of time is a number like any other.
            let length = named.is_within("std::time::Duration");
            if !length && IMPURE.iter().any(|item| named.is_within(item)) {
                broken.push(format!("{}:{}: {}", source.path, named.line, named.path));
            }
        }
    }
    assert_eq!(seen.len(), PURE.len(), "a pure module moved; this test would look at nothing");
    holds("conversation, grounding and support import no I/O, no clock, no database.", broken);
}

/// Files that may be longer, and why.
const LONG: [(&str, &str); 2] = [
    ("ui/src/ipc/bindings.ts", "made by a program; it grows with the commands"),
    (
        "src-tauri/engine/src/worker/native/bindings/llama.rs",
        "made by a program; it grows with the functions that are used",
    ),
];

#[test]
fn no_file_is_too_long_to_read_in_one_go() {
    const MOST: usize = 500;
    let long = with_extension(&["rs", "ts", "svelte", "mjs"])
        .into_iter()
        .filter(|source| !LONG.iter().any(|(path, _)| *path == source.path))
        .map(|source| (source.text.lines().count(), source.path))
        .filter(|(lines, _)| *lines > MOST)
        .map(|(lines, path)| format!("{path}:{lines}: has {lines} lines"));
    holds(&format!("No file has more than {MOST} lines."), long.collect());
}
