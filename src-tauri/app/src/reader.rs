//! What the reader shows: notes, images, and passages as they stand now.

use std::path::PathBuf;

use index::Chunk;
use notes::{Anchor, LineRange, NotePath, RenderOptions};

use super::{App, NoteEntry, NoteView, OpenedReference, Standing, vault::OpenVault};
use crate::answer::IMAGE_BASE;
use conversation::{
    Code, Error, ReferenceId, Result,
    reference::{Passage, Reference},
};
use grounding::references::{Located, locate};
use retrieval::blocking;

/// The largest image that is shown, in bytes.
const MAX_IMAGE_BYTES: u64 = 64 * 1024 * 1024;

impl App {
    /// The notes in path order.
    ///
    /// # Errors
    /// If no vault is open.
    pub async fn notes(&self) -> Result<Vec<NoteEntry>> {
        let catalog = self.catalog()?;
        blocking(move || {
            let entry = |(path, note): (&NotePath, &std::sync::Arc<notes::Note>)| NoteEntry {
                path: path.clone(),
                title: catalog.title(path),
                aliases: note.aliases.clone(),
            };
            Ok(catalog.notes().map(entry).collect())
        })
        .await
    }

    /// Those of `paths` that are notes, as [`App::notes`] lists them.
    ///
    /// # Errors
    /// If no vault is open.
    pub fn notes_at(&self, paths: &[NotePath]) -> Result<Vec<NoteEntry>> {
        let catalog = self.catalog()?;
        let entry = |path: &NotePath| {
            let note = catalog.note(path)?;
            Some(NoteEntry {
                path: path.clone(),
                title: catalog.title(path),
                aliases: note.aliases.clone(),
            })
        };
        Ok(paths.iter().filter_map(entry).collect())
    }

    /// A note for the reader, at `anchor` if one is given.
    ///
    /// # Errors
    /// If it isn't there or can't be read.
    pub async fn note(&self, path: &NotePath, anchor: Option<&Anchor>) -> Result<NoteView> {
        let vault = self.open_vault_now()?;
        let (path, anchor) = (path.clone(), anchor.cloned());
        blocking(move || {
            let (mut view, text) = view(&vault, &path)?;
            if let Some(anchor) = anchor {
                view.target = notes::parse(&text).lines_of(&anchor);
                if view.target.is_none() {
                    view.notice = Some(match anchor {
                        Anchor::Heading(headings) => format!(
                            "There is no heading “{}” in this note (any more).",
                            headings.join(" › ")
                        ),
                        Anchor::Block(id) => {
                            format!("There is no block “^{id}” in this note (any more).")
                        }
                    });
                }
            }
            Ok(view)
        })
        .await
    }

    /// A file of the vault (an image) with its media type, for the `vault://` scheme.
    ///
    /// # Errors
    /// If it isn't an image that can be shown, or can't be read.
    pub async fn image(&self, path: &NotePath) -> Result<(Vec<u8>, &'static str)> {
        let vault = self.open_vault_now()?;
        let kind = media_type(path).ok_or_else(|| {
            Error::new(Code::UnsupportedFile, format!("{path} isn't an image that can be shown."))
        })?;
        let path = path.clone();
        blocking(move || Ok((vault.vault.read(&path, MAX_IMAGE_BYTES)?, kind))).await
    }

    /// Where a file of the vault is on the disk, for another program to open.
    ///
    /// # Errors
    /// If it isn't there, or leads out of the vault.
    pub async fn file_on_disk(&self, path: &NotePath) -> Result<PathBuf> {
        let vault = self.open_vault_now()?;
        let path = path.clone();
        blocking(move || {
            vault.vault.entry(&path)?;
            Ok(vault.vault.root().join(path.as_str()))
        })
        .await
    }

    /// The chunks of a note.
    ///
    /// # Errors
    /// If no vault is open or the index fails.
    pub async fn chunks(&self, path: &NotePath) -> Result<Vec<Chunk>> {
        let vault = self.open_vault_now()?;
        let path = path.clone();
        blocking(move || Ok(vault.index.chunks(&path)?)).await
    }

    /// Opens the note of a reference at its passage, as both are now.
    ///
    /// # Errors
    /// If the reference isn't in the library, or no vault is open.
    pub async fn open_reference(&self, id: ReferenceId) -> Result<OpenedReference> {
        let reference = self.shared.library.reference(id).await?;
        let vault = self.open_vault_now()?;
        blocking(move || open(&vault, reference)).await
    }
}

