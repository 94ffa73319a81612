//! Lists of models in each protocol.

use serde_json::{Value, json};

use super::script::ListedModel;

/// Reports the window like llama.cpp and the capabilities like OpenRouter.
pub(super) fn open_ai(models: &[ListedModel]) -> Value {
    let entry = |model: &ListedModel| {
        let mut entry = json!({ "id": model.name, "object": "model", "owned_by": "scripted" });
        if let Some(window) = model.window {
            entry["meta"] = json!({ "n_ctx": window });
        }
        if model.tools.is_some() || model.thinking.is_some() {
            let mut parameters = vec!["max_tokens", "temperature"];
            parameters.extend((model.tools == Some(true)).then_some("tools"));
            parameters.extend((model.thinking == Some(true)).then_some("reasoning"));
            entry["supported_parameters"] = json!(parameters);
        }
        if let Some(vision) = model.vision {
            let inputs: &[&str] = if vision { &["text", "image"] } else { &["text"] };
            entry["architecture"] = json!({ "input_modalities": inputs });
        }
        entry
    };
    json!({ "object": "list", "data": models.iter().map(entry).collect::<Vec<_>>() })
}

pub(super) fn ollama(models: &[ListedModel]) -> Value {
    let models: Vec<Value> =
        models.iter().map(|model| json!({ "name": model.name, "model": model.name })).collect();
    json!({ "models": models })
}

pub(super) fn ollama_show(models: &[ListedModel], request: &Value) -> Value {
    let model = models.iter().find(|model| request["model"] == model.name.as_str());
    let mut info = json!({});
    if let Some(window) = model.and_then(|model| model.window) {
        info["scripted.context_length"] = window.into();
    }
    let mut can = vec!["completion"];
    if let Some(model) = model {
        can.extend((model.tools == Some(true)).then_some("tools"));
        can.extend((model.vision == Some(true)).then_some("vision"));
        can.extend((model.thinking == Some(true)).then_some("thinking"));
    }
    json!({ "model_info": info, "capabilities": can })
}

pub(super) fn anthropic(models: &[ListedModel]) -> Value {
    let entry = |model: &ListedModel| {
        let mut entry = json!({
            "type": "model",
            "id": model.name,
            "display_name": model.name,
            "created_at": "1970-01-01T00:00:00Z",
        });
        if let Some(window) = model.window {
            entry["max_input_tokens"] = window.into();
            entry["max_tokens"] = (window / 2).into();
        }
        let can = [("image_input", model.vision), ("thinking", model.thinking)];
        for (name, supported) in can {
            if let Some(supported) = supported {
                entry["capabilities"][name] = json!({ "supported": supported });
            }
        }
        entry
    };
    json!({
        "data": models.iter().map(entry).collect::<Vec<_>>(),
        "has_more": false,
        "first_id": models.first().map(|model| &model.name),
        "last_id": models.last().map(|model| &model.name),
    })
}
