//! The rounds of tools of an answer that is being written.

use rusqlite::params;

use super::{Library, columns::Json, journal};
use conversation::{MessageId, Result, Step};

impl Library {
    /// Keeps the rounds of tools of an answer that is being written, and its thinking so far.
    /// What it said so far belongs to the last of them, and its text begins anew.
    ///
    /// # Errors
    /// If the library fails.
    pub async fn put_steps(
        &self,
        answer: MessageId,
        steps: Vec<Step>,
        thinking: String,
    ) -> Result<()> {
        self.write(move |connection| {
            let transaction = connection.transaction()?;
            transaction
                .prepare_cached(
                    "UPDATE messages SET text = '', citations = '[]', steps = ?2, thinking = ?3
                     WHERE id = ?1",
                )?
                .execute(params![answer, Json(steps), thinking])?;
            journal::clear(&transaction, answer)?;
            transaction.commit()
        })
        .await
    }
}
