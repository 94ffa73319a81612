//! Changes to notes that the user approved, and their undoing.
//!
//! What a change replaces is in the library before the note is touched, so that whatever happens
//! in between, a note with a new text has its old one kept.

mod step;

use std::{path::Path, sync::Arc};

use futures::{FutureExt, future::BoxFuture};
use notes::{ContentHash, Edit, NotePath, Rewrite, Vault};
use tokio::runtime::Handle;

pub(crate) use self::step::Deed;
use self::step::Step;

use crate::{
    attachments::{self, Content},
    followers::Follower,
    sentences,
    vault::OpenVault,
    vaults::Vaults,
};
use conversation::{ChangeId, ChangeState, Code, EditId, Error, Result};
use library::{BegunEdit, EditEntry, Library};
use retrieval::blocking;

/// What undoing a change did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UndoResult {
    /// The note has its old bytes again; this change did it, and can itself be undone.
    Restored(EditEntry),
    /// The note that was made is in the vault's trash, here.
    Trashed(NotePath),
}

/// Changes to the notes of the open vault. Clones share it.
#[derive(Clone)]
pub struct Edits {
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

    /// Makes a change that the user approved to the note that has the hash `base`. It is made to
    /// its end even if nobody waits any more.
    ///
    /// # Errors
    /// [`Code::Changed`] if the note is another by now, [`Code::BadInput`] if the change doesn't
    /// fit it or leaves it as it is, [`Code::Unwritable`], or the library fails. The note is as it
    /// was then.
    pub async fn edit(&self, path: &NotePath, base: ContentHash, edit: Edit) -> Result<EditEntry> {
        let path = path.clone();
        self.one(move |vault| vault.plan_edit(&path, base, &edit)).await
    }

    /// Makes a note that the user approved, and the folders that it is in.
    ///
    /// # Errors
    /// [`Code::Exists`] if it is there, [`Code::BadInput`] if its name isn't one for a new note, and
    /// as [`Edits::edit`].
    pub async fn create(&self, path: &NotePath, text: &str) -> Result<EditEntry> {
        let (path, text) = (path.clone(), text.to_owned());
        self.one(move |vault| vault.plan_note(&path, &text)).await
    }

    /// Makes a note at the top of the vault from a text file of the user's disk, which the user approved.
    /// Its name is the file's.
    ///
    /// # Errors
    /// If the file can't be read or is no text, or as [`Edits::create`].
    pub async fn create_from(&self, file: &Path) -> Result<NotePath> {
        let path = file.to_owned();
        let mut recognition = self.shared.vaults.recognition();
        let (path, text) = blocking(move || {
            let file = attachments::read_file(&path, recognition.as_mut())?;
            let Content::Text(text) = file.content else {
                let told = sentences::attaching::not_a_text(&file.name);
                return Err(Error::new(Code::UnsupportedFile, told));
            };
            let stem = Path::new(&file.name).file_stem().unwrap_or_default().to_string_lossy();
            Ok((NotePath::new(&format!("{stem}.md"))?, text.text))
        })
        .await?;
        self.create(&path, &text).await?;
        Ok(path)
    }

    /// The changes made to notes of the open vault, the newest first.
    ///
    /// # Errors
    /// If no vault is open or the library fails.
    pub async fn list(&self) -> Result<Vec<EditEntry>> {
        self.shared.library.edits(self.shared.vaults.vault()?.id).await
    }

