//! Proposed changes to notes: reviewed, reworded, applied or discarded.
//!
//! An approval names the proposal, the reviewed revision and the chosen hunks. It carries no text.
//!
//! A change to a note has five forms, in this order:
//! 1. [`Wish`]: the request of a model or the user. Not stored.
//! 2. [`NoteChange`]: the effect on one note, in hunks. The library stores it in a [`Change`] that the user reviews.
//! 3. [`ChosenHunks`]: the approved hunks, by number.
//! 4. [`FileChange`](notes::FileChange): the bytes before and after, planned from the note on disk.
//! 5. [`EditEntry`](library::EditEntry): the hashes of these bytes, stored before the file is touched, to undo the
//!    edit or to settle it after a crash.

mod answers;
mod files;
mod git;
mod mentions;
mod pages;
mod plan;
mod sources;
mod tables;

pub use self::{
    answers::{AnswerPlace, FootnoteCheck, FootnoteStanding},
    mentions::UnlinkedMention,
    sources::ChangeSources,
};

use std::{collections::BTreeSet, sync::Arc};

use conversation::{
    Author, Change, ChangeEntry, ChangeId, ChangeState, ChosenHunks, Code, ConversationId, Deed,
    Error, MessageId, NoteChange, Number, Origin, Result, Wish,
};
use library::Library;
use notes::{NotePath, Unit, Vault, diff};
use retrieval::blocking;
use tokio::sync::broadcast;

use crate::{
    edits::Edits,
    reader,
    sentences::changes as sentences,
    settings::SettingsStore,
    vault::{Broadcast, OpenVault},
    vaults::Vaults,
};

/// Maximum bytes of a reworded hunk.
const LONGEST: usize = 1_000_000;

/// Maximum bytes of a note to render.
const LONGEST_RENDERED: usize = 500_000;

#[derive(Clone)]
pub struct Changes {
    library: Library,
    settings: SettingsStore,
    vaults: Vaults,
    edits: Edits,
    broadcasts: broadcast::Sender<Broadcast>,
    /// Commits run one at a time: each builds on the last.
    committing: Arc<tokio::sync::Mutex<()>>,
}

#[derive(Debug, Clone)]
pub struct WrittenChange {
    pub change: Change,
    /// Why the commit failed.
    pub notice: Option<String>,
}

impl Changes {
    pub(crate) fn new(
        library: Library,
        settings: SettingsStore,
        vaults: Vaults,
        edits: Edits,
        broadcasts: broadcast::Sender<Broadcast>,
    ) -> Self {
        let committing = Arc::default();
        Self { library, settings, vaults, edits, broadcasts, committing }
    }

    pub async fn propose(&self, wish: Wish, origin: Origin) -> Result<Change> {
        let vault = self.vaults.vault()?;
        if matches!(wish, Wish::Rename { .. } | Wish::Link { .. }) {
            self.vaults.caught_up().await?;
        }
        let handle = vault.handle();
        let plan = move || plan::of(&wish, origin, &handle.vault, &handle.catalog());
        let change = blocking(plan).await?;
        self.put(vault.id, change).await
    }

    pub async fn list(&self) -> Result<Vec<ChangeEntry>> {
        self.library.all_changes(self.vaults.vault()?.id).await
    }

    /// The change as last made or reviewed, whatever happened to its notes since.
    pub async fn last_seen(&self, id: ChangeId) -> Result<Change> {
        self.library.change(self.vaults.vault()?.id, id).await
    }

    /// Updates an undecided change if its notes changed.
    pub async fn get(&self, id: ChangeId) -> Result<Change> {
        let vault = self.vaults.vault()?;
        let change = self.library.change(vault.id, id).await?;
        if change.state != ChangeState::Proposed {
            return Ok(change);
        }
        if change.notes.iter().any(|note| matches!(note.deed, Deed::Rename { .. })) {
            self.vaults.caught_up().await?;
        }
        let (handle, notes) = (vault.handle(), change.notes.clone());
        let rebased =
            blocking(move || plan::rebased(&notes, &handle.vault, &handle.catalog())).await?;
        match rebased {
            Some(notes) => {
                let revision = change.revision + 1;
                self.put(vault.id, Change { notes, revision, ..change }).await
            }
            None => Ok(change),
        }
    }

