//! Embedding models at servers: Ollama's, and those at OpenAI's `/v1/embeddings` (LM Studio, llama.cpp, vLLM, OpenAI
//! and others).

use std::time::Duration;

use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use super::embedder::{Embedder, EmbeddingModel, Languages, Purpose};
use super::prefixes::Prefixes;
use super::reply;
use crate::http::{Endpoint, Server, Timing, blocking, retry};
use crate::sentences;
use conversation::model::{Code, Error, ProviderKind};

/// Maximum texts in a request; some servers refuse more (text-embeddings-inference).
const MOST_TEXTS: usize = 32;

/// Maximum bytes of text in a request, so that a slow server answers in time.
const MOST_BYTES: usize = 64 * 1024;

/// Assumed maximum tokens of a text, if the server doesn't say.
const ASSUMED_TOKENS: usize = 512;

/// Maximum wait for the vector of a query.
const QUERY_PATIENCE: Duration = Duration::from_secs(3);

/// Maximum number of times that a text is halved because it is too long for the model.
const MAX_HALVINGS: u32 = 3;

#[derive(Clone)]
pub struct ServerEmbedder {
    call: Call,
    model: EmbeddingModel,
}

#[derive(Clone)]
struct Call {
    endpoint: Endpoint,
    api: Api,
    name: String,
    prefixes: Prefixes,
    cancel: CancellationToken,
}

impl std::fmt::Debug for ServerEmbedder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ServerEmbedder")
            .field("server", &self.call.endpoint.address.shown())
            .field("model", &self.model)
            .finish_non_exhaustive()
    }
}

impl ServerEmbedder {
    /// Asks the server about the model, and for one vector to learn its dimensions. Blocks.
    ///
    /// # Errors
    /// If the server can't be reached, lacks the model, or the model makes no vectors.
    pub fn connect(server: &Server, model: &str) -> Result<Self, Error> {
        Self::connect_with(server, model, Timing::default(), CancellationToken::new())
    }

    /// Like [`ServerEmbedder::connect`], with timeouts. After `cancel` all running and later calls fail at once.
    pub fn connect_with(
        server: &Server,
        model: &str,
        timing: Timing,
        cancel: CancellationToken,
    ) -> Result<Self, Error> {
        let mut endpoint = Endpoint::new(server, timing)?;
        let call = Call {
            // Loading the model may take as long as a first answer.
            endpoint: {
                endpoint.timing.question = timing.first_token;
                endpoint
            },
            api: Api::of(server)?,
            name: model.trim().to_owned(),
            prefixes: Prefixes::of(model),
            cancel,
        };
        let asking = call.clone();
        let (about, probe) = blocking::wait(async move {
            let about = asking.about().await?;
            let probe = asking.send(&[asking.prefixes.before("note", Purpose::Query)]).await?;
            Ok::<_, Error>((about, probe))
        })??;
        let dimensions = probe.first().map_or(0, Vec::len);
        let model = EmbeddingModel {
            id: call.id(&about, dimensions),
            dimensions,
            max_tokens: about.tokens.unwrap_or(ASSUMED_TOKENS),
            languages: Languages::Many,
        };
        Ok(Self { call, model })
    }

    /// The server's embedding models; all its models if it doesn't distinguish them. Blocks.
    pub fn offered(server: &Server, timing: Timing) -> Result<Vec<String>, Error> {
        let (endpoint, api) = (Endpoint::new(server, timing)?, Api::of(server)?);
        let cancel = CancellationToken::new();
        let call = Call { endpoint, api, name: String::new(), prefixes: Prefixes::of(""), cancel };
        blocking::wait(async move { call.offered().await })?
    }
}

impl Embedder for ServerEmbedder {
    fn model(&self) -> &EmbeddingModel {
        &self.model
    }

