//! Handles that follow changes of lower handles.

use parking_lot::Mutex;
use std::sync::{Arc, Weak};

use futures::future::BoxFuture;

use conversation::Result;

pub(crate) trait Follower<Change>: Send + Sync {
    /// The author of the change waits for this.
    fn follow<'a>(self: Arc<Self>, change: &'a Change) -> BoxFuture<'a, Result<()>>;
}

/// Weak references: a handle must not keep those alive that are built on it.
pub(crate) struct Followers<Change>(Mutex<Vec<Weak<dyn Follower<Change>>>>);

impl<Change> Default for Followers<Change> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<Change> Followers<Change> {
    pub(crate) fn add<F: Follower<Change> + 'static>(&self, follower: &Arc<F>) {
        let follower: Weak<F> = Arc::downgrade(follower);
        self.0.lock().push(follower);
    }

    pub(crate) async fn tell(&self, change: &Change) -> Result<()> {
        let followers = self.0.lock().clone();
        let mut told = Ok(());
        for follower in followers.iter().filter_map(Weak::upgrade) {
            told = told.and(follower.follow(change).await);
        }
        told
    }
}
