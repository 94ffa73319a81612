//! Finding passages as the settings say.

use std::{
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use index::{ChromaServer, ChromaVectors, Found, Mode, Notice, Related, SearchOptions, WhyNot};
use models::{
    ChatReranker, ChatRewriter, Embedder, EndpointReranker, LocalEmbedder, Model, Reranker,
    Resources, Rewriter, Server, ServerEmbedder, Timing,
};
use notes::NotePath;
use tokio_util::sync::CancellationToken;

use super::{App, Meaning, MeaningSource, MeaningState, blocking, vault::OpenVault};
use crate::{
    Result,
    keys::Keys,
    settings::{Embeddings, Rerank, SearchSettings, Vectors},
    turn::matter,
};

/// How long the model that answers may take to say how passages are ordered, or how else a question
/// can be put. The user waits for the answer meanwhile.
const PATIENCE: Duration = Duration::from_secs(60);

/// With what passages are found.
#[derive(Debug, Clone, Default)]
pub(crate) struct Finding {
    settings: SearchSettings,
    meaning: Option<Meaning>,
    reranker: Option<Arc<dyn Reranker>>,
    rewriter: Option<Arc<dyn Rewriter>>,
    /// What was sent to them.
    sent: Arc<Sent>,
    /// What the user should know before anything is looked for.
    pub(crate) notices: Vec<String>,
}

impl Finding {
    /// What finds passages in `vault` at once, with nothing that a language model has to say first.
    pub(crate) fn quick(vault: &OpenVault, settings: SearchSettings) -> Self {
        let meaning = vault.meaning();
        let notices = match (&meaning, unavailable(vault)) {
            (None, Some((reason, true))) => vec![format!("Searched by words only: {reason}")],
            _ => Vec::new(),
        };
        Self { settings, meaning, notices, ..Self::default() }
    }

    /// The same, and what the settings say of reranking and rewriting.
    pub(crate) async fn thorough(
        vault: &OpenVault,
        settings: SearchSettings,
        keys: &Keys,
        chat: Option<(&Server, &Model)>,
        (timing, cancel): (Timing, CancellationToken),
    ) -> Self {
        let mut finding = Self::quick(vault, settings);
        match reranker(&finding.settings, keys, chat, timing, &cancel).await {
            Ok(reranker) => {
                finding.reranker = reranker.map(|(asked, at)| {
                    Arc::new(Told { asked, at, sent: finding.sent.clone() }) as _
                });
            }
            Err(error) => finding.notices.push(format!("The passages weren't reranked: {error}")),
        }
        if finding.settings.rewrite
            && let Some((server, model)) = chat
        {
            match server.connect_with(timing) {
                Ok(provider) => {
                    let (name, window) = (model.name.clone(), model.window.tokens);
                    let rewriter = ChatRewriter::new(provider, name, window, PATIENCE, cancel);
                    let (asked, at) = (Arc::new(rewriter) as _, place(server, model));
                    let sent = finding.sent.clone();
                    finding.rewriter = Some(Arc::new(Told::<dyn Rewriter> { asked, at, sent }));
                }
                Err(error) => {
                    finding.notices.push(format!("The question wasn't put in other words: {error}"))
                }
            }
        }
        finding
    }

    /// Whether these settings have the model that answers at work before it answers.
    pub(crate) fn needs_chat_model(settings: &SearchSettings) -> bool {
        settings.rewrite || settings.rerank == Rerank::ChatModel
    }

    /// What was sent to models so far, a sentence for each call.
    pub(crate) fn sent(&self) -> Vec<String> {
        self.sent.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How to search for `question`.
    pub(crate) fn options<'a>(&'a self, question: &'a str) -> SearchOptions<'a> {
        SearchOptions {
            mode: if self.meaning.is_some() { Mode::Hybrid } else { Mode::Keyword },
            max_k: self.settings.max_k as usize,
            display_k: self.settings.display_k as usize,
            threshold: self.settings.threshold,
            question: Some(question),
            meaning: self.meaning.as_ref().map(Meaning::parts),
            reranker: self.reranker.as_deref(),
            rewriter: self.rewriter.as_deref(),
            ..SearchOptions::default()
        }
    }
}

/// What searches sent to models, a sentence for each call.
#[derive(Debug, Default)]
struct Sent(Mutex<Vec<String>>);

impl Sent {
    fn push(&self, sentence: String) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(sentence);
    }
}

/// A model whose every call is told of in the answer's receipt.
#[derive(Debug)]
struct Told<T: ?Sized> {
    asked: Arc<T>,
    /// The model and its server, as people know them.
    at: String,
    sent: Arc<Sent>,
}

impl Reranker for Told<dyn Reranker> {
    fn name(&self) -> &str {
        self.asked.name()
    }

    fn rerank(
        &self,
        query: &str,
        passages: &[&str],
    ) -> std::result::Result<Vec<f32>, models::Error> {
        self.sent.push(format!(
            "The question and {} passages were sent to {}, to put the passages in order.",
            passages.len(),
            self.at
        ));
        self.asked.rerank(query, passages)
    }
}

impl Rewriter for Told<dyn Rewriter> {
    fn rewrite(&self, question: &str) -> std::result::Result<Vec<String>, models::Error> {
        let at = &self.at;
        self.sent.push(format!("The question was sent to {at}, to put it in other words."));
        self.asked.rewrite(question)
    }
}

fn place(server: &Server, model: &Model) -> String {
    format!("“{}” at {}", model.name, server.shown())
}

impl Meaning {
    fn parts(&self) -> index::Meaning<'_> {
        index::Meaning { embedder: &*self.embedder, store: &*self.store }
    }
}

