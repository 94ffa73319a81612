//! What the reader shows that is no note.

use conversation::{
    Attachment, AttachmentId,
    reference::{Kind, Reference},
};
use notes::{NotePath, RenderOptions};
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
    DocumentView { title: file.name, html, picture: is_picture.then_some(file.id), url: None }
}

/// A picture of the vault.
pub(super) fn of_picture(vault: &OpenVault, path: &NotePath) -> DocumentView {
    let name = path.as_str().rsplit('/').next().unwrap_or_default().to_owned();
    let html = html(vault, &format!("![[{path}]]"));
    DocumentView { title: name, html, picture: None, url: None }
}

/// What is kept of a page of the web, or was remembered; `None` for anything else.
pub(super) fn of_kept(vault: &OpenVault, reference: &Reference) -> Option<DocumentView> {
    if !matches!(reference.kind, Kind::Web | Kind::Memory) {
        return None;
    }
    let text = reference.passage.as_ref().map_or(&reference.snippet, |passage| &passage.text);
    Some(DocumentView {
        title: reference.title.clone(),
        html: html(vault, text),
        picture: None,
        url: reference.url.clone(),
    })
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
