//! What the web gives, and who is asked for it.

use conversation::{Result, is_unseen};
use futures::future::BoxFuture;
use tokio_util::sync::CancellationToken;

use crate::Address;

/// Maximum characters of a query. The services refuse longer ones, or cut them themselves.
const LONGEST_QUERY: usize = 400;

/// A page that a search found, or that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    pub title: String,
    pub url: String,
    /// Its text, or the part of it that matters.
    pub text: String,
    /// When it was published, as the service says it.
    pub published: Option<String>,
}

/// The web, as far as the user set it up.
pub trait Web: Send + Sync {
    fn service(&self) -> String;

    /// The pages that match `query` best, the best first, `limit` of them at most. Cancelling closes
    /// the connection.
    fn search<'a>(
        &'a self,
        query: &'a str,
        limit: u32,
        cancel: CancellationToken,
    ) -> BoxFuture<'a, Result<Vec<Page>>>;

    /// What the same search gave a moment ago, if it is used again: then nothing is sent.
    fn recent(&self, _query: &str, _limit: u32) -> Option<Vec<Page>> {
        None
    }

    /// The page at an address. Cancelling closes the connection.
    fn open<'a>(
        &'a self,
        address: &'a Address,
        cancel: CancellationToken,
    ) -> BoxFuture<'a, Result<Page>>;
}

/// A question as it is sent to be searched for: on one line, without the brackets of links and without what can't be
/// seen, and at most 400 characters of it, cut at a word.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_is_one_short_line() {
        fn check(text: &str, expect: &str) {
            assert_eq!(as_query(text), expect);
        }
        check("", "");
        check(" How much\n salt?\t", "How much salt?");
        check("What does [[Salt]] say of ![[x.png]]?", "What does Salt say of x.png ?");
        check(
            "rye\u{e0073}\u{e0065} \u{2800}\u{200b} br\u{ad}ead\u{7}\u{fe0f}\u{202e}",
            "rye bread",
        );
        check("\u{e0073} \u{f0000}", "");
        check("20\u{a0}°C\u{2028}🍞 ⡴", "20 °C 🍞 ⡴");
        check(&"a".repeat(1000), &"a".repeat(400));
        check(&"word ".repeat(200), "word ".repeat(80).trim());
        check(&format!("{} bb", "a".repeat(399)), &"a".repeat(399));
    }
}
