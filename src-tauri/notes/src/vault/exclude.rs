use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

use super::FileProblem;
use crate::sentences;

/// A glob without `/` matches a file or folder of that name anywhere, one with `/` a path from the root; a folder
/// includes its content. A `/` at the end matches only folders.
pub(super) struct Exclusions {
    any: GlobSet,
    folders: GlobSet,
}

impl Exclusions {
    /// An invalid glob is a problem and excludes nothing.
    pub(super) fn new(globs: &[String], problems: &mut Vec<FileProblem>) -> Self {
        let mut any = GlobSetBuilder::new();
        let mut folders = GlobSetBuilder::new();
        let mut bad = |glob: &str, error: &globset::Error| {
            let reason = sentences::bad_exclusion(error.kind());
            problems.push(FileProblem { path: glob.to_owned(), reason });
        };
        for glob in globs.iter().map(|glob| glob.trim()).filter(|glob| !glob.is_empty()) {
            // `a/**` excludes the content of `a`, so `a` needn't be listed.
            let only_folders = glob.ends_with('/') || glob.ends_with("/**");
            let plain = glob.trim_start_matches("./").trim_end_matches("/**").trim_end_matches('/');
            let full = match plain.strip_prefix('/') {
                Some(rooted) => rooted.to_owned(),
                None if plain.contains('/') => plain.to_owned(),
                None => format!("**/{plain}"),
            };
            match GlobBuilder::new(&full).literal_separator(true).build() {
                Ok(made) if only_folders => folders.add(made),
                Ok(made) => any.add(made),
                Err(error) => {
                    bad(glob, &error);
                    continue;
                }
            };
        }
        let mut build = |builder: GlobSetBuilder| {
            builder.build().unwrap_or_else(|error| {
                bad("", &error);
                GlobSet::empty()
            })
        };
        Self { any: build(any), folders: build(folders) }
    }

    pub(super) fn matches(&self, path: &str, is_folder: bool) -> bool {
        self.any.is_match(path) || (is_folder && self.folders.is_match(path))
    }
}
