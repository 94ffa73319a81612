use futures::StreamExt;
use futures::future::BoxFuture;
use futures::stream::BoxStream;
use serde::Serialize;
use tokio_util::sync::CancellationToken;

use crate::http::Server;
use crate::sentences;
use crate::streaming::{PullEvent, StreamEvent};
use conversation::model::{ChatRequest, Code, Error, Model};

/// A connection to a server in its protocol. Built by [`Server::connect`].
pub trait Provider: Send + Sync {
    fn server(&self) -> &Server;

    /// The exact HTTP body that [`Provider::chat`] sends for this request, for the receipt.
    fn body(&self, request: &ChatRequest) -> String;

    fn models(&self) -> BoxFuture<'_, Result<Vec<Model>, Error>>;

    /// Sends `body` (from [`Provider::body`]) and streams the answer. Cancelling closes the connection and ends the
    /// stream with `Cancelled`; dropping the stream also closes it. Needs a tokio runtime.
    fn chat(&self, body: String, cancel: CancellationToken) -> BoxStream<'static, StreamEvent>;

    /// True if the server limits answers by default. Programs on people's own machines let a looping model run until
    /// its window is full, or forever; hosts have limits, and refuse larger numbers.
    fn limits_answers(&self) -> bool {
        true
    }

    /// Makes the server download the model `name` from its registry, and streams the progress. Cancelling closes the
    /// connection; the server keeps the partial download. Only Ollama's protocol can; the others end in `Failed` at
    /// once.
    fn pull(&self, name: &str, cancel: CancellationToken) -> BoxStream<'static, PullEvent> {
        let _ = (name, cancel);
        refused(self.server())
    }
}

/// Plain structs of strings and numbers always serialize. If one didn't, the server would refuse the empty body.
pub(crate) fn json(body: &impl Serialize) -> String {
    serde_json::to_string(body).unwrap_or_default()
}

pub(super) fn refused(server: &Server) -> BoxStream<'static, PullEvent> {
    let error = Error::new(Code::BadSetting, || sentences::cannot_load_models(&server.shown()));
    futures::stream::iter([PullEvent::Failed(error)]).boxed()
}
