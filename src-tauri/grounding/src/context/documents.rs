//! The documents of a turn as one message.

use std::{borrow::Cow, collections::HashSet, ops::Range};

use serde::Serialize;

use conversation::model::{
    marks::json_without_marks,
    said::{sentences, words},
};
use conversation::{
    FilePart,
    reference::{Number, Passage, Reference},
};
use notes::cut;

use super::properties::{properties_end, spoken};

/// Introduces the documents. Each document has its own line, so that no token crosses two documents and the parts'
/// sizes add up to the message's.
pub(super) const OPENING: &str = "Here are some documents provided for context, they may not all be \
                                  relevant:\n{\"documents\":[\n";

/// In a tool's result, without the introduction.
pub(super) const RESULT_OPENING: &str = "{\"documents\":[\n";

/// A document in the form that the model gets. The number is first and the long text last, where models find both
/// best.
#[derive(Serialize)]
struct Document<'a> {
    document: u32,
    title: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    metadata: Option<String>,
    contents: &'a str,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum Form<'a> {
    /// The whole text with its full origin.
    Full,
    /// The whole text with only the metadata that helps to understand it. A small model takes half a second or more
    /// to read a path and lines, and doesn't use them.
    Brief,
    /// A byte range of the text, with brief metadata.
    Excerpt(&'a Range<usize>),
}

impl<'a> Form<'a> {
    pub(super) fn new(small: bool, excerpt: Option<&'a Range<usize>>) -> Self {
        match excerpt {
            Some(range) => Self::Excerpt(range),
            None if small => Self::Brief,
            None => Self::Full,
        }
    }

    fn range(self) -> Option<&'a Range<usize>> {
        match self {
            Self::Excerpt(range) => Some(range),
            Self::Full | Self::Brief => None,
        }
    }
}

/// The JSON line of a document; the last one closes the list.
pub(super) fn line(reference: &Reference, form: Form<'_>, number: Number, last: bool) -> String {
    let contents = match &reference.passage {
        Some(passage) => contents(reference, passage, form),
        None => Cow::default(),
    };
    let document = Document {
        document: number.0,
        title: &reference.title,
        metadata: metadata(reference, form),
        contents: &contents,
    };
    // Numbers and texts always have a JSON form; the fallback is unreachable.
    let json = serde_json::to_string(&document).unwrap_or_default();
    let json = json_without_marks(&json);
    format!("{json}{}", if last { "]}" } else { ",\n" })
}

/// The text for a model: properties as a sentence, and rows of a table below its head.
fn contents<'a>(reference: &Reference, passage: &'a Passage, form: Form<'_>) -> Cow<'a, str> {
    let text = &*passage.text;
    let excerpt = form.range().filter(|range| text.get((*range).clone()).is_some());
    let range = excerpt.cloned().unwrap_or(0..text.len());
    let body = properties_end(reference, passage).clamp(range.start, range.end);
    if excerpt.is_none() && body == 0 && passage.columns.is_none() {
        return text.into();
    }
    let mark = |cut: bool| if cut { "…" } else { "" };
    let (before, after) = (mark(range.start > 0), mark(range.end < text.len()));
    let lead = match body > range.start {
        true => spoken(&reference.title, &text[range.start..body], &text[body..]) + "\n",
        false => String::new(),
    };
    let head = passage.columns.as_ref().map(|columns| format!("{columns}\n")).unwrap_or_default();
    let rest = text[body..range.end].trim();
    format!("{head}{}{after}", format!("{before}{lead}{rest}").trim_end()).into()
}

