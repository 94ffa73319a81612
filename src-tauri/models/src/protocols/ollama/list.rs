use futures::StreamExt;
use serde_json::Value;

use crate::capabilities::{ServerFacts, chats};
use crate::http::Endpoint;
use conversation::model::{Error, Model, Source, Tokens, Window};

/// Maximum window in tokens, unless the user asks for a larger one.
///
/// Ollama reserves memory for the whole window when it loads a model. Many models could hold 131,072 tokens, which
/// takes more memory than most machines have; 16,384 take about 2 GB with a model of 8 billion parameters. Users with
/// more memory set a larger window, here or in the Modelfile.
pub const LARGEST_UNASKED: Tokens = Tokens(16_384);

/// Maximum requests about single models at the same time.
const AT_A_TIME: usize = 8;

pub(super) async fn list(endpoint: &Endpoint) -> Result<Vec<Model>, Error> {
    let listed = endpoint
        .ask(endpoint.address.beside("/api/tags"), None)
        .await
        .map_err(|failure| failure.error)?;
    let Some(entries) = listed.get("models").and_then(Value::as_array) else {
        return Err(endpoint.garbage(&listed.to_string()));
    };
    let names: Vec<String> = entries
        .iter()
        .filter_map(|entry| entry.get("name").or_else(|| entry.get("model"))?.as_str())
        .map(str::to_owned)
        .collect();
    let models = futures::stream::iter(names.into_iter().map(|name| model(endpoint, name)));
    Ok(models.buffered(AT_A_TIME).filter_map(std::future::ready).collect().await)
}

/// `None` if the model can't chat.
async fn model(endpoint: &Endpoint, name: String) -> Option<Model> {
    let url = endpoint.address.beside("/api/show");
    let asked = serde_json::json!({ "model": name });
    let reported = match endpoint.ask(url, Some(&asked)).await {
        Ok(shown) if !can_chat(&name, &shown) => return None,
        Ok(shown) => facts_in(&shown),
        Err(_) if !chats(&name) => return None,
        Err(_) => ServerFacts::default(),
    };
    Some(reported.model(name, false))
}

fn can_chat(name: &str, shown: &Value) -> bool {
    match capabilities(shown) {
        Some(list) => list.contains(&"completion"),
        None => {
            let built = shown.get("model_info").and_then(|info| info.get("general.architecture"));
            let is_bert = built.and_then(Value::as_str).is_some_and(|kind| kind.contains("bert"));
            !is_bert && chats(name)
        }
    }
}

fn capabilities(shown: &Value) -> Option<Vec<&str>> {
    let list = shown.get("capabilities")?.as_array().filter(|list| !list.is_empty())?;
    Some(list.iter().filter_map(Value::as_str).collect())
}

fn facts_in(shown: &Value) -> ServerFacts {
    let list = capabilities(shown);
    let can = |what: &str| list.as_ref().map(|list| list.contains(&what));
    ServerFacts {
        window: window_in(shown),
        tools: can("tools"),
        vision: can("vision"),
        thinking: can("thinking"),
    }
}

/// The Modelfile's window; otherwise the model's maximum, up to [`LARGEST_UNASKED`] unless it runs in Ollama's cloud.
fn window_in(shown: &Value) -> Option<Window> {
    let from_server = |tokens| Some(Window { tokens, source: Source::Server });
    let in_modelfile = shown
        .get("parameters")
        .and_then(Value::as_str)
        .into_iter()
        .flat_map(str::lines)
        .find_map(|line| line.trim().strip_prefix("num_ctx")?.trim().parse::<u32>().ok());
    if let Some(tokens) = in_modelfile.filter(|tokens| *tokens > 0) {
        return from_server(Tokens(tokens));
    }
    let info = shown.get("model_info")?.as_object()?;
    let (_, largest) = info.iter().find(|(name, _)| name.ends_with(".context_length"))?;
    let largest = largest.as_u64().filter(|largest| *largest > 0)?;
    let largest = Tokens(u32::try_from(largest).unwrap_or(u32::MAX));
    let is_elsewhere =
        shown.get("remote_host").and_then(Value::as_str).is_some_and(|host| !host.is_empty());
    if largest <= LARGEST_UNASKED || is_elsewhere {
        return from_server(largest);
    }
    Some(Window { tokens: LARGEST_UNASKED, source: Source::Assumed })
}