    fn embed(&self, texts: &[&str], purpose: Purpose) -> Result<Vec<Vec<f32>>, Error> {
        let texts: Vec<String> =
            texts.iter().map(|text| self.call.prefixes.before(text, purpose)).collect();
        let mut call = self.call.clone();
        if purpose == Purpose::Query {
            // The user waits, and without a vector the search still uses the query's words.
            call.endpoint.timing.question = call.endpoint.timing.question.min(QUERY_PATIENCE);
            call.endpoint.timing.retries = 0;
        }
        let vectors = blocking::wait(async move { call.embed(&texts).await })??;
        let wrong = vectors.iter().find(|vector| vector.len() != self.model.dimensions);
        match wrong {
            None => Ok(vectors),
            Some(vector) => {
                let (now, before) = (vector.len(), self.model.dimensions);
                Err(self.call.endpoint.error(Code::InvalidReply, |server| {
                    sentences::embeddings::other_dimensions(server, &self.call.name, now, before)
                }))
            }
        }
    }
}

#[derive(Debug, Clone, Copy)]
enum Api {
    Ollama,
    OpenAi,
}

impl Api {
    fn of(server: &Server) -> Result<Self, Error> {
        match server.kind {
            ProviderKind::Ollama => Ok(Self::Ollama),
            ProviderKind::OpenAi => Ok(Self::OpenAi),
            ProviderKind::Anthropic => {
                Err(Error::new(Code::BadSetting, sentences::embeddings::NO_EMBEDDINGS))
            }
            ProviderKind::Engine => {
                Err(Error::new(Code::BadSetting, sentences::embeddings::NO_ENGINE_EMBEDDINGS))
            }
        }
    }
}

#[derive(Debug, Default)]
struct ModelFacts {
    digest: Option<String>,
    tokens: Option<usize>,
}

impl Call {
    /// The model's identity. The server's address doesn't matter, but the weights (if the server identifies them) and
    /// the prefixes do.
    fn id(&self, about: &ModelFacts, dimensions: usize) -> String {
        let kind = match self.api {
            Api::Ollama => "ollama",
            Api::OpenAi => "openai",
        };
        let name = match self.api {
            // The default tag.
            Api::Ollama => self.name.strip_suffix(":latest").unwrap_or(&self.name),
            Api::OpenAi => &self.name,
        };
        let mut id = format!("{kind}/{name}/{dimensions}");
        let digest = about.digest.as_deref().and_then(|digest| digest.get(..12));
        for part in [digest.unwrap_or_default(), self.prefixes.name] {
            if !part.is_empty() {
                id.push('/');
                id.push_str(part);
            }
        }
        id
    }

    async fn about(&self) -> Result<ModelFacts, Error> {
        let address = &self.endpoint.address;
        match self.api {
            Api::Ollama => {
                let asked = json!({ "model": self.name });
                let shown = self.ask(address.beside("/api/show"), Some(&asked)).await?;
                let listed = self.ask(address.beside("/api/tags"), None).await?;
                Ok(ModelFacts {
                    digest: self.digest(&listed),
                    tokens: number(&shown, ".context_length"),
                })
            }
            Api::OpenAi => {
                // Not every server has a list, and none needs one for vectors.
                let listed = self.endpoint.ask(address.in_api("/models"), None).await.ok();
                let tokens = listed.as_ref().and_then(|listed| {
                    let entry = crate::protocols::entries(listed)?.iter().find(|entry| {
                        entry.get("id").and_then(Value::as_str) == Some(&self.name)
                    })?;
                    crate::protocols::window_in(entry)
                });
                Ok(ModelFacts { digest: None, tokens: tokens.map(|tokens| tokens.0 as usize) })
            }
        }
    }

    fn digest(&self, listed: &Value) -> Option<String> {
        let with_tag = format!("{}:latest", self.name);
        let entry = listed.get("models")?.as_array()?.iter().find(|entry| {
            let name = entry.get("name").and_then(Value::as_str);
            name == Some(&self.name) || name == Some(&with_tag)
        })?;
        Some(entry.get("digest")?.as_str()?.trim_start_matches("sha256:").to_owned())
    }

