//! Having a server load a model that it hasn't got yet.

use parking_lot::MutexGuard;

use futures::{
    StreamExt,
    stream::{self, BoxStream},
};
use models::{PullEvent, Server};
use tokio_util::sync::CancellationToken;

use super::{Models, Pulls};
use crate::sentences;
use conversation::settings::{ServerAt, ServerSetting};

/// A model that is being loaded. It is over when this is dropped.
pub(super) struct Pull {
    models: Models,
    which: (ServerAt, String),
}

impl Pull {
    /// Begins it, unless it runs already.
    pub(super) fn begin(
        models: &Models,
        which: (ServerAt, String),
        cancel: CancellationToken,
    ) -> Option<Self> {
        let mut pulls = models.pulls();
        if pulls.contains_key(&which) {
            return None;
        }
        pulls.insert(which.clone(), cancel);
        drop(pulls);
        Some(Self { models: models.clone(), which })
    }
}

impl Drop for Pull {
    fn drop(&mut self) {
        self.models.pulls().remove(&self.which);
    }
}

impl Models {
    /// Has a server load the model `name` from its registry, and streams how far that is. The list
    /// of models is asked for anew afterwards. Dropping the stream closes the connection, as
    /// [`Models::stop_pull`] does; what was loaded the server keeps for another time. One that runs
    /// already isn't begun again: the stream fails, and the other one goes on.
    pub fn pull(&self, server: ServerSetting, name: &str) -> BoxStream<'static, PullEvent> {
        let (here, name) = (self.clone(), name.trim().to_owned());
        let cancel = CancellationToken::new();
        let Some(running) =
            Pull::begin(&here, (Server::of(&server, None).place(), name.clone()), cancel.clone())
        else {
            let at = Server::of(&server, None).shown();
            let message = || sentences::downloading_already(&name, Some(&at));
            let error = models::Error::new(models::Code::BadRequest, message);
            return stream::iter([PullEvent::Failed(error)]).boxed();
        };
        let begun = async move {
            let wanted = here.request();
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
                    here.shared.finder.forget();
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
        self.shared.pulls.lock()
    }
}
