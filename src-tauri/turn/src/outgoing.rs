//! What goes to the web: each query and each address is shown before it leaves, and waits for the user where the
//! settings, or what happened before, want that.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use conversation::{
    Code, ConversationId, Error, Outgoing, OutgoingKind, Pause, Result, settings::AskFirst,
};
use futures::{FutureExt, future::BoxFuture};
use library::{KeptPage, Library, now};
use retrieval::pages::text_of;
use tokio_util::sync::CancellationToken;
use web::{Address, Page, Web};

use crate::{emit::Emit, running::Asking, sentences};

/// How long the user may take to answer. Who is away that long finds an answer without the web.
const PATIENCE: Duration = Duration::from_secs(30 * 60);

/// The web as a turn may use it.
pub(crate) struct WebGate {
    web: Arc<dyn Web>,
    ask: AskFirst,
    conversation: ConversationId,
    library: Library,
    emit: Emit,
    asking: Asking,
    /// The words that the user wrote, in small letters.
    words: HashSet<String>,
    state: Mutex<State>,
    /// Held while the user is asked, so that questions come one after the other.
    one_at_a_time: tokio::sync::Mutex<()>,
}

struct State {
    /// The number of what left last.
    last: u32,
    /// The addresses that the user wrote, and those that searches gave.
    known: HashSet<String>,
}

impl WebGate {
    /// The gate of a turn that answers `question` in `conversation`.
    pub(crate) fn new(
        web: Arc<dyn Web>,
        ask: AskFirst,
        (conversation, question): (ConversationId, &str),
        library: Library,
        emit: Emit,
        asking: Asking,
    ) -> Self {
        let state = Mutex::new(State { last: 0, known: addresses(question) });
        let words = words(question);
        let one_at_a_time = tokio::sync::Mutex::default();
        Self { web, ask, conversation, library, emit, asking, words, state, one_at_a_time }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows what is about to leave, and waits for the user where that is to be.
    async fn pass(
        &self,
        kind: OutgoingKind,
        text: &str,
        to: &str,
        pause: Option<Pause>,
    ) -> Result<()> {
        let pause = match (pause, self.ask) {
            (Some(pause), _) => Some(pause),
            (None, AskFirst::Always) => Some(Pause::Setting),
            (None, AskFirst::Once) if !self.asking.is_allowed(self.conversation) => {
                Some(Pause::First)
            }
            (None, _) => None,
        };
        let number = {
            let mut state = self.state();
            state.last += 1;
            state.last
        };
        let answer = pause.map(|_| self.asking.ask(number));
        self.emit.outgoing(Outgoing {
            number,
            kind,
            text: text.to_owned(),
            to: to.to_owned(),
            waits: pause,
        });
        let Some(answer) = answer else { return Ok(()) };
        // Nobody answers any more where the turn is over, or the window was closed.
        let said = tokio::time::timeout(PATIENCE, answer).await;
        if !matches!(said, Ok(Ok(true))) {
            return Err(Error::new(Code::BadInput, sentences::YOU_SAID_NO));
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

    fn search<'a>(
        &'a self,
        query: &'a str,
        limit: u32,
        cancel: CancellationToken,
    ) -> BoxFuture<'a, Result<Vec<Page>>> {
        async move {
            {
                let _one_at_a_time = self.one_at_a_time.lock().await;
                // Others may be the notes', put there because a note or a page says so.
                let is_theirs = words(query).is_subset(&self.words);
                let pause = (!is_theirs).then_some(Pause::OtherWords);
                self.pass(OutgoingKind::Search, query, &self.web.service(), pause).await?;
            }
            let pages = self.web.search(query, limit, cancel).await?;
            let addresses = pages.iter().filter_map(|page| Address::parse(&page.url).ok());
            self.state().known.extend(addresses.map(|address| address.as_str().to_owned()));
            self.keep(&pages).await?;
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
            {
                let _one_at_a_time = self.one_at_a_time.lock().await;
                let is_known = self.state().known.contains(address.as_str());
                let pause = match (address.is_encrypted(), is_known) {
                    (false, _) => Some(Pause::Unencrypted),
                    (true, false) => Some(Pause::OtherWords),
                    (true, true) => None,
                };
                self.pass(OutgoingKind::Page, address.as_str(), address.host(), pause).await?;
            }
            let page = self.web.open(address, cancel).await?;
            self.keep(std::slice::from_ref(&page)).await?;
            Ok(page)
        }
        .boxed()
    }
}

/// The words of a text, in small letters.
fn words(text: &str) -> HashSet<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// The addresses that stand in what the user wrote, with `https://` or without.
fn addresses(text: &str) -> HashSet<String> {
    let around =
        |c: char| !c.is_alphanumeric() && !matches!(c, '/' | '=' | '&' | '%' | '-' | '_' | '~');
    let places = text.split(|c: char| c.is_whitespace() || "<>()[]\"“”„«»".contains(c));
    let places = places.map(|place| place.trim_matches(around)).filter(|place| place.contains('.'));
    places.filter_map(|place| Some(Address::parse(place).ok()?.as_str().to_owned())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    // B81
    #[test]
    fn an_address_is_known_as_it_was_typed() {
        let check = |text: &str, expect: &[&str]| {
            let expect: HashSet<String> = expect.iter().map(ToString::to_string).collect();
            assert_eq!(addresses(text), expect, "{text}");
        };
        check("What does example.org say?", &["https://example.org/"]);
        check("Read (https://Example.org/a?b=C).", &["https://example.org/a?b=C"]);
        check("See “example.org/salt/”, please", &["https://example.org/salt/"]);
        check("http://example.org/plain", &["http://example.org/plain"]);
        check("How much salt?", &[]);
    }
}
