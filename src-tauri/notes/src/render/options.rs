//! How a note is rendered.

use crate::{Catalog, NotePath, Result};

/// How to render, and against which names.
#[derive(Clone, Copy, Default)]
pub struct RenderOptions<'a> {
    /// The vault's names, for links. Without them links are shown and lead nowhere.
    pub catalog: Option<&'a Catalog>,
    /// The note that is rendered, for links relative to it; `None` for a message.
    pub source: Option<&'a NotePath>,
    /// What a vault image's address begins with, e.g. `vault://localhost/`. The path follows,
    /// percent-encoded.
    pub image_base: &'a str,
    /// The lines that stand before the text in the file that it was cut out of; fewer than none if lines
    /// were put before it.
    pub lines_before: i32,
    /// Where the texts of embedded notes come from; without it an embed is a link.
    pub texts: Option<&'a dyn NoteTexts>,
}

/// Gives the texts of notes, for those that are embedded in another. Rendering itself opens no
/// file.
pub trait NoteTexts: Sync {
    /// The text of a note that the catalog has.
    fn text(&self, path: &NotePath) -> Result<String>;
}

impl<F: Fn(&NotePath) -> Result<String> + Sync> NoteTexts for F {
    fn text(&self, path: &NotePath) -> Result<String> {
        self(path)
    }
}

impl std::fmt::Debug for RenderOptions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RenderOptions")
            .field("source", &self.source)
            .field("image_base", &self.image_base)
            .finish_non_exhaustive()
    }
}
