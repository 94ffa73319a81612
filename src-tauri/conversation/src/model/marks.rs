//! Disarms chat template marks in texts for models, and recognises marks in their answers.
//!
//! Templates tell models who speaks by marks such as `<|im_start|>`, and most servers interpret them anywhere in a
//! prompt, so a note with such marks could speak as the system. Therefore requests never contain such a mark
//! literally: in JSON its first character is escaped (`\u003c`), elsewhere an invisible zero-width joiner follows it.
//! A mark with joiners gets another one, so that removing one always restores the text.

use std::borrow::Cow;

/// Invisible, and part of no mark.
const JOINER: char = '\u{200d}';

/// Marks without a pattern, by model family. `<|name|>`, `<|name>`, `<name|>` and `<｜name｜>` (Qwen, Llama, Phi,
/// Granite, DeepSeek, Gemma, gpt-oss) are recognised by pattern.
const FIXED: &[&str] = &[
    // Llama 2, Mistral
    "<s>",
    "</s>",
    "<unk>",
    "<<SYS>>",
    "<</SYS>>",
    "[INST]",
    "[/INST]",
    "[SYSTEM_PROMPT]",
    "[/SYSTEM_PROMPT]",
    "[AVAILABLE_TOOLS]",
    "[/AVAILABLE_TOOLS]",
    "[TOOL_CALLS]",
    "[/TOOL_CALLS]",
    "[TOOL_RESULTS]",
    "[/TOOL_RESULTS]",
    "[TOOL_CONTENT]",
    "[CALL_ID]",
    "[ARGS]",
    "[THINK]",
    "[/THINK]",
    "[IMG]",
    // Gemma
    "<bos>",
    "<eos>",
    "<pad>",
    "<start_of_turn>",
    "<end_of_turn>",
    "<start_of_image>",
    "<end_of_image>",
    "<start_function_call>",
    "<end_function_call>",
    "<start_function_response>",
    "<end_function_response>",
    "<escape>",
    // Qwen, Granite, and calls that are written into text
    "<think>",
    "</think>",
    "<tools>",
    "</tools>",
    "<tool_call>",
    "</tool_call>",
    "<tool_calls>",
    "</tool_calls>",
    "<tool_response>",
    "</tool_response>",
    "<function_calls>",
    "</function_calls>",
    "<documents>",
    "</documents>",
    "<function=",
    "</function>",
    "<parameter=",
    "</parameter>",
    // GLM
    "[gMASK]",
    "<sop>",
    "<eop>",
];

/// Maximum bytes of a patterned mark's name.
const LONGEST_NAME: usize = 64;

/// Disarms every mark with a joiner.
pub fn without_marks(text: &str) -> Cow<'_, str> {
    replaced(text, |first, out| {
        out.push(first);
        out.push(JOINER);
    })
}

/// Disarms every mark in JSON with an escape, which leaves the JSON's value unchanged.
pub fn json_without_marks(json: &str) -> Cow<'_, str> {
    replaced(json, |first, out| out.push_str(&format!("\\u{:04x}", u32::from(first))))
}

/// Calls `write` with the first character of each mark.
fn replaced(text: &str, write: impl Fn(char, &mut String)) -> Cow<'_, str> {
    let mut out = String::new();
    let mut done = 0;
    for (at, first) in text.match_indices(['<', '[']) {
        if is_mark(first, text[at + 1..].trim_start_matches(JOINER)) {
            out.push_str(&text[done..at]);
            first.chars().for_each(|first| write(first, &mut out));
            done = at + 1;
        }
    }
    if done == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[done..]);
    Cow::Owned(out)
}

/// True if the character `first` and the text `rest` begin a mark.
fn is_mark(first: &str, rest: &str) -> bool {
    let is_bar = |c: char| matches!(c, '|' | '｜');
    let is_fixed = FIXED
        .iter()
        .any(|mark| mark.strip_prefix(first).is_some_and(|mark| rest.starts_with(mark)));
    if is_fixed || first != "<" {
        return is_fixed;
    }
    let near = &rest[..rest.floor_char_boundary(LONGEST_NAME)];
    let barred = near.strip_prefix(is_bar);
    let name = barred.unwrap_or(near);
    let Some(end) = name.find(|c: char| is_bar(c) || c.is_whitespace() || matches!(c, '<' | '>'))
    else {
        return false;
    };
    let (name, end) = name.split_at(end);
    let closes = end.strip_prefix(is_bar).is_some_and(|end| end.starts_with('>'));
    match barred {
        Some(_) => !name.is_empty() && (closes || end.starts_with('>')),
        None => closes && name.chars().all(|c| c.is_ascii_alphanumeric() || "/_".contains(c)),
    }
}

/// A mark at the start of a streamed answer's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WrittenMark {
    None,
    /// The text may be the beginning of a mark; the next piece decides.
    Begun,
    Whole {
        /// In bytes.
        length: usize,
        /// The model's turn is over; the following text is an invented turn.
        is_end: bool,
    },
}

/// Marks without a pattern in models' answers, and whether they end the answer. Marks of thinking and calls have
/// their own parsers.
const WRITTEN: &[(&str, bool)] = &[
    ("</s>", true),
    ("<eos>", true),
    ("<bos>", false),
    ("<start_of_turn>", true),
    ("<end_of_turn>", true),
    ("[INST]", true),
    ("[/INST]", false),
    ("<<SYS>>", false),
    ("<</SYS>>", false),
];

/// Patterned marks that end an answer.
const ENDS: &[&str] = &[
    "im_end",
    "im_start",
    "endoftext",
    "eot_id",
    "eom_id",
    "end_of_text",
    "start_of_role",
    "user",
    "User",
    "EOT",
    "end▁of▁sentence",
];

pub fn written_mark(text: &str) -> WrittenMark {
    for (mark, is_end) in WRITTEN {
        if text.starts_with(mark) {
            return WrittenMark::Whole { length: mark.len(), is_end: *is_end };
        }
        if mark.starts_with(text) {
            return WrittenMark::Begun;
        }
    }
    let is_bar = |c: char| matches!(c, '|' | '｜');
    let Some(rest) = text.strip_prefix('<') else { return WrittenMark::None };
    let barred = rest.strip_prefix(is_bar);
    let name = barred.unwrap_or(rest);
    let ends = |c: char| is_bar(c) || c.is_whitespace() || matches!(c, '<' | '>');
    let end = name.find(ends).unwrap_or(name.len());
    let (name, behind) = name.split_at(end);
    let is_plain = name.chars().all(|c| c.is_ascii_alphanumeric() || "/_".contains(c));
    if name.len() > LONGEST_NAME || barred.is_none() && !is_plain {
        return WrittenMark::None;
    }
    let Some(after) = behind.strip_prefix(is_bar) else {
        return if behind.is_empty() { WrittenMark::Begun } else { WrittenMark::None };
    };
    if after.is_empty() && !name.is_empty() {
        return WrittenMark::Begun;
    }
    match after.strip_prefix('>') {
        Some(after) if !name.is_empty() => {
            WrittenMark::Whole { length: text.len() - after.len(), is_end: ENDS.contains(&name) }
        }
        _ => WrittenMark::None,
    }
}
