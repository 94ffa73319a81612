use std::sync::Arc;

use futures::future::BoxFuture;
use models::Tokens;
use tokio_util::sync::CancellationToken;
use web::Web;

use super::{
    arguments::Arguments,
    descriptor::{Abilities, Descriptor, Permission},
    memory_store::Memories,
    page,
    proposals::Proposals,
    result::{CallResult, Refusal},
};
use crate::Sources;

#[derive(Clone)]
pub(super) struct Desk {
    pub(super) sources: Sources,
    pub(super) memories: Option<Arc<dyn Memories>>,
    pub(super) web: Option<Arc<dyn Web>>,
    pub(super) proposals: Option<Arc<dyn Proposals>>,
    pub(super) granted: Vec<Permission>,
    pub(super) entries: Vec<Entry>,
}

#[derive(Clone)]
pub(super) struct Entry {
    pub(super) descriptor: Descriptor,
    pub(super) needs: Requirement,
    pub(super) run: Run,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Requirement {
    Nothing,
    Vision,
    Memories,
    Web,
    Proposals,
}

#[derive(Clone, Copy)]
pub(super) enum Run {
    /// Reads files or the index on a blocking thread.
    Blocking(fn(&Job) -> CallResult),
    Waiting(fn(Arc<Job>) -> BoxFuture<'static, CallResult>),
}

pub(super) struct Job {
    pub(super) desk: Arc<Desk>,
    pub(super) arguments: Arguments,
    pub(super) limit: Tokens,
    pub(super) cancel: CancellationToken,
}

impl Desk {
    pub(super) fn offered(&self, can: Abilities) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(move |entry| {
            self.granted.contains(&entry.descriptor.permission)
                && self.has(entry.needs)
                && (entry.needs != Requirement::Vision || can.vision)
                && (entry.needs != Requirement::Web || can.web)
        })
    }

    pub(super) fn has(&self, needs: Requirement) -> bool {
        match needs {
            Requirement::Nothing | Requirement::Vision => true,
            Requirement::Memories => self.memories.is_some(),
            Requirement::Web => self.web.is_some(),
            Requirement::Proposals => self.proposals.is_some(),
        }
    }

    pub(super) fn unknown(&self, name: &str) -> Refusal {
        let can = Abilities { vision: false, web: true };
        let names: Vec<&str> =
            self.offered(can).map(|entry| entry.descriptor.tool.name.as_str()).collect();
        Refusal::new(format!("There is no tool “{}”.", page::shown(name)))
            .hint(format!("There are: {}.", names.join(", ")))
    }
}
