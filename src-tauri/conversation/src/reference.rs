//! The sources of a message: notes, files and pages, with passages and numbers.

use crate::model::Tokens;
use notes::{Anchor, ByteRange, ContentHash, DateSource, LineRange, NotePath};
use serde::{Deserialize, Serialize};

use crate::{AttachmentId, ContextItem, FilePart, MessageId, ReferenceId, sentences};

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct SummaryAuthor {
    pub model: String,
    /// The answer before the summary, which has the call's receipt.
    pub answer: MessageId,
}

/// A passage in the language of the answer that cites it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Translation {
    pub text: String,
    pub model: String,
}

/// Identifies a passage by its source and its text's hash.
pub type PassageKey = (String, ContentHash);

/// A passage's number in its conversation, from 1. Assigned only by the ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "specta", derive(specta::Type), serde(rename = "PassageNumber"))]
pub struct Number(pub u32);

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type), serde(rename = "ReferenceKind"))]
pub enum Kind {
    Direct,
    /// Found by retrieval or a tool.
    Search,
    Read,
    Project,
    Attachment,
    Web,
    Memory,
    /// Computed from the vault's records.
    Table,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "specta", derive(specta::Type), serde(rename = "ReferenceState"))]
pub enum State {
    Cited,
    Used,
    Considered,
    Broken,
    Changed,
    Gone,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Passage {
    pub lines: LineRange,
    pub range: ByteRange,
    pub hash: ContentHash,
    pub text: String,
    /// From the outside in.
    pub heading_path: Vec<String>,
    /// The head of the table whose later rows the passage begins with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub columns: Option<String>,
    /// The page, slide, sheet or chapter, for files with such parts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<FilePart>,
    pub tokens: Tokens,
}

/// The records that a query found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Table {
    /// The query's text form.
    pub query: String,
    pub columns: Vec<String>,
    pub rows: Vec<TableRow>,
    /// Number of records found. Larger than the number of rows if they were cut.
    pub total: u32,
    /// What was counted or summed up, over all records: `sum of €` and `120.30`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<TableResult>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TableRow {
    /// The record's note.
    pub path: NotePath,
    pub line: u32,
    /// A text for each column.
    pub values: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct TableResult {
    pub label: String,
    pub value: String,
    /// Number of records that have the value. The others don't count.
    pub of: u32,
}

/// The date of a source, and a newer source.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Age {
    /// The note's date, as `2026-03-01`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// How the date is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date_source: Option<DateSource>,
    /// What says otherwise more recently: a day as `2026-03-01`, or a note's title; empty if only the note itself says
    /// that it no longer holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub superseded: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Reference {
    pub id: ReferenceId,
    /// `None` before the ledger assigns one, and for a broken link.
    pub number: Option<Number>,
    pub kind: Kind,
    pub state: State,
    /// As the user wrote the link, or would write it: `[[Salt]]`.
    pub wikilink: String,
    pub path: Option<NotePath>,
    pub attachment: Option<AttachmentId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<String>,
    /// The place in the note that the link names.
    pub anchor: Option<Anchor>,
    /// The note's title, the file's name, or the link's target.
    pub title: String,
    #[serde(flatten)]
    pub age: Age,
    pub passage: Option<Passage>,
    /// For [`Kind::Table`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<Table>,
    /// The note's topic, in at most 100 characters.
    pub summary: Option<String>,
    /// Set if a model wrote the summary.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary_by: Option<SummaryAuthor>,
    /// The passage's beginning, at most 100 characters, cut at a word.
    pub snippet: String,
    /// E.g. `Linked by you`, `Mentions salt and dough`.
    pub match_reason: String,
    /// Other candidates for an ambiguous link.
    pub others: Vec<NotePath>,
    /// Candidates for a broken link.
    pub suggestions: Vec<NotePath>,
}

impl Reference {
    /// A new id without number, place and text.
    pub fn new(kind: Kind, state: State) -> Self {
        Self {
            id: ReferenceId::new(),
            number: None,
            kind,
            state,
            wikilink: String::new(),
            path: None,
            attachment: None,
            url: None,
            call: None,
            anchor: None,
            title: String::new(),
            age: Age::default(),
            passage: None,
            table: None,
            summary: None,
            summary_by: None,
            snippet: String::new(),
            match_reason: String::new(),
            others: Vec::new(),
            suggestions: Vec::new(),
        }
    }

    /// The date that the note gives itself. A file's time doesn't say when its text was true: all files of a copied
    /// vault have the same.
    pub fn own_date(&self) -> Option<&str> {
        self.age.date.as_deref().filter(|_| self.age.date_source != Some(DateSource::File))
    }

    /// The ledger's key of the source: the note's path, the attachment's id, or the page's address. `None` for a
    /// broken link.
    pub fn source(&self) -> Option<String> {
        let path = self.path.as_ref().map(|path| path.as_str().to_owned());
        let attachment = || self.attachment.map(|id| id.to_string());
        // Only the text distinguishes memories.
        let memory = || (self.kind == Kind::Memory).then(|| "memory".to_owned());
        let table = || self.table.as_ref().map(|table| format!("query:{}", table.query));
        path.or_else(attachment).or_else(|| self.url.clone()).or_else(memory).or_else(table)
    }

    /// True if this passage contains the other.
    pub fn covers(&self, other: &Self) -> bool {
        let (Some(all), Some(part)) = (&self.passage, &other.passage) else { return false };
        self.source() == other.source()
            && (all.hash == part.hash
                || (all.range.start <= part.range.start
                    && part.range.end <= all.range.end
                    && all.text.contains(&part.text)))
    }

    /// Marks the reference as unused, and appends `why` to the reason of its match.
    #[must_use]
    pub fn left(self, why: &str) -> Self {
        let match_reason = match self.match_reason.is_empty() {
            true => why.to_owned(),
            false => format!("{} · {why}", self.match_reason),
        };
        Self { state: State::Considered, match_reason, ..self }
    }

    /// The same for a passage with a worse rank or similarity than others; `why` has the figures.
    #[must_use]
    pub fn less_close(self, why: &str) -> Self {
        self.left(why).left(sentences::LESS_CLOSE.text())
    }

    pub fn item(&self) -> Option<ContextItem> {
        self.key().map(|(source, hash)| ContextItem::Passage { source, hash })
    }

    pub fn key(&self) -> Option<PassageKey> {
        Some((self.source()?, self.passage.as_ref()?.hash))
    }
}
