//! Detects data that isn't for reading: base64 pictures, drawings, compressed blobs.

use std::ops::Range;

use super::lines::Lines;

/// Minimum bytes of a base64 run that is data; words, links and hashes are shorter.
const LONG_RUN: usize = 256;
/// Minimum bytes after `;base64,`, which is unambiguous.
const MARKED_RUN: usize = 64;
/// Minimum bytes of a line of wrapped base64; the standards use 76 or 64.
const WRAPPED_LINE: usize = 60;
/// Minimum full lines of wrapped base64 in a row.
const WRAPPED_LINES: usize = 3;

pub(super) fn is_data_block(block: &str) -> bool {
    let (opening, code) = block.split_once('\n').unwrap_or((block, ""));
    let is_fenced = opening.starts_with("```") || opening.starts_with("~~~");
    let (info, code) = if is_fenced { (opening, code) } else { ("", block) };
    let language = info.trim_start_matches(['`', '~']).split_whitespace().next().unwrap_or("");
    let code = code.trim_start_matches(|char: char| char == '>' || char.is_whitespace());
    language == "compressed-json"
        || (code.starts_with('{') && {
            let start: String =
                code.chars().filter(|char| !char.is_whitespace()).take(300).collect();
            start.contains("\"type\":\"excalidraw\"")
        })
}

pub(super) fn spans(text: &str, lines: &Lines) -> Vec<Range<usize>> {
    let mut spans: Vec<Range<usize>> = Vec::new();
    let mut wrapped: Vec<Range<usize>> = Vec::new();
    for line in 1..=lines.count() {
        let bytes = lines.bytes(line, line);
        let content = &text[bytes.clone()];
        if is_wrapped_line(content, !wrapped.is_empty()) {
            wrapped.push(bytes);
            continue;
        }
        close_wrapped(&mut wrapped, text, &mut spans);
        in_line(content, bytes.start, &mut spans);
    }
    close_wrapped(&mut wrapped, text, &mut spans);
    spans
}

fn is_wrapped_line(line: &str, continues: bool) -> bool {
    let line = line.trim();
    let least = if continues { 1 } else { WRAPPED_LINE };
    line.len() >= least && line.bytes().all(is_base64) && (continues || looks_random(line))
}

fn close_wrapped(wrapped: &mut Vec<Range<usize>>, text: &str, spans: &mut Vec<Range<usize>>) {
    // A short last line counts, but a block needs enough full lines.
    let full = wrapped.iter().filter(|line| looks_random(text[(*line).clone()].trim())).count();
    if full >= WRAPPED_LINES {
        spans.append(wrapped);
    } else {
        for line in wrapped.drain(..) {
            in_line(&text[line.clone()], line.start, spans);
        }
    }
}

fn in_line(line: &str, offset: usize, spans: &mut Vec<Range<usize>>) {
    if line.len() < MARKED_RUN {
        return;
    }
    let bytes = line.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if !is_base64(bytes[at]) {
            at += 1;
            continue;
        }
        let start = at;
        while at < bytes.len() && is_base64(bytes[at]) {
            at += 1;
        }
        let run = &line[start..at];
        let before = &line[..start];
        if run.len() >= MARKED_RUN && before.ends_with(";base64,") {
            let start = before.rfind("data:").unwrap_or(start);
            spans.push(offset + start..offset + at);
        } else if run.len() >= LONG_RUN && looks_random(run) {
            spans.push(offset + start..offset + at);
        }
    }
}

fn is_base64(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=' | b'-' | b'_')
}

/// Base64 mixes lower case, upper case and digits; words, rulers and repeated letters don't.
fn looks_random(run: &str) -> bool {
    let (mut small, mut capital, mut digit, mut changes) = (0, 0, 0, 0);
    let mut last = 0;
    for byte in run.bytes() {
        let class = match byte {
            b'a'..=b'z' => {
                small += 1;
                1
            }
            b'A'..=b'Z' => {
                capital += 1;
                2
            }
            b'0'..=b'9' => {
                digit += 1;
                3
            }
            _ => 0,
        };
        changes += usize::from(class != last);
        last = class;
    }
    run.len() >= 40 && small > 0 && capital > 0 && digit > 0 && changes * 4 >= run.len()
}
