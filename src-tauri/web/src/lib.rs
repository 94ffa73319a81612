//! The web: services that search it, and pages that are read.
//!
//! What may leave is decided by who calls this. Here it is seen to that a page is fetched from a public address
//! alone, that nothing takes too long or too much, and that what came is read in a child process.
//!
//! From below: `sentences`, `page`, `public`, `address`, `answer`, then the services and `fetcher`.

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
