//! Writes approved changes to notes, and undoes them.
//!
//! The library stores the old bytes before a note is touched, so that a crash can't lose them. `changes.rs` lists the
//! forms of a change.

#[cfg(test)]
mod tests;

mod step;

use std::{
    panic::resume_unwind,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use futures::{FutureExt, future::BoxFuture};
use notes::{FileChange, NotePath, Vault};
use tokio::runtime::Handle;

use self::step::Fate;
use crate::{followers::Follower, sentences, vault::OpenVault, vaults::Vaults};
use conversation::{Change, ChangeId, ChangeState, Code, Error, Result};
use library::{EditEntry, Library};
use retrieval::blocking;

#[derive(Clone)]
pub(crate) struct Edits {
    shared: Arc<Shared>,
}

struct Shared {
    library: Library,
    vaults: Vaults,
    runtime: Handle,
    /// Locked while notes are written, or while their state is determined.
    writing: tokio::sync::Mutex<()>,
}

/// Settles changes that an ended app left unfinished.
impl Follower<OpenVault> for Shared {
    fn follow<'a>(self: Arc<Self>, open: &'a OpenVault) -> BoxFuture<'a, Result<()>> {
        async move {
            self.settle(open).await;
            Ok(())
        }
        .boxed()
    }
}

impl Edits {
    pub(crate) fn new(library: Library, vaults: Vaults) -> Self {
        let shared = Arc::new(Shared {
            library,
            vaults,
            runtime: Handle::current(),
            writing: tokio::sync::Mutex::default(),
        });
        shared.vaults.add_follower(&shared);
        Self { shared }
    }

    /// Applies all chosen hunks or none. If somebody changes a note meanwhile, a failed change may stay partly written.
    pub(crate) async fn carry_out(&self, change: Change, outcome: ChangeState) -> Result<()> {
        let id = change.id;
        let plan = move |vault: &Vault| {
            let chosen = change.taken.iter().filter_map(|part| change.chosen(part));
            let files = chosen.map(|(note, hunks)| step::planned(vault, note, &hunks));
            Ok(files.collect::<notes::Result<Vec<_>>>()?.into_iter().flatten().collect())
        };
        self.run(id, outcome, plan).await
    }

    /// [`Code::Changed`] means that a note changed since, [`Code::NotFound`] that the old bytes are gone.
    pub(crate) async fn undo_change(&self, change: ChangeId) -> Result<()> {
        let edits = self.shared.library.edits_of(change).await?;
        if edits.is_empty() {
            return Err(Error::new(Code::NotFound, sentences::NOTHING_TO_UNDO));
        }
        let replaced = self.shared.library.replaced(edits.clone()).await?;
        let plan = move |vault: &Vault| Ok(step::all_back(vault, &edits, replaced)?);
        self.run(change, ChangeState::Undone, plan).await
    }

    /// The library stores the steps first, so that the next opening of the vault can settle an interrupted change.
    async fn run(
        &self,
        change: ChangeId,
        outcome: ChangeState,
        plan: impl FnOnce(&Vault) -> Result<Vec<FileChange>> + Send + 'static,
    ) -> Result<()> {
        let (id, vault) = {
            let open = self.shared.vaults.vault()?;
            (open.id, open.vault.clone())
        };
        let shared = self.shared.clone();
        let applied = self.shared.runtime.spawn(async move {
            let _one_at_a_time = shared.writing.lock().await;
            let library = &shared.library;
            let planned = vault.clone();
            let files = blocking(move || plan(&planned)).await?;
            let edits: Vec<_> = files.iter().map(|file| EditEntry::of(change, file)).collect();
            for file in &files {
                if changes_text(file) && file.before() == Some(file.after()) {
                    let told = || sentences::change_of_nothing(file.path());
                    return Err(Error::bad_input(told));
                }
            }
            let replaced = files.iter().filter_map(|file| file.before().map(<[u8]>::to_vec));
            library.begin_edits(id, edits.clone(), replaced.collect(), Some(outcome)).await?;
            let begun = edits.clone();
            // If the outcome can't be stored, the next opening of the vault finds it out.
            let (written, noted) = match blocking(move || Ok(write(&vault, &files, begun))).await? {
                Ok(done) => (Ok(()), library.end_edits(done).await),
                Err((error, stay)) => (Err(error), library.forget_edits(edits, stay).await),
            };
            if let Err(error) = noted {
                tracing::warn!(%error, "the outcome of a change couldn't be noted");
            }
            written
        });
        applied.await.map_err(|panic| {
            Error::new(Code::Internal, || sentences::change_failed(&panic)).because(panic)
        })?
    }
}

/// Maximum notes written at once. Each write waits for the disk twice, and a disk syncs many files in the time of
/// one. `tests/benches/rename.rs` measures 1,000 notes.
const AT_ONCE: usize = 32;

