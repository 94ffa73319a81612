use rusqlite::params;

use super::{
    Library,
    columns::Json,
    journal,
    receipts::{self, CallReport},
};
use conversation::{AnswerTokens, MessageId, Remark, Result, Step, Survey, Work};

impl Library {
    /// Stores an answer's tool rounds and thinking. Clears the text, which belongs to the last round now. `report`
    /// is that of the call that requested the tools, unless stored already.
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

    /// Stores the progress of work steps, the tokens used, and the last call's report. Clears the text, which is in
    /// `work` as a step's findings now.
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
