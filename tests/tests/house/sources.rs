//! The repository's own files, for the tests that read them.

use std::{
    fs,
    path::{Path, PathBuf},
};

use walkdir::WalkDir;

use super::rust::Code;

/// Folders that hold what was built, fetched or made, and no source.
const SKIPPED: [&str; 5] = ["node_modules", "target", "dist", "gen", "sample-vault"];

/// A file of the repository.
pub struct Source {
    /// Its path from the root, with `/`.
    pub path: String,
    /// What it holds.
    pub text: String,
}

impl Source {
    /// What a Rust file has outside of tests.
    pub fn code(&self) -> Code {
        Code::read(&self.path, &self.text)
    }

    /// True if the file contains one of these words. Takes a hundredth of the time of [`Source::code`].
    pub fn has_any(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.text.contains(word))
    }
}

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// A file by its path from the root.
pub fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// All files whose name ends with one of `extensions`, in path order.
pub fn with_extension(extensions: &[&str]) -> Vec<Source> {
    let root = root();
    let is_source = |name: &str| !name.starts_with('.') && !SKIPPED.contains(&name);
    WalkDir::new(&root)
        .sort_by_file_name()
        .into_iter()
        .filter_entry(|entry| {
            entry.depth() == 0 || entry.file_name().to_str().is_some_and(is_source)
        })
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.file_type().is_file())
        .filter(|entry| {
            let extension = entry.path().extension().and_then(|extension| extension.to_str());
            extension.is_some_and(|extension| extensions.contains(&extension))
        })
        .map(|entry| {
            let inside = entry.path().strip_prefix(&root).unwrap();
            let path = inside.to_str().unwrap().replace('\\', "/");
            Source { text: read(&path), path }
        })
        .collect()
}
