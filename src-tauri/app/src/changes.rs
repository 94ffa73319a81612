//! Changes to notes that are proposed, looked at, put in other words, and taken or left.
//!
//! Who proposes says what; who takes says which proposal, which revision of it that was looked at, and
//! which of its hunks. No text comes with that.
//!
//! A change to a note has five shapes, in this order:
//! 1. [`Wish`]: what a model or the user asks for. Nothing keeps it.
//! 2. [`NoteChange`]: what that does to one note, in hunks. The library keeps it in a [`Change`], the user looks at it.
//! 3. [`ChosenHunks`]: which of the hunks the user takes, by number. It is all that an approval says.
//! 4. [`FileChange`](notes::FileChange): the bytes before and after that, planned from the note on the disk.
//! 5. [`EditEntry`](library::EditEntry): the hashes of these, kept before the file is touched, to undo it or to
//!    settle it after a crash.

mod answers;
mod files;
mod git;
mod mentions;
mod pages;
mod plan;
mod sources;

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

/// Maximum bytes that a hunk can be made to have.
const LONGEST: usize = 1_000_000;

/// Maximum bytes of a note that is rendered before and after a change.
const LONGEST_RENDERED: usize = 500_000;

/// Proposed changes to the notes of the open vault. Clones share it.
#[derive(Clone)]
pub struct Changes {
    library: Library,
    settings: SettingsStore,
    vaults: Vaults,
    edits: Edits,
    broadcasts: broadcast::Sender<Broadcast>,
    /// Commits are made one after another: each is on the one before.
    committing: Arc<tokio::sync::Mutex<()>>,
}

#[derive(Debug, Clone)]
pub struct WrittenChange {
    pub change: Change,
    /// What didn't go as it should besides, in a sentence.
    pub notice: Option<String>,
}

impl Changes {
    /// Changes to notes of `vaults`, kept in `library` and written by `edits`.
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

    /// Proposes what is wished for. Nothing is written.
    ///
    /// # Errors
    /// [`Code::BadInput`], [`Code::NotFound`], [`Code::Exists`] with what doesn't fit, or the library
    /// fails.
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

    /// The changes of the open vault, the newest first, and not more than can be looked through.
    pub async fn list(&self) -> Result<Vec<ChangeEntry>> {
        self.library.all_changes(self.vaults.vault()?.id).await
    }

    /// A change as it was made or looked at last, whatever became of its notes since.
    ///
    /// # Errors
    /// [`Code::NotFound`] if there is none, or the library fails.
    pub async fn last_seen(&self, id: ChangeId) -> Result<Change> {
        self.library.change(self.vaults.vault()?.id, id).await
    }

