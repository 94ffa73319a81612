use conversation::{Number, Result, Wish};
use futures::future::BoxFuture;

pub trait Proposals: Send + Sync {
    /// Prepares a change with these source passages, and returns a short description. Writes nothing.
    fn propose(&self, wish: Wish, rests_on: Vec<Number>) -> BoxFuture<'_, Result<String>>;
}
