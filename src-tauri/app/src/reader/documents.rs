//! Content for the reader that isn't a note, as HTML: files of the vault, attached files, web pages and memories.

#[cfg(test)]
mod tests;

use ::documents::Limits;
use conversation::{
    Attachment, AttachmentId, FileExtent, FilePart, FileText, LineBox, PlacedPart,
    reference::{Kind, Reference},
};
use index::LinkingLine;
use jiff::Timestamp;
use library::KeptPage;
use notes::{Anchor, LineRange, NotePath, RenderOptions};
use serde::Serialize;

use super::note::backlinks;
use super::pages::{DrawnFile, DrawnPages, on_pages, recognised};
use crate::{answer::IMAGE_BASE, vault::OpenVault};

/// An attached file, a file of the vault, a web page or a memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct DocumentView {
    pub title: String,
    /// Pages, slides, sheets or chapters; one without a name if there are none. Empty for an attached picture.
    pub parts: Vec<DocumentPart>,
    /// Set for an attached picture.
    pub picture: Option<AttachmentId>,
    /// Set for a picture of the vault with recognised text.
    pub recognised: Option<RecognisedPicture>,
    pub url: Option<String>,
    /// Set if the whole fetched page is shown, not only a passage of it.
    pub fetched: Option<Timestamp>,
    pub path: Option<NotePath>,
    /// The lines to mark.
    pub target: Option<LineRange>,
    pub backlinks: Vec<LinkingLine>,
    /// Set for a PDF, which the window draws instead of showing `parts`.
    pub pages: Option<DrawnPages>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct RecognisedPicture {
    pub html: String,
    pub boxes: Vec<LineBox>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct DocumentPart {
    pub part: Option<FilePart>,
    /// Sanitised, with line numbers of the whole text.
    pub html: String,
}

impl DocumentView {
    fn of(title: String, html: String) -> Self {
        let parts = vec![DocumentPart { part: None, html }];
        Self {
            title,
            parts,
            picture: None,
            recognised: None,
            url: None,
            fetched: None,
            path: None,
            target: None,
            backlinks: Vec::new(),
            pages: None,
        }
    }
}

pub(super) struct AttachedFile {
    pub file: Attachment,
    pub text: FileText,
    /// The library has the original PDF, so the window can draw its pages.
    pub is_drawn: bool,
}

pub(super) fn of_attachment(
    vault: &OpenVault,
    AttachedFile { file, text, is_drawn }: &AttachedFile,
    target: Option<LineRange>,
) -> DocumentView {
    let empty = DocumentView::of(file.name.clone(), String::new());
    if file.image.is_some() {
        return DocumentView { parts: Vec::new(), picture: Some(file.id), ..empty };
    }
    let (_, ending) = file.name.rsplit_once('.').unwrap_or_default();
    let ending = ending.to_ascii_lowercase();
    let parts = match (&text.parts, ending.as_str()) {
        (Some(_), _) => parts(vault, text),
        // A file without an extension, such as another conversation, is Markdown.
        (None, "" | "md" | "markdown") => parts(vault, text),
        (None, _) if matches!(file.extent, FileExtent::Excerpt { .. }) => parts(vault, text),
        (None, language) => {
            let language = if language == "txt" { "" } else { language };
            let html = pieces(&text.text, target)
                .into_iter()
                .map(|(lines, piece)| code_block(vault, piece, lines, language))
                .collect();
            vec![DocumentPart { part: None, html }]
        }
    };
    let place = target.map_or(Place::Top, Place::Lines);
    let pages = is_drawn.then(|| place.pages(text, DrawnFile::Attached(file.id)));
    DocumentView { parts, target, pages, ..empty }
}

pub(super) fn of_file(
    vault: &OpenVault,
    path: &NotePath,
    text: &FileText,
    place: &Place,
) -> DocumentView {
    let is_picture = !is_pdf(path) && !text.boxes.is_empty();
    let recognised = is_picture.then(|| RecognisedPicture {
        // Numbers the picture's line 0, so that marking lines of its text doesn't mark the picture.
        html: html(vault, &format!("![[{path}]]"), -1),
        boxes: text.boxes.clone(),
    });
    DocumentView {
        parts: parts(vault, text),
        target: place.lines(text),
        pages: is_pdf(path).then(|| place.pages(text, DrawnFile::Vault(path.clone()))),
        recognised,
        backlinks: backlinks(vault, path),
        path: Some(path.clone()),
        ..DocumentView::of(path.file_name().to_owned(), String::new())
    }
}

pub(super) fn is_pdf(path: &NotePath) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pdf"))
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    Top,
    /// The part of a link after `#`: `page=3`.
    Anchor(Anchor),
    Lines(LineRange),
}

impl Place {
    fn lines(&self, text: &FileText) -> Option<LineRange> {
        match self {
            Self::Top => None,
            Self::Anchor(anchor) => {
                let before =
                    text.text.get(..anchored_part(text, anchor)?.start)?.matches('\n').count();
                let line = u32::try_from(before + 1).ok()?;
                Some(LineRange { start: line, end: line })
            }
            Self::Lines(lines) => Some(*lines),
        }
    }

    /// The page of an anchor opens without marks.
    fn pages(&self, text: &FileText, of: DrawnFile) -> DrawnPages {
        let passage = match self {
            Self::Lines(lines) => on_pages(text, *lines),
            Self::Top | Self::Anchor(_) => Vec::new(),
        };
        let first = match self {
            Self::Anchor(anchor) => anchored_part(text, anchor).map(|placed| placed.part.number),
            Self::Top | Self::Lines(_) => passage.first().map(|passage| passage.page),
        };
        let recognised = recognised(text);
        DrawnPages { of, first: first.unwrap_or(1), passage, recognised }
    }
}

