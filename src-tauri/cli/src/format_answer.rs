//! Formats answers for a terminal: their sources, and how well these support them.
//!
//! Nothing here prints; styles are always in the text, and removed later where they can't be shown.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    fmt::Write,
    path::Path,
};

use conversation::{
    Answer, Call, CallState, Check, CitationMark, Disagreement, PassageSpan, ProbableSource,
    Support,
    reference::{Number, Passage, Reference, State},
};

use crate::{
    out::{BOLD, DIM, ERROR, MARK, WARN, name, printable},
    sentences,
};

const DONE: &str = "✓";
const FAILED: &str = "✗";

/// Maximum characters, and words, of a quoted sentence of the answer.
const MAX_SENTENCE: usize = 60;

/// Maximum characters of a quoted passage or missing fact.
const MAX_QUOTATION: usize = 300;

/// Maximum quotations of one finding.
const QUOTATIONS: usize = 10;

/// Maximum findings shown under an answer.
const FINDINGS: usize = 50;

/// The vault that clickable links open; no links without one.
#[derive(Debug, Clone, Copy)]
pub struct Links<'a>(pub Option<&'a Path>);

/// A citation mark: `[3]`, or `[3?]` for partial support, `[3!]` for none, `[3≠]` for a contradiction.
pub fn mark(number: Number, support: Option<Support>) -> String {
    match support {
        None | Some(Support::Supported) => format!("{MARK}[{number}]{MARK:#}"),
        Some(Support::Weak) => format!("{WARN}[{number}?]{WARN:#}"),
        Some(Support::Unsupported) => format!("{ERROR}[{number}!]{ERROR:#}"),
        Some(Support::Contradicted) => format!("{ERROR}[{number}≠]{ERROR:#}"),
    }
}

pub fn text(answer: &Answer) -> String {
    let mut shown = String::new();
    let mut from = 0;
    for one in &answer.citations {
        let (start, end) = (one.start as usize, one.end as usize);
        if let Some(before) = answer.text.get(from..start) {
            shown += &printable(before);
            shown += &mark(one.number, one.support);
            from = end;
        }
    }
    shown + &printable(answer.text.get(from..).unwrap_or_default())
}

