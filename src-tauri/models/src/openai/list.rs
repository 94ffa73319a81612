//! The models that a server of this protocol lists, and what it tells of them.

use futures::future;
use serde_json::Value;

use super::OpenAi;
use crate::{Error, Model, Source, Tokens, Window};

impl OpenAi {
    pub(super) async fn list(&self) -> Result<Vec<Model>, Error> {
        let endpoint = &self.endpoint;
        let listed = endpoint
            .ask(endpoint.address.in_api("/models"), None)
            .await
            .map_err(|failure| failure.error)?;
        let Some(entries) = entries(&listed) else {
            return Err(endpoint.garbage(&listed.to_string()));
        };
        let mut models: Vec<(String, Option<Tokens>)> = entries
            .iter()
            .filter(|entry| is_for_chat(entry))
            .filter_map(|entry| Some((entry.get("id")?.as_str()?.to_owned(), window_in(entry))))
            .collect();
        // A server at hand that doesn't tell the window in its list may tell it elsewhere.
        if !endpoint.address.is_public() && models.iter().any(|(_, window)| window.is_none()) {
            let (slots, studio) = future::join(
                endpoint.ask(endpoint.address.beside("/props"), None),
                endpoint.ask(endpoint.address.beside("/api/v0/models"), None),
            )
            .await;
            let slot = slots.ok().and_then(|props| {
                let settings = props.get("default_generation_settings");
                tokens(settings.and_then(|s| s.get("n_ctx")).or_else(|| props.get("n_ctx")))
            });
            let studio = studio.unwrap_or_default();
            let studio = self::entries(&studio).map_or(&[][..], Vec::as_slice);
            let told_by_studio = |name: &str| {
                studio.iter().find(|entry| entry.get("id").and_then(Value::as_str) == Some(name))
            };
            models.retain(|(name, _)| told_by_studio(name).is_none_or(is_for_chat));
            for (name, window) in &mut models {
                *window = window.or_else(|| told_by_studio(name).and_then(window_in)).or(slot);
            }
        }
        // What a model was trained for says less than what the server gives it: the last resort.
        Ok(models
            .into_iter()
            .map(|(name, window)| {
                let trained = || {
                    let entry = entries
                        .iter()
                        .find(|entry| entry.get("id").and_then(Value::as_str) == Some(&name))?;
                    tokens(entry.get("meta")?.get("n_ctx_train"))
                };
                let window = window
                    .or_else(trained)
                    .map_or(Window::ASSUMED, |tokens| Window { tokens, source: Source::Server });
                Model { window, ..Model::named(name) }
            })
            .collect())
    }
}

/// The models of a list: in `data`, or the list itself as a few hosts give it.
pub(crate) fn entries(listed: &Value) -> Option<&Vec<Value>> {
    listed.get("data").unwrap_or(listed).as_array()
}

/// Whether a model can answer. Where nothing is said, it can.
fn is_for_chat(entry: &Value) -> bool {
    let kind = entry.get("type").and_then(Value::as_str).unwrap_or_default();
    !kind.contains("embedding") && !kind.contains("rerank")
}

/// The window that an entry of a model list tells, the one in use before the largest possible one.
pub(crate) fn window_in(entry: &Value) -> Option<Tokens> {
    let meta = entry.get("meta").and_then(|meta| meta.get("n_ctx"));
    let named = [
        "loaded_context_length", // LM Studio, of a loaded model
        "max_model_len",         // vLLM
        "context_window",        // Groq
        "context_length",        // OpenRouter, Together
        "max_context_length",    // LM Studio, Mistral
    ];
    std::iter::once(meta).chain(named.map(|name| entry.get(name))).find_map(tokens)
}

pub(super) fn tokens(value: Option<&Value>) -> Option<Tokens> {
    let count = value?.as_u64().filter(|count| *count > 0)?;
    Some(Tokens(u32::try_from(count).unwrap_or(u32::MAX)))
}
