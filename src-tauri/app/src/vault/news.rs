//! What a vault reports to the window and the terminal.

use std::sync::Arc;

use tokio::sync::{broadcast, watch};

use super::{
    state::State,
    status::{Broadcast, IndexStatus},
};

/// The index status, for those who ask and for those who listen.
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

    /// Changes the index status, and reports it if it is different.
    pub(super) fn change(&self, change: impl FnOnce(&mut IndexStatus)) {
        // Told while the status is held: of two threads the later one must be heard later.
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

    /// Tells something to those who listen, unless the vault is closed.
    pub(super) fn tell(&self, news: Broadcast) {
        if !self.state.is_closed() {
            // An error only says that no front listens.
            let _ = self.broadcasts.send(news);
        }
    }

    pub(super) fn state(&self) -> &State {
        &self.state
    }
}
