//! The models that Ollama has, and what it tells of them.

use futures::StreamExt;
use serde_json::Value;

use super::Ollama;
use crate::{Error, Model, Source, Tokens, Window};

/// The largest window that is taken without being asked for.
///
/// Ollama reserves memory for the whole window when it loads a model. Many models could hold
/// 131,072 tokens, which takes more memory than most machines have; 16,384 take about 2 GB with a
/// model of 8 billion parameters. Who has the memory sets a larger window, here or in the
/// Modelfile.
pub const LARGEST_UNASKED: Tokens = Tokens(16_384);

/// How many models are asked for their window at a time.
const AT_A_TIME: usize = 8;

impl Ollama {
    pub(super) async fn list(&self) -> Result<Vec<Model>, Error> {
        let listed = self
            .endpoint
            .ask(self.endpoint.address.beside("/api/tags"), None)
            .await
            .map_err(|failure| failure.error)?;
        let Some(entries) = listed.get("models").and_then(Value::as_array) else {
            return Err(self.endpoint.garbage(&listed.to_string()));
        };
        let names: Vec<String> = entries
            .iter()
            .filter_map(|entry| entry.get("name").or_else(|| entry.get("model"))?.as_str())
            .map(str::to_owned)
            .collect();
        let models = futures::stream::iter(names.into_iter().map(|name| self.model(name)));
        Ok(models.buffered(AT_A_TIME).filter_map(std::future::ready).collect().await)
    }

    /// A model with its window, or `None` if it can't answer.
    async fn model(&self, name: String) -> Option<Model> {
        let url = self.endpoint.address.beside("/api/show");
        let asked = serde_json::json!({ "model": name });
        let window = match self.endpoint.ask(url, Some(&asked)).await {
            Ok(shown) if !can_chat(&shown) => return None,
            Ok(shown) => window_in(&shown),
            Err(_) => Window::ASSUMED,
        };
        Some(Model { window, ..Model::named(name) })
    }
}

/// Whether a model can answer. Older versions don't say what a model can.
fn can_chat(shown: &Value) -> bool {
    let capabilities = shown.get("capabilities").and_then(Value::as_array);
    capabilities.is_none_or(|list| list.is_empty() || list.iter().any(|can| can == "completion"))
}

/// The window to use: the Modelfile's; else what the model can hold, up to [`LARGEST_UNASKED`].
fn window_in(shown: &Value) -> Window {
    let told = |tokens| Window { tokens, source: Source::Server };
    let in_modelfile = shown
        .get("parameters")
        .and_then(Value::as_str)
        .into_iter()
        .flat_map(str::lines)
        .find_map(|line| line.trim().strip_prefix("num_ctx")?.trim().parse::<u32>().ok());
    if let Some(tokens) = in_modelfile.filter(|tokens| *tokens > 0) {
        return told(Tokens(tokens));
    }
    let largest = shown.get("model_info").and_then(Value::as_object).and_then(|info| {
        info.iter()
            .find(|(name, _)| name.ends_with(".context_length"))
            .and_then(|(_, length)| length.as_u64())
    });
    match largest {
        None | Some(0) => Window::ASSUMED,
        Some(largest) if largest <= u64::from(LARGEST_UNASKED.0) => {
            told(Tokens(u32::try_from(largest).unwrap_or(LARGEST_UNASKED.0)))
        }
        Some(_) => Window { tokens: LARGEST_UNASKED, source: Source::Assumed },
    }
}
