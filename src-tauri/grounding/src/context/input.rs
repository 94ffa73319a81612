//! The input of a context.

use std::{collections::HashMap, ops::Range};

use conversation::model::{Image, Tokens, Tool, ToolCall};

use crate::references::Ledger;
use conversation::context::{Cut, FewPassages, SearchedFor};
use conversation::{
    AttachmentId, ContextItem, KeyQuote, MessageId, Mode, Step,
    reference::{Number, PassageKey, Reference},
    settings::{ChatSettings, Shares},
};

/// Everything that [`build`](super::build) reads, as plain data.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    pub basis: &'a Basis,
    pub fit: &'a Fit,
    pub progress: &'a Progress,
}

/// The material for a question; constant while it is answered.
#[derive(Debug, Clone, Default)]
pub struct Basis {
    pub question: String,
    /// The date and time of the question, in words for the model.
    pub when: String,
    /// The sources that were searched.
    pub mode: Mode,
    /// The user's prompts for this conversation, in order.
    pub prompts: Vec<PromptPart>,
    pub project: Option<ProjectPart>,
    /// The notes that the question links, in order, including broken links.
    pub linked: Vec<LinkedNote>,
    /// Includes linked notes whole, however large, if they fit.
    pub whole_notes: bool,
    pub attachments: Vec<AttachedFile>,
    /// Number of pinned hits, which come first and are never cut.
    pub pinned_hits: usize,
    /// Sentences about the outcomes of changes that the model proposed.
    pub changes: Vec<String>,
    /// The words that a follow-up question was searched for.
    pub searched_for: Option<SearchedFor>,
    /// A short follow-up question as a whole one, for a small model.
    pub restated: Option<String>,
}

/// The parameters of the model and the settings.
#[derive(Debug, Clone)]
pub struct Fit {
    pub window: Tokens,
    /// Tokens reserved for the answer.
    pub reserve: Tokens,
    pub shares: Shares,
    /// Gives messages the unused share of the tools' descriptions.
    pub lend_shares: bool,
    /// Number of newest messages that are never summarised, including the question.
    pub kept_messages: u32,
    /// The user's own system prompt; `None` for the app's. The sections for this turn (tools, citing, the date)
    /// follow either.
    pub instructions: Option<String>,
    /// The user's words for the reminder behind the question, after the app's own; `None` for no reminder.
    pub reminder: Option<String>,
    /// Empty if the model can't call tools.
    pub tools: Vec<OfferedTool>,
    /// The name of the offered tool that reads a note; the question mentions it.
    pub read_tool: Option<String>,
    /// The model's reading speed in tokens a second, if known. Hits that take too long to read are cut.
    pub reading: Option<u32>,
    /// The model is small, and gets short instructions.
    pub small: bool,
    pub vision: bool,
    /// Pictures in linked notes and hits, those of the best passages first. Empty if the model doesn't see.
    pub pictures: Vec<Picture>,
    /// The part of each passage that is closest to the question, in bytes of its text, for a slow model or with
    /// `shared`. Hits without one go in whole.
    pub excerpts: HashMap<PassageKey, Range<usize>>,
    /// Tokens of each excerpt, where all notes of a period share a small model's room. Then every hit with an excerpt
    /// goes in as such, except pinned ones.
    pub shared: Option<Tokens>,
    /// Cuts that were made before the context is built.
    pub left_out: Vec<Cut>,
    /// The reason why there are few hits, if known already.
    pub few_passages: Option<FewPassages>,
}

/// The state of the answer, which changes from call to call.
#[derive(Debug, Clone, Default)]
pub struct Progress {
    pub earlier: PastTalk,
    /// The passages for the next call, best first. [`State::Considered`](conversation::reference::State::Considered)
    /// ones are cut first.
    pub hits: Vec<Reference>,
    /// This turn's calls of tools with their results, in order.
    pub rounds: Vec<Round>,
    /// The findings of a survey, with the numbers of their passages.
    pub findings: Option<String>,
    /// The current task of step-by-step work.
    pub work: Option<WorkPart>,
    /// The sentence closest to the question, with the number of its document, after a small model claimed that the
    /// documents don't answer.
    pub overlooked: Option<(Number, String)>,
    /// Forbids further calls of tools.
    pub last_call: bool,
    /// The conversation's numbers so far. New passages get the next ones in the order in which the model sees them.
    pub ledger: Ledger,
}

#[derive(Debug, Clone, Default)]
pub struct PastTalk {
    /// Covers the turns before `turns`.
    pub summary: Option<Summary>,
    /// The user undid the last summary: another one is made only if the request doesn't fit otherwise.
    pub summary_undone: bool,
    /// Oldest first.
    pub turns: Vec<PastTurn>,
}

