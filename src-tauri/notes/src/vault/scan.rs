//! The walk over a vault's folder.

use std::io;

use cap_std::fs::{Dir, DirEntry};
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::{
    FileEntry, FileProblem, Scan, ScanOptions, Vault,
    exclude::Exclude,
    read::{kind_of, led_outside, modified},
};
use crate::{Error, NotePath, Result};

/// Folders of version control, which hold no notes and very many files.
const NEVER: [&str; 4] = [".git", ".hg", ".svn", ".jj"];
/// The deepest folder that is looked into.
const DEEPEST: usize = 128;
/// The largest `.gitignore` that is read, in bytes.
const MAX_GITIGNORE: u64 = 1 << 20;

impl Vault {
    /// Lists the vault's files. Files that can't be looked at are problems, not errors.
    ///
    /// Symbolic links to files inside the vault are listed as files; links to folders aren't
    /// followed, and links out of the vault are problems.
    ///
    /// # Errors
    /// [`crate::Error::NotAVault`] if the folder itself is gone.
    pub fn scan(&self, options: &ScanOptions) -> Result<Scan> {
        let gone = |error: io::Error| Error::NotAVault {
            path: self.root().display().to_string(),
            reason: error.to_string(),
        };
        self.check_presence()?;
        let mut walk = Walk { vault: self, options, scan: Scan::default(), rules: Vec::new() };
        let exclude = Exclude::new(&options.exclude, &mut walk.scan.problems);
        walk.folders(&exclude).map_err(gone)?;
        // What went away during the walk wasn't deleted.
        self.check_presence()?;
        let mut scan = walk.scan;
        scan.notes.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        scan.files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        scan.excluded.sort_unstable();
        scan.problems.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        Ok(scan)
    }
}

struct Walk<'a> {
    vault: &'a Vault,
    options: &'a ScanOptions,
    scan: Scan,
    /// The `.gitignore` files met so far, each with the folder it rules.
    rules: Vec<(String, Gitignore)>,
}

struct Folder {
    dir: Dir,
    /// The folder's path with a `/` behind it, or nothing for the root.
    prefix: String,
    depth: usize,
    excluded: bool,
}

