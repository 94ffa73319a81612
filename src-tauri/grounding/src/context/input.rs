//! What the context is built from.

use std::{collections::HashMap, ops::Range};

use conversation::model::{Image, Tokens, Tool, ToolCall};

use crate::references::Ledger;
use conversation::context::{Cut, FewPassages};
use conversation::{
    AttachmentId, ContextItem, MessageId, Mode, Step,
    reference::{Number, PassageKey, Reference},
    settings::{ChatSettings, Shares},
};

/// Everything that [`build`](super::build) reads. Plain data: the caller has read the notes, searched, and
/// looked at the clock.
#[derive(Debug, Clone, Copy)]
pub struct Input<'a> {
    pub basis: &'a Basis,
    pub fit: &'a Fit,
    pub progress: &'a Progress,
}

/// What was gathered for a question. It doesn't change while the question is answered.
#[derive(Debug, Clone, Default)]
pub struct Basis {
    /// This turn's message, as typed.
    pub question: String,
    /// Date and time of this turn's message, in words for the model.
    pub when: String,
    /// Where the turn looked.
    pub mode: Mode,
    /// The user's own prompts for this conversation, in order.
    pub prompts: Vec<PromptPart>,
    /// The project that the conversation belongs to.
    pub project: Option<ProjectPart>,
    /// The notes that the user linked in this turn's message, in order, broken links too.
    pub linked: Vec<LinkedNote>,
    /// Whether linked notes go in whole as long as they fit, however large they are.
    pub whole_notes: bool,
    /// The files attached to this turn's message, in order.
    pub attachments: Vec<AttachedFile>,
    /// Number of hits, from the first one on, that the user pinned: they stay.
    pub pinned_hits: usize,
    /// Outcomes of the changes to notes that the model proposed before, a sentence each.
    pub changes: Vec<String>,
}

/// What the model and the settings decide.
#[derive(Debug, Clone)]
pub struct Fit {
    /// The model's window.
    pub window: Tokens,
    /// Tokens that stay free for the answer.
    pub reserve: Tokens,
    /// How the window is shared out.
    pub shares: Shares,
    /// Whether messages get what the descriptions of tools leave free of their share.
    pub lend_shares: bool,
    /// Number of the newest messages that stay out of summaries, this turn's question among them.
    pub kept_messages: u32,
    /// The user's own system prompt, or `None` for the app's. The sections that depend on the turn
    /// (tools, citing, the date) follow either.
    pub instructions: Option<String>,
    /// The reminder behind the question. `None` for none at all; the app's own stands before the user's words.
    pub reminder: Option<String>,
    /// The tools of this turn. Empty if the model can't call any.
    pub tools: Vec<OfferedTool>,
    /// The tool among them that reads a note, if there is one. The message names it then.
    pub read_tool: Option<String>,
    /// Tokens that the model reads in a second, where that is known: hits that take too long to read are left out.
    pub reading: Option<u32>,
    /// Whether the model is so small that it gets short instructions.
    pub small: bool,
    /// Whether the model sees images.
    pub vision: bool,
    /// The pictures that linked notes and hits show, those of the best passages first. Empty for a model
    /// that doesn't see.
    pub pictures: Vec<Picture>,
    /// The part of a passage that is closest to the question, in bytes of the passage's text. Hits behind the first
    /// go in as this part where the whole takes long to read; those without one go in whole.
    pub excerpts: HashMap<PassageKey, Range<usize>>,
    /// Tools and passages that were left out before anything was fitted, and why.
    pub left_out: Vec<Cut>,
    /// Why there are few passages among the hits, if they were made few before.
    pub few_passages: Option<FewPassages>,
}

/// What has happened so far: it grows from call to call.
#[derive(Debug, Clone, Default)]
pub struct Progress {
    pub earlier: PastTalk,
    /// The passages for the next call, best first. Those in state
    /// [`State::Considered`](conversation::reference::State::Considered) are the first to go.
    pub hits: Vec<Reference>,
    /// The model's calls of tools in this turn, with their results, in order.
    pub rounds: Vec<Round>,
    /// Findings from notes that were read before, with the numbers of their passages.
    pub findings: Option<String>,
    /// The next task of a question that is worked out step by step.
    pub work: Option<WorkPart>,
    /// The sentence closest to the question, and the number of its document, where a small model
    /// has said that the documents don't tell.
    pub overlooked: Option<(Number, String)>,
    /// Whether this is the turn's last call: no tool may be called any more.
    pub last_call: bool,
    /// The conversation's numbers so far. Passages that the model has not seen before get the next
    /// ones, in the order in which the model sees them.
    pub ledger: Ledger,
}

/// The conversation before this turn's message.
#[derive(Debug, Clone, Default)]
pub struct PastTalk {
    /// The summary of the turns before `turns`.
    pub summary: Option<Summary>,
    /// Whether the user took the last summary back: another is made only where the whole can't be sent without.
    pub summary_undone: bool,
    /// The turns, oldest first.
    pub turns: Vec<PastTurn>,
}

