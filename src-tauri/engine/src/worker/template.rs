//! Prompts from the model's own template, in the language of Hugging Face's chat templates.

mod json;
mod marks;

#[cfg(test)]
mod tests;

use minijinja::{Environment, Error, ErrorKind, UndefinedBehavior, context};
use minijinja_contrib::pycompat::unknown_method_callback;
use serde_json::Value;

use crate::{
    protocol::{Ask, Failure, FailureKind},
    sentences,
};
use marks::Marks;

/// ChatML, for models without a template; most small models have seen it.
const CHATML: &str = "{% for message in messages %}<|im_start|>{{ message.role }}\n\
                      {{ message.content }}<|im_end|>\n{% endfor %}\
                      {% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}";

/// The texts that end an answer in ChatML; the model needn't have them as tokens.
const CHATML_ENDS: [&str; 2] = ["<|im_end|>", "<|im_start|>"];

/// Maximum steps of a template, because anyone may have written its file.
const FUEL: u64 = 2_000_000;

const OWN: &str = "own";
const FALLBACK: &str = "chatml";

pub(super) struct ChatTemplate {
    env: Environment<'static>,
    begin: String,
    end: String,
    marks: Marks,
    /// The model's own template is usable.
    has_own: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Prompt {
    pub text: String,
    /// Texts that end the answer, in addition to end tokens.
    pub ends: Vec<String>,
    /// A deviation from the template, as a sentence for people.
    pub notice: Option<String>,
    way: Way,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    Own,
    /// The model's template with the instructions inside the first question: some templates refuse or drop them.
    Merged,
    Fallback,
}

impl ChatTemplate {
    /// Returns a notice if the template can't be used.
    pub fn new(
        source: Option<&str>,
        begin: String,
        end: String,
        marks: Vec<String>,
    ) -> (Self, Option<String>) {
        let mut env = environment();
        let notice = match source {
            None => Some(sentences::NO_TEMPLATE.to_string()),
            Some(source) => env
                .add_template_owned(OWN, without_generation_tags(source))
                .err()
                .map(|error| sentences::template_not_understood(&error.to_string())),
        };
        let has_own = notice.is_none();
        // Constant and tested, so it always parses.
        let _ = env.add_template(FALLBACK, CHATML);
        (Self { env, begin, end, marks: Marks::new(marks), has_own }, notice)
    }

    /// # Errors
    /// [`FailureKind::Request`] if no template yields a prompt.
    pub fn render(&self, ask: &Ask) -> Result<Prompt, Failure> {
        let ask = self.neutralised(ask);
        let mut refused = None;
        if self.has_own {
            for way in [Way::Own, Way::Merged] {
                match self.text(&ask, way, true) {
                    Ok(text) if !self.lost_instructions(&ask, &text) => {
                        return Ok(Prompt { text, ends: Vec::new(), notice: None, way });
                    }
                    Ok(_) => {}
                    Err(error) => refused = Some(sentences::template_refused(&error.to_string())),
                }
            }
        }
        let way = Way::Fallback;
        let text = self.text(&ask, way, true).map_err(|e| {
            Failure::new(FailureKind::Request, sentences::no_prompt(&e.to_string()))
        })?;
        let ends = CHATML_ENDS.map(str::to_owned).to_vec();
        Ok(Prompt { text, ends, notice: refused, way })
    }

    /// Renders the prompt twice: with another text of the last question, and without the beginning of the answer.
    pub fn without_the_end(&self, ask: &Ask, rendered: &Prompt) -> Vec<String> {
        let ask = self.neutralised(ask);
        let mut other = ask.clone();
        let last = other.messages.iter_mut().rev().find(|message| message["role"] == "user");
        if let Some(last) = last {
            // Must differ from the first letter on.
            let begun = last["content"].as_str().is_some_and(|text| text.starts_with('…'));
            last["content"] = Value::from(if begun { "x" } else { "…" });
        }
        let others = [self.text(&other, rendered.way, true), self.text(&ask, rendered.way, false)];
        others.into_iter().flatten().collect()
    }

