use serde_json::Value;

use crate::capabilities::model_by_name;
use crate::http::Endpoint;
use conversation::model::{Ability, Error, Model, Source, Tokens, Window};

const PAGE: &str = "1000";

/// Maximum pages. No host has as many, but a server may repeat one endlessly.
const PAGES: usize = 20;

pub(super) async fn list(endpoint: &Endpoint) -> Result<Vec<Model>, Error> {
    let mut models = Vec::new();
    let mut after: Option<String> = None;
    for _ in 0..PAGES {
        let mut url = endpoint.address.in_api("/models");
        url.query_pairs_mut().append_pair("limit", PAGE);
        if let Some(after) = &after {
            url.query_pairs_mut().append_pair("after_id", after);
        }
        let page = endpoint.ask(url, None).await.map_err(|failure| failure.error)?;
        let Some(entries) = page.get("data").and_then(Value::as_array) else {
            return Err(endpoint.garbage(&page.to_string()));
        };
        models.extend(entries.iter().filter_map(model));
        let more = page.get("has_more").and_then(Value::as_bool) == Some(true);
        let last = page.get("last_id").and_then(Value::as_str).map(str::to_owned);
        if !more || last.is_none() || last == after {
            break;
        }
        after = last;
    }
    Ok(models)
}

fn model(entry: &Value) -> Option<Model> {
    let mut model = model_by_name(entry.get("id")?.as_str()?);
    let source = Source::Server;
    let window = entry.get("max_input_tokens").and_then(Value::as_u64).filter(|n| *n > 0);
    if let Some(tokens) = window {
        let tokens = Tokens(u32::try_from(tokens).unwrap_or(u32::MAX));
        model.window = Window { tokens, source };
    }
    let can = |name: &str| {
        let yes = entry.get("capabilities")?.get(name)?.get("supported")?.as_bool()?;
        Some(Ability { yes, source })
    };
    if let Some(vision) = can("image_input") {
        model.capabilities.vision = vision;
    }
    if let Some(thinking) = can("thinking") {
        model.capabilities.thinking = thinking;
    }
    Some(model)
}
