//! How an answer looks in a terminal: what it rests on, and how well that holds.
//!
//! Nothing here writes; styles are always in the text, and are taken out where nobody sees them.

use std::{collections::BTreeMap, fmt::Write, path::Path};

use conversation::{
    Call, CallState, Check, Message, PassageSpan, Support,
    reference::{Number, Reference, State},
};

use crate::{
    out::{BOLD, DIM, ERROR, MARK, WARN, name, printable},
    sentences,
};

/// A dimmed check mark, a cross.
const DONE: &str = "✓";
const FAILED: &str = "✗";

/// The longest beginning of a sentence that stands for it, in characters.
const SENTENCE: usize = 60;

/// Where clickable links lead: into this vault, or nowhere.
#[derive(Debug, Clone, Copy)]
pub struct Links<'a>(pub Option<&'a Path>);

/// A mark as it stands in an answer: `[3]`, `[3?]` where the passage supports only some of what is
/// said, `[3!]` where it doesn't say it, `[3≠]` where it says otherwise.
pub fn mark(number: Number, support: Option<Support>) -> String {
    match support {
        None | Some(Support::Supported) => format!("{MARK}[{number}]{MARK:#}"),
        Some(Support::Weak) => format!("{WARN}[{number}?]{WARN:#}"),
        Some(Support::Unsupported) => format!("{ERROR}[{number}!]{ERROR:#}"),
        Some(Support::Contradicted) => format!("{ERROR}[{number}≠]{ERROR:#}"),
    }
}

/// A message's text with its marks.
pub fn text(message: &Message) -> String {
    let mut shown = String::new();
    let mut from = 0;
    for one in &message.citations {
        let (start, end) = (one.start as usize, one.end as usize);
        if let Some(before) = message.text.get(from..start) {
            shown += &printable(before);
            shown += &mark(one.number, one.support);
            from = end;
        }
    }
    shown + &printable(message.text.get(from..).unwrap_or_default())
}

/// What our check found, a line each: marks that don't hold and what is missing, and where sentences
/// without a mark probably come from.
pub fn checks(message: &Message) -> String {
    let said = |span: &PassageSpan| {
        let of = message.references.iter().find(|it| it.number == Some(span.number));
        let passage = of.and_then(|it| it.passage.as_ref());
        let text = passage.and_then(|it| it.text.get(span.start as usize..span.end as usize));
        name(text.unwrap_or_default().trim())
    };
    let mut lines = String::new();
    for one in &message.citations {
        let within = |start: u32, end: u32| start <= one.start && one.end <= end;
        let check = message.checks.iter().find(|check| within(check.start, check.end));
        let missing: Vec<String> = check
            .map(|check| check.missing.iter().map(|fact| format!("“{}”", name(fact))).collect())
            .unwrap_or_default();
        let otherwise = check.into_iter().flat_map(|check| &check.contradicts);
        let otherwise = otherwise.filter(|span| span.number == one.number);
        let otherwise: Vec<String> = otherwise.map(said).collect();
        let why = match (one.support, missing.is_empty()) {
            (Some(Support::Contradicted), _) => sentences::says_otherwise(&otherwise.join(" … ")),
            (None | Some(Support::Supported), _) => continue,
            (_, false) => sentences::not_cited(&missing.join(", ")),
            (Some(Support::Weak), _) => sentences::SAYS_SOME.to_owned(),
            (Some(Support::Unsupported), _) => sentences::SAYS_IT_NOT.to_owned(),
        };
        let _ = writeln!(lines, "{} {why}", mark(one.number, one.support));
    }
    for one in message.checks.iter().flat_map(|check| &check.disagreements) {
        let (this, that) = (said(&one.one), said(&one.other));
        let line = sentences::notes_disagree(&one.one.number, &this, &one.other.number, &that);
        let _ = writeln!(lines, "{line}");
    }
    let is_cited = |check: &Check| {
        message.citations.iter().any(|one| check.start <= one.start && one.end <= check.end)
    };
    let untold = message.checks.iter().filter(|check| !is_cited(check));
    for span in untold.flat_map(|check| &check.nearest) {
        let _ = writeln!(lines, "{}", sentences::nearest(&span.number, &said(span)));
    }
    for one in &message.probably {
        let sentence = message.text.get(one.start as usize..one.end as usize).unwrap_or_default();
        let probably = sentences::probably_from(&beginning(sentence), &one.number);
        let _ = writeln!(lines, "{DIM}{probably}{DIM:#}");
    }
    lines
}

