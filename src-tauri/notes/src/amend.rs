//! Changes to a note's text: replaces words, appends text or sets a property. Each results in a range and its new text.

#[cfg(test)]
mod tests;

mod apply;

use std::collections::HashSet;

use granit_parser::{Event, Parser};
use language::Sentence;
use serde_json::Value;

pub use self::apply::{Amendment, apply, rewrite};
use crate::{Anchor, ByteRange, parse, sentences, text::Lines};

/// Maximum places or lines to name when a text isn't found exactly once.
const NAMED: usize = 3;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Miss {
    /// No match; the closest lines, by number.
    Missing(Vec<(u32, String)>),
    /// Several matches; the first lines, by number.
    Ambiguous(Vec<(u32, String)>),
}

pub fn replace(text: &str, old: &str, new: &str) -> Result<Amendment, Miss> {
    let long = old.replace("\r\n", "\n").replace('\n', "\r\n");
    let spelled = [old, &*long].into_iter().find(|old| !old.is_empty() && text.contains(old));
    let lines = Lines::of(text);
    let Some(old) = spelled else { return Err(Miss::Missing(nearest(&lines, old))) };
    let places: Vec<usize> = text.match_indices(old).map(|(at, _)| at).collect();
    match places[..] {
        [start] => Ok((ByteRange { start, end: start + old.len() }, new.to_owned())),
        _ => {
            let numbers = places.iter().take(NAMED).map(|at| lines.line_at(*at));
            Err(Miss::Ambiguous(numbers.map(|n| (n, lines.text(n).to_owned())).collect()))
        }
    }
}

fn nearest(lines: &Lines<'_>, wanted: &str) -> Vec<(u32, String)> {
    let words = |text: &str| -> HashSet<String> {
        text.split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect()
    };
    let wanted = words(wanted);
    let mut found: Vec<(usize, u32)> = (1..=lines.count())
        .map(|line| (words(lines.text(line)).intersection(&wanted).count(), line))
        .filter(|(shared, _)| *shared > 0)
        .collect();
    found.sort_by_key(|(shared, line)| (std::cmp::Reverse(*shared), *line));
    found.truncate(NAMED);
    found.into_iter().map(|(_, line)| (line, lines.text(line).to_owned())).collect()
}

/// Appends to the text or to a section, after a blank line unless a list or table continues.
pub fn append(text: &str, section: Option<&Anchor>, more: &str) -> Result<Amendment, String> {
    let lines = Lines::of(text);
    let end = match section {
        None => text.len(),
        Some(anchor) => {
            let found = parse(text).place(anchor)?;
            lines.end(lines.range(found.start, found.end).end)
        }
    };
    let before = &text[..end];
    let last = before.trim_end_matches(['\n', '\r']).rsplit('\n').next().unwrap_or_default();
    let first = more.trim_start_matches(['\n', '\r']);
    let is_row = |line: &str| line.starts_with('|');
    let goes_on = (is_row(last.trim_start()) && is_row(first))
        || ['-', '*', '+'].iter().any(|mark| is_item(last, *mark) && is_item(first, *mark));
    let blank = before.ends_with("\n\n") || before.ends_with("\n\r\n") || goes_on;
    let gap = match () {
        () if before.trim().is_empty() && section.is_none() => "",
        () if before.ends_with('\n') => {
            if blank {
                ""
            } else {
                "\n"
            }
        }
        () => {
            if goes_on {
                "\n"
            } else {
                "\n\n"
            }
        }
    };
    let more = first.trim_end_matches(['\n', '\r']);
    Ok((ByteRange { start: end, end }, format!("{gap}{more}\n")))
}

/// True for a list item with this mark, but not for emphasis or a rule.
fn is_item(line: &str, mark: char) -> bool {
    let line = line.trim_start();
    let is_rule = line.chars().all(|c| c == mark || c.is_whitespace())
        && line.chars().filter(|c| *c == mark).count() >= 3;
    line.strip_prefix(mark).is_some_and(|rest| rest.starts_with([' ', '\t'])) && !is_rule
}

