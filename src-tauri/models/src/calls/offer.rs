//! The tools that a request offers.

use serde::Deserialize;
use serde_json::Value;

/// The tools that a request offers, read from its body: it alone is sent, and kept.
#[derive(Debug, Clone, Default)]
pub(crate) struct Offer {
    /// Their names.
    pub names: Vec<String>,
    /// Whether they may be called now.
    pub callable: bool,
}

impl Offer {
    pub(crate) fn in_body(body: &str) -> Self {
        #[derive(Deserialize, Default)]
        #[serde(default)]
        struct Body {
            tools: Vec<ToolEntry>,
            tool_choice: Value,
        }
        #[derive(Deserialize, Default)]
        #[serde(default)]
        struct ToolEntry {
            name: String,
            function: FunctionEntry,
        }
        #[derive(Deserialize, Default)]
        #[serde(default)]
        struct FunctionEntry {
            name: String,
        }
        // Inside a JSON text the quotes would be escaped, so this tells without reading all of it.
        if !body.contains("\"tools\"") {
            return Self::default();
        }
        let body: Body = serde_json::from_str(body).unwrap_or_default();
        let choice = body.tool_choice.get("type").unwrap_or(&body.tool_choice);
        let callable = choice != "none";
        let names = body.tools.into_iter().flat_map(|tool| [tool.name, tool.function.name]);
        Self { names: names.filter(|name| !name.is_empty()).collect(), callable }
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.names.iter().any(|offered| offered == name)
    }
}
