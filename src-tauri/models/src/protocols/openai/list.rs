//! A server's models.
//!
//! The protocol only has names. Servers add other facts in their own ways, in the list or at other addresses.

use futures::future;
use serde_json::Value;

use crate::capabilities::{self, ServerFacts};
use crate::http::Endpoint;
use conversation::model::{Error, Model, Source, Tokens, Window};

/// LM Studio's default window for a model that it loads on demand.
const LM_STUDIO_LOADS: Tokens = Tokens(4_096);

pub(super) async fn list(endpoint: &Endpoint) -> Result<Vec<Model>, Error> {
    let listed = endpoint
        .ask(endpoint.address.in_api("/models"), None)
        .await
        .map_err(|failure| failure.error)?;
    let Some(entries) = entries(&listed) else { return Err(endpoint.garbage(&listed.to_string())) };
    let hosted = endpoint.address.is_public();
    let named: Vec<(&str, &Value)> =
        entries.iter().filter_map(|entry| Some((entry.get("id")?.as_str()?, entry))).collect();
    if hosted || named.is_empty() {
        let models = named.into_iter().filter(|(name, entry)| chats(name, entry));
        let model = |(name, entry): (&str, _)| facts_in(entry).model(name.to_owned(), hosted);
        return Ok(models.map(model).collect());
    }
    // Local servers tell more at other addresses.
    let beside = |path: &str| {
        let url = endpoint.address.beside(path);
        async { endpoint.ask(url, None).await.unwrap_or_default() }
    };
    let (props, studio, older_studio) =
        future::join3(beside("/props"), beside("/api/v1/models"), beside("/api/v0/models")).await;
    let by_props = facts_by_llama_cpp(&props);
    let models = named.iter().filter_map(|(name, entry)| {
        let beside = studio_entry(&studio, name).or_else(|| studio_entry(&older_studio, name));
        if !chats(name, beside.unwrap_or(entry)) {
            return None;
        }
        let by_studio = beside.map(|entry| facts_by_studio(entry, name)).unwrap_or_default();
        let mut reported = facts_in_local(entry).or(by_studio);
        if named.len() == 1 {
            reported = reported.or(by_props);
        }
        reported.window = reported.window.or_else(|| trained(entry));
        Some(reported.model((*name).to_owned(), false))
    });
    Ok(models.collect())
}

/// In `data`, or the list itself at a few hosts.
pub(crate) fn entries(listed: &Value) -> Option<&Vec<Value>> {
    listed.get("data").unwrap_or(listed).as_array()
}

/// The entry's window, preferably the one in use, not the maximum.
pub(crate) fn window_in(entry: &Value) -> Option<Tokens> {
    window_in_use(entry).or_else(|| tokens(entry.get("max_context_length"))) // LM Studio, Mistral
}

fn window_in_use(entry: &Value) -> Option<Tokens> {
    let meta = |group: &str, name: &str| entry.get(group).and_then(|meta| meta.get(name));
    [
        meta("meta", "n_ctx"),              // llama.cpp
        entry.get("loaded_context_length"), // LM Studio, of a loaded model
        entry.get("max_model_len"),         // vLLM
        entry.get("context_window"),        // Groq
        // OpenRouter: its first choice of hosts counts, not the model's maximum.
        meta("top_provider", "context_length"),
        entry.get("context_length"), // OpenRouter, Together, Fireworks
        meta("metadata", "context_length"), // DeepInfra
        meta("limits", "max_input_tokens"), // GitHub
    ]
    .into_iter()
    .find_map(tokens)
}

pub(super) fn tokens(value: Option<&Value>) -> Option<Tokens> {
    let count = value?.as_u64().filter(|count| *count > 0)?;
    Some(Tokens(u32::try_from(count).unwrap_or(u32::MAX)))
}

fn served(tokens: Tokens) -> Window {
    Window { tokens, source: Source::Server }
}

fn has(list: Option<&Value>, words: &[&str]) -> Option<bool> {
    let list = list?.as_array()?;
    Some(list.iter().filter_map(Value::as_str).any(|word| words.contains(&word)))
}

fn flag(value: Option<&Value>, name: &str) -> Option<bool> {
    value?.get(name)?.as_bool()
}

