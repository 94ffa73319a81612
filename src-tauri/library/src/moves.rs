//! Notes that have another path: all that names them follows.

use super::{
    Library, VaultId, memories, projects,
    references::{NoteMove, moved},
};
use conversation::Result;

impl Library {
    /// Has references, projects and memories follow notes of a vault that have another path, all at once:
    /// two notes may have changed places. What the messages say stays as it was said.
    pub async fn notes_moved(&self, vault: VaultId, moves: Vec<NoteMove>) -> Result<()> {
        self.write(move |connection| {
            let transaction = connection.transaction()?;
            moved::record(&transaction, vault, &moves)?;
            projects::follow(&transaction, vault, &moves)?;
            memories::follow(&transaction, vault, &moves)?;
            transaction.commit()
        })
        .await?;
        self.count_change();
        Ok(())
    }
}
