//! Having a server load a model that it hasn't got yet.

use std::{
    collections::HashMap,
    sync::{MutexGuard, PoisonError},
};

use futures::{
    StreamExt,
    stream::{self, BoxStream},
};
use models::PullEvent;
use tokio_util::sync::CancellationToken;

use crate::{App, settings::ServerSetting};

/// The models that are being loaded, by name, and what stops each.
pub(crate) type Pulls = HashMap<String, CancellationToken>;

impl App {
    /// Has a server load the model `name` from its registry, and streams how far that is. The list
    /// of models is asked for anew afterwards. Dropping the stream closes the connection, as
    /// [`App::stop_pull`] does; what was loaded the server keeps for another time.
    pub fn pull_model(&self, server: ServerSetting, name: &str) -> BoxStream<'static, PullEvent> {
        let (app, name) = (self.clone(), name.trim().to_owned());
        let cancel = CancellationToken::new();
        self.pulls().insert(name.clone(), cancel.clone());
        let begun = async move {
            let wanted = app.wanted();
            let connected = match wanted.keys.get(&server.base_url).await {
                Ok(key) => server.with_key(key).connect_with(wanted.timing),
                Err(error) => Err(error),
            };
            let events = match connected {
                Ok(provider) => provider.pull(&name, cancel),
                Err(error) => stream::iter([PullEvent::Failed(error)]).boxed(),
            };
            events.inspect(move |event| {
                if event.is_terminal() {
                    app.shared.models.forget();
                    app.pulls().remove(&name);
                }
            })
        };
        stream::once(begun).flatten().boxed()
    }

    /// Stops loading a model. Does nothing if that has ended.
    pub fn stop_pull(&self, name: &str) {
        if let Some(cancel) = self.pulls().remove(name.trim()) {
            cancel.cancel();
        }
    }

    fn pulls(&self) -> MutexGuard<'_, Pulls> {
        self.shared.pulls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
