//! News for the window and the terminal program, including a notice of lost news.

#[cfg(test)]
mod tests;

use tokio::sync::broadcast::{Receiver, error::RecvError};

use crate::{vault::Broadcast, vaults::Vaults};

pub struct News {
    vaults: Vaults,
    received: Receiver<Broadcast>,
}

impl News {
    pub(crate) fn new(vaults: Vaults, received: Receiver<Broadcast>) -> Self {
        Self { vaults, received }
    }

    /// `None` after the last broadcast. A listener that was too slow gets [`Broadcast::Missed`].
    pub async fn next(&mut self) -> Option<Broadcast> {
        match self.received.recv().await {
            Ok(news) => Some(news),
            Err(RecvError::Closed) => None,
            Err(RecvError::Lagged(_)) => {
                // Before reading the state, so that later changes arrive.
                self.received = self.received.resubscribe();
                Some(Broadcast::Missed(self.vaults.current().map(|vault| vault.index)))
            }
        }
    }
}
