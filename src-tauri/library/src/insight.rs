//! The notes that a vault's answers cite, counted over all conversations and branches.

use jiff::Timestamp;
use notes::NotePath;
use rusqlite::params;
use serde::{Deserialize, Serialize};

use super::{
    Library, VaultId,
    columns::{Time, Word},
};
use conversation::{ConversationId, MessageId, ProjectId, Result};

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "specta", derive(specta::Type), specta(skip_attr = "serde"))]
pub struct CitingFilter {
    pub conversation: Option<ConversationId>,
    pub month: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct CitedNote {
    pub path: NotePath,
    pub answers: u32,
    pub conversations: u32,
    pub last: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct CitingMonth {
    /// The month in local time: `2026-11`.
    pub month: String,
    pub answers: u32,
    pub notes: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct CitingConversation {
    pub id: ConversationId,
    pub title: String,
    pub answers: u32,
    pub notes: u32,
    pub last: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct FruitlessQuestion {
    pub question: MessageId,
    pub text: String,
    pub asked: Timestamp,
    pub conversation: ConversationId,
    pub title: String,
    pub found: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", content = "id", rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum GraphScope {
    Vault,
    Project(ProjectId),
    Conversation(ConversationId),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MetNote {
    pub conversation: ConversationId,
    pub answer: Option<MessageId>,
    pub title: String,
    pub path: NotePath,
    pub cited: bool,
}

const MONTH: &str = "strftime('%Y-%m', m.created / 1000000, 'unixepoch', 'localtime')";

/// References by which answers of the vault `?1` cite its files. The condition on the JSON must equal that of the
/// index `references_cited` to the letter.
const CITING: &str = "conversations c
    JOIN message_references r ON r.conversation = c.id
    JOIN messages m ON m.id = r.message
    WHERE c.vault = ?1 AND c.deleted IS NULL AND r.path IS NOT NULL
      AND json_valid(r.json) AND r.json ->> '$.state' = 'cited' AND m.author = 'assistant'";

const MET_IN_ONE: &str = "SELECT c.id, m.id, coalesce(q.text, ''), r.path,
        max(r.json ->> '$.state' = 'cited')
    FROM conversations c JOIN messages m ON m.conversation = c.id
    JOIN message_references r ON r.message = m.id
    LEFT JOIN messages q ON q.id = m.parent
    WHERE c.vault = ?1 AND c.deleted IS NULL AND ?2 IS NULL AND c.id = ?3
      AND m.author = 'assistant' AND r.path IS NOT NULL
      AND json_valid(r.json) AND r.json ->> '$.state' IN ('cited', 'used')
    GROUP BY m.id, r.path ORDER BY m.id, r.path";

impl Library {
    pub async fn cited_notes(
        &self,
        vault: VaultId,
        filter: CitingFilter,
    ) -> Result<Vec<CitedNote>> {
        self.read(move |connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT r.path, count(DISTINCT r.message), count(DISTINCT c.id), max(m.created)
                     FROM {CITING}
                       AND (?2 IS NULL OR c.id = ?2) AND (?3 IS NULL OR {MONTH} = ?3)
                     GROUP BY r.path ORDER BY 2 DESC, 4 DESC, 1"
                ))?
                .query_map(params![vault.0, filter.conversation, filter.month], |row| {
                    Ok(CitedNote {
                        path: row.get::<_, Word<_>>(0)?.0,
                        answers: row.get(1)?,
                        conversations: row.get(2)?,
                        last: row.get::<_, Time>(3)?.0,
                    })
                })?
                .collect()
        })
        .await
    }

    pub async fn citing_months(&self, vault: VaultId) -> Result<Vec<CitingMonth>> {
        self.read(move |connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT {MONTH} AS month, count(DISTINCT r.message), count(DISTINCT r.path)
                     FROM {CITING} GROUP BY month ORDER BY month DESC"
                ))?
                .query_map(params![vault.0], |row| {
                    Ok(CitingMonth { month: row.get(0)?, answers: row.get(1)?, notes: row.get(2)? })
                })?
                .collect()
        })
        .await
    }

    pub async fn citing_conversations(&self, vault: VaultId) -> Result<Vec<CitingConversation>> {
        self.read(move |connection| {
            connection
                .prepare_cached(&format!(
                    "SELECT c.id, c.title, count(DISTINCT r.message), count(DISTINCT r.path),
                         max(m.created)
                     FROM {CITING} GROUP BY c.id ORDER BY 5 DESC, c.id DESC"
                ))?
                .query_map(params![vault.0], |row| {
                    Ok(CitingConversation {
                        id: row.get(0)?,
                        title: row.get(1)?,
                        answers: row.get(2)?,
                        notes: row.get(3)?,
                        last: row.get::<_, Time>(4)?.0,
                    })
                })?
                .collect()
        })
        .await
    }

    /// For a vault or project, the notes that each conversation cites. For one conversation, the notes that each
    /// answer cites, and those that its model only saw.
    pub async fn met_notes(&self, vault: VaultId, scope: GraphScope) -> Result<Vec<MetNote>> {
        let (project, only) = match scope {
            GraphScope::Vault => (None, None),
            GraphScope::Project(id) => (Some(id), None),
            GraphScope::Conversation(id) => (None, Some(id)),
        };
        let all = format!(
            "SELECT c.id, NULL, c.title, r.path, 1 FROM {CITING}
               AND (?2 IS NULL OR EXISTS (SELECT 1 FROM conversation_settings s
                   WHERE s.vault = c.vault AND s.conversation = c.id
                     AND json_valid(s.json) AND s.json ->> '$.project' = ?2))
               AND ?3 IS NULL
             GROUP BY c.id, r.path ORDER BY c.id, r.path"
        );
        self.read(move |connection| {
            connection
                .prepare_cached(if only.is_some() { MET_IN_ONE } else { &all })?
                .query_map(params![vault.0, project, only], |row| {
                    Ok(MetNote {
                        conversation: row.get(0)?,
                        answer: row.get(1)?,
                        title: row.get(2)?,
                        path: row.get::<_, Word<_>>(3)?.0,
                        cited: row.get(4)?,
                    })
                })?
                .collect()
        })
        .await
    }

    /// Answered look-ups without citations, newest first. Passages-only answers needn't cite. Skips imported
    /// questions, whose look-up isn't known. `nothing` lists the app's own answers for look-ups without results.
    pub async fn fruitless_questions(
        &self,
        vault: VaultId,
        nothing: Vec<&'static str>,
    ) -> Result<Vec<FruitlessQuestion>> {
        let nothing = serde_json::Value::from(nothing).to_string();
        self.read(move |connection| {
            connection
                .prepare_cached(
                    "SELECT q.id, q.text, q.created, c.id, c.title,
                         EXISTS (SELECT 1 FROM messages a JOIN message_references r ON r.message = a.id
                             WHERE a.parent = q.id AND a.conversation = c.id AND r.hash IS NOT NULL)
                     FROM conversations c JOIN messages q ON q.conversation = c.id
                     WHERE c.vault = ?1 AND c.deleted IS NULL
                       AND q.author = 'user' AND q.mode <> 'none' AND NOT q.imported
                       AND EXISTS (SELECT 1 FROM messages a
                           WHERE a.parent = q.id AND a.conversation = c.id AND a.state = 'complete'
                             AND (a.model IS NOT NULL OR a.passages_only
                                 OR a.text IN (SELECT value FROM json_each(?2))))
                       AND NOT EXISTS (
                           SELECT 1 FROM messages a JOIN message_references r ON r.message = a.id
                           WHERE a.parent = q.id AND a.conversation = c.id
                             AND (json_valid(r.json) AND r.json ->> '$.state' = 'cited'
                                 OR (a.passages_only AND r.hash IS NOT NULL)))
                     ORDER BY q.created DESC, q.id DESC",
                )?
                .query_map(params![vault.0, nothing], |row| {
                    Ok(FruitlessQuestion {
                        question: row.get(0)?,
                        text: row.get(1)?,
                        asked: row.get::<_, Time>(2)?.0,
                        conversation: row.get(3)?,
                        title: row.get(4)?,
                        found: row.get(5)?,
                    })
                })?
                .collect()
        })
        .await
    }
}