impl Fit {
    /// A model without tools, with default settings.
    pub fn new(window: Tokens, reserve: Tokens) -> Self {
        Self {
            window,
            reserve,
            shares: Shares::default(),
            lend_shares: false,
            kept_messages: ChatSettings::default().kept_messages,
            instructions: None,
            reminder: Some(String::new()),
            tools: Vec::new(),
            read_tool: None,
            reading: None,
            small: false,
            vision: false,
            pictures: Vec::new(),
            excerpts: HashMap::new(),
            shared: None,
            left_out: Vec::new(),
            few_passages: None,
        }
    }

    pub fn offer_no_tools(&mut self) {
        self.tools.clear();
        self.read_tool = None;
    }

    /// Maximum tokens of a request.
    pub fn limit(&self) -> Tokens {
        Tokens(self.window.0.saturating_sub(self.reserve.0))
    }
}

/// A prompt that the user chose for a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromptPart {
    pub name: String,
    pub text: String,
    /// Replaces the system prompt; otherwise the prompt is a message before the documents.
    pub replaces_instructions: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    pub text: String,
    /// A line for each passage that tools found or answers cited.
    pub found: Vec<String>,
    pub quotes: Vec<KeyQuote>,
    pub messages: u32,
}

#[derive(Debug, Clone, PartialEq)]
pub struct PastTurn {
    pub id: MessageId,
    /// The last message of the turn.
    pub end: MessageId,
    /// Pinned by the user: never cut or summarised.
    pub pinned: bool,
    pub question: String,
    pub references: Vec<Reference>,
    pub attachments: Vec<AttachedFile>,
    /// The calls of tools for the answer. Their results aren't sent again.
    pub steps: Vec<Step>,
    /// The answer with marks as `[n]`; `None` if the model failed or was stopped before the first word.
    pub answer: Option<String>,
    /// For a summary: a line for each cited passage and each note that tools found.
    pub found: Vec<String>,
}

impl PastTurn {
    /// An empty turn that begins with the message `id`.
    pub fn new(id: MessageId) -> Self {
        Self {
            id,
            end: id,
            pinned: false,
            question: String::new(),
            references: Vec::new(),
            attachments: Vec::new(),
            steps: Vec::new(),
            answer: None,
            found: Vec::new(),
        }
    }
}

/// The plan, findings and next task of step-by-step work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkPart {
    /// The plan, the findings so far, and the user's remarks.
    pub text: String,
    /// The task. Empty if an answer only continues.
    pub reminder: String,
}

#[derive(Debug, Clone, PartialEq)]
pub struct ProjectPart {
    pub name: String,
    /// Empty for none.
    pub instructions: String,
    /// All notes and files of the project as passages, or none if they don't fit (see
    /// [`project_fits`](super::project_fits)); then the project is searched, and matching passages are among the
    /// hits.
    pub documents: Vec<Reference>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct LinkedNote {
    /// From [`direct_references`](crate::references::links::direct_references).
    pub link: Reference,
    /// The text of the note, or of the linked section, as passages in order. Either all go in or none. Empty if the
    /// note couldn't be read.
    pub text: Vec<Reference>,
    /// The note's best passages, which replace a text that is too long; best first.
    pub best: Vec<Reference>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// The path and link of the picture, without a passage.
    pub reference: Reference,
    /// The passages with this picture. It only goes in together with one of them.
    pub shown_by: Vec<PassageKey>,
    pub image: Image,
}

impl Picture {
    pub(super) fn is_shown_by(&self, passage: &Reference) -> bool {
        passage.key().is_some_and(|key| self.shown_by.contains(&key))
    }

    /// The item for the user's choice to remove it.
    pub fn item(&self) -> Option<ContextItem> {
        self.reference.path.clone().map(|path| ContextItem::Picture { path })
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct AttachedFile {
    pub id: AttachmentId,
    pub name: String,
    /// The included text as passages in order. Empty for an image.
    pub passages: Vec<Reference>,
    /// The file is searched instead, and matching passages are among the hits.
    pub searched: bool,
    pub image: Option<Image>,
}

impl AttachedFile {
    /// Whether it is a passage of the vault.
    pub(super) fn is_excerpt(&self) -> bool {
        self.passages.first().is_some_and(|passage| passage.path.is_some())
    }

    /// The first passage's number, if all passages have one.
    pub(super) fn first_number(&self) -> Option<conversation::Number> {
        let all = self.passages.iter().all(|reference| reference.number.is_some());
        self.passages.first().filter(|_| all)?.number
    }

    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.passages.iter().filter_map(|it| it.passage.as_ref()).map(|it| it.text.as_str())
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Round {
    pub said: String,
    pub calls: Vec<CallOutcome>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct CallOutcome {
    pub call: ToolCall,
    /// The result beside its passages.
    pub text: String,
    /// In the order for the model.
    pub passages: Vec<Reference>,
    pub image: Option<Image>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct OfferedTool {
    pub tool: Tool,
    /// The condition for its use, for the system prompt.
    pub guidance: String,
}
