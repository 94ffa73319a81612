//! Short texts: the topic of a note, the beginning of a passage.

#[cfg(test)]
mod tests;

use notes::cut;

pub use crate::sentences::GONE;

/// Maximum characters of a summary or snippet.
const LENGTH: usize = 100;

/// The topic of a note without a model: its first real paragraph, else its start. `None` if it has no text.
pub fn summary(text: &str) -> Option<String> {
    paragraph(text).or_else(|| start(text))
}

/// The first real paragraph of a note, at most 100 characters, cut at a word: no heading, front matter, code,
/// table, embed, or list of links.
pub fn paragraph(text: &str) -> Option<String> {
    let found = paragraphs(body(text)).into_iter().find_map(|lines| {
        let joined = lines.join(" ");
        (!only_links(&lines)).then(|| plain(&joined)).filter(|text| has_words(text))
    });
    found.map(|text| cut(&text, LENGTH))
}

fn start(text: &str) -> Option<String> {
    let lines = body(text).lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.take(8).map(plain).collect::<Vec<_>>().join(" ");
    let first = first.trim();
    has_words(first).then(|| cut(first, LENGTH))
}

/// A model's summary: its first line without quotation marks. `None` if it has no words.
pub fn written(answer: &str) -> Option<String> {
    let line = answer.lines().map(str::trim).find(|line| has_words(line))?;
    let line = plain(line);
    let line = line.trim_matches(['"', '“', '”', '„', '«', '»', ' ']);
    has_words(line).then(|| cut(line, LENGTH))
}

fn body(text: &str) -> &str {
    let front_matter = notes::parse(text).front_matter.map_or(0, |range| range.end);
    text.get(front_matter..).unwrap_or(text)
}

/// The beginning of a passage in one line. Headings count only if it has nothing else.
pub fn snippet(text: &str) -> String {
    let line = |line: &&str| !line.is_empty() && !is_fence(line) && !is_rule(line);
    let lines = || text.lines().map(str::trim).filter(line);
    // More never fits, so a long passage isn't cleaned to its end.
    let mut body = String::new();
    for line in lines().filter(|line| !is_heading(line)) {
        if body.chars().count() > 4 * LENGTH {
            break;
        }
        let line = plain(line);
        if !line.is_empty() {
            body.push_str(&line);
            body.push(' ');
        }
    }
    if !has_words(&body) {
        body = lines().take(4).map(plain).collect::<Vec<_>>().join(" ");
    }
    cut(body.trim(), LENGTH)
}

/// What a passage says, in one line of at most `length` characters: no headings, properties, fields, tables, open tasks
/// or lines of links. Semicolons divide lines that end without punctuation. Cut at a sentence if possible.
pub fn digest(text: &str, length: usize) -> String {
    // `std::vec` is code.
    let is_field = |line: &str| {
        line.split_once("::").is_some_and(|(key, value)| {
            !key.contains(['[', '(', '.'])
                && (value.is_empty() || value.starts_with([' ', '*', '_']))
        })
    };
    let is_open = |line: &str| line.trim_start_matches(['-', '*', '+', ' ']).starts_with("[ ]");
    let mut said = String::new();
    // No passage has the fence that begins the properties: a line of hyphens divides parts of the text.
    for line in paragraphs(text).into_iter().flatten() {
        if is_field(line) || is_open(line) || only_links(&[line]) {
            continue;
        }
        let line = plain(line);
        if !has_words(&line) {
            continue;
        }
        let between = if said.ends_with(char::is_alphanumeric) { "; " } else { " " };
        if !said.is_empty() {
            said.push_str(between);
        }
        said.push_str(&line);
        if said.chars().count() > length {
            break;
        }
    }
    let short = cut(&said, length);
    let ends = [". ", "! ", "? ", "。", "！", "？"].iter();
    let sentences = ends.filter_map(|end| Some(short.rfind(end)? + end.trim_end().len())).max();
    match sentences {
        Some(end) if short.ends_with('…') && end * 2 > short.len() => {
            format!("{} …", &short[..end])
        }
        _ => short,
    }
}