fn view(vault: &OpenVault, path: &NotePath) -> Result<(NoteView, String)> {
    if !path.is_note() {
        return Err(Error::new(Code::UnsupportedFile, format!("{path} isn't a note.")));
    }
    let text = vault.vault.read_note(path)?.text;
    let note = notes::parse(&text);
    let catalog = vault.catalog();
    let texts = |path: &NotePath| vault.vault.read_note(path).map(|note| note.text);
    let options = RenderOptions {
        catalog: Some(&catalog),
        source: Some(path),
        image_base: IMAGE_BASE,
        texts: Some(&texts),
    };
    let view = NoteView {
        title: note.title.clone().unwrap_or_else(|| path.stem().to_owned()),
        html: notes::render(&text, &options),
        headings: note.headings,
        backlinks: backlinks(vault, path),
        warnings: note.warnings,
        target: None,
        notice: None,
        path: path.clone(),
    };
    Ok((view, text))
}

/// Their lines as they were indexed: of a note that thousands link to, opening each of these would
/// take seconds.
fn backlinks(vault: &OpenVault, path: &NotePath) -> Vec<(NotePath, String, u32, String)> {
    let lines = vault.index.linking_lines(path).unwrap_or_else(|error| {
        tracing::warn!(%error, "the links to a note can't be read");
        Vec::new()
    });
    lines.into_iter().map(|line| (line.source, line.title, line.line, line.text)).collect()
}

fn open(vault: &OpenVault, reference: Reference) -> Result<OpenedReference> {
    let opened = |standing, note, notice: Option<String>| OpenedReference {
        reference: reference.clone(),
        standing,
        note,
        notice,
        now: None,
        scroll_to: None,
    };
    let Some(path) = &reference.path else {
        return Ok(if reference.attachment.is_some() {
            opened(Standing::Unchanged, None, Some("This is a file that you attached.".to_owned()))
        } else {
            let notice = format!("No note is found by {}.", reference.wikilink);
            opened(Standing::NoteGone, None, Some(notice))
        });
    };
    let (note, text) = match view(vault, path) {
        Ok(found) => found,
        Err(error) if error.code == Code::NotFound => {
            let notice = format!("The note {path} isn't in the vault any more.");
            return Ok(opened(Standing::NoteGone, None, Some(notice)));
        }
        Err(error) => return Err(error),
    };
    let Some(passage) = &reference.passage else {
        let target =
            reference.anchor.as_ref().and_then(|anchor| notes::parse(&text).lines_of(anchor));
        return Ok(opened(Standing::Unchanged, Some(NoteView { target, ..note }), None));
    };
    let at = |lines: LineRange| Some(NoteView { target: Some(lines), ..note.clone() });
    Ok(match locate(passage, &text) {
        Located::Unchanged(lines) => opened(Standing::Unchanged, at(lines), None),
        Located::Moved(lines) => opened(
            Standing::Moved,
            at(lines),
            Some("The note changed since; the passage stands elsewhere in it now.".to_owned()),
        ),
        Located::Changed { lines, .. } => OpenedReference {
            now: Some(lines_of(&text, lines)),
            ..opened(
                Standing::Changed,
                at(lines),
                Some("This passage has changed since it was cited.".to_owned()),
            )
        },
        // A heading isn't the passage: the reader may go there, and marks nothing.
        Located::Heading(lines) => OpenedReference {
            scroll_to: Some(lines),
            ..opened(Standing::PassageGone, Some(note.clone()), Some(gone(passage)))
        },
        Located::Gone => opened(Standing::PassageGone, Some(note.clone()), Some(gone(passage))),
    })
}

fn gone(passage: &Passage) -> String {
    match passage.heading_path.last() {
        Some(heading) => format!(
            "The passage isn't in this note any more. It stood under “{heading}”, and nothing is \
             marked."
        ),
        None => "The passage isn't in this note any more, and nothing is marked.".to_owned(),
    }
}

fn lines_of(text: &str, lines: LineRange) -> String {
    let first = lines.start.saturating_sub(1) as usize;
    let count = (lines.end as usize).saturating_sub(first);
    text.lines().skip(first).take(count).collect::<Vec<_>>().join("\n")
}

/// The media type of an image that a web view can show, by its extension. A file that lies about
/// its kind shows as a broken image and nothing else: the window loads it by `<img>` alone, where
/// no script of an SVG runs.
fn media_type(path: &NotePath) -> Option<&'static str> {
    Some(match path.extension()?.to_ascii_lowercase().as_str() {
        "png" => "image/png",
        "jpg" | "jpeg" | "jfif" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "bmp" => "image/bmp",
        "ico" => "image/x-icon",
        "svg" => "image/svg+xml",
        _ => return None,
    })
}
