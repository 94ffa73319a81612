//! What a message rests on: notes, files and pages, with the passage and its number.

use crate::model::Tokens;
use notes::{Anchor, ByteRange, ContentHash, LineRange, NotePath};
use serde::{Deserialize, Serialize};

use crate::{AttachmentId, ContextItem, FilePart, MessageId, ReferenceId};

/// The model that wrote what a note is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct SummaryAuthor {
    pub model: String,
    /// The answer after which it was asked; the receipt of the call is among that answer's.
    pub answer: MessageId,
}

/// What makes two passages the same: where they come from and their text's hash.
pub type PassageKey = (String, ContentHash);

/// The number of a passage in its conversation, from 1. Only the ledger gives them out.
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
    /// The retrieval or a tool found it.
    Search,
    Read,
    Project,
    Attachment,
    Web,
    Memory,
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

/// A passage as it was when it was referred to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Passage {
    pub lines: LineRange,
    /// Its bytes.
    pub range: ByteRange,
    /// The hash of its text.
    pub hash: ContentHash,
    pub text: String,
    /// The headings over it, from the outside in.
    pub heading_path: Vec<String>,
    /// The page, slide, sheet or chapter that it stands on, if it is of a file that has such.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<FilePart>,
    pub tokens: Tokens,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Reference {
    pub id: ReferenceId,
    /// Its number, once the ledger has given one. A broken link has none.
    pub number: Option<Number>,
    pub kind: Kind,
    pub state: State,
    /// The link as the user wrote it, or as one would write it: `[[Salt]]`.
    pub wikilink: String,
    /// The note, if there is one.
    pub path: Option<NotePath>,
    /// The attachment, if it is one.
    pub attachment: Option<AttachmentId>,
    /// The page's address, if it is one of the web.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// The tool call that found it, if one did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub call: Option<String>,
    /// The place in the note that the link names.
    pub anchor: Option<Anchor>,
    /// The note's title, the file's name, or the link's target.
    pub title: String,
    /// The day that the note is of, as `2026-03-01`, if its properties tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    pub passage: Option<Passage>,
    /// What the note is about, in at most 100 characters.
    pub summary: Option<String>,
    /// Who wrote that line, if it was a model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary_by: Option<SummaryAuthor>,
    /// The passage's beginning, at most 100 characters, cut at a word.
    pub snippet: String,
    /// Why it is here: `you linked it`, `Mentions salt and dough`.
    pub match_reason: String,
    /// Other notes that an ambiguous link could have meant.
    pub others: Vec<NotePath>,
    /// Notes that a broken link may have meant.
    pub suggestions: Vec<NotePath>,
}

impl Reference {
    /// A reference to nothing yet: with a new id, and without number, place or text.
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
            date: None,
            passage: None,
            summary: None,
            summary_by: None,
            snippet: String::new(),
            match_reason: String::new(),
            others: Vec::new(),
            suggestions: Vec::new(),
        }
    }

    /// Where it comes from, as the ledger knows it: the note's path, the attachment's id, the page's
    /// address. `None` for a link that finds nothing.
    pub fn source(&self) -> Option<String> {
        let path = self.path.as_ref().map(|path| path.as_str().to_owned());
        let attachment = || self.attachment.map(|id| id.to_string());
        // The text alone tells one memory from another.
        let memory = || (self.kind == Kind::Memory).then(|| "memory".to_owned());
        path.or_else(attachment).or_else(|| self.url.clone()).or_else(memory)
    }

    /// Whether its passage has all of the other's.
    pub fn covers(&self, other: &Self) -> bool {
        let (Some(all), Some(part)) = (&self.passage, &other.passage) else { return false };
        self.source() == other.source()
            && (all.hash == part.hash
                || (all.range.start <= part.range.start
                    && part.range.end <= all.range.end
                    && all.text.contains(&part.text)))
    }

    /// The same, looked at and left: `why` is said behind why it was found.
    #[must_use]
    pub fn left(self, why: &str) -> Self {
        let match_reason = match self.match_reason.is_empty() {
            true => why.to_owned(),
            false => format!("{} · {why}", self.match_reason),
        };
        Self { state: State::Considered, match_reason, ..self }
    }

    /// By what the user can take its passage out of the context or pin it, if it has one.
    pub fn item(&self) -> Option<ContextItem> {
        self.key().map(|(source, hash)| ContextItem::Passage { source, hash })
    }

    /// By what the ledger knows its passage, if it has one.
    pub fn key(&self) -> Option<PassageKey> {
        Some((self.source()?, self.passage.as_ref()?.hash))
    }
}
