//! The file operation of a change to one note, its state after a crash, and its undo.

use conversation::{Deed, NoteChange};
use library::EditEntry;
use notes::{FileChange, Hunk, NotePath, Result, Vault, diff};

pub(super) fn planned(
    vault: &Vault,
    note: &NoteChange,
    hunks: &[&Hunk],
) -> Result<Vec<FileChange>> {
    let path = &note.path;
    let write = |base| vault.plan_edit(path, base, |text| diff::apply(text, hunks));
    Ok(match (&note.deed, note.base) {
        (Deed::Create, _) => {
            let text = hunks.first().map(|hunk| &*hunk.after);
            text.map(|text| vault.plan_note(path, text)).transpose()?.into_iter().collect()
        }
        (Deed::Edit, Some(base)) if !hunks.is_empty() => vec![write(base)?],
        (Deed::Rename { to }, Some(base)) => {
            let write = write(base)?;
            let moves = Vault::plan_move(path, write.after().to_vec(), to);
            if hunks.is_empty() { vec![moves] } else { vec![write, moves] }
        }
        (Deed::Delete, Some(base)) => vec![vault.plan_trash(path, base)?],
        (Deed::Edit | Deed::Rename { .. } | Deed::Delete, _) => Vec::new(),
    })
}

fn is_move(edit: &EditEntry) -> bool {
    edit.before == Some(edit.after)
}

/// The state of a step that an ended app had begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    Done,
    NotDone,
    /// The note has another text, maybe based on ours.
    Unknown,
}

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
        // Steps run in order, except text edits of the same batch.
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

pub(super) fn back(vault: &Vault, edit: &EditEntry, before: Option<Vec<u8>>) -> Result<FileChange> {
    let (path, base) = (&edit.path, edit.after);
    let Some(bytes) = before else { return vault.plan_trash(path, base) };
    if !is_move(edit) {
        return vault.plan_bytes(path, base, bytes);
    }
    match &edit.target {
        Some(target) if path.is_hidden() => vault.plan_trash(target, base),
        Some(target) if !target.is_hidden() => Ok(Vault::plan_move(target, bytes, path)),
        _ => match vault.trashed(path, base) {
            Some(trashed) => Ok(Vault::plan_move(&trashed, bytes, path)),
            // The trash was emptied.
            None => vault.plan_return(path, bytes),
        },
    }
}

/// Undoes all edits, last first. Each is planned for the note's current path, and applied to the path that it has
/// after the later edits are undone.
pub(super) fn all_back(
    vault: &Vault,
    edits: &[EditEntry],
    replaced: Vec<Option<Vec<u8>>>,
) -> Result<Vec<FileChange>> {
    let mut files = Vec::new();
    for ((at, edit), before) in edits.iter().enumerate().zip(replaced).rev() {
        let went = edits[at + 1..].iter().find(|it| is_move(it) && it.path == edit.path);
        let went = went.and_then(|it| it.target.as_ref());
        let now = went.filter(|to| !to.is_hidden() && !is_move(edit)).unwrap_or(&edit.path);
        let mut file = back(vault, &EditEntry { path: now.clone(), ..edit.clone() }, before)?;
        if let FileChange::Write { path, .. } = &mut file {
            path.clone_from(&edit.path);
        }
        files.push(file);
    }
    Ok(files)
}
