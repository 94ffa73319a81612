//! Exports an answer as a note. Its citations become footnotes that any Markdown program shows, that Obsidian follows
//! to the heading, and that lead back to the passage later.
//!
//! A footnote is `[^3]: [[Note#Heading]] “first words…” ^marginalia-HASH-FIRST-LAST`, with the beginning of the
//! passage's hash and its lines. If the note has a citation key, `[@key, p. 3]` in Pandoc's syntax precedes the link.

#[cfg(test)]
mod tests;

use conversation::{Answer, Check, CitationMark, Number, Reference, Support, reference::Passage};
use notes::{Anchor, ContentHash, LineRange, LinkTarget, NotePath};

use super::summary::snippet;
use crate::sentences;

/// The beginning of the mark on our footnotes.
const MARK: &str = "^marginalia-";

/// Number of stored hash digits.
const DIGITS: usize = 16;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Footnote {
    /// The text between `[^` and `]`.
    pub label: String,
    /// In the note, from 1.
    pub line: u32,
    pub target: LinkTarget,
    pub words: String,
    hash: String,
    lines: LineRange,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FootnoteState {
    /// The passage is in the note verbatim, at its lines or elsewhere.
    Unchanged,
    Changed,
}

/// The answer's text with citations as footnotes, listed at the end. A sentence whose passages don't support it says
/// so, and so does a statement without a citation, if others have one. A `taken` label gets a suffix. Passages of the
/// web and of files are named instead of linked. `citekey` looks up a note's citation key.
pub fn footnoted(
    message: &Answer,
    taken: impl Fn(&str) -> bool,
    citekey: impl Fn(&NotePath) -> Option<String>,
) -> String {
    let label = |number: Number| {
        let plain = number.to_string();
        let others = (2u32..).map(|more| format!("{plain}-{more}"));
        std::iter::once(plain.clone()).chain(others).find(|label| !taken(label)).unwrap_or(plain)
    };
    let message = &remarked(message);
    let text =
        message.text_with(|mark| format!("[^{}]{}", label(mark.number), doubt(message, mark)));
    let mut cited: Vec<Number> = message.citations.iter().map(|mark| mark.number).collect();
    cited.sort_unstable();
    cited.dedup();
    let notes: Vec<String> = cited
        .into_iter()
        .filter_map(|number| {
            let of = |reference: &&Reference| reference.number == Some(number);
            let reference = message.references.iter().find(of)?;
            let key = reference.path.as_ref().and_then(&citekey);
            let cited = key.map(|key| format!("{} ", pandoc(&key, reference))).unwrap_or_default();
            Some(format!("[^{}]: {cited}{}", label(number), footnote(reference)))
        })
        .collect();
    match notes.is_empty() {
        true => format!("{}\n", text.trim_end()),
        false => format!("{}\n\n{}\n", text.trim_end(), notes.join("\n")),
    }
}

/// The answer with a remark after each statement without a citation, if it cites anything.
fn remarked(message: &Answer) -> Answer {
    let mut remarked = message.clone();
    let remark = format!(" *({})*", sentences::NO_SOURCE);
    let length = u32::try_from(remark.len()).unwrap_or_default();
    let is_bare = |check: &&Check| message.marks_of(check).next().is_none();
    let bare = message.checks.iter().filter(is_bare).filter(|_| !message.citations.is_empty());
    // From the end, so that the places before it stay the same.
    for at in bare.rev().map(|check| message.end_of(check)) {
        if !remarked.text.is_char_boundary(at as usize) {
            continue;
        }
        remarked.text.insert_str(at as usize, &remark);
        for mark in remarked.citations.iter_mut().filter(|mark| mark.start >= at) {
            mark.start += length;
            mark.end += length;
        }
        for check in &mut remarked.checks {
            check.start += if check.start >= at { length } else { 0 };
            check.end += if check.end > at { length } else { 0 };
        }
    }
    remarked
}

/// The remark after a sentence's last citation if none of its passages supports it.
fn doubt(message: &Answer, mark: &CitationMark) -> String {
    let ends = |check: &&Check| message.marks_of(check).last() == Some(mark);
    let verdict = message.checks.iter().find(ends).and_then(|check| message.verdict(check));
    let remark = match verdict {
        Some(Support::Contradicted) => sentences::CONTRADICTED,
        Some(Support::Unsupported) => sentences::UNSUPPORTED,
        _ => return String::new(),
    };
    format!(" *({remark})*")
}

/// A citation for Pandoc, with the page if the passage names exactly one.
fn pandoc(key: &str, reference: &Reference) -> String {
    let passage = reference.passage.as_ref();
    match passage.and_then(|passage| page(&passage.text)) {
        Some(page) => format!("[@{key}, p. {page}]"),
        None => format!("[@{key}]"),
    }
}

/// The page that a text names: `p. 3`, `page 3`, `S. 3`. `None` if it names several.
fn page(text: &str) -> Option<&str> {
    const MARKS: [&str; 7] = ["p.", "p", "page", "Page", "S.", "Seite", "pp."];
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || "()[],;:".contains(c))
        .filter(|word| !word.is_empty())
        .collect();
    let is_page = |word: &str| {
        word.starts_with(|c: char| c.is_ascii_digit())
            && word.ends_with(|c: char| c.is_ascii_digit())
            && word.chars().all(|c| c.is_ascii_digit() || c == '-' || c == '–')
    };
    let mut pages: Vec<&str> = words
        .windows(2)
        .filter(|pair| MARKS.contains(&pair[0]))
        .map(|pair| pair[1].trim_end_matches('.'))
        .filter(|page| is_page(page))
        .collect();
    pages.dedup();
    match pages[..] {
        [page] => Some(page),
        _ => None,
    }
}

