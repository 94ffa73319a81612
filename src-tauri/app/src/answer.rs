//! Renders an answer's text as HTML with citation chips.
//!
//! Each citation becomes a placeholder of private-use characters, with its number and index, between two brackets that
//! Markdown treats as punctuation. Private-use characters of the model's own text are removed first, so only citations
//! become chips. Chips are inserted after sanitising, so the sanitiser needs no exception for them.

mod growing;
#[cfg(test)]
mod tests;
mod unfinished;

pub use growing::GrowingAnswer;

use std::borrow::Cow;

use notes::{Catalog, RenderOptions};

use conversation::{Answer, CitationMark, Number};

/// The address prefix of vault images. Windows and Android use this other form for an app's own scheme.
pub const IMAGE_BASE: &str = if cfg!(any(target_os = "windows", target_os = "android")) {
    "http://vault.localhost/"
} else {
    "vault://localhost/"
};

const OPEN: char = '\u{e000}';
const CLOSE: char = '\u{e001}';

const BETWEEN: char = '\u{e002}';

/// Emphasis that ends before a citation (`**so**[1]`) closes only before punctuation. `[` and `]` could form a link.
const BRACKETS: [char; 2] = ['⸨', '⸩'];

/// Renders an answer's Markdown as sanitised HTML, one string per top-level block, so that the window can replace
/// only the blocks that changed. A citation becomes `<button class="chip" data-number="3" data-mark="0"
/// type="button">3</button>`, but stays `[3]` within code. `data-mark` is the citation's index; the number is the
/// user's correction, if any. A sentence without citations, or with a better passage than the cited one, ends with an
/// empty `<span data-check="4"></span>`, whose value is the sentence's index among the checks.
///
/// Unclosed syntax of a growing answer (a fence, `**`, a code span) is shown closed. A mark with a wrong number stays
/// text.
pub fn render_answer(answer: &Answer, catalog: Option<&Catalog>) -> Vec<String> {
    let mut all: Vec<Place> = places(&answer.citations, 0).collect();
    for (place, mark) in all.iter_mut().zip(&answer.citations) {
        if answer.repeats(mark) {
            place.what = PlaceKind::Nothing;
        }
    }
    all.extend(sentence_ends(answer));
    // The user's citation comes before the end of its sentence at the same place.
    all.sort_by_key(|place| (place.start, matches!(place.what, PlaceKind::SentenceEnd(_))));
    render_part(&answer.text, 0, all.into_iter(), catalog)
}

#[derive(Debug, Clone, Copy)]
enum PlaceKind {
    Citation(Number, usize),
    /// The sentence's index among the checks.
    SentenceEnd(usize),
    Nothing,
}

#[derive(Debug, Clone, Copy)]
struct Place {
    start: u32,
    end: u32,
    /// The number between brackets in the text.
    written: Option<Number>,
    what: PlaceKind,
}

fn places(citations: &[CitationMark], first: usize) -> impl Iterator<Item = Place> {
    citations.iter().enumerate().skip(first).map(|(index, mark)| Place {
        start: mark.start,
        end: mark.end,
        written: mark.written(),
        what: PlaceKind::Citation(mark.number, index),
    })
}

/// Ends of sentences that cite nothing or have a more probable passage.
fn sentence_ends(answer: &Answer) -> impl Iterator<Item = Place> {
    let needs = |(_, check): &(usize, &conversation::Check)| {
        let is_in = |mark: &CitationMark| check.start <= mark.start && mark.end <= check.end;
        answer.probably.iter().any(|one| one.start == check.start)
            || !answer.citations.iter().any(is_in)
    };
    answer.checks.iter().enumerate().filter(needs).map(|(index, check)| {
        let at = answer.end_of(check);
        Place { start: at, end: at, written: None, what: PlaceKind::SentenceEnd(index) }
    })
}

fn render_part(
    text: &str,
    start: usize,
    places: impl Iterator<Item = Place>,
    catalog: Option<&Catalog>,
) -> Vec<String> {
    let mut markdown = unfinished::complete(&with_placeholders(text, start, places));
    // Prevents a rule at the start from being parsed as front matter.
    if markdown.starts_with("---") {
        markdown.insert(0, '\n');
    }
    // Embeds become links: a model must not put whole notes on the page.
    let options = RenderOptions { catalog, image_base: IMAGE_BASE, ..RenderOptions::default() };
    let html = notes::render(&markdown, &options);
    blocks(&html)
}

fn is_private(c: char) -> bool {
    matches!(c, '\u{e000}'..='\u{f8ff}')
}

fn with_placeholders(text: &str, mut at: usize, places: impl Iterator<Item = Place>) -> String {
    let mut out = String::with_capacity(text.len().saturating_sub(at));
    for Place { start, end, written, what } in places {
        let (start, end) = (start as usize, end as usize);
        let (Some(before), Some(mark)) = (text.get(at..start), text.get(start..end)) else {
            continue;
        };
        if mark != written.map(|number| format!("[{number}]")).unwrap_or_default() {
            continue;
        }
        out.extend(before.chars().filter(|c| !is_private(*c)));
        at = end;
        let (number, index) = match what {
            PlaceKind::Citation(number, index) => (number.to_string(), index),
            PlaceKind::SentenceEnd(index) => (String::new(), index),
            PlaceKind::Nothing => continue,
        };
        if written.is_none() && !number.is_empty() && !out.ends_with(char::is_whitespace) {
            out.push(' ');
        }
        out.extend([BRACKETS[0], OPEN]);
        out.push_str(&number);
        out.push(BETWEEN);
        out.push_str(&index.to_string());
        out.extend([CLOSE, BRACKETS[1]]);
    }
    let rest = text.get(at..).unwrap_or_default();
    out.extend(rest.chars().filter(|c| !is_private(*c)));
    out
}

fn blocks(html: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut block = String::new();
    let mut open: Vec<&str> = Vec::new();
    // Chips to insert after the current link: a button inside a link can't be clicked.
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
            // The sanitiser's HTML is well formed; otherwise one block would be too long.
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
    for block in &mut blocks {
        *block = block.trim().to_owned();
    }
    blocks.retain(|block| !block.is_empty());
    blocks
}

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

/// Drops `data-lines`: passages are marked in notes, never in answers.
fn without_lines(tag: &str) -> Cow<'_, str> {
    const LINES: &str = " data-lines=\"";
    let lines = tag.split_once(LINES).and_then(|(before, after)| {
        after.split_once('"').map(|(_, after)| format!("{before}{after}").into())
    });
    lines.unwrap_or(tag.into())
}

fn chip(number: &str, index: &str) -> String {
    if number.is_empty() {
        return format!(r#"<span data-check="{index}"></span>"#);
    }
    format!(
        r#"<button class="chip" data-number="{number}" data-mark="{index}" type="button">{number}</button>"#
    )
}

fn mark(number: &str, _: &str) -> String {
    if number.is_empty() { String::new() } else { format!("[{number}]") }
}

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

/// Turns placeholders into marks, also percent-encoded ones in addresses.
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
