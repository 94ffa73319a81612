use rusqlite::{OptionalExtension, params};

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
        self.transact(move |transaction| {
            transaction
                .prepare_cached(
                    "UPDATE messages SET text = '', citations = '[]', steps = ?2, thinking = ?3
                     WHERE id = ?1",
                )?
                .execute(params![answer, Json(steps), thinking])?;
            journal::clear(transaction, answer)?;
            if let Some(report) = report {
                receipts::end(transaction, answer, &report)?;
            }
            Ok(())
        })
        .await
    }

    /// Stores a model's sentences about the findings of an answer's calls, with the calls' ids.
    pub async fn put_gists(&self, answer: MessageId, gists: Vec<(String, String)>) -> Result<()> {
        self.transact(move |transaction| {
            let stored: Option<Option<Json<Vec<Step>>>> = transaction
                .prepare_cached("SELECT steps FROM messages WHERE id = ?")?
                .query_row(params![answer], |row| row.get(0))
                .optional()?;
            let Some(Json(mut steps)) = stored.flatten() else { return Ok(()) };
            for call in steps.iter_mut().flat_map(|step| &mut step.calls) {
                if let Some((_, gist)) = gists.iter().find(|(id, _)| *id == call.id) {
                    call.gist = Some(gist.clone());
                }
            }
            transaction
                .prepare_cached("UPDATE messages SET steps = ?2 WHERE id = ?1")?
                .execute(params![answer, Json(steps)])?;
            Ok(())
        })
        .await?;
        self.count_change();
        Ok(())
    }

    pub async fn put_survey(
        &self,
        answer: MessageId,
        survey: Survey,
        tokens: Option<AnswerTokens>,
        report: CallReport,
    ) -> Result<()> {
        self.transact(move |transaction| {
            transaction
                .prepare_cached("UPDATE messages SET survey = ?2, tokens = ?3 WHERE id = ?1")?
                .execute(params![answer, Json(survey), tokens.map(Json)])?;
            receipts::end(transaction, answer, &report)
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
        self.transact(move |transaction| {
            transaction
                .prepare_cached(
                    "UPDATE messages SET text = '', citations = '[]', work = ?2, tokens = ?3
                     WHERE id = ?1",
                )?
                .execute(params![answer, Json(work), tokens.map(Json)])?;
            journal::clear(transaction, answer)?;
            receipts::end(transaction, answer, &report)
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
