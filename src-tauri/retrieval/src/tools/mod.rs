//! What the assistant can do: look into the vault, remember, and search the web.
//!
//! A tool returns text for the model and passages for the ledger. Whatever a model sends, and
//! whatever a note says, a tool does nothing that its [`Permission`] wasn't granted for, and reads
//! nothing but through the vault's guard.

mod arguments;
pub mod choice;
mod entries;
mod find;
mod links;
mod list;
mod look;
mod memory;
mod page;
mod place;
mod read;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use futures::future::BoxFuture;
use models::{Image, Tokens, Tool, ToolCall};
use tokio_util::sync::CancellationToken;

use self::arguments::Arguments;
pub use self::{
    choice::{Choice, choose},
    memory::{Memories, Memory},
};
use crate::{Sources, blocking, web::WebSearch};
use conversation::{Error, reference::Reference};

/// The name of the tool that reads a note.
pub const READ_NOTE: &str = "read_note";

/// What a tool may do without asking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Permission {
    /// Reads the vault.
    Read,
    /// Keeps a text beside the conversation.
    Remember,
    /// Asks the search provider that the user chose.
    Web,
    /// Changes notes. No tool of today does, and none may without the user's word on that change.
    Write,
}

/// What the model of a call can do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Abilities {
    /// It sees images.
    pub vision: bool,
    /// The turn may search the web.
    pub web: bool,
}

/// A tool, as it is offered to a model.
#[derive(Debug, Clone, PartialEq)]
pub struct Descriptor {
    /// Its name, description and arguments, as they are sent.
    pub tool: Tool,
    /// When to use it, in a sentence or two for the instructions. May be empty.
    pub guidance: &'static str,
    /// What it may do.
    pub permission: Permission,
    /// Whether it is always offered: to read, to find excerpts, to resolve a wikilink.
    pub core: bool,
}

/// What a call gave.
#[derive(Debug, Clone, Default)]
pub struct Outcome {
    /// What the model gets besides the passages.
    pub text: String,
    /// What was found, without numbers, in the order for the model: of a search the best first. The
    /// text of those in the state [`Used`](conversation::reference::State::Used) goes to the model; those
    /// that are [`Considered`](conversation::reference::State::Considered) are for the cards alone.
    pub passages: Vec<Reference>,
    /// The image that the model asked to see.
    pub image: Option<Image>,
    /// Whether it failed, or found nothing.
    pub failed: bool,
    /// What was done, in a sentence for people: “Read Salt.md”, “5 passages of 3 notes”.
    pub told: String,
}

/// Why a call does nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Refusal {
    /// What is wrong, in a sentence; for people, too.
    told: String,
    /// What would be right, for the model.
    hint: String,
}

/// The tools of an open vault. Clones share them.
#[derive(Clone)]
pub struct Toolbox {
    desk: Arc<Desk>,
}

/// What the tools work on.
#[derive(Clone)]
struct Desk {
    sources: Sources,
    memories: Option<Arc<dyn Memories>>,
    web: Option<Arc<dyn WebSearch>>,
    granted: Vec<Permission>,
    entries: Vec<Entry>,
}

/// A tool with what it does.
#[derive(Clone)]
struct Entry {
    descriptor: Descriptor,
    needs: Needs,
    run: Run,
}

/// What must be there for a tool to be offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Needs {
    Nothing,
    Vision,
    Memories,
    Web,
}

#[derive(Clone, Copy)]
enum Run {
    /// Reads files or the index; runs on a thread that may block.
    Blocking(fn(&Job) -> Done),
    /// Waits for somebody else.
    Waiting(fn(Arc<Job>) -> BoxFuture<'static, Done>),
}

type Done = Result<Outcome, Refusal>;

/// One call on its way.
struct Job {
    desk: Arc<Desk>,
    arguments: Arguments,
    /// The largest result, in tokens.
    limit: Tokens,
    cancel: CancellationToken,
}

impl Toolbox {
    /// The tools over a vault, with no permission but to read. What a search of theirs does, it does
    /// as the turn's own.
    pub fn new(sources: Sources) -> Self {
        let desk = Desk {
            sources,
            memories: None,
            web: None,
            granted: vec![Permission::Read],
            entries: entries::all(),
        };
        Self { desk: Arc::new(desk) }
    }

    /// With memories, to be looked through and added to.
    #[must_use]
    pub fn with_memories(mut self, memories: Arc<dyn Memories>) -> Self {
        let desk = Arc::make_mut(&mut self.desk);
        desk.memories = Some(memories);
        desk.granted.push(Permission::Remember);
        self
    }

