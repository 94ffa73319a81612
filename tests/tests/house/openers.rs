//! Who opens files: a vault is read and written through its capability alone, and whoever else
//! opens a file opens one that isn't in a vault, or that the user named.

use std::collections::BTreeSet;

use super::{
    MEMBERS, holds,
    rust::{Code, Named},
    shipped,
};

/// What opens files, looks at them, or has another program open them.
const FILES: [&str; 27] = [
    "std::fs",
    "std::os::unix::fs",
    "std::os::linux::fs",
    "std::os::windows::fs",
    "std::os::fd::FromRawFd",
    "tokio::fs",
    "async_fs",
    "fs_err",
    "File::open",
    "File::open_buffered",
    "File::create",
    "File::create_new",
    "File::options",
    "OpenOptions",
    "DirBuilder",
    "cap_std",
    "cap_fs_ext",
    "rustix",
    "libc",
    "nix",
    "memmap2",
    "walkdir",
    "ignore::Walk",
    "ignore::WalkBuilder",
    "ignore::WalkParallel",
    "opener",
    "tauri_plugin_opener",
];
/// What opens the file of a database.
const DATABASES: [&str; 2] =
    ["rusqlite::Connection::open", "rusqlite::Connection::open_with_flags"];
/// Methods of a path that ask the disk; as functions too, `Path::exists`.
const LOOKS: [&str; 9] = [
    "exists",
    "try_exists",
    "is_file",
    "is_dir",
    "metadata",
    "symlink_metadata",
    "read_dir",
    "read_link",
    "canonicalize",
];
/// Packages with which files can be opened, and who may depend on them outside tests.
const PACKAGES: [(&str, &[&str]); 14] = [
    ("async-fs", &[]),
    ("cap-fs-ext", &["notes"]),
    ("cap-std", &["notes"]),
    ("fs-err", &[]),
    ("fs_extra", &[]),
    ("glob", &[]),
    ("ignore", &["notes"]),
    ("libc", &[]),
    ("memmap2", &[]),
    ("nix", &[]),
    ("opener", &[]),
    ("rustix", &["app", "documents", "engine", "notes", "tests"]),
    ("tempfile", &["tests"]),
    ("walkdir", &[]),
];

/// Who opens files, and which.
const OPENERS: [(&str, &str); 37] = [
    ("src-tauri/notes/src/vault", "the vault itself"),
    (
        "src-tauri/notes/src/private.rs",
        "makes the app's own files and folders for their user alone",
    ),
    ("src-tauri/notes/src/watch", "tells folders from files in what the system says has changed"),
    (
        "src-tauri/documents/src/parent.rs",
        "the file to read, which it hands to the child open and unread",
    ),
    ("src-tauri/documents/src/clock.rs", "nothing; it asks the system for the time"),
    ("src-tauri/documents/src/worker.rs", "nothing; it asks the system to let it open nothing"),
    ("src-tauri/index/src/store", "the index's own file, in the app's data folder"),
    (
        "src-tauri/engine/src/header.rs",
        "the models' files, among the app's own or picked by the user",
    ),
    (
        "src-tauri/engine/src/download",
        "the models' folder, among the app's own or chosen by the user",
    ),
    ("src-tauri/engine/src/parent/speeds.rs", "how fast models were, in the app's data folder"),
    ("src-tauri/engine/src/worker.rs", "nothing; it asks the system to end it with the app"),
    ("src-tauri/engine/src/worker/native/library.rs", "the library's folder, among the app's own"),
    (
        "src-tauri/models/src/embeddings/local/weights.rs",
        "the built-in model's files, among the app's own",
    ),
    (
        "src-tauri/models/src/recognition.rs",
        "the models that recognise text in pictures, among the app's own",
    ),
    ("src-tauri/models/src/onnx.rs", "the library that runs them, beside them"),
    ("src-tauri/library/src/store.rs", "the library's own file, in the app's data folder"),
    ("src-tauri/library/src/opening.rs", "the library's own file and the lock beside it"),
    ("src-tauri/library/src/writers.rs", "locked files beside the library, one for each process"),
    ("src-tauri/app/src/conversations/files.rs", "the file that the user imports"),
    ("src-tauri/app/src/process.rs", "limits of the process; opens nothing"),
    ("src-tauri/app/src/place.rs", "looks for the folder of what comes with the app"),
    ("src-tauri/app/src/model_choice/owner.rs", "the kernel's table of who listens on a port"),
    ("src-tauri/app/src/recognition.rs", "nothing; it hands a file that is open to the child"),
    ("src-tauri/app/src/attachments.rs", "files that the user picked, from anywhere on the disk"),
    ("src-tauri/cli/src/check.rs", "the file that `check` names"),
    ("src-tauri/cli/src/find.rs", "the file of questions that `--batch` names"),
    ("src-tauri/library/src/recover.rs", "the copy from which a damaged library is read"),
    ("src-tauri/shell/commands/files.rs", "exports and imports, where the user's dialog says"),
    ("src-tauri/shell/commands.rs", "asks where the sample vault is"),
    ("src-tauri/shell/commands/vault.rs", "asks which folders of recent vaults are there"),
    ("src-tauri/shell/consent.rs", "asks whether what was dropped is a folder"),
    ("src-tauri/shell/desktop.rs", "has a file that the user clicked opened by the system"),
    ("src-tauri/shell/launch.rs", "copies the sample vault into the app's data folder"),
    ("src-tauri/shell/log.rs", "nothing; it asks what an event of the log is"),
    ("src-tauri/shell/run_log.rs", "the logs of runs, in the app's data folder"),
    (
        "src-tauri/shell/openings.rs",
        "counts starts that ended while a vault was opened, in the app's data folder",
    ),
    ("src-tauri/shell/lib.rs", "gives the app the plugin that opens links and files"),
];

