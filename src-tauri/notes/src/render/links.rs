//! Renders links, images and texts of a note as HTML.

use language::Sentence;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

use super::{options::RenderOptions, sanitize::is_shown_address};
use crate::{
    Anchor, Catalog, Link, LinkKind, LinkTarget, NotePath, Resolution, parse::is_external,
    sentences, shortened,
};

const PATH: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'_').remove(b'.').remove(b'~');

const IMAGES: [&str; 9] = ["png", "jpg", "jpeg", "gif", "webp", "svg", "bmp", "avif", "apng"];

pub(super) fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
}

/// Maximum bytes of a piece of text: for each `&`, the sanitiser looks through the rest of the piece.
pub(super) const MAX_PIECE: usize = 1024;

/// Separates pieces; the sanitiser drops this element. (A comment would do, but where a note leaves a table open, text
/// moves out in front of it and comments don't, so the pieces would join again.)
pub(super) const CUT: &str = "<x></x>";

pub(super) fn text(out: &mut String, text: &str) {
    cut_text(out, text, &mut 0);
}

/// `uncut` is the number of bytes since the last cut.
pub(super) fn cut_text(out: &mut String, text: &str, uncut: &mut usize) {
    let mut rest = text;
    while *uncut + rest.len() > MAX_PIECE {
        let (piece, behind) = rest.split_at(rest.floor_char_boundary(MAX_PIECE - *uncut));
        escape(out, piece);
        out.push_str(CUT);
        *uncut = 0;
        rest = behind;
    }
    escape(out, rest);
    *uncut += rest.len();
}

/// Maximum bytes of an attribute's value, for the same reason. An image's own data has no `&` and may be longer.
pub(super) const MAX_ATTRIBUTE: usize = 4096;

pub(super) fn attribute(out: &mut String, name: &str, value: &str) {
    long_attribute(out, name, &shortened(value, MAX_ATTRIBUTE));
}

fn long_attribute(out: &mut String, name: &str, value: &str) {
    out.push(' ');
    out.push_str(name);
    out.push_str("=\"");
    escape(out, value);
    out.push('"');
}

pub(super) fn embedded_note(link: &Link, options: &RenderOptions<'_>) -> Option<NotePath> {
    let embeds = link.kind == LinkKind::Embed && options.texts.is_some();
    embeds.then(|| find(options, &link.target))?.filter(NotePath::is_note)
}

/// Writes a wikilink, or an embed without the text of a note; `block` if alone in its paragraph.
pub(super) fn wikilink(out: &mut String, link: &Link, options: &RenderOptions<'_>, block: bool) {
    let shown = link.shown.clone().unwrap_or_else(|| default_text(&link.target));
    if link.kind == LinkKind::Embed {
        let found = find(options, &link.target);
        let name = found.as_ref().map_or(link.target.path.as_str(), |path| path.file_name());
        if is_image(name) {
            if let Some(path) = found {
                let (alt, size) = alt_and_size(link.shown.as_deref().unwrap_or(""));
                let alt = if alt.is_empty() { path.stem().to_owned() } else { alt };
                image(out, &path, (&alt, ""), size, options);
                return;
            }
        } else if let Some(path) = found.filter(|path| path.is_note()) {
            return embed(out, &path, link, options, block);
        }
        if block && options.catalog.is_some() {
            return embedded_file(out, link, &shown, options);
        }
    }
    let close = open_link(out, &link.target, options);
    text(out, &shown);
    out.push_str(close);
}

fn embed(out: &mut String, path: &NotePath, link: &Link, options: &RenderOptions<'_>, block: bool) {
    let tag = if block { "div" } else { "span" };
    out.push_str(&format!("<{tag} class=\"embed\""));
    attribute(out, "data-path", path.as_str());
    if let Some(anchor) = &link.target.anchor {
        attribute(out, "data-anchor", &anchor.to_string());
    }
    out.push('>');
    embed_title(out, path, &link.target, options);
    out.push_str(&format!("</{tag}>"));
}

