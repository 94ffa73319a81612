#[cfg(test)]
mod tests;

use conversation::{Result, is_unseen};
use futures::future::BoxFuture;
use tokio_util::sync::CancellationToken;

use crate::Address;

/// Maximum characters of a query; services reject or truncate longer ones.
const LONGEST_QUERY: usize = 400;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    pub title: String,
    pub url: String,
    pub text: String,
    /// Publication date as the service gives it.
    pub published: Option<String>,
}

pub trait Web: Send + Sync {
    fn service(&self) -> String;

    /// At most `limit` pages, best first. Cancelling closes the connection.
    fn search<'a>(
        &'a self,
        query: &'a str,
        limit: u32,
        cancel: CancellationToken,
    ) -> BoxFuture<'a, Result<Vec<Page>>>;

    /// The cached result of a recent equal search, which sends nothing.
    fn recent(&self, _query: &str, _limit: u32) -> Option<Vec<Page>> {
        None
    }

    /// Cancelling closes the connection.
    fn open<'a>(
        &'a self,
        address: &'a Address,
        cancel: CancellationToken,
    ) -> BoxFuture<'a, Result<Page>>;
}

/// A question as a query: one line without link brackets and invisible characters, at most 400 characters, cut at a
/// word.
pub fn as_query(text: &str) -> String {
    let seen: String = text.chars().filter(|c| c.is_whitespace() || !is_unseen(*c)).collect();
    let plain = seen.replace("![[", " ").replace("[[", " ").replace("]]", " ");
    let mut query = String::new();
    for word in plain.split_whitespace() {
        let room = LONGEST_QUERY - query.chars().count();
        let space = usize::from(!query.is_empty());
        if word.chars().count() + space > room {
            if query.is_empty() {
                query.extend(word.chars().take(room));
            }
            break;
        }
        if space == 1 {
            query.push(' ');
        }
        query.push_str(word);
    }
    query
}
