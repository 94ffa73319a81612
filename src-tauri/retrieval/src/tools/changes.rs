use std::sync::Arc;

use conversation::{Number, Wish};
use futures::future::BoxFuture;
use notes::NotePath;
use serde_json::Value;

use super::{
    job::Job,
    page::{sentence, shown},
    place::{self, NOTE},
    result::{CallResult, Refusal, ToolResult},
};
use crate::sentences;

type Call = BoxFuture<'static, CallResult>;

const TEXT: [&str; 5] = ["text", "content", "markdown", "body", "new_text"];

/// Maximum source passages of a change.
const MOST_SOURCES: usize = 50;

pub(super) fn create_note(job: Arc<Job>) -> Call {
    Box::pin(async move {
        let names = ["path", "note", "title", "name", "file", "filename"];
        let path = new_path(&job.arguments.required(&names, "Ideas/Rye.md")?, "")?;
        let text = text(&job, &TEXT, "# Rye\n\n…")?;
        propose(&job, Wish::Create { path, text }).await
    })
}

pub(super) fn edit_note(job: Arc<Job>) -> Call {
    Box::pin(async move {
        let path = note(&job)?;
        let old = text(&job, &["old", "old_text", "find", "search", "original"], "two per cent")?;
        let new = text(&job, &["new", "new_text", "replace", "replacement"], "three per cent")?;
        propose(&job, Wish::Edit { path, old, new }).await
    })
}

pub(super) fn append_to_note(job: Arc<Job>) -> Call {
    Box::pin(async move {
        let path = note(&job)?;
        let heading = job.arguments.text(&["heading", "section"])?;
        let section = heading.iter().flat_map(|heading| heading.split('#'));
        let section = section.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty());
        let (section, text) = (section.collect(), text(&job, &TEXT, "- salt")?);
        propose(&job, Wish::Append { path, section, text }).await
    })
}

pub(super) fn rename(job: Arc<Job>) -> Call {
    Box::pin(async move {
        let path = note(&job)?;
        let names = ["to", "new_path", "new_name", "new_title", "new"];
        let to = new_path(&job.arguments.required(&names, "Sea salt")?, path.folder())?;
        propose(&job, Wish::Rename { path, to }).await
    })
}

pub(super) fn set_property(job: Arc<Job>) -> Call {
    Box::pin(async move {
        let names = ["note", "path", "title", "file", "link"];
        let path = place::find(&job, &job.arguments.required(&names, "Ingredients/Salt")?)?.path;
        let name = job.arguments.required(&["property", "name", "key"], "status")?;
        let value = match job.arguments.value(&["value", "values"]) {
            None => Value::Null,
            Some(Value::String(text)) if text.trim().is_empty() => Value::Null,
            Some(Value::String(text)) => read_value(text),
            Some(value) => value,
        };
        propose(&job, Wish::SetProperty { path, name, value }).await
    })
}

pub(super) fn delete_note(job: Arc<Job>) -> Call {
    Box::pin(async move {
        let path = note(&job)?;
        propose(&job, Wish::Delete { path }).await
    })
}

/// Parses a text as JSON, since models send numbers and lists as texts. A number that would change its spelling,
/// such as the version `1.10`, stays a text.
fn read_value(text: String) -> Value {
    match serde_json::from_str(&text) {
        Ok(Value::Number(number)) if number.to_string() != text.trim() => Value::String(text),
        Ok(value) => value,
        Err(_) => Value::String(text),
    }
}

fn note(job: &Job) -> Result<NotePath, Refusal> {
    Ok(place::find(job, &job.arguments.required(&NOTE, "Ingredients/Salt")?)?.path)
}

fn new_path(text: &str, folder: &str) -> Result<NotePath, Refusal> {
    let text = text.trim_start_matches("[[").trim_end_matches("]]").trim_start_matches("./");
    let text = text.strip_suffix(".md").unwrap_or(text);
    let full = match (folder, text.contains('/')) {
        ("", _) | (_, true) => format!("{text}.md"),
        (folder, false) => format!("{folder}/{text}.md"),
    };
    Ok(NotePath::new(&full)?)
}

fn text(job: &Job, names: &[&str], example: &str) -> Result<String, Refusal> {
    match job.arguments.value(names) {
        Some(Value::String(text)) => Ok(text),
        _ => job.arguments.required(names, example),
    }
}

async fn propose(job: &Job, wish: Wish) -> CallResult {
    let Some(proposals) = job.desk.proposals.clone() else {
        return Err(Refusal::new("No changes can be prepared here."));
    };
    let sources = match job.arguments.value(&["sources", "passages", "citations"]) {
        Some(Value::Array(sources)) => sources,
        Some(one) => vec![one],
        None => Vec::new(),
    };
    let number = |source: &Value| match source {
        Value::Number(number) => number.as_u64(),
        Value::String(text) => text.trim_matches(['[', ']', ' ']).parse().ok(),
        _ => None,
    };
    let numbers = sources.iter().filter_map(number).filter_map(|n| u32::try_from(n).ok());
    let rests_on = numbers.map(Number).take(MOST_SOURCES).collect();
    let what = proposals.propose(wish, rests_on).await.map_err(|error| {
        // The error may quote the note's nearest lines. If one line can't show the whole error, the hint does.
        let whole = sentences::calls::in_english(|| error.to_string());
        let told = sentence(&whole);
        if told.starts_with(&whole) { Refusal::new(told) } else { Refusal::new(told).hint(whole) }
    })?;
    let title = shown(&what);
    Ok(ToolResult {
        text: format!(
            "Prepared: {title}. Nothing is written yet: the user looks at it first, and may change or \
             refuse it. Say that it waits for them, and don't prepare it again."
        ),
        told: sentences::calls::proposed(&title),
        ..ToolResult::default()
    })
}
