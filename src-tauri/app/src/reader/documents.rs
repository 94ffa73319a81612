//! What the reader shows that is no note.

use conversation::{
    Attachment, AttachmentId,
    reference::{Kind, Reference},
};
use jiff::Timestamp;
use library::KeptPage;
use notes::{LineRange, NotePath, RenderOptions};
use serde::Serialize;

use crate::{answer::IMAGE_BASE, vault::OpenVault};

/// Something to read that is no note of the vault: a file that the user attached, a picture, a page of the
/// web, something remembered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct DocumentView {
    /// Its name.
    pub title: String,
    /// Its sanitised HTML. Empty for an attached picture.
    pub html: String,
    /// The attached picture, if it is one.
    pub picture: Option<AttachmentId>,
    /// Its address, if it is a page of the web.
    pub url: Option<String>,
    /// When it was fetched, if all that was fetched of it is shown.
    pub fetched: Option<Timestamp>,
    /// The lines of the passage that led here.
    pub target: Option<LineRange>,
}

/// An attached file.
pub(super) fn of_attachment(vault: &OpenVault, file: Attachment, bytes: &[u8]) -> DocumentView {
    let is_picture = file.image.is_some();
    let html = if is_picture {
        String::new()
    } else {
        let text = String::from_utf8_lossy(bytes);
        let (_, ending) = file.name.rsplit_once('.').unwrap_or_default();
        match ending.to_ascii_lowercase().as_str() {
            "txt" => html(vault, &as_it_stands(&text, "")),
            // What has no ending of its own, such as another conversation, is written in Markdown.
            "" | "md" | "markdown" => html(vault, &text),
            language => html(vault, &as_it_stands(&text, language)),
        }
    };
    let picture = is_picture.then_some(file.id);
    DocumentView { picture, ..DocumentView::of(file.name, html) }
}

/// A picture of the vault.
pub(super) fn of_picture(vault: &OpenVault, path: &NotePath) -> DocumentView {
    let name = path.as_str().rsplit('/').next().unwrap_or_default().to_owned();
    let html = html(vault, &format!("![[{path}]]"));
    DocumentView::of(name, html)
}

/// What is kept of a page of the web, or was remembered; `None` for anything else.
pub(super) fn of_kept(vault: &OpenVault, reference: &Reference) -> Option<DocumentView> {
    if !matches!(reference.kind, Kind::Web | Kind::Memory) {
        return None;
    }
    let text = reference.passage.as_ref().map_or(&reference.snippet, |passage| &passage.text);
    let is_page = reference.kind == Kind::Web;
    let html = if is_page { html_of_page(text) } else { html(vault, text) };
    let url = reference.url.clone();
    Some(DocumentView { url, ..DocumentView::of(reference.title.clone(), html) })
}

/// A page of the web as it was, at a passage of it.
pub(super) fn of_page(page: KeptPage, lines: Option<LineRange>) -> DocumentView {
    let html = html_of_page(&page.text);
    DocumentView {
        url: Some(page.url),
        fetched: Some(page.fetched),
        target: lines,
        ..DocumentView::of(page.title, html)
    }
}

/// A page's links and pictures find nothing in the vault.
fn html_of_page(text: &str) -> String {
    notes::render(text, &RenderOptions::default())
}

impl DocumentView {
    fn of(title: String, html: String) -> Self {
        Self { title, html, picture: None, url: None, fetched: None, target: None }
    }
}

fn html(vault: &OpenVault, text: &str) -> String {
    let catalog = vault.catalog();
    let options = RenderOptions {
        catalog: Some(&catalog),
        source: None,
        image_base: IMAGE_BASE,
        texts: None,
    };
    notes::render(text, &options)
}

/// A text as a block of code, in which nothing means anything.
fn as_it_stands(text: &str, language: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}\n", text.trim_end())
}

#[cfg(test)]
mod tests {
    use super::as_it_stands;

    #[test]
    fn no_text_ends_its_own_block() {
        for text in ["a", "```\nx\n```", "a ````` b"] {
            let html = notes::render(&as_it_stands(text, ""), &notes::RenderOptions::default());
            assert_eq!(html.matches("<pre").count(), 1, "{html}");
            assert!(html.contains(text), "{html}");
        }
    }
}