/// What was found, with its lines.
type Found = Vec<(usize, String)>;

/// What in `code` opens files, and what would hide that it does.
fn opened(code: &Code) -> (Found, Found) {
    let named = code.full_paths();
    let is_file = |named: &Named| {
        let asks = |name: &str| {
            LOOKS.iter().any(|look| {
                ["Path", "PathBuf", "std::path::Path", "std::path::PathBuf"]
                    .iter()
                    .any(|path| name == format!("{path}::{look}"))
            })
        };
        FILES.iter().chain(&DATABASES).any(|item| named.is_within(item)) || asks(&named.path)
    };
    let mut opens: Vec<_> = named
        .iter()
        .filter(|named| named.path.contains("::") && is_file(named))
        .map(|named| (named.line, named.path.clone()))
        .collect();
    let looks = code.calls.iter().filter(|(_, method)| LOOKS.contains(&&**method));
    opens.extend(looks.map(|(line, look)| (*line, format!(".{look}()"))));

    let mut hides = Vec::new();
    for named in &named {
        let Some(import) = &named.import else { continue };
        let glob = named.path.strip_suffix("::*");
        let above = |path: &str| FILES.iter().any(|item| item.starts_with(&format!("{path}::")));
        if import.renamed && above(&named.path) {
            hides.push((named.line, format!("another name for {}", named.path)));
        }
        if glob.is_some_and(above) {
            hides.push((named.line, format!("all of {}", named.path)));
        }
        if import.public && is_file(named) {
            hides.push((named.line, format!("{} for other modules", named.path)));
        }
    }
    // What a macro or an attribute pulls in from another file isn't looked at here.
    let macros = code.macros.iter().filter(|called| called.name == "include");
    hides.extend(macros.map(|called| (called.line, "include!".to_owned())));
    let attributes = code.attributes.iter().filter(|(_, words)| words[0] == "path");
    hides.extend(attributes.map(|(line, _)| (*line, "#[path]".to_owned())));
    let aside = |name: &str| matches!(name, "tests" | "benches" | "examples");
    let modules = code.modules.iter().map(|module| &module.spot);
    let modules = modules.filter(|spot| aside(&spot.name));
    hides.extend(modules.map(|spot| (spot.line, format!("mod {}", spot.name))));
    // A type of another name would be opened by that.
    hides.extend(opens.iter().filter_map(|(line, path)| {
        let last = path.rsplit("::").next()?;
        let alias = code.aliases.iter().any(|(at, of)| at == line && of == last);
        alias.then(|| (*line, format!("{path} behind a type")))
    }));
    (opens, hides)
}

// B50
#[test]
fn only_the_vault_opens_files_of_a_vault() {
    let mut broken = Vec::new();
    let mut idle: BTreeSet<_> = OPENERS.iter().map(|(path, _)| *path).collect();
    for source in shipped() {
        let opener = OPENERS.iter().find(|(path, _)| source.path.starts_with(path));
        let (opens, hides) = opened(&source.code());
        for (line, what) in opens {
            match opener {
                Some((path, _)) => {
                    idle.remove(path);
                }
                None => broken.push(format!("{}:{line}: {what}", source.path)),
            }
        }
        let hides =
            hides.iter().map(|(line, what)| format!("{}:{line}: hides {what}", source.path));
        broken.extend(hides);
    }
    broken.extend(idle.iter().map(|path| format!("{path}: opens nothing; take it off the list")));
    holds("Files are opened by the vault and by those that this test lists with a reason.", broken);
}

