//! What a scripted server was asked, and who left.

use parking_lot::{Mutex, MutexGuard};
use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::watch;

use super::said::Said;
use super::script::{ListedModel, Rule, Script};

/// A call for an answer, as it came.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// The path, e.g. `/v1/chat/completions`.
    pub path: String,
    /// The header `authorization`, which has the key in two of the protocols.
    pub authorization: Option<String>,
    /// The other headers that matter to a protocol: `x-api-key` and `anthropic-version`.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    /// The body, byte for byte.
    pub body: String,
    /// The body's JSON; null if it isn't JSON.
    pub json: Value,
}

/// What the connections of a server share.
pub(super) struct Shared {
    state: Mutex<Recorded>,
    /// For how many answers it was called.
    pub(super) asked: watch::Sender<usize>,
    /// How often `release` was called.
    pub(super) released: watch::Sender<u64>,
    /// How many answers a client left in the middle.
    pub(super) closed: watch::Sender<u64>,
}

/// What was asked so far, and what is answered.
pub(super) struct Recorded {
    pub(super) script: Script,
    /// How often each rule has answered.
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

    /// Lists a model from now on, as one that was loaded.
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

    /// Records a call, and chooses its answer.
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

/// Notes that a client has left, when it is dropped before it is finished.
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
