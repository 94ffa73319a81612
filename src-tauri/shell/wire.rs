//! What the window sees. Domain types stay free of the window's needs: here they are put into
//! plain values (no 64-bit numbers, which JavaScript can't hold), and the window's requests are
//! read back.

mod error;
mod from;
mod into;
mod messages;
mod models;
mod search;

use serde::{Deserialize, Serialize};
use specta::Type;

pub use error::WireError;
pub use into::anchor;
pub use messages::*;
pub use models::*;
pub use search::*;

/// The app as it starts.
#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Start {
    pub version: String,
    /// The vault that was open last, open again.
    pub vault: Option<Vault>,
    /// What the user should be told, if anything.
    pub notice: Option<String>,
    /// Whether the web can be searched.
    pub web: bool,
}

#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Vault {
    pub root: String,
    pub name: String,
    pub index: Index,
}

/// How the index stands; the three counts don't overlap.
#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Index {
    pub state: IndexState,
    pub indexed: u32,
    pub failed: Vec<Problem>,
    pub excluded: u32,
    pub passages: u32,
    /// Passages that can be found by their meaning.
    pub embedded: u32,
    pub meaning: MeaningState,
    /// The user lets the index rest.
    pub paused: bool,
    /// The index's size on disk, in KB of 1,000 bytes.
    pub kilobytes: u32,
    /// What the user should know besides, e.g. that changes on disk can't be followed.
    pub notice: Option<String>,
}

#[derive(Debug, Clone, Serialize, Type)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum IndexState {
    Synced,
    Indexing {
        done: u32,
        total: u32,
    },
    /// The user stopped it for a while.
    Paused {
        done: u32,
        total: u32,
    },
    /// The vault's folder isn't there; it is opened again when it is back.
    Away {
        message: String,
    },
    Failed {
        message: String,
    },
}

#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    pub path: String,
    pub reason: String,
}

#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct NoteEntry {
    pub path: String,
    pub title: String,
    pub aliases: Vec<String>,
}

/// Lines from 1, both ends in.
#[derive(Debug, Clone, Copy, Serialize, Type)]
pub struct Lines {
    pub start: u32,
    pub end: u32,
}

#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Note {
    pub path: String,
    pub title: String,
    /// Sanitised in Rust. Blocks carry `data-lines="first-last"`.
    pub html: String,
    pub headings: Vec<Heading>,
    pub backlinks: Vec<Backlink>,
    pub warnings: Vec<String>,
    /// The lines to mark and scroll to.
    pub target: Option<Lines>,
    pub notice: Option<String>,
}

#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Heading {
    pub level: u32,
    pub text: String,
    pub line: u32,
}

#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Backlink {
    pub path: String,
    pub title: String,
    pub line: u32,
    /// The line in which the link stands.
    pub context: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum WireKind {
    Direct,
    Search,
    Read,
    Project,
    Attachment,
    Web,
    Memory,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum WireState {
    Cited,
    Used,
    Considered,
    Broken,
    Changed,
    Gone,
}

#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WireReference {
    pub id: String,
    pub number: Option<u32>,
    pub kind: WireKind,
    pub state: WireState,
    pub wikilink: String,
    pub path: Option<String>,
    /// The page's address, if it is one of the web.
    pub url: Option<String>,
    /// The id of the tool call that found it, if one did.
    pub call: Option<String>,
    pub title: String,
    pub heading_path: Vec<String>,
    pub lines: Option<Lines>,
    /// The exact passage.
    pub text: Option<String>,
    pub summary: Option<String>,
    pub snippet: String,
    pub match_reason: String,
    /// Other notes that an ambiguous link could have meant.
    pub others: Vec<String>,
    /// Notes that a broken link may have meant.
    pub suggestions: Vec<String>,
}

#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Attachment {
    pub id: String,
    pub name: String,
    pub bytes: u32,
    pub tokens: u32,
}

/// A question from the window.
#[derive(Debug, Clone, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Ask {
    pub conversation: Option<String>,
    pub text: String,
    pub mode: WireMode,
    pub attachments: Vec<String>,
    pub passages_only: bool,
    /// The id of a kept user message that is to be answered again.
    pub retry: Option<String>,
    /// The id of a kept user message in whose place this is asked.
    pub edit: Option<String>,
}

/// What a turn tells the window, in order; the last is `finished`, `cancelled` or `failed`.
#[derive(Debug, Clone, Serialize, Type)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Turn {
    Started {
        conversation: String,
        question: Box<Message>,
        answer: String,
    },
    References {
        references: Vec<WireReference>,
    },
    Context {
        context: Box<Context>,
    },
    Notice {
        message: String,
    },
    /// The server refused for the moment and is asked again in so many seconds.
    Waiting {
        seconds: u32,
        error: WireError,
    },
    Thinking {
        text: String,
    },
    /// The model called tools. What it said so far belongs to this step, and its answer begins anew.
    Step {
        step: WireStep,
    },
    /// A call of the last step came back.
    Called {
        call: WireCall,
    },
    /// The beginning of the conversation is being summarised to make room.
    Compacting,
    /// It was summarised; from now on the summary stands for it.
    Compacted {
        compaction: WireCompaction,
    },
    /// The answer's blocks from `from` on are now these; those before are as they were.
    Blocks {
        from: u32,
        blocks: Vec<String>,
    },
    Finished {
        answer: Box<Message>,
    },
    Cancelled {
        answer: Box<Message>,
    },
    Failed {
        answer: Option<Box<Message>>,
        error: WireError,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum WireSegment {
    System,
    Tools,
    Summary,
    Messages,
    Agent,
    Project,
    Documents,
    Attachments,
    Results,
    Reminder,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum WireCount {
    Exact,
    Calibrated,
    Estimated,
    Approximate,
}

#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ContextPart {
    pub segment: WireSegment,
    pub label: String,
    pub origin: Option<String>,
    pub number: Option<u32>,
    pub tokens: u32,
    pub count: WireCount,
    pub text: String,
}

#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ContextCut {
    pub label: String,
    pub tokens: u32,
    pub reason: String,
}

#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Context {
    pub window: u32,
    pub reserve: u32,
    pub system_budget: u32,
    pub tools_budget: u32,
    pub messages_budget: u32,
    pub parts: Vec<ContextPart>,
    pub cuts: Vec<ContextCut>,
    pub total: u32,
    pub free: u32,
    pub refusal: Option<String>,
}

#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WireUsage {
    pub prompt: u32,
    pub completion: u32,
}

#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WireReceipt {
    pub answer: String,
    /// RFC 3339.
    pub created: String,
    pub server: String,
    pub model: String,
    /// The exact body that was sent.
    pub request: String,
    pub context: Context,
    pub usage: Option<WireUsage>,
    pub deleted_marks: Vec<String>,
    pub problems: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum WireStanding {
    Unchanged,
    Moved,
    Changed,
    PassageGone,
    NoteGone,
}

#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct OpenedReference {
    pub reference: WireReference,
    pub standing: WireStanding,
    /// The note now, with the lines to mark; nothing if it is gone.
    pub note: Option<Note>,
    pub notice: Option<String>,
    /// The passage as it is now, if it reads otherwise.
    pub now: Option<String>,
    /// Lines to bring into view and not to mark: the section that a lost passage stood in.
    pub scroll_to: Option<Lines>,
}