fn anchored_part<'a>(text: &'a FileText, anchor: &Anchor) -> Option<&'a PlacedPart> {
    let Anchor::Heading(headings) = anchor else { return None };
    let asked = headings.first()?;
    text.parts().iter().find(|placed| placed.part.anchor() == *asked)
}

pub(super) fn parts(vault: &OpenVault, text: &FileText) -> Vec<DocumentPart> {
    let placed = text.parts();
    if placed.is_empty() {
        return vec![DocumentPart { part: None, html: html(vault, &text.text, 0) }];
    }
    let (mut lines, mut counted) = (0_i32, 0);
    let mut shown = Vec::new();
    for (at, part) in placed.iter().enumerate() {
        let end = placed.get(at + 1).map_or(text.text.len(), |next| next.start);
        let before = text.text.get(counted..part.start).unwrap_or_default();
        let newlines = i32::try_from(before.matches('\n').count()).unwrap_or(i32::MAX);
        lines = lines.saturating_add(newlines);
        counted = part.start;
        let page = text.text.get(part.start..end).unwrap_or_default();
        // The line end prevents three dashes at a page's top from starting front matter.
        let html = html(vault, &format!("\n{page}"), lines - 1);
        shown.push(DocumentPart { part: Some(part.part.clone()), html });
    }
    shown
}

/// The text before the target, the target, and the text after it, each with its lines, so that the target is a block of
/// its own that can be marked. Without a target, the whole text.
fn pieces(text: &str, target: Option<LineRange>) -> Vec<(LineRange, &str)> {
    let all = text.split_inclusive('\n');
    let begins: Vec<usize> = all
        .scan(0, |at, line| {
            let begin = *at;
            *at += line.len();
            Some(begin)
        })
        .collect();
    let count = begins.len();
    let (first, last) = match target {
        Some(lines) => (lines.start.max(1) as usize - 1, lines.end as usize),
        None => (0, count),
    };
    let cuts = [0, first.min(count), last.clamp(first.min(count), count), count];
    let begin = |line: usize| begins.get(line).copied().unwrap_or(text.len());
    let line = |line: usize| u32::try_from(line).unwrap_or(u32::MAX);
    cuts.windows(2)
        .filter(|cut| cut[0] < cut[1])
        .map(|cut| {
            let lines = LineRange { start: line(cut[0] + 1), end: line(cut[1]) };
            (lines, text.get(begin(cut[0])..begin(cut[1])).unwrap_or_default())
        })
        .collect()
}

pub(super) fn of_picture(vault: &OpenVault, path: &NotePath) -> DocumentView {
    let picture = html(vault, &format!("![[{path}]]"), 0);
    let metadata = picture_metadata(vault, path).map(|text| html(vault, &fenced(&text, ""), 0));
    let html = [picture, metadata.unwrap_or_default()].concat();
    let view = DocumentView::of(path.file_name().to_owned(), html);
    DocumentView { path: Some(path.clone()), ..view }
}

/// A picture's metadata. `None` if it can't be read: the picture is shown anyway.
fn picture_metadata(vault: &OpenVault, path: &NotePath) -> Option<String> {
    let limits = Limits::default();
    let (file, _) = vault.vault.open_file(path, limits.file).ok()?;
    match ::documents::read_open(path.file_name().to_owned(), file, limits) {
        Ok(document) => Some(document.text),
        Err(refusal) => {
            tracing::debug!(%path, refusal.sentence, "nothing is told of a picture");
            None
        }
    }
}

/// The passage of a web page as it is stored with the answer, or a memory; `None` for other kinds.
pub(super) fn of_kept(vault: &OpenVault, reference: &Reference) -> Option<DocumentView> {
    if !matches!(reference.kind, Kind::Web | Kind::Memory) {
        return None;
    }
    let text = reference.passage.as_ref().map_or(&reference.snippet, |passage| &passage.text);
    let is_page = reference.kind == Kind::Web;
    let html = if is_page { html_of_page(text) } else { html(vault, text, 0) };
    let url = reference.url.clone();
    Some(DocumentView { url, ..DocumentView::of(reference.title.clone(), html) })
}

/// A web page whose text the library has.
pub(super) fn of_page(page: KeptPage, lines: Option<LineRange>) -> DocumentView {
    let html = html_of_page(&page.text);
    DocumentView {
        url: Some(page.url),
        fetched: Some(page.fetched),
        target: lines,
        ..DocumentView::of(page.title, html)
    }
}

/// Links and pictures of a web page must find nothing in the vault.
fn html_of_page(text: &str) -> String {
    notes::render(text, &RenderOptions::default())
}

/// `lines_before`: number of the file's lines before `text`.
fn html(vault: &OpenVault, text: &str, lines_before: i32) -> String {
    let catalog = vault.catalog();
    let options = RenderOptions {
        catalog: Some(&catalog),
        image_base: IMAGE_BASE,
        lines_before,
        ..RenderOptions::default()
    };
    notes::render(text, &options)
}

/// Renders a text without reading it as Markdown. `lines`: its lines in the file.
fn code_block(vault: &OpenVault, text: &str, lines: LineRange, language: &str) -> String {
    let LineRange { start, end } = lines;
    // The renderer numbers the lines of `fenced`, which has two more: the fences.
    let of_fences = format!(" data-lines=\"1-{}\"", end - start + 3);
    let html = html(vault, &fenced(text, language), 0);
    html.replacen(&of_fences, &format!(" data-lines=\"{start}-{end}\""), 1)
}

fn fenced(text: &str, language: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest.max(2) + 1);
    let end = if text.ends_with('\n') { "" } else { "\n" };
    format!("{fence}{language}\n{text}{end}{fence}\n")
}
