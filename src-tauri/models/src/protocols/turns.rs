#[cfg(test)]
mod tests;

use std::borrow::Cow;

use serde_json::{Map, Value};

use conversation::model::{ChatMessage, Role};

/// Joins neighbouring messages of the same role, with an empty line between.
///
/// A request has several user messages in a row: documents, files, the question. Hosted models accept that, but many
/// local models' templates (Mistral's, Gemma's) refuse everything but alternating user and assistant, and their
/// servers then fail. The model reads the same text, so all servers get it. Later instructions become the user's,
/// because those templates only accept them at the beginning. Tool results stay separate, because each belongs to its
/// call.
pub(crate) fn alternating(messages: &[ChatMessage]) -> Vec<Cow<'_, ChatMessage>> {
    let mut all: Vec<Cow<'_, ChatMessage>> = Vec::new();
    for message in messages {
        let begun = all.iter().any(|earlier| earlier.role != Role::System);
        let role = if begun && message.role == Role::System { Role::User } else { message.role };
        match all.last_mut() {
            Some(last) if last.role == role && role != Role::Tool && last.tool_calls.is_empty() => {
                join(last.to_mut(), message);
            }
            _ if role == message.role => all.push(Cow::Borrowed(message)),
            _ => all.push(Cow::Owned(ChatMessage { role, ..message.clone() })),
        }
    }
    all
}

fn join(to: &mut ChatMessage, message: &ChatMessage) {
    if !to.content.is_empty() && !message.content.is_empty() {
        to.content.push_str("\n\n");
    }
    to.content.push_str(&message.content);
    to.images.extend(message.images.iter().cloned());
    to.tool_calls.extend(message.tool_calls.iter().cloned());
}

/// A call's arguments as an object. Anything else that a model wrote goes into the field `arguments`, so that it can
/// see its mistake.
pub(crate) fn arguments(written: &str) -> Map<String, Value> {
    if written.trim().is_empty() {
        return Map::new();
    }
    match serde_json::from_str(written) {
        Ok(Value::Object(arguments)) => arguments,
        _ => Map::from_iter([("arguments".to_owned(), Value::from(written))]),
    }
}