impl Fit {
    /// The fit of a model without tools and of default settings.
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
            left_out: Vec::new(),
            few_passages: None,
        }
    }

    /// What may be sent, in tokens.
    pub fn limit(&self) -> Tokens {
        Tokens(self.window.0.saturating_sub(self.reserve.0))
    }
}

/// A prompt of the user's that a conversation is held under.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromptPart {
    pub name: String,
    pub text: String,
    /// It stands in the place of the instructions and doesn't move; else it stands before the newest
    /// question.
    pub replaces_instructions: bool,
}

/// What stands for the beginning of a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    pub text: String,
    /// What tools found and answers cited of it, a line each.
    pub found: Vec<String>,
    pub messages: u32,
}

/// A question that was asked before, and its answer.
#[derive(Debug, Clone, PartialEq)]
pub struct PastTurn {
    pub id: MessageId,
    /// Its last message.
    pub end: MessageId,
    /// The user pinned it: it stays whole, whatever is left out or summarised.
    pub pinned: bool,
    /// The question, as typed.
    pub question: String,
    pub references: Vec<Reference>,
    /// The files that were attached to it.
    pub attachments: Vec<AttachedFile>,
    /// The tools that were called for the answer. Their results aren't told again.
    pub steps: Vec<Step>,
    /// The answer with its marks as `[n]`; `None` if there is none (the model failed, or was
    /// stopped before the first word).
    pub answer: Option<String>,
    /// What the answer rests on, for a summary: a line for each passage that it cites and for each
    /// note that its tools found.
    pub found: Vec<String>,
}

impl PastTurn {
    /// A turn that begins with the message `id` and says nothing yet.
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

/// What a model is told of a question that is worked out, and of what is to be done now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkPart {
    /// The plan, what was found so far, and what the user said meanwhile.
    pub text: String,
    /// What is to be done now. Empty where the answer only goes on.
    pub reminder: String,
}

#[derive(Debug, Clone, PartialEq)]
pub struct ProjectPart {
    pub name: String,
    /// Its own instructions. Empty for none.
    pub instructions: String,
    /// Its notes and files as passages, all of them, if they fit (see [`project_fits`](super::project_fits)).
    /// Never a part of them: what doesn't fit is searched, and what is found is among the hits.
    pub documents: Vec<Reference>,
}

/// A note that the user linked in the message.
#[derive(Debug, Clone, PartialEq)]
pub struct LinkedNote {
    /// The link, as [`direct_references`](crate::references::links::direct_references) gave it.
    pub link: Reference,
    /// The note's text, or that of the section which the link names, as one passage or several in
    /// order. All of them go in or none. Empty if the note couldn't be read.
    pub text: Vec<Reference>,
    /// The passages of the note that stand in for a text which is too long, best first.
    pub best: Vec<Reference>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// The picture as what an answer rests on: its path and its link, without a passage.
    pub reference: Reference,
    /// The passages that show it. It goes in with any of them, and not without.
    pub shown_by: Vec<PassageKey>,
    pub image: Image,
}

impl Picture {
    pub(super) fn is_shown_by(&self, passage: &Reference) -> bool {
        passage.key().is_some_and(|key| self.shown_by.contains(&key))
    }

    /// By what the user takes it out.
    pub fn item(&self) -> Option<ContextItem> {
        self.reference.path.clone().map(|path| ContextItem::Picture { path })
    }
}

/// A file that was attached to a message.
#[derive(Debug, Clone, PartialEq)]
pub struct AttachedFile {
    pub id: AttachmentId,
    pub name: String,
    /// What of its text goes in, as passages in their order. Empty for an image.
    pub passages: Vec<Reference>,
    /// Whether it is searched, and what matches is among the hits.
    pub searched: bool,
    /// The image, if it is one.
    pub image: Option<Image>,
}

impl AttachedFile {
    /// The number of its first passage, if all have one.
    pub(super) fn first_number(&self) -> Option<conversation::Number> {
        let all = self.passages.iter().all(|reference| reference.number.is_some());
        self.passages.first().filter(|_| all)?.number
    }

    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.passages.iter().filter_map(|it| it.passage.as_ref()).map(|it| it.text.as_str())
    }
}

/// What the model called at once, and what came of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Round {
    pub said: String,
    /// Its calls with their results, in the order in which it made them.
    pub calls: Vec<CallOutcome>,
}

/// A call of a tool, and what it returned.
#[derive(Debug, Clone, PartialEq)]
pub struct CallOutcome {
    pub call: ToolCall,
    /// What the tool says besides its passages.
    pub text: String,
    /// The passages that it found, in the order for the model.
    pub passages: Vec<Reference>,
    pub image: Option<Image>,
}

/// A tool that the model may call.
#[derive(Debug, Clone, PartialEq)]
pub struct OfferedTool {
    pub tool: Tool,
    /// When to use it, for the system prompt.
    pub guidance: String,
}
