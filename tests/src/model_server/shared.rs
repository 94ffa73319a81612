//! Records requests and disconnections.

use parking_lot::{Mutex, MutexGuard};
use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::watch;

use super::said::Said;
use super::script::{ListedModel, Rule, Script};

/// A request for an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    pub path: String,
    /// The `authorization` header, which has the key in two of the protocols.
    pub authorization: Option<String>,
    /// Other relevant headers: `x-api-key` and `anthropic-version`.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    /// The body, byte for byte.
    pub body: String,
    /// Null if the body isn't JSON.
    pub json: Value,
}

/// State shared by a server's connections.
pub(super) struct Shared {
    state: Mutex<Recorded>,
    /// The number of requests for answers.
    pub(super) asked: watch::Sender<usize>,
    /// The number of calls of `release`.
    pub(super) released: watch::Sender<u64>,
    /// The number of interrupted answers.
    pub(super) closed: watch::Sender<u64>,
}

pub(super) struct Recorded {
    pub(super) script: Script,
    /// Number of answers by each rule.
    used: Vec<usize>,
    pub(super) requests: Vec<Request>,
}

impl Shared {
    pub(super) fn new(script: Script) -> Self {
        Self {
            state: Mutex::new(Recorded { script, used: Vec::new(), requests: Vec::new() }),
            asked: watch::Sender::new(0),
            released: watch::Sender::new(0),
            closed: watch::Sender::new(0),
        }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Recorded> {
        self.state.lock()
    }

    /// Lists a downloaded model.
    pub(super) fn add(&self, name: &str) {
        let mut state = self.lock();
        if !state.script.models.iter().any(|model| model.name == name) {
            let name = name.to_owned();
            state.script.models.push(ListedModel { name, ..ListedModel::default() });
        }
    }

    pub(super) fn set_script(&self, script: Script) {
        let mut state = self.lock();
        state.script = script;
        state.used.clear();
    }

    pub(super) fn take(&self, request: Request, said: &Said) -> Rule {
        let mut state = self.lock();
        state.requests.push(request);
        self.asked.send_replace(state.requests.len());
        let (which, rule) = state.script.choose(said, &state.used);
        if let Some(which) = which {
            let length = state.used.len().max(which + 1);
            state.used.resize(length, 0);
            state.used[which] += 1;
        }
        rule
    }
}

/// Counts a disconnection if dropped before `finished` is set.
pub(super) struct Leaving {
    pub(super) shared: Arc<Shared>,
    pub(super) finished: bool,
}

impl Leaving {
    pub(super) fn finish(mut self) {
        self.finished = true;
    }
}

impl Drop for Leaving {
    fn drop(&mut self) {
        if !self.finished {
            self.shared.closed.send_modify(|times| *times += 1);
        }
    }
}
