use rusqlite::{Connection, params};

use super::{
    Library, VaultId,
    columns::Json,
    memories, projects,
    references::{NoteMove, moved},
};
use conversation::{AttachmentId, ExcerptPlace, FileExtent, Result};

impl Library {
    /// Updates references, attached passages, projects and memories after notes moved, all at once: two notes may have
    /// swapped places. Messages' texts don't change.
    pub async fn notes_moved(&self, vault: VaultId, moves: Vec<NoteMove>) -> Result<()> {
        self.transact(move |transaction| {
            moved::record(transaction, vault, &moves)?;
            attached_passages(transaction, vault, &moves)?;
            projects::follow(transaction, vault, &moves)?;
            memories::follow(transaction, vault, &moves)
        })
        .await?;
        self.count_change();
        Ok(())
    }
}

/// Updates the paths of attached passages after notes moved, also in drafts and queued questions.
fn attached_passages(
    connection: &Connection,
    vault: VaultId,
    moves: &[NoteMove],
) -> rusqlite::Result<()> {
    let excerpts: Vec<(AttachmentId, Json<FileExtent>)> = connection
        .prepare_cached(
            "SELECT id, extent FROM attachments
             WHERE extent ->> '$.type' = 'excerpt' AND (
                 id IN (SELECT m.attachment FROM message_attachments m
                        JOIN messages ON messages.id = m.message
                        JOIN conversations c ON c.id = messages.conversation AND c.vault = ?1)
                 OR id IN (SELECT file.value FROM drafts, json_each(drafts.attachments) file
                           WHERE drafts.vault = ?1)
                 OR id IN (SELECT file.value
                           FROM drafts, json_each(coalesce(drafts.queued, '[]')) question,
                                json_each(question.value, '$.attachments') file
                           WHERE drafts.vault = ?1))",
        )?
        .query_map(params![vault.0], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<_>>()?;
    for (id, Json(extent)) in excerpts {
        let FileExtent::Excerpt { place } = extent else { continue };
        if let Some(to) = moves.iter().find(|it| it.from == place.path) {
            let place = ExcerptPlace { path: to.to.clone(), ..place };
            connection.execute(
                "UPDATE attachments SET extent = ? WHERE id = ?",
                params![Json(FileExtent::Excerpt { place }), id],
            )?;
        }
    }
    Ok(())
}
