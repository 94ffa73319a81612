//! Memories and the web, which other crates provide.

use parking_lot::Mutex;

use futures::{FutureExt, future::BoxFuture};
use jiff::Timestamp;

use super::*;
use ::web::{Address, Page, Web};
use conversation::{Code, Error, Number, Result, Wish, reference::Kind};

#[derive(Default)]
pub(super) struct Notebook(Mutex<Vec<Memory>>);

impl Notebook {
    fn with(texts: &[&str]) -> Self {
        let created = Timestamp::from_second(1_700_000_000).unwrap();
        let memory = |text: &&str| Memory { text: (*text).to_owned(), created, note: None };
        Self(Mutex::new(texts.iter().map(memory).collect()))
    }
}

impl Memories for Notebook {
    fn search(&self, words: String, limit: u32) -> BoxFuture<'_, Result<Vec<Memory>>> {
        let words = words.to_lowercase();
        let all = self.0.lock();
        let has = |memory: &&Memory| {
            words.is_empty()
                || words.split_whitespace().any(|word| memory.text.to_lowercase().contains(word))
        };
        let found: Vec<_> = all.iter().rev().filter(has).take(limit as usize).cloned().collect();
        async { Ok(found) }.boxed()
    }
}

pub(super) struct Pages(pub(super) Vec<Page>);

impl Web for Pages {
    fn service(&self) -> String {
        "Pages".to_owned()
    }

    fn search<'a>(
        &'a self,
        query: &'a str,
        limit: u32,
        cancel: CancellationToken,
    ) -> BoxFuture<'a, Result<Vec<Page>>> {
        async move {
            match query {
                "for ever" => {
                    cancel.cancelled().await;
                    Err(Error::new(Code::Internal, "It was stopped."))
                }
                "down" => Err(Error::new(Code::Internal, "The search provider doesn't answer.")),
                _ => Ok(self.0.iter().take(limit as usize).cloned().collect()),
            }
        }
        .boxed()
    }

    fn open<'a>(
        &'a self,
        address: &'a Address,
        _: CancellationToken,
    ) -> BoxFuture<'a, Result<Page>> {
        let found = self.0.iter().find(|page| page.url == address.as_str()).cloned();
        async { found.ok_or_else(|| Error::new(Code::NotFound, "There is no such page.")) }.boxed()
    }
}

/// Accepts and ignores every proposal.
pub(super) struct Heap;

impl Proposals for Heap {
    fn propose(&self, _: Wish, _: Vec<Number>) -> BoxFuture<'_, Result<String>> {
        async { Ok("Prepared.".to_owned()) }.boxed()
    }
}

fn page(title: &str) -> Page {
    Page {
        title: title.to_owned(),
        url: format!("https://example.org/{title}"),
        text: format!("All about {title}."),
        published: None,
    }
}

#[test]
fn a_stored_memory_is_found() {
    let bench = Bench::new();
    let tools = bench.tools.clone().with_memories(Arc::new(Notebook::default()));
    let nothing = run(&tools, "retrieve_memory", "{}", 999);
    assert_eq!(nothing.text, "Nothing has been remembered so far.");
    assert!(nothing.failed);
    // The model alone can't store a memory.
    let asked = run(&tools, "store_memory", r#"{"fact": "Bakes on Sundays."}"#, 999);
    assert!(!asked.failed && asked.passages.is_empty(), "{asked:?}");
    assert_eq!(asked.told, "Wants to remember: Bakes on Sundays.");
    assert!(run(&tools, "retrieve_memory", "{}", 999).failed);
    let notebook = Notebook::with(&["Bakes on Sundays.", "Likes rye."]);
    let tools = bench.tools.clone().with_memories(Arc::new(notebook));
    let found = run(&tools, "retrieve_memory", r#"{"query": "rye"}"#, 999);
    let [reference] = &found.passages[..] else { panic!("{found:?}") };
    assert_eq!(reference.kind, Kind::Memory);
    assert_eq!(reference.passage.as_ref().unwrap().text, "Likes rye.");
    assert_eq!(run(&tools, "retrieve_memory", "{}", 999).passages.len(), 2);
    let none = run(&tools, "retrieve_memory", r#"{"query": "salt"}"#, 999);
    assert_eq!(none.text, "Nothing is remembered of “salt”.");
    let long = format!(r#"{{"text": "{}"}}"#, "x".repeat(3000));
    assert!(run(&tools, "store_memory", &long, 999).failed);
}

#[test]
fn the_web_is_searched_where_it_may_be() {
    let bench = Bench::new();
    let refused = bench.call("web_search", r#"{"query": "salt"}"#);
    assert!(refused.failed && refused.text.contains("searching the web isn't allowed"));
    let pages = Pages(vec![page("salt"), page("flour"), page("water")]);
    let tools = bench.tools.clone().with_web(Arc::new(pages));
    let found = run(&tools, "web_search", r#"{"query": "salt", "limit": 2}"#, 999);
    assert_eq!(found.told, "2 passages of 2 pages");
    let urls: Vec<_> = found.passages.iter().filter_map(|it| it.url.as_deref()).collect();
    assert_eq!(urls, ["https://example.org/salt", "https://example.org/flour"]);
    assert!(found.passages.iter().all(|it| it.kind == Kind::Web && it.path.is_none()));
    let down = run(&tools, "web_search", r#"{"query": "down"}"#, 999);
    assert_eq!((down.text.as_str(), down.failed), ("The search provider doesn't answer.", true));
}

#[tokio::test]
async fn a_call_can_be_stopped() {
    let tools = Bench::new().tools.with_web(Arc::new(Pages(Vec::new())));
    let cancel = CancellationToken::new();
    let call = ToolCall {
        id: "c1".to_owned(),
        name: "web_search".to_owned(),
        arguments: r#"{"query": "for ever"}"#.to_owned(),
    };
    let running = tools.run(&call, Tokens(100), &cancel);
    let (outcome, ()) = futures::join!(running, async { cancel.cancel() });
    assert_eq!((outcome.text.as_str(), outcome.failed), ("The call was stopped.", true));
}

#[test]
fn a_page_is_read_as_far_as_there_is_room() {
    let bench = Bench::new();
    let paragraph = "Salt slows the yeast, and so the dough takes longer to rise. ".repeat(40);
    let long = Page { text: [paragraph.as_str(); 12].join("\n\n"), ..page("salt") };
    let tools = bench.tools.clone().with_web(Arc::new(Pages(vec![long])));
    let read = run(&tools, "open_url", r#"{"url": "https://example.org/salt"}"#, 1200);
    let (text, count) = (read.text.clone(), read.passages.len());
    assert_eq!(read.told, "Read “salt” (example.org)");
    assert!(text.starts_with(&format!("Passages 1 to {count} of ")), "{text}");
    assert!(text.ends_with(&format!("Go on with from: {}.", count + 1)), "{text}");
    assert!(read.passages.iter().all(|it| it.match_reason == "the model opened the page"));
    let next = format!(r#"{{"url": "https://example.org/salt", "from": {}}}"#, count + 1);
    let next = run(&tools, "open_url", &next, 1200);
    assert!(next.passages[0].passage.as_ref().unwrap().lines.start > 1);
    for (url, told) in [
        ("https://example.org/none", "There is no such page."),
        ("file:///etc/passwd", "An address that begins with “file” isn't opened"),
    ] {
        let refused = run(&tools, "open_url", &format!(r#"{{"url": "{url}"}}"#), 999);
        assert!(refused.failed && refused.told.starts_with(told), "{}", refused.told);
    }
}
