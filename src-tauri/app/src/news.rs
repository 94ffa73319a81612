//! News for fronts. A lost broadcast is reported.

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

    /// `None` when there will be no more. A listener that was too slow gets [`Broadcast::Missed`].
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

#[cfg(test)]
mod tests {
    use futures::FutureExt;
    use tokio::sync::broadcast;

    use super::*;
    use crate::fixture::Ground;

    #[tokio::test]
    async fn who_was_too_slow_gets_the_newest_state() {
        let ground = Ground::new();
        let vaults = ground.opened(&ground.settings().await).await;
        let status = vaults.current().unwrap().index;

        let (sender, receiver) = broadcast::channel(4);
        let mut news = News::new(vaults, receiver);
        for _ in 0..5 {
            sender.send(Broadcast::Notes(Vec::new())).unwrap();
        }
        let Some(Broadcast::Missed(Some(newest))) = news.next().await else { panic!() };
        assert_eq!((newest.state, newest.indexed), (status.state, 2));
        // Nothing older follows; newer news does.
        assert!(news.next().now_or_never().is_none());
        sender.send(Broadcast::Notes(Vec::new())).unwrap();
        assert!(matches!(news.next().await, Some(Broadcast::Notes(_))));
    }
}
