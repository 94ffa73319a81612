use crate::{Catalog, NotePath, Result};

#[derive(Clone, Copy, Default)]
pub struct RenderOptions<'a> {
    /// Without it, links lead nowhere.
    pub catalog: Option<&'a Catalog>,
    pub source: Option<&'a NotePath>,
    /// Prefix of a vault image's address, e.g. `vault://localhost/`. The path follows, percent-encoded.
    pub image_base: &'a str,
    /// Lines before the text in the file that it was cut from; negative if lines were prepended.
    pub lines_before: i32,
    pub texts: Option<&'a dyn NoteTexts>,
}

/// Texts of embedded notes; rendering itself opens no file.
pub trait NoteTexts: Sync {
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
