//! Markdown to HTML that is safe to show.

use crate::{Catalog, NotePath};

/// How to render, and against which names.
#[derive(Debug, Clone, Copy)]
pub struct RenderOptions<'a> {
    /// The vault's names, for links.
    pub catalog: Option<&'a Catalog>,
    /// The note that is rendered, for links relative to it.
    pub source: Option<&'a NotePath>,
    /// What a vault image's address begins with, e.g. `vault://localhost/`. The path follows,
    /// percent-encoded.
    pub image_base: &'a str,
}

/// Renders `text` to sanitised HTML: no script, no style, no remote load.
///
/// Blocks carry `data-lines="first-last"` (lines of the text) so that a passage can be marked.
/// Links to notes are `<a class="wikilink" data-path="…" data-anchor="…">` without an `href`,
/// broken ones `<a class="wikilink broken" data-target="…">`; links that leave the vault are
/// `<a class="external" href="…">` and shown, never followed, by the window. Remote images become
/// `<span class="remote-image" data-src="…">`.
pub fn render(text: &str, options: &RenderOptions<'_>) -> String {
    let _ = (text, options);
    todo!()
}
