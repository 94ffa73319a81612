//! Having a server load a model that it hasn't got yet.

use std::{
    collections::HashMap,
    sync::{MutexGuard, PoisonError},
};

use futures::{
    StreamExt,
    stream::{self, BoxStream},
};
use models::{PullEvent, Server};
use tokio_util::sync::CancellationToken;

use crate::App;
use conversation::settings::ServerSetting;

/// The models that are being loaded, by the place of the server and their name, and what stops each.
pub(crate) type Pulls = HashMap<(String, String), CancellationToken>;

/// One of them. It is over when this is dropped.
struct Running {
    app: App,
    which: (String, String),
}

impl Running {
    /// Begins it, unless it runs already.
    fn begin(app: &App, which: (String, String), cancel: CancellationToken) -> Option<Self> {
        let mut pulls = app.pulls();
        if pulls.contains_key(&which) {
            return None;
        }
        pulls.insert(which.clone(), cancel);
        drop(pulls);
        Some(Self { app: app.clone(), which })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.app.pulls().remove(&self.which);
    }
}

impl App {
    /// Has a server load the model `name` from its registry, and streams how far that is. The list
    /// of models is asked for anew afterwards. Dropping the stream closes the connection, as
    /// [`App::stop_pull`] does; what was loaded the server keeps for another time. One that runs
    /// already isn't begun again: the stream fails, and the other one goes on.
    pub fn pull_model(&self, server: ServerSetting, name: &str) -> BoxStream<'static, PullEvent> {
        let (app, name) = (self.clone(), name.trim().to_owned());
        let cancel = CancellationToken::new();
        let Some(running) =
            Running::begin(&app, (Server::of(&server, None).place(), name.clone()), cancel.clone())
        else {
            let message = format!(
                "{name} is being downloaded at {} already.",
                Server::of(&server, None).place()
            );
            let code = models::Code::BadRequest;
            let error = models::Error { code, message, retry_after: None };
            return stream::iter([PullEvent::Failed(error)]).boxed();
        };
        let begun = async move {
            let wanted = app.wanted();
            let connected = match wanted.keys.get(&server.base_url).await {
                Ok(key) => Server::of(&server, key).connect_with(wanted.timing),
                Err(error) => Err(error),
            };
            let events = match connected {
                Ok(provider) => provider.pull(&name, cancel),
                Err(error) => stream::iter([PullEvent::Failed(error)]).boxed(),
            };
            let mut running = Some(running);
            events.inspect(move |event| {
                if event.is_terminal() {
                    app.shared.models.forget();
                    drop(running.take());
                }
            })
        };
        stream::once(begun).flatten().boxed()
    }

    /// Stops loading a model. Does nothing if that has ended.
    pub fn stop_pull(&self, server: &ServerSetting, name: &str) {
        if let Some(cancel) =
            self.pulls().get(&(Server::of(server, None).place(), name.trim().to_owned()))
        {
            cancel.cancel();
        }
    }

    pub(super) fn pulls(&self) -> MutexGuard<'_, Pulls> {
        self.shared.pulls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
