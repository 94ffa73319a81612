//! Inline fields as the Dataview plugin reads them: `key:: value` on a line of its own, `[key:: value]` and
//! `(key:: value)` within text. Stricter than Dataview where its fields look like code (`std::vec`).

use std::ops::Range;

use super::inline::{FILLER, MAX_DEPTH, wikilink};

/// Maximum characters of a key; longer text before `::` is a sentence.
const MAX_KEY: usize = 64;

/// Maximum bytes of a value in brackets.
const MAX_BRACKETED: usize = 2048;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) key: String,
    pub(super) value: Range<usize>,
    /// With the brackets; the whole line for a field without.
    pub(super) range: Range<usize>,
    /// From 0.
    pub(super) line: u32,
    pub(super) bracketed: bool,
}

/// Finds the fields of a text from [`super::inline::masked`]. A line with fields in brackets is no field itself.
pub(super) fn fields(masked: &str) -> Vec<Field> {
    let mut found = Vec::new();
    let mut start = 0;
    for (number, line) in (0..).zip(masked.split_inclusive('\n')) {
        if line.contains("::") {
            let before = found.len();
            bracketed(line, start, number, &mut found);
            if found.len() == before {
                found.extend(whole_line(line, start, number));
            }
        }
        start += line.len();
    }
    found
}

/// True for a name or operator right after `::`, as in `std::vec`, and for network addresses (`fe80::1`).
fn looks_like_code(key: &str, after: &str) -> bool {
    after.chars().next().is_some_and(|next| {
        next.is_ascii_alphabetic()
            || "_<:*&{~(;,.".contains(next)
            || (!next.is_whitespace() && key.contains(|it: char| it.is_ascii_digit()))
    })
}

fn is_key(key: &str) -> bool {
    let allowed =
        |it: char| it.is_alphanumeric() || matches!(it, ' ' | '_' | '-' | '/') || (!it.is_ascii());
    key.contains(char::is_alphanumeric)
        && key.chars().count() <= MAX_KEY
        && key.chars().all(allowed)
}

fn is_markup(it: char) -> bool {
    matches!(it, '*' | '_' | '~' | '=')
}

fn whole_line(line: &str, start: usize, number: u32) -> Option<Field> {
    let (before, after) = line.split_once("::")?;
    if before.ends_with(char::is_whitespace) {
        return None;
    }
    let content = before.trim_start_matches(|it: char| !it.is_alphanumeric());
    let lead = &before[..before.len() - content.len()];
    let is_lead = |it: char| it.is_whitespace() || is_markup(it) || "->+#|".contains(it);
    if !lead.chars().all(|it| is_lead(it) || !it.is_ascii()) {
        return None;
    }
    // `**key:: value**` and `**key::** value` close their marks behind the key.
    let opening = &lead[lead.trim_end_matches(is_markup).len()..];
    let key = content.trim_end_matches(is_markup).trim_end();
    let mut value = after.trim_end();
    if !opening.is_empty() && !content.ends_with(opening) {
        let closed = value.strip_prefix(opening);
        value = closed.or_else(|| value.strip_suffix(opening)).unwrap_or(value);
    }
    if !is_key(key) || looks_like_code(key, value) {
        return None;
    }
    let value_start = line.len() - after.len() + after.find(value).unwrap_or(0);
    let value = without_block_id(value);
    let leading = value.len() - value.trim_start().len();
    Some(Field {
        key: key.to_owned(),
        value: start + value_start + leading..start + value_start + value.len(),
        range: start..start + line.trim_end().len(),
        line: number,
        bracketed: false,
    })
}

/// Drops Obsidian's ` ^id` at a line's end.
pub(super) fn without_block_id(text: &str) -> &str {
    let text = text.trim_end();
    let before = text.trim_end_matches(|it: char| it.is_ascii_alphanumeric() || it == '-');
    match before.strip_suffix('^') {
        Some(rest) if before.len() < text.len() && (rest.is_empty() || rest.ends_with(' ')) => {
            rest.trim_end()
        }
        _ => text,
    }
}

fn bracketed(line: &str, start: usize, number: u32, found: &mut Vec<Field>) {
    let bytes = line.as_bytes();
    let mut at = 0;
    while let Some(offset) = line[at..].find(['[', '(']) {
        let open = at + offset;
        if let Some((_, length)) = wikilink(&line[open..]) {
            at = open + length;
            continue;
        }
        at = open + 1;
        // The destination of a link, or an image.
        let is_link = match bytes[open] {
            b'(' => line[..open].ends_with(']'),
            _ => line[..open].ends_with('!'),
        };
        let Some(field) = one_bracketed(line, open).filter(|_| !is_link) else { continue };
        at = field.range.end;
        found.push(Field {
            value: start + field.value.start..start + field.value.end,
            range: start + field.range.start..start + field.range.end,
            line: number,
            ..field
        });
    }
}

fn one_bracketed(line: &str, open: usize) -> Option<Field> {
    let inside = &line[open + 1..];
    let stop = inside.find(['[', ']', '(', ')', FILLER, ':'])?;
    let after = inside[stop..].strip_prefix("::")?;
    let key = inside[..stop].trim().trim_matches(is_markup).trim();
    let round = line.as_bytes()[open] == b'(';
    let is_code = round && looks_like_code(key, after) && !super::task_keys::is_task_key(key);
    if !is_key(key) || after.starts_with(':') || is_code {
        return None;
    }
    let (opening, closing) = if round { (b'(', b')') } else { (b'[', b']') };
    let mut depth = 1;
    let value = open + 1 + stop + 2;
    let close = after.bytes().take(MAX_BRACKETED).position(|byte| {
        if byte == opening {
            depth += 1;
        } else if byte == closing {
            depth -= 1;
        }
        depth == 0 || depth > MAX_DEPTH
    })?;
    if depth > 0 {
        return None;
    }
    // `[a::b](address)` is a link.
    if !round && after[close + 1..].starts_with('(') {
        return None;
    }
    let written = &after[..close];
    let leading = written.len() - written.trim_start().len();
    let end = value + written.trim_end().len().max(leading);
    Some(Field {
        key: key.to_owned(),
        value: value + leading..end,
        range: open..value + close + 1,
        line: 0,
        bracketed: true,
    })
}
