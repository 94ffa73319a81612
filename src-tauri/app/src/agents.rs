//! Instructions of which a conversation may have one set.

use conversation::{AgentId, ConversationId, Result};
use library::{Agent, Library};

/// The agents. Clones share it.
#[derive(Clone)]
pub struct Agents {
    library: Library,
}

impl Agents {
    /// Those that `library` keeps.
    pub(crate) fn new(library: Library) -> Self {
        Self { library }
    }

    /// The agents, oldest first.
    ///
    /// # Errors
    /// If the library fails.
    pub async fn list(&self) -> Result<Vec<Agent>> {
        self.library.agents().await
    }

    /// Keeps an agent, in place of the one with its id if there is one.
    ///
    /// # Errors
    /// If it has no name or the library fails.
    pub async fn put(&self, agent: Agent) -> Result<()> {
        self.library.put_agent(agent).await
    }

    /// Deletes an agent; its conversations stay.
    ///
    /// # Errors
    /// If it isn't there or the library fails.
    pub async fn delete(&self, id: AgentId) -> Result<()> {
        self.library.delete_agent(id).await
    }

    /// Gives a conversation an agent, or none.
    ///
    /// # Errors
    /// If it isn't there or the library fails.
    pub async fn assign(&self, conversation: ConversationId, agent: Option<AgentId>) -> Result<()> {
        self.library.set_agent(conversation, agent).await
    }
}

#[cfg(test)]
mod tests {
    use conversation::Code;

    use super::*;
    use crate::fixture::{Ground, nowhere};

    #[tokio::test]
    async fn an_agent_is_kept_and_deleted() {
        let ground = Ground::new();
        let agents = Agents::new(ground.library.clone());
        let agent = Agent {
            id: AgentId::new(),
            name: "Gruff".to_owned(),
            prompt: "Be gruff.".to_owned(),
            replaces_instructions: false,
        };
        agents.put(agent.clone()).await.unwrap();
        assert_eq!(agents.list().await.unwrap(), std::slice::from_ref(&agent));
        let error = agents.assign(nowhere(), Some(agent.id)).await.unwrap_err();
        assert_eq!(error.code, Code::NotFound);
        agents.delete(agent.id).await.unwrap();
        assert_eq!(agents.list().await.unwrap(), []);
    }
}