/// By the server's facts, otherwise by the name.
fn chats(name: &str, entry: &Value) -> bool {
    let text = |name: &str| entry.get(name).and_then(Value::as_str).unwrap_or_default();
    let written = entry.get("architecture").and_then(|kinds| kinds.get("output_modalities"));
    let said = has(written, &["text"]) // OpenRouter
        .or_else(|| flag(entry.get("capabilities"), "completion_chat")) // Mistral
        .or_else(|| flag(Some(entry), "supports_chat")) // Fireworks
        .or_else(|| flag(Some(entry), "active").filter(|active| !active)) // Groq
        .or_else(|| match text("type") {
            "chat" | "llm" | "vlm" | "language" | "code" => Some(true), // LM Studio, Together
            "image" | "audio" | "video" | "moderation" | "transcribe" => Some(false),
            kind if kind.contains("embedding") || kind.contains("rerank") => Some(false),
            _ => None,
        });
    said.unwrap_or_else(|| capabilities::chats(name))
}

fn facts_in(entry: &Value) -> ServerFacts {
    ServerFacts { window: window_in(entry).map(served), ..facts_in_local(entry) }
}

/// Ignores the model's maximum window: a local server may have loaded the model with a smaller one.
fn facts_in_local(entry: &Value) -> ServerFacts {
    let can = entry.get("capabilities");
    let takes = entry.get("supported_parameters"); // OpenRouter
    let seen = entry.get("architecture").and_then(|kinds| kinds.get("input_modalities"));
    let seen = seen.or_else(|| entry.get("input_modalities")); // OpenRouter, xAI
    ServerFacts {
        window: window_in_use(entry).map(served),
        tools: has(takes, &["tools"])
            .or_else(|| flag(can, "function_calling")) // Mistral
            .or_else(|| flag(Some(entry), "supports_tools")), // Fireworks
        vision: has(seen, &["image"])
            .or_else(|| flag(can, "vision")) // Mistral
            .or_else(|| flag(Some(entry), "supports_image_input")), // Fireworks
        thinking: has(takes, &["reasoning", "include_reasoning"])
            .or_else(|| flag(can, "reasoning")), // Mistral
    }
}

/// The trained context only limits the window: a server allows less where memory is short.
fn trained(entry: &Value) -> Option<Window> {
    let length = tokens(entry.get("meta")?.get("n_ctx_train"))?;
    (length < Window::ASSUMED.tokens).then(|| served(length))
}

fn facts_by_llama_cpp(props: &Value) -> ServerFacts {
    let slot = props.get("default_generation_settings").and_then(|slot| slot.get("n_ctx"));
    let template = props.get("chat_template_caps");
    ServerFacts {
        window: tokens(slot.or_else(|| props.get("n_ctx"))).map(served),
        tools: flag(template, "supports_tools").or_else(|| flag(template, "supports_tool_calls")),
        vision: flag(props.get("modalities"), "vision"),
        thinking: None,
    }
}

/// LM Studio's entry for a model, in the newer or older form of its list.
fn studio_entry<'a>(listed: &'a Value, name: &str) -> Option<&'a Value> {
    let list = listed.get("models").or_else(|| listed.get("data"))?.as_array()?;
    let is = |value: Option<&Value>| value.and_then(Value::as_str) == Some(name);
    let loaded_as = |entry: &Value| instances(entry).any(|instance| is(instance.get("id")));
    list.iter().find(|entry| is(entry.get("key")) || is(entry.get("id")) || loaded_as(entry))
}

fn instances(entry: &Value) -> impl Iterator<Item = &Value> {
    entry.get("loaded_instances").and_then(Value::as_array).into_iter().flatten()
}

fn facts_by_studio(entry: &Value, name: &str) -> ServerFacts {
    let window = |instance: &Value| tokens(instance.get("config")?.get("context_length"));
    let loaded = instances(entry)
        .find(|instance| instance.get("id").and_then(Value::as_str) == Some(name))
        .or_else(|| instances(entry).next())
        .and_then(window)
        .or_else(|| tokens(entry.get("loaded_context_length")));
    let largest = tokens(entry.get("max_context_length"));
    let can = entry.get("capabilities");
    // A missing flag isn't a no: older versions have none.
    let sees = match entry.get("type").and_then(Value::as_str) {
        Some("vlm") => Some(true),
        Some("llm") if entry.get("loaded_instances").is_none() => Some(false),
        _ => None,
    };
    ServerFacts {
        window: loaded.map(served).or_else(|| {
            let tokens = largest?.min(LM_STUDIO_LOADS);
            Some(Window { tokens, source: Source::Assumed })
        }),
        tools: flag(can, "trained_for_tool_use").or_else(|| has(can, &["tool_use"])),
        vision: flag(can, "vision").or(sees),
        thinking: can
            .and_then(|can| can.get("reasoning"))
            .map(|reasoning| reasoning.as_bool().unwrap_or(!reasoning.is_null())),
    }
}
