//! Commands on files without an index: notes, links, chunks, render, tokens.

use std::{path::Path, process::ExitCode, sync::Arc};

use models::{Encoding, TokenCounter};
use notes::{Catalog, Note, NotePath, NoteText, RenderOptions, ScanOptions, Vault};
use serde_json::json;

use crate::{
    out::{DIM, MARK, Out, Stop, WARN, name, printable},
    sentences,
};

struct VaultText {
    notes: Vec<(NoteText, Arc<Note>)>,
    catalog: Catalog,
}

/// Reports unreadable files on stderr and continues.
fn read(vault: &Path, out: &Out) -> Result<VaultText, Stop> {
    let vault = Vault::open(vault)?;
    let scan = vault.scan(&ScanOptions::default())?;
    for problem in &scan.problems {
        out.notice(&format!("{}: {}", name(&problem.path), name(&problem.reason)))?;
    }
    let mut notes = Vec::with_capacity(scan.notes.len());
    for entry in &scan.notes {
        match vault.read_note(&entry.path) {
            Ok(text) => {
                let note = Arc::new(notes::parse(&text.text));
                notes.push((text, note));
            }
            Err(error) => out.notice(&name(error))?,
        }
    }
    let catalog = Catalog::new(
        notes.iter().map(|(text, note)| (text.path.clone(), note.clone())),
        scan.files.into_iter().map(|entry| entry.path),
    );
    Ok(VaultText { notes, catalog })
}

