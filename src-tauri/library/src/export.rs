//! Conversations and receipts as text for other programs and for people, and back.
//!
//! Everything here is pure: no file, no clock, no database.

mod file;
mod legacy;
mod markdown;
mod receipt;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use jiff::{Timestamp, tz::TimeZone};
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use file::ConversationFile;
pub use markdown::markdown;
pub use receipt::{receipts_json, receipts_markdown};

use self::file::pretty;
use crate::{Archive, sentences};
use conversation::{ConversationId, Error, Message, Result};
use language::{Sentence, Words};

const FORMAT: &str = "marginalia-conversations";
/// 2: questions and answers have fields of their own.
const VERSION: u32 = 2;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Format {
    Json,
    Markdown,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct ImportedConversation {
    pub conversation: ConversationId,
    pub title: String,
    pub messages: u32,
    pub notes: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct File {
    format: String,
    version: u32,
    conversations: Vec<Archive>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Head {
    format: Value,
    version: Value,
}

pub fn json(conversations: Vec<Archive>) -> Result<String> {
    pretty(&File { format: FORMAT.to_owned(), version: VERSION, conversations })
}

/// Reads the conversations in a file's text. Times without a time zone are in `zone`; missing times are `now`.
///
/// # Errors
/// [`Code::BadInput`] with a sentence that says what is wrong and where.
pub fn read(text: &str, now: Timestamp, zone: &TimeZone) -> Result<Vec<ConversationFile>> {
    let text = text.trim_start_matches('\u{feff}');
    let mut read = match head(text) {
        Some(head) if head.format == FORMAT => ours(text, &head)?,
        _ => {
            let value = serde_json::from_str(text).map_err(|error| {
                Error::bad_input(|| sentences::import::no_json(&error)).because(error)
            })?;
            legacy::read(&value, now, zone)?
        }
    };
    for file in &mut read {
        leave_out(file);
    }
    if read.is_empty() {
        return Err(Error::bad_input(sentences::import::NO_CONVERSATION));
    }
    Ok(read)
}

/// The header; `None` if the text isn't an object. Skips the rest without storing it: the contents shouldn't be in
/// memory twice.
fn head(text: &str) -> Option<Head> {
    let is_object = text.trim_start().starts_with('{');
    is_object.then(|| serde_json::from_str(text).ok())?
}

/// Drops text that a model would follow in later turns without anybody having read it, and adds a note about it.
fn leave_out(file: &mut ConversationFile) {
    let archive = &mut file.archive;
    let prompts = std::mem::take(&mut archive.prompts).len();
    let project = archive.project.take().is_some();
    let mut summaries = std::mem::take(&mut archive.compactions);
    archive.compactions = summaries.extract_if(.., |it| archive.shows(&it.compaction)).collect();
    let summaries = summaries.len();
    if prompts > 0 || project || summaries > 0 {
        let title = language::one_line(&archive.title);
        file.notes.push(sentences::import::unread(&title, prompts, project, summaries));
    }
}

fn ours(text: &str, head: &Head) -> Result<Vec<ConversationFile>> {
    let version = head.version.as_u64().unwrap_or(0);
    if version > u64::from(VERSION) {
        return Err(Error::bad_input(|| sentences::import::newer(version, VERSION)));
    }
    let file: File = serde_json::from_str(text)
        .map_err(|error| Error::bad_input(|| sentences::import::strange(&error)).because(error))?;
    file.conversations
        .into_iter()
        .enumerate()
        .map(|(n, archive)| {
            check(&archive).map_err(|what| {
                Error::bad_input(|| sentences::import::wrong(n + 1, &archive.title, &what))
            })?;
            Ok(ConversationFile { archive, notes: Vec::new() })
        })
        .collect()
}

/// Checks that the parts of a conversation refer only to parts that exist: parents, attached files, places in a text.
fn check(archive: &Archive) -> Result<(), Words> {
    let wrong = |place, what: Sentence| Words::from(|| sentences::import::message(place, &what));
    let mut files = HashSet::new();
    for file in &archive.attachments {
        files.insert(file.file.id);
        if file.content.bytes().is_none() {
            return Err(Words::from(|| sentences::import::no_base64(&file.file.name)));
        }
    }
    let mut messages = HashSet::new();
    for (n, archived) in archive.messages.iter().enumerate() {
        let message = &archived.message;
        let place = n + 1;
        if archived.parent.is_some_and(|parent| !messages.contains(&parent)) {
            return Err(wrong(place, sentences::import::NO_PARENT));
        }
        if !messages.insert(message.id) {
            return Err(wrong(place, sentences::import::SAME_ID));
        }
        let answer = match message {
            Message::Question(question) => {
                let mut attached = question.attachments.iter();
                if let Some(file) = attached.find(|file| !files.contains(&file.id)) {
                    return Err(Words::from(|| sentences::import::no_content(place, &file.name)));
                }
                continue;
            }
            Message::Answer(answer) => answer,
        };
        for mark in &answer.citations {
            let range = mark.start as usize..mark.end as usize;
            if message.text.get(range).is_none() {
                return Err(wrong(place, sentences::import::CITATION_OUTSIDE));
            }
        }
        let sentences = answer.checks.iter().map(|check| (check.start, check.end));
        let probably = answer.probably.iter().map(|one| (one.start, one.end));
        if sentences
            .chain(probably)
            .any(|(start, end)| message.text.get(start as usize..end as usize).is_none())
        {
            return Err(wrong(place, sentences::import::CHECK_OUTSIDE));
        }
    }
    if archive.shown.is_some_and(|shown| !messages.contains(&shown)) {
        return Err(sentences::import::NO_LAST.into());
    }
    Ok(())
}
