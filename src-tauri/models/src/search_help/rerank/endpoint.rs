//! Reranking models at `/v1/rerank` (Cohere, Jina, llama.cpp, vLLM) and at text-embeddings-inference's `/rerank`.

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::reranker::Reranker;
use crate::http::{Endpoint, Key, Server, Timing, blocking, retry};
use crate::search_help::short_answer::beginning;
use crate::sentences;
use conversation::model::{Code, Error, ProviderKind, marks::without_marks};

/// Maximum characters of a passage. Reranking models read 512 to 8,192 tokens; some servers truncate longer texts,
/// others refuse them.
const LONGEST: usize = 6_000;

/// Maximum characters of a passage after the server refused a longer one.
const SHORTER: usize = 1_000;

pub struct EndpointReranker {
    endpoint: Endpoint,
    model: String,
    name: String,
    /// The server turned out to have no version in its path.
    plain: AtomicBool,
}

impl std::fmt::Debug for EndpointReranker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("EndpointReranker").field(&self.name).finish()
    }
}

impl EndpointReranker {
    /// `model` may be empty where a server has only one; `address` may end in `/v1/rerank`. Sends nothing yet.
    ///
    /// # Errors
    /// [`Code::BadSetting`] if the address or the key is invalid.
    pub fn new(
        address: &str,
        key: Option<&str>,
        model: &str,
        timing: Timing,
    ) -> Result<Self, Error> {
        let address = address.trim().trim_end_matches('/');
        let address = ["/rerank", "/reranking"]
            .iter()
            .find_map(|call| address.strip_suffix(call))
            .unwrap_or(address);
        let server = Server {
            kind: ProviderKind::OpenAi,
            base_url: address.to_owned(),
            key: key.map(Key::from),
        };
        let endpoint = Endpoint::new(&server, timing)?;
        let model = model.trim().to_owned();
        let shown = endpoint.address.shown();
        let name = if model.is_empty() { shown } else { sentences::scorer(&model, &shown) };
        Ok(Self { endpoint, model, name, plain: AtomicBool::new(false) })
    }

    fn ask(&self, query: &str, passages: &[&str], longest: usize) -> Result<Value, Error> {
        let texts = texts(passages, longest);
        let query = without_marks(query);
        if !self.plain.load(Ordering::Relaxed) {
            let mut body = json!({
                "query": query,
                "documents": texts,
                "top_n": texts.len(),
                "return_documents": false,
            });
            if !self.model.is_empty() {
                body["model"] = json!(self.model);
            }
            match self.send(self.endpoint.address.in_api("/rerank"), body) {
                Err(error) if error.code == Code::BadSetting => {}
                answer => return answer,
            }
        }
        let body = json!({ "query": query, "texts": texts, "truncate": true });
        let answer = self.send(self.endpoint.address.beside("/rerank"), body)?;
        self.plain.store(true, Ordering::Relaxed);
        Ok(answer)
    }

    fn send(&self, url: reqwest::Url, body: Value) -> Result<Value, Error> {
        let endpoint = self.endpoint.clone();
        let cancel = CancellationToken::new();
        blocking::wait(async move { retry::ask(&endpoint, url, Some(&body), &cancel).await })?
    }
}

impl Reranker for EndpointReranker {
    fn name(&self) -> &str {
        &self.name
    }

    fn rerank(&self, query: &str, passages: &[&str]) -> Result<Vec<f32>, Error> {
        if passages.is_empty() {
            return Ok(Vec::new());
        }
        let answer = match self.ask(query, passages, LONGEST) {
            // llama.cpp answers 500 if a text exceeds its batch.
            Err(error)
                if matches!(error.code, Code::ContextOverflow | Code::ServerError)
                    && passages.iter().any(|passage| passage.len() > SHORTER) =>
            {
                self.ask(query, passages, SHORTER)?
            }
            answer => answer?,
        };
        scores(&answer, passages.len()).ok_or_else(|| {
            let sentence = |server: &str| sentences::no_scores(server, passages.len());
            self.endpoint.error(Code::InvalidReply, sentence)
        })
    }
}

/// Removes template marks, because newer reranking models have a template, too.
fn texts<'a>(passages: &[&'a str], longest: usize) -> Vec<Cow<'a, str>> {
    passages.iter().map(|passage| without_marks(beginning(passage, longest))).collect()
}

fn scores(answer: &Value, count: usize) -> Option<Vec<f32>> {
    let list = ["results", "data"].iter().find_map(|name| answer.get(name)).unwrap_or(answer);
    let mut found = vec![None; count];
    for entry in list.as_array()? {
        let index = usize::try_from(entry.get("index")?.as_u64()?).ok()?;
        let score =
            ["relevance_score", "score"].iter().find_map(|name| entry.get(name))?.as_f64()?;
        let slot = found.get_mut(index)?;
        if slot.replace(score as f32).is_some() || !score.is_finite() {
            return None;
        }
    }
    found.into_iter().collect()
}
