//! Markdown to HTML that is safe to show.

mod links;
mod pieces;
mod sanitize;
#[cfg(test)]
mod tests;
mod writer;

use crate::{Catalog, NotePath};

/// How to render, and against which names.
#[derive(Debug, Clone, Copy, Default)]
pub struct RenderOptions<'a> {
    /// The vault's names, for links. Without them links are shown and lead nowhere.
    pub catalog: Option<&'a Catalog>,
    /// The note that is rendered, for links relative to it; `None` for a message.
    pub source: Option<&'a NotePath>,
    /// What a vault image's address begins with, e.g. `vault://localhost/`. The path follows,
    /// percent-encoded.
    pub image_base: &'a str,
}

/// Renders `text` to sanitised HTML: no script, no style, no remote load.
///
/// | in the text | in the HTML |
/// |---|---|
/// | a block | `data-lines="first-last"`, lines of the text from 1, on `p h1…h6 ul ol li pre blockquote table tr hr` and on the `div`s below, so that a passage can be marked |
/// | a link to a file of the vault | `<a class="wikilink" data-path="…" data-anchor="…" role="link" tabindex="0">` without an `href`; `data-anchor` is `Heading`, `A#B` or `^id`; the class `file` is added if it isn't a note, and `ambiguous` with `data-others` (JSON list of paths) if it could have been another |
/// | a broken one | `<a class="wikilink broken" data-target="…" data-suggestions="[…]">`, a JSON list of paths |
/// | a link that leaves the vault | `<a class="external" href="…">` for http, https and mailto: the window shows where it leads and follows nothing without a click; other schemes are `<span class="blocked" title="…">`. Raw HTML in a note gives `<a href>` without the class |
/// | an image of the vault | `<img src>` under `image_base`; `\|400` or `\|400x300` give its size |
/// | a remote image | `<span class="remote-image" data-src="…">` with its alternative text |
/// | an embedded note | `<div class="embed" data-path="…" data-anchor="…">` (a `span` within a line) around a link to it |
/// | `> [!tip]- Title` | `<div class="callout callout-tip" data-callout="tip">` with `.callout-title` and `.callout-content`; a foldable one has both in a `<details>` |
/// | a task | `<li class="task" data-task="x">` beginning with `<span class="checkbox">` |
/// | math | `<span class="math">` or `<div class="math display">` around its source |
/// | code | `<pre><code class="language-x">` |
///
/// Front matter, comments and block ids are hidden. `id`s begin with `note-`.
pub fn render(text: &str, options: &RenderOptions<'_>) -> String {
    let prepared = pieces::prepare(text);
    let html = writer::write(&prepared, options);
    sanitize::clean(&html, options.image_base)
}
