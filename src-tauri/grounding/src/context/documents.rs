//! The documents of a turn as one message.

use std::{borrow::Cow, ops::Range};

use serde::Serialize;

use conversation::model::marks::json_without_marks;
use conversation::{
    FilePart,
    reference::{Number, Reference},
};

/// What stands before the documents. Each document has its own line, so that a tokenizer never
/// joins the end of one with the beginning of the next: then the parts' sizes add up to the
/// message's.
pub(super) const OPENING: &str = "Here are some documents provided for context, they may not all be \
                                  relevant:\n{\"documents\":[\n";

/// The same in a tool's result, which needs no words before it.
pub(super) const RESULT_OPENING: &str = "{\"documents\":[\n";

/// A document as the model sees it. The number comes first and the long text last, where models
/// find both best.
#[derive(Serialize)]
struct Document<'a> {
    document: u32,
    title: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    metadata: Option<String>,
    contents: &'a str,
}

/// The line of a document, or of what `excerpt` names of its text in bytes; the last one ends the message.
pub(super) fn line(
    reference: &Reference,
    excerpt: Option<&Range<usize>>,
    number: Number,
    last: bool,
) -> String {
    let text = reference.passage.as_ref().map_or("", |passage| &passage.text);
    let contents = match excerpt.and_then(|range| Some((range, text.get(range.clone())?))) {
        None => text.into(),
        Some((range, part)) => {
            let mark = |cut: bool| if cut { "…" } else { "" };
            let (before, after) = (mark(range.start > 0), mark(range.end < text.len()));
            Cow::from(format!("{before}{}{after}", part.trim()))
        }
    };
    let document = Document {
        document: number.0,
        title: &reference.title,
        metadata: metadata(reference, excerpt.is_some()),
        contents: &contents,
    };
    // Numbers and texts always have a JSON form, so the fallback is never seen.
    let json = serde_json::to_string(&document).unwrap_or_default();
    let json = json_without_marks(&json);
    format!("{json}{}", if last { "]}" } else { ",\n" })
}

/// The lines of an excerpt aren't told: they are those of the whole passage.
fn metadata(reference: &Reference, is_excerpt: bool) -> Option<String> {
    if let Some(url) = &reference.url {
        return Some(format!("page: {url}"));
    }
    let headings = reference.passage.as_ref().map_or(&[][..], |passage| &passage.heading_path);
    // The outermost heading mostly repeats the title.
    let repeated = headings.first().is_some_and(|first| *first == reference.title);
    let headings = &headings[usize::from(repeated)..];
    let mut told = match &reference.path {
        Some(path) if path.is_note() => format!("note: {path}"),
        Some(path) => format!("file: {path}"),
        // Its name is the title.
        None if reference.attachment.is_some() => "file of the user".to_owned(),
        None => return None,
    };
    if let Some(part) = part(reference) {
        told.push_str(&format!(", {part}"));
    } else if let (Some(_), Some(passage), false) =
        (&reference.path, &reference.passage, is_excerpt)
    {
        let lines = passage.lines;
        match lines.start == lines.end {
            true => told.push_str(&format!(", line {}", lines.start)),
            false => told.push_str(&format!(", lines {}-{}", lines.start, lines.end)),
        }
    }
    if let Some(date) = &reference.date {
        told.push_str(&format!(", date: {date}"));
    }
    if !headings.is_empty() {
        told.push_str(&format!(", section: {}", headings.join(" › ")));
    }
    Some(told)
}

fn part(reference: &Reference) -> Option<&FilePart> {
    reference.passage.as_ref()?.part.as_ref()
}

/// What a document is called in lists: `Salt › How much`, `paper.pdf, page 3`.
pub(super) fn name(reference: &Reference) -> String {
    if let Some(part) = part(reference) {
        return format!("{}, {part}", reference.title);
    }
    let headings = reference.passage.as_ref().map_or(&[][..], |passage| &passage.heading_path);
    match headings.last() {
        Some(heading) if *heading != reference.title => format!("{} › {heading}", reference.title),
        _ => reference.title.clone(),
    }
}

/// What passages are of, each once: `Salt › How much; Rye`.
pub fn names(passages: &[Reference]) -> String {
    let mut names: Vec<String> = Vec::new();
    for name in passages.iter().map(name) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.join("; ")
}

/// Where a document comes from: `Ingredients/Salt.md, lines 3–9`, `Papers/paper.pdf, page 3`.
pub(super) fn origin(reference: &Reference) -> Option<String> {
    if let Some(url) = &reference.url {
        return Some(url.clone());
    }
    let file = || reference.attachment.map(|_| reference.title.as_str());
    let path = reference.path.as_ref().map(|path| path.as_str()).or_else(file)?;
    if let Some(part) = part(reference) {
        return Some(format!("{path}, {part}"));
    }
    Some(match &reference.passage {
        Some(passage) if passage.lines.start == passage.lines.end => {
            format!("{path}, line {}", passage.lines.start)
        }
        Some(passage) => format!("{path}, lines {}–{}", passage.lines.start, passage.lines.end),
        None => path.to_owned(),
    })
}
