//! Changes to notes that the user approved, and their undoing.
//!
//! What a change replaces is in the library before the note is touched, so that whatever happens
//! in between, a note with a new text has its old one kept.

use std::{path::Path, sync::Arc};

use futures::{FutureExt, future::BoxFuture};
use jiff::SignedDuration;
use notes::{ContentHash, Edit, NotePath, Rewrite, Vault};
use tokio::runtime::Handle;

use crate::{
    attachments::{self, Content},
    followers::Follower,
    sentences,
    vault::OpenVault,
    vaults::Vaults,
};
use conversation::{Code, EditId, Error, Result};
use library::{EditEntry, Library, now};
use retrieval::blocking;

/// How long a change may be about to be written, by whichever app has the vault open.
const LONGEST_WRITE: SignedDuration = SignedDuration::from_hours(24);

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
        let shared = Arc::new(Shared { library, vaults, runtime: Handle::current() });
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
        self.apply(move |vault| vault.plan_edit(&path, base, &edit)).await
    }

    /// Makes a note that the user approved, and the folders that it is in.
    ///
    /// # Errors
    /// [`Code::Exists`] if it is there, [`Code::BadInput`] if its name isn't one for a new note, and
    /// as [`Edits::edit`].
    pub async fn create(&self, path: &NotePath, text: &str) -> Result<EditEntry> {
        let (path, text) = (path.clone(), text.to_owned());
        self.apply(move |vault| vault.plan_note(&path, &text)).await
    }

    /// Makes a note at the top of the vault from a text file of the user's disk, which the user approved.
    /// Its name is the file's.
    ///
    /// # Errors
    /// If the file can't be read or is no text, or as [`Edits::create`].
    pub async fn create_from(&self, file: &Path) -> Result<NotePath> {
        let path = file.to_owned();
        let (path, text) = blocking(move || {
            let file = attachments::read_file(&path)?;
            let Content::Text(text) = file.content else {
                let told = sentences::attaching::not_a_text(&file.name);
                return Err(Error::new(Code::UnsupportedFile, told));
            };
            let stem = Path::new(&file.name).file_stem().unwrap_or_default().to_string_lossy();
            Ok((NotePath::new(&format!("{stem}.md"))?, text))
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

    /// Undoes a change: the note gets its old bytes, and one that was made goes to the vault's
    /// trash. Only the text that the change left is undone.
    ///
    /// # Errors
    /// [`Code::Changed`] if the note was changed since; nothing is written then. As
    /// [`Edits::edit`] otherwise.
    pub async fn undo(&self, id: EditId) -> Result<UndoResult> {
        let vault = self.shared.vaults.vault()?;
        let library = self.shared.library.clone();
        let (edit, before) = library.edit(vault.id, id).await?;
        let undone = match before {
            Some(before) => {
                let plan = move |vault: &Vault| vault.plan_bytes(&edit.path, edit.after, before);
                UndoResult::Restored(self.apply(plan).await?)
            }
            None => UndoResult::Trashed(
                blocking(move || Ok(vault.vault.trash(&edit.path, edit.after)?)).await?,
            ),
        };
        if let Err(error) = library.end_undo(id).await {
            tracing::warn!(%error, "an undone change couldn't be noted as such");
        }
        Ok(undone)
    }

    async fn apply(
        &self,
        plan: impl FnOnce(&Vault) -> notes::Result<Rewrite> + Send + 'static,
    ) -> Result<EditEntry> {
        let (id, vault) = {
            let open = self.shared.vaults.vault()?;
            (open.id, open.vault.clone())
        };
        let library = self.shared.library.clone();
        let applied = self.shared.runtime.spawn(async move {
            let planned = vault.clone();
            let change = blocking(move || Ok(plan(&planned)?)).await?;
            let edit = EditEntry {
                id: EditId::new(),
                path: change.path().clone(),
                before: change.before().map(ContentHash::of),
                after: ContentHash::of(change.after()),
                begun: now(),
                undone: false,
            };
            if edit.before == Some(edit.after) {
                return Err(Error::new(Code::BadInput, sentences::change_of_nothing(&edit.path)));
            }
            let before = change.before().map(<[u8]>::to_vec);
            library.begin_edit(id, edit.clone(), before).await?;
            let written = blocking(move || Ok(vault.write(&change)?)).await;
            // The note is written or isn't; if that can't be noted, the next opening of the vault
            // finds out.
            let noted = match &written {
                Ok(()) => library.end_edit(edit.id).await,
                Err(_) => library.forget_edit(edit.id).await,
            };
            if let Err(error) = noted {
                tracing::warn!(%error, "the outcome of a change couldn't be noted");
            }
            written.map(|()| edit)
        });
        applied
            .await
            .map_err(|panic| Error::new(Code::Internal, sentences::change_failed(&panic)))?
    }
}

impl Shared {
    /// Finds out what became of changes that were being written when an app ended, and clears away
    /// what it left beside the notes.
    async fn settle(&self, open: &OpenVault) {
        let library = &self.library;
        let unfinished = match library.unfinished_edits(open.id).await {
            Ok(unfinished) => unfinished,
            Err(error) => return tracing::warn!(%error, "unfinished changes couldn't be read"),
        };
        for edit in unfinished {
            let (vault, path) = (open.vault.clone(), edit.path.clone());
            let found = blocking(move || {
                if let Err(error) = vault.sweep(&path) {
                    tracing::warn!(%error, "what a crash left couldn't be cleared away");
                }
                Ok(vault.read(&path, Vault::MAX_NOTE_BYTES).ok().map(ContentHash::of))
            })
            .await;
            let settled = match found {
                Ok(Some(hash)) if hash == edit.after => library.end_edit(edit.id).await,
                // Another app may be just about to write a young one.
                Ok(_) if now().duration_since(edit.begun) > LONGEST_WRITE => {
                    library.forget_edit(edit.id).await
                }
                Ok(_) => Ok(()),
                Err(error) => Err(error),
            };
            if let Err(error) = settled {
                tracing::warn!(%error, "an unfinished change couldn't be settled");
            }
        }
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
        assert_eq!(edits.list().await.unwrap().len(), 3);
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
            begun: now(),
            undone: false,
        };
        ground.library.begin_edit(vault, edit, Some(b"Rye.\n".to_vec())).await.unwrap();
        assert_eq!(ground.library.unfinished_edits(vault).await.unwrap().len(), 1);
        vaults.open(&root).await.unwrap();
        assert_eq!(ground.library.unfinished_edits(vault).await.unwrap(), []);
    }
}