enum Finding<'a> {
    /// A mark with insufficient support.
    Mark(&'a CitationMark),
    /// A cited passage in another language than its sentence.
    OtherLanguage(Number),
    /// Two contradictory notes.
    Disagreement(&'a Disagreement),
    /// The closest passage to a question that the answer leaves open.
    Nearest(&'a PassageSpan),
    Origin(&'a ProbableSource),
}

/// The check's findings, one a line: marks without support, missing facts, passages in another language, and probable
/// sources.
pub fn checks(answer: &Answer) -> String {
    let has_failed = |one: &&CitationMark| !matches!(one.support, None | Some(Support::Supported));
    // Marks are in text order.
    let is_cited = |check: &Check| {
        let first = answer.citations.partition_point(|one| one.start < check.start);
        answer.citations.get(first).is_some_and(|one| one.end <= check.end)
    };
    let untold = answer.checks.iter().filter(|check| !is_cited(check));
    let disagreements = answer.checks.iter().flat_map(|check| &check.disagreements);
    let marks = answer.citations.iter().filter(has_failed).map(Finding::Mark);
    let mut unread: Vec<Number> =
        answer.checks.iter().flat_map(|check| &check.other_language).copied().collect();
    let is_judged = |number: Number| {
        answer.citations.iter().any(|one| one.number == number && one.support.is_some())
    };
    unread.retain(|number| !is_judged(*number));
    unread.sort_unstable();
    unread.dedup();
    let mut findings = marks
        .chain(unread.into_iter().map(Finding::OtherLanguage))
        .chain(disagreements.map(Finding::Disagreement))
        .chain(untold.flat_map(|check| &check.nearest).map(Finding::Nearest))
        .chain(answer.probably.iter().map(Finding::Origin));
    let mut lines = String::new();
    for finding in findings.by_ref().take(FINDINGS) {
        let _ = writeln!(lines, "{}", found(&finding, answer));
    }
    match findings.count() {
        0 => {}
        more => {
            let _ = writeln!(lines, "{DIM}{}{DIM:#}", sentences::more_findings(more));
        }
    }
    lines
}

fn found(finding: &Finding<'_>, answer: &Answer) -> String {
    let said = |span: &PassageSpan| {
        let of = answer.references.iter().find(|it| it.number == Some(span.number));
        let passage = of.and_then(|it| it.passage.as_ref());
        let text = passage.and_then(|it| it.text.get(span.start as usize..span.end as usize));
        beginning(text.unwrap_or_default(), MAX_QUOTATION)
    };
    match finding {
        Finding::Mark(one) => {
            let within = |check: &&Check| check.start <= one.start && one.end <= check.end;
            let check = answer.checks.iter().find(within);
            let missing = check.into_iter().flat_map(|check| &check.missing).take(QUOTATIONS);
            let missing = missing.map(|fact| format!("“{}”", beginning(fact, MAX_QUOTATION)));
            let missing: Vec<String> = missing.collect();
            let otherwise = check.into_iter().flat_map(|check| &check.contradicts);
            let otherwise = otherwise.filter(|span| span.number == one.number).take(QUOTATIONS);
            let why = match (one.support, missing.is_empty()) {
                (Some(Support::Contradicted), _) => {
                    sentences::says_otherwise(&otherwise.map(said).collect::<Vec<_>>().join(" … "))
                }
                (_, false) => sentences::not_cited(&missing.join(", ")),
                (Some(Support::Weak), _) => sentences::SAYS_SOME.to_owned(),
                _ => sentences::SAYS_IT_NOT.to_owned(),
            };
            format!("{} {why}", mark(one.number, one.support))
        }
        Finding::OtherLanguage(number) => {
            format!("{} {}", mark(*number, None), sentences::OTHER_LANGUAGE)
        }
        Finding::Disagreement(Disagreement { one, other, .. }) => {
            let day = |span: &PassageSpan| {
                let of = answer.references.iter().find(|it| it.number == Some(span.number));
                of.and_then(|reference| reference.own_date())
            };
            let (old, new) = if day(one) < day(other) { (one, other) } else { (other, one) };
            match (day(old), day(new)) {
                (Some(then), Some(now)) if then < now => {
                    let old = (then, old.number, said(old));
                    sentences::notes_changed(old, (now, new.number, said(new)))
                }
                _ => {
                    sentences::notes_disagree(&one.number, &said(one), &other.number, &said(other))
                }
            }
        }
        Finding::Nearest(span) => sentences::nearest(&span.number, &said(span)),
        Finding::Origin(one) => {
            let sentence = answer.text.get(one.start as usize..one.end as usize);
            let sentence = beginning(sentence.unwrap_or_default(), MAX_SENTENCE);
            format!("{DIM}{}{DIM:#}", sentences::probably_from(&sentence, &one.number))
        }
    }
}

/// At most `most` characters, on one line and safe to print: models write sentences of any length.
fn beginning(text: &str, most: usize) -> String {
    let words: Vec<&str> = text.split_whitespace().take(most).collect();
    let text = words.join(" ");
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", name(text[..at].trim_end())),
        None => name(&text),
    }
}

/// The list under an answer: cited passages, others that the model saw, broken links, then unused ones.
pub fn references(answer: &Answer, links: Links) -> String {
    let mut supports: BTreeMap<Number, Support> = BTreeMap::new();
    for one in &answer.citations {
        if let Some(support) = one.support {
            supports
                .entry(one.number)
                .and_modify(|worst| *worst = support.max(*worst))
                .or_insert(support);
        }
    }
    let rank = |state: State| match state {
        State::Cited => 0,
        State::Used | State::Changed | State::Gone => 1,
        State::Broken => 2,
        State::Considered => 3,
    };
    let mut all: Vec<&Reference> = answer.references.iter().collect();
    all.sort_by_key(|one| (rank(one.state), one.number.map_or(u32::MAX, |number| number.0)));
    let (left, listed): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|one| one.state == State::Considered);
    let mut out = String::new();
    if !listed.is_empty() {
        let _ = writeln!(out, "\n{MARK}{BOLD}{}{BOLD:#}{MARK:#}", sentences::REFERENCES);
        for note in by_note(listed) {
            let _ = writeln!(out, "  • {}", entry(&note, &supports, links));
            // Passages of a note mostly share its summary.
            let mut told = BTreeSet::new();
            for one in note {
                let summary = one.summary.as_deref().unwrap_or(&one.snippet).trim();
                if !summary.is_empty() && told.insert(summary) {
                    let _ = writeln!(out, "    {DIM}{}{DIM:#}", name(summary));
                }
            }
        }
    }
    if !left.is_empty() {
        let _ = writeln!(out, "\n{DIM}{}{DIM:#}", sentences::CONSIDERED);
        for note in by_note(left) {
            let _ = writeln!(out, "  • {}", entry(&note, &BTreeMap::new(), links));
        }
    }
    out
}

fn by_note(references: Vec<&Reference>) -> Vec<Vec<&Reference>> {
    let mut notes: Vec<Vec<&Reference>> = Vec::new();
    let mut places = HashMap::new();
    for one in references {
        let what: &str = match (&one.path, &one.url, one.state) {
            (Some(path), ..) => path.as_str(),
            (None, Some(url), _) => url,
            (None, None, State::Broken) => &one.wikilink,
            (None, None, _) => &one.title,
        };
        let place = *places.entry((what, one.attachment)).or_insert(notes.len());
        match notes.get_mut(place) {
            Some(note) => note.push(one),
            None => notes.push(vec![one]),
        }
    }
    notes
}

/// A note's line, with the most relevant passage first.
fn entry(note: &[&Reference], supports: &BTreeMap<Number, Support>, links: Links) -> String {
    let Some(first) = note.first() else { return String::new() };
    let mut in_order = note.to_vec();
    in_order.sort_by_key(|one| one.number.map_or(u32::MAX, |number| number.0));
    let numbers = in_order.iter().filter_map(|one| one.number);
    let numbers: String =
        numbers.map(|number| mark(number, supports.get(&number).copied()) + " ").collect();
    if first.state == State::Broken {
        return format!(
            "{numbers}{WARN}{}{WARN:#} {DIM}{}{DIM:#}",
            name(&first.wikilink),
            sentences::LINK_BROKEN
        );
    }
    let since = [(State::Changed, sentences::NOTE_CHANGED), (State::Gone, sentences::NOTE_GONE)];
    let since: String = since
        .iter()
        .filter(|(state, _)| note.iter().any(|one| one.state == *state))
        .map(|(_, told)| format!(" {WARN}{told}{WARN:#}"))
        .collect();
    let passages: Vec<&Passage> = in_order.iter().filter_map(|one| one.passage.as_ref()).collect();
    let mut parts: Vec<String> =
        passages.iter().filter_map(|passage| passage.part.as_ref().map(name)).collect();
    parts.dedup();
    let mut lines: Vec<String> = passages
        .iter()
        .filter(|passage| passage.part.is_none())
        .map(|passage| passage.lines.start.to_string())
        .collect();
    lines.dedup();
    let (shown, place) = match (&first.path, &first.url) {
        (Some(path), _) => {
            let colon = if lines.is_empty() { "" } else { ":" };
            let parts: String = parts.iter().map(|part| format!(", {part}")).collect();
            (&first.wikilink, Some(format!("{}{colon}{}{parts}", name(path), lines.join(", "))))
        }
        (None, Some(url)) => (&first.title, Some(name(url))),
        (None, None) => (&first.title, Some(parts.join(", ")).filter(|parts| !parts.is_empty())),
    };
    let target = match (&first.path, &first.url, links.0) {
        (Some(path), _, Some(root)) => Some(file_url(&root.join(path.as_str()))),
        (None, Some(url), Some(_)) if is_web(url) => Some(url.clone()),
        _ => None,
    };
    let place = place.map(|place| format!(" {DIM}({place}){DIM:#}")).unwrap_or_default();
    format!("{numbers}{}{place}{since}", clickable(&name(shown), target.as_deref()))
}

/// A text that opens `target` in a terminal (OSC 8).
fn clickable(shown: &str, target: Option<&str>) -> String {
    match target {
        Some(target) => format!("\x1b]8;;{target}\x1b\\{shown}\x1b]8;;\x1b\\"),
        None => shown.to_owned(),
    }
}

fn is_web(url: &str) -> bool {
    (url.starts_with("https://") || url.starts_with("http://"))
        && url.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Percent-encodes all but plain characters.
fn file_url(path: &Path) -> String {
    let mut url = String::from("file://");
    let path = path.to_string_lossy().replace('\\', "/");
    if !path.starts_with('/') {
        url.push('/');
    }
    for byte in path.bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' | b':' => url.push(byte.into()),
            byte if byte.is_ascii_alphanumeric() => url.push(byte.into()),
            byte => {
                let _ = write!(url, "%{byte:02X}");
            }
        }
    }
    url
}

pub fn calling(call: &Call) -> String {
    format!("{DIM}→ {} {}{DIM:#}", name(&call.name), name(&call.arguments))
}

pub fn called(call: &Call) -> String {
    let told = name(&call.told);
    match call.state {
        CallState::Failed => format!("{WARN}{FAILED} {}: {told}{WARN:#}", name(&call.name)),
        CallState::Done | CallState::Running => format!("{DIM}{DONE} {told}{DIM:#}"),
    }
}

#[cfg(test)]
mod tests;