impl Walk<'_> {
    fn folders(&mut self, exclude: &Exclude) -> io::Result<()> {
        let root = self.vault.inner.dir.try_clone()?;
        let first = Folder { dir: root, prefix: String::new(), depth: 0, excluded: false };
        let mut open = vec![first];
        while let Some(folder) = open.pop() {
            if self.options.gitignore {
                self.read_rules(&folder);
            }
            let entries = match folder.dir.entries() {
                Ok(entries) => entries,
                Err(error) if folder.depth == 0 => return Err(error),
                Err(error) => {
                    self.problem(folder.prefix, error.to_string());
                    continue;
                }
            };
            for entry in entries {
                match entry {
                    Ok(entry) => self.entry(&folder, &entry, exclude, &mut open),
                    Err(error) => self.problem(folder.prefix.clone(), error.to_string()),
                }
            }
        }
        Ok(())
    }

    fn entry(
        &mut self,
        folder: &Folder,
        entry: &DirEntry,
        exclude: &Exclude,
        open: &mut Vec<Folder>,
    ) {
        let name = entry.file_name();
        let Some(name) = name.to_str() else {
            let shown = format!("{}{}", folder.prefix, name.to_string_lossy());
            return self.problem(shown, "its name isn't valid UTF-8");
        };
        let full = format!("{}{name}", folder.prefix);
        let kind = match entry.file_type() {
            Ok(kind) => kind,
            Err(error) => return self.problem(full, error.to_string()),
        };
        let hidden = folder.excluded || name.starts_with('.');
        let is_folder = kind.is_dir();
        let excluded =
            hidden || exclude.matches(&full, is_folder) || self.ignored(&full, is_folder);
        if is_folder {
            if NEVER.contains(&name) {
                return;
            }
            if folder.depth == DEEPEST {
                return self.problem(full, "it is nested too deeply");
            }
            match entry.open_dir() {
                Ok(dir) => {
                    open.push(Folder { dir, prefix: full + "/", depth: folder.depth + 1, excluded })
                }
                Err(_) if excluded => {}
                Err(error) => self.problem(full, error.to_string()),
            }
            return;
        }
        let path = match NotePath::new(&full) {
            Ok(path) => path,
            Err(_) if excluded => return,
            Err(error) => return self.problem(full, error.to_string()),
        };
        if excluded {
            if path.is_note() && kind.is_file() {
                self.scan.excluded.push(path);
            }
            return;
        }
        self.file(folder, entry, name, path, kind.is_symlink());
    }

    fn file(&mut self, folder: &Folder, entry: &DirEntry, name: &str, path: NotePath, link: bool) {
        // A link is followed from the vault's root, so that one that climbs inside the vault is
        // found, and one that leaves it is stopped.
        let metadata = match link {
            true => self.vault.inner.dir.metadata(path.as_str()),
            false => entry.metadata(),
        };
        let metadata = match metadata {
            Ok(metadata) => metadata,
            Err(error) if link && led_outside(&error) => {
                return self.problem(path.to_string(), "it is a link that leads out of the vault");
            }
            Err(error) if link => {
                return self.problem(
                    path.to_string(),
                    format!("it is a link that leads nowhere: {error}"),
                );
            }
            Err(error) => return self.problem(path.to_string(), error.to_string()),
        };
        if link && metadata.is_dir() {
            return self
                .problem(path.to_string(), "it is a link to a folder, and those aren't followed");
        }
        if !metadata.is_file() {
            let reason = kind_of(metadata.file_type());
            return self.problem(format!("{}{name}", folder.prefix), reason);
        }
        let bytes = metadata.len();
        let entry = FileEntry { path, bytes, modified: modified(&metadata) };
        if !entry.path.is_note() {
            self.scan.files.push(entry);
        } else if bytes > Vault::MAX_NOTE_BYTES {
            let limit = Vault::MAX_NOTE_BYTES / 1024 / 1024;
            let size = bytes / 1024 / 1024;
            self.problem(
                entry.path.to_string(),
                format!("it is too large for a note: {size} MB, the limit is {limit} MB"),
            );
        } else {
            self.scan.notes.push(entry);
        }
    }

    fn problem(&mut self, path: String, reason: impl Into<String>) {
        self.scan.problems.push(FileProblem { path, reason: reason.into() });
    }

    fn read_rules(&mut self, folder: &Folder) {
        let Ok(path) = NotePath::new(&format!("{}.gitignore", folder.prefix)) else { return };
        let text = match self.vault.read_file(&path, MAX_GITIGNORE) {
            Ok((bytes, _)) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(Error::NotFound(_)) => return,
            Err(error) => return self.problem(path.to_string(), error.to_string()),
        };
        let mut builder = GitignoreBuilder::new("");
        for line in text.lines() {
            if let Err(error) = builder.add_line(None, line) {
                self.problem(path.to_string(), format!("a line can't be used: {error}"));
            }
        }
        match builder.build() {
            Ok(rules) => self.rules.push((folder.prefix.clone(), rules)),
            Err(error) => self.problem(path.to_string(), error.to_string()),
        }
    }

    /// Whether a `.gitignore` excludes `path`; the deepest that says anything decides.
    fn ignored(&self, path: &str, is_folder: bool) -> bool {
        let mut ruling: Vec<_> =
            self.rules.iter().filter(|(prefix, _)| path.starts_with(prefix)).collect();
        ruling.sort_by_key(|(prefix, _)| std::cmp::Reverse(prefix.len()));
        ruling
            .iter()
            .map(|(prefix, rules)| rules.matched(&path[prefix.len()..], is_folder))
            .find(|found| !found.is_none())
            .is_some_and(|found| found.is_ignore())
    }
}