impl App {
    /// The passages that match `query` best, `limit` of them at most.
    ///
    /// # Errors
    /// If no vault is open or the index fails. What else fails is a notice.
    pub async fn search(&self, query: &str, mode: Mode, limit: usize) -> Result<Found> {
        let vault = self.open_vault_now()?;
        let (query, threshold) = (query.to_owned(), self.settings().search.threshold);
        blocking(move || {
            let meaning = vault.meaning();
            let (asked, options) = typed(&vault, &query, mode, limit, threshold, meaning.as_ref());
            let mut found = vault.index.search(&asked, &options)?;
            for notice in &mut found.notices {
                if let (Notice::MeaningUnavailable { reason }, None) = (notice, &meaning)
                    && let Some((why, _)) = unavailable(&vault)
                {
                    *reason = why;
                }
            }
            Ok(found)
        })
        .await
    }

    /// What became of a note in the search that [`App::search`] does with the same arguments.
    ///
    /// # Errors
    /// If no vault is open or the index fails.
    pub async fn why_not(
        &self,
        query: &str,
        path: &NotePath,
        mode: Mode,
        limit: usize,
    ) -> Result<WhyNot> {
        let vault = self.open_vault_now()?;
        let (query, path) = (query.to_owned(), path.clone());
        let threshold = self.settings().search.threshold;
        blocking(move || {
            let meaning = vault.meaning();
            let (asked, options) = typed(&vault, &query, mode, limit, threshold, meaning.as_ref());
            Ok(vault.index.why_not(&asked, &path, &options)?)
        })
        .await
    }

    /// Notes that have to do with a note, the nearest first, `limit` of them at most.
    ///
    /// # Errors
    /// If no vault is open or the index fails.
    pub async fn related(&self, path: &NotePath, limit: usize) -> Result<Vec<Related>> {
        let (vault, path) = (self.open_vault_now()?, path.clone());
        blocking(move || {
            let meaning = vault.meaning();
            Ok(vault.index.related(&path, limit, meaning.as_ref().map(Meaning::parts))?)
        })
        .await
    }

    /// Has passages found by meaning as the settings say, now and when they change. `resources` is
    /// the folder of the built-in model's files, if there is one.
    pub fn find_by_meaning(&self, resources: Option<&Path>) {
        let resources = resources.map(Resources::under);
        *self.shared.resources.write().unwrap_or_else(PoisonError::into_inner) = resources;
        self.choose_meaning();
    }

