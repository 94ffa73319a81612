//! What the model was told to remember.

use std::sync::Arc;

use futures::future::BoxFuture;
use jiff::tz::TimeZone;
use models::Tokens;
use notes::{ByteRange, ContentHash, LineRange};

use super::{
    job::Job,
    memory_store::{Memories, Memory},
    online::fitting,
    page::{self, shown},
    result::{CallResult, Refusal, ToolResult},
};
use crate::sentences;
use conversation::reference::{Kind, Passage, Reference, State};
use grounding::references::snippet;

/// Maximum length of a memory, in characters.
const LONGEST: usize = 2_000;
/// Maximum number of memories of one call.
const MOST: u32 = 20;

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
        let told = format!("Remembered: {}", snippet(&text));
        memories(&job)?.remember(text).await?;
        Ok(ToolResult { text: "Remembered.".to_owned(), told, ..ToolResult::default() })
    })
}

pub(super) fn retrieve_memory(job: Arc<Job>) -> BoxFuture<'static, CallResult> {
    Box::pin(async move {
        let names = ["query", "q", "words", "text", "topic"];
        let words = job.arguments.text(&names)?.unwrap_or_default();
        let limit = job.arguments.number(&["limit", "count", "n", "k"], MOST)?.unwrap_or(5).max(1);
        let found = memories(&job)?.search(words.clone(), limit).await?;
        let passages = fitting(found.iter().map(recalled), job.limit);
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

fn memories(job: &Job) -> std::result::Result<Arc<dyn Memories>, Refusal> {
    job.desk.memories.clone().ok_or_else(|| Refusal::new("Nothing can be remembered here."))
}

/// A memory as something to cite.
fn recalled(memory: &Memory) -> Reference {
    let day = memory.created.to_zoned(TimeZone::system()).strftime("%-d %B %Y").to_string();
    let text = memory.text.clone();
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
