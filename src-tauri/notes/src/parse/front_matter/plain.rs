//! Front matter as most notes have it: a name and a word or two on each line, or a list of such.
//!
//! YAML's rules are many, and reading by them takes half the time of parsing a short note. Lines
//! of which none of those rules says anything are read here; at the first other line it is left to
//! the YAML parser. A test holds the two against each other.

use super::properties::{LevelKind, Properties};

/// One line, as byte offsets in the text.
enum Line {
    /// `name:` or `name: value`
    Property { name: (usize, usize), value: Option<Value> },
    /// `  - value`, with its indent.
    Item { indent: usize, value: Value },
}

struct Value {
    /// With its quotes.
    start: usize,
    end: usize,
    quoted: bool,
}

/// Walks through `text` as through the events of YAML, if all of it is plain.
pub(super) fn walk(text: &str, properties: &mut Properties<'_>) -> bool {
    let Some(lines) = read(text) else { return false };
    properties.enter(LevelKind::Map { key: None });
    let mut in_list = false;
    for (at, line) in lines.iter().enumerate() {
        match line {
            Line::Property { name: (start, end), value } => {
                if in_list {
                    properties.leave();
                    in_list = false;
                }
                take(text, *start, *end, false, properties);
                match value {
                    Some(value) => give(text, value, properties),
                    None if matches!(lines.get(at + 1), Some(Line::Item { .. })) => {
                        properties.enter(LevelKind::List);
                        in_list = true;
                    }
                    None => take(text, *end, *end, true, properties),
                }
            }
            Line::Item { value, .. } => give(text, value, properties),
        }
    }
    if in_list {
        properties.leave();
    }
    properties.leave();
    true
}

fn give(text: &str, value: &Value, properties: &mut Properties<'_>) {
    let quote = usize::from(value.quoted);
    let inside = &text[value.start + quote..value.end - quote];
    let line = properties.line_of(value.start);
    properties.scalar(inside, !value.quoted, Some(value.start..value.end), line);
}

fn take(text: &str, start: usize, end: usize, plain: bool, properties: &mut Properties<'_>) {
    let line = properties.line_of(start);
    properties.scalar(&text[start..end], plain, Some(start..end), line);
}

fn read(text: &str) -> Option<Vec<Line>> {
    let mut lines: Vec<Line> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.strip_suffix('\n').unwrap_or(line);
        let content = content.strip_suffix('\r').unwrap_or(content);
        let read = read_line(content, start)?;
        if let Line::Item { indent, .. } = &read {
            // An item goes under a name without a value, or beside another item.
            match lines.last()? {
                Line::Property { value: None, .. } => {}
                Line::Item { indent: other, .. } if other == indent => {}
                _ => return None,
            }
        }
        lines.push(read);
        start += line.len();
    }
    (!lines.is_empty()).then_some(lines)
}

fn read_line(line: &str, start: usize) -> Option<Line> {
    let indent = line.len() - line.trim_start_matches(' ').len();
    if let Some(value) = line[indent..].strip_prefix("- ") {
        let start = start + indent + 2;
        return Some(Line::Item { indent, value: value_at(value, start)? });
    }
    if indent > 0 {
        return None;
    }
    let (name, rest) = line.split_once(':')?;
    let first = name.bytes().next()?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b' ');
    // The names `y`, `1` and `null` are texts to us as well.
    if !first.is_ascii_alphabetic() || !name.bytes().all(plain) || name.ends_with(' ') {
        return None;
    }
    let name = (start, start + name.len());
    let value = match rest.strip_prefix(' ') {
        Some(value) if !value.is_empty() => Some(value_at(value, name.1 + 2)?),
        _ if rest.is_empty() => None,
        _ => return None,
    };
    Some(Line::Property { name, value })
}

/// A value that is nothing but letters, digits and harmless marks, or such between quotes.
fn value_at(value: &str, start: usize) -> Option<Value> {
    let end = start + value.len();
    let quote = value.bytes().next().filter(|byte| matches!(byte, b'"' | b'\''));
    if let Some(quote) = quote {
        let inside = value.get(1..value.len() - 1).filter(|_| value.len() > 1)?;
        let closed = value.as_bytes()[value.len() - 1] == quote;
        let plain = inside
            .bytes()
            .all(|byte| byte != quote && byte != b'\\' && (b' '..0x7f).contains(&byte));
        return (closed && plain).then_some(Value { start, end, quoted: true });
    }
    let harmless = |c: char| {
        c.is_ascii_alphanumeric() || matches!(c, ' ' | '_' | '-' | '.' | '/' | '(' | ')' | '+')
    };
    let first = value.chars().next()?;
    (first.is_ascii_alphanumeric() && value.chars().all(harmless) && !value.ends_with(' '))
        .then_some(Value { start, end, quoted: false })
}
