//! Opens references: finds their passages in the current notes.

use conversation::{
    Code, Result,
    reference::{Kind, Passage, Reference},
};
use grounding::references::{Location, locate, locate_sentence};
use library::KeptPage;
use notes::{ByteRange, LineRange, LinkTarget, NotePath};
use serde::Serialize;

use super::{
    changes::{self, PassagePiece},
    documents::{self, AttachedFile, DocumentView, Place},
    note::{NoteView, not_read, view},
};
use crate::{images, sentences, vault::OpenVault};

/// The state of a cited passage in the current note.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Standing {
    Unchanged,
    /// The passage is verbatim elsewhere in the note.
    Moved,
    Changed,
    PassageGone,
    NoteGone,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct MarkedSentence {
    pub text: String,
    pub lines: LineRange,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct CitedPassage {
    pub lines: LineRange,
    /// Number of answers that cite the passage.
    pub answers: u32,
}

pub(super) fn cited(text: &str, passages: &[(Passage, u32)]) -> Vec<CitedPassage> {
    let standing = passages.iter().filter_map(|(passage, answers)| match locate(passage, text) {
        Location::Unchanged(lines) | Location::Moved(lines) | Location::Changed { lines, .. } => {
            Some(CitedPassage { lines, answers: *answers })
        }
        Location::Heading(_) | Location::Gone => None,
    });
    let mut standing: Vec<CitedPassage> = standing.collect();
    standing.sort_by_key(|cited| (cited.lines.start, cited.lines.end));
    standing
}

#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct OpenedReference {
    pub reference: Reference,
    pub standing: Standing,
    /// The current note, with the lines to mark as `target`; `None` if it is gone, and for other files.
    pub note: Option<NoteView>,
    pub notice: Option<String>,
    /// The requested sentences that are still verbatim in the passage.
    pub sentences: Vec<MarkedSentence>,
    /// The passage's changes since the citation. Empty unless a note's `standing` is `Changed`.
    pub changes: Vec<PassagePiece>,
    /// The file, picture, web page or memory to show; `None` for notes, and if it can't be read.
    pub document: Option<DocumentView>,
    /// The heading of a lost passage, to show without marks.
    pub scroll_to: Option<LineRange>,
}

fn opened(
    reference: &Reference,
    standing: Standing,
    note: Option<NoteView>,
    notice: Option<String>,
) -> OpenedReference {
    OpenedReference {
        reference: reference.clone(),
        standing,
        note,
        notice,
        sentences: Vec::new(),
        changes: Vec::new(),
        document: None,
        scroll_to: None,
    }
}

/// Opens the library's copy of an attached file, which never changes.
pub(super) fn open_attached(
    vault: &OpenVault,
    reference: Reference,
    attached: &AttachedFile,
    sentences: &[ByteRange],
) -> OpenedReference {
    let passage = reference.passage.as_ref();
    let target = passage.map(|passage| passage.lines);
    let document = documents::of_attachment(vault, attached, target);
    OpenedReference {
        sentences: passage
            .map(|passage| marked(passage, sentences, &attached.text.text, passage.lines))
            .unwrap_or_default(),
        document: Some(document),
        ..opened(&reference, Standing::Unchanged, None, None)
    }
}

pub(super) fn open(
    vault: &OpenVault,
    reference: Reference,
    sentences: &[ByteRange],
) -> Result<OpenedReference> {
    let opened = |standing, note, notice| opened(&reference, standing, note, notice);
    let to_read = |document| OpenedReference {
        document: Some(document),
        ..opened(Standing::Unchanged, None, None)
    };
    if let Some(path) = remembered(vault, &reference)
        && let Ok((note, _)) = view(vault, &path)
    {
        return Ok(opened(Standing::Unchanged, Some(note), None));
    }
    if let Some(document) = documents::of_kept(vault, &reference) {
        return Ok(to_read(document));
    }
    let Some(path) = &reference.path else {
        let notice = sentences::no_note_found(&reference.wikilink);
        return Ok(opened(Standing::NoteGone, None, Some(notice)));
    };
    // A picture's passage is from its recognised text, so it opens as a document.
    let is_read = reference.passage.is_some() && vault.index.document(path)?.is_some();
    if images::is_shown(path) && !is_read && vault.vault.entry(path).is_ok() {
        return Ok(to_read(documents::of_picture(vault, path)));
    }
    if !path.is_note() {
        return open_document(vault, &reference, path, sentences);
    }
    let (note, text) = match view(vault, path) {
        Ok(found) => found,
        Err(error) if error.code == Code::NotFound => {
            let notice = sentences::note_gone(path);
            return Ok(opened(Standing::NoteGone, None, Some(notice)));
        }
        Err(error) => return Err(error),
    };
    let Some(passage) = &reference.passage else {
        let target =
            reference.anchor.as_ref().and_then(|anchor| notes::parse(&text).lines_of(anchor));
        return Ok(opened(Standing::Unchanged, Some(NoteView { target, ..note }), None));
    };
    let location = locate(passage, &text);
    let (standing, target, notice) = standing(passage, &location);
    let changes = match location {
        Location::Changed { lines, .. } => changes::changes(&passage.text, &lines_of(&text, lines)),
        _ => Vec::new(),
    };
    // A heading isn't the passage: the reader may scroll there, but marks nothing.
    let scroll_to = if let Location::Heading(lines) = location { Some(lines) } else { None };
    let sentences = target.map(|lines| marked(passage, sentences, &text, lines));
    Ok(OpenedReference {
        sentences: sentences.unwrap_or_default(),
        changes,
        scroll_to,
        ..opened(standing, Some(NoteView { target, ..note }), notice)
    })
}

