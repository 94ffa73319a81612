use notes::{Anchor, LineRange, Note, NotePath, NoteText};

use super::{
    job::Job,
    page::shown,
    place::{self, NOTE},
    result::{CallResult, Refusal, ToolResult},
};
use crate::{sentences, whole::passage};
use conversation::{
    ReferenceId,
    reference::{Kind, Reference, State},
};

/// Tokens around a passage's text: its number, title, place and marks.
pub(super) const AROUND_PASSAGE: u32 = 40;

pub(super) fn read_note(job: &Job) -> CallResult {
    let asked = job.arguments.required(&NOTE, "Ingredients/Salt")?;
    let from = job.arguments.number(&["from_line", "line", "start_line", "offset"], u32::MAX)?;
    let heading =
        job.arguments.text(&["heading", "anchor", "section", "block"])?.map(|text| anchor(&text));
    let found = place::find(job, &asked)?;
    let path = found.path;
    if !path.is_note() {
        let anchor = heading.flatten().or(found.anchor);
        return read_document(job, &path, anchor.as_ref(), from.unwrap_or(1));
    }
    let read = job.desk.sources.vault.read_note(&path)?;
    let text = &read.text;
    let parsed = notes::parse_with_blocks(text);
    let section = match heading.flatten().or(found.anchor) {
        Some(anchor) => Some(section(&path, &parsed.note, &anchor)?),
        None => None,
    };
    let count = u32::try_from(text.lines().count()).unwrap_or(u32::MAX);
    let first = from.unwrap_or(1).max(section.map_or(1, |lines| lines.start));
    let last = section.map_or(count, |lines| lines.end);
    let is_wanted = |lines: LineRange| lines.end >= first && lines.start <= last;
    let mut chunks =
        index::chunk_parsed(text, &parsed).into_iter().filter(|chunk| is_wanted(chunk.lines));
    let template = template(job, &read);
    let mut passages: Vec<Reference> = Vec::new();
    let mut left = job.limit.0;
    let mut next = None;
    for chunk in &mut chunks {
        let size = chunk.tokens.saturating_add(AROUND_PASSAGE);
        if size > left && !passages.is_empty() {
            next = Some(chunk.lines.start);
            break;
        }
        left = left.saturating_sub(size);
        let (passage, snippet) = passage(chunk);
        passages.push(Reference {
            id: ReferenceId::new(),
            snippet,
            passage: Some(passage),
            ..template.clone()
        });
    }
    let name = shown(path.as_str());
    let Some(lines) = lines_of(&passages) else {
        return Err(match (first > count, text.trim().is_empty()) {
            (_, true) => Refusal::new(format!("{name} is empty.")),
            (true, _) => Refusal::new(format!("{name} has only {count} lines.")),
            _ => Refusal::new(format!("{name} has no text there.")),
        });
    };
    let mut told = format!("{name}, lines {}–{} of {count}.", lines.start, lines.end);
    if let Some(next) = next {
        told.push_str(&go_on(lines, next));
    }
    if let Some(others) = place::others(&found.others) {
        told.push_str(&format!(" {others}"));
    }
    let part = section.is_some() || from.is_some_and(|from| from > 1) || next.is_some();
    Ok(ToolResult {
        text: told,
        passages,
        told: match part {
            true => sentences::calls::read_lines(&name, lines.start, lines.end),
            false => sentences::calls::read(&name),
        },
        ..ToolResult::default()
    })
}

fn read_document(job: &Job, path: &NotePath, anchor: Option<&Anchor>, from: u32) -> CallResult {
    let name = shown(path.as_str());
    let all = job.desk.sources.read_document(path, anchor);
    if all.is_empty() {
        return Err(Refusal::new(format!("{name} isn't a note."))
            .hint("Only notes (.md) have text to read."));
    }
    let mut left = job.limit.0;
    let mut passages: Vec<Reference> = Vec::new();
    let mut next = None;
    for reference in all {
        let Some(passage) = reference.passage.as_ref().filter(|it| it.lines.end >= from) else {
            continue;
        };
        let size = passage.tokens.0.saturating_add(AROUND_PASSAGE);
        if size > left && !passages.is_empty() {
            next = Some(passage.lines.start);
            break;
        }
        left = left.saturating_sub(size);
        passages.push(reference);
    }
    let Some(lines) = lines_of(&passages) else {
        return Err(Refusal::new(format!("{name} has no text there.")));
    };
    let mut told = format!("{name}.");
    if let Some(next) = next {
        told.push_str(&go_on(lines, next));
    }
    let part = from > 1 || next.is_some() || anchor.is_some();
    let what = match part {
        true => sentences::calls::read_part(&name),
        false => sentences::calls::read(&name),
    };
    Ok(ToolResult { text: told, passages, told: what, ..ToolResult::default() })
}

/// The hint to continue. The rest of a line that is too long can't be addressed by line number.
fn go_on(read: LineRange, next: u32) -> String {
    if next > read.start {
        return format!(" There is more: go on with from_line {next}.");
    }
    format!(
        " Line {next} is longer than this; find_excerpts finds in the rest of it, and from_line {} \
         goes on after it.",
        next.saturating_add(1)
    )
}

fn lines_of(passages: &[Reference]) -> Option<LineRange> {
    let mut all = passages.iter().filter_map(|passage| passage.passage.as_ref()).map(|it| it.lines);
    let first = all.next()?;
    Some(all.fold(first, |all, lines| LineRange { end: all.end.max(lines.end), ..all }))
}

fn template(job: &Job, note: &NoteText) -> Reference {
    let sources = &job.desk.sources;
    let path = &note.path;
    let read = Reference {
        wikilink: sources.wikilink(path),
        path: Some(path.clone()),
        title: sources.catalog.title(path),
        match_reason: sentences::READ_BY_MODEL.to_string(),
        ..Reference::new(Kind::Read, State::Used)
    };
    sources.with_summary(read, note)
}

/// A heading or block as models write it: `Heading`, `# Heading`, `A#B`, `^block`.
fn anchor(text: &str) -> Option<Anchor> {
    place::target(&format!("#{}", text.trim().trim_start_matches('#').trim())).anchor
}

fn section(path: &NotePath, note: &Note, anchor: &Anchor) -> Result<LineRange, Refusal> {
    if let Some(lines) = note.lines_of(anchor) {
        return Ok(lines);
    }
    let what = match anchor {
        Anchor::Heading(names) => format!("heading “{}”", shown(&names.join("#"))),
        Anchor::Block(id) => format!("block “^{}”", shown(id)),
    };
    let headings: Vec<String> = note
        .headings
        .iter()
        .take(30)
        .map(|heading| format!("“{}”", shown(&heading.text)))
        .collect();
    Err(Refusal::new(format!("{} has no {what}.", shown(path.as_str()))).hint(
        match headings.is_empty() {
            true => "It has no headings: read it without one.".to_owned(),
            false => format!("Its headings: {}.", headings.join(", ")),
        },
    ))
}
