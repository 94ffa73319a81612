//! Requests to a model beside the turns, each with a receipt at its answer.

use std::{sync::Arc, time::Duration};

use futures::StreamExt;
use models::{ChatRequest, Model, Provider, StreamEvent, TokenCounter, Usage};
use tokio_util::sync::CancellationToken;

use super::parts::Parts;
use conversation::{MessageId, Result};
use library::CallReport;
use turn::{ModelSource, auxiliary_receipt};

/// A silent server must not stay busy forever.
const PATIENCE: Duration = Duration::from_secs(120);

pub(super) struct AsideRequest<'a> {
    pub(super) answer: MessageId,
    pub(super) provider: &'a dyn Provider,
    pub(super) counter: &'a TokenCounter,
    /// For the receipt: the instructions and the other messages.
    pub(super) labels: [&'static str; 2],
}

/// A model on this machine for requests that the user didn't make.
pub(super) struct HelperModel {
    pub(super) provider: Arc<dyn Provider>,
    pub(super) counter: TokenCounter,
    pub(super) model: Model,
}

impl Parts {
    /// The chosen model, if it is on this machine: no note leaves it without a question of the user's.
    pub(super) async fn helper_model(&self) -> Result<Option<HelperModel>> {
        let wanted = self.models.request();
        let timing = wanted.timing;
        let (server, model) = self.models.choice(wanted).chosen().await?;
        if !server.at().is_here() {
            return Ok(None);
        }
        let provider = server.connect_with(timing)?;
        let counter = self.models.counter(&model.name);
        Ok(Some(HelperModel { provider, counter, model }))
    }

    /// The reply's text; `None` if it was cancelled or took too long.
    ///
    /// # Errors
    /// If the model or the library fails.
    pub(super) async fn ask_aside(
        &self,
        aside: AsideRequest<'_>,
        request: &ChatRequest,
        cancel: CancellationToken,
    ) -> Result<Option<String>> {
        let AsideRequest { answer, provider, counter, labels } = aside;
        let settings = self.settings.get();
        let (receipt, contents) =
            auxiliary_receipt(answer, provider, request, labels, counter, &settings);
        let body = receipt.request.clone();
        let _alone = self.asides.lock().await;
        if cancel.is_cancelled() {
            return Ok(None);
        }
        self.library.begin_receipt(receipt, contents, None).await?;
        // Dropping the stream closes the connection, which stops the model.
        let read = tokio::time::timeout(PATIENCE, reply(provider, body, cancel)).await;
        let read = read.unwrap_or(Ok((None, None)));
        let report = match &read {
            Ok((_, usage)) => CallReport { usage: *usage, ..CallReport::default() },
            Err(error) => {
                CallReport { problems: vec![error.message.to_string()], ..CallReport::default() }
            }
        };
        self.library.end_receipt(answer, report).await?;
        Ok(read?.0)
    }
}

/// The reply's text, `None` if it was cancelled; and the server's token counts.
async fn reply(
    provider: &dyn Provider,
    body: String,
    cancel: CancellationToken,
) -> Result<(Option<String>, Option<Usage>), models::Error> {
    let mut events = provider.chat(body, cancel);
    let mut said = String::new();
    let mut counted = None;
    while let Some(event) = events.next().await {
        match event {
            StreamEvent::Text(piece) => said.push_str(&piece),
            StreamEvent::Failed(error) => return Err(error),
            StreamEvent::Cancelled => return Ok((None, None)),
            StreamEvent::Done { usage, .. } => counted = usage,
            StreamEvent::Thinking(_)
            | StreamEvent::ToolCall(_)
            | StreamEvent::Waiting { .. }
            | StreamEvent::Reading { .. }
            | StreamEvent::Notice(_) => {}
        }
    }
    Ok((Some(said), counted))
}
