//! What is remembered, and the web.

use std::sync::Arc;

use futures::future::BoxFuture;
use jiff::{Timestamp, tz::TimeZone};
use models::Tokens;
use notes::{ByteRange, ContentHash, LineRange};

use super::{
    job::Job,
    memory_store::Memories,
    page::{self, counted, shown},
    read::AROUND_PASSAGE,
    result::{CallResult, Refusal, ToolResult},
};
use crate::sentences;
use crate::web;
use conversation::reference::{Kind, Passage, Reference, State};
use grounding::references::snippet;

/// Maximum length of a memory, in characters.
const LONGEST: usize = 2_000;
/// Maximum number of memories of one call.
const MOST: u32 = 20;
/// Maximum number of pages of one web search.
const MOST_PAGES: u32 = 10;

pub(super) fn store_memory(job: Arc<Job>) -> BoxFuture<'static, CallResult> {
    Box::pin(async move {
        let names = ["text", "memory", "content", "fact", "note", "value"];
        let text = job.arguments.required(&names, "Prefers short answers.")?;
        let length = text.chars().count();
        if length > LONGEST {
            return Err(Refusal::new(format!(
                "That is too long to be remembered: {length} characters, at most {LONGEST}."
            ))
            .hint("Send what matters of it."));
        }
        // A note that the model has read could ask for it, so only the user's click on the call keeps it.
        Ok(ToolResult {
            text: "The user is asked whether this is to be remembered. Nothing is kept until they say \
                   yes; don't say that it is."
                .to_owned(),
            told: sentences::proposed_memory(&snippet(&text)),
            ..ToolResult::default()
        })
    })
}

pub(super) fn retrieve_memory(job: Arc<Job>) -> BoxFuture<'static, CallResult> {
    Box::pin(async move {
        let names = ["query", "q", "words", "text", "topic"];
        let words = job.arguments.text(&names)?.unwrap_or_default();
        let limit = job.arguments.number(&["limit", "count", "n", "k"], MOST)?.unwrap_or(5).max(1);
        let found = memories(&job)?.search(words.clone(), limit).await?;
        let passages =
            fitting(found.iter().map(|memory| recalled(&memory.text, memory.created)), job.limit);
        if passages.is_empty() {
            return Err(Refusal::new(match words.as_str() {
                "" => "Nothing has been remembered so far.".to_owned(),
                words => format!("Nothing is remembered of “{}”.", shown(words)),
            }));
        }
        let told = match passages.len() {
            1 => "1 memory".to_owned(),
            count => format!("{count} memories"),
        };
        Ok(ToolResult { text: format!("{told}."), passages, told, ..ToolResult::default() })
    })
}

pub(super) fn web_search(job: Arc<Job>) -> BoxFuture<'static, CallResult> {
    Box::pin(async move {
        let query =
            job.arguments.required(&["query", "q", "question", "search", "text"], "salt")?;
        let limit = job.arguments.number(&["limit", "count", "n", "k"], MOST_PAGES)?.unwrap_or(5);
        let web = job.desk.web.clone();
        let web = web.ok_or_else(|| Refusal::new("No search of the web is set up."))?;
        let found = web::search(&*web, &query, limit.max(1), &job.cancel).await?;
        let passages = fitting(found.into_iter(), job.limit);
        if passages.is_empty() {
            return Err(Refusal::new(format!("The web has nothing on “{}”.", shown(&query)))
                .hint("Try other words."));
        }
        let mut pages: Vec<_> = passages.iter().filter_map(|it| it.url.as_ref()).collect();
        pages.dedup();
        let told =
            format!("{} of {}", counted(passages.len(), "passage"), counted(pages.len(), "page"));
        Ok(ToolResult { text: format!("{told}."), passages, told, ..ToolResult::default() })
    })
}

fn memories(job: &Job) -> std::result::Result<Arc<dyn Memories>, Refusal> {
    job.desk.memories.clone().ok_or_else(|| Refusal::new("Nothing can be remembered here."))
}

/// As many as fit, and at least one.
fn fitting(found: impl Iterator<Item = Reference>, limit: Tokens) -> Vec<Reference> {
    let mut left = limit.0;
    let mut fitting: Vec<Reference> = Vec::new();
    for reference in found {
        let tokens = reference.passage.as_ref().map_or(0, |passage| passage.tokens.0);
        let size = tokens.saturating_add(AROUND_PASSAGE);
        if size > left && !fitting.is_empty() {
            break;
        }
        left = left.saturating_sub(size);
        fitting.push(reference);
    }
    fitting
}

/// A memory as something to cite.
pub fn recalled(text: &str, created: Timestamp) -> Reference {
    let day = created.to_zoned(TimeZone::system()).strftime("%-d %B %Y").to_string();
    let text = text.to_owned();
    let lines = u32::try_from(text.lines().count().max(1)).unwrap_or(u32::MAX);
    Reference {
        wikilink: format!("Memory of {day}"),
        title: format!("Memory of {day}"),
        snippet: snippet(&text),
        passage: Some(Passage {
            lines: LineRange { start: 1, end: lines },
            range: ByteRange { start: 0, end: text.len() },
            hash: ContentHash::of(&text),
            heading_path: Vec::new(),
            part: None,
            tokens: Tokens(page::size(&text)),
            text,
        }),
        match_reason: sentences::REMEMBERED.to_owned(),
        ..Reference::new(Kind::Memory, State::Used)
    }
}
