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

pub(super) struct Pull {
    models: Models,
    which: (ServerAt, String),
}

impl Pull {
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
    /// Has a server download a model from its registry, streams the progress, and forgets the known models at the end.
    /// Dropping the stream closes the connection, as [`Models::stop_pull`] does; the server keeps its partial download.
    /// A second download of the same model fails, and the first goes on.
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
