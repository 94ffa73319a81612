//! Connects a search to the models of the settings: embedder, reranker, rewriter, writer of queries.

#[cfg(test)]
mod tests;

use parking_lot::Mutex;
use std::{sync::Arc, time::Duration};

use conversation::{
    Scope,
    settings::{Embeddings, Rerank, SearchSettings},
};
use futures::future::BoxFuture;
use index::{Mode, SearchOptions};
use models::{
    ChatModel, ChatReranker, ChatRewriter, EndpointReranker, Exchange, LineWriter, Model, Reranker,
    Rewriter, Server, Timing, Wording,
};
use records::Query;
use tokio_util::sync::CancellationToken;

use crate::{
    meaning::{FileMeaning, Meaning, NoMeaning},
    sentences,
    vault::VaultHandle,
};

/// Timeout for reranking or rewriting by the chat model, while the user waits.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Timeout for a query that the chat model writes. The search, and the answer behind it, wait for the query; without
/// it, the question is searched as text.
const QUERY_TIMEOUT: Duration = Duration::from_secs(20);

/// The settings and models of a search, with a log of what was sent to models.
#[derive(Debug, Clone, Default)]
pub struct SearchSetup {
    settings: SearchSettings,
    meaning: Option<Meaning>,
    reranker: Option<Arc<dyn Reranker>>,
    rewriter: Option<Arc<dyn Rewriter>>,
    /// Writes queries, with the name of its model and server.
    query_writer: Option<(Arc<LineWriter>, String)>,
    pub(crate) scope: Scope,
    /// Sentences about texts sent to a reranker, a rewriter or a writer of queries.
    sent: Arc<CallLog>,
    /// Sentences about searches that the fallback reranked, and queries that failed to be written.
    failures: Arc<CallLog>,
    /// Sentences about models that the search lacks or replaces.
    pub notices: Vec<String>,
}

/// Finds the API key that the user stored for a server's address.
pub trait KeyLookup: Send + Sync {
    fn key<'a>(
        &'a self,
        address: &'a str,
    ) -> BoxFuture<'a, Result<Option<models::Key>, models::Error>>;
}

impl SearchSetup {
    /// Setup without the models that would keep the search waiting.
    pub fn quick(vault: &VaultHandle, settings: SearchSettings) -> Self {
        let meaning = vault.meaning.clone();
        let notices = match (&meaning, &vault.no_meaning) {
            (None, Some(NoMeaning { reason, is_news: true })) => {
                vec![index::words_only(reason)]
            }
            _ => Vec::new(),
        };
        Self { settings, meaning, notices, ..Self::default() }
    }

    pub(crate) fn meaning(&self) -> Option<&Meaning> {
        self.meaning.as_ref()
    }

    /// Setup with the reranker, the rewriter and the writer of queries of the settings.
    pub async fn thorough(
        vault: &VaultHandle,
        settings: SearchSettings,
        keys: &dyn KeyLookup,
        chat: Option<(&Server, &Model)>,
        (timing, cancel): (Timing, CancellationToken),
    ) -> Self {
        let mut setup = Self::quick(vault, settings);
        let (first, other) = rerankers(&setup.settings, keys, chat, timing, &cancel).await;
        let sent = &setup.sent;
        let logged = |(inner, at): PlacedReranker| LoggedModel { inner, at, sent: sent.clone() };
        setup.reranker = match (first.transpose(), other.map(logged)) {
            (Ok(None), _) => None,
            (Ok(Some(first)), None) => Some(Arc::new(logged(first))),
            (Ok(Some(first)), Some(other)) => {
                let (first, failures) = (logged(first), setup.failures.clone());
                Some(Arc::new(WithFallback { first, other, failures }))
            }
            (Err(error), None) => {
                setup.notices.push(sentences::not_reranked(&error));
                None
            }
            (Err(error), Some(other)) => {
                setup.notices.push(sentences::stands_in(&other.at, &error));
                Some(Arc::new(other))
            }
        };
        if let Some(wording) = wording(&setup.settings)
            && let Some((server, model)) = chat
        {
            match chat_model(server, model, TIMEOUT, timing, &cancel) {
                Ok(chat) => {
                    let rewriter = ChatRewriter { model: chat, wording };
                    let (inner, at) = (Arc::new(rewriter) as _, place(server, model));
                    let sent = setup.sent.clone();
                    setup.rewriter =
                        Some(Arc::new(LoggedModel::<dyn Rewriter> { inner, at, sent }));
                }
                Err(error) => setup.notices.push(sentences::not_rewritten(&error)),
            }
        }
        if setup.settings.write_queries
            && let Some((server, model)) = chat
        {
            match chat_model(server, model, QUERY_TIMEOUT, timing, &cancel) {
                Ok(chat) => {
                    setup.query_writer = Some((Arc::new(LineWriter(chat)), place(server, model)));
                }
                Err(error) => setup.notices.push(sentences::no_query(&error)),
            }
        }
        setup
    }

    #[must_use]
    pub fn within(self, scope: Scope) -> Self {
        Self { scope, ..self }
    }

    pub fn needs_chat_model(settings: &SearchSettings) -> bool {
        let ranks = matches!(
            settings.rerank,
            Rerank::ChatModel | Rerank::Server { or_chat_model: true, .. }
        );
        wording(settings).is_some() || ranks || settings.write_queries
    }

    pub fn sent(&self) -> Vec<String> {
        self.sent.all()
    }

    pub fn failures(&self) -> Vec<String> {
        self.failures.all()
    }

    pub(crate) fn writes_queries(&self) -> bool {
        self.query_writer.is_some()
    }