    /// Takes what finds by meaning from the settings.
    pub(super) fn choose_meaning(&self) {
        let resources =
            self.shared.resources.read().unwrap_or_else(PoisonError::into_inner).clone();
        let (settings, timing) = (self.settings().search, self.wanted().timing);
        // The keychain is asked when a key is needed, on a thread that may wait for it.
        let (keys, runtime) = (self.shared.keys.clone(), self.shared.runtime.clone());
        let key_of = move |address: &str| runtime.block_on(keys.get(address));
        let cancel = CancellationToken::new();
        // A server that hangs must not keep the next one from its work.
        std::mem::replace(
            &mut *self.shared.embedding_calls.lock().unwrap_or_else(PoisonError::into_inner),
            cancel.clone(),
        )
        .cancel();
        let embedder: super::LoadEmbedder = match settings.embeddings {
            Embeddings::Off => return self.use_meaning(None),
            Embeddings::BuiltIn => Arc::new(move || match &resources {
                Some(resources) => Ok(Arc::new(LocalEmbedder::load(resources)?) as _),
                None => Err(not_installed()),
            }),
            Embeddings::Server { server, model } => {
                let key_of = key_of.clone();
                Arc::new(move || {
                    let cancel = cancel.clone();
                    let server = server.with_key(key_of(&server.base_url)?);
                    let connected = ServerEmbedder::connect_with(&server, &model, timing, cancel)?;
                    Ok(Arc::new(connected) as Arc<dyn Embedder>)
                })
            }
        };
        let vectors: Option<super::OpenVectors> = match settings.vectors {
            Vectors::Own => None,
            Vectors::Chroma { base_url } => {
                let server =
                    ChromaServer { address: base_url, token: None, tenant: None, database: None };
                Some(Arc::new(move |root, model| {
                    let token = key_of(&server.address)?;
                    let server = ChromaServer { token, ..server.clone() };
                    let name = root.file_name().map(|name| name.to_string_lossy());
                    let store = ChromaVectors::connect(&server, &name.unwrap_or_default(), model)?;
                    Ok(Arc::new(store) as _)
                }))
            }
        };
        self.use_meaning(Some(MeaningSource { embedder, vectors }));
    }
}

/// Why nothing in `vault` can be found by meaning, and whether that is news: whoever turned it off
/// knows.
fn unavailable(vault: &OpenVault) -> Option<(String, bool)> {
    match &vault.status().borrow().meaning {
        MeaningState::Off(reason) => Some((reason.clone(), false)),
        MeaningState::Failed(reason) => Some((reason.clone(), true)),
        MeaningState::Loading => {
            Some(("the model for search by meaning is still being loaded.".to_owned(), true))
        }
        _ => None,
    }
}

/// A search as it is typed, as what is looked for by words and how: nothing in it may wait for a
/// language model. Where search by meaning is off, what asks for both means words. In a sentence the
/// words that only carry it aren't looked for: every note has them.
fn typed<'a>(
    vault: &OpenVault,
    query: &'a str,
    mode: Mode,
    limit: usize,
    threshold: f32,
    meaning: Option<&'a Meaning>,
) -> (String, SearchOptions<'a>) {
    let is_off = meaning.is_none() && matches!(unavailable(vault), Some((_, false)));
    let mode = if mode == Mode::Hybrid && is_off { Mode::Keyword } else { mode };
    let asked = if has_operators(query) { query.to_owned() } else { matter(query) };
    let options = SearchOptions {
        mode,
        max_k: limit,
        display_k: limit,
        threshold,
        question: Some(query).filter(|query| !has_operators(query)),
        meaning: meaning.map(Meaning::parts),
        ..SearchOptions::default()
    };
    (asked, options)
}

/// Whether something in a query means more than its words: a phrase, a filter, a word to leave out.
fn has_operators(query: &str) -> bool {
    query.contains(['"', '“', '”', '„', '«', '»', ':'])
        || query.split_whitespace().any(|word| word.starts_with('-'))
}

async fn reranker(
    settings: &SearchSettings,
    keys: &Keys,
    chat: Option<(&Server, &Model)>,
    timing: Timing,
    cancel: &CancellationToken,
) -> std::result::Result<Option<(Arc<dyn Reranker>, String)>, models::Error> {
    Ok(match (&settings.rerank, chat) {
        (Rerank::Off, _) | (Rerank::ChatModel, None) => None,
        (Rerank::ChatModel, Some((server, model))) => {
            let provider = server.connect_with(timing)?;
            let (name, window) = (model.name.clone(), model.window.tokens);
            let reranker = ChatReranker::new(provider, name, window, PATIENCE, cancel.clone());
            Some((Arc::new(reranker), place(server, model)))
        }
        (Rerank::Server { base_url, model }, _) => {
            let key = keys.get(base_url).await?;
            let reranker = EndpointReranker::new(base_url, key.as_deref(), model, timing)?;
            let at = reranker.name().to_owned();
            Some((Arc::new(reranker), at))
        }
    })
}

fn not_installed() -> models::Error {
    models::Error {
        code: models::Code::BadSetting,
        message: "The files of the model for search by meaning aren't where the app was installed."
            .to_owned(),
        retry_after: None,
    }
}
