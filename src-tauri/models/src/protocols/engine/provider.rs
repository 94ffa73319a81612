use futures::StreamExt;
use futures::channel::mpsc::Sender;
use futures::future::{BoxFuture, FutureExt};
use futures::stream::BoxStream;
use tokio_util::sync::CancellationToken;

use engine::download::Error as FileError;
use engine::header::Header;
use engine::memory::Memory;
use engine::protocol::{Ask, Event, Failure, FailureKind, StopReason};
use engine::{Answer, Priority, Question};

use super::{
    body,
    files::{loaded_model, model},
    installed::InstalledEngine,
    reading::Reading,
};
use crate::calls::Offer;
use crate::http::Server;
use crate::protocols::provider::{Provider, json};
use crate::sentences;
use crate::streaming::{AnswerPart, Ending, Reply, StreamEvent, file_error, hand_on, stream};
use conversation::model::{
    AnswerLimit, ChatRequest, Code, Error, FinishReason, Model, Tokens, Usage,
};

pub(crate) struct EngineProvider {
    server: Server,
    installed: Option<InstalledEngine>,
}

impl EngineProvider {
    /// Without an engine, every call fails and says so.
    pub(crate) fn new(installed: Option<InstalledEngine>) -> Self {
        Self { server: Server::engine(), installed }
    }
}

fn no_engine() -> Error {
    Error::new(Code::BadSetting, sentences::NO_ENGINE)
}

impl Provider for EngineProvider {
    fn server(&self) -> &Server {
        &self.server
    }

    fn body(&self, request: &ChatRequest) -> String {
        json(&body::ask(request))
    }

    fn models(&self) -> BoxFuture<'_, Result<Vec<Model>, Error>> {
        let installed = self.installed.clone().ok_or_else(no_engine);
        async move {
            let installed = installed?;
            let listed = tokio::task::spawn_blocking(move || list(&installed)).await;
            listed.unwrap_or_else(|error| Err(broken(&error)))
        }
        .boxed()
    }

    fn limits_answers(&self) -> bool {
        false
    }

    fn chat(&self, body: String, cancel: CancellationToken) -> BoxStream<'static, StreamEvent> {
        let installed = self.installed.clone();
        stream(|mut sink| async move {
            let mut reply = Reply::new(&Offer::in_body(&body));
            let (answer, reading) = match ask(installed, body).await {
                Ok(asked) => asked,
                Err(error) => return Ending::Failed(error),
            };
            // Cancelling drops the answer, and with it the question.
            let listening = listen(answer, reading, &mut reply, &mut sink);
            let listened = cancel.run_until_cancelled(listening).await;
            reply.flush(matches!(listened, Some(Ok(_))));
            hand_on(&mut reply, &mut sink).await;
            match listened {
                None => Ending::Cancelled,
                Some(Err(failure)) if failure.kind == FailureKind::Cancelled => Ending::Cancelled,
                Some(Err(failure)) => Ending::Failed(error(failure)),
                Some(Ok(StopReason::Cancelled)) => Ending::Cancelled,
                Some(Ok(_)) => {
                    let finish = reply.conclude();
                    hand_on(&mut reply, &mut sink).await;
                    Ending::Done { finish, usage: reply.usage }
                }
            }
        })
    }
}

fn broken(error: &tokio::task::JoinError) -> Error {
    Error::new(Code::ServerError, error.to_string())
}

/// Lists the usable models; asking for an unusable one by name explains why.
fn list(installed: &InstalledEngine) -> Result<Vec<Model>, Error> {
    let status = installed.engine.status();
    let mut free = Memory::now();
    // The loaded model's memory becomes free for the next one.
    free.available = free.available.saturating_add(status.memory().unwrap_or(0));
    let there = installed.models.models().map_err(|error| file_error(&error))?;
    let models = there.into_iter().filter_map(|local| match Header::read(&local.path) {
        Ok(header) if header.is_part => None,
        Ok(header) => Some(match &status.loaded {
            Some(loaded) if status.model.as_ref() == Some(&local.path) => {
                loaded_model(local, &header, loaded)
            }
            _ => model(local, &header, free),
        }),
        Err(failure) => {
            tracing::warn!(file = %local.path.display(), %failure, "a model is left out");
            None
        }
    });
    Ok(models.collect())
}

async fn ask(installed: Option<InstalledEngine>, body: String) -> Result<(Answer, Reading), Error> {
    let installed = installed.ok_or_else(no_engine)?;
    let asked: Ask = serde_json::from_str(&body)
        .map_err(|error| Error::new(Code::BadRequest, error.to_string()))?;
    let InstalledEngine { engine, models } = installed;
    let name = asked.model.clone();
    let found = tokio::task::spawn_blocking(move || models.find(&name)).await;
    let found = found.map_err(|error| broken(&error))?;
    let model = found.map_err(|error| match error {
        FileError::Missing { .. } => {
            Error::new(Code::ModelMissing, || sentences::model_not_here(&asked.model))
        }
        other => file_error(&other),
    })?;
    let priority = if asked.background { Priority::Background } else { Priority::Question };
    let reading = Reading::new(engine.speed(&model.path).map(|speed| speed.reading));
    let question = Question { model: model.path, window: asked.window, line: body, priority };
    Ok((engine.ask(question), reading))
}

async fn listen(
    mut answer: Answer,
    mut reading: Reading,
    reply: &mut Reply,
    sink: &mut Sender<AnswerPart>,
) -> Result<StopReason, Failure> {
    while !reply.is_over() {
        match answer.next().await {
            Some(Event::Text(text)) => reply.content(&text),
            Some(Event::Notice(notice)) => reply.tell(AnswerPart::Notice(notice)),
            Some(Event::Loaded(loaded)) => tracing::info!(?loaded),
            Some(Event::Prompt { read, total }) => {
                if let Some((tokens, left)) = reading.progress(read, total) {
                    reply.tell(AnswerPart::Reading { tokens, left });
                }
            }
            Some(Event::Done(done)) => {
                reply.finish = Some(match done.stop {
                    StopReason::End => FinishReason::Stop,
                    StopReason::Length => FinishReason::Length,
                    StopReason::Loop => FinishReason::Limit(AnswerLimit::Loop),
                    StopReason::Cancelled => FinishReason::Other,
                });
                reply.usage = Some(Usage {
                    prompt: Tokens(done.prompt_tokens),
                    completion: Tokens(done.generated),
                });
                return Ok(done.stop);
            }
            Some(Event::Failed(failure)) => return Err(failure),
            // Answers end in `Done` or `Failed`, so this means that the engine is gone.
            None => return Err(Failure::new(FailureKind::Other, sentences::NO_ENGINE)),
        }
        hand_on(reply, sink).await;
    }
    Ok(StopReason::End)
}

fn error(failure: Failure) -> Error {
    let code = match failure.kind {
        FailureKind::Library => Code::BadSetting,
        FailureKind::File => Code::ModelMissing,
        FailureKind::TooLong => Code::ContextOverflow,
        FailureKind::Request => Code::BadRequest,
        FailureKind::Memory | FailureKind::Gpu | FailureKind::Cancelled | FailureKind::Other => {
            Code::ServerError
        }
    };
    Error::new(code, failure.sentence)
}