fn beginning(sentence: &str) -> String {
    let line = name(sentence.split_whitespace().collect::<Vec<_>>().join(" "));
    match line.char_indices().nth(SENTENCE) {
        Some((at, _)) => format!("{}…", line[..at].trim_end()),
        None => line,
    }
}

/// The list under an answer: what it cites, what else the model saw, broken links; then what was
/// looked at and left.
pub fn references(message: &Message, links: Links) -> String {
    let mut supports: BTreeMap<Number, Support> = BTreeMap::new();
    for one in &message.citations {
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
    let mut all: Vec<&Reference> = message.references.iter().collect();
    all.sort_by_key(|one| (rank(one.state), one.number.map_or(u32::MAX, |number| number.0)));
    let (left, listed): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|one| one.state == State::Considered);
    let mut out = String::new();
    if !listed.is_empty() {
        let _ = writeln!(out, "\n{MARK}{BOLD}{}{BOLD:#}{MARK:#}", sentences::REFERENCES);
        for one in listed {
            let support = one.number.and_then(|number| supports.get(&number).copied());
            let _ = writeln!(out, "  • {}", entry(one, support, links));
            let summary = one.summary.as_deref().unwrap_or(&one.snippet);
            if !summary.trim().is_empty() {
                let _ = writeln!(out, "    {DIM}{}{DIM:#}", name(summary.trim()));
            }
        }
    }
    if !left.is_empty() {
        let _ = writeln!(out, "\n{DIM}{}{DIM:#}", sentences::CONSIDERED);
        for one in left {
            let _ = writeln!(out, "  • {}", entry(one, None, links));
        }
    }
    out
}

fn entry(reference: &Reference, support: Option<Support>, links: Links) -> String {
    let number = reference.number.map(|number| mark(number, support) + " ").unwrap_or_default();
    if reference.state == State::Broken {
        return format!(
            "{number}{WARN}{}{WARN:#} {DIM}{}{DIM:#}",
            name(&reference.wikilink),
            sentences::LINK_BROKEN
        );
    }
    let since = match reference.state {
        State::Changed => format!(" {WARN}{}{WARN:#}", sentences::NOTE_CHANGED),
        State::Gone => format!(" {WARN}{}{WARN:#}", sentences::NOTE_GONE),
        _ => String::new(),
    };
    let (shown, place) = match (&reference.path, &reference.url) {
        (Some(path), _) => {
            let line = reference.passage.as_ref().map(|passage| match &passage.part {
                Some(part) => format!(", {}", name(part)),
                None => format!(":{}", passage.lines.start),
            });
            (&reference.wikilink, Some(format!("{}{}", name(path), line.unwrap_or_default())))
        }
        (None, Some(url)) => (&reference.title, Some(name(url))),
        (None, None) => {
            let part = reference.passage.as_ref().and_then(|passage| passage.part.as_ref());
            (&reference.title, part.map(name))
        }
    };
    let target = match (&reference.path, &reference.url, links.0) {
        (Some(path), _, Some(root)) => Some(file_url(&root.join(path.as_str()))),
        (None, Some(url), Some(_)) if is_web(url) => Some(url.clone()),
        _ => None,
    };
    let place = place.map(|place| format!(" {DIM}({place}){DIM:#}")).unwrap_or_default();
    format!("{number}{}{place}{since}", clickable(&name(shown), target.as_deref()))
}

/// A text that a terminal opens `target` for (OSC 8).
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

/// The address of a file, with all that isn't plain written as `%XX`.
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

/// A tool that is called.
pub fn calling(call: &Call) -> String {
    format!("{DIM}→ {} {}{DIM:#}", name(&call.name), name(&call.arguments))
}

/// A tool that came back.
pub fn called(call: &Call) -> String {
    let told = name(&call.told);
    match call.state {
        CallState::Failed => format!("{WARN}{FAILED} {}: {told}{WARN:#}", name(&call.name)),
        CallState::Done | CallState::Running => format!("{DIM}{DONE} {told}{DIM:#}"),
    }
}

#[cfg(test)]
mod tests;