    fn neutralised(&self, ask: &Ask) -> Ask {
        let mut ask = ask.clone();
        ask.messages
            .iter_mut()
            .chain(&mut ask.tools)
            .for_each(|value| self.marks.neutralise(value));
        ask
    }

    fn text(&self, ask: &Ask, way: Way, answers: bool) -> Result<String, Error> {
        let name = if way == Way::Fallback { FALLBACK } else { OWN };
        let merged = (way == Way::Merged).then(|| merged(&ask.messages));
        let messages = merged.as_ref().unwrap_or(&ask.messages);
        // Undefined rather than none: some templates ask for its length.
        let tools = match ask.tools.is_empty() {
            true => minijinja::Value::UNDEFINED,
            false => minijinja::Value::from_serialize(&ask.tools),
        };
        self.env.get_template(name)?.render(context! {
            messages,
            tools,
            add_generation_prompt => answers,
            enable_thinking => ask.thinking,
            thinking => ask.thinking,
            bos_token => self.begin,
            eos_token => self.end,
        })
    }

    /// Detects a template that silently drops the instructions.
    fn lost_instructions(&self, ask: &Ask, text: &str) -> bool {
        let system = ask.messages.iter().find(|message| message["role"] == "system");
        let said = system.and_then(|message| message["content"].as_str()).unwrap_or_default();
        !text.contains(said.trim())
    }
}

/// Moves the instructions to the beginning of the first question.
fn merged(messages: &[Value]) -> Vec<Value> {
    let (system, mut others): (Vec<_>, Vec<_>) =
        messages.iter().cloned().partition(|message| message["role"] == "system");
    let mut texts: Vec<&str> = system.iter().filter_map(|m| m["content"].as_str()).collect();
    match others.iter_mut().find(|message| message["role"] == "user") {
        Some(first) => {
            let said = first["content"].as_str().unwrap_or_default().to_owned();
            texts.push(&said);
            first["content"] = Value::from(texts.join("\n\n"));
        }
        None if !texts.is_empty() => {
            let content = texts.join("\n\n");
            others.insert(0, serde_json::json!({ "role": "user", "content": content }));
        }
        None => {}
    }
    others
}

fn environment() -> Environment<'static> {
    let mut env = Environment::new();
    env.set_trim_blocks(true);
    env.set_lstrip_blocks(true);
    env.set_undefined_behavior(UndefinedBehavior::Lenient);
    env.set_fuel(Some(FUEL));
    env.set_unknown_method_callback(unknown_method_callback);
    env.add_function("raise_exception", |why: String| -> Result<(), Error> {
        Err(Error::new(ErrorKind::InvalidOperation, why))
    });
    env.add_function("strftime_now", |format: String| {
        jiff::fmt::strtime::format(&format, &jiff::Zoned::now())
            .map_err(|error| Error::new(ErrorKind::InvalidOperation, error.to_string()))
    });
    env.add_filter("tojson", json::tojson);
    env
}

/// Replaces `{% generation %}`, which marks training text and which minijinja doesn't know, by a block that is always
/// rendered.
fn without_generation_tags(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(at) = rest.find("{%") {
        let (before, tag) = rest.split_at(at);
        out.push_str(before);
        let Some(end) = tag.find("%}") else {
            rest = tag;
            break;
        };
        let (tag, after) = tag.split_at(end + 2);
        let inner = tag[2..end].trim_matches(['-', '+']).trim();
        let stands_in = match inner {
            "generation" => "if true",
            "endgeneration" => "endif",
            _ => inner,
        };
        if stands_in == inner {
            out.push_str(tag);
        } else {
            out.push_str(&tag.replacen(inner, stands_in, 1));
        }
        rest = after;
    }
    out.push_str(rest);
    out
}
