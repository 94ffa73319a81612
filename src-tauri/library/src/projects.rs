//! Stored projects and prompts.

use notes::NotePath;
use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};

use super::{
    Library, VaultId,
    columns::{Json, Time, now},
    references::NoteMove,
};
use conversation::{Attachment, Code, Error, ProjectId, PromptId, Result};
use language::Sentence;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type), specta(skip_attr = "serde"))]
pub struct Project {
    pub id: ProjectId,
    pub name: String,
    #[serde(default)]
    pub instructions: String,
    #[serde(default)]
    pub notes: Vec<NotePath>,
    /// Tags without `#`; notes with any of them belong to the project.
    #[serde(default)]
    pub tags: Vec<String>,
    /// A search query whose matches belong to the project; empty for none.
    #[serde(default)]
    pub search: String,
    #[serde(default)]
    pub files: Vec<Attachment>,
    /// Whether it is searched even if it fits into the prompt whole.
    #[serde(default)]
    pub is_searched: bool,
}

impl Project {
    pub fn new() -> Self {
        Self {
            id: ProjectId::new(),
            name: String::new(),
            instructions: String::new(),
            notes: Vec::new(),
            tags: Vec::new(),
            search: String::new(),
            files: Vec::new(),
            is_searched: false,
        }
    }
}

impl Default for Project {
    fn default() -> Self {
        Self::new()
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type), specta(skip_attr = "serde"))]
pub struct Prompt {
    pub id: PromptId,
    pub name: String,
    pub text: String,
    /// Whether it replaces the instructions; otherwise it precedes the newest question.
    #[serde(default)]
    pub replaces_instructions: bool,
}

impl Prompt {
    pub fn new() -> Self {
        Self {
            id: PromptId::new(),
            name: String::new(),
            text: String::new(),
            replaces_instructions: false,
        }
    }
}

impl Default for Prompt {
    fn default() -> Self {
        Self::new()
    }
}

impl Library {
    pub async fn projects(&self, vault: VaultId) -> Result<Vec<Project>> {
        self.read(move |connection| {
            connection
                .prepare("SELECT json FROM projects WHERE vault = ? ORDER BY created, id")?
                .query_map(params![vault.0], |row| row.get(0).map(|Json(json)| json))?
                .collect()
        })
        .await
    }

    pub async fn project(&self, vault: VaultId, id: ProjectId) -> Result<Option<Project>> {
        self.read(move |connection| {
            connection
                .prepare_cached("SELECT json FROM projects WHERE vault = ? AND id = ?")?
                .query_row(params![vault.0, id], |row| row.get(0).map(|Json(json)| json))
                .optional()
        })
        .await
    }

    pub async fn put_project(&self, vault: VaultId, project: Project) -> Result<()> {
        named(&project.name)?;
        self.write(move |connection| {
            connection.execute(
                "INSERT INTO projects (id, vault, created, json) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (id) DO UPDATE SET json = ?4 WHERE vault = ?2",
                params![project.id, vault.0, Time(now()), Json(&project)],
            )?;
            Ok(())
        })
        .await
    }

    pub async fn delete_project(&self, id: ProjectId) -> Result<()> {
        let found = self
            .transact(move |transaction| {
                transaction.execute(
                    "UPDATE conversation_settings SET json = json_remove(json, '$.project')
                     WHERE json ->> '$.project' = ?",
                    params![id],
                )?;
                transaction.execute("DELETE FROM projects WHERE id = ?", params![id])
            })
            .await?;
        gone(found, crate::sentences::NO_PROJECT)
    }

    pub async fn prompts(&self) -> Result<Vec<Prompt>> {
        self.read(move |connection| {
            connection
                .prepare("SELECT json FROM prompts ORDER BY created, id")?
                .query_map([], |row| row.get(0).map(|Json(json)| json))?
                .collect()
        })
        .await
    }

    pub async fn put_prompt(&self, prompt: Prompt) -> Result<()> {
        named(&prompt.name)?;
        self.write(move |connection| {
            connection.execute(
                "INSERT INTO prompts (id, created, json) VALUES (?1, ?2, ?3)
                 ON CONFLICT (id) DO UPDATE SET json = ?3",
                params![prompt.id, Time(now()), Json(&prompt)],
            )?;
            Ok(())
        })
        .await
    }

    pub async fn delete_prompt(&self, id: PromptId) -> Result<()> {
        let found = self
            .transact(move |transaction| {
                transaction.execute(
                    "UPDATE conversation_settings SET json = json_set(json, '$.prompts', (
                         SELECT json_group_array(json(used.value))
                         FROM json_each(json, '$.prompts') used
                         WHERE used.value ->> '$.id' IS NOT ?1))
                     WHERE EXISTS (
                         SELECT 1 FROM json_each(json, '$.prompts') used
                         WHERE used.value ->> '$.id' = ?1)",
                    params![id],
                )?;
                transaction.execute("DELETE FROM prompts WHERE id = ?", params![id])
            })
            .await?;
        gone(found, crate::sentences::NO_PROMPT)
    }
}

pub(super) fn follow(
    connection: &Connection,
    vault: VaultId,
    moves: &[NoteMove],
) -> rusqlite::Result<()> {
    let kept: Vec<Project> = connection
        .prepare("SELECT json FROM projects WHERE vault = ?")?
        .query_map(params![vault.0], |row| row.get(0).map(|Json(json)| json))?
        .collect::<rusqlite::Result<_>>()?;
    for mut project in kept {
        let before = project.notes.clone();
        for path in &mut project.notes {
            if let Some(to) = moves.iter().find(|it| it.from == *path) {
                path.clone_from(&to.to);
            }
        }
        if project.notes != before {
            connection.execute(
                "UPDATE projects SET json = ? WHERE id = ?",
                params![Json(&project), project.id],
            )?;
        }
    }
    Ok(())
}

fn named(name: &str) -> Result<()> {
    if name.trim().is_empty() {
        return Err(Error::bad_input(crate::sentences::NO_NAME));
    }
    Ok(())
}

fn gone(found: usize, sentence: Sentence) -> Result<()> {
    if found == 0 { Err(Error::new(Code::NotFound, sentence)) } else { Ok(()) }
}
