//! Passages that a model would get for a question, from the whole app with its own embedding model.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    reason = "what the tests share stops at what it doesn't expect, as the tests do"
)]

use std::{path::Path, sync::Arc};

use app::{App, keys::InMemory};
use conversation::{Answer, reference::Reference};
use futures::StreamExt;
use tempfile::TempDir;
use turn::{AskRequest, At, TurnEvent, Way};

/// The app over an indexed and embedded vault.
pub struct Asker {
    app: App,
    _data: TempDir,
}

impl Asker {
    /// # Panics
    /// If the vault can't be opened or the embedding model is missing.
    pub async fn over(vault: &Path) -> Self {
        let data = TempDir::new().unwrap();
        let app = App::open_with(data.path(), Arc::new(InMemory::default())).await.unwrap();
        app.models.set_places(Vec::new());
        let resources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../resources");
        app.retrieval.find_by_meaning(Some(&resources));
        app.vaults.open(vault).await.unwrap();
        let status = app.retrieval.embedded().await.unwrap();
        assert_eq!(status.embedded, status.chunks, "{}: {:?}", vault.display(), status.meaning);
        Self { app, _data: data }
    }

    /// Asks the questions in one conversation and returns the last question's passages.
    pub async fn sent(&self, questions: &[&str]) -> Vec<Reference> {
        let mut conversation = None;
        let mut answer: Option<Answer> = None;
        for question in questions {
            let mut events = self.app.turns.ask(AskRequest {
                at: At::End(conversation),
                way: Way::Passages,
                ..AskRequest::new(*question)
            });
            answer = None;
            while let Some(event) = events.next().await {
                match event {
                    TurnEvent::Started { conversation: id, .. } => conversation = Some(id),
                    TurnEvent::Finished(message) => answer = Some(*message),
                    TurnEvent::Failed { error, .. } => panic!("“{question}”: {error}"),
                    _ => {}
                }
            }
        }
        let references = answer.expect("an answer to the last question").head.references;
        references.into_iter().filter(|reference| reference.number.is_some()).collect()
    }
}
