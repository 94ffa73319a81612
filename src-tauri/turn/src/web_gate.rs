//! The gate to the web: shows each query and each address before it is sent, and asks the user for permission where
//! the settings, or a choice by the model, require it.
//!
//! A model that obeys a note could leak the note's text in anything that it chooses: the words, their case and order,
//! the pages it opens, the number of its requests. So only two requests leave without asking: the question's own
//! query and the first address in the question, each once.

#[cfg(test)]
mod tests;

use parking_lot::{Mutex, MutexGuard};
use std::{
    collections::{BTreeSet, HashMap, HashSet},
    sync::Arc,
    time::Duration,
};

use conversation::{
    ConversationId, Error, Outgoing, OutgoingKind, Pause, Result,
    settings::{AskFirst, WebSettings},
};
use futures::{FutureExt, future::BoxFuture};
use library::{KeptPage, Library, now};
use retrieval::pages::text_of;
use tokio_util::sync::CancellationToken;
use web::{Address, Page, Web, as_query};

use crate::{
    active::Asking,
    event::{Emit, TurnEvent},
    sentences,
};

/// Maximum wait for the user's permission. After that the turn continues without the web.
const PATIENCE: Duration = Duration::from_secs(30 * 60);

pub(crate) struct WebGate {
    web: Arc<dyn Web>,
    settings: WebSettings,
    conversation: ConversationId,
    library: Library,
    emit: Emit,
    asking: Asking,
    state: Mutex<State>,
    /// Locked during a request, so that questions to the user come one by one and nothing is sent twice.
    one_at_a_time: tokio::sync::Mutex<()>,
}

#[derive(Default)]
struct State {
    /// The number of the last request.
    last: u32,
    /// The question's own query, until it is sent.
    query: Option<String>,
    /// The first address in the question, until it is opened.
    address: Option<String>,
    /// This turn's results by the words of the query, so that no search is sent twice.
    found: HashMap<BTreeSet<String>, Vec<Page>>,
    opened: HashMap<String, Page>,
    /// Queries and addresses that the user refused in this turn.
    refused: HashSet<String>,
}

impl WebGate {
    /// `query` is the turn's own search for `question`.
    pub(crate) fn new(
        web: Arc<dyn Web>,
        settings: WebSettings,
        (conversation, question, query): (ConversationId, &str, String),
        library: Library,
        emit: Emit,
        asking: Asking,
    ) -> Self {
        let (query, address) = (Some(query), first_address(question));
        let state = Mutex::new(State { query, address, ..State::default() });
        let one_at_a_time = tokio::sync::Mutex::default();
        Self { web, settings, conversation, library, emit, asking, state, one_at_a_time }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }

    /// Announces a request, and waits for the user's permission if required. `pause` is a reason to ask that the
    /// caller knows.
    async fn pass(
        &self,
        kind: OutgoingKind,
        text: &str,
        to: &str,
        pause: Option<Pause>,
    ) -> Result<()> {
        let refusal = || Error::bad_input(sentences::YOU_SAID_NO);
        let pause = match (pause, self.settings.ask) {
            (Some(pause), _) => Some(pause),
            (None, AskFirst::Always) => Some(Pause::Setting),
            (None, AskFirst::Once) if !self.asking.is_allowed(self.conversation) => {
                Some(Pause::First)
            }
            (None, _) => None,
        };
        let number = {
            let mut state = self.state();
            if state.refused.contains(text) {
                return Err(refusal());
            }
            state.last += 1;
            state.last
        };
        let answer = pause.map(|_| self.asking.ask(number));
        let (text_shown, to) = (text.to_owned(), to.to_owned());
        let outgoing = Outgoing { number, kind, text: text_shown, to, waits: pause };
        self.emit.send(TurnEvent::Outgoing(outgoing));
        let Some(answer) = answer else { return Ok(()) };
        // The channel closes if the turn ends or the window is closed.
        let said = tokio::time::timeout(PATIENCE, answer).await;
        if !matches!(said, Ok(Ok(true))) {
            self.state().refused.insert(text.to_owned());
            return Err(refusal());
        }
        if pause == Some(Pause::First) {
            self.asking.allow(self.conversation);
        }
        Ok(())
    }

