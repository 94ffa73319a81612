//! An answer's text as HTML for the window, with its citations as chips.

use notes::Catalog;

use crate::library::CitationMark;

/// Renders an answer's Markdown into sanitised HTML, one text for each top-level block, so that a
/// front which shows a growing answer need replace only the blocks that changed. Each citation is
/// `<button class="chip" data-number="3">3</button>`.
pub fn render_blocks(
    text: &str,
    citations: &[CitationMark],
    catalog: Option<&Catalog>,
) -> Vec<String> {
    let _ = (text, citations, catalog);
    todo!()
}
