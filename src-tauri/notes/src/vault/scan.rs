//! Lists a vault's notes and files, without the excluded ones.

#[cfg(test)]
mod tests;

use std::{
    collections::BTreeSet,
    ffi::{OsStr, OsString},
    io,
    ops::Bound,
    rc::Rc,
};

use cap_std::fs::Dir;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::{
    FileEntry, FileProblem, Scan, ScanOptions, Vault,
    entries::{self, Item, Kind},
    exclude::Exclusions,
    read::{is_hidden, kind_of, led_outside, modified},
};
use crate::{Error, NotePath, Result, sentences};

/// Version control has no notes and very many files.
const NEVER: [&str; 4] = [".git", ".hg", ".svn", ".jj"];
/// Maximum depth of folders.
const DEEPEST: usize = 128;
/// Maximum bytes of a path that the system can open. A walk, which opens folder by folder, finds longer ones.
const LONGEST: usize = 4095;
/// Maximum bytes of a `.gitignore` file.
const MAX_GITIGNORE: u64 = 1 << 20;

impl Vault {
    /// Lists the vault's files; unreadable ones are problems, not errors. Symbolic links to files inside the vault are
    /// listed as files, links to folders aren't followed, and links out of the vault are problems.
    pub fn scan(&self, options: &ScanOptions) -> Result<Scan> {
        let walk = Walk::of(self, options, None)?;
        Ok(walk.scan)
    }

    /// Checks only `paths`, without listing a folder; a path in none of the lists doesn't exist. `None` if a path is a
    /// folder or in an unreadable one: then only a scan can tell.
    pub fn look(&self, paths: &[NotePath], options: &ScanOptions) -> Result<Option<Scan>> {
        let only = paths.iter().map(NotePath::as_str).collect();
        let walk = Walk::of(self, options, Some(only))?;
        Ok((!walk.needs_scan).then_some(walk.scan))
    }
}

struct Walk<'a> {
    vault: &'a Vault,
    options: &'a ScanOptions,
    scan: Scan,
    #[cfg(test)]
    rules_asked: std::cell::Cell<usize>,
    only: Option<BTreeSet<&'a str>>,
    /// A path of `only` is a folder, or in an unreadable one.
    needs_scan: bool,
}

struct Rules {
    prefix: String,
    rules: Gitignore,
    outer: Option<Rc<Rules>>,
}

struct Folder {
    dir: Rc<Dir>,
    /// With a `/` at the end; empty for the root.
    prefix: String,
    depth: usize,
    excluded: bool,
    rules: Option<Rc<Rules>>,
}

/// A folder still to list. It isn't open yet: a folder may have more folders than a process may open.
struct PendingFolder {
    parent: Rc<Dir>,
    name: OsString,
    prefix: String,
    depth: usize,
    excluded: bool,
    rules: Option<Rc<Rules>>,
}

impl<'a> Walk<'a> {
    fn of(
        vault: &'a Vault,
        options: &'a ScanOptions,
        only: Option<BTreeSet<&'a str>>,
    ) -> Result<Self> {
        let gone = |error: io::Error| Error::NotAVault {
            path: vault.root().display().to_string(),
            reason: error.to_string().into(),
        };
        vault.check_presence()?;
        let scan = Scan::default();
        let mut walk = Self {
            vault,
            options,
            scan,
            #[cfg(test)]
            rules_asked: Default::default(),
            only,
            needs_scan: false,
        };
        let exclude = Exclusions::new(&options.exclude, &mut walk.scan.problems);
        if walk.only.is_some() {
            // Problems of globs belong to no path, and a scan has reported them.
            walk.scan.problems.clear();
        }
        walk.folders(&exclude).map_err(gone)?;
        // A vault removed during the walk doesn't mean deleted notes.
        vault.check_presence()?;
        let scan = &mut walk.scan;
        scan.notes.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        scan.files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        scan.excluded.sort_unstable();
        scan.links.sort_unstable();
        scan.problems.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        Ok(walk)
    }

    fn folders(&mut self, exclude: &Exclusions) -> io::Result<()> {
        let root = Rc::new(entries::open(&self.vault.inner.dir, OsStr::new("."))?);
        let mut waiting = Vec::new();
        let first =
            Folder { dir: root, prefix: String::new(), depth: 0, excluded: false, rules: None };
        self.folder(first, exclude, &mut waiting)?;
        while let Some(PendingFolder { parent, name, prefix, depth, excluded, rules }) =
            waiting.pop()
        {
            let looked = entries::open(&parent, &name).and_then(|dir| {
                let dir = Rc::new(dir);
                let folder = Folder { dir, prefix: prefix.clone(), depth, excluded, rules };
                self.folder(folder, exclude, &mut waiting)
            });
            // A folder removed meanwhile is no problem.
            if let Err(error) = looked
                && !excluded
                && error.kind() != io::ErrorKind::NotFound
            {
                self.needs_scan = true;
                self.problem(prefix.trim_end_matches('/').to_owned(), error.to_string());
            }
        }
        Ok(())
    }

