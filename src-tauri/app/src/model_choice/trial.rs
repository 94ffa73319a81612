//! Tries a model with a small, real question.

use std::time::{Duration, Instant};

use futures::StreamExt;
use models::{
    ChatMessage, ChatRequest, FinishReason, Model, Role, Server, StreamEvent, Timing, Tokens, Usage,
};
use serde::{Serialize, Serializer};
use tokio_util::sync::CancellationToken;

use super::{
    Models,
    finder::{ModelRequest, models_of},
};
use crate::sentences;
use conversation::{Result, settings::ServerSetting};

const QUESTION: &str = "Say hello in one short sentence.";

/// Maximum characters of the answer. A longer one is cut off.
const ENOUGH: usize = 600;

/// Maximum time of a trial, thinking included: the user waits for it.
const LONGEST: Duration = Duration::from_secs(60);

/// Maximum tokens: a greeting, and thinking before it.
const ROOM: Tokens = Tokens(1024);

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Trial {
    pub model: Model,
    pub question: &'static str,
    pub answer: String,
    pub thought: bool,
    #[serde(serialize_with = "milliseconds")]
    #[cfg_attr(feature = "specta", specta(type = u32))]
    pub first: Duration,
    #[serde(serialize_with = "milliseconds")]
    #[cfg_attr(feature = "specta", specta(type = u32))]
    pub whole: Duration,
    /// `None` if the answer was cut off for its length.
    pub finish: Option<FinishReason>,
    pub usage: Option<Usage>,
}

/// Whole milliseconds: the window has no type for durations.
fn milliseconds<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u128(time.as_millis())
}

fn timed_out(name: &str, longest: Duration, answer: &str, thought: bool) -> models::Error {
    models::Error::new(models::Code::TimedOut, || {
        sentences::not_done(name, longest, answer, thought)
    })
}

impl Models {
    /// Asks a model a fixed question, and measures the times. Nothing of the notes is sent. After a
    /// minute the trial fails, with an error that has the text so far.
    pub async fn trial(
        &self,
        server: impl Into<Option<&ServerSetting>>,
        name: &str,
    ) -> Result<Trial> {
        self.trial_within(LONGEST, server.into(), name).await
    }

    pub(super) async fn trial_within(
        &self,
        longest: Duration,
        server: Option<&ServerSetting>,
        name: &str,
    ) -> Result<Trial> {
        let wanted = self.request();
        let server = match server {
            None => Server::engine(),
            Some(server) => Server::of(server, wanted.keys.get(&server.base_url).await?),
        };
        let model = self.listed_model(&server, name, &wanted).await;
        // The user is watching: a failure is shown, not retried.
        let provider = server.connect_with(Timing { retries: 0, ..wanted.timing })?;
        let message = ChatMessage::text(Role::User, QUESTION);
        let request = ChatRequest {
            max_tokens: Some(ROOM),
            ..ChatRequest::new(name, vec![message], model.window.tokens)
        };
        let body = provider.body(&request);
        let cancel = CancellationToken::new();
        // Dropping the stream closes the connection.
        let mut stream = provider.chat(body, cancel);

        let begun = Instant::now();
        let until = tokio::time::Instant::from_std(begun) + longest;
        let mut first = None;
        let (mut answer, mut thought) = (String::new(), false);
        let (finish, usage) = loop {
            let Ok(event) = tokio::time::timeout_at(until, stream.next()).await else {
                return Err(timed_out(name, longest, answer.trim(), thought).into());
            };
            if matches!(event, Some(StreamEvent::Text(_) | StreamEvent::Thinking(_))) {
                first.get_or_insert_with(|| begun.elapsed());
            }
            match event {
                Some(StreamEvent::Text(text)) => answer.push_str(&text),
                Some(StreamEvent::Thinking(_)) => thought = true,
                Some(StreamEvent::Done { finish, usage }) => break (Some(finish), usage),
                Some(StreamEvent::Failed(error)) => return Err(error.into()),
                Some(_) => {}
                None => break (None, None),
            }
            if answer.chars().count() > ENOUGH {
                break (None, None);
            }
        };
        let whole = begun.elapsed();
        let (question, first) = (QUESTION, first.unwrap_or(whole));
        let answer = answer.trim().to_owned();
        Ok(Trial { model, question, answer, thought, first, whole, finish, usage })
    }

    /// The model with the window that questions use. With another window, the server would load the model again for
    /// the next question.
    pub(super) async fn listed_model(
        &self,
        server: &models::Server,
        name: &str,
        wanted: &ModelRequest,
    ) -> Model {
        let known = self.shared.finder.last().found.clone();
        let known = known.into_iter().flat_map(|found| found.servers).find(|listed| {
            listed.server.place() == server.place() && listed.server.kind == server.kind
        });
        let listed = match known.map(|listed| listed.models) {
            Some(Ok(models)) => models,
            _ => models_of(server, wanted).await.unwrap_or_default(),
        };
        let model = listed.into_iter().find(|model| model.name == name);
        models::known_model(
            &wanted.settings,
            server,
            model.unwrap_or_else(|| models::model_by_name(name)),
        )
    }
}