    /// Undoes a change to one note: it gets its old bytes, and one that was made goes to the vault's
    /// trash. Only the text that the change left is undone.
    ///
    /// # Errors
    /// [`Code::Changed`] if the note was changed since; nothing is written then. As
    /// [`Edits::edit`] otherwise.
    pub async fn undo(&self, id: EditId) -> Result<UndoResult> {
        let vault = self.shared.vaults.vault()?;
        let library = self.shared.library.clone();
        let edit = library.edit(vault.id, id).await?;
        let made = self.run(None, None, move |vault| Ok(vec![step::back(vault, edit)?])).await?;
        if let Err(error) = library.end_undo(id).await {
            tracing::warn!(%error, "an undone change couldn't be noted as such");
        }
        let one = made.into_iter().next();
        let one = one.ok_or_else(|| Error::new(Code::NotFound, sentences::NOTHING_TO_UNDO))?;
        Ok(match &one.target {
            Some(trashed) if trashed.is_hidden() => UndoResult::Trashed(trashed.clone()),
            _ => UndoResult::Restored(one),
        })
    }

    /// Does all of a change that the user approved, or nothing of it.
    ///
    /// # Errors
    /// The first that one of the deeds failed with. All notes are as they were then.
    pub(crate) async fn carry_out(
        &self,
        change: ChangeId,
        outcome: ChangeState,
        deeds: Vec<Deed>,
    ) -> Result<()> {
        let plan = move |vault: &Vault| {
            let steps = deeds.into_iter().map(|deed| deed.steps(vault));
            Ok(steps.collect::<notes::Result<Vec<_>>>()?.into_iter().flatten().collect())
        };
        self.run(Some(change), Some(outcome), plan).await.map(drop)
    }

    /// Undoes all of a change, or nothing of it.
    ///
    /// # Errors
    /// [`Code::Changed`] if one of its notes was changed since, [`Code::NotFound`] if what undoes it
    /// isn't kept any more, and as [`Edits::edit`]. All notes are as they were then.
    pub(crate) async fn undo_change(&self, change: ChangeId) -> Result<()> {
        let edits = self.shared.library.edits_of(change).await?;
        if edits.is_empty() {
            return Err(Error::new(Code::NotFound, sentences::NOTHING_TO_UNDO));
        }
        let plan = move |vault: &Vault| Ok(step::all_back(vault, edits)?);
        self.run(Some(change), Some(ChangeState::Undone), plan).await.map(drop)
    }

    async fn one(
        &self,
        plan: impl FnOnce(&Vault) -> notes::Result<Rewrite> + Send + 'static,
    ) -> Result<EditEntry> {
        let made = self.run(None, None, |vault| Ok(vec![Step::Write(plan(vault)?)])).await?;
        made.into_iter()
            .next()
            .ok_or_else(|| Error::new(Code::Internal, sentences::NOTHING_TO_UNDO))
    }

    /// Does all steps, or none of them. They are in the library before the first of them, so that the
    /// next opening of the vault can finish what is cut off here.
    async fn run(
        &self,
        change: Option<ChangeId>,
        outcome: Option<ChangeState>,
        plan: impl FnOnce(&Vault) -> Result<Vec<Step>> + Send + 'static,
    ) -> Result<Vec<EditEntry>> {
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
            let begun: Vec<_> = steps.iter().map(|step| step.entry(change)).collect();
            let mut edits: Vec<_> = begun.iter().map(|(edit, _)| edit.clone()).collect();
            for (step, edit) in steps.iter().zip(&edits) {
                if matches!(step, Step::Write(_)) && edit.before == Some(edit.after) {
                    let told = sentences::change_of_nothing(&edit.path);
                    return Err(Error::new(Code::BadInput, told));
                }
            }
            library.begin_edits(id, begun, outcome).await?;
            let written = blocking(move || write(&vault, &steps)).await;
            // The notes are written or aren't; if that can't be noted, the next opening of the vault
            // finds out.
            let noted = match &written {
                Ok(targets) => {
                    for (edit, target) in edits.iter_mut().zip(targets) {
                        edit.target = target.clone().or(edit.target.take());
                    }
                    library.end_edits(edits.clone()).await
                }
                Err(_) => library.forget_edits(edits.clone()).await,
            };
            if let Err(error) = noted {
                tracing::warn!(%error, "the outcome of a change couldn't be noted");
            }
            written.map(|_| edits)
        });
        applied
            .await
            .map_err(|panic| Error::new(Code::Internal, sentences::change_failed(&panic)))?
    }
}