fn metadata(reference: &Reference, form: Form<'_>) -> Option<String> {
    let headings = reference.passage.as_ref().map_or(&[][..], |passage| &passage.heading_path);
    // The outermost heading usually repeats the title.
    let repeated = headings.first().is_some_and(|first| *first == reference.title);
    let headings = &headings[usize::from(repeated)..];
    let section = || (!headings.is_empty()).then(|| format!("section: {}", headings.join(" › ")));
    let newer = || match reference.age.superseded.as_deref()? {
        "" => Some("outdated".to_owned()),
        newer => Some(format!("outdated by: {newer}")),
    };
    let date = || {
        let own = || reference.own_date().map(|date| format!("date: {date}"));
        // A small model would mistake it for the date of the events in the note.
        let of_file = || {
            let date = reference.age.date.as_ref().filter(|_| matches!(form, Form::Full))?;
            Some(format!("file changed: {date}"))
        };
        let date = own().or_else(of_file);
        let both: Vec<String> = date.into_iter().chain(newer()).collect();
        (!both.is_empty()).then(|| both.join(", "))
    };
    let part = || part(reference).map(ToString::to_string);
    let told: Vec<String> = match (form, &reference.url) {
        (Form::Full, Some(url)) => vec![format!("page: {url}")],
        (Form::Full, None) => {
            let place = part().or_else(|| lines(reference));
            [Some(file(reference)?), place, date(), section()].into_iter().flatten().collect()
        }
        (Form::Brief | Form::Excerpt(_), _) => {
            [folder(reference), part(), date(), section()].into_iter().flatten().collect()
        }
    };
    (!told.is_empty()).then(|| told.join(", "))
}

/// The note or file of a document; `None` for memories.
fn file(reference: &Reference) -> Option<String> {
    match &reference.path {
        Some(path) if path.is_note() => Some(format!("note: {path}")),
        Some(path) => Some(format!("file: {path}")),
        // The title is its name.
        None => reference.attachment.map(|_| "file of the user".to_owned()),
    }
}

/// The folder, which often names the topic, unless the title begins with its name.
fn folder(reference: &Reference) -> Option<String> {
    let (folder, _) = reference.path.as_ref()?.as_str().rsplit_once('/')?;
    let name = folder.rsplit('/').next().unwrap_or(folder);
    (!reference.title.starts_with(name)).then(|| format!("folder: {folder}"))
}

fn lines(reference: &Reference) -> Option<String> {
    reference.path.as_ref()?;
    let lines = reference.passage.as_ref()?.lines;
    Some(match lines.start == lines.end {
        true => format!("line {}", lines.start),
        false => format!("lines {}-{}", lines.start, lines.end),
    })
}

fn part(reference: &Reference) -> Option<&FilePart> {
    reference.passage.as_ref()?.part.as_ref()
}

/// The label of a document: `Salt › How much`, `paper.pdf, page 3`.
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

/// Maximum passages of a result that its summary quotes.
const QUOTED: usize = 2;

/// Maximum characters of a quote.
const LONGEST_QUOTE: usize = 120;

/// The findings of a call in a line: the names of the passages, and for the first ones the sentence that is closest to
/// the call's arguments.
pub fn gist(passages: &[Reference], arguments: &str) -> String {
    let asked = words(arguments);
    let asked: HashSet<&str> = asked.split(' ').collect();
    let mut named = HashSet::new();
    let mut found: Vec<String> = Vec::new();
    for reference in passages {
        let name = name(reference);
        if !named.insert(name.clone()) {
            continue;
        }
        let quoted = reference.passage.as_ref().filter(|_| found.len() < QUOTED);
        found.push(match quoted.and_then(|passage| closest(&passage.text, &asked)) {
            Some(sentence) => format!("{name} (“{}”)", cut(&sentence, LONGEST_QUOTE)),
            None => name,
        });
    }
    found.join("; ")
}

/// The sentence with most of the words `asked`; the first one of equals.
fn closest(text: &str, asked: &HashSet<&str>) -> Option<String> {
    let shared =
        |sentence: &&str| words(sentence).split(' ').filter(|word| asked.contains(word)).count();
    let is_text = |sentence: &&str| {
        let sentence = sentence.trim_start();
        !sentence.is_empty() && !sentence.starts_with('#')
    };
    let sentences: Vec<&str> = sentences(text).filter(is_text).collect();
    let best = sentences.into_iter().rev().max_by_key(shared)?;
    Some(language::one_line(best))
}

/// The origin of a document: `Ingredients/Salt.md, lines 3–9`, `Papers/paper.pdf, page 3`.
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
