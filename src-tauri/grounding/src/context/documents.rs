//! The documents of a turn as one message.

use serde::Serialize;

use conversation::model::marks::json_without_marks;
use conversation::reference::{Number, Reference};

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

/// The line of a document; the last one ends the message.
pub(super) fn line(reference: &Reference, number: Number, last: bool) -> String {
    let document = Document {
        document: number.0,
        title: &reference.title,
        metadata: metadata(reference),
        contents: reference.passage.as_ref().map_or("", |passage| &passage.text),
    };
    // Numbers and texts always have a JSON form, so the fallback is never seen.
    let json = serde_json::to_string(&document).unwrap_or_default();
    let json = json_without_marks(&json);
    format!("{json}{}", if last { "]}" } else { ",\n" })
}

fn metadata(reference: &Reference) -> Option<String> {
    if let Some(url) = &reference.url {
        return Some(format!("page: {url}"));
    }
    if reference.attachment.is_some() {
        return Some("a file of the user".to_owned());
    }
    let path = reference.path.as_ref()?;
    let headings = reference.passage.as_ref().map_or(&[][..], |passage| &passage.heading_path);
    // The outermost heading mostly repeats the title.
    let repeated = headings.first().is_some_and(|first| *first == reference.title);
    let headings = &headings[usize::from(repeated)..];
    Some(if headings.is_empty() {
        format!("note: {path}")
    } else {
        format!("note: {path}, section: {}", headings.join(" › "))
    })
}

/// What a document is called in lists: `Salt › How much`.
pub(super) fn name(reference: &Reference) -> String {
    let headings = reference.passage.as_ref().map_or(&[][..], |passage| &passage.heading_path);
    match headings.last() {
        Some(heading) if *heading != reference.title => format!("{} › {heading}", reference.title),
        _ => reference.title.clone(),
    }
}

/// Where a document comes from: `Ingredients/Salt.md, lines 3–9`.
pub(super) fn origin(reference: &Reference) -> Option<String> {
    if let Some(url) = &reference.url {
        return Some(url.clone());
    }
    let path = reference.path.as_ref()?;
    Some(match &reference.passage {
        Some(passage) if passage.lines.start == passage.lines.end => {
            format!("{path}, line {}", passage.lines.start)
        }
        Some(passage) => format!("{path}, lines {}–{}", passage.lines.start, passage.lines.end),
        None => path.to_string(),
    })
}
