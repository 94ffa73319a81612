//! Changes to notes that the user approved, and their undoing.
//!
//! What a change replaces is in the library before the note is touched, so that whatever happens
//! in between, a note with a new text has its old one kept.

mod step;

use std::{
    panic::resume_unwind,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use futures::{FutureExt, future::BoxFuture};
use notes::{NotePath, Vault};
use tokio::runtime::Handle;

pub(crate) use self::step::ApprovedDeed;
use self::step::{Fate, Step};

use crate::{followers::Follower, sentences, vault::OpenVault, vaults::Vaults};
use conversation::{ChangeId, ChangeState, Code, Error, Result};
use library::{BegunEdit, EditEntry, Library};
use retrieval::blocking;

/// Changes to the notes of the open vault. Clones share it.
#[derive(Clone)]
pub(crate) struct Edits {
    shared: Arc<Shared>,
}

struct Shared {
    library: Library,
    vaults: Vaults,
    runtime: Handle,
    /// Held while notes are written, or while it is found out what was.
    writing: tokio::sync::Mutex<()>,
}

/// A vault is opened: what an app that ended left unfinished is settled.
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
    /// Changes to notes of `vaults`, whose old bytes are kept in `library`. Needs a tokio runtime.
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

    /// Does all of a change that the user approved, or nothing of it.
    ///
    /// # Errors
    /// [`Code::Changed`] if a note is another by now, [`Code::BadInput`] if the change doesn't fit it or
    /// leaves it as it is, [`Code::Exists`], [`Code::Unwritable`], or the library fails. All notes are as
    /// they were then, but those that somebody changed between our writing and our taking back: the change
    /// is written in part then.
    pub(crate) async fn carry_out(
        &self,
        change: ChangeId,
        outcome: ChangeState,
        deeds: Vec<ApprovedDeed>,
    ) -> Result<()> {
        let plan = move |vault: &Vault| {
            let steps = deeds.into_iter().map(|deed| deed.steps(vault));
            Ok(steps.collect::<notes::Result<Vec<_>>>()?.into_iter().flatten().collect())
        };
        self.run(change, outcome, plan).await
    }

    /// Undoes all of a change, or nothing of it.
    ///
    /// # Errors
    /// [`Code::Changed`] if one of its notes was changed since, [`Code::NotFound`] if what undoes it
    /// isn't kept any more, and as [`Edits::carry_out`].
    pub(crate) async fn undo_change(&self, change: ChangeId) -> Result<()> {
        let edits = self.shared.library.edits_of(change).await?;
        if edits.is_empty() {
            return Err(Error::new(Code::NotFound, sentences::NOTHING_TO_UNDO));
        }
        let plan = move |vault: &Vault| Ok(step::all_back(vault, edits)?);
        self.run(change, ChangeState::Undone, plan).await
    }

    /// Does all steps, or none of them. They are in the library before the first of them, so that the
    /// next opening of the vault can finish what is cut off here.
    async fn run(
        &self,
        change: ChangeId,
        outcome: ChangeState,
        plan: impl FnOnce(&Vault) -> Result<Vec<Step>> + Send + 'static,
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
            let steps = blocking(move || plan(&planned)).await?;
            let begun: Vec<_> = steps.iter().map(|step| step.entry(Some(change))).collect();
            let mut edits: Vec<_> = begun.iter().map(|(edit, _)| edit.clone()).collect();
            for (step, edit) in steps.iter().zip(&edits) {
                if matches!(step, Step::Write(_)) && edit.before == Some(edit.after) {
                    let told = sentences::change_of_nothing(&edit.path);
                    return Err(Error::new(Code::BadInput, told));
                }
            }
            library.begin_edits(id, begun, Some(outcome)).await?;
            let written = blocking(move || Ok(write(&vault, &steps))).await?;
            // The notes are written or aren't; if that can't be noted, the next opening of the vault
            // finds out.
            let noted = match &written {
                Ok(targets) => {
                    for (edit, target) in edits.iter_mut().zip(targets) {
                        edit.target = target.clone().or(edit.target.take());
                    }
                    library.end_edits(edits.clone()).await
                }
                Err((_, left)) => {
                    let mut stay = Vec::new();
                    for (edit, (is_left, target)) in edits.iter().zip(left) {
                        let target = target.clone().or(edit.target.clone());
                        stay.extend(is_left.then(|| EditEntry { target, ..edit.clone() }));
                    }
                    library.forget_edits(edits, stay).await
                }
            };
            if let Err(error) = noted {
                tracing::warn!(%error, "the outcome of a change couldn't be noted");
            }
            written.map(drop).map_err(|(error, _)| error)
        });
        applied
            .await
            .map_err(|panic| Error::new(Code::Internal, sentences::change_failed(&panic)))?
    }
}