    /// The line that the chat model writes for a query. `None` if the settings forbid it, or the model fails. Blocks.
    pub(crate) fn query_line(
        &self,
        instructions: &str,
        question: &str,
        grammar: &str,
    ) -> Option<String> {
        let (writer, at) = self.query_writer.as_ref()?;
        self.sent.push(sentences::sent_for_query(at));
        let line = writer.write(instructions, question.to_owned(), grammar.to_owned());
        line.inspect_err(|error| self.failures.push(sentences::no_query(error))).ok()
    }

    /// Reports that the chat model wrote the query.
    pub(crate) fn report_query(&self, query: &Query) {
        if let Some((_, at)) = &self.query_writer {
            self.sent.push(sentences::wrote_query(at, query));
        }
    }

    pub fn file_meaning(&self) -> Option<FileMeaning> {
        let Meaning { embedder, .. } = self.meaning.as_ref()?;
        Some(FileMeaning { embedder: embedder.clone(), threshold: self.settings.threshold })
    }

    /// `None` if a server embeds texts: a search doesn't send memories to a server.
    pub fn memory_meaning(&self) -> Option<FileMeaning> {
        let is_server = matches!(self.settings.embeddings, Embeddings::Server { .. });
        self.file_meaning().filter(|_| !is_server)
    }

    pub fn options<'a>(&'a self, question: &'a str) -> SearchOptions<'a> {
        SearchOptions {
            mode: if self.meaning.is_some() { Mode::Hybrid } else { Mode::Keyword },
            max_k: self.settings.max_k as usize,
            display_k: self.settings.display_k as usize,
            threshold: self.settings.threshold,
            question: Some(question),
            meaning: self.meaning.as_ref().map(Meaning::parts),
            reranker: self.reranker.as_deref(),
            rewriter: self.rewriter.as_deref(),
            varied: true,
            ..SearchOptions::default()
        }
    }
}

#[derive(Debug, Default)]
struct CallLog(Mutex<Vec<String>>);

impl CallLog {
    fn push(&self, sentence: String) {
        self.0.lock().push(sentence);
    }

    fn all(&self) -> Vec<String> {
        self.0.lock().clone()
    }
}

#[derive(Debug)]
struct LoggedModel<T: ?Sized> {
    inner: Arc<T>,
    at: String,
    sent: Arc<CallLog>,
}

impl Reranker for LoggedModel<dyn Reranker> {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn rerank(&self, query: &str, passages: &[&str]) -> Result<Vec<f32>, models::Error> {
        self.sent.push(sentences::sent_to_rerank(passages.len(), &self.at));
        self.inner.rerank(query, passages)
    }
}

impl Rewriter for LoggedModel<dyn Rewriter> {
    fn rewrite(&self, question: &str, past: &[Exchange]) -> Result<Vec<String>, models::Error> {
        self.sent.push(sentences::sent_to_rewrite(&self.at, past.len()));
        self.inner.rewrite(question, past)
    }
}

#[derive(Debug)]
struct WithFallback {
    first: LoggedModel<dyn Reranker>,
    other: LoggedModel<dyn Reranker>,
    failures: Arc<CallLog>,
}

impl Reranker for WithFallback {
    fn name(&self) -> &str {
        self.first.name()
    }

    fn rerank(&self, query: &str, passages: &[&str]) -> Result<Vec<f32>, models::Error> {
        self.first.rerank(query, passages).or_else(|error| {
            let ranked = self.other.rerank(query, passages)?;
            let told = sentences::stands_in(&self.other.at, &error);
            // A question and its project are searched separately, and both searches may fail alike.
            if !self.failures.all().contains(&told) {
                self.failures.push(told);
            }
            Ok(ranked)
        })
    }
}

fn wording(settings: &SearchSettings) -> Option<Wording> {
    match (settings.rewrite, settings.multi_query) {
        (false, false) => None,
        (true, false) => Some(Wording::Rewritten),
        (false, true) => Some(Wording::Several),
        (true, true) => Some(Wording::RewrittenAndSeveral),
    }
}

fn place(server: &Server, model: &Model) -> String {
    sentences::model_at(&model.name, &server.shown())
}

fn chat_model(
    server: &Server,
    model: &Model,
    patience: Duration,
    timing: Timing,
    cancel: &CancellationToken,
) -> Result<ChatModel, models::Error> {
    let (name, window) = (model.name.clone(), model.window.tokens);
    let provider = server.connect_with(timing)?;
    Ok(ChatModel { provider, name, window, patience, cancel: cancel.clone() })
}

type PlacedReranker = (Arc<dyn Reranker>, String);

/// The reranker of the settings, or the reason for its failure; and its fallback. Each is `None` if not set.
async fn rerankers(
    settings: &SearchSettings,
    keys: &dyn KeyLookup,
    chat: Option<(&Server, &Model)>,
    timing: Timing,
    cancel: &CancellationToken,
) -> (Option<Result<PlacedReranker, models::Error>>, Option<PlacedReranker>) {
    let of_chat_model = |(server, model): (&Server, &Model)| {
        let reranker = ChatReranker(chat_model(server, model, TIMEOUT, timing, cancel)?);
        Ok((Arc::new(reranker) as Arc<dyn Reranker>, place(server, model)))
    };
    match &settings.rerank {
        Rerank::Off => (None, None),
        Rerank::ChatModel => (chat.map(of_chat_model), None),
        Rerank::Server { base_url, model, or_chat_model } => {
            let first = async {
                let key = keys.key(base_url).await?;
                let reranker = EndpointReranker::new(base_url, key.as_deref(), model, timing)?;
                let at = reranker.name().to_owned();
                Ok((Arc::new(reranker) as Arc<dyn Reranker>, at))
            };
            let other = chat.filter(|_| *or_chat_model).map(of_chat_model);
            (Some(first.await), other.and_then(Result::ok))
        }
    }
}