    async fn offered(&self) -> Result<Vec<String>, Error> {
        let address = &self.endpoint.address;
        let (listed, key) = match self.api {
            Api::Ollama => (self.ask(address.beside("/api/tags"), None).await?, "name"),
            Api::OpenAi => (self.ask(address.in_api("/models"), None).await?, "id"),
        };
        let entries = listed.get("models").or_else(|| listed.get("data")).unwrap_or(&listed);
        let Some(entries) = entries.as_array() else {
            return Err(self.endpoint.garbage(&listed.to_string()));
        };
        let mut all = Vec::new();
        for entry in entries {
            let Some(name) = entry.get(key).and_then(Value::as_str) else { continue };
            let reported = match self.api {
                Api::OpenAi => entry.get("type").and_then(Value::as_str).map(is_embedding),
                Api::Ollama => {
                    let asked = json!({ "model": name });
                    let shown = self.endpoint.ask(address.beside("/api/show"), Some(&asked)).await;
                    shown.ok().and_then(|shown| {
                        let can = shown.get("capabilities")?.as_array()?.clone();
                        Some(can.iter().any(|can| can == "embedding"))
                    })
                }
            };
            all.push((name.to_owned(), reported.unwrap_or_else(|| is_embedding(name))));
        }
        let some = all.iter().any(|(_, embeds)| *embeds);
        Ok(all.into_iter().filter(|(_, embeds)| *embeds || !some).map(|(name, _)| name).collect())
    }

    async fn embed(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, Error> {
        let mut vectors = Vec::with_capacity(texts.len());
        for batch in batches(texts) {
            match self.send(batch).await {
                Ok(made) => vectors.extend(made),
                // One text, or all together, are too long: send each by itself.
                Err(error) if matches!(error.code, Code::ContextOverflow | Code::BadRequest) => {
                    for text in batch {
                        vectors.push(self.embed_cut(text).await?);
                    }
                }
                Err(error) => return Err(error),
            }
        }
        Ok(vectors)
    }

    async fn embed_cut(&self, text: &str) -> Result<Vec<f32>, Error> {
        let mut length = text.len();
        let mut left = MAX_HALVINGS;
        loop {
            match self.send(&[text[..length].to_owned()]).await {
                Ok(mut made) => {
                    if length < text.len() {
                        tracing::warn!(
                            model = self.name,
                            bytes = text.len(),
                            kept = length,
                            "a passage is too long for the embedding model; its end isn't found by meaning"
                        );
                    }
                    return Ok(made.pop().unwrap_or_default());
                }
                Err(error) if error.code == Code::ContextOverflow && left > 0 && length > 1 => {
                    length = text.floor_char_boundary(length / 2).max(1);
                    length = text.ceil_char_boundary(length);
                    left -= 1;
                }
                Err(error) => return Err(error),
            }
        }
    }

    async fn send(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, Error> {
        let address = &self.endpoint.address;
        let (url, body) = match self.api {
            Api::Ollama => (
                address.beside("/api/embed"),
                // The server knows best where a text's tokens end.
                json!({ "model": self.name, "input": texts, "truncate": true }),
            ),
            Api::OpenAi => (
                address.in_api("/embeddings"),
                json!({ "model": self.name, "input": texts, "encoding_format": "float" }),
            ),
        };
        let answer = self.ask(url, Some(&body)).await?;
        reply::vectors(&answer, texts.len()).map_err(|what| {
            let sentence = |server: &str| sentences::embeddings::not_the_vectors(server, &what);
            self.endpoint.error(Code::InvalidReply, sentence)
        })
    }

    async fn ask(&self, url: reqwest::Url, body: Option<&Value>) -> Result<Value, Error> {
        retry::ask(&self.endpoint, url, body, &self.cancel).await
    }
}

fn batches(texts: &[String]) -> Vec<&[String]> {
    let mut batches = Vec::new();
    let mut start = 0;
    let mut bytes = 0;
    for (place, text) in texts.iter().enumerate() {
        if place > start && (place - start == MOST_TEXTS || bytes + text.len() > MOST_BYTES) {
            batches.push(&texts[start..place]);
            (start, bytes) = (place, 0);
        }
        bytes += text.len();
    }
    if start < texts.len() {
        batches.push(&texts[start..]);
    }
    batches
}

fn is_embedding(name: &str) -> bool {
    let name = name.to_lowercase();
    ["embed", "bge-", "e5-", "minilm", "gte-"].iter().any(|part| name.contains(part))
}

/// Each architecture has its own name for the number; only the end is common.
fn number(shown: &Value, end: &str) -> Option<usize> {
    let info = shown.get("model_info")?.as_object()?;
    let (_, number) = info.iter().find(|(name, _)| name.ends_with(end))?;
    number.as_u64().and_then(|number| usize::try_from(number).ok()).filter(|number| *number > 0)
}
