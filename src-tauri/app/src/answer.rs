//! An answer's text as HTML for the window, with its citations as chips.
//!
//! Rendering sees each citation as a placeholder: a character of private use, the number, another,
//! which of the citations it is, and another, between two brackets that Markdown knows only as punctuation. The model's own text is freed of
//! characters of private use first, so nothing but a citation can become a chip, and chips are put
//! in after the HTML was sanitised, so nothing has to be let through for them.

mod growing;
#[cfg(test)]
mod tests;
mod unfinished;

pub use growing::GrowingAnswer;

use std::borrow::Cow;

use notes::{Catalog, RenderOptions};

use conversation::CitationMark;

/// What the address of a vault's image begins with in the window. Windows and Android reach an app's
/// own scheme by this other form.
pub const IMAGE_BASE: &str = if cfg!(any(target_os = "windows", target_os = "android")) {
    "http://vault.localhost/"
} else {
    "vault://localhost/"
};

const OPEN: char = '\u{e000}';
const CLOSE: char = '\u{e001}';

/// Stands between a citation's number and its place among the citations.
const BETWEEN: char = '\u{e002}';

/// Punctuation around a placeholder, because emphasis that ends before a citation (`**so**[1]`)
/// ends only before punctuation. The brackets of the mark itself could make a link of it.
const BRACKETS: [char; 2] = ['⸨', '⸩'];

/// Renders an answer's Markdown into sanitised HTML, one text for each top-level block, so that a
/// front which shows a growing answer need replace only the blocks that changed. Each citation is
/// `<button class="chip" data-number="3" data-mark="0" type="button">3</button>`, but `[3]` within
/// code. `data-mark` is its index in `citations`.
///
/// What a growing answer hasn't closed yet (a fence, `**`, a code span) is shown as closed. Text
/// that a mark names wrongly is text.
pub fn render_blocks(
    text: &str,
    citations: &[CitationMark],
    catalog: Option<&Catalog>,
) -> Vec<String> {
    render_part(text, 0, (0, citations), catalog)
}

/// Renders `text` from `start` on. The citation `first` is the first of that part.
fn render_part(
    text: &str,
    start: usize,
    (first, citations): (usize, &[CitationMark]),
    catalog: Option<&Catalog>,
) -> Vec<String> {
    let marks = citations.iter().enumerate().skip(first);
    let mut markdown = unfinished::complete(&with_placeholders(text, start, marks));
    // Front matter is a note's; an answer that begins with a rule is no such thing.
    if markdown.starts_with("---") {
        markdown.insert(0, '\n');
    }
    // What an answer embeds is a link: a model must not put whole notes on the page.
    let options = RenderOptions { catalog, image_base: IMAGE_BASE, ..RenderOptions::default() };
    let html = notes::render(&markdown, &options);
    blocks(&html)
}

fn is_private(c: char) -> bool {
    matches!(c, '\u{e000}'..='\u{f8ff}')
}

/// The text from `at` on with its marks as placeholders.
fn with_placeholders<'a>(
    text: &str,
    mut at: usize,
    marks: impl Iterator<Item = (usize, &'a CitationMark)>,
) -> String {
    let mut out = String::with_capacity(text.len().saturating_sub(at));
    for (index, CitationMark { start, end, number, .. }) in marks {
        let (start, end) = (*start as usize, *end as usize);
        let (Some(before), Some(mark)) = (text.get(at..start), text.get(start..end)) else {
            continue;
        };
        if mark != format!("[{number}]") {
            continue;
        }
        out.extend(before.chars().filter(|c| !is_private(*c)));
        out.extend([BRACKETS[0], OPEN]);
        out.push_str(&number.to_string());
        out.push(BETWEEN);
        out.push_str(&index.to_string());
        out.extend([CLOSE, BRACKETS[1]]);
        at = end;
    }
    let rest = text.get(at..).unwrap_or_default();
    out.extend(rest.chars().filter(|c| !is_private(*c)));
    out
}

