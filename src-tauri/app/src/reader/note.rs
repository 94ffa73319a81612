//! A note as the reader shows it.

use conversation::{Code, Error, Result};
use index::LinkingLine;
use notes::{Heading, LineRange, NotePath, RenderOptions, Warning};
use serde::Serialize;

use crate::{answer::IMAGE_BASE, sentences, vault::OpenVault};

#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct NoteView {
    pub path: NotePath,
    pub title: String,
    /// Its sanitised HTML.
    pub html: String,
    pub headings: Vec<Heading>,
    /// The lines of other notes that link here.
    pub backlinks: Vec<LinkingLine>,
    pub warnings: Vec<Warning>,
    /// The lines to show, if a place in the note was asked for and is there.
    pub target: Option<LineRange>,
    /// A sentence, if a place was asked for and isn't there.
    pub notice: Option<String>,
}

pub(super) fn view(vault: &OpenVault, path: &NotePath) -> Result<(NoteView, String)> {
    if !path.is_note() {
        return Err(Error::new(Code::UnsupportedFile, || sentences::not_a_note(path)));
    }
    let text = vault.vault.read_note(path)?.text;
    let note = notes::parse(&text);
    let catalog = vault.catalog();
    // The parser doesn't know how much of the note the index holds.
    let of_index = catalog.note(path).into_iter().flat_map(|indexed| &indexed.warnings);
    let of_index = of_index.filter(|warning| index::TOO_MANY_PASSAGES.is(&warning.message));
    let said_now = |warning: &notes::Warning| notes::Warning {
        message: index::TOO_MANY_PASSAGES.to_string(),
        ..warning.clone()
    };
    let warnings = note.warnings.iter().cloned().chain(of_index.map(said_now)).collect();
    let view = NoteView {
        title: note.title.clone().unwrap_or_else(|| path.stem().to_owned()),
        html: html(vault, path, &text),
        headings: note.headings,
        backlinks: backlinks(vault, path),
        warnings,
        target: None,
        notice: None,
        path: path.clone(),
    };
    Ok((view, text))
}

/// A text of the note `path` as HTML.
pub(crate) fn html(vault: &OpenVault, path: &NotePath, text: &str) -> String {
    let catalog = vault.catalog();
    let texts = |path: &NotePath| vault.vault.read_note(path).map(|note| note.text);
    let options = RenderOptions {
        catalog: Some(&catalog),
        source: Some(path),
        image_base: IMAGE_BASE,
        texts: Some(&texts),
        ..RenderOptions::default()
    };
    notes::render(text, &options)
}

/// Their lines as they were indexed: of a note that thousands link to, opening each of these would
/// take seconds.
pub(super) fn backlinks(vault: &OpenVault, path: &NotePath) -> Vec<LinkingLine> {
    vault.index.linking_lines(path).unwrap_or_else(|error| {
        tracing::warn!(%error, "the links to a note can't be read");
        Vec::new()
    })
}

/// Why a file isn't in the index.
pub(super) fn not_read(vault: &OpenVault, path: &NotePath) -> Error {
    let failed = vault.index.status().map(|status| status.failed).unwrap_or_default();
    let problem = failed.into_iter().find(|problem| problem.path == path.as_str());
    let reason = problem.as_ref().map(|problem| &*problem.reason);
    Error::new(Code::UnsupportedFile, || sentences::file_not_read(path, reason))
}