pub fn set_property(text: &str, name: &str, value: &Value) -> Result<Amendment, Sentence> {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ' ');
    if name.trim() != name || name.is_empty() || !name.chars().all(plain) {
        return Err(sentences::BAD_PROPERTY_NAME);
    }
    let lines = Lines::of(text);
    let Some(matter) = parse(text).front_matter else {
        if lines.text(1).trim_end() == "---" && lines.text(2).contains(':') {
            return Err(sentences::UNREADABLE_PROPERTIES);
        }
        if value.is_null() {
            return Err(sentences::NO_SUCH_PROPERTY);
        }
        return Ok((
            ByteRange { start: 0, end: 0 },
            format!("---\n{}---\n", property(name, value, false)),
        ));
    };
    let last = lines.line_at(matter.end.saturating_sub(1));
    // Blank lines also occur inside lists and multi-line texts.
    let is_key = |line: u32| {
        let text = lines.text(line);
        !text.trim().is_empty() && !text.starts_with([' ', '\t', '-', '#', '{', '}'])
    };
    let named = |line: &u32| {
        let key = lines.text(*line).split_once(':').map(|(key, _)| key);
        is_key(*line) && key.is_some_and(|key| key.trim_matches(['"', '\'']) == name)
    };
    if lines.text(2).trim_start().starts_with('{') {
        return Err(sentences::UNREADABLE_PROPERTIES);
    }
    let amendment = match (2..last).find(named) {
        Some(line) => {
            let end = (line + 1..last).find(|line| is_key(*line)).unwrap_or(last);
            // Comments and blank lines before the next property or at the end don't belong to this one.
            let is_comment = |line: &u32| {
                lines.text(*line).starts_with('#') || lines.text(*line).trim().is_empty()
            };
            let end = (line + 1..end).rev().take_while(is_comment).last().unwrap_or(end);
            let range = ByteRange { start: lines.start(line), end: lines.start(end) };
            let in_lines = end > line + 1;
            let new = if value.is_null() { String::new() } else { property(name, value, in_lines) };
            (range, new)
        }
        None if value.is_null() => return Err(sentences::NO_SUCH_PROPERTY),
        None => {
            let at = lines.start(last);
            (ByteRange { start: at, end: at }, property(name, value, false))
        }
    };
    let (range, new) = &amendment;
    let after = format!("{}{new}{}", &text[..range.start], &text[range.end..]);
    // Whatever the search took for the property's end, no other property may change.
    let others = |text: &str| {
        let matter = parse(text).front_matter?;
        let mut all = top_level(&text[matter.start..matter.end])?;
        all.retain(|(key, _)| key != name);
        Some(all)
    };
    match (others(text), others(&after)) {
        (Some(before), Some(after)) if before == after => Ok(amendment),
        _ => Err(sentences::UNREADABLE_PROPERTIES),
    }
}

fn top_level(matter: &str) -> Option<Vec<(String, String)>> {
    let inside = matter.trim_start_matches('\u{feff}').lines().skip(1);
    let yaml: Vec<&str> = inside.take_while(|line| line.trim_end() != "---").collect();
    let mut found: Vec<(String, String)> = Vec::new();
    let (mut depth, mut is_value) = (0usize, false);
    for next in Parser::new_from_str(&yaml.join("\n")) {
        let (event, _) = next.ok()?;
        match &event {
            Event::MappingStart(..) | Event::SequenceStart(..) => depth += 1,
            Event::MappingEnd | Event::SequenceEnd => depth = depth.saturating_sub(1),
            Event::Scalar(key, ..) if depth == 1 && !is_value => {
                found.push((key.to_string(), String::new()));
                is_value = true;
                continue;
            }
            Event::Scalar(..) | Event::Alias(_) => {}
            _ => continue,
        }
        if let Some((_, value)) = found.last_mut().filter(|_| depth > 0) {
            value.push_str(&format!("{event:?}"));
        }
        // A value ends with its outermost part.
        let goes_on = matches!(event, Event::MappingStart(..) | Event::SequenceStart(..));
        is_value = is_value && (depth > 1 || goes_on);
    }
    Some(found)
}

fn property(name: &str, value: &Value, in_lines: bool) -> String {
    match value {
        Value::Array(items) if in_lines => {
            let items: String =
                items.iter().map(|item| format!("  - {}\n", scalar(item))).collect();
            format!("{name}:\n{items}")
        }
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(scalar).collect();
            format!("{name}: [{}]\n", items.join(", "))
        }
        value => format!("{name}: {}\n", scalar(value)),
    }
}

fn scalar(value: &Value) -> String {
    let Value::String(text) = value else { return value.to_string() };
    let is_plain = text.starts_with(char::is_alphabetic)
        && !text.ends_with(' ')
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-' | '/' | '.'))
        && !matches!(
            &*text.to_lowercase(),
            "true" | "false" | "yes" | "no" | "on" | "off" | "null" | "y" | "n"
        );
    let is_date = text.len() == 10
        && text.bytes().enumerate().all(|(at, byte)| match at {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        });
    if is_plain || is_date { text.clone() } else { value.to_string() }
}
