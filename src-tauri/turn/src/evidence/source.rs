//! The trait of a source of evidence.

use futures::future::BoxFuture;
use tokio::sync::Mutex;
use tokio_util::sync::CancellationToken;

use conversation::{ConversationSettings, Mode, reference::Reference};
use grounding::context::{LinkedNote, ProjectPart};
use library::Library;
use retrieval::{Matching, Reading, SearchSetup, VaultHandle, files::CutFile, sources::Sources};
use web::Web;

use crate::in_talk::InTalk;

pub trait Source: Sync {
    /// The passages for a question. A failure becomes a notice, because an answer without them is better than none.
    fn find<'a>(&'a self, query: &'a Query<'a>) -> BoxFuture<'a, Findings>;
}

pub struct Query<'a> {
    pub library: &'a Library,
    pub vault: &'a VaultHandle,
    pub setup: &'a SearchSetup,
    /// The question without its command.
    pub text: &'a str,
    /// The references that its links lead to, if already resolved.
    pub links: Option<Vec<Reference>>,
    pub mode: Mode,
    pub own: &'a ConversationSettings,
    /// Attached files to search, of this question and of earlier ones.
    pub files: Vec<CutFile>,
    /// The question in its conversation, which decides how it is searched.
    pub in_talk: &'a InTalk,
    /// What the question asks of properties, tasks, tables, links and dates.
    pub reading: &'a Reading,
    /// The user's memory is searched too.
    pub recalls: bool,
    /// `None` if nothing may be sent to the web.
    pub web: Option<Online<'a>>,
    /// Held during a search that uses models: they process one request at a time, and a waiting one could time out.
    pub searching: Mutex<()>,
}

impl Query<'_> {
    /// The text for sources that search one wording. Links, and the notes' own search with all wordings, use `text`.
    pub fn searched(&self) -> &str {
        self.in_talk.text(self.text)
    }

    pub fn sources(&self) -> Sources {
        self.vault.sources(self.setup.clone())
    }
}

pub struct Online<'a> {
    /// `None` if not set up.
    pub web: Option<&'a dyn Web>,
    /// The user's own words for the search, or the question as the user wrote it, even if it was routed to a command.
    pub query: String,
    /// Maximum number of pages.
    pub results: u32,
    pub cancel: &'a CancellationToken,
}

/// Findings of one source, or of several.
#[derive(Debug, Clone, Default)]
pub struct Findings {
    pub linked: Vec<LinkedNote>,
    /// For the model, best first for each source.
    pub hits: Vec<Reference>,
    /// Found passages that the model needn't see.
    pub unused: Vec<Reference>,
    pub project: Option<ProjectPart>,
    /// The project's matching passages, for a model whose window is too small for the whole project.
    pub project_hits: Vec<Reference>,
    pub matching: Matching,
    /// For the user.
    pub notices: Vec<String>,
    /// A search ran, even if it found nothing.
    pub searched: bool,
    /// A follow-up question was searched with the conversation's topic.
    pub with_topic: bool,
}

impl Findings {
    pub fn notice(notice: String) -> Self {
        Self { notices: vec![notice], ..Self::default() }
    }
}

impl FromIterator<Self> for Findings {
    fn from_iter<T: IntoIterator<Item = Self>>(sources: T) -> Self {
        sources.into_iter().fold(Self::default(), |mut all, found| {
            all.linked.extend(found.linked);
            all.hits.extend(found.hits);
            all.unused.extend(found.unused);
            all.project = all.project.or(found.project);
            all.project_hits.extend(found.project_hits);
            all.matching.passages += found.matching.passages;
            all.matching.notes += found.matching.notes;
            all.notices.extend(found.notices);
            all.searched |= found.searched;
            all.with_topic |= found.with_topic;
            all
        })
    }
}