fn footnote(reference: &Reference) -> String {
    let passage = reference.passage.as_ref();
    let name = match (&reference.path, &reference.url) {
        (Some(_), _) => {
            let inside = reference.wikilink.trim_start_matches("[[").trim_end_matches("]]");
            let note = inside.split(['#', '|']).next().unwrap_or(inside);
            let part = passage.and_then(|passage| passage.part.as_ref());
            let heading = passage.and_then(|passage| passage.heading_path.last());
            // These characters have a meaning in links; the heading is found without them.
            let plain = |heading: &String| {
                language::one_line(&heading.replace(['#', '|', '[', ']', '^'], " "))
            };
            // In other files a link leads to a page instead of a heading.
            let place = part.map(|part| part.anchor());
            match place.or_else(|| heading.map(plain)).filter(|heading| !heading.is_empty()) {
                Some(heading) => format!("[[{note}#{heading}]]"),
                None => format!("[[{note}]]"),
            }
        }
        (None, Some(url)) => format!("<{url}>"),
        (None, None) => reference.title.clone(),
    };
    let words = passage.map_or_else(|| reference.snippet.clone(), |passage| snippet(&passage.text));
    let words = words.replace(['“', '”', '\n'], " ");
    match passage.filter(|_| reference.path.is_some()) {
        Some(passage) => format!("{name} “{words}” {}", mark(passage)),
        None => format!("{name} “{words}”"),
    }
}

fn mark(passage: &Passage) -> String {
    let LineRange { start, end } = passage.lines;
    format!("{MARK}{}-{start}-{end}", key(&passage.text))
}

/// The hash of a passage without line endings and trailing white space.
fn key(text: &str) -> String {
    let lines: Vec<&str> = text.trim().lines().map(str::trim_end).collect();
    ContentHash::of(lines.join("\n")).to_string()[..DIGITS].to_owned()
}

/// Our footnotes in a note's text, in order.
pub fn footnotes(text: &str) -> Vec<Footnote> {
    let lines = text.lines().zip(1u32..);
    lines.filter_map(|(text, line)| read(text, line)).collect()
}

fn read(text: &str, line: u32) -> Option<Footnote> {
    let (label, rest) = text.trim_start().strip_prefix("[^")?.split_once("]:")?;
    let (rest, mark) = rest.rsplit_once(MARK)?;
    let mut parts = mark.trim().split('-');
    let (hash, first, last) = (parts.next()?, parts.next()?, parts.next()?);
    let rest = match rest.trim().strip_prefix("[@") {
        Some(cited) => cited.split_once(']')?.1,
        None => rest,
    };
    let (link, words) = rest.trim().strip_prefix("[[")?.split_once("]]")?;
    let lines = LineRange { start: first.parse().ok()?, end: last.parse().ok()? };
    let is_hash = hash.len() == DIGITS && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    (is_hash && lines.start >= 1 && lines.end >= lines.start).then(|| Footnote {
        label: label.to_owned(),
        line,
        target: LinkTarget::parse(link),
        words: words.trim().trim_matches(['“', '”']).to_owned(),
        hash: hash.to_owned(),
        lines,
    })
}

impl Footnote {
    /// The linked headings, outermost first.
    pub fn headings(&self) -> &[String] {
        match &self.target.anchor {
            Some(Anchor::Heading(names)) => names,
            _ => &[],
        }
    }

    /// Compares the footnote's passage with the note's current text.
    pub fn state_in(&self, text: &str) -> FootnoteState {
        let lines: Vec<&str> = text.lines().collect();
        let count = (self.lines.end - self.lines.start + 1) as usize;
        let is_there = |lines: &[&str]| key(&lines.join("\n")) == self.hash;
        let first = self.lines.start as usize - 1;
        if lines.get(first..first + count).is_some_and(is_there)
            || lines.windows(count.min(lines.len()).max(1)).any(is_there)
        {
            FootnoteState::Unchanged
        } else {
            FootnoteState::Changed
        }
    }
}