pub(super) fn embed_title(
    out: &mut String,
    path: &NotePath,
    target: &LinkTarget,
    options: &RenderOptions<'_>,
) {
    let close = open_link(out, target, options);
    let title = options.catalog.map_or_else(|| path.stem().to_owned(), |all| all.title(path));
    text(out, &title);
    if let Some(anchor) = &target.anchor {
        text(out, &format!(" › {}", anchor.to_string().replace('#', " › ")));
    }
    out.push_str(close);
}

fn embedded_file(out: &mut String, link: &Link, shown: &str, options: &RenderOptions<'_>) {
    let found = find(options, &link.target);
    let (class, note) = match &found {
        Some(path) => ("embed file", kind_of(path)),
        None => ("embed broken", sentences::EMBED_BROKEN),
    };
    out.push_str(&format!("<div class=\"{class}\"><div class=\"embed-title\">"));
    let close = open_link(out, &link.target, options);
    text(out, shown);
    out.push_str(close);
    out.push_str("</div><div class=\"embed-note\">");
    out.push_str(note.text());
    out.push_str("</div></div>");
}

fn kind_of(path: &NotePath) -> Sentence {
    sentences::file_kind(&path.extension().unwrap_or_default().to_ascii_lowercase())
}

pub(super) fn open_link(
    out: &mut String,
    target: &LinkTarget,
    options: &RenderOptions<'_>,
) -> &'static str {
    open_titled_link(out, target, "", options)
}

fn open_titled_link(
    out: &mut String,
    target: &LinkTarget,
    title: &str,
    options: &RenderOptions<'_>,
) -> &'static str {
    out.push_str("<a role=\"link\" tabindex=\"0\"");
    let class = |path: &NotePath, more: &str| {
        let file = if path.is_note() { "" } else { " file" };
        let missing = if has_place(options, path, target) { "" } else { " missing" };
        format!("wikilink{file}{more}{missing}")
    };
    match options.catalog.map(|catalog| catalog.resolve(options.source, target)) {
        Some(Resolution::Resolved { path }) => {
            attribute(out, "class", &class(&path, ""));
            attribute(out, "data-path", path.as_str());
        }
        Some(Resolution::Ambiguous { chosen, others }) => {
            attribute(out, "class", &class(&chosen, " ambiguous"));
            attribute(out, "data-path", chosen.as_str());
            long_attribute(out, "data-others", &json(&others));
        }
        Some(Resolution::Broken { suggestions }) => {
            attribute(out, "class", "wikilink broken");
            attribute(out, "data-target", &target.path);
            long_attribute(out, "data-suggestions", &json(&suggestions));
        }
        None => {
            attribute(out, "class", "wikilink");
            attribute(out, "data-target", &target.path);
        }
    }
    if let Some(anchor) = &target.anchor {
        attribute(out, "data-anchor", &anchor.to_string());
    }
    if !title.is_empty() {
        attribute(out, "title", title);
    }
    out.push('>');
    "</a>"
}

/// True if the note is unknown, too.
fn has_place(options: &RenderOptions<'_>, path: &NotePath, target: &LinkTarget) -> bool {
    let note = options.catalog.and_then(|catalog| catalog.note(path));
    match (note, &target.anchor) {
        (Some(note), Some(anchor)) => note.lines_of(anchor).is_some(),
        _ => true,
    }
}

fn json(paths: &[NotePath]) -> String {
    serde_json::to_string(paths).unwrap_or_else(|_| "[]".to_owned())
}

pub(super) fn open_markdown_link(
    out: &mut String,
    url: &str,
    title: &str,
    options: &RenderOptions<'_>,
) -> &'static str {
    if let Some(target) = LinkTarget::of_destination(url) {
        return open_titled_link(out, &target, title, options);
    }
    if is_shown_address(url) && url.len() <= MAX_ATTRIBUTE {
        out.push_str("<a class=\"external\" href=\"");
        let _ = comrak::html::escape_href(out, url, false);
        out.push('"');
        if !title.is_empty() {
            attribute(out, "title", title);
        }
        out.push('>');
        return "</a>";
    }
    out.push_str("<span class=\"blocked\"");
    attribute(out, "title", url);
    out.push('>');
    "</span>"
}

