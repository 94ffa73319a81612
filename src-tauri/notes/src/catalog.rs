//! Resolves links by name, and finds the links to a note.

mod headings;
mod mention_names;
mod mentions;
mod names;
mod rename;
mod suggest;
#[cfg(test)]
mod tests;

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::{Arc, OnceLock},
};

use serde::Serialize;

pub use self::{headings::HeadingEntry, mentions::Mention, rename::Renaming};
use self::{
    headings::Headings,
    mention_names::MentionNames,
    names::{Names, PathMatch},
    suggest::Spellings,
};
use crate::{Link, LinkTarget, Note, NotePath};

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "state", rename_all = "lowercase")]
pub enum Resolution {
    Resolved {
        path: NotePath,
    },
    /// Several files match equally well; the first in path order is always chosen.
    Ambiguous {
        chosen: NotePath,
        others: Vec<NotePath>,
    },
    Broken {
        /// Likely targets, best first, at most five.
        suggestions: Vec<NotePath>,
    },
}

impl Resolution {
    pub fn path(&self) -> Option<&NotePath> {
        match self {
            Self::Resolved { path } | Self::Ambiguous { chosen: path, .. } => Some(path),
            Self::Broken { .. } => None,
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Backlink {
    pub source: NotePath,
    pub link: Link,
}

/// The names of a vault's notes and files. A snapshot: cheap to clone, and every change makes a new one.
#[derive(Debug, Clone, Default)]
pub struct Catalog {
    inner: Arc<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    notes: BTreeMap<NotePath, Arc<Note>>,
    files: Arc<BTreeSet<NotePath>>,
    names: Arc<Names>,
    backlinks: OnceLock<HashMap<NotePath, Vec<Backlink>>>,
    spellings: OnceLock<Spellings>,
    mention_names: OnceLock<MentionNames>,
    headings: OnceLock<Headings>,
}

impl Catalog {
    pub fn new(
        notes: impl IntoIterator<Item = (NotePath, Arc<Note>)>,
        files: impl IntoIterator<Item = NotePath>,
    ) -> Self {
        let notes: BTreeMap<_, _> = notes.into_iter().collect();
        let files: BTreeSet<_> = files.into_iter().collect();
        let mut names = Names::default();
        notes.keys().chain(&files).for_each(|path| names.insert(path));
        Self::of(notes, Arc::new(files), Arc::new(names))
    }

    fn of(
        notes: BTreeMap<NotePath, Arc<Note>>,
        files: Arc<BTreeSet<NotePath>>,
        names: Arc<Names>,
    ) -> Self {
        let inner = Inner { notes, files, names, ..Inner::default() };
        Self { inner: Arc::new(inner) }
    }

    /// A catalog with new or changed notes, and without removed notes and files.
    pub fn with(
        &self,
        changed: impl IntoIterator<Item = (NotePath, Arc<Note>)>,
        removed: impl IntoIterator<Item = NotePath>,
    ) -> Self {
        let mut notes = self.inner.notes.clone();
        let mut files = self.inner.files.clone();
        // The name table is copied only if a name is added or removed; edits change none.
        let mut names = self.inner.names.clone();
        for path in removed {
            let was_note = notes.remove(&path).is_some();
            if was_note || (files.contains(&path) && Arc::make_mut(&mut files).remove(&path)) {
                Arc::make_mut(&mut names).remove(&path);
            }
        }
        for (path, note) in changed {
            if notes.insert(path.clone(), note).is_none() {
                Arc::make_mut(&mut names).insert(&path);
            }
        }
        Self::of(notes, files, names)
    }

    /// A catalog with further files.
    pub fn with_files(&self, added: impl IntoIterator<Item = NotePath>) -> Self {
        let mut files = self.inner.files.clone();
        let mut names = self.inner.names.clone();
        for path in added {
            if !files.contains(&path) {
                Arc::make_mut(&mut names).insert(&path);
                Arc::make_mut(&mut files).insert(path);
            }
        }
        Self::of(self.inner.notes.clone(), files, names)
    }

    pub fn note(&self, path: &NotePath) -> Option<&Arc<Note>> {
        self.inner.notes.get(path)
    }

    pub fn title(&self, path: &NotePath) -> String {
        match self.note(path).and_then(|note| note.title.clone()) {
            Some(title) => title,
            None => path.stem().to_owned(),
        }
    }

    pub fn notes(&self) -> impl Iterator<Item = (&NotePath, &Arc<Note>)> {
        self.inner.notes.iter()
    }

    pub fn files(&self) -> impl Iterator<Item = &NotePath> {
        self.inner.files.iter()
    }

    /// `source` is `None` for a link in a message.
    pub fn resolve(&self, source: Option<&NotePath>, target: &LinkTarget) -> Resolution {
        match self.find(source, target) {
            PathMatch::One(path) => Resolution::Resolved { path: path.clone() },
            PathMatch::Several(chosen, others) => Resolution::Ambiguous {
                chosen: chosen.clone(),
                others: others.into_iter().cloned().collect(),
            },
            PathMatch::Nothing => {
                Resolution::Broken { suggestions: self.suggestions(&target.path, source) }
            }
        }
    }

    /// Like [`Catalog::resolve`] without the suggestions, which search all names.
    pub fn target<'a>(
        &'a self,
        source: Option<&'a NotePath>,
        target: &LinkTarget,
    ) -> Option<&'a NotePath> {
        match self.find(source, target) {
            PathMatch::One(path) | PathMatch::Several(path, _) => Some(path),
            PathMatch::Nothing => None,
        }
    }

    fn find<'a>(&'a self, source: Option<&'a NotePath>, target: &LinkTarget) -> PathMatch<'a> {
        if target.path.is_empty() {
            return source.map_or(PathMatch::Nothing, PathMatch::One);
        }
        self.inner.names.find(&target.path, source.map_or("", NotePath::folder))
    }

    fn suggestions(&self, name: &str, source: Option<&NotePath>) -> Vec<NotePath> {
        let spellings = self.inner.spellings.get_or_init(|| Spellings::of(&self.inner.notes));
        spellings.like(name, source.map_or("", NotePath::folder))
    }

    /// At most `limit` headings with the typed text or all its words, ignoring case and accents: the best match
    /// first, then the shortest. Omits headings that equal their note's title, can't be linked, or occurred earlier
    /// in their note.
    pub fn headings(&self, typed: &str, limit: usize) -> Vec<HeadingEntry> {
        self.inner.headings.get_or_init(|| Headings::of(&self.inner.notes)).like(typed, limit)
    }

    pub fn backlinks(&self, path: &NotePath) -> &[Backlink] {
        let all = self.inner.backlinks.get_or_init(|| self.all_backlinks());
        all.get(path).map_or(&[], Vec::as_slice)
    }

    fn all_backlinks(&self) -> HashMap<NotePath, Vec<Backlink>> {
        let mut all: HashMap<NotePath, Vec<Backlink>> = HashMap::new();
        for (source, note) in &self.inner.notes {
            for link in &note.links {
                if let PathMatch::One(path) | PathMatch::Several(path, _) =
                    self.find(Some(source), &link.target)
                    && path != source
                {
                    let backlink = Backlink { source: source.clone(), link: link.clone() };
                    all.entry(path.clone()).or_default().push(backlink);
                }
            }
        }
        all
    }
}
