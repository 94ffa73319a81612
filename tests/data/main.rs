//! Checks over data outside the repository: real vaults, dumps of Obsidian's link index, question sets, hostile
//! texts. `npm run test:data` runs them where the data is available. Each check prints its figures.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "what the tests share stops at what it doesn't expect, as the tests do"
)]

mod asked;
mod bases;
mod changes;
mod files;
mod hostile;
mod languages;
mod links;
mod nearest;
mod questions;
mod search;
mod specs;
mod support;
mod vaults;
mod whole_path;
mod wikilinks;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use notes::{Catalog, NotePath, NoteText, ScanOptions, Vault};
use serde_json::Value as Json;

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data").canonicalize().unwrap()
}

fn text(path: &str) -> String {
    fs::read_to_string(data().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn json(path: &str) -> Json {
    serde_json::from_str(&text(path)).unwrap()
}

/// Reads a file with a JSON object per line.
fn json_lines(path: &str) -> Vec<Json> {
    text(path).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn folders(path: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(data().join(path)).unwrap().map(|entry| entry.unwrap().path());
    let mut folders: Vec<_> = entries.filter(|path| path.is_dir()).collect();
    folders.sort();
    folders
}

/// Prints `n of m`, and fails unless `differing` (item and difference) equals `known` (item and reason).
fn agreement(name: &str, total: usize, differing: &[(String, String)], known: &[(&str, &str)]) {
    println!("{name}: {} of {total}", total - differing.len());
    let known: BTreeMap<_, _> = known.iter().copied().collect();
    let is = |key: &String| known.contains_key(key.as_str());
    let new: Vec<_> = differing.iter().filter(|(key, _)| !is(key)).collect();
    let gone: Vec<_> =
        known.keys().filter(|key| !differing.iter().any(|(other, _)| other == **key)).collect();
    for (key, why) in &known {
        println!("  differs: {key}: {why}");
    }
    let list: String = new.iter().map(|(key, how)| format!("\n  {key}: {how}")).collect();
    assert!(new.is_empty(), "{name}: {} differ that did not before:{list}", new.len());
    assert!(gone.is_empty(), "{name}: these agree now; take them off the list: {gone:?}");
}

struct Read {
    texts: BTreeMap<NotePath, NoteText>,
    catalog: Catalog,
}

fn read_vault(folder: &Path) -> Read {
    let vault = Vault::open(folder).unwrap();
    let scan = vault.scan(&ScanOptions::default()).unwrap();
    assert!(scan.problems.is_empty(), "{}: {:?}", folder.display(), scan.problems);
    let texts: BTreeMap<_, _> = scan
        .notes
        .iter()
        .map(|entry| (entry.path.clone(), vault.read_note(&entry.path).unwrap()))
        .collect();
    let notes = texts.iter().map(|(path, note)| (path.clone(), Arc::new(notes::parse(&note.text))));
    let files = scan.files.into_iter().map(|entry| entry.path);
    let catalog = Catalog::new(notes, files);
    Read { texts, catalog }
}
