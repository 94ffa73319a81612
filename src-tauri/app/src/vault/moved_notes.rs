use notes::{NotePath, Vault};

use conversation::{ReferenceId, Result, reference::Passage};
use grounding::references::{Location, locate};
use library::{Library, NoteMove, VaultId};

/// Updates the library's references to moved notes. Runs before the index forgets the old paths. Blocks until the
/// library has stored them.
pub(super) fn follow(
    library: &Library,
    id: VaultId,
    vault: &Vault,
    moved: &[(NotePath, NotePath)],
) {
    if let Err(error) = futures::executor::block_on(followed(library, id, vault, moved)) {
        // The note still opens; its old references will report it as missing.
        tracing::warn!(%error, "references don't follow notes that were moved");
    }
}

async fn followed(
    library: &Library,
    id: VaultId,
    vault: &Vault,
    moved: &[(NotePath, NotePath)],
) -> Result<()> {
    let mut moves = Vec::new();
    for (from, to) in moved {
        let mut staying = Vec::new();
        // Another note has the old path now. A reference follows its own note, unless only the other one has its
        // passage.
        if let Ok(other) = vault.read_note(from) {
            let passages = library.passages_of(id, from.clone()).await?;
            if !passages.is_empty() {
                let text = vault.read_note(to).map(|note| note.text).unwrap_or_default();
                staying = those_staying(&passages, &text, &other.text);
            }
        }
        moves.push(NoteMove { from: from.clone(), to: to.clone(), staying });
    }
    library.notes_moved(id, moves).await
}

/// The references whose passage is in `other`, the text now at the old path, but not in `moved`, the moved note's
/// text.
fn those_staying(
    passages: &[(ReferenceId, Passage)],
    moved: &str,
    other: &str,
) -> Vec<ReferenceId> {
    let has = |text: &str, passage: &Passage| {
        matches!(locate(passage, text), Location::Unchanged(_) | Location::Moved(_))
    };
    passages
        .iter()
        .filter(|(_, passage)| has(other, passage) && !has(moved, passage))
        .map(|(id, _)| *id)
        .collect()
}
