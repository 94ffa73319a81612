//! Short answers of a chat model, for work behind the scenes.

use std::{sync::Arc, time::Duration};

use futures::StreamExt;
use tokio_util::sync::CancellationToken;

use crate::http::blocking;
use crate::protocols::Provider;
use crate::streaming::StreamEvent;
use crate::words::{ChatMessage, ChatRequest, Code, Error, Role, Tokens};

/// The longest answer, thinking included.
const LONGEST: Tokens = Tokens(1_500);

/// A chat model that is asked for something short.
#[derive(Clone)]
pub(crate) struct ChatModel {
    pub provider: Arc<dyn Provider>,
    pub model: String,
    pub window: Tokens,
    /// How long the whole answer may take: somebody waits for it.
    pub patience: Duration,
    /// Ends a call that runs, and its connection.
    pub cancel: CancellationToken,
}

impl std::fmt::Debug for ChatModel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ChatModel")
            .field("server", &self.provider.server().shown())
            .field("model", &self.model)
            .finish_non_exhaustive()
    }
}

impl ChatModel {
    /// The text of the answer, without thinking. Blocks.
    pub(crate) fn answer(&self, instructions: &str, question: String) -> Result<String, Error> {
        let messages = vec![
            ChatMessage::text(Role::System, instructions),
            ChatMessage::text(Role::User, question),
        ];
        let body = self.provider.body(&ChatRequest {
            max_tokens: Some(LONGEST),
            temperature: Some(0.0),
            ..ChatRequest::new(&self.model, messages, self.window)
        });
        let provider = Arc::clone(&self.provider);
        let late = self
            .error(Code::TimedOut, format!("didn't answer within {} s", self.patience.as_secs()));
        let (patience, cancel) = (self.patience, self.cancel.clone());
        let stopped = self.error(Code::TimedOut, "was stopped".to_owned());
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
                        | StreamEvent::Done { .. } => {}
                    }
                }
                Ok(text)
            };
            // Dropping the stream closes the connection, and with it the model stops.
            tokio::time::timeout(patience, read).await.unwrap_or(Err(late))
        })?
    }

    pub(crate) fn error(&self, code: Code, what: String) -> Error {
        let message = format!("“{}” at {} {what}.", self.model, self.provider.server().shown());
        Error { code, message, retry_after: None }
    }
}

/// The first so many characters of a text, on a character's border.
pub(crate) fn beginning(text: &str, characters: usize) -> &str {
    text.char_indices().nth(characters).map_or(text, |(end, _)| &text[..end])
}
