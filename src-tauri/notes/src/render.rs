mod code;
mod embeds;
mod links;
mod math;
mod options;
mod pieces;
mod properties;
mod sanitize;
mod slots;
#[cfg(test)]
mod tests;
mod writer;

use self::{
    embeds::{Allowance, Frame},
    pieces::PreparedText,
};
use crate::LineRange;

pub use self::options::{NoteTexts, RenderOptions};

/// Renders `text` to sanitised HTML: no script, no style, no remote load.
///
/// | in the text | in the HTML |
/// |---|---|
/// | a block | `data-lines="first-last"`, lines of the text from 1, on `p h1…h6 ul ol li pre blockquote table tr hr` and on the `div`s below, so that a passage can be marked; `dir="auto"` on those at the top of a text with letters that run from right to left |
/// | a link to a file of the vault | `<a class="wikilink" data-path="…" data-anchor="…" role="link" tabindex="0">` without an `href`; `data-anchor` is `Heading`, `A#B` or `^id`; further classes: `file` if the target isn't a note; `ambiguous`, with `data-others` (a JSON list of paths), if several files match; `missing` if the note has no such heading or block |
/// | a link without a target | `<a class="wikilink broken" data-target="…" data-suggestions="[…]">`, a JSON list of paths |
/// | a link that leaves the vault | `<a class="external" data-href="…">` for http, https and mailto, without an `href`, so that no web view looks up its host before a click; other schemes are `<span class="blocked" title="…">`. Raw HTML in a note gives `<a data-href>` without the class |
/// | an image of the vault | `<img src>` under `image_base`; `\|400` or `\|400x300` give its size |
/// | a remote image | `<span class="remote-image" data-src="…">` with its alternative text |
/// | an embedded note, section or block | `<div class="embed" data-path="…" data-anchor="…">` with an `.embed-title`, which is a link to it, and an `.embed-content`. Inside there are no `data-lines`, and `id`s are its own. If the text can't be shown, an `.embed-note` gives the reason, and the frame may have the class `cycle`, `missing` or `broken`. A paragraph around it is `<div class="paragraph">` |
/// | the same without [`RenderOptions::texts`] | `<div class="embed" …>` (a `span` within a line) around a link |
/// | another file embedded, alone in its paragraph | `<div class="embed file">`, or `broken`, with a link and an `.embed-note` |
/// | `> [!tip]- Title` | `<div class="callout callout-tip" data-callout="tip">` with `.callout-title` and `.callout-content`; a foldable one has both in a `<details>`. `data-callout` is the kind in lower case, with `-` for everything but ASCII letters and digits; the class is the kind whose style Obsidian uses for it |
/// | a task | `<li class="task" data-task="x">` beginning with `<span class="checkbox">` |
/// | a footnote | `<sup class="footnote-ref">` with a link to an `li` of `<section class="footnotes">`, which has an `a.footnote-backref` for each |
/// | math | `<span class="math" data-tex="…">` (and `display`) around MathML; a formula that can't be drawn has the class `undrawn`, its source as text, and the reason as `title` |
/// | code | `<pre><code class="language-x">`, with `<span class="tok-…">` around keywords, strings and so on where the language is known |
/// | the front matter of the text itself | `<table class="properties">`, a row for each property but `title` that has a value |
///
/// Comments, block ids and the front matter of embedded notes are hidden. `id`s begin with `note-`.
pub fn render(text: &str, options: &RenderOptions<'_>) -> String {
    let left = Allowance::default();
    let frame = Frame {
        source: options.source,
        outer: None,
        titled: None,
        left: &left,
        ids: String::new(),
        page,
    };
    let prepared = pieces::prepare(text);
    properties::table(&prepared, options) + &page(&prepared, None, options, &frame)
}

/// Sanitises foreign HTML like a note's own: no scripts, styles or loads, and only links to the web.
pub fn sanitise(html: &str) -> String {
    let mut bounded = String::with_capacity(html.len());
    writer::bounded(&mut bounded, html, &mut 0);
    sanitize::clean(&bounded, "", "")
}

fn page(
    prepared: &PreparedText,
    part: Option<LineRange>,
    options: &RenderOptions<'_>,
    frame: &Frame<'_>,
) -> String {
    let (html, slots) = writer::write(prepared, part, options, frame);
    let clean = sanitize::clean(&html, options.image_base, &slots.key);
    slots.fill(clean)
}
