//! The walk over a vault's folder.

use std::{ffi::OsString, io, rc::Rc};

use cap_fs_ext::DirExt;
use cap_std::fs::{Dir, DirEntry};
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::{
    FileEntry, FileProblem, Scan, ScanOptions, Vault,
    exclude::Exclude,
    read::{kind_of, led_outside, modified},
};
use crate::{Error, NotePath, Result, sentences};

/// Folders of version control, which hold no notes and very many files.
const NEVER: [&str; 4] = [".git", ".hg", ".svn", ".jj"];
/// Maximum depth of folders.
const DEEPEST: usize = 128;
/// Systems open no longer path than this, in bytes; a walk step by step meets longer ones.
const LONGEST: usize = 4095;
/// Maximum size of a `.gitignore`, in bytes.
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
    dir: Rc<Dir>,
    /// The folder's path with a `/` behind it, or nothing for the root.
    prefix: String,
    depth: usize,
    excluded: bool,
}

/// A folder that is still to be looked into. It isn't open yet: a folder may hold more folders than
/// a process may have files open.
struct Waiting {
    parent: Rc<Dir>,
    name: OsString,
    prefix: String,
    depth: usize,
    excluded: bool,
}

impl Walk<'_> {
    fn folders(&mut self, exclude: &Exclude) -> io::Result<()> {
        let root = Rc::new(self.vault.inner.dir.try_clone()?);
        let mut waiting = Vec::new();
        let first = Folder { dir: root, prefix: String::new(), depth: 0, excluded: false };
        self.folder(&first, exclude, &mut waiting)?;
        while let Some(Waiting { parent, name, prefix, depth, excluded }) = waiting.pop() {
            let looked = parent.open_dir_nofollow(&name).and_then(|dir| {
                let folder = Folder { dir: Rc::new(dir), prefix: prefix.clone(), depth, excluded };
                self.folder(&folder, exclude, &mut waiting)
            });
            // A folder that went away meanwhile is no problem.
            if let Err(error) = looked
                && !excluded
                && error.kind() != io::ErrorKind::NotFound
            {
                self.problem(prefix.trim_end_matches('/').to_owned(), error.to_string());
            }
        }
        Ok(())
    }

    fn folder(
        &mut self,
        folder: &Folder,
        exclude: &Exclude,
        waiting: &mut Vec<Waiting>,
    ) -> io::Result<()> {
        if self.options.gitignore {
            self.read_rules(folder);
        }
        for entry in folder.dir.entries()? {
            match entry {
                Ok(entry) => self.entry(folder, &entry, exclude, waiting),
                Err(error) => self.problem(folder.prefix.clone(), error.to_string()),
            }
        }
        Ok(())
    }

    fn entry(
        &mut self,
        folder: &Folder,
        entry: &DirEntry,
        exclude: &Exclude,
        waiting: &mut Vec<Waiting>,
    ) {
        let name = entry.file_name();
        let Some(name) = name.to_str() else {
            let shown = format!("{}{}", folder.prefix, name.to_string_lossy());
            return self.problem(shown, sentences::NAME_NOT_UTF8);
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
                return self.problem(full, sentences::TOO_DEEP);
            }
            waiting.push(Waiting {
                parent: folder.dir.clone(),
                name: name.into(),
                prefix: full + "/",
                depth: folder.depth + 1,
                excluded,
            });
            return;
        }
        if full.len() > LONGEST && !excluded {
            return self.problem(full, sentences::PATH_TOO_LONG);
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
                return self.problem(path.to_string(), sentences::LINK_OUT);
            }
            Err(error) if link => {
                return self.problem(path.to_string(), sentences::broken_link(&error));
            }
            Err(error) => return self.problem(path.to_string(), error.to_string()),
        };
        if link && metadata.is_dir() {
            return self.problem(path.to_string(), sentences::LINK_TO_FOLDER);
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
            self.problem(entry.path.to_string(), sentences::too_large_for_a_note(size, limit));
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
                self.problem(path.to_string(), sentences::bad_ignore_line(&error));
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
