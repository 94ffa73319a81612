//! Reads the fixed part of a prompt before the question, so that the built-in engine answers sooner.

use std::sync::Arc;

use engine::{header::Header, memory};
use futures::StreamExt;
use models::{ChatMessage, ChatRequest, Model, ProviderKind, Server, Tokens};

use super::parts::Parts;
use crate::model_choice::ModelRequest;
use conversation::Result;
use retrieval::blocking;

/// A model is loaded ahead only if 1/`FREE_PART` of the memory stays free.
const FREE_PART: u64 = 4;

impl Parts {
    /// Reads `instructions`, but no notes, unless a model is loaded. A question interrupts this and uses what was read.
    pub(super) fn read_ahead(self: &Arc<Self>, wanted: ModelRequest, instructions: String) {
        let parts = self.clone();
        self.runtime.spawn(async move {
            let Some((server, model)) = parts.models.chosen_or_recent(&wanted).await else {
                return;
            };
            if let Err(error) = parts.read(&server, &model, instructions, &wanted).await {
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
        let Some(idle) = self.running.idle() else { return Ok(()) };
        if server.kind != ProviderKind::Engine || !has_room(model.name.clone()).await? {
            return Ok(());
        }
        let messages = ChatMessage::task(&instructions, "");
        let request = ChatRequest {
            max_tokens: Some(Tokens(0)),
            background: true,
            ..ChatRequest::new(&model.name, messages, model.window.tokens)
        };
        let provider = server.connect_with(wanted.timing)?;
        let mut events = provider.chat(provider.body(&request), idle);
        // Failures are ignored: a question meets them again and reports them.
        while events.next().await.is_some() {}
        Ok(())
    }
}

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