// B53: there is one way to a note's bytes, and it begins with what the user approved.
#[test]
fn only_approved_changes_are_written() {
    // The last asks only whether a note could be written there, before it is proposed.
    const WRITERS: [&str; 3] = [
        "src-tauri/notes/src/vault",
        "src-tauri/app/src/edits",
        "src-tauri/app/src/changes/plan.rs",
    ];
    // A change to a file is made by the first six and by nothing else.
    const WRITES: [&str; 8] = [
        "plan_edit",
        "plan_note",
        "plan_bytes",
        "plan_return",
        "plan_move",
        "plan_trash",
        "move_note",
        "sweep",
    ];
    let mut broken = Vec::new();
    let mut idle = BTreeSet::from(WRITERS);
    for source in shipped().filter(|source| source.has_any(&WRITES)) {
        for named in source.code().named {
            let last = named.path.rsplit("::").next().unwrap_or_default();
            if !WRITES.contains(&last) {
                continue;
            }
            match WRITERS.iter().find(|path| source.path.starts_with(**path)) {
                Some(path) => drop(idle.remove(path)),
                None => broken.push(format!("{}:{}: {}", source.path, named.line, named.path)),
            }
        }
    }
    broken.extend(idle.iter().map(|path| format!("{path}: writes nothing; take it off the list")));
    holds("Notes are written by the changes that the user approved.", broken);
}

#[test]
fn only_the_vault_depends_on_what_opens_files() {
    let mut broken = Vec::new();
    for member in &MEMBERS {
        let names = member.shipped_dependencies();
        for (package, by) in PACKAGES {
            if names.iter().any(|name| name == package) && !by.contains(&member.name) {
                broken.push(format!("{}: depends on {package}", member.manifest_path()));
            }
        }
    }
    holds("Crates without files have nothing to open them with.", broken);
}

#[test]
fn functions_that_open_files_are_found_under_any_name() {
    let check = |text: &str| {
        let (opens, hides) = opened(&Code::read("a test", text));
        assert!(!opens.is_empty() || !hides.is_empty(), "not seen: {text}");
    };
    check("fn f() { std::fs::read(x); }");
    check("fn f() { ::std::fs::read(x); }");
    check("fn f() { std::r#fs::read(x); }");
    check("fn f() { std :: /* x */ fs\n:: read(x); }");
    check("use std::fs as disk; fn f() { disk::read(x); }");
    check("use std::{self as s}; fn f() { s::fs::read(x); }");
    check("use std as s; fn f() { s::fs::read(x); }");
    check("use std::{fs::{self as disk}};");
    check("use std::*; fn f() { fs::read(x); }");
    check("extern crate std as s;");
    check("use tokio as t; fn f() { t::fs::read(x); }");
    check("use std::fs::File as F; fn f() { F::open(x); }");
    check("use std::fs::*;");
    check("pub(crate) use std::fs as disk;");
    check("fn f() { <std::fs::File>::open(x); }");
    check("macro_rules! m { () => { std::fs::read(x) } }");
    check("use cap_std::fs::Dir as D;");
    check("use ignore::WalkBuilder as W;");
    check("use walkdir as w; fn f() { w::WalkDir::new(x); }");
    check("use tauri_plugin_opener::OpenerExt as _;");
    check("fn f() { opener::open(x); }");
    check("use rusqlite::Connection as C; fn f() { C::open(x); }");
    check("use rusqlite as r; fn f() { r::Connection::open(x); }");
    check("fn f(x: &Path) { x.exists(); }");
    check("fn f(x: &Path) { x\n    .read_dir() }");
    check("use std::path::Path as P; fn f() { P::is_dir(x); }");
    check("#[path = \"tests/x.rs\"] mod x;");
    check("include!(\"tests/x.rs\");");
    check("mod tests;");
    check("pub type F = std::fs::File;");
    check("use crate::files::disk as d; use std::fs as disk;");

    let fine = |text: &str| {
        let found = opened(&Code::read("a test", text));
        assert_eq!(found, (Vec::new(), Vec::new()), "{text}");
    };
    fine("use std::io::{self, Read as _}; fn f() { io::empty(); }");
    fine("use ignore::gitignore::Gitignore;");
    fine("use rusqlite::Connection; fn f() { Connection::open_in_memory(); }");
    fine("#[cfg(test)]\nmod tests;");
    fine("fn f(s: Statement) { s.exists(params![x]); file.exists_in(y); }");
    fine("// std::fs\nconst A: &str = \"std::fs\";");
    fine("use std::{env, path::{Path, PathBuf}};");
}
