//! Notes and instructions that conversations share.

use conversation::{ConversationId, ProjectId, Result};
use library::{Library, Project};

use crate::vaults::Vaults;

/// The projects of the open vault. Clones share it.
#[derive(Clone)]
pub struct Projects {
    library: Library,
    vaults: Vaults,
}

impl Projects {
    /// Those that `library` keeps.
    pub(crate) fn new(library: Library, vaults: Vaults) -> Self {
        Self { library, vaults }
    }

    /// The projects of the open vault, oldest first.
    ///
    /// # Errors
    /// If no vault is open or the library fails.
    pub async fn list(&self) -> Result<Vec<Project>> {
        self.library.projects(self.vaults.vault()?.id).await
    }

    /// Keeps a project of the open vault, in place of the one with its id if there is one.
    ///
    /// # Errors
    /// If it has no name, no vault is open, or the library fails.
    pub async fn put(&self, project: Project) -> Result<()> {
        self.library.put_project(self.vaults.vault()?.id, project).await
    }

    /// Deletes a project; its conversations stay.
    ///
    /// # Errors
    /// If it isn't there or the library fails.
    pub async fn delete(&self, id: ProjectId) -> Result<()> {
        self.library.delete_project(id).await
    }

    /// Puts a conversation to a project, or to none.
    ///
    /// # Errors
    /// If it isn't there or the library fails.
    pub async fn assign(
        &self,
        conversation: ConversationId,
        project: Option<ProjectId>,
    ) -> Result<()> {
        self.library.set_project(conversation, project).await
    }
}

#[cfg(test)]
mod tests {
    use conversation::Code;

    use super::*;
    use crate::fixture::{Ground, nowhere, path};

    #[tokio::test]
    async fn a_project_is_kept_changed_and_deleted() {
        let ground = Ground::new();
        let vaults = ground.opened(&ground.settings().await).await;
        let projects = Projects::new(ground.library.clone(), vaults);
        let project = Project {
            id: ProjectId::new(),
            name: "Bread".to_owned(),
            instructions: "Think of the oven.".to_owned(),
            notes: vec![path("Rye.md")],
        };
        projects.put(project.clone()).await.unwrap();
        let renamed = Project { name: "Loaves".to_owned(), ..project };
        projects.put(renamed.clone()).await.unwrap();
        assert_eq!(projects.list().await.unwrap(), std::slice::from_ref(&renamed));
        let error = projects.assign(nowhere(), Some(renamed.id)).await.unwrap_err();
        assert_eq!(error.code, Code::NotFound);
        projects.delete(renamed.id).await.unwrap();
        assert_eq!(projects.list().await.unwrap(), []);
    }
}
