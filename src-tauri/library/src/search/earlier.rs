use jiff::Timestamp;
use rusqlite::params;
use serde::Serialize;

use super::query::Query;
use crate::{Library, VaultId, columns::Time};
use conversation::{ConversationId, MessageId, Result};

const MOST: u32 = 12;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct EarlierQuestion {
    pub question: MessageId,
    pub text: String,
    pub asked: Timestamp,
    pub answer: MessageId,
    pub conversation: ConversationId,
    pub title: String,
}

impl Library {
    /// Answered questions of a vault, outside the conversation `except`, that share words with `text`, most similar
    /// first.
    pub async fn earlier_questions(
        &self,
        vault: VaultId,
        except: Option<ConversationId>,
        text: &str,
    ) -> Result<Vec<EarlierQuestion>> {
        let Some(any) = Query::parse(text).any() else { return Ok(Vec::new()) };
        self.read(move |connection| {
            connection
                .prepare_cached(
                    "WITH hits AS MATERIALIZED (
                         SELECT rowid AS id, rank AS rank FROM search WHERE search MATCH ?1
                     )
                     SELECT q.id, q.text, q.created, max(a.id), c.id, c.title
                     FROM hits JOIN searchable s ON s.id = hits.id
                     JOIN messages q ON q.id = s.message AND q.author = 'user'
                     JOIN conversations c ON c.id = q.conversation
                     JOIN messages a ON a.parent = q.id AND a.conversation = c.id
                         AND a.author = 'assistant' AND a.state = 'complete'
                     WHERE c.vault = ?2 AND c.deleted IS NULL AND c.id IS NOT ?3
                     GROUP BY q.id ORDER BY min(hits.rank), q.id DESC LIMIT ?4",
                )?
                .query_map(params![any, vault.0, except, MOST], |row| {
                    Ok(EarlierQuestion {
                        question: row.get(0)?,
                        text: row.get(1)?,
                        asked: row.get::<_, Time>(2)?.0,
                        answer: row.get(3)?,
                        conversation: row.get(4)?,
                        title: row.get(5)?,
                    })
                })?
                .collect()
        })
        .await
    }
}
