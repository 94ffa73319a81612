//! Conversations and their messages as the window sees them.

use app::answer::render_blocks;
use conversation::{Author, CallState, CitationMark, MessageState, Mode, Support};
use library::{
    self,
    export::{self, Format},
};
use notes::Catalog;
use serde::{Deserialize, Serialize};
use specta::Type;

use super::{Attachment, WireError, WireReference};

#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ConversationEntry {
    pub id: String,
    pub title: String,
    /// RFC 3339.
    pub updated: String,
    pub messages: u32,
    /// It stands before the others.
    pub pinned: bool,
}

/// A conversation, or the part of it that was asked for.
#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Conversation {
    pub id: String,
    pub title: String,
    pub messages: Vec<Message>,
    /// How many messages stand before these.
    pub earlier: u32,
    /// The summaries that stand for its beginning in what a model gets, oldest first.
    pub compactions: Vec<WireCompaction>,
}

/// A conversation that has what was looked for, with the message that has it best.
#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ConversationHit {
    pub conversation: String,
    pub title: String,
    pub message: String,
    /// The text around what was found.
    pub snippet: Vec<SnippetPiece>,
    /// When the conversation was last added to; RFC 3339.
    pub updated: String,
}

/// A piece of a text of which parts are marked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct SnippetPiece {
    pub text: String,
    pub marked: bool,
}

/// What something is written as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum WireExport {
    Markdown,
    Json,
}

/// A conversation that was imported.
#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Imported {
    pub conversation: String,
    pub title: String,
    pub messages: u32,
    /// What was left out or had to be guessed, in sentences.
    pub notes: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum WireAuthor {
    User,
    Assistant,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum WireMessageState {
    Complete,
    Streaming,
    Interrupted,
    Cancelled,
    Failed,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum WireMode {
    None,
    Notes,
    Web,
    Both,
}

/// A question that is being written.
#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Draft {
    pub text: String,
    pub mode: WireMode,
    pub passages_only: bool,
    pub attachments: Vec<Attachment>,
}

#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct Message {
    pub id: String,
    pub author: WireAuthor,
    /// As typed, or as answered with marks as `[n]`.
    pub text: String,
    /// An answer's sanitised HTML, one text for each block; empty for a user's message.
    pub blocks: Vec<String>,
    /// The citations of the text. A chip's `data-mark` says which of them it is, from 0.
    pub marks: Vec<WireMark>,
    /// Sentences that cite nothing and clearly come from one passage.
    pub probably: Vec<WireProbably>,
    pub thinking: String,
    /// The tools that the model called before it answered.
    pub steps: Vec<WireStep>,
    /// RFC 3339.
    pub created: String,
    pub state: WireMessageState,
    pub error: Option<WireError>,
    pub mode: WireMode,
    pub passages_only: bool,
    pub model: Option<String>,
    pub notices: Vec<String>,
    pub references: Vec<WireReference>,
    pub attachments: Vec<Attachment>,
    pub has_receipt: bool,
    /// The messages at this one's place in all branches, itself included, in the order in which they
    /// were made. Empty where there is no other.
    pub branches: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum WireSupport {
    Supported,
    Weak,
    Unsupported,
}

/// A citation, and what the check of it found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WireMark {
    pub number: u32,
    /// Nothing where it wasn't checked.
    pub support: Option<WireSupport>,
    /// What its sentence says and none of the sentence's passages does.
    pub missing: Vec<String>,
}

/// A sentence without a citation, and the passage that it clearly comes from.
#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WireProbably {
    pub number: u32,
    /// The sentence.
    pub text: String,
}

/// One round of tools within a turn.
#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WireStep {
    /// What the model said before it called.
    pub said: String,
    pub calls: Vec<WireCall>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub enum WireCallState {
    Running,
    Done,
    Failed,
}

/// A call of a tool.
#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WireCall {
    pub id: String,
    pub name: String,
    /// As the model wrote them.
    pub arguments: String,
    pub state: WireCallState,
    /// What was done or found, in a sentence. Empty while it runs.
    pub told: String,
}

/// A summary that stands for the beginning of a conversation in what a model gets.
#[derive(Debug, Clone, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct WireCompaction {
    pub id: String,
    /// The last message that it stands for.
    pub through: String,
    pub summary: String,
    /// What tools found and answers cited of what it stands for, a line each.
    pub found: Vec<String>,
    pub messages: u32,
    /// The tokens of these messages.
    pub before: u32,
    /// The tokens of what stands for them.
    pub after: u32,
    pub model: String,
    /// RFC 3339.
    pub created: String,
    pub edited: bool,
}