/// Runs the steps in order, text changes in parallel. Returns the edits, with the places of trashed notes. After a
/// failure it undoes the steps and returns the edits that couldn't be undone.
fn write(
    vault: &Vault,
    files: &[FileChange],
    mut edits: Vec<EditEntry>,
) -> Result<Vec<EditEntry>, (Error, Vec<EditEntry>)> {
    let mut are_done = Vec::new();
    for group in files.chunk_by(|one, next| changes_text(one) && changes_text(next)) {
        let mut failed = None;
        for result in run_group(vault, group) {
            let edit = &mut edits[are_done.len()];
            are_done.push(matches!(result, Some(Ok(_))));
            match result {
                Some(Ok(trashed)) => edit.target = trashed.or(edit.target.take()),
                Some(Err(error)) => failed = failed.or(Some(error)),
                None => {}
            }
        }
        let Some(error) = failed else { continue };
        let done = files.iter().zip(edits).zip(are_done).rev().filter(|(_, is_done)| *is_done);
        let stays = |((file, edit), _): ((&FileChange, EditEntry), bool)| {
            let before = file.before().map(<[u8]>::to_vec);
            (!take_back(vault, &edit, before)).then_some(edit)
        };
        return Err((error.into(), done.filter_map(stays).collect()));
    }
    Ok(edits)
}

fn changes_text(file: &FileChange) -> bool {
    matches!(file, FileChange::Write { before: Some(_), .. })
}

/// A result is `None` if the step wasn't begun after a failure, else the place of a trashed note.
fn run_group(vault: &Vault, group: &[FileChange]) -> Vec<Option<notes::Result<Option<NotePath>>>> {
    let next = AtomicUsize::new(0);
    let has_failed = AtomicBool::new(false);
    let work = || {
        let mut done = Vec::new();
        while !has_failed.load(Ordering::Relaxed) {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(file) = group.get(at) else { break };
            let result = vault.write(file);
            has_failed.fetch_or(result.is_err(), Ordering::Relaxed);
            done.push((at, result));
        }
        done
    };
    let mut results: Vec<_> = group.iter().map(|_| None).collect();
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..group.len().min(AT_ONCE)).map(|_| scope.spawn(work)).collect();
        let mut done = work();
        for other in others {
            // The panic is reported to the user further up; the next opening of the vault settles the rest.
            done.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        for (at, result) in done {
            results[at] = Some(result);
        }
    });
    results
}

/// Returns `false` if the edit can't be undone, as when somebody changed the note: their text has priority.
fn take_back(vault: &Vault, edit: &EditEntry, before: Option<Vec<u8>>) -> bool {
    let back = step::back(vault, edit, before).and_then(|file| vault.write(&file));
    if let Err(error) = &back {
        tracing::warn!(path = %edit.path, %error, "a change to a note couldn't be taken back");
    }
    back.is_ok()
}

impl Shared {
    /// Settles changes that were being written when an app ended, and removes its leftovers. A partly written change is
    /// undone, not completed. Edits that can't be undone, or whose notes may have later text, stay stored with the old
    /// bytes.
    async fn settle(&self, open: &OpenVault) {
        let _one_at_a_time = self.writing.lock().await;
        if let Err(error) = self.settle_all(open).await {
            tracing::warn!(%error, "unfinished changes couldn't be settled");
        }
    }

    async fn settle_all(&self, open: &OpenVault) -> Result<()> {
        let library = &self.library;
        let mut groups: Vec<Vec<EditEntry>> = Vec::new();
        for edit in library.unfinished_edits(open.id).await? {
            let same = groups.iter_mut().find(|group| {
                edit.change.is_some() && group.first().is_some_and(|it| it.change == edit.change)
            });
            match same {
                Some(group) => group.push(edit),
                None => groups.push(vec![edit]),
            }
        }
        for group in groups {
            let (vault, mut edits) = (open.vault.clone(), group.clone());
            let found = blocking(move || {
                for edit in &edits {
                    let swept = [Some(&edit.path), edit.target.as_ref()];
                    for path in swept.into_iter().flatten().filter(|path| !path.is_hidden()) {
                        if let Err(error) = vault.sweep(path) {
                            tracing::warn!(%error, "what a crash left couldn't be cleared away");
                        }
                    }
                }
                let fates = step::fates(&vault, &edits);
                for edit in &mut edits {
                    if edit.target.is_none() && edit.before == Some(edit.after) {
                        edit.target = vault.trashed(&edit.path, edit.after);
                    }
                }
                Ok(edits.into_iter().zip(fates).collect::<Vec<_>>())
            })
            .await?;
            if found.iter().all(|(_, fate)| *fate == Fate::Done) {
                let edits = found.into_iter().map(|(edit, _)| edit).collect();
                library.end_edits(edits).await?;
                continue;
            }
            let with = |wanted: Fate| {
                let found = found.iter().rev().filter(move |(_, fate)| *fate == wanted);
                found.map(|(edit, _)| edit.clone()).collect::<Vec<_>>()
            };
            let (mut stay, done) = (with(Fate::Unknown), with(Fate::Done));
            let replaced = library.replaced(done.clone()).await?;
            let vault = open.vault.clone();
            let taken_back = blocking(move || {
                let mut done: Vec<_> = done.into_iter().zip(replaced).collect();
                done.retain_mut(|(edit, before)| !take_back(&vault, edit, before.take()));
                Ok(done)
            });
            stay.extend(taken_back.await?.into_iter().map(|(edit, _)| edit));
            library.forget_edits(group, stay).await?;
        }
        Ok(())
    }
}