    fn folder(
        &mut self,
        mut folder: Folder,
        exclude: &Exclusions,
        waiting: &mut Vec<PendingFolder>,
    ) -> io::Result<()> {
        if self.options.gitignore {
            self.read_rules(&mut folder);
        }
        let folder = &folder;
        if self.only.is_some() {
            return self.asked(folder, exclude, waiting);
        }
        entries::list(&folder.dir, &mut |item| self.entry(folder, &item, exclude, waiting))
    }

    fn asked(
        &mut self,
        folder: &Folder,
        exclude: &Exclusions,
        waiting: &mut Vec<PendingFolder>,
    ) -> io::Result<()> {
        let from = (Bound::Excluded(folder.prefix.as_str()), Bound::Unbounded);
        // Names in the folder, and whether the path goes on inside.
        let names: BTreeSet<(&'a str, bool)> = self
            .only
            .iter()
            .flat_map(|only| only.range::<str, _>(from))
            .map_while(|path| path.strip_prefix(&folder.prefix))
            .map(|rest| rest.split_once('/').map_or((rest, false), |(name, _)| (name, true)))
            .collect();
        for (name, is_on_the_way) in names {
            let metadata = match folder.dir.symlink_metadata(name) {
                Ok(metadata) => metadata,
                Err(error) if is_missing(&error) => continue,
                Err(error) => {
                    self.problem(format!("{}{name}", folder.prefix), error.to_string());
                    continue;
                }
            };
            let kind = Kind::from(metadata.file_type());
            let is_folder = kind == Kind::Folder;
            if is_on_the_way != is_folder {
                self.needs_scan |= is_folder;
            } else if is_on_the_way || is_spelled(&folder.dir, name)? {
                let metadata = || folder.dir.symlink_metadata(name);
                let item = Item { name: OsStr::new(name), kind, metadata: &metadata };
                self.entry(folder, &item, exclude, waiting);
            }
        }
        Ok(())
    }

    fn entry(
        &mut self,
        folder: &Folder,
        item: &Item<'_>,
        exclude: &Exclusions,
        waiting: &mut Vec<PendingFolder>,
    ) {
        let Some(name) = item.name.to_str() else {
            let shown = format!("{}{}", folder.prefix, item.name.to_string_lossy());
            return self.problem(shown, sentences::NAME_NOT_UTF8);
        };
        let full = format!("{}{name}", folder.prefix);
        let hidden = folder.excluded || name.starts_with('.');
        let is_folder = item.kind == Kind::Folder;
        let excluded =
            hidden || exclude.matches(&full, is_folder) || self.ignored(folder, &full, is_folder);
        if is_folder {
            if NEVER.contains(&name) {
                return;
            }
            if folder.depth == DEEPEST {
                return self.problem(full, sentences::TOO_DEEP);
            }
            waiting.push(PendingFolder {
                parent: folder.dir.clone(),
                name: name.into(),
                prefix: full + "/",
                depth: folder.depth + 1,
                excluded,
                rules: folder.rules.clone(),
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
            if path.is_note() && item.kind == Kind::File {
                self.scan.excluded.push(path);
            }
            return;
        }
        self.file(folder, item, name, path);
    }

    fn file(&mut self, folder: &Folder, item: &Item<'_>, name: &str, path: NotePath) {
        let link = item.kind == Kind::Link;
        if link {
            self.scan.links.push(path.clone());
        }
        // Followed from the vault's root: a link may climb inside the vault, but not leave it.
        let metadata = match link {
            true => match self.vault.place(&path) {
                Ok(place) if is_hidden(&place) => {
                    return self.problem(path.to_string(), sentences::LINK_TO_HIDDEN);
                }
                Ok(place) => self.vault.inner.dir.metadata(place),
                Err(error) => Err(error),
            },
            false => (item.metadata)(),
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

    fn read_rules(&mut self, folder: &mut Folder) {
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
            Ok(rules) => {
                let (prefix, outer) = (folder.prefix.clone(), folder.rules.take());
                folder.rules = Some(Rc::new(Rules { prefix, rules, outer }));
            }
            Err(error) => self.problem(path.to_string(), error.to_string()),
        }
    }

    /// The deepest `.gitignore` with a matching rule decides.
    fn ignored(&self, folder: &Folder, path: &str, is_folder: bool) -> bool {
        std::iter::successors(folder.rules.as_deref(), |rules| rules.outer.as_deref())
            .map(|rules| {
                #[cfg(test)]
                self.rules_asked.set(self.rules_asked.get() + 1);
                rules.rules.matched(&path[rules.prefix.len()..], is_folder)
            })
            .find(|found| !found.is_none())
            .is_some_and(|found| found.is_ignore())
    }
}

fn is_missing(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidFilename, NotADirectory, NotFound};
    matches!(error.kind(), NotFound | NotADirectory | InvalidFilename)
}

/// True if the file's name has exactly this spelling. On a disk that ignores case, only the folder's list shows it.
fn is_spelled(dir: &Dir, name: &str) -> io::Result<bool> {
    let flip = |char: char| match char.is_ascii_lowercase() {
        true => char.to_ascii_uppercase(),
        false => char.to_ascii_lowercase(),
    };
    let other: String = name.chars().map(flip).collect();
    if other == name || dir.symlink_metadata(&other).is_err() {
        return Ok(true);
    }
    for entry in dir.entries()? {
        if entry?.file_name() == name {
            return Ok(true);
        }
    }
    Ok(false)
}