pub fn notes(vault: &Path, out: &mut Out) -> Result<ExitCode, Stop> {
    let VaultText { notes, catalog } = read(vault, out)?;
    for (text, note) in &notes {
        let title = catalog.title(&text.path);
        if out.json {
            out.object(&json!({
                "path": text.path,
                "title": title,
                "aliases": note.aliases,
                "tags": note.tags,
                "headings": note.headings.iter().map(|heading| json!({
                    "level": heading.level, "text": heading.text, "line": heading.line,
                })).collect::<Vec<_>>(),
                "bytes": text.bytes,
                "warnings": note.warnings.iter()
                    .map(|warning| format!("line {}: {}", warning.line, warning.message))
                    .collect::<Vec<_>>(),
            }))?;
        } else {
            out.line(&format!("{}  {DIM}{}{DIM:#}", name(title), name(&text.path)))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

pub fn links(vault: &Path, out: &mut Out) -> Result<ExitCode, Stop> {
    let VaultText { notes, catalog } = read(vault, out)?;
    for (text, note) in &notes {
        for link in &note.links {
            let found = catalog.resolve(Some(&text.path), &link.target);
            let state = match &found {
                notes::Resolution::Resolved { .. } => "resolved",
                notes::Resolution::Ambiguous { .. } => "ambiguous",
                notes::Resolution::Broken { .. } => "broken",
            };
            let dest = found.path();
            if out.json {
                out.object(&json!({
                    "source": text.path,
                    "line": link.line,
                    "start": link.range.start,
                    "end": link.range.end,
                    "raw": link.raw,
                    "target": link.target.path,
                    "anchor": link.target.anchor.as_ref().map(ToString::to_string),
                    "shown": link.shown,
                    "kind": link.kind,
                    "state": state,
                    "dest": dest,
                }))?;
            } else {
                let place = format!("{DIM}{}:{}{DIM:#}", name(&text.path), link.line);
                let raw = name(&link.raw);
                match dest.map(name) {
                    Some(dest) => out.line(&format!("{place}  {raw} → {MARK}{dest}{MARK:#}"))?,
                    None => {
                        let nothing = sentences::FINDS_NOTHING;
                        out.line(&format!("{place}  {WARN}{raw} → {nothing}{WARN:#}"))?;
                    }
                }
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

pub fn chunks(vault: &Path, out: &mut Out) -> Result<ExitCode, Stop> {
    for (text, _) in &read(vault, out)?.notes {
        for chunk in index::chunk(&text.text) {
            if out.json {
                out.object(&json!({
                    "path": text.path,
                    "ordinal": chunk.ordinal,
                    "heading_path": chunk.heading_path,
                    "columns": chunk.columns,
                    "start_line": chunk.lines.start,
                    "end_line": chunk.lines.end,
                    "start": chunk.range.start,
                    "end": chunk.range.end,
                    "tokens": chunk.tokens,
                    "text": chunk.text,
                }))?;
            } else {
                out.line(&format!(
                    "{MARK}{}{MARK:#} {DIM}{}{DIM:#}  {}",
                    name(&text.path),
                    sentences::chunk_place(chunk.lines, chunk.tokens),
                    name(chunk.heading_path.join(" › ")),
                ))?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Opens the file's folder as a vault, so that the file is read like any note. Returns its name there.
fn place_of(file: &Path) -> Result<(Vault, &str), Stop> {
    let missing = |reason: &str| Stop::bad_input(format!("{} {reason}", file.display()));
    let name = file.file_name().ok_or_else(|| missing(sentences::NOT_A_FILE))?;
    let name = name.to_str().ok_or_else(|| missing(sentences::NAME_NOT_UNICODE))?;
    let folder = match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    Ok((Vault::open(folder)?, name))
}

fn read_file(file: &Path) -> Result<NoteText, Stop> {
    let (folder, name) = place_of(file)?;
    Ok(folder.read_note(&NotePath::new(name)?)?)
}

/// `render FILE`: alone, or as a note of a vault, with links and embeds.
pub fn render(file: &Path, vault: Option<&Path>, out: &mut Out) -> Result<ExitCode, Stop> {
    let html = match vault {
        Some(vault) => render_in(vault, file, out)?,
        None => {
            let text = read_file(file)?;
            let source = Some(&text.path);
            notes::render(&text.text, &RenderOptions { source, ..RenderOptions::default() })
        }
    };
    let object = json!({ "file": file.display().to_string(), "html": html });
    out.either(&object, || printable(&html))?;
    Ok(ExitCode::SUCCESS)
}

/// The path is relative to the working directory or to the vault.
fn render_in(vault: &Path, file: &Path, out: &Out) -> Result<String, Stop> {
    let read = read(vault, out)?;
    let root = Vault::open(vault)?;
    let inside = place_of(file).ok().and_then(|(folder, name)| {
        folder.root().strip_prefix(root.root()).ok().map(|folder| folder.join(name))
    });
    let name = inside.unwrap_or_else(|| file.to_owned());
    let text = |path: &NotePath| {
        let note = read.notes.iter().find(|(text, _)| text.path == *path);
        note.map(|(text, _)| text.text.clone()).ok_or_else(|| notes::Error::NotFound(path.clone()))
    };
    let parts: Vec<_> = name.iter().map(|part| part.to_string_lossy()).collect();
    let path = NotePath::new(&parts.join("/"))?;
    let options = RenderOptions {
        catalog: Some(&read.catalog),
        source: Some(&path),
        image_base: "",
        lines_before: 0,
        texts: Some(&text),
    };
    Ok(notes::render(&text(&path)?, &options))
}

/// `tokens FILE`: by the model's counter, the given encoding, or the default tokenizer.
pub fn tokens(
    file: &Path,
    model: Option<&str>,
    encoding: Option<Encoding>,
    out: &mut Out,
) -> Result<ExitCode, Stop> {
    let text = read_file(file)?;
    let counter = match encoding {
        Some(encoding) => TokenCounter::for_encoding(encoding),
        None => TokenCounter::for_model(model.unwrap_or_default()),
    };
    let count = counter.count(&text.text);
    let object = json!({ "tokens": count.tokens, "kind": count.kind });
    out.either(&object, || sentences::tokens(&count))?;
    Ok(ExitCode::SUCCESS)
}
