//! Where changes to notes are kept that tools prepare.

use conversation::{Number, Result, Wish};
use futures::future::BoxFuture;

/// Keeps what a tool prepares until the user decides on it.
pub trait Proposals: Send + Sync {
    /// Prepares a change that rests on the passages of these numbers, and returns what it does, in a few
    /// words. Nothing is written.
    fn propose(&self, wish: Wish, rests_on: Vec<Number>) -> BoxFuture<'_, Result<String>>;
}
