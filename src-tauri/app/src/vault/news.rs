//! Reports a vault's state to the window and the terminal.

use std::sync::Arc;

use tokio::sync::{broadcast, watch};

use super::{
    state::State,
    status::{Broadcast, IndexStatus},
};

pub(super) struct News {
    status: watch::Sender<IndexStatus>,
    broadcasts: broadcast::Sender<Broadcast>,
    state: Arc<State>,
}

impl News {
    pub(super) fn new(
        status: watch::Sender<IndexStatus>,
        broadcasts: broadcast::Sender<Broadcast>,
        state: Arc<State>,
    ) -> Self {
        Self { status, broadcasts, state }
    }

    pub(super) fn change(&self, change: impl FnOnce(&mut IndexStatus)) {
        // Sent while the status is locked, so that reports of two threads arrive in order.
        self.status.send_if_modified(|status| {
            let before = status.clone();
            change(status);
            let changed = *status != before;
            if changed {
                self.tell(Broadcast::Index(status.clone()));
            }
            changed
        });
    }

    pub(super) fn tell(&self, news: Broadcast) {
        if !self.state.is_closed() {
            let _ = self.broadcasts.send(news);
        }
    }

    pub(super) fn state(&self) -> &State {
        &self.state
    }
}
