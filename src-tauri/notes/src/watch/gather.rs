//! Gathers events until they settle.
//!
//! `notify-debouncer-full` delays every event by one fixed time, which must be as long as a file may rest while it is
//! written: its median delay for a save is 105 ms, here 11 ms (`benches/watch.rs`), since a closed file is reported at
//! once. It also reports a file before it is whole if writing takes longer, passes on a checkout as thousands of
//! events, where here one change results, and its idle thread wakes four times within that time. Only its table of file
//! ids is used.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use notify::{
    Event, EventKind, RecursiveMode,
    event::{AccessKind, AccessMode, CreateKind, ModifyKind, RemoveKind, RenameMode},
};
use notify_debouncer_full::FileIdCache;

use super::change::{Change, Places, Rename, STORM};
use crate::NotePath;

/// A closed or renamed file is whole. The same save's rest (a removed backup, a second file) follows within this.
const WHOLE: Duration = Duration::from_millis(10);
/// A file with only writes may still be written; not every system reports the closing.
const WRITTEN: Duration = Duration::from_millis(100);
/// A vanished file may come back: an editor moves the old note away before it writes the new one.
const VANISHED: Duration = Duration::from_millis(150);
/// Quiet time that ends a storm, or a folder's coming and going.
const STORM_OVER: Duration = Duration::from_millis(200);
/// Maximum delay of a change.
const LONGEST: Duration = Duration::from_secs(1);
/// Maximum delay of a storm: each look at everything costs a listing.
const LONGEST_STORM: Duration = Duration::from_secs(5);
/// Maximum renames to follow; beyond it, notes are found by their content.
const MOST_RENAMES: usize = 20_000;

pub(super) struct Gather<C> {
    root: PathBuf,
    /// Finds pairs on systems that report the two names of a rename separately.
    ids: C,
    pending: BTreeMap<NotePath, Touch>,
    renames: Vec<Rename>,
    /// Some renames were missed, so the others may mislead.
    renames_lost: bool,
    everything: bool,
    new_folders: bool,
    first: Option<Instant>,
    last: Option<Instant>,
    half: Option<PathBuf>,
}

struct Touch {
    last: Instant,
    whole: bool,
}

impl<C: FileIdCache> Gather<C> {
    pub(super) fn new(root: PathBuf, mut ids: C) -> Self {
        ids.add_path(&root, RecursiveMode::Recursive);
        Self {
            root,
            ids,
            pending: BTreeMap::new(),
            renames: Vec::new(),
            renames_lost: false,
            everything: false,
            new_folders: false,
            first: None,
            last: None,
            half: None,
        }
    }

    /// False for events of reading, the most common ones.
    pub(super) fn is_relevant(kind: EventKind) -> bool {
        match kind {
            EventKind::Access(AccessKind::Close(AccessMode::Write)) => true,
            EventKind::Access(_) => false,
            _ => true,
        }
    }