    /// A change, made anew if its notes changed since it was made and it waits to be decided on.
    ///
    /// # Errors
    /// [`Code::NotFound`] if there is none, or the library fails.
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
        let anew = blocking(move || plan::anew(&notes, &handle.vault, &handle.catalog())).await?;
        match anew {
            Some(notes) => {
                let revision = change.revision + 1;
                self.put(vault.id, Change { notes, revision, ..change }).await
            }
            None => Ok(change),
        }
    }

    /// Puts one hunk of a proposal in the user's words.
    ///
    /// # Errors
    /// [`Code::Changed`] if it isn't the revision that was looked at any more, [`Code::BadInput`] if
    /// there is no such hunk, it has no words to change, or the text is too long.
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
            return Err(Error::new(Code::BadInput, sentences::NO_SUCH_HUNK));
        };
        if text.len() > LONGEST {
            return Err(Error::new(Code::BadInput, sentences::HUNK_TOO_LONG));
        }
        // Words that were whole lines stay whole lines: else the next line would be joined to them.
        let is_lines = found.before.ends_with('\n') || found.after.ends_with('\n');
        found.after = text;
        if is_lines && !found.after.is_empty() && !found.after.ends_with('\n') {
            found.after.push('\n');
        }
        (change.edited, change.revision) = (true, change.revision + 1);
        self.put(vault.id, change).await
    }

    /// Writes what the user takes of a proposal: all of it, or nothing if that fails. Then it is committed
    /// with git, if the user wishes.
    ///
    /// # Errors
    /// [`Code::Changed`] if a note or the proposal changed since it was looked at; it is made anew
    /// then. [`Code::BadInput`] if nothing is taken, half of what is taken whole, or what leaves a note as it
    /// is. [`Code::Exists`], [`Code::Unwritable`], or the library fails.
    pub async fn apply(
        &self,
        id: ChangeId,
        revision: u32,
        taken: Vec<ChosenHunks>,
    ) -> Result<WrittenChange> {
        let vault = self.vaults.vault()?;
        let mut change = self.current(id, revision).await?;
        let collides = change.notes.iter().any(|note| note.collision.is_some());
        let all = taken == change.all() && !collides;
        if change.whole && !all {
            return Err(Error::new(Code::BadInput, sentences::TAKEN_WHOLE));
        }
        check_taken(&change, &taken)?;
        let outcome = if all { ChangeState::Applied } else { ChangeState::Partly };
        change.taken = taken;
        self.library.put_change(vault.id, change.clone()).await?;
        if let Err(error) = self.edits.carry_out(change, outcome).await {
            // It may be written in part.
            self.announce();
            return Err(error);
        }
        self.written(&vault, id, false).await
    }

    /// What is done after notes were written: they are read again, and committed if the user wishes.
    async fn written(
        &self,
        vault: &OpenVault,
        id: ChangeId,
        is_undone: bool,
    ) -> Result<WrittenChange> {
        vault.look_again();
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

    /// A note of a proposal as HTML, before these of its hunks and after them.
    ///
    /// # Errors
    /// [`Code::BadInput`] if there are no such hunks, [`Code::TooLarge`] if the note is too large for
    /// that, or it can't be read.
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
                .ok_or_else(|| Error::new(Code::BadInput, sentences::NO_SUCH_HUNK))?;
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

    /// Leaves all of a proposal.
    ///
    /// # Errors
    /// [`Code::Changed`] if it was decided on before, or the library fails.
    pub async fn refuse(&self, id: ChangeId) -> Result<()> {
        let vault = self.vaults.vault()?;
        self.library.change(vault.id, id).await?;
        self.library.refuse_change(id).await?;
        self.announce();
        Ok(())
    }

    /// Undoes all that was written of a change, or nothing of it.
    ///
    /// # Errors
    /// [`Code::Changed`] if a note was changed since, [`Code::NotFound`] if what undoes it isn't kept
    /// any more, and as [`Changes::apply`].
    pub async fn undo(&self, id: ChangeId) -> Result<WrittenChange> {
        let vault = self.vaults.vault()?;
        self.library.change(vault.id, id).await?;
        self.edits.undo_change(id).await?;
        self.written(&vault, id, true).await
    }

    /// Undoes all changes that came of a conversation, the last first, and returns how many. The first that
    /// can't be undone ends it.
    ///
    /// # Errors
    /// [`Code::NotFound`] if there is nothing to undo. As [`Changes::undo`], with what was undone before.
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

    /// How many older changes can't be undone any more once a proposal is written, because its notes' old texts
    /// take the room that theirs have.
    pub async fn crowds_out(&self, change: &Change) -> Result<u32> {
        if change.state != ChangeState::Proposed {
            return Ok(0);
        }
        let vault = self.vaults.vault()?;
        let (open, notes) = (vault.vault.clone(), change.notes.clone());
        let size = move || Ok(notes.iter().map(|note| replaced(&open, note)).sum::<u64>());
        self.library.crowded_out(vault.id, blocking(size).await?).await
    }

    /// How many bytes are kept for undoing changes to the open vault.
    pub async fn undo_bytes(&self) -> Result<u64> {
        self.library.undo_bytes(self.vaults.vault()?.id).await
    }

    /// Forgets what undoes changes to the open vault. The notes stay as they are.
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

    /// The proposal as it was looked at.
    async fn current(&self, id: ChangeId, revision: u32) -> Result<Change> {
        let change = self.get(id).await?;
        if change.state != ChangeState::Proposed {
            return Err(Error::new(Code::Changed, sentences::DECIDED));
        }
        match change.revision == revision {
            true => Ok(change),
            false => Err(Error::new(Code::Changed, sentences::MADE_ANEW)),
        }
    }

    /// Tells the fronts that changes are others now.
    fn announce(&self) {
        // Nobody may be listening.
        let _ = self.broadcasts.send(Broadcast::Changes);
    }
}

/// The notes that a change that was written made, changed or removed.
fn touched(change: &Change) -> Vec<NotePath> {
    let notes = change.taken.iter().filter_map(|taken| change.notes.get(taken.note as usize));
    let mut paths = BTreeSet::new();
    for note in notes {
        paths.insert(note.path.clone());
        if let Deed::Rename { to } = &note.deed {
            paths.insert(to.clone());
        }
    }
    paths.into_iter().collect()
}

/// Maximum bytes of a note's old texts that are kept once the change is written.
fn replaced(vault: &Vault, note: &NoteChange) -> u64 {
    let bytes = || vault.entry(&note.path).map_or(0, |entry| entry.bytes);
    match note.deed {
        Deed::Create => 0,
        // Its text changes before it moves, so both texts are kept.
        Deed::Rename { .. } if !note.hunks.is_empty() => {
            2 * bytes() + note.hunks.iter().map(|hunk| hunk.after.len() as u64).sum::<u64>()
        }
        Deed::Edit | Deed::Rename { .. } | Deed::Delete => bytes(),
    }
}

/// Refuses what names no hunk of a change, or leaves all notes as they are.
fn check_taken(change: &Change, taken: &[ChosenHunks]) -> Result<()> {
    let chosen: Option<Vec<_>> = taken.iter().map(|one| change.chosen(one)).collect();
    let chosen = chosen
        .filter(|_| taken.is_sorted_by(|one, next| one.note < next.note))
        .ok_or_else(|| Error::new(Code::BadInput, sentences::NO_SUCH_HUNK))?;
    let stays = |(note, hunks): &(&NoteChange, Vec<_>)| {
        hunks.is_empty() && matches!(note.deed, Deed::Create | Deed::Edit)
    };
    match chosen.iter().all(stays) {
        true => Err(Error::new(Code::BadInput, sentences::NOTHING_TAKEN)),
        false => Ok(()),
    }
}

impl Changes {
    /// The origin of what the user asks for, by hand or in the terminal.
    pub fn by_hand() -> Origin {
        Origin { by: Author::User, answer: None, rests_on: Vec::new() }
    }

    /// The origin of what a model proposes during an answer.
    pub fn by_model(answer: MessageId, rests_on: Vec<Number>) -> Origin {
        Origin { by: Author::Assistant, answer: Some(answer), rests_on }
    }
}

#[cfg(test)]
mod tests;
