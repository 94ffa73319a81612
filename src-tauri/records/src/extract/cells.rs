//! Values of properties, fields and table cells.

use notes::shortened;

use super::inline::plain;
use crate::{Cell, Period, Value};

/// Maximum bytes of a value. Longer ones are prose, which search finds in the note itself.
const MAX_VALUE: usize = 4096;

pub(super) fn add(cells: &mut Vec<Cell>, key: &str, values: Vec<Value>, line: u32) {
    let filled = values.into_iter().filter(|value| !value.text.is_empty());
    cells.extend(filled.map(|value| Cell { key: key.to_owned(), value, line }));
}

/// YAML has its own lists, so only links are split.
pub(super) fn of_property(value: &str) -> Vec<Value> {
    let value = shortened(value.trim(), MAX_VALUE);
    several_links(&value).unwrap_or_else(|| vec![Value::new(&value)])
}

/// Splits several links and, as Dataview does, comma lists of links, numbers, dates, tags and quoted texts. Other text
/// with commas is one value.
pub(super) fn of_text(value: &str) -> Vec<Value> {
    let value = shortened(value.trim(), MAX_VALUE);
    several_links(&value).or_else(|| list(&value)).unwrap_or_else(|| vec![single(&value)])
}

fn single(value: &str) -> Value {
    if let Some(quoted) = quoted(value) {
        return Value::new(quoted);
    }
    let whole = Value::new(value);
    if whole.link.is_some() { whole } else { Value::new(&plain(value)) }
}

fn quoted(value: &str) -> Option<&str> {
    let inside = value.strip_prefix('"')?.strip_suffix('"')?;
    (!inside.contains('"')).then_some(inside)
}

/// The links of a value that has at least two, and only separators beside them.
fn several_links(value: &str) -> Option<Vec<Value>> {
    let mut links = Vec::new();
    let mut rest = value;
    while let Some((before, link)) = rest.split_once("[[") {
        let (link, after) = link.split_once("]]")?;
        if !is_separator(before) {
            return None;
        }
        links.push(Value::new(&format!("[[{link}]]")));
        rest = after;
    }
    (links.len() > 1 && is_separator(rest)).then_some(links)
}

fn is_separator(text: &str) -> bool {
    let words = text.split(|it: char| it.is_whitespace() || ",;&/+|·•-!".contains(it));
    words.filter(|word| !word.is_empty()).all(|word| matches!(word, "and" | "und"))
}

fn list(value: &str) -> Option<Vec<Value>> {
    if !value.contains(", ") || Period::read(value).is_some() {
        return None;
    }
    let mut parts = Vec::new();
    let (mut depth, mut in_quotes, mut start) = (0_i32, false, 0);
    for (at, byte) in value.bytes().enumerate() {
        match byte {
            b'"' => in_quotes = !in_quotes,
            b'[' | b'(' => depth += 1,
            b']' | b')' => depth -= 1,
            b',' if depth == 0 && !in_quotes && value[at + 1..].starts_with(' ') => {
                parts.push(value[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(value[start..].trim());
    let values: Option<Vec<Value>> = parts.into_iter().map(typed).collect();
    values.filter(|values| values.len() > 1)
}

fn typed(part: &str) -> Option<Value> {
    if let Some(quoted) = quoted(part) {
        return Some(Value::new(quoted));
    }
    let value = Value::new(part);
    let is_tag = part.strip_prefix('#').is_some_and(|tag| !tag.is_empty() && !tag.contains(' '));
    let is_typed = is_tag || value.link.is_some() || value.number.is_some();
    (is_typed || value.period.is_some()).then_some(value)
}
