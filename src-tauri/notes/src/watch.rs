//! Changes on disk, as they happen.

use std::{collections::BTreeSet, path::Path, time::Duration};

use notify::{
    EventKind, RecommendedWatcher, RecursiveMode,
    event::{CreateKind, ModifyKind, RemoveKind},
};
use notify_debouncer_full::{
    DebounceEventResult, DebouncedEvent, Debouncer, RecommendedCache, new_debouncer,
};

use crate::{Error, NotePath, Result, Vault};

/// How long a file must have been quiet before its change is reported.
const QUIET: Duration = Duration::from_millis(120);
/// How often quiet files are looked for.
const TICK: Duration = Duration::from_millis(30);
/// With more files than this in one batch a walk over the vault costs less than looking at each.
const STORM: usize = 500;

/// What changed in the vault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// These files were made, changed, renamed or removed; look at each again.
    Paths(Vec<NotePath>),
    /// Too much changed, or events were lost: look at everything again.
    Everything,
}

/// A running watch. Dropping it stops the watching.
#[derive(Debug)]
pub struct Watch {
    _debouncer: Debouncer<RecommendedWatcher, RecommendedCache>,
}

impl Watch {
    /// Watches `vault` and calls `on_change` from a thread of its own, with a storm of changes
    /// gathered into one [`Change::Everything`]. Hidden files are passed over; a folder that was
    /// made, moved or removed counts as everything, because what is in it isn't told.
    ///
    /// # Errors
    /// [`crate::Error::Watch`] if the system can't watch the folder.
    pub fn start(vault: &Vault, on_change: impl Fn(Change) + Send + 'static) -> Result<Self> {
        let root = vault.root().to_owned();
        let refuse = |error: notify::Error| Error::Watch {
            path: root.display().to_string(),
            reason: error.to_string(),
        };
        let inside = root.clone();
        let handler = move |result: DebounceEventResult| {
            let change = match result {
                Ok(events) => change_of(&inside, &events),
                Err(errors) => {
                    tracing::warn!(?errors, "watching a vault failed; all of it is looked at");
                    Some(Change::Everything)
                }
            };
            if let Some(change) = change {
                on_change(change);
            }
        };
        let mut debouncer = new_debouncer(QUIET, Some(TICK), handler).map_err(refuse)?;
        debouncer.watch(&root, RecursiveMode::Recursive).map_err(refuse)?;
        Ok(Self { _debouncer: debouncer })
    }
}

/// What a batch of events comes to; `None` if nothing that shows.
fn change_of(root: &Path, events: &[DebouncedEvent]) -> Option<Change> {
    let mut paths = BTreeSet::new();
    for event in events {
        if event.need_rescan() {
            return Some(Change::Everything);
        }
        let folder = matches!(
            event.kind,
            EventKind::Create(CreateKind::Folder) | EventKind::Remove(RemoveKind::Folder)
        );
        let renamed = matches!(event.kind, EventKind::Modify(ModifyKind::Name(_)));
        if matches!(event.kind, EventKind::Access(_)) {
            continue;
        }
        for path in &event.paths {
            let Some(path) = inside(root, path) else { continue };
            let full = root.join(path.as_str());
            if folder || full.is_dir() {
                // A file that changed makes its folder change; only a folder's coming and going
                // says something.
                if folder || renamed {
                    return Some(Change::Everything);
                }
                continue;
            }
            if renamed && path.extension().is_none() && !full.exists() {
                // Gone under a name that may have been a folder's.
                return Some(Change::Everything);
            }
            paths.insert(path);
            if paths.len() > STORM {
                return Some(Change::Everything);
            }
        }
    }
    (!paths.is_empty()).then(|| Change::Paths(paths.into_iter().collect()))
}

/// The path inside the vault, unless a part of it is hidden or it can't be a note's path.
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
