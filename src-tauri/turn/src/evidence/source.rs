//! A source of evidence, as a trait.

use futures::future::BoxFuture;
use tokio_util::sync::CancellationToken;

use conversation::{ConversationSettings, Mode, reference::Reference};
use grounding::context::{LinkedNote, PastTurn, ProjectPart};
use library::Library;
use retrieval::{Matching, SearchSetup, VaultHandle, files::CutFile, sources::Sources};
use web::Web;

/// A place where passages for a question are found.
pub trait Source: Sync {
    /// The passages for a question. A failure is a notice: an answer without passages is better than none.
    fn find<'a>(&'a self, query: &'a Query<'a>) -> BoxFuture<'a, Findings>;
}

/// What sources are asked for.
pub struct Query<'a> {
    pub library: &'a Library,
    pub vault: &'a VaultHandle,
    pub setup: &'a SearchSetup,
    /// The question without its command.
    pub text: &'a str,
    /// What its links find, if that is known.
    pub links: Option<Vec<Reference>>,
    pub mode: Mode,
    /// The conversation's own settings.
    pub own: &'a ConversationSettings,
    /// The attached files that are searched.
    pub files: Vec<CutFile>,
    /// The earlier turns of the conversation, oldest first.
    pub earlier: &'a [PastTurn],
    /// Whether the user's memory is searched.
    pub recalls: bool,
    /// The web, unless nothing may be sent there.
    pub web: Option<Online<'a>>,
}

impl Query<'_> {
    pub fn sources(&self) -> Sources {
        self.vault.sources(self.setup.clone())
    }
}

/// The search of the web.
pub struct Online<'a> {
    /// The web, if it is set up.
    pub web: Option<&'a dyn Web>,
    /// The question as the user wrote it, whatever command a model takes it for.
    pub query: String,
    /// Maximum number of pages.
    pub results: u32,
    /// Ends the search.
    pub cancel: &'a CancellationToken,
}

/// What a source found. Several add up.
#[derive(Debug, Clone, Default)]
pub struct Findings {
    pub linked: Vec<LinkedNote>,
    /// Passages for the model, best first.
    pub hits: Vec<Reference>,
    /// Passages that the model need not see.
    pub rest: Vec<Reference>,
    pub project: Option<ProjectPart>,
    /// The passages of a project's notes that match, for a model that can't hold all of them.
    pub project_hits: Vec<Reference>,
    pub matching: Matching,
    /// Notices to the user.
    pub notices: Vec<String>,
    /// Whether a search ran, even if it found nothing.
    pub searched: bool,
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
            all.rest.extend(found.rest);
            all.project = all.project.or(found.project);
            all.project_hits.extend(found.project_hits);
            all.matching.passages += found.matching.passages;
            all.matching.notes += found.matching.notes;
            all.notices.extend(found.notices);
            all.searched |= found.searched;
            all
        })
    }
}
