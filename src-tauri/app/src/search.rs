//! Finds passages of the open vault, by words and by meaning, and pages of the web.

#[cfg(test)]
mod tests;

mod data;
mod internet;
mod meaning;
mod tools;

use parking_lot::{Mutex, RwLock};
use std::{collections::HashSet, sync::Arc};

use conversation::{ConversationId, Message, MessageState, Result};
use index::{Hit, Mode, RelatedNote, SearchResults, WhyNot};
use library::{GraphScope, Library};
use models::Resources;
use notes::NotePath;
use retrieval::{SearchScope, SearchSetup, blocking, talk::Exchange};
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;
use web::Web;

pub use self::data::{BaseView, TablePage, TableSource};
use self::internet::Internet;
use crate::{keys::Keys, model_choice::Models, settings::SettingsStore, vaults::Vaults};

/// Maximum passages that [`Retrieval::nearby`] chooses from.
const NEAR: usize = 30;

#[derive(Clone)]
pub struct Retrieval {
    shared: Arc<Shared>,
}

struct Shared {
    library: Library,
    settings: SettingsStore,
    models: Models,
    vaults: Vaults,
    runtime: Handle,
    resources: RwLock<Option<Resources>>,
    embedding_calls: Mutex<CancellationToken>,
    internet: Arc<Internet>,
    web: RwLock<Option<Arc<dyn Web>>>,
}

impl Retrieval {
    pub(crate) fn new(
        library: Library,
        settings: SettingsStore,
        keys: &Keys,
        models: Models,
        vaults: Vaults,
    ) -> Self {
        let internet = Arc::new(Internet::new(settings.clone(), keys.clone()));
        let shared = Arc::new(Shared {
            library,
            settings,
            models,
            vaults,
            runtime: Handle::current(),
            resources: RwLock::default(),
            embedding_calls: Mutex::default(),
            internet,
            web: RwLock::default(),
        });
        shared.settings.add_follower(&shared);
        keys.add_follower(&shared);
        Self { shared }
    }

    /// At most `limit` passages, best first. Failures of the search by meaning are notices.
    pub async fn search(&self, query: &str, mode: Mode, limit: usize) -> Result<SearchResults> {
        let vault = self.shared.vaults.vault()?.handle();
        let (query, threshold) = (query.to_owned(), self.shared.settings.get().search.threshold);
        blocking(move || vault.search(&query, mode, limit, threshold)).await
    }

    /// Searches a question as in a conversation, `past` being its earlier exchanges. Also returns the words that were
    /// searched for.
    pub async fn search_in_talk(
        &self,
        query: &str,
        past: Vec<Exchange>,
        mode: Mode,
        limit: usize,
    ) -> Result<(SearchResults, Vec<String>)> {
        let vault = self.shared.vaults.vault()?.handle();
        let (query, threshold) = (query.to_owned(), self.shared.settings.get().search.threshold);
        blocking(move || vault.search_in_talk(&query, &past, mode, limit, threshold)).await
    }

    pub async fn why_not(
        &self,
        query: &str,
        path: &NotePath,
        mode: Mode,
        limit: usize,
    ) -> Result<WhyNot> {
        let vault = self.shared.vaults.vault()?.handle();
        let (query, path) = (query.to_owned(), path.clone());
        let threshold = self.shared.settings.get().search.threshold;
        blocking(move || vault.why_not(&query, &path, mode, limit, threshold)).await
    }

    pub async fn related(&self, path: &NotePath, limit: usize) -> Result<Vec<RelatedNote>> {
        let (vault, path) = (self.shared.vaults.vault()?.handle(), path.clone());
        blocking(move || vault.related(&path, limit)).await
    }

    /// Passages near the last question and answer of a conversation: at most `limit`, nearest first, one for each note
    /// that none of its answers got. Empty if the last question didn't search notes or has no complete answer. Asks no
    /// language model.
    pub async fn nearby(&self, conversation: ConversationId, limit: usize) -> Result<Vec<Hit>> {
        let vault = self.shared.vaults.vault()?.handle();
        let library = &self.shared.library;
        let page = library.conversation_page(conversation, None, 2).await?;
        let [Message::Question(question), Message::Answer(answer)] =
            &page.conversation.messages[..]
        else {
            return Ok(Vec::new());
        };
        if answer.state != MessageState::Complete || !question.mode.has_notes() {
            return Ok(Vec::new());
        }
        let met = library.met_notes(vault.id, GraphScope::Conversation(conversation)).await?;
        let setup = SearchSetup::quick(&vault, self.shared.settings.get().search);
        let setup = setup.within(question.scope.clone());
        let about = format!("{}\n{}", question.text, answer.text);
        blocking(move || {
            let within = SearchScope { limit: Some(NEAR), ..SearchScope::default() };
            let found = vault.sources(setup).hits(&about, within)?;
            let mut known: HashSet<NotePath> = met.into_iter().map(|met| met.path).collect();
            let fresh = |hit: &Hit| hit.path.is_note() && known.insert(hit.path.clone());
            Ok(found.hits.into_iter().filter(fresh).take(limit).collect())
        })
        .await
    }
}
