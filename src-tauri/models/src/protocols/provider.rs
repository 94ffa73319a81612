//! What speaks with a server, whichever protocol it is.

use futures::StreamExt;
use futures::future::BoxFuture;
use futures::stream::BoxStream;
use serde::Serialize;
use tokio_util::sync::CancellationToken;

use crate::http::Server;
use crate::sentences;
use crate::streaming::{PullEvent, StreamEvent};
use conversation::model::{ChatRequest, Code, Error, Model};

/// What speaks with a server. Built by [`Server::connect`].
pub trait Provider: Send + Sync {
    fn server(&self) -> &Server;

    /// The exact bytes of the HTTP body that [`Provider::chat`] sends for this request. The receipt
    /// keeps them.
    fn body(&self, request: &ChatRequest) -> String;

    fn models(&self) -> BoxFuture<'_, Result<Vec<Model>, Error>>;

    /// Sends `body` (made by [`Provider::body`]) and streams the answer. Cancelling closes the
    /// connection and ends the stream with `Cancelled`; dropping the stream closes it as well. The
    /// stream needs a tokio runtime.
    fn chat(&self, body: String, cancel: CancellationToken) -> BoxStream<'static, StreamEvent>;

    /// Whether the server ends an answer by itself when nobody sets its length. The programs that run
    /// models on people's own machines let one that is stuck in a loop go on until its window is full, or
    /// for ever; hosts have limits, and refuse a number above theirs.
    fn limits_answers(&self) -> bool {
        true
    }

    /// Has the server load the model `name` from its registry, and streams the progress. Cancelling
    /// closes the connection; what was loaded is kept by the server for another time. Of our
    /// protocols only Ollama's can do that ([`ProviderKind::can_pull`]): the others end in `Failed`
    /// at once.
    fn pull(&self, name: &str, cancel: CancellationToken) -> BoxStream<'static, PullEvent> {
        let _ = (name, cancel);
        refused(self.server())
    }
}

/// A body as it is sent. The bodies are plain structs of strings and numbers, which always become
/// JSON; should one not, the server refuses the empty body, and says so.
pub(crate) fn json(body: &impl Serialize) -> String {
    serde_json::to_string(body).unwrap_or_default()
}

/// The end of a pull that the server's protocol doesn't know.
fn refused(server: &Server) -> BoxStream<'static, PullEvent> {
    let error = Error {
        code: Code::BadSetting,
        message: sentences::cannot_load_models(&server.shown()),
        retry_after: None,
    };
    futures::stream::iter([PullEvent::Failed(error)]).boxed()
}
