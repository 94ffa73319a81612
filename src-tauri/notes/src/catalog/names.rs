//! Finds files by their names and paths, as links write them.

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

use crate::{
    NotePath,
    text::{fold, nfc},
};

#[derive(Debug, Clone)]
struct FileName {
    path: NotePath,
    folded: Arc<str>,
    /// In composed UTF-16 units, as Obsidian counts.
    length: usize,
}

impl FileName {
    fn ends_with(&self, wanted: &str) -> bool {
        let rest = self.folded.strip_suffix(wanted);
        rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
    }
}

/// Files by folded name with extension, the preferred one first: the shortest path, then path order.
#[derive(Debug, Clone, Default)]
pub(crate) struct Names {
    by_name: Table<FileName>,
    by_path: Table<NotePath>,
}

/// Lists by name, in parts that copies share: adding or removing a note copies one part of many.
#[derive(Debug, Clone)]
struct Table<V> {
    parts: Vec<Arc<HashMap<Arc<str>, Vec<V>>>>,
}

const PARTS: usize = 128;

impl<V> Default for Table<V> {
    fn default() -> Self {
        Self { parts: vec![Arc::default(); PARTS] }
    }
}

impl<V: Clone> Table<V> {
    fn part(name: &str) -> usize {
        let mut hasher = DefaultHasher::new();
        name.hash(&mut hasher);
        (hasher.finish() % PARTS as u64) as usize
    }

    fn get(&self, name: &str) -> Option<&[V]> {
        self.parts[Self::part(name)].get(name).map(Vec::as_slice)
    }

    fn list(&mut self, name: Arc<str>) -> &mut Vec<V> {
        Arc::make_mut(&mut self.parts[Self::part(&name)]).entry(name).or_default()
    }

    fn retain(&mut self, name: &str, keep: impl FnMut(&V) -> bool) {
        let part = Arc::make_mut(&mut self.parts[Self::part(name)]);
        if let Some(list) = part.get_mut(name) {
            list.retain(keep);
            if list.is_empty() {
                part.remove(name);
            }
        }
    }
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum PathMatch<'a> {
    One(&'a NotePath),
    Several(&'a NotePath, Vec<&'a NotePath>),
    Nothing,
}

impl Names {
    pub(crate) fn insert(&mut self, path: &NotePath) {
        let folded: Arc<str> = fold(path.as_str()).into();
        let same = self.by_path.list(folded.clone());
        let Err(at) = same.binary_search(path) else { return };
        same.insert(at, path.clone());
        let name: Arc<str> = file_name(&folded).into();
        let length = nfc(path.as_str()).encode_utf16().count();
        let named = FileName { path: path.clone(), folded, length };
        let list = self.by_name.list(name);
        let key = |named: &FileName| (named.length, named.path.clone());
        let at = list.partition_point(|other| key(other) < key(&named));
        list.insert(at, named);
    }

    pub(crate) fn remove(&mut self, path: &NotePath) {
        let folded = fold(path.as_str());
        self.by_name.retain(file_name(&folded), |named| named.path != *path);
        self.by_path.retain(&folded, |other| other != path);
    }

    pub(crate) fn find(&self, path: &str, folder: &str) -> PathMatch<'_> {
        let path = path.trim();
        if let Some(rooted) = path.strip_prefix('/') {
            return self.exact(rooted, rooted);
        }
        let relative = path.split('/').any(|part| matches!(part, "." | ".."));
        if relative {
            return match join(folder, path) {
                Some(full) => self.exact(&full, &full),
                None => PathMatch::Nothing,
            };
        }
        let folded = fold(path);
        for wanted in with_extension(&folded) {
            let named = self.by_name.get(file_name(&wanted)).unwrap_or_default();
            let found = match named {
                [] => continue,
                [only] if only.ends_with(&wanted) => return PathMatch::One(&only.path),
                [_] => continue,
                _ => self.among(named, &wanted, path, folder),
            };
            if found != PathMatch::Nothing {
                return found;
            }
        }
        PathMatch::Nothing
    }

    /// Prefers the exact path, then the source's folder, then any path with this suffix.
    fn among<'a>(
        &'a self,
        named: &'a [FileName],
        wanted: &str,
        spelled: &str,
        folder: &str,
    ) -> PathMatch<'a> {
        let found = self.same_path(wanted, spelled);
        if found != PathMatch::Nothing {
            return found;
        }
        if !folder.is_empty() {
            let beside = format!("{}/{wanted}", fold(folder));
            let found = self.same_path(&beside, &format!("{folder}/{spelled}"));
            if found != PathMatch::Nothing {
                return found;
            }
        }
        let mut matching = named.iter().filter(|named| named.ends_with(wanted));
        let Some(first) = matching.next() else { return PathMatch::Nothing };
        let others: Vec<_> = matching.take_while(|other| other.length == first.length).collect();
        if others.is_empty() {
            return PathMatch::One(&first.path);
        }
        // Most disks treat paths that differ only in case as one file, so the spelling decides.
        if others.iter().all(|other| other.folded == first.folded) {
            let exact = |named: &&FileName| {
                let path = named.path.as_str();
                path.ends_with(spelled)
                    || path.strip_suffix(".md").is_some_and(|path| path.ends_with(spelled))
            };
            if let Some(named) = std::iter::once(first).chain(others.iter().copied()).find(exact) {
                return PathMatch::One(&named.path);
            }
        }
        PathMatch::Several(&first.path, others.into_iter().map(|other| &other.path).collect())
    }

    fn exact(&self, path: &str, spelled: &str) -> PathMatch<'_> {
        let folded = fold(path);
        with_extension(&folded)
            .map(|wanted| self.same_path(&wanted, spelled))
            .find(|found| *found != PathMatch::Nothing)
            .unwrap_or(PathMatch::Nothing)
    }

    /// Where the disk distinguishes `a.md` from `A.md`, the link's spelling decides.
    fn same_path(&self, folded: &str, spelled: &str) -> PathMatch<'_> {
        let Some(paths) = self.by_path.get(folded) else { return PathMatch::Nothing };
        let as_spelled = paths.iter().find(|path| {
            path.as_str() == spelled || path.as_str().strip_suffix(".md") == Some(spelled)
        });
        match (as_spelled, paths) {
            (Some(path), _) | (None, [path]) => PathMatch::One(path),
            (None, [first, others @ ..]) => PathMatch::Several(first, others.iter().collect()),
            (None, []) => PathMatch::Nothing,
        }
    }
}

/// Candidate names, likeliest first. A link may omit `.md`, and a name without a dot most likely does. `.mdx`, which
/// Obsidian doesn't read as Markdown, comes last.
fn with_extension(folded: &str) -> impl Iterator<Item = String> + use<> {
    let plain = folded.to_owned();
    let note = format!("{folded}.md");
    let foreign = format!("{folded}.mdx");
    match file_name(folded).contains('.') {
        true => [plain, note, foreign].into_iter(),
        false => [note, plain, foreign].into_iter(),
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

fn join(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}
