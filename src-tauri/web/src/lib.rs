//! The web: search services and pages. Callers decide what leaves this computer. This crate fetches pages from
//! public addresses only, limits time and size, and parses pages in a child process.
//!
//! In reading order: `sentences`, `page`, `public`, `address`, `answer`, then the services and `fetcher`.

mod address;
mod answer;
mod fetcher;
mod page;
mod public;
mod searxng;
mod sentences;
mod tavily;
#[cfg(test)]
mod tests;

pub use address::Address;
pub use fetcher::PageFetcher;
pub use page::{Page, Web, as_query};
pub use searxng::SearXng;
pub use tavily::Tavily;