impl From<conversation::ConversationEntry> for ConversationEntry {
    fn from(entry: conversation::ConversationEntry) -> Self {
        Self {
            id: entry.id.to_string(),
            title: entry.title,
            updated: entry.updated.to_string(),
            messages: entry.messages,
            pinned: entry.pinned,
        }
    }
}

impl From<library::ConversationHit> for ConversationHit {
    fn from(hit: library::ConversationHit) -> Self {
        Self {
            conversation: hit.conversation.to_string(),
            title: hit.title,
            message: hit.message.to_string(),
            snippet: pieces(&hit.snippet, &hit.marks),
            updated: hit.updated.to_string(),
        }
    }
}

impl From<WireExport> for Format {
    fn from(format: WireExport) -> Self {
        match format {
            WireExport::Markdown => Self::Markdown,
            WireExport::Json => Self::Json,
        }
    }
}

impl From<export::Imported> for Imported {
    fn from(imported: export::Imported) -> Self {
        Self {
            conversation: imported.conversation.to_string(),
            title: imported.title,
            messages: imported.messages,
            notes: imported.notes,
        }
    }
}

/// `text` cut where its marks begin and end. Marks that don't fit it, or go back, are left out.
fn pieces(text: &str, marks: &[(u32, u32)]) -> Vec<SnippetPiece> {
    let mut pieces = Vec::new();
    let mut at = 0;
    let mut add = |text: &str, marked| {
        if !text.is_empty() {
            pieces.push(SnippetPiece { text: text.to_owned(), marked });
        }
    };
    for (start, end) in marks {
        let (start, end) = (*start as usize, *end as usize);
        let (Some(before), Some(marked)) = (text.get(at..start), text.get(start..end)) else {
            continue;
        };
        add(before, false);
        add(marked, true);
        at = end;
    }
    add(text.get(at..).unwrap_or_default(), false);
    pieces
}

impl Conversation {
    /// A part of a conversation, its answers rendered against the vault's names.
    pub fn new(page: library::Page, catalog: Option<&Catalog>) -> Self {
        let library::Page { conversation, earlier } = page;
        Self {
            id: conversation.id.to_string(),
            title: conversation.title,
            messages: conversation
                .messages
                .into_iter()
                .map(|message| Message::new(message, catalog))
                .collect(),
            earlier,
            compactions: conversation.compactions.into_iter().map(Into::into).collect(),
        }
    }
}

impl From<conversation::Step> for WireStep {
    fn from(step: conversation::Step) -> Self {
        Self { said: step.said, calls: step.calls.into_iter().map(Into::into).collect() }
    }
}

impl From<conversation::Call> for WireCall {
    fn from(call: conversation::Call) -> Self {
        Self {
            id: call.id,
            name: call.name,
            arguments: call.arguments,
            state: match call.state {
                CallState::Running => WireCallState::Running,
                CallState::Done => WireCallState::Done,
                CallState::Failed => WireCallState::Failed,
            },
            told: call.told,
        }
    }
}

impl From<conversation::Compaction> for WireCompaction {
    fn from(compaction: conversation::Compaction) -> Self {
        Self {
            id: compaction.id.to_string(),
            through: compaction.through.to_string(),
            summary: compaction.summary,
            found: compaction.found,
            messages: compaction.messages,
            before: compaction.before.0,
            after: compaction.after.0,
            model: compaction.model,
            created: compaction.created.to_string(),
            edited: compaction.edited,
        }
    }
}

fn marks(citations: &[CitationMark], checks: &[conversation::Check]) -> Vec<WireMark> {
    let check = |mark: &CitationMark| {
        checks.iter().find(|check| check.start <= mark.start && mark.end <= check.end)
    };
    citations
        .iter()
        .map(|mark| WireMark {
            number: mark.number.0,
            support: mark.support.map(|support| match support {
                Support::Supported => WireSupport::Supported,
                Support::Weak => WireSupport::Weak,
                Support::Unsupported => WireSupport::Unsupported,
            }),
            missing: check(mark).map(|check| check.missing.clone()).unwrap_or_default(),
        })
        .collect()
}