/// The lines of each block that may be a paragraph.
fn paragraphs(body: &str) -> Vec<Vec<&str>> {
    let mut all: Vec<Vec<&str>> = Vec::new();
    let mut open: Vec<&str> = Vec::new();
    let mut fence: Option<&str> = None;
    let mut comment: Option<&str> = None;
    for line in body.lines() {
        let line = line.trim();
        if let Some(end) = comment {
            comment = (!line.contains(end)).then_some(end);
            continue;
        }
        if let Some(sign) = fence {
            fence = (!line.starts_with(sign)).then_some(sign);
            continue;
        }
        let apart = line.is_empty() || is_heading(line) || is_rule(line) || is_fence(line);
        let apart = apart || line.starts_with(['|', '<']) || line.starts_with("%%");
        if !apart {
            open.push(line);
            continue;
        }
        // A text above a line of `=` or `-` is a heading.
        let underlined = is_rule(line) && !line.starts_with(['*', '_']);
        if !open.is_empty() && !underlined {
            all.push(std::mem::take(&mut open));
        }
        open.clear();
        if is_fence(line) {
            fence = line.get(..3);
        }
        for (start, end) in [("<!--", "-->"), ("%%", "%%")] {
            let inside = line.strip_prefix(start).is_some_and(|rest| !rest.contains(end));
            comment = comment.or(inside.then_some(end));
        }
    }
    all.push(open);
    all
}

fn is_heading(line: &str) -> bool {
    let rest = line.trim_start_matches('#');
    let level = line.len() - rest.len();
    (1..=6).contains(&level) && (rest.is_empty() || rest.starts_with([' ', '\t']))
}

fn is_fence(line: &str) -> bool {
    line.starts_with("```") || line.starts_with("~~~")
}

fn is_rule(line: &str) -> bool {
    let mut chars = line.chars().filter(|c| !c.is_whitespace());
    let first = chars.next();
    matches!(first, Some('-' | '=' | '*' | '_'))
        && chars.clone().count() >= 2
        && chars.all(|c| Some(c) == first)
}

fn has_words(text: &str) -> bool {
    text.contains(char::is_alphanumeric)
}

fn only_links(lines: &[&str]) -> bool {
    let mut any = false;
    for line in lines {
        let mut rest = String::new();
        let mut at = 0;
        for link in notes::parse(line).links {
            rest.push_str(line.get(at..link.range.start).unwrap_or_default());
            at = link.range.end.max(at);
            any = true;
        }
        rest.push_str(line.get(at..).unwrap_or_default());
        let word = |word: &str| has_words(word) && !word.starts_with('#');
        let numbered = |word: &str| word.trim_end_matches(['.', ')']).parse::<u32>().is_ok();
        if rest.split_whitespace().any(|text| word(text) && !numbered(text)) {
            return false;
        }
        any |= rest.contains('#');
    }
    any
}

/// The words of a line without Markdown syntax.
pub(crate) fn plain(line: &str) -> String {
    let line = line.trim_start_matches(['>', ' ']);
    let line =
        line.strip_prefix("[!").and_then(|rest| rest.split_once(']')).map_or(line, |it| it.1);
    let line = strip_item(line.trim_start_matches(['+', '-', ' ']));
    let line = if is_heading(line) { line.trim_start_matches('#') } else { line };
    let mut text = String::with_capacity(line.len());
    let mut at = 0;
    for link in notes::parse(line).links {
        text.push_str(line.get(at..link.range.start).unwrap_or_default());
        at = link.range.end.max(at);
        if link.kind != notes::LinkKind::Embed {
            text.push_str(link.shown.as_deref().unwrap_or(&link.target.path));
        }
    }
    text.push_str(line.get(at..).unwrap_or_default());
    let text = without_targets(&text).replace("**", "").replace("==", "").replace(['`', '*'], "");
    let text = text.replace("__", "").replace("%%", "");
    let mut words: Vec<&str> = text.split_whitespace().collect();
    if words.last().is_some_and(|word| word.len() > 1 && word.starts_with('^')) {
        words.pop();
    }
    words.join(" ")
}

fn strip_item(line: &str) -> &str {
    let line = line.strip_prefix("* ").unwrap_or(line);
    for task in ["[ ] ", "[x] ", "[X] "] {
        if let Some(rest) = line.strip_prefix(task) {
            return rest;
        }
    }
    line
}

/// `[text](https://…)` as `text`, without images.
fn without_targets(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(middle) = rest.find("](") {
        let (before, after) = rest.split_at(middle);
        let (Some(open), Some(close)) = (before.rfind('['), after.find(')')) else { break };
        let image = before[..open].ends_with('!');
        plain.push_str(before[..open].trim_end_matches('!'));
        if !image {
            plain.push_str(&before[open + 1..]);
        }
        rest = &after[close + 1..];
    }
    plain.push_str(rest);
    plain
}
