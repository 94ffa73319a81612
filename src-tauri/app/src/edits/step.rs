//! What is done with one note, how it is told whether it was done, and its way back.

use conversation::{ChangeId, EditId};
use library::{BegunEdit, EditEntry};
use notes::{ContentHash, Edit, NotePath, Result, Rewrite, Vault};

/// What of an approved change shall be done with one note.
#[derive(Debug, Clone)]
pub(crate) enum ApprovedDeed {
    Create {
        path: NotePath,
        text: String,
    },
    Edit {
        path: NotePath,
        base: ContentHash,
        edit: Edit,
    },
    /// It gets another path, after its text is changed if need be.
    Rename {
        path: NotePath,
        base: ContentHash,
        to: NotePath,
        edit: Option<Edit>,
    },
    Delete {
        path: NotePath,
        base: ContentHash,
    },
}

/// A step of an [`ApprovedDeed`], ready to be done.
#[derive(Debug, Clone)]
pub(super) enum Step {
    Write(Rewrite),
    Rename { path: NotePath, base: ContentHash, bytes: Vec<u8>, to: NotePath },
    Trash { path: NotePath, base: ContentHash, bytes: Vec<u8> },
    Restore { trashed: NotePath, base: ContentHash, bytes: Vec<u8>, to: NotePath },
}

impl ApprovedDeed {
    /// The steps of it, for the note as it is now. Writes nothing.
    pub(super) fn steps(self, vault: &Vault) -> Result<Vec<Step>> {
        // Nothing is left to be changed; it has the hash that is asked for.
        let read = |path: &NotePath, base| {
            let same = vault.plan_edit(path, base, &Edit::Ranges(Vec::new()))?;
            Ok::<_, notes::Error>(same.after().to_vec())
        };
        Ok(match self {
            Self::Create { path, text } => vec![Step::Write(vault.plan_note(&path, &text)?)],
            Self::Edit { path, base, edit } => {
                vec![Step::Write(vault.plan_edit(&path, base, &edit)?)]
            }
            Self::Rename { path, base, to, edit: None } => {
                vec![Step::Rename { bytes: read(&path, base)?, path, base, to }]
            }
            Self::Rename { path, base, to, edit: Some(edit) } => {
                let write = vault.plan_edit(&path, base, &edit)?;
                let (base, bytes) = (ContentHash::of(write.after()), write.after().to_vec());
                vec![Step::Write(write), Step::Rename { path, base, bytes, to }]
            }
            Self::Delete { path, base } => {
                let bytes = vault.plan_bytes(&path, base, Vec::new())?;
                let bytes = bytes.before().unwrap_or_default().to_vec();
                vec![Step::Trash { path, base, bytes }]
            }
        })
    }
}

impl Step {
    /// What is kept of it before it is done.
    pub(super) fn entry(&self, change: Option<ChangeId>) -> BegunEdit {
        let (path, target, before, after) = match self {
            Self::Write(write) => {
                let before = write.before().map(<[u8]>::to_vec);
                (write.path(), None, before, ContentHash::of(write.after()))
            }
            Self::Rename { path, base, bytes, to } => (path, Some(to), Some(bytes.clone()), *base),
            Self::Trash { path, base, bytes } => (path, None, Some(bytes.clone()), *base),
            Self::Restore { trashed, base, bytes, to } => {
                (trashed, Some(to), Some(bytes.clone()), *base)
            }
        };
        let entry = EditEntry {
            id: EditId::new(),
            change,
            path: path.clone(),
            target: target.cloned(),
            before: before.as_deref().map(ContentHash::of),
            after,
            begun: library::now(),
        };
        (entry, before)
    }

    /// Whether it does nothing but give a note another text, so that others of its kind can be done with it.
    pub(super) fn changes_text(&self) -> bool {
        matches!(self, Self::Write(write) if write.before().is_some())
    }

    /// Does it, and returns where a note went that went to the trash.
    pub(super) fn run(&self, vault: &Vault) -> Result<Option<NotePath>> {
        match self {
            Self::Write(write) => vault.write(write).map(|()| None),
            Self::Rename { path, base, to, .. } => {
                vault.rename_note(path, *base, to).map(|()| None)
            }
            Self::Trash { path, base, .. } => vault.trash(path, *base).map(Some),
            Self::Restore { trashed, base, to, .. } => {
                vault.restore_note(trashed, *base, to).map(|()| None)
            }
        }
    }
}

