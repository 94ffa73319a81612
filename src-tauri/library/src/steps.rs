//! What an answer that is being written has besides its text: the rounds of its tools, the notes that were
//! read for it, and how it is worked out.

use rusqlite::params;

use super::{
    Library,
    columns::Json,
    journal,
    receipts::{self, CallReport},
};
use conversation::{AnswerTokens, MessageId, Remark, Result, Step, Survey, Work};

impl Library {
    /// Keeps the rounds of tools of an answer that is being written, and its thinking so far.
    /// What it said so far belongs to the last of them, and its text begins anew. With them goes what
    /// the call reported in which the model asked for the tools, if that isn't kept yet.
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

    /// Keeps how far notes were read for an answer that is being written, what that took, and what the
    /// call reported in which the last of them were read.
    pub async fn put_survey(
        &self,
        answer: MessageId,
        survey: Survey,
        tokens: Option<AnswerTokens>,
        report: CallReport,
    ) -> Result<()> {
        self.write(move |connection| {
            let transaction = connection.transaction()?;
            transaction
                .prepare_cached("UPDATE messages SET survey = ?2, tokens = ?3 WHERE id = ?1")?
                .execute(params![answer, Json(survey), tokens.map(Json)])?;
            receipts::end(&transaction, answer, &report)?;
            transaction.commit()
        })
        .await
    }

    /// Keeps how far an answer is worked out, what that took, and what the last call reported. What is written
    /// of its text is what a step found, which stands in `work` now: the text begins anew.
    pub async fn put_work(
        &self,
        answer: MessageId,
        work: Work,
        tokens: Option<AnswerTokens>,
        report: CallReport,
    ) -> Result<()> {
        self.write(move |connection| {
            let transaction = connection.transaction()?;
            transaction
                .prepare_cached(
                    "UPDATE messages SET text = '', citations = '[]', work = ?2, tokens = ?3
                     WHERE id = ?1",
                )?
                .execute(params![answer, Json(work), tokens.map(Json)])?;
            journal::clear(&transaction, answer)?;
            receipts::end(&transaction, answer, &report)?;
            transaction.commit()
        })
        .await
    }

    /// Adds what the user said while an answer is worked out.
    pub async fn add_remark(&self, answer: MessageId, remark: Remark) -> Result<()> {
        self.write(move |connection| {
            connection
                .prepare_cached(
                    "UPDATE messages
                     SET remarks = json_insert(coalesce(remarks, '[]'), '$[#]', json(?2))
                     WHERE id = ?1",
                )?
                .execute(params![answer, Json(remark)])?;
            Ok(())
        })
        .await
    }
}