/// Cuts sanitised HTML into its top-level elements, and puts the chips in.
fn blocks(html: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut block = String::new();
    let mut open: Vec<&str> = Vec::new();
    // Chips that wait for the end of a link: a button within a link could not be clicked.
    let mut waiting = String::new();
    let mut rest = html;
    while !rest.is_empty() {
        if !rest.starts_with('<') {
            let (text, after) = rest.split_at(rest.find('<').unwrap_or(rest.len()));
            rest = after;
            let within = |tag: &str| open.contains(&tag);
            if within("code") || within("pre") {
                block.push_str(&replaced(text, mark));
            } else if within("a") {
                block.push_str(&replaced(text, |number, index| {
                    waiting.push_str(&chip(number, index));
                    String::new()
                }));
            } else {
                block.push_str(&replaced(text, chip));
            }
            continue;
        }
        let (tag, after) = rest.split_at(tag_length(rest));
        rest = after;
        block.push_str(&in_attributes(&without_lines(tag)));
        let name = tag.trim_start_matches(['<', '/']);
        let name = &name[..name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len())];
        if tag.starts_with("</") {
            // The sanitiser's HTML is well formed; were it not, one block would be too long.
            if let Some(at) = open.iter().rposition(|open| *open == name) {
                open.truncate(at);
            }
            if name == "a" {
                block.push_str(&std::mem::take(&mut waiting));
            }
        } else if !tag.ends_with("/>") && !matches!(name, "br" | "hr" | "img" | "wbr") {
            open.push(name);
        }
        if open.is_empty() {
            blocks.push(std::mem::take(&mut block));
        }
    }
    if !block.trim().is_empty() {
        blocks.push(block);
    }
    // Line breaks between blocks say nothing.
    for block in &mut blocks {
        *block = block.trim().to_owned();
    }
    blocks.retain(|block| !block.is_empty());
    blocks
}

/// The length of the tag with which `html` begins. A `>` in a quoted attribute doesn't end it.
fn tag_length(html: &str) -> usize {
    let mut quote = None;
    for (at, c) in html.char_indices() {
        match (quote, c) {
            (None, '>') => return at + 1,
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), _) if open == c => quote = None,
            _ => {}
        }
    }
    html.len()
}

/// A tag without its lines: passages are marked in notes, never in answers.
fn without_lines(tag: &str) -> Cow<'_, str> {
    const LINES: &str = " data-lines=\"";
    let lines = tag.split_once(LINES).and_then(|(before, after)| {
        after.split_once('"').map(|(_, after)| format!("{before}{after}").into())
    });
    lines.unwrap_or(tag.into())
}

fn chip(number: &str, index: &str) -> String {
    format!(
        r#"<button class="chip" data-number="{number}" data-mark="{index}" type="button">{number}</button>"#
    )
}

fn mark(number: &str, _: &str) -> String {
    format!("[{number}]")
}

/// `text` with its placeholders replaced.
fn replaced(text: &str, mut with: impl FnMut(&str, &str) -> String) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find(OPEN) {
        let (before, after) = rest.split_at(open);
        let after = &after[OPEN.len_utf8()..];
        let Some((citation, after)) = after.split_once(CLOSE) else { break };
        let (number, index) = citation.split_once(BETWEEN).unwrap_or((citation, ""));
        out.push_str(before.strip_suffix(BRACKETS[0]).unwrap_or(before));
        out.push_str(&with(number, index));
        rest = after.strip_prefix(BRACKETS[1]).unwrap_or(after);
    }
    out.push_str(rest);
    out
}

/// A tag with its placeholders as marks, also where an address has them percent-encoded.
fn in_attributes(tag: &str) -> String {
    let encoded = |c: char| {
        let mut bytes = [0; 4];
        c.encode_utf8(&mut bytes).bytes().map(|byte| format!("%{byte:02X}")).collect::<String>()
    };
    if !tag.contains('%') {
        return replaced(tag, mark);
    }
    let mut tag = tag.to_owned();
    for c in [OPEN, BETWEEN, CLOSE, BRACKETS[0], BRACKETS[1]] {
        tag = tag.replace(&encoded(c), &c.to_string());
    }
    replaced(&tag, mark)
}
