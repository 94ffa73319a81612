//! What Anthropic tells of its models.

use serde_json::Value;

use super::{Model, Source, Told, Window};
use crate::Tokens;

/// The model of one entry of Anthropic's `GET /v1/models`: its window is `max_input_tokens`, and
/// `capabilities` tells whether it sees and thinks. `None` for an entry without a name, and for a
/// retired model, which no longer answers.
///
/// Entries of older answers, which have a name and nothing else, are completed from the table.
pub fn of_anthropic(entry: &Value) -> Option<Model> {
    let name = entry.get("id")?.as_str()?;
    if entry.get("lifecycle").and_then(Value::as_str) == Some("retired") {
        return None;
    }
    let can = |what: &str| entry.get("capabilities")?.get(what)?.get("supported")?.as_bool();
    let largest = entry.get("max_input_tokens").and_then(Value::as_u64).filter(|most| *most > 0);
    let told = Told {
        window: largest.map(|largest| Window {
            tokens: Tokens(u32::try_from(largest).unwrap_or(u32::MAX)),
            source: Source::Server,
        }),
        // All of its models that still answer call tools; the entry says nothing of it.
        tools: None,
        vision: can("image_input"),
        thinking: can("thinking"),
    };
    Some(told.model(name.to_owned(), true))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ability, Capabilities};

    #[test]
    fn entries_of_anthropics_list() {
        type Told = (bool, Source);
        fn check(entry: &str, expect: Option<(u32, Source, [Told; 3])>) {
            let model = of_anthropic(&serde_json::from_str(entry).unwrap());
            let ability = |(yes, source)| Ability { yes, source };
            let expect = expect.map(|(tokens, source, [tools, vision, thinking])| Model {
                name: "claude-sonnet-4-5".to_owned(),
                window: Window { tokens: Tokens(tokens), source },
                capabilities: Capabilities {
                    tools: ability(tools),
                    vision: ability(vision),
                    thinking: ability(thinking),
                },
            });
            assert_eq!(model, expect, "{entry}");
        }
        use Source::{Server, Table};
        check(
            r#"{"type":"model","id":"claude-sonnet-4-5","display_name":"Claude Sonnet 4.5",
                "created_at":"2025-09-29T00:00:00Z","lifecycle":"active","max_input_tokens":1000000,
                "max_tokens":64000,"capabilities":{"image_input":{"supported":true},
                "thinking":{"supported":false,"types":{}},"pdf_input":{"supported":true}}}"#,
            Some((1_000_000, Server, [(true, Table), (true, Server), (false, Server)])),
        );
        check(
            r#"{"type":"model","id":"claude-sonnet-4-5","display_name":"Claude Sonnet 4.5",
                "created_at":"2025-09-29T00:00:00Z","max_input_tokens":null}"#,
            Some((200_000, Table, [(true, Table), (true, Table), (true, Table)])),
        );
        check(r#"{"id":"claude-sonnet-4-5","lifecycle":"retired"}"#, None);
        check(r#"{"type":"model"}"#, None);
    }
}
