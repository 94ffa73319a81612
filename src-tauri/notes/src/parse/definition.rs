//! Link definitions: `[label]: destination "title"`.

use std::collections::HashMap;

use crate::text::fold;

/// Maximum bytes of a label.
pub(crate) const LONGEST_LABEL: usize = 1000;

/// Destinations by label; the first definition of a label counts.
#[derive(Debug, Default)]
pub(crate) struct Definitions {
    by_label: HashMap<String, String>,
}

impl Definitions {
    pub(crate) fn is_empty(&self) -> bool {
        self.by_label.is_empty()
    }

    pub(crate) fn get(&self, label: &str) -> Option<&str> {
        if label.len() > LONGEST_LABEL {
            return None;
        }
        self.by_label.get(&label_key(label)).map(String::as_str)
    }

    pub(crate) fn write_used(&self, text: &str, out: &mut String) {
        for part in text.split('[').skip(1) {
            let label = part.split(']').next().unwrap_or(part);
            if let Some(destination) = self.get(label) {
                out.push_str(&format!("\n\n[{label}]: <{destination}>\n"));
            }
        }
    }

    /// Reads all definitions at a paragraph's start; returns their number of lines.
    pub(crate) fn take(&mut self, content: &str) -> usize {
        let mut at = 0;
        while content.as_bytes().get(at) == Some(&b'[') {
            let Some((label, destination, length)) = definition(&content[at..]) else { break };
            self.by_label.entry(label_key(label)).or_insert_with(|| destination.to_owned());
            at += length;
        }
        match at {
            0 => 0,
            at if at == content.len() => content.matches('\n').count() + 1,
            at => content[..at].matches('\n').count(),
        }
    }
}

pub(crate) fn begins_with_definition(content: &str) -> bool {
    content.starts_with('[') && !content.starts_with("[^") && definition(content).is_some()
}

fn label_key(label: &str) -> String {
    fold(&language::one_line(label))
}

fn definition(text: &str) -> Option<(&str, &str, usize)> {
    let bytes = text.as_bytes();
    let label_end = label_end(bytes)?;
    let label = &text[1..label_end];
    if label.trim().is_empty() || bytes.get(label_end + 1) != Some(&b':') {
        return None;
    }
    let start = skip(bytes, label_end + 2);
    let (destination, end) = destination(text, start)?;
    // A title must end its line. Otherwise this is no definition, unless the title would start its own line.
    let title = skip(bytes, end);
    if title > end
        && let Some(title_end) = title_end(bytes, title)
        && let Some(line_end) = line_end(bytes, title_end)
    {
        return Some((label, destination, line_end));
    }
    Some((label, destination, line_end(bytes, end)?))
}

fn label_end(bytes: &[u8]) -> Option<usize> {
    let mut at = 1;
    while at <= LONGEST_LABEL + 1 {
        match bytes.get(at)? {
            b']' => return Some(at),
            b'[' => return None,
            b'\\' if bytes.get(at + 1).is_some_and(u8::is_ascii_punctuation) => at += 2,
            _ => at += 1,
        }
    }
    None
}

fn skip(bytes: &[u8], mut at: usize) -> usize {
    let mut lines = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b' ' | b'\t' => {}
            b'\n' if lines == 0 => lines = 1,
            _ => break,
        }
        at += 1;
    }
    at
}

fn destination(text: &str, start: usize) -> Option<(&str, usize)> {
    let bytes = text.as_bytes();
    let mut at = start;
    if bytes.get(at) == Some(&b'<') {
        at += 1;
        loop {
            match bytes.get(at)? {
                b'>' => return Some((text.get(start + 1..at)?, at + 1)),
                b'\n' | b'<' => return None,
                b'\\' if bytes.get(at + 1).is_some_and(u8::is_ascii_punctuation) => at += 2,
                _ => at += 1,
            }
        }
    }
    let mut depth = 0usize;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' if bytes.get(at + 1).is_some_and(u8::is_ascii_punctuation) => at += 1,
            b'(' => depth += 1,
            b')' if depth == 0 => break,
            b')' => depth -= 1,
            byte if byte.is_ascii_whitespace() || byte.is_ascii_control() => break,
            _ => {}
        }
        at += 1;
    }
    (at > start && depth == 0).then(|| text.get(start..at))?.map(|found| (found, at))
}

fn title_end(bytes: &[u8], start: usize) -> Option<usize> {
    let open = *bytes.get(start)?;
    let close = match open {
        b'"' | b'\'' => open,
        b'(' => b')',
        _ => return None,
    };
    let mut at = start + 1;
    loop {
        match bytes.get(at)? {
            b'\\' if bytes.get(at + 1).is_some_and(u8::is_ascii_punctuation) => at += 2,
            byte if *byte == close => return Some(at + 1),
            b'(' if open == b'(' => return None,
            _ => at += 1,
        }
    }
}

fn line_end(bytes: &[u8], mut at: usize) -> Option<usize> {
    while matches!(bytes.get(at), Some(b' ' | b'\t')) {
        at += 1;
    }
    match bytes.get(at) {
        None => Some(at),
        Some(b'\n') => Some(at + 1),
        Some(_) => None,
    }
}
