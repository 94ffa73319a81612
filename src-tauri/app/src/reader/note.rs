//! Notes for the reader, as HTML with their links.

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
    pub html: String,
    pub headings: Vec<Heading>,
    pub backlinks: Vec<LinkingLine>,
    pub warnings: Vec<Warning>,
    /// The lines to mark.
    pub target: Option<LineRange>,
    /// Says that the requested heading or block is missing.
    pub notice: Option<String>,
}

/// The view of a whole note, and the note's text. The caller sets `target` and `notice`.
pub(super) fn view(vault: &OpenVault, path: &NotePath) -> Result<(NoteView, String)> {
    if !path.is_note() {
        return Err(Error::new(Code::UnsupportedFile, || sentences::not_a_note(path)));
    }
    let text = vault.vault.read_note(path)?.text;
    let note = notes::parse(&text);
    let catalog = vault.catalog();
    // Only the index warns that it left out passages of a large note. It stores the warning in the
    // language that the window has while the note is indexed.
    let index_warnings = catalog.note(path).into_iter().flat_map(|indexed| &indexed.warnings);
    let index_warnings =
        index_warnings.filter(|warning| index::TOO_MANY_PASSAGES.is(&warning.message));
    let in_current_language = |warning: &notes::Warning| notes::Warning {
        message: index::TOO_MANY_PASSAGES.to_string(),
        ..warning.clone()
    };
    let index_warnings = index_warnings.map(in_current_language);
    let warnings = note.warnings.iter().cloned().chain(index_warnings).collect();
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

/// The lines of other notes that link to this one. From the index, because reading thousands of notes would take
/// seconds.
pub(super) fn backlinks(vault: &OpenVault, path: &NotePath) -> Vec<LinkingLine> {
    vault.index.linking_lines(path).unwrap_or_else(|error| {
        tracing::warn!(%error, "the links to a note can't be read");
        Vec::new()
    })
}

/// The error for a file without text in the index, with the reason if the index has one.
pub(super) fn not_read(vault: &OpenVault, path: &NotePath) -> Error {
    let failed = vault.index.status().map(|status| status.failed).unwrap_or_default();
    let problem = failed.into_iter().find(|problem| problem.path == path.as_str());
    let reason = problem.as_ref().map(|problem| &*problem.reason);
    Error::new(Code::UnsupportedFile, || sentences::file_not_read(path, reason))
}