    /// Replaces the text of one hunk. [`Code::Changed`] means that `revision` is outdated.
    pub async fn reword(
        &self,
        id: ChangeId,
        revision: u32,
        (note, hunk): (u32, u32),
        text: String,
    ) -> Result<Change> {
        let vault = self.vaults.vault()?;
        let mut change = self.current(id, revision).await?;
        let found = change.notes.get_mut(note as usize);
        let found = found.filter(|note| matches!(note.deed, Deed::Create | Deed::Edit));
        let found = found.and_then(|note| note.hunks.get_mut(hunk as usize));
        let Some(found) = found.filter(|hunk| hunk.unit != Unit::Link) else {
            return Err(Error::bad_input(sentences::NO_SUCH_HUNK));
        };
        if text.len() > LONGEST {
            return Err(Error::bad_input(sentences::HUNK_TOO_LONG));
        }
        // A hunk of whole lines keeps its line end, or the next line would join it.
        let is_lines = found.before.ends_with('\n') || found.after.ends_with('\n');
        found.after = text;
        if is_lines && !found.after.is_empty() && !found.after.ends_with('\n') {
            found.after.push('\n');
        }
        (change.edited, change.revision) = (true, change.revision + 1);
        self.put(vault.id, change).await
    }

    /// Gives the new note of a proposal another name or folder. [`Code::Changed`] means that `revision` is outdated.
    pub async fn move_new_note(
        &self,
        id: ChangeId,
        revision: u32,
        path: NotePath,
    ) -> Result<Change> {
        let vault = self.vaults.vault()?;
        let change = self.current(id, revision).await?;
        let handle = vault.handle();
        let moved = blocking(move || plan::moved(change, path, &handle.vault)).await?;
        self.put(vault.id, moved).await
    }

    /// Writes all chosen hunks or none, then commits with git if the user wants. Fails with [`Code::Changed`] if a note
    /// or the proposal changed since the review, and then updates the proposal. Fails with [`Code::BadInput`] if
    /// nothing is selected, an all-or-nothing change is split, or a note wouldn't change.
    pub async fn apply(
        &self,
        id: ChangeId,
        revision: u32,
        chosen: Vec<ChosenHunks>,
    ) -> Result<WrittenChange> {
        let vault = self.vaults.vault()?;
        let mut change = self.current(id, revision).await?;
        let collides = change.notes.iter().any(|note| note.collision.is_some());
        let all = chosen == change.all() && !collides;
        if change.whole && !all {
            return Err(Error::bad_input(sentences::ONLY_AS_A_WHOLE));
        }
        check_chosen(&change, &chosen)?;
        let outcome = if all { ChangeState::Applied } else { ChangeState::Partly };
        change.taken = chosen;
        self.library.put_change(vault.id, change.clone()).await?;
        if let Err(error) = self.edits.carry_out(change, outcome).await {
            // Some notes may be written.
            self.announce();
            return Err(error);
        }
        self.written(&vault, id, false).await
    }

    /// Rereads the notes, and commits if the user wants.
    async fn written(
        &self,
        vault: &OpenVault,
        id: ChangeId,
        is_undone: bool,
    ) -> Result<WrittenChange> {
        vault.rescan();
        self.announce();
        let change = self.library.change(vault.id, id).await?;
        if !self.settings.get().commit_changes {
            return Ok(WrittenChange { change, notice: None });
        }
        let title = match is_undone {
            true => sentences::undo_of(&change.title),
            false => change.title.clone(),
        };
        let _one_at_a_time = self.committing.lock().await;
        let notice = git::commit(&vault.vault, touched(&change), &title).await.err();
        Ok(WrittenChange { change, notice })
    }

    pub async fn rendered(
        &self,
        id: ChangeId,
        note: u32,
        hunks: Vec<u32>,
    ) -> Result<(String, String)> {
        let vault = self.vaults.vault()?;
        let change = self.get(id).await?;
        blocking(move || {
            let (found, hunks) = change
                .chosen(&ChosenHunks { note, hunks })
                .ok_or_else(|| Error::bad_input(sentences::NO_SUCH_HUNK))?;
            let before = match found.deed {
                Deed::Create => String::new(),
                _ => vault.vault.read_note(&found.path)?.text,
            };
            if before.len() > LONGEST_RENDERED {
                return Err(Error::new(Code::TooLarge, sentences::TOO_LARGE_TO_RENDER));
            }
            let after = diff::apply(&before, &hunks).map_err(|reason| {
                Error::new(Code::Changed, || sentences::doesnt_fit(&found.path, reason))
            })?;
            let html = |text: &str| reader::html(&vault, &found.path, text);
            Ok((html(&before), html(&after)))
        })
        .await
    }

    pub async fn refuse(&self, id: ChangeId) -> Result<()> {
        let vault = self.vaults.vault()?;
        self.library.change(vault.id, id).await?;
        self.library.refuse_change(id).await?;
        self.announce();
        Ok(())
    }

