//! Statistics of citations: the notes that answers rest on, and those that none cites.

#[cfg(test)]
mod tests;

mod graph;

use std::collections::HashSet;

use conversation::Result;
use language::Sentence;
use library::{
    CitedNote, CitingConversation, CitingFilter, CitingMonth, FruitlessQuestion, GraphScope,
    Library,
};
use notes::NotePath;
use retrieval::blocking;
use serde::Serialize;
use turn::{NO_PAGE, NO_SUPPORT};

pub use self::graph::{GraphNote, GraphQuestion, NoteGraph};
use crate::vaults::Vaults;

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Insight {
    /// Most cited first.
    pub notes: Vec<CitedNote>,
    pub months: Vec<CitingMonth>,
    pub conversations: Vec<CitingConversation>,
    pub uncited: Vec<NotePath>,
    /// Questions without findings, newest first.
    pub fruitless: Vec<FruitlessQuestion>,
}

#[derive(Clone)]
pub struct Insights {
    library: Library,
    vaults: Vaults,
}

impl Insights {
    pub(crate) fn new(library: Library, vaults: Vaults) -> Self {
        Self { library, vaults }
    }

    pub async fn whole(&self) -> Result<Insight> {
        let vault = self.vaults.vault()?.id;
        let (notes, months, conversations, fruitless) = tokio::try_join!(
            self.library.cited_notes(vault, CitingFilter::default()),
            self.library.citing_months(vault),
            self.library.citing_conversations(vault),
            self.library
                .fruitless_questions(vault, [NO_SUPPORT, NO_PAGE].map(Sentence::texts).concat()),
        )?;
        let catalog = self.vaults.catalog()?;
        blocking(move || {
            let cited: HashSet<&NotePath> = notes.iter().map(|note| &note.path).collect();
            let uncited = catalog.notes().map(|(path, _)| path);
            let uncited = uncited.filter(|path| !cited.contains(path)).cloned().collect();
            Ok(Insight { notes, months, conversations, uncited, fruitless })
        })
        .await
    }

    pub async fn cited(&self, filter: CitingFilter) -> Result<Vec<CitedNote>> {
        self.library.cited_notes(self.vaults.vault()?.id, filter).await
    }

    /// Notes, the links between them, and the questions that they are cited for.
    pub async fn graph(&self, scope: GraphScope) -> Result<NoteGraph> {
        let met = self.library.met_notes(self.vaults.vault()?.id, scope).await?;
        let catalog = self.vaults.catalog()?;
        blocking(move || Ok(NoteGraph::of(&catalog, met, scope == GraphScope::Vault))).await
    }
}
