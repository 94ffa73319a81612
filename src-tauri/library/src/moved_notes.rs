use super::{
    Library, VaultId, attachments, memories, projects,
    references::{NoteMove, moved},
};
use conversation::Result;

impl Library {
    /// Updates references, attached passages, projects and memories after notes moved, all at once: two notes may have
    /// swapped places.
    /// Messages' texts don't change.
    pub async fn notes_moved(&self, vault: VaultId, moves: Vec<NoteMove>) -> Result<()> {
        self.write(move |connection| {
            let transaction = connection.transaction()?;
            moved::record(&transaction, vault, &moves)?;
            attachments::follow(&transaction, vault, &moves)?;
            projects::follow(&transaction, vault, &moves)?;
            memories::follow(&transaction, vault, &moves)?;
            transaction.commit()
        })
        .await?;
        self.count_change();
        Ok(())
    }
}