/// How many notes are written at once. Each write waits for the disk twice; a disk settles many in the time of one.
/// Of 1,000 notes see `tests/benches/rename.rs`.
const AT_ONCE: usize = 32;

/// Of each step whether it stays, because it was done and couldn't be taken back, and where its note went if it
/// went to the trash.
type Rollback = Vec<(bool, Option<NotePath>)>;

/// Does the steps in order; of those that only change texts as many at once as [`AT_ONCE`]. If one fails, those
/// that were done are undone. Returns where notes went that went to the trash.
fn write(
    vault: &Vault,
    steps: &[Step],
) -> std::result::Result<Vec<Option<NotePath>>, (Error, Rollback)> {
    let mut targets = Vec::new();
    let at_once = |one: &Step, next: &Step| one.changes_text() && next.changes_text();
    for group in steps.chunk_by(at_once) {
        let mut failed = None;
        for done in run_group(vault, group) {
            targets.push(match done.transpose() {
                Ok(target) => target,
                Err(error) => {
                    failed = failed.or(Some(error));
                    None
                }
            });
        }
        let Some(error) = failed else { continue };
        let mut left = Vec::new();
        for (step, target) in steps.iter().zip(targets).rev() {
            let Some(target) = target else {
                left.push((false, None));
                continue;
            };
            let (edit, before) = step.entry(None);
            let edit = EditEntry { target: target.clone().or(edit.target), ..edit };
            left.push((!take_back(vault, (edit, before)), target));
        }
        left.reverse();
        return Err((error.into(), left));
    }
    Ok(targets.into_iter().flatten().collect())
}

/// Does steps of which none asks for another. Of each step: `None` if it wasn't begun because another failed, else
/// where its note went if it went to the trash.
fn run_group(vault: &Vault, group: &[Step]) -> Vec<Option<notes::Result<Option<NotePath>>>> {
    let next = AtomicUsize::new(0);
    let has_failed = AtomicBool::new(false);
    let work = || {
        let mut done = Vec::new();
        while !has_failed.load(Ordering::Relaxed) {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(step) = group.get(at) else { break };
            let result = step.run(vault);
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
            // A panic goes on where it is told to the user; the next opening of the vault settles the rest.
            done.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        for (at, result) in done {
            results[at] = Some(result);
        }
    });
    results
}

/// Takes a step back. One whose note somebody changed since stays, and `false` is returned: their text goes
/// before ours.
fn take_back(vault: &Vault, edit: BegunEdit) -> bool {
    let path = edit.0.path.clone();
    let back = step::back(vault, edit).and_then(|step| step.run(vault));
    if let Err(error) = &back {
        tracing::warn!(%path, %error, "a change to a note couldn't be taken back");
    }
    back.is_ok()
}

impl Shared {
    /// Finds out what became of changes that were being written when an app ended, and clears away
    /// what it left beside the notes. Of a change to many notes the rest isn't written any more: what
    /// is, is taken back, unless all of it was written. What can't be, or may be in a text that somebody made
    /// since, is kept with what it replaced.
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
            let mut stay = Vec::new();
            for (edit, fate) in found.into_iter().rev() {
                let is_back = match fate {
                    Fate::NotDone => true,
                    Fate::Unknown => false,
                    Fate::Done => {
                        let before = library.replaced(edit.clone()).await?;
                        let (vault, edit) = (open.vault.clone(), edit.clone());
                        blocking(move || Ok(take_back(&vault, (edit, before)))).await?
                    }
                };
                if !is_back {
                    stay.push(edit);
                }
            }
            library.forget_edits(group, stay).await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use conversation::EditId;
    use notes::ContentHash;

    use super::*;
    use crate::fixture::{Ground, path};

    #[tokio::test]
    async fn a_change_that_was_being_written_is_settled_when_its_vault_is_opened() {
        let ground = Ground::new();
        let vaults = ground.vaults(&ground.settings().await).await;
        let _edits = Edits::new(ground.library.clone(), vaults.clone());
        let root = std::fs::canonicalize(ground.root()).unwrap();
        let vault = ground.library.open_vault(&root).await.unwrap();
        let edit = EditEntry {
            id: EditId::new(),
            path: path("Rye.md"),
            before: Some(ContentHash::of("Rye.\n")),
            after: ContentHash::of(ground.read("Rye.md")),
            begun: library::now(),
            change: None,
            target: None,
        };
        let begun = vec![(edit, Some(b"Rye.\n".to_vec()))];
        ground.library.begin_edits(vault, begun, None).await.unwrap();
        assert_eq!(ground.library.unfinished_edits(vault).await.unwrap().len(), 1);
        vaults.open(&root).await.unwrap();
        assert_eq!(ground.library.unfinished_edits(vault).await.unwrap(), []);
    }
}