pub(super) fn markdown_image(
    out: &mut String,
    url: &str,
    label: &str,
    title: &str,
    options: &RenderOptions<'_>,
) {
    let (alt, size) = alt_and_size(label);
    let is_data = |byte: u8| byte.is_ascii_alphanumeric() || b":/;,+=-_.%".contains(&byte);
    if url.starts_with("data:image/") && url.bytes().all(is_data) {
        out.push_str("<img");
        long_attribute(out, "src", url);
        return finish_image(out, &alt, title, size);
    }
    if is_external(url) {
        out.push_str("<span class=\"remote-image\" role=\"img\"");
        attribute(out, "data-src", url);
        attribute(out, "title", if title.is_empty() { url } else { title });
        out.push('>');
        text(out, if alt.is_empty() { url } else { &alt });
        out.push_str("</span>");
        return;
    }
    let target = LinkTarget::of_destination(url);
    match target.as_ref().and_then(|target| find(options, target)) {
        Some(path) if is_image(path.file_name()) => image(out, &path, (&alt, title), size, options),
        _ => {
            let target = target.unwrap_or(LinkTarget { path: String::new(), anchor: None });
            let close = open_titled_link(out, &target, title, options);
            text(out, if alt.is_empty() { &target.path } else { &alt });
            out.push_str(close);
        }
    }
}

fn image(
    out: &mut String,
    path: &NotePath,
    (alt, title): (&str, &str),
    size: Size,
    options: &RenderOptions<'_>,
) {
    out.push_str("<img");
    let encoded = utf8_percent_encode(path.as_str(), PATH);
    attribute(out, "src", &format!("{}{encoded}", options.image_base));
    finish_image(out, alt, title, size);
}

fn finish_image(out: &mut String, alt: &str, title: &str, (width, height): Size) {
    attribute(out, "alt", alt);
    if !title.is_empty() {
        attribute(out, "title", title);
    }
    for (name, value) in [("width", width), ("height", height)] {
        if let Some(value) = value {
            attribute(out, name, &value.to_string());
        }
    }
    out.push('>');
}

type Size = (Option<u32>, Option<u32>);

/// Splits an image's label: `text`, `text|400`, `400x300`.
fn alt_and_size(label: &str) -> (String, Size) {
    let (alt, last) = match label.rsplit_once('|') {
        Some((alt, last)) => (alt, last.trim()),
        None => ("", label.trim()),
    };
    let number = |text: &str| text.parse::<u32>().ok().filter(|_| text.len() <= 5);
    let size = match last.split_once('x') {
        Some((width, height)) => number(width).zip(number(height)).map(|(w, h)| (Some(w), Some(h))),
        None => number(last).map(|width| (Some(width), None)),
    };
    match size {
        Some(size) => (alt.trim().trim_end_matches('\\').to_owned(), size),
        None => (label.trim().to_owned(), (None, None)),
    }
}

fn find(options: &RenderOptions<'_>, target: &LinkTarget) -> Option<NotePath> {
    let resolve = |catalog: &Catalog| catalog.resolve(options.source, target).path().cloned();
    options.catalog.and_then(resolve)
}

fn is_image(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, extension)| {
        IMAGES.iter().any(|known| extension.eq_ignore_ascii_case(known))
    })
}

/// As in Obsidian: `note > heading`.
pub(super) fn default_text(target: &LinkTarget) -> String {
    let mut parts: Vec<&str> = vec![target.path.as_str()];
    let block;
    match &target.anchor {
        Some(Anchor::Heading(names)) => parts.extend(names.iter().map(String::as_str)),
        Some(Anchor::Block(id)) => {
            block = format!("^{id}");
            parts.push(&block);
        }
        None => {}
    }
    parts.retain(|part| !part.is_empty());
    parts.join(" > ")
}