/// Whether a note only goes somewhere.
fn is_move(edit: &EditEntry) -> bool {
    edit.before == Some(edit.after)
}

/// What became of a step that an app was about to do when it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    Done,
    NotDone,
    /// The note has another text by now. It may be one that was made of ours.
    Unknown,
}

/// What became of the steps of one change.
pub(super) fn fates(vault: &Vault, edits: &[EditEntry]) -> Vec<Fate> {
    let moved = |edit: &EditEntry| match &edit.target {
        Some(to) if !to.is_hidden() => {
            vault.hash(to) == Some(edit.after) && vault.hash(&edit.path) != Some(edit.after)
        }
        _ => {
            vault.hash(&edit.path) != Some(edit.after)
                && vault.trashed(&edit.path, edit.after).is_some()
        }
    };
    let moves: Vec<&EditEntry> = edits.iter().filter(|edit| is_move(edit) && moved(edit)).collect();
    let place = |path: &NotePath| {
        let went = moves.iter().find(|edit| edit.path == *path && edit.target.is_some());
        went.and_then(|edit| edit.target.clone()).unwrap_or_else(|| path.clone())
    };
    let mut fates: Vec<Fate> = Vec::new();
    let changes_text = |edit: &EditEntry| edit.before.is_some() && !is_move(edit);
    for (at, edit) in edits.iter().enumerate() {
        let now = vault.hash(&place(&edit.path));
        // Steps are done in order, but for those beside it that were done with it.
        let was_before = || {
            let beside = edits[..at].iter().rev();
            let with = beside.take_while(|it| changes_text(it) && changes_text(edit)).count();
            fates[..at - with].contains(&Fate::NotDone)
        };
        fates.push(match is_move(edit) {
            true if moves.iter().any(|it| it.id == edit.id) => Fate::Done,
            true => Fate::NotDone,
            false if now == Some(edit.after) => Fate::Done,
            false if now == edit.before => Fate::NotDone,
            false if was_before() => Fate::NotDone,
            false => Fate::Unknown,
        });
    }
    fates
}

/// The way back from a step that was done.
pub(super) fn back(vault: &Vault, (edit, before): BegunEdit) -> Result<Step> {
    let EditEntry { path, target, after, .. } = edit.clone();
    let Some(before) = before else {
        let bytes = vault.read(&path, Vault::MAX_NOTE_BYTES)?;
        return Ok(Step::Trash { path, base: after, bytes });
    };
    if !is_move(&edit) {
        return vault.plan_bytes(&path, after, before).map(Step::Write);
    }
    let (base, bytes) = (after, before);
    Ok(match target {
        Some(target) if path.is_hidden() => Step::Trash { path: target, base, bytes },
        Some(target) if !target.is_hidden() => Step::Rename { path: target, base, bytes, to: path },
        _ => match vault.trashed(&path, base) {
            Some(trashed) => Step::Restore { trashed, base, bytes, to: path },
            // The trash was emptied.
            None => Step::Write(vault.plan_return(&path, bytes)?),
        },
    })
}

/// The way back from all steps of a change, the last first. Each is planned where its note is now, and
/// done where it will be by then.
pub(super) fn all_back(vault: &Vault, edits: Vec<BegunEdit>) -> Result<Vec<Step>> {
    let place = |path: &NotePath, later: &[BegunEdit]| {
        let went = later.iter().find(|(edit, _)| {
            is_move(edit)
                && edit.path == *path
                && edit.target.as_ref().is_some_and(|to| !to.is_hidden())
        });
        went.and_then(|(edit, _)| edit.target.clone())
    };
    let mut steps = Vec::new();
    for (at, (edit, before)) in edits.iter().enumerate().rev() {
        let now = place(&edit.path, &edits[at + 1..]).filter(|_| !is_move(edit));
        let there = EditEntry { path: now.clone().unwrap_or(edit.path.clone()), ..edit.clone() };
        let step = back(vault, (there, before.clone()))?;
        steps.push(match (step, now) {
            (Step::Write(write), Some(_)) => Step::Write(write.at(edit.path.clone())),
            (step, _) => step,
        });
    }
    Ok(steps)
}