    pub(super) fn see(&mut self, event: &Event, now: Instant) {
        if event.need_rescan() {
            self.ids.rescan(&[(self.root.clone(), RecursiveMode::Recursive)]);
            self.lose_track(now);
            return;
        }
        let Some(path) = event.paths.first() else { return };
        if *path == self.root {
            if let EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_)) = event.kind {
                // The folder itself was moved or removed.
                self.lose_track(now);
            }
            return;
        }
        match event.kind {
            EventKind::Create(kind) => {
                self.ids.add_path(path, RecursiveMode::Recursive);
                if kind == CreateKind::Folder || path.is_dir() {
                    self.folder(path, now);
                } else {
                    // An empty file is created before it is written.
                    self.touch(path, Some(false), now);
                }
            }
            EventKind::Remove(kind) => {
                self.forget_id(path);
                match kind {
                    RemoveKind::Folder => self.folder(path, now),
                    _ => self.touch(path, Some(true), now),
                }
            }
            EventKind::Modify(ModifyKind::Name(mode)) => self.name(mode, event, now),
            EventKind::Modify(ModifyKind::Data(_) | ModifyKind::Any) => {
                // A folder changes when a file in it comes or goes, which has its own event.
                if !path.is_dir() {
                    self.touch(path, Some(false), now);
                }
            }
            EventKind::Access(AccessKind::Close(AccessMode::Write)) => {
                self.touch(path, Some(true), now);
            }
            EventKind::Access(_) | EventKind::Other => {}
            EventKind::Modify(_) | EventKind::Any => {
                if !path.is_dir() {
                    self.touch(path, None, now);
                }
            }
        }
    }

    pub(super) fn lose_track(&mut self, now: Instant) {
        self.at(now);
        self.everything = true;
        self.pending.clear();
        self.renames.clear();
        self.renames_lost = true;
    }

    /// Linux reports both names in one event and each in another; Windows reports one half after the other; macOS
    /// reports only that each was renamed, and the file's id shows the pair.
    fn name(&mut self, mode: RenameMode, event: &Event, now: Instant) {
        let Some(path) = event.paths.first() else { return };
        match (mode, event.paths.get(1)) {
            (RenameMode::Both, Some(to)) => self.renamed(path, to, now),
            (RenameMode::From, _) => self.half_of(path, now),
            (RenameMode::Any, _) if !path.exists() => self.half_of(path, now),
            _ => {
                let half = self.half.take();
                self.ids.add_path(path, RecursiveMode::Recursive);
                let pair = half.filter(|half| {
                    // Linux caches no ids, so no pair is found here; its event with both names follows.
                    let (old, new) = (self.ids.cached_file_id(half), self.ids.cached_file_id(path));
                    old.zip(new).is_some_and(|(old, new)| old.as_ref() == new.as_ref())
                });
                match pair {
                    Some(half) => {
                        self.forget_id(&half);
                        self.renamed(&half, path, now);
                    }
                    None => self.moved_in_or_out(path, now),
                }
            }
        }
    }

    /// Removing an id searches all ids, too slow in a storm. A leftover is only used when its path is renamed.
    fn forget_id(&mut self, path: &Path) {
        if !self.everything {
            self.ids.remove_path(path);
        }
    }

    fn half_of(&mut self, path: &Path, now: Instant) {
        // The id is needed until the other half comes.
        if let Some(half) = self.half.replace(path.to_owned()) {
            self.forget_id(&half);
        }
        self.moved_in_or_out(path, now);
    }

    fn moved_in_or_out(&mut self, path: &Path, now: Instant) {
        // A vanished name without an extension may have been a folder.
        if path.is_dir() || (path.extension().is_none() && !path.exists()) {
            self.folder(path, now);
        } else {
            self.touch(path, Some(true), now);
        }
    }

    fn renamed(&mut self, from: &Path, to: &Path, now: Instant) {
        if let (Some(from), Some(to)) = (inside(&self.root, from), inside(&self.root, to)) {
            if self.renames.len() == MOST_RENAMES {
                self.renames.clear();
                self.renames_lost = true;
            }
            if !self.renames_lost {
                self.renames.push(Rename { from, to });
            }
        }
        for path in [from, to] {
            self.moved_in_or_out(path, now);
        }
    }

    fn folder(&mut self, path: &Path, now: Instant) {
        if inside(&self.root, path).is_some() {
            self.at(now);
            self.everything = true;
            self.new_folders = true;
            self.pending.clear();
        }
    }

    /// `whole`: whether the writer has finished, if known.
    fn touch(&mut self, path: &Path, whole: Option<bool>, now: Instant) {
        let Some(path) = inside(&self.root, path) else { return };
        self.at(now);
        if self.everything {
            return;
        }
        // Other files count only by name, which is complete.
        let whole = !path.is_note()
            || whole.unwrap_or_else(|| self.pending.get(&path).is_none_or(|touch| touch.whole));
        self.pending.insert(path, Touch { last: now, whole });
        if self.pending.len() > STORM {
            self.everything = true;
            self.pending.clear();
        }
    }

    fn at(&mut self, now: Instant) {
        self.first.get_or_insert(now);
        self.last = Some(now);
    }

    pub(super) fn due(&self, exists: impl Fn(&Path) -> bool) -> Option<Instant> {
        let (first, last) = (self.first?, self.last?);
        if self.everything {
            return Some((last + STORM_OVER).min(first + LONGEST_STORM));
        }
        let settled = self.pending.iter().map(|(path, touch)| {
            let quiet = match touch.whole {
                false => WRITTEN,
                true if exists(&self.root.join(path.as_str())) => WHOLE,
                true => VANISHED,
            };
            touch.last + quiet
        });
        Some(settled.max().unwrap_or(last).min(first + LONGEST))
    }

    pub(super) fn has_new_folders(&self) -> bool {
        self.new_folders
    }

    pub(super) fn take(&mut self) -> Option<Change> {
        self.first.take()?;
        self.last = None;
        self.new_folders = false;
        self.renames_lost = false;
        let pending = std::mem::take(&mut self.pending);
        let places = match std::mem::take(&mut self.everything) {
            true => Places::Everything,
            false => Places::Paths(pending.into_keys().collect()),
        };
        Some(Change { places, renames: std::mem::take(&mut self.renames) })
    }
}

fn inside(root: &Path, path: &Path) -> Option<NotePath> {
    let relative = path.strip_prefix(root).ok()?;
    let parts: Option<Vec<&str>> = relative
        .components()
        .map(|part| part.as_os_str().to_str().filter(|part| !part.starts_with('.')))
        .collect();
    NotePath::new(&parts?.join("/")).ok()
}

#[cfg(test)]
mod tests;
