//! News for fronts, of which none is lost in silence.

use tokio::sync::broadcast::{Receiver, error::RecvError};

use crate::{vault::Broadcast, vaults::Vaults};

/// The news of an app, one after another.
pub struct News {
    vaults: Vaults,
    received: Receiver<Broadcast>,
}

impl News {
    pub(crate) fn new(vaults: Vaults, received: Receiver<Broadcast>) -> Self {
        Self { vaults, received }
    }

    /// The next piece of news; `None` when there will be none any more. A listener that was too slow to
    /// get all of it gets [`Broadcast::Missed`] instead, and then what is new.
    pub async fn next(&mut self) -> Option<Broadcast> {
        match self.received.recv().await {
            Ok(news) => Some(news),
            Err(RecvError::Closed) => None,
            Err(RecvError::Lagged(_)) => {
                // Before the state is read: what changes after that is heard.
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
        // Nothing older comes after it, and what is new does.
        assert!(news.next().now_or_never().is_none());
        sender.send(Broadcast::Notes(Vec::new())).unwrap();
        assert!(matches!(news.next().await, Some(Broadcast::Notes(_))));
    }
}