    async fn keep(&self, pages: &[Page]) -> Result<()> {
        let kept: Vec<KeptPage> = pages
            .iter()
            .filter(|page| !page.text.trim().is_empty())
            .map(|page| KeptPage {
                url: page.url.clone(),
                title: page.title.clone(),
                published: page.published.clone(),
                fetched: now(),
                text: text_of(page),
            })
            .collect();
        self.library.keep_pages(self.conversation, kept).await
    }
}

impl Web for WebGate {
    fn service(&self) -> String {
        self.web.service()
    }

    // `_limit` is ignored, because a model could leak data through it.
    fn search<'a>(
        &'a self,
        query: &'a str,
        _limit: u32,
        cancel: CancellationToken,
    ) -> BoxFuture<'a, Result<Vec<Page>>> {
        async move {
            let (query, limit) = (as_query(query), self.settings.results);
            if query.is_empty() {
                return Err(Error::bad_input(sentences::NOTHING_TO_SEARCH));
            }
            let words = words(&query);
            let _one_at_a_time = self.one_at_a_time.lock().await;
            if let Some(pages) = self.state().found.get(&words) {
                return Ok(pages.clone());
            }
            let pages = match self.web.recent(&query, limit) {
                Some(pages) => pages,
                None => {
                    let service = self.web.service();
                    let is_own = self.state().query.take_if(|own| *own == query).is_some();
                    let pause = (!is_own).then_some(Pause::OtherWords);
                    self.pass(OutgoingKind::Search, &query, &service, pause).await?;
                    self.asking.sends(sentences::asked_to_search(&service, &query));
                    self.web.search(&query, limit, cancel).await?
                }
            };
            self.keep(&pages).await?;
            self.state().found.insert(words, pages.clone());
            Ok(pages)
        }
        .boxed()
    }

    fn open<'a>(
        &'a self,
        address: &'a Address,
        cancel: CancellationToken,
    ) -> BoxFuture<'a, Result<Page>> {
        async move {
            let at = address.as_str();
            let _one_at_a_time = self.one_at_a_time.lock().await;
            if let Some(page) = self.state().opened.get(at) {
                return Ok(page.clone());
            }
            let is_theirs = self.state().address.take_if(|first| first == at).is_some();
            let pause = match (is_theirs, address.is_encrypted()) {
                (false, _) => Some(Pause::OtherWords),
                (true, false) => Some(Pause::Unencrypted),
                (true, true) => None,
            };
            self.pass(OutgoingKind::Page, at, address.host(), pause).await?;
            self.asking.sends(sentences::asked_for_page(address.host(), at));
            let page = self.web.open(address, cancel).await?;
            self.keep(std::slice::from_ref(&page)).await?;
            self.state().opened.insert(at.to_owned(), page.clone());
            Ok(page)
        }
        .boxed()
    }
}

/// The words of a query without case, order and surrounding punctuation.
fn words(query: &str) -> BTreeSet<String> {
    let around = |c: char| ".,;:!?…()\"'“”„‘’«»".contains(c);
    let words = query.split_whitespace().map(|word| word.trim_matches(around).to_lowercase());
    words.filter(|word| !word.is_empty()).collect()
}

/// The first address in the user's text. One with `https://` precedes one without, which may be a file name.
fn first_address(text: &str) -> Option<String> {
    let around =
        |c: char| !c.is_alphanumeric() && !matches!(c, '/' | '=' | '&' | '%' | '-' | '_' | '~');
    let places = text.split(|c: char| c.is_whitespace() || "<>()[]\"“”„«»".contains(c));
    let places = places.map(|place| place.trim_matches(around)).filter(|place| place.contains('.'));
    let found =
        places.filter_map(|place| Some((place.contains("://"), Address::parse(place).ok()?)));
    let first = found.min_by_key(|(has_scheme, _)| !has_scheme);
    first.map(|(_, address)| address.as_str().to_owned())
}
