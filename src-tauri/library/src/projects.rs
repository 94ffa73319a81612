//! Projects and agents: what conversations may have in common.

use notes::NotePath;
use rusqlite::params;
use serde::{Deserialize, Serialize};

use super::{
    Library, VaultId,
    columns::{Json, Time},
};
use crate::columns::now;
use conversation::{AgentId, Code, Error, ProjectId, Result};

/// Notes that belong together, with instructions of their own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Project {
    /// Its id.
    pub id: ProjectId,
    /// Its name.
    pub name: String,
    /// What the model is told in its conversations.
    #[serde(default)]
    pub instructions: String,
    /// Its notes, and folders with all notes in them.
    #[serde(default)]
    pub notes: Vec<NotePath>,
}

/// A prompt that stands before the newest question, or in place of the instructions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Agent {
    /// Its id.
    pub id: AgentId,
    /// Its name.
    pub name: String,
    /// The prompt.
    pub prompt: String,
    /// Whether it stands in place of the instructions.
    #[serde(default)]
    pub replaces_instructions: bool,
}

impl Library {
    /// The projects of a vault, oldest first.
    ///
    /// # Errors
    /// If the library fails.
    pub async fn projects(&self, vault: VaultId) -> Result<Vec<Project>> {
        self.read(move |connection| {
            connection
                .prepare("SELECT json FROM projects WHERE vault = ? ORDER BY created, id")?
                .query_map(params![vault.0], |row| row.get(0).map(|Json(json)| json))?
                .collect()
        })
        .await
    }

    /// Keeps a project, in place of the one with its id if there is one.
    ///
    /// # Errors
    /// [`Code::BadInput`] if it has no name, or the library fails.
    pub async fn put_project(&self, vault: VaultId, project: Project) -> Result<()> {
        named(&project.name)?;
        self.write(move |connection| {
            connection.execute(
                "INSERT INTO projects (id, vault, created, json) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (id) DO UPDATE SET json = ?4",
                params![project.id, vault.0, Time(now()), Json(&project)],
            )?;
            Ok(())
        })
        .await
    }

    /// Deletes a project; its conversations stay, and belong to none.
    ///
    /// # Errors
    /// [`Code::NotFound`] if it isn't there, or the library fails.
    pub async fn delete_project(&self, id: ProjectId) -> Result<()> {
        let found = self
            .write(move |connection| {
                connection.execute("DELETE FROM projects WHERE id = ?", params![id])
            })
            .await?;
        gone(found, crate::sentences::NO_PROJECT)
    }

    /// The agents, oldest first.
    ///
    /// # Errors
    /// If the library fails.
    pub async fn agents(&self) -> Result<Vec<Agent>> {
        self.read(move |connection| {
            connection
                .prepare("SELECT json FROM agents ORDER BY created, id")?
                .query_map([], |row| row.get(0).map(|Json(json)| json))?
                .collect()
        })
        .await
    }

    /// Keeps an agent, in place of the one with its id if there is one.
    ///
    /// # Errors
    /// [`Code::BadInput`] if it has no name, or the library fails.
    pub async fn put_agent(&self, agent: Agent) -> Result<()> {
        named(&agent.name)?;
        self.write(move |connection| {
            connection.execute(
                "INSERT INTO agents (id, created, json) VALUES (?1, ?2, ?3)
                 ON CONFLICT (id) DO UPDATE SET json = ?3",
                params![agent.id, Time(now()), Json(&agent)],
            )?;
            Ok(())
        })
        .await
    }

    /// Deletes an agent; its conversations stay, and have none.
    ///
    /// # Errors
    /// [`Code::NotFound`] if it isn't there, or the library fails.
    pub async fn delete_agent(&self, id: AgentId) -> Result<()> {
        let found = self
            .write(move |connection| {
                connection.execute("DELETE FROM agents WHERE id = ?", params![id])
            })
            .await?;
        gone(found, crate::sentences::NO_AGENT)
    }
}

fn named(name: &str) -> Result<()> {
    if name.trim().is_empty() {
        return Err(Error::new(Code::BadInput, crate::sentences::NO_NAME));
    }
    Ok(())
}

fn gone(found: usize, sentence: &str) -> Result<()> {
    if found == 0 { Err(Error::new(Code::NotFound, sentence)) } else { Ok(()) }
}