    /// With the web, searched by the provider that the user chose.
    #[must_use]
    pub fn with_web(mut self, web: Arc<dyn WebSearch>) -> Self {
        let desk = Arc::make_mut(&mut self.desk);
        desk.web = Some(web);
        desk.granted.push(Permission::Web);
        self
    }

    /// The tools that can be offered to a model: those that are allowed and have what they need.
    pub fn descriptors(&self, can: Abilities) -> Vec<Descriptor> {
        self.desk.offered(can).map(|entry| entry.descriptor.clone()).collect()
    }

    /// Runs a call. Whatever is wrong with it comes back as the outcome's text, and nothing was done
    /// then. The result has `limit` tokens at most, but for a single passage that is larger.
    pub async fn run(&self, call: &ToolCall, limit: Tokens, cancel: &CancellationToken) -> Outcome {
        let done = tokio::select! {
            biased;
            () = cancel.cancelled() => Err(Refusal::new("The call was stopped.")),
            done = self.done(call, limit, cancel) => done,
        };
        let mut outcome = done.unwrap_or_else(Refusal::into_outcome);
        for passage in &mut outcome.passages {
            passage.call = Some(call.id.clone());
        }
        outcome
    }

    async fn done(&self, call: &ToolCall, limit: Tokens, cancel: &CancellationToken) -> Done {
        let desk = &self.desk;
        let name = call.name.trim();
        let Some(entry) = desk.entries.iter().find(|entry| entry.descriptor.tool.name == name)
        else {
            return Err(desk.unknown(name));
        };
        let permission = entry.descriptor.permission;
        if !desk.granted.contains(&permission) {
            let what = permission.what();
            return Err(Refusal::new(format!("“{name}” wasn't run: {what} isn't allowed here."))
                .hint("Do without it, and tell the user what you would have done."));
        }
        if !desk.has(entry.needs) {
            return Err(desk.unknown(name));
        }
        let arguments = Arguments::parse(name, &call.arguments)?;
        let job = Job { desk: desk.clone(), arguments, limit, cancel: cancel.clone() };
        match entry.run {
            Run::Waiting(run) => run(Arc::new(job)).await,
            // A defect in a tool ends its call and nothing else.
            Run::Blocking(run) => blocking(move || Ok(run(&job)))
                .await
                .unwrap_or_else(|error| Err(Refusal::new(format!("“{name}” failed: {error}")))),
        }
    }
}

impl Desk {
    fn offered(&self, can: Abilities) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(move |entry| {
            self.granted.contains(&entry.descriptor.permission)
                && self.has(entry.needs)
                && (entry.needs != Needs::Vision || can.vision)
                && (entry.needs != Needs::Web || can.web)
        })
    }

    fn has(&self, needs: Needs) -> bool {
        match needs {
            Needs::Nothing | Needs::Vision => true,
            Needs::Memories => self.memories.is_some(),
            Needs::Web => self.web.is_some(),
        }
    }

    fn unknown(&self, name: &str) -> Refusal {
        let can = Abilities { vision: false, web: true };
        let names: Vec<&str> =
            self.offered(can).map(|entry| entry.descriptor.tool.name.as_str()).collect();
        Refusal::new(format!("There is no tool “{}”.", page::shown(name)))
            .hint(format!("There are: {}.", names.join(", ")))
    }
}

impl Permission {
    /// What it lets a tool do, to stand before “isn't allowed”.
    fn what(self) -> &'static str {
        match self {
            Self::Read => "reading notes",
            Self::Remember => "remembering",
            Self::Web => "searching the web",
            Self::Write => "changing notes without the user's approval",
        }
    }
}

impl Refusal {
    fn new(told: impl Into<String>) -> Self {
        Self { told: told.into(), hint: String::new() }
    }

    fn hint(self, hint: impl Into<String>) -> Self {
        Self { hint: hint.into(), ..self }
    }

    fn into_outcome(self) -> Outcome {
        let text = match self.hint.as_str() {
            "" => self.told.clone(),
            hint => format!("{} {hint}", self.told),
        };
        Outcome { text, failed: true, told: self.told, ..Outcome::default() }
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::new(sentence(&error.message))
    }
}

impl From<notes::Error> for Refusal {
    fn from(error: notes::Error) -> Self {
        Self::new(sentence(&error.to_string()))
    }
}

/// With a full stop at its end.
fn sentence(text: &str) -> String {
    let text = page::shown(text);
    if text.ends_with(['.', '!', '?']) { text } else { format!("{text}.") }
}

/// “1 note”, “3 notes”.
fn counted(count: usize, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}
