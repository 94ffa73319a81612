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