    /// [`Code::Changed`] means that a note changed since, [`Code::NotFound`] that the old texts are gone.
    pub async fn undo(&self, id: ChangeId) -> Result<WrittenChange> {
        let vault = self.vaults.vault()?;
        self.library.change(vault.id, id).await?;
        self.edits.undo_change(id).await?;
        self.written(&vault, id, true).await
    }

    /// Undoes changes, newest first, until one can't be undone. Returns their number.
    pub async fn undo_conversation(&self, conversation: ConversationId) -> Result<usize> {
        let vault = self.vaults.vault()?.id;
        let changes = self.library.undoable_changes(vault, conversation).await?;
        if changes.is_empty() {
            return Err(Error::new(Code::NotFound, sentences::NOTHING_OF_CONVERSATION));
        }
        for (undone, entry) in changes.iter().enumerate() {
            if let Err(error) = self.undo(entry.id).await {
                let (all, title) = (changes.len(), &entry.title);
                let told = || sentences::undone_in_part(undone, all, title, &error.message);
                return Err(Error::new(error.code, told).because(error));
            }
        }
        Ok(changes.len())
    }

    /// Number of older changes whose undo is lost once this one is written: its old texts take their space.
    pub async fn undo_lost(&self, change: &Change) -> Result<u32> {
        if change.state != ChangeState::Proposed {
            return Ok(0);
        }
        let vault = self.vaults.vault()?;
        let (open, notes) = (vault.vault.clone(), change.notes.clone());
        let size = move || Ok(notes.iter().map(|note| replaced(&open, note)).sum::<u64>());
        self.library.count_dropped_undos(vault.id, blocking(size).await?).await
    }

    pub async fn undo_bytes(&self) -> Result<u64> {
        self.library.undo_bytes(self.vaults.vault()?.id).await
    }

    pub async fn forget_undo(&self) -> Result<()> {
        self.library.forget_undo(self.vaults.vault()?.id).await?;
        self.announce();
        Ok(())
    }

    async fn put(&self, vault: library::VaultId, change: Change) -> Result<Change> {
        self.library.put_change(vault, change.clone()).await?;
        self.announce();
        Ok(change)
    }

    async fn current(&self, id: ChangeId, revision: u32) -> Result<Change> {
        let change = self.get(id).await?;
        if change.state != ChangeState::Proposed {
            return Err(Error::new(Code::Changed, library::CHANGE_DECIDED));
        }
        match change.revision == revision {
            true => Ok(change),
            false => Err(Error::new(Code::Changed, sentences::OUTDATED)),
        }
    }

    fn announce(&self) {
        let _ = self.broadcasts.send(Broadcast::Changes);
    }
}

fn touched(change: &Change) -> Vec<NotePath> {
    let notes = change.taken.iter().filter_map(|chosen| change.notes.get(chosen.note as usize));
    let mut paths = BTreeSet::new();
    for note in notes {
        paths.insert(note.path.clone());
        if let Deed::Rename { to } = &note.deed {
            paths.insert(to.clone());
        }
    }
    paths.into_iter().collect()
}

/// Maximum bytes of old texts to store when the change is written.
fn replaced(vault: &Vault, note: &NoteChange) -> u64 {
    let bytes = || vault.entry(&note.path).map_or(0, |entry| entry.bytes);
    match note.deed {
        Deed::Create => 0,
        // The text changes before the move, so both texts are stored.
        Deed::Rename { .. } if !note.hunks.is_empty() => {
            2 * bytes() + note.hunks.iter().map(|hunk| hunk.after.len() as u64).sum::<u64>()
        }
        Deed::Edit | Deed::Rename { .. } | Deed::Delete => bytes(),
    }
}

fn check_chosen(change: &Change, chosen: &[ChosenHunks]) -> Result<()> {
    let parts: Option<Vec<_>> = chosen.iter().map(|one| change.chosen(one)).collect();
    let parts = parts
        .filter(|_| chosen.is_sorted_by(|one, next| one.note < next.note))
        .ok_or_else(|| Error::bad_input(sentences::NO_SUCH_HUNK))?;
    let stays = |(note, hunks): &(&NoteChange, Vec<_>)| {
        hunks.is_empty() && matches!(note.deed, Deed::Create | Deed::Edit)
    };
    if parts.iter().all(stays) { Err(Error::bad_input(sentences::NOTHING_CHOSEN)) } else { Ok(()) }
}

impl Changes {
    pub fn by_hand() -> Origin {
        Origin { by: Author::User, answer: None, rests_on: Vec::new() }
    }

    pub fn by_model(answer: MessageId, rests_on: Vec<Number>) -> Origin {
        Origin { by: Author::Assistant, answer: Some(answer), rests_on }
    }
}

#[cfg(test)]
mod tests;
