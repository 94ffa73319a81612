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
use crate::sentences::{
    self,
    calls::{self, Finding},
};
use conversation::reference::{Kind, Passage, Reference, State};
use grounding::references::snippet;

/// Maximum characters of a memory.
const LONGEST: usize = 2_000;
/// Maximum memories per call.
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
        // A note that the model read could ask for it, so only the user's click stores it.
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
        let passages = fitting(found.iter().map(recalled), job.limit);
        if passages.is_empty() {
            return Err(Refusal::new(match words.as_str() {
                "" => "Nothing has been remembered so far.".to_owned(),
                words => format!("Nothing is remembered of “{}”.", shown(words)),
            }));
        }
        let told = || calls::counted(passages.len(), Finding::Memories);
        let text = format!("{}.", calls::in_english(told));
        Ok(ToolResult { text, told: told(), passages, ..ToolResult::default() })
    })
}

fn memories(job: &Job) -> Result<Arc<dyn Memories>, Refusal> {
    job.desk.memories.clone().ok_or_else(|| Refusal::new("Nothing can be remembered here."))
}

/// The reference of an often cited note has its title and link, but no path: the text isn't the note's.
pub fn recalled(memory: &Memory) -> Reference {
    let day = memory.created.to_zoned(TimeZone::system()).strftime("%-d %B %Y").to_string();
    let of_day = || (format!("Memory of {day}"), format!("Memory of {day}"));
    let (title, wikilink) = memory.note.clone().unwrap_or_else(of_day);
    let text = memory.text.clone();
    let lines = u32::try_from(text.lines().count().max(1)).unwrap_or(u32::MAX);
    Reference {
        wikilink,
        title,
        snippet: snippet(&text),
        passage: Some(Passage {
            lines: LineRange { start: 1, end: lines },
            range: ByteRange { start: 0, end: text.len() },
            hash: ContentHash::of(&text),
            heading_path: Vec::new(),
            columns: None,
            part: None,
            tokens: Tokens(page::size(&text)),
            text,
        }),
        match_reason: sentences::REMEMBERED.to_string(),
        ..Reference::new(Kind::Memory, State::Used)
    }
}
