//! The tools that a turn offers to its model, and the permission check of each call.

use std::sync::Arc;

use models::{Tokens, ToolCall};
use tokio_util::sync::CancellationToken;
use web::Web;

use super::{
    arguments::Arguments,
    descriptor::{Abilities, Descriptor, Permission},
    entries,
    job::{Desk, Job, Run},
    memory_store::Memories,
    proposals::Proposals,
    query,
    result::{CallResult, Refusal, ToolResult},
};
use crate::{Sources, blocking, sentences::calls::in_english};

#[derive(Clone)]
pub struct Toolbox {
    pub(super) desk: Arc<Desk>,
}

impl Toolbox {
    /// Tools that may only read. Their searches use the turn's setup and report to it.
    pub fn new(sources: Sources) -> Self {
        let desk = Desk {
            sources,
            memories: None,
            web: None,
            proposals: None,
            granted: vec![Permission::Read],
            entries: entries::all(),
        };
        Self { desk: Arc::new(desk) }
    }

    #[must_use]
    pub fn with_memories(mut self, memories: Arc<dyn Memories>) -> Self {
        let desk = Arc::make_mut(&mut self.desk);
        desk.memories = Some(memories);
        desk.granted.push(Permission::Remember);
        self
    }

    #[must_use]
    pub fn with_web(mut self, web: Arc<dyn Web>) -> Self {
        let desk = Arc::make_mut(&mut self.desk);
        desk.web = Some(web);
        desk.granted.push(Permission::Web);
        self
    }

    #[must_use]
    pub fn with_proposals(mut self, proposals: Arc<dyn Proposals>) -> Self {
        let desk = Arc::make_mut(&mut self.desk);
        desk.proposals = Some(proposals);
        desk.granted.push(Permission::Propose);
        self
    }

    pub fn sources(&self) -> &Sources {
        &self.desk.sources
    }

    pub fn descriptors(&self, can: Abilities) -> Vec<Descriptor> {
        let offered = self.desk.offered(can).map(|entry| {
            let mut descriptor = entry.descriptor.clone();
            if descriptor.tool.name == entries::QUERY_NOTES
                && let Ok(vocabulary) = self.desk.sources.index.vocabulary()
            {
                descriptor.tool.description += &format!(" {}", query::keys(&vocabulary));
            }
            descriptor
        });
        offered.collect()
    }

    /// Runs a call. An error becomes the result's text, and nothing was done then. The result has at most `limit`
    /// tokens, except for a single larger passage.
    pub async fn run(
        &self,
        call: &ToolCall,
        limit: Tokens,
        cancel: &CancellationToken,
    ) -> ToolResult {
        let done = tokio::select! {
            biased;
            () = cancel.cancelled() => Err(Refusal::new("The call was stopped.")),
            done = self.done(call, limit, cancel) => done,
        };
        let mut outcome = done.unwrap_or_else(Refusal::into_result);
        for passage in &mut outcome.passages {
            passage.call = Some(call.id.clone());
        }
        outcome
    }

    async fn done(&self, call: &ToolCall, limit: Tokens, cancel: &CancellationToken) -> CallResult {
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
            // A panic in a tool ends only its call.
            Run::Blocking(run) => blocking(move || Ok(run(&job))).await.unwrap_or_else(|error| {
                let why = in_english(|| error.to_string());
                Err(Refusal::new(format!("“{name}” failed: {why}")))
            }),
        }
    }
}
