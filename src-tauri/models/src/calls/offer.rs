use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::Value;

/// The tools of a request, read from its body: the receipt stores the same body.
#[derive(Debug, Clone, Default)]
pub(crate) struct Offer {
    pub names: Vec<String>,
    pub callable: bool,
    /// Pairs of tool and argument whose values aren't text.
    pub other_than_text: BTreeSet<(String, String)>,
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
            parameters: Value,
            input_schema: Value,
        }
        #[derive(Deserialize, Default)]
        #[serde(default)]
        struct FunctionEntry {
            name: String,
            parameters: Value,
        }
        // Inside a JSON text the quotes would be escaped, so this avoids parsing the body.
        if !body.contains("\"tools\"") {
            return Self::default();
        }
        let body: Body = serde_json::from_str(body).unwrap_or_default();
        let choice = body.tool_choice.get("type").unwrap_or(&body.tool_choice);
        let callable = choice != "none";
        let mut offer = Self { callable, ..Self::default() };
        for tool in body.tools {
            let name = if tool.name.is_empty() { tool.function.name } else { tool.name };
            for schema in [tool.function.parameters, tool.parameters, tool.input_schema] {
                let fields = schema.get("properties").and_then(Value::as_object);
                let others = fields.into_iter().flatten().filter(|(_, field)| {
                    let kind = field.get("type").and_then(Value::as_str);
                    kind.is_some_and(|kind| kind != "string")
                });
                offer.other_than_text.extend(others.map(|(key, _)| (name.clone(), key.clone())));
            }
            if !name.is_empty() {
                offer.names.push(name);
            }
        }
        offer
    }

    /// Converts text arguments to the types that the tool wants: some forms of calls only know texts, and some models
    /// quote numbers.
    pub(crate) fn typed(&self, tool: &str, arguments: String) -> String {
        let Ok(Value::Object(mut fields)) = serde_json::from_str(&arguments) else {
            return arguments;
        };
        let mut changed = false;
        for (key, value) in &mut fields {
            let other = self.other_than_text.contains(&(tool.to_owned(), key.clone()));
            if let Some(text) = value.as_str().filter(|_| other)
                && let Ok(meant) = serde_json::from_str::<Value>(text.trim())
            {
                *value = meant;
                changed = true;
            }
        }
        if changed { Value::Object(fields).to_string() } else { arguments }
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.names.iter().any(|offered| offered == name)
    }
}