/// The note that a memory links.
fn remembered(vault: &OpenVault, reference: &Reference) -> Option<NotePath> {
    if reference.kind != Kind::Memory {
        return None;
    }
    let link = reference.wikilink.strip_prefix("[[")?.strip_suffix("]]")?;
    vault.catalog().target(None, &LinkTarget::parse(link)).cloned()
}

pub(super) fn open_page(
    reference: Reference,
    page: KeptPage,
    sentences: &[ByteRange],
) -> OpenedReference {
    let at = |passage: &Passage| marked(passage, sentences, &page.text, passage.lines);
    let sentences = reference.passage.as_ref().map(at).unwrap_or_default();
    let lines = reference.passage.as_ref().map(|passage| passage.lines);
    OpenedReference {
        sentences,
        document: Some(documents::of_page(page, lines)),
        ..opened(&reference, Standing::Unchanged, None, None)
    }
}

fn open_document(
    vault: &OpenVault,
    reference: &Reference,
    path: &NotePath,
    spans: &[ByteRange],
) -> Result<OpenedReference> {
    let told = |standing, notice: String| Ok(opened(reference, standing, None, Some(notice)));
    match vault.vault.entry(path) {
        Err(notes::Error::NotFound(_)) => {
            return told(Standing::NoteGone, sentences::note_gone(path));
        }
        Err(error) => return Err(error.into()),
        Ok(_) => {}
    }
    let Some(text) = vault.index.document(path)? else {
        return told(Standing::PassageGone, not_read(vault, path).to_string());
    };
    let at = |place| Some(documents::of_file(vault, path, &text, &place));
    let Some(passage) = &reference.passage else {
        return Ok(OpenedReference {
            document: at(reference.anchor.clone().map_or(Place::Top, Place::Anchor)),
            ..opened(reference, Standing::Unchanged, None, None)
        });
    };
    let (standing, lines, notice) = standing(passage, &locate(passage, &text.text));
    let marked = lines.map(|lines| marked(passage, spans, &text.text, lines));
    Ok(OpenedReference {
        document: at(lines.map_or(Place::Top, Place::Lines)),
        sentences: marked.unwrap_or_default(),
        ..opened(reference, standing, None, notice)
    })
}

fn standing(
    passage: &Passage,
    location: &Location,
) -> (Standing, Option<LineRange>, Option<String>) {
    match location {
        Location::Unchanged(lines) => (Standing::Unchanged, Some(*lines), None),
        Location::Moved(lines) => {
            (Standing::Moved, Some(*lines), Some(sentences::PASSAGE_MOVED.to_string()))
        }
        Location::Changed { lines, .. } => {
            (Standing::Changed, Some(*lines), Some(sentences::PASSAGE_CHANGED.to_string()))
        }
        Location::Heading(_) | Location::Gone => {
            let heading = passage.heading_path.last().map(String::as_str);
            (Standing::PassageGone, None, Some(sentences::passage_gone(heading)))
        }
    }
}

fn marked(
    passage: &Passage,
    sentences: &[ByteRange],
    text: &str,
    lines: LineRange,
) -> Vec<MarkedSentence> {
    sentences
        .iter()
        .filter_map(|range| passage.text.get(range.start..range.end))
        .filter_map(|sentence| locate_sentence(sentence, text, lines))
        .map(|(sentence, lines)| MarkedSentence { text: sentence.to_owned(), lines })
        .collect()
}

fn lines_of(text: &str, lines: LineRange) -> String {
    let first = lines.start.saturating_sub(1) as usize;
    let count = (lines.end as usize).saturating_sub(first);
    text.lines().skip(first).take(count).collect::<Vec<_>>().join("\n")
}
