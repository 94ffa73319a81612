use std::{path::Path, process::ExitCode};

use app::recognition::Recognition;
use documents::{Document, Limits, Part, Refusal};
use models::{Resources, TokenCounter};
use serde_json::{Value, json};

use crate::{
    out::{MARK, Out, Stop, exit_code, name, printable},
    sentences,
};

/// Reads a file in a child process and prints its text: whole or by page, with text recognised in pictures if
/// requested.
pub fn extract(
    file: &Path,
    pages: bool,
    in_pictures: bool,
    out: &mut Out,
) -> Result<ExitCode, Stop> {
    let read = match in_pictures {
        true => recognised(file, out)?,
        false => documents::read_file(file, Limits::default()),
    };
    let document = match read {
        Ok(document) => document,
        Err(refusal) if out.json => {
            out.object(&json!({ "file": file.display().to_string(), "error": refusal }))?;
            return Ok(ExitCode::from(exit_code(conversation::Code::BadInput)));
        }
        Err(refusal) => {
            return Err(Stop::bad_input(format!("{}: {}", file.display(), refusal.sentence)));
        }
    };
    for problem in document.problems.iter().filter(|_| !out.json) {
        out.notice(&name(&problem.sentence))?;
    }
    let counter = TokenCounter::for_model("");
    match pages {
        true => {
            for part in &document.parts {
                page(file, &document, part, &counter, out)?;
            }
        }
        false => whole(file, &document, &counter, out)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn recognised(file: &Path, out: &Out) -> Result<Result<Document, Refusal>, Stop> {
    let resources = app::place::resources([]).map(|folder| Resources::under(&folder));
    let Some(mut recognition) = resources.and_then(Recognition::new) else {
        return Err(Stop::bad_input(sentences::NO_RECOGNITION.to_owned()));
    };
    let (name, open) = match documents::open_file(file, Limits::default()) {
        Ok(open) => open,
        Err(refusal) => return Ok(Err(refusal)),
    };
    recognition.read(&name, &open, Limits::default(), &mut |pages| {
        out.progress(&sentences::recognising(pages.done, pages.total));
        Ok(())
    })
}

fn whole(file: &Path, document: &Document, counter: &TokenCounter, out: &Out) -> Result<(), Stop> {
    if !out.json {
        return out.line(&printable(&document.text));
    }
    out.object(&json!({
        "file": file.display().to_string(),
        "kind": document.kind,
        "title": document.title,
        "pages": document.parts.len(),
        "tokens": counter.count(&document.text).tokens,
        "text": document.text,
        "repeated": document.repeated,
        "problems": document.problems,
    }))
}

fn page(
    file: &Path,
    document: &Document,
    part: &Part,
    counter: &TokenCounter,
    out: &Out,
) -> Result<(), Stop> {
    let text = document.text_of(part);
    if !out.json {
        out.line(&format!("{MARK}{}{MARK:#}", name(part.label())))?;
        return out.line(&format!("{}\n", printable(text)));
    }
    // Each line has one page's text, so ranges are relative to it.
    let start = part.range.start;
    let within = |range: &std::ops::Range<usize>| (range.start - start, range.end - start);
    let blocks = part.blocks.iter().map(|block| {
        let (start, end) = within(&block.range);
        json!({ "kind": block.kind, "start": start, "end": end, "headings": block.headings })
    });
    let lines = part.lines.iter().map(|line| {
        let (start, end) = within(&line.range);
        json!({ "start": start, "end": end, "rect": line.rect })
    });
    let problem: Option<&Refusal> = document.problems.iter().find(|problem| {
        problem.place.is_some_and(|it| it.unit == part.unit && it.number == part.number)
    });
    out.object(&json!({
        "file": file.display().to_string(),
        "kind": document.kind,
        "unit": part.unit,
        "page": part.number,
        "name": part.name,
        "size": part.size,
        "tokens": counter.count(text).tokens,
        "text": text,
        "blocks": blocks.collect::<Vec<Value>>(),
        "lines": lines.collect::<Vec<Value>>(),
        "problem": problem,
    }))
}