/// Does the steps; if one fails, those before it are undone. Returns where notes went that went to the
/// trash.
fn write(vault: &Vault, steps: &[Step]) -> Result<Vec<Option<NotePath>>> {
    let mut targets = Vec::new();
    for step in steps {
        match step.run(vault) {
            Ok(target) => targets.push(target),
            Err(error) => {
                for (step, target) in steps.iter().zip(targets).rev() {
                    let (edit, before) = step.entry(None);
                    let edit = EditEntry { target: target.or(edit.target.clone()), ..edit };
                    take_back(vault, (edit, before));
                }
                return Err(error.into());
            }
        }
    }
    Ok(targets)
}

/// Takes a step back. One whose note somebody changed since stays: their text goes before ours.
fn take_back(vault: &Vault, edit: BegunEdit) {
    let path = edit.0.path.clone();
    if let Err(error) = step::back(vault, edit).and_then(|step| step.run(vault)) {
        tracing::warn!(%path, %error, "a change to a note couldn't be taken back");
    }
}

impl Shared {
    /// Finds out what became of changes that were being written when an app ended, and clears away
    /// what it left beside the notes. Of a change to many notes the rest isn't written any more: what
    /// is, is taken back, unless all of it was written.
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
        for mut group in groups {
            let (vault, mut edits) = (open.vault.clone(), group.clone());
            let written = blocking(move || {
                for edit in &edits {
                    let swept = [Some(&edit.path), edit.target.as_ref()];
                    for path in swept.into_iter().flatten().filter(|path| !path.is_hidden()) {
                        if let Err(error) = vault.sweep(path) {
                            tracing::warn!(%error, "what a crash left couldn't be cleared away");
                        }
                    }
                }
                let written = step::written(&vault, &edits);
                for edit in &mut edits {
                    if edit.target.is_none() && edit.before == Some(edit.after) {
                        edit.target = vault.trashed(&edit.path, edit.after);
                    }
                }
                Ok(edits.into_iter().zip(written).collect::<Vec<_>>())
            })
            .await?;
            if written.iter().all(|(_, is_written)| *is_written) {
                group = written.into_iter().map(|(edit, _)| edit).collect();
                library.end_edits(group).await?;
                continue;
            }
            for (edit, is_written) in written.into_iter().rev() {
                if is_written {
                    let before = library.replaced(edit.clone()).await?;
                    let vault = open.vault.clone();
                    blocking(move || {
                        take_back(&vault, (edit, before));
                        Ok(())
                    })
                    .await?;
                }
            }
            library.forget_edits(group).await?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{Ground, path};

    #[tokio::test]
    async fn a_change_is_made_and_undone() {
        let ground = Ground::new();
        let vaults = ground.opened(&ground.settings().await).await;
        let edits = Edits::new(ground.library.clone(), vaults);
        let base = ContentHash::of(ground.read("Rye.md"));
        let edit = Edit::Text("Rye bread is sour.\n".to_owned());
        let made = edits.edit(&path("Rye.md"), base, edit.clone()).await.unwrap();
        assert_eq!(ground.read("Rye.md"), "Rye bread is sour.\n");
        // It was made from a text that isn't there any more.
        let error = edits.edit(&path("Rye.md"), base, edit).await.unwrap_err();
        assert_eq!(error.code, Code::Changed);
        let undone = edits.undo(made.id).await.unwrap();
        assert!(matches!(undone, UndoResult::Restored(_)));
        assert_eq!(ground.read("Rye.md"), "Rye bread rests.\n");

        let made = edits.create(&path("Oven.md"), "Hot.\n").await.unwrap();
        assert!(matches!(edits.undo(made.id).await.unwrap(), UndoResult::Trashed(_)));
        assert_eq!(edits.list().await.unwrap().len(), 4);
    }

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
            undone: false,
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
