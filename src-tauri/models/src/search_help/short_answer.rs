use std::{sync::Arc, time::Duration};

use futures::StreamExt;
use tokio_util::sync::CancellationToken;

use crate::http::blocking;
use crate::protocols::Provider;
use crate::sentences;
use crate::streaming::StreamEvent;
use conversation::model::{ChatMessage, ChatRequest, Code, Error, Tokens};

const LONGEST: Tokens = Tokens(1_500);

/// The chat model as a helper of the search.
pub struct ChatModel {
    pub provider: Arc<dyn Provider>,
    pub name: String,
    pub window: Tokens,
    /// Timeout for each answer.
    pub patience: Duration,
    pub cancel: CancellationToken,
}

impl std::fmt::Debug for ChatModel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ChatModel")
            .field("server", &self.provider.server().shown())
            .field("model", &self.name)
            .finish_non_exhaustive()
    }
}

impl ChatModel {
    /// Returns the answer without thinking. Only the engine and few servers follow the GBNF grammar. Blocks.
    pub(crate) fn answer(
        &self,
        instructions: &str,
        question: String,
        grammar: Option<String>,
    ) -> Result<String, Error> {
        let messages = ChatMessage::task(instructions, question);
        let body = self.provider.body(&ChatRequest {
            max_tokens: Some(LONGEST),
            temperature: Some(0.0),
            grammar,
            ..ChatRequest::new(&self.name, messages, self.window)
        });
        let provider = Arc::clone(&self.provider);
        let (patience, cancel) = (self.patience, self.cancel.clone());
        let late = self.error(Code::TimedOut, |model, server| {
            sentences::model_too_slow(model, server, patience)
        });
        let stopped = self.error(Code::TimedOut, sentences::model_stopped);
        blocking::wait(async move {
            let read = async move {
                let mut events = provider.chat(body, cancel);
                let mut text = String::new();
                while let Some(event) = events.next().await {
                    match event {
                        StreamEvent::Text(piece) => text.push_str(&piece),
                        StreamEvent::Failed(error) => return Err(error),
                        StreamEvent::Cancelled => return Err(stopped),
                        StreamEvent::Thinking(_)
                        | StreamEvent::ToolCall(_)
                        | StreamEvent::Waiting { .. }
                        | StreamEvent::Reading { .. }
                        | StreamEvent::Notice(_)
                        | StreamEvent::Done { .. } => {}
                    }
                }
                Ok(text)
            };
            // Dropping the stream closes the connection, which stops the model.
            tokio::time::timeout(patience, read).await.unwrap_or(Err(late))
        })?
    }

    /// An error with this sentence about the model's name and its server's address.
    pub(crate) fn error(&self, code: Code, sentence: impl Fn(&str, &str) -> String) -> Error {
        Error::new(code, || sentence(&self.name, &self.provider.server().shown()))
    }
}

pub(crate) fn beginning(text: &str, characters: usize) -> &str {
    text.char_indices().nth(characters).map_or(text, |(end, _)| &text[..end])
}
