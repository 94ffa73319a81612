//! The rounds of tools of an answer that is being written.

use rusqlite::params;

use super::{
    Library,
    columns::Json,
    journal,
    receipts::{self, CallReport},
};
use conversation::{MessageId, Result, Step};

impl Library {
    /// Keeps the rounds of tools of an answer that is being written, and its thinking so far.
    /// What it said so far belongs to the last of them, and its text begins anew. With them goes what
    /// the call reported in which the model asked for the tools, if that isn't kept yet.
    ///
    /// # Errors
    /// If the library fails.
    pub async fn put_steps(
        &self,
        answer: MessageId,
        steps: Vec<Step>,
        thinking: String,
        report: Option<CallReport>,
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
            if let Some(report) = report {
                receipts::end(&transaction, answer, &report)?;
            }
            transaction.commit()
        })
        .await
    }
}