fn probably(text: &str, found: &[conversation::Probably]) -> Vec<WireProbably> {
    found
        .iter()
        .map(|it| WireProbably {
            number: it.number.0,
            text: text.get(it.start as usize..it.end as usize).unwrap_or_default().to_owned(),
        })
        .collect()
}

impl Message {
    /// The message, rendered against the vault's names if it is an answer.
    pub fn new(message: conversation::Message, catalog: Option<&Catalog>) -> Self {
        let blocks = match message.author {
            Author::User => Vec::new(),
            Author::Assistant => render_blocks(&message.text, &message.citations, catalog),
        };
        Self {
            id: message.id.to_string(),
            author: match message.author {
                Author::User => WireAuthor::User,
                Author::Assistant => WireAuthor::Assistant,
            },
            blocks,
            marks: marks(&message.citations, &message.checks),
            probably: probably(&message.text, &message.probably),
            text: message.text,
            thinking: message.thinking,
            steps: message.steps.into_iter().map(Into::into).collect(),
            created: message.created.to_string(),
            state: match message.state {
                MessageState::Complete => WireMessageState::Complete,
                MessageState::Streaming => WireMessageState::Streaming,
                MessageState::Interrupted => WireMessageState::Interrupted,
                MessageState::Cancelled => WireMessageState::Cancelled,
                MessageState::Failed => WireMessageState::Failed,
            },
            error: message.error.map(Into::into),
            mode: message.mode.into(),
            passages_only: message.passages_only,
            model: message.model,
            notices: message.notices,
            references: message.references.into_iter().map(Into::into).collect(),
            attachments: message.attachments.into_iter().map(Into::into).collect(),
            has_receipt: message.has_receipt,
            branches: message.branches.iter().map(ToString::to_string).collect(),
        }
    }
}

impl From<Mode> for WireMode {
    fn from(mode: Mode) -> Self {
        match mode {
            Mode::None => Self::None,
            Mode::Notes => Self::Notes,
            Mode::Web => Self::Web,
            Mode::Both => Self::Both,
        }
    }
}

impl From<conversation::Draft<conversation::Attachment>> for Draft {
    fn from(draft: conversation::Draft<conversation::Attachment>) -> Self {
        Self {
            text: draft.text,
            mode: draft.mode.into(),
            passages_only: draft.passages_only,
            attachments: draft.attachments.into_iter().map(Into::into).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use conversation::reference::Number;

    use super::*;

    #[test]
    fn a_snippet_is_cut_where_it_is_marked() {
        let check = |text: &str, marks: &[(u32, u32)], expect: &str| {
            let cut = pieces(text, marks);
            let shown: String = cut
                .iter()
                .map(|it| if it.marked { format!("<{}>", it.text) } else { it.text.clone() })
                .collect();
            assert_eq!(shown, expect, "{text:?} {marks:?}");
        };
        check("", &[], "");
        check("Salt", &[(0, 4)], "<Salt>");
        check("How much salt and rye?", &[(9, 13), (18, 21)], "How much <salt> and <rye>?");
        check("Größe", &[(0, 3), (2, 4)], "Gr<ö>ße");
        check("Salt", &[(0, 4), (2, 3), (9, 12)], "<Salt>");
    }

    #[test]
    fn a_mark_has_what_its_own_sentence_lacks() {
        let text = "Add 3 g [1]. It rests. [2]";
        let mark = |start: u32, end: u32, number: u32, support| CitationMark {
            start,
            end,
            number: Number(number),
            support: Some(support),
        };
        let citations = [mark(8, 11, 1, Support::Unsupported), mark(23, 26, 2, Support::Weak)];
        let checks = [conversation::Check { start: 0, end: 12, missing: vec!["3 g".into()] }];
        let expect = [
            WireMark {
                number: 1,
                support: Some(WireSupport::Unsupported),
                missing: vec!["3 g".into()],
            },
            WireMark { number: 2, support: Some(WireSupport::Weak), missing: Vec::new() },
        ];
        assert_eq!(text.len(), 26);
        assert_eq!(marks(&citations, &checks), expect);
        let found = [conversation::Probably { start: 13, end: 22, number: Number(2) }];
        assert_eq!(probably(text, &found)[0].text, "It rests.");
        // Offsets that fit no text are no reason to fail.
        let wrong = [conversation::Probably { start: 13, end: 99, number: Number(2) }];
        assert_eq!(probably(text, &wrong)[0].text, "");
    }
}
