//! Reading the fixed part of a prompt before the question comes: the built-in engine then begins an answer sooner.

use engine::{header::Header, memory};
use futures::StreamExt;
use models::{ChatMessage, ChatRequest, Model, ProviderKind, Role, Server, Tokens};

use super::Turns;
use crate::model_choice::ModelRequest;
use conversation::Result;
use retrieval::blocking;

/// The share of this machine's memory that stays free when a model is loaded before anyone asked it something: one in
/// this many parts.
const FREE_PART: u64 = 4;

impl Turns {
    /// Has the built-in engine load its model and read `instructions`, unless a model is loaded already. A question
    /// interrupts this, and goes on from what was read. Nothing of the user's notes is sent.
    pub(super) fn read_ahead(&self, wanted: ModelRequest, instructions: String) {
        let turns = self.clone();
        self.shared.runtime.spawn(async move {
            let Some((server, model)) = turns.shared.models.chosen_lately(&wanted).await else {
                return;
            };
            if let Err(error) = turns.read(&server, &model, instructions, &wanted).await {
                tracing::debug!(%error, "the engine read nothing ahead");
            }
        });
    }

    async fn read(
        &self,
        server: &Server,
        model: &Model,
        instructions: String,
        wanted: &ModelRequest,
    ) -> Result<()> {
        let Some(idle) = self.shared.running.idle() else { return Ok(()) };
        if server.kind != ProviderKind::Engine || !has_room(model.name.clone()).await? {
            return Ok(());
        }
        let messages =
            vec![ChatMessage::text(Role::System, &instructions), ChatMessage::text(Role::User, "")];
        let request = ChatRequest {
            max_tokens: Some(Tokens(0)),
            background: true,
            ..ChatRequest::new(&model.name, messages, model.window.tokens)
        };
        let provider = server.connect_with(wanted.timing)?;
        let mut events = provider.chat(provider.body(&request), idle);
        // What goes wrong here, a question meets again, and tells.
        while events.next().await.is_some() {}
        Ok(())
    }
}

/// Whether no model is loaded, and this one would leave enough memory free.
async fn has_room(name: String) -> Result<bool> {
    blocking(move || {
        let Some(installed) = models::installed_engine() else { return Ok(false) };
        if installed.engine.status().pid.is_some() {
            return Ok(false);
        }
        let Ok(local) = installed.models.find(&name) else { return Ok(false) };
        let Ok(header) = Header::read(&local.path) else { return Ok(false) };
        let memory = memory::Memory::now();
        let needed = memory::needed(&header, engine::catalogue::USUAL_WINDOW);
        Ok(memory.available >= needed.saturating_add(memory.total / FREE_PART))
    })
    .await
}
