use std::cell::Cell;

use super::{
    links::{attribute, embed_title, text},
    options::RenderOptions,
    pieces::{self, PreparedText},
    slots::Slots,
};
use crate::{Anchor, LineRange, Link, NotePath, sentences};

/// Maximum depth of embeds within embeds.
const DEEPEST: usize = 4;
/// Maximum embeds on a page.
const MOST: usize = 80;
/// Maximum embedded text on a page, in bytes.
const MOST_SHOWN: usize = 500_000;
/// Maximum size of the notes read for a page's embeds, in bytes.
const MOST_READ: usize = 10_000_000;

pub(super) struct Frame<'a> {
    pub(super) source: Option<&'a NotePath>,
    /// The enclosing frame, and the line of the embedding link there.
    pub(super) outer: Option<(&'a Frame<'a>, u32)>,
    pub(super) left: &'a Allowance,
    /// The line of a heading that the embed's title already shows.
    pub(super) titled: Option<u32>,
    /// Prefix of `id`s, so that two notes' footnotes differ.
    pub(super) ids: String,
    pub(super) page: Page,
}

pub(super) type Page =
    fn(&PreparedText, Option<LineRange>, &RenderOptions<'_>, &Frame<'_>) -> String;

pub(super) struct Allowance {
    embeds: Cell<usize>,
    shown: Cell<usize>,
    read: Cell<usize>,
}

impl Default for Allowance {
    fn default() -> Self {
        Self { embeds: Cell::new(MOST), shown: Cell::new(MOST_SHOWN), read: Cell::new(MOST_READ) }
    }
}

fn spend(left: &Cell<usize>, amount: usize) -> bool {
    let enough = left.get().checked_sub(amount);
    left.set(enough.unwrap_or(0));
    enough.is_some()
}

impl Frame<'_> {
    fn depth(&self) -> usize {
        self.outer.map_or(0, |(outer, _)| outer.depth() + 1)
    }

    /// True if these lines would lead to the same embed again.
    fn returns(&self, path: &NotePath, lines: LineRange, line: u32) -> bool {
        let here = self.source == Some(path) && (lines.start..=lines.end).contains(&line);
        here || self.outer.is_some_and(|(outer, line)| outer.returns(path, lines, line))
    }
}

pub(super) fn write(
    out: &mut String,
    slots: &mut Slots,
    link: &Link,
    path: &NotePath,
    options: &RenderOptions<'_>,
    frame: &Frame<'_>,
) {
    let (class, content) = match shown(link, path, options, frame) {
        Ok(html) => ("embed", Ok(html)),
        Err((class, reason)) => (class, Err(reason)),
    };
    out.push_str(&format!("<div class=\"{class}\""));
    attribute(out, "data-path", path.as_str());
    if let Some(anchor) = &link.target.anchor {
        attribute(out, "data-anchor", &anchor.to_string());
    }
    out.push_str("><div class=\"embed-title\">");
    embed_title(out, path, &link.target, options);
    out.push_str("</div>");
    match content {
        Ok(html) => {
            out.push_str("<div class=\"embed-content\">");
            slots.put(html, out);
            out.push_str("</div>");
        }
        Err(reason) => {
            out.push_str("<div class=\"embed-note\">");
            text(out, &reason);
            out.push_str("</div>");
        }
    }
    out.push_str("</div>");
}

fn shown(
    link: &Link,
    path: &NotePath,
    options: &RenderOptions<'_>,
    frame: &Frame<'_>,
) -> Result<String, (&'static str, String)> {
    let not = |reason: &str| Err(("embed", reason.to_owned()));
    if path.as_str().to_lowercase().ends_with(".excalidraw.md") {
        return not(sentences::DRAWING.text());
    }
    if frame.depth() >= DEEPEST {
        return not(sentences::EMBED_TOO_DEEP.text());
    }
    if !spend(&frame.left.embeds, 1) {
        return not(sentences::TOO_MANY_EMBEDS.text());
    }
    let text = match options.texts.map(|texts| texts.text(path)) {
        Some(Ok(text)) => text,
        Some(Err(error)) => return Err(("embed broken", format!("{error}."))),
        None => return not(sentences::EMBED_HIDDEN.text()),
    };
    if !spend(&frame.left.read, text.len()) {
        return not(sentences::TOO_MANY_EMBEDS.text());
    }
    let too_long = || ("embed", sentences::EMBED_TOO_LONG.to_string());
    let whole = link.target.anchor.is_none();
    if whole && text.len() > frame.left.shown.get() {
        return Err(too_long());
    }
    let prepared = pieces::prepare(&text);
    let lines = match &link.target.anchor {
        None => LineRange { start: 1, end: u32::MAX },
        Some(anchor) => {
            prepared.note.place(anchor).map_err(|missing| ("embed missing", missing))?
        }
    };
    if frame.returns(path, lines, link.line) {
        return Err(("embed cycle", sentences::EMBED_CYCLE.to_string()));
    }
    let length = if whole { text.len() } else { prepared.length_of(lines) };
    if !spend(&frame.left.shown, length) {
        return Err(too_long());
    }
    let number = MOST - frame.left.embeds.get();
    let inner = Frame {
        source: Some(path),
        outer: Some((frame, link.line)),
        left: frame.left,
        titled: heading_in_title(&prepared, path, link, lines, options),
        ids: format!("e{number}-"),
        page: frame.page,
    };
    let part = (!whole).then_some(lines);
    Ok((frame.page)(&prepared, part, &RenderOptions { source: Some(path), ..*options }, &inner))
}

/// The first heading's line if the title shows it: a section's, or the note's title with nothing before it.
fn heading_in_title(
    prepared: &PreparedText,
    path: &NotePath,
    link: &Link,
    lines: LineRange,
    options: &RenderOptions<'_>,
) -> Option<u32> {
    match &link.target.anchor {
        Some(Anchor::Heading(_)) => Some(lines.start),
        Some(Anchor::Block(_)) => None,
        None => {
            let first = prepared.note.headings.first()?;
            let before = prepared.lines_before as usize;
            let between = (first.line as usize).saturating_sub(before + 1);
            let mut lines = prepared.text.split('\n').skip(before).take(between);
            let title = options.catalog?.title(path);
            let same = first.level == 1 && first.text == title;
            (same && lines.all(|line| line.trim().is_empty())).then_some(first.line)
        }
    }
}
