//! Decides whether a text is a tool call, may become one, or is none.

use super::outline::{Outline, RawCall, arguments, calls, closed, outline};
use super::tagged::{CallExtent, FUNCTION_END, PARAMETER, gemma, parameters};
use conversation::effort;

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Open,
    /// The first bytes are text.
    Text(usize, Rest),
    /// Calls, their length in bytes, and the closing tag that may follow.
    Calls(Vec<RawCall>, usize, Option<&'static str>),
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Rest {
    Anything,
    /// Inside of a code block that this fence closes.
    Code {
        mark: char,
        length: usize,
        first_line: bool,
    },
    Json,
}

/// The marks before and after calls, by model.
const MARKS: [(&str, Option<&str>); 5] = [
    ("<tool_call>", Some("</tool_call>")),         // Qwen, Hermes
    ("<function_call>", Some("</function_call>")), // Granite, Gorilla
    ("<tools>", Some("</tools>")),                 // Qwen2.5, which confuses it with `<tool_call>`
    ("<|python_tag|>", None),                      // Llama 3
    ("[TOOL_CALLS]", None),                        // Mistral
];

/// Llama 3.1's form: `<function=name>{…}</function>`. Qwen3.5 puts tags inside, and a mark around.
const FUNCTION: &str = "<function=";

/// Gemma 4's form: `<|tool_call>call:name{…}<tool_call|>`.
const GEMMA: &str = "<|tool_call>";
const GEMMA_END: &str = "<tool_call|>";

/// Separates name and arguments in Mistral's newer form: `[TOOL_CALLS]name[ARGS]{…}`.
const ARGS: &str = "[ARGS]";

const LANGUAGES: [&str; 6] = ["", "json", "tool_call", "tool_calls", "function_call", "tool"];

const NOT: Verdict = Verdict::Text(1, Rest::Anything);

/// Judges the beginning of `text`. `at_start`: only white space precedes it on its line. `ended`: no more text comes.
pub(super) fn judge(text: &str, at_start: bool, names: &[String], ended: bool) -> Verdict {
    let begins = |mark: &str| mark.starts_with(text) && !ended;
    if let Some(rest) = text.strip_prefix(FUNCTION) {
        return shifted(function(rest, names, ended), FUNCTION.len());
    }
    if let Some(rest) = text.strip_prefix(GEMMA) {
        let verdict = match gemma(rest, names) {
            CallExtent::Open => Verdict::Open,
            CallExtent::Not => NOT,
            CallExtent::Call(call, length) => Verdict::Calls(vec![call], length, Some(GEMMA_END)),
        };
        return shifted(verdict, GEMMA.len());
    }
    for (mark, close) in MARKS {
        if let Some(rest) = text.strip_prefix(mark) {
            return shifted(marked(rest, close, names, ended), mark.len());
        }
    }
    match text.chars().next() {
        _ if begins(FUNCTION) || begins(GEMMA) || MARKS.iter().any(|(mark, _)| begins(mark)) => {
            Verdict::Open
        }
        Some('{' | '[') if at_start => bare(text, names, ended),
        Some(mark @ ('`' | '~')) if at_start => fenced(text, mark, names, ended),
        _ => NOT,
    }
}

/// A verdict about the text `by` bytes further on. If it isn't a call, the mark is text, and the text after the mark
/// is judged again.
fn shifted(verdict: Verdict, by: usize) -> Verdict {
    match verdict {
        Verdict::Calls(calls, length, close) => Verdict::Calls(calls, length + by, close),
        Verdict::Text(..) => NOT,
        Verdict::Open => Verdict::Open,
    }
}

fn marked(text: &str, close: Option<&'static str>, names: &[String], ended: bool) -> Verdict {
    let json = text.trim_start();
    let before = text.len() - json.len();
    let found = |calls: Option<Vec<RawCall>>, length| match calls {
        Some(calls) => Verdict::Calls(calls, before + length, close),
        None => NOT,
    };
    match json.chars().next() {
        None => return Verdict::Open,
        Some('{' | '[') => {}
        Some('<') if close.is_some() => {
            return shifted_calls(nested(json, close, names, ended), before);
        }
        Some(_) if close.is_none() => {
            return shifted_calls(named(json, names), before);
        }
        Some(_) => return NOT,
    }
    match outline(json, Some(names)) {
        Outline::Open => Verdict::Open,
        Outline::Whole(length) => found(calls(&json[..length], names, false), length),
        // Small models forget the last brackets. The closing mark shows that the call is complete.
        Outline::Broken(at) => match close {
            Some(close) if json[at..].starts_with(close) => {
                found(calls(&closed(json[..at].trim_end()), names, false), at)
            }
            Some(close) if close.starts_with(&json[at..]) && !ended => Verdict::Open,
            _ => NOT,
        },
        Outline::NoCall(_) => NOT,
    }
}

/// `<function=…>…</function>` after a mark.
fn nested(text: &str, close: Option<&'static str>, names: &[String], ended: bool) -> Verdict {
    let Some(rest) = text.strip_prefix(FUNCTION) else {
        return if FUNCTION.starts_with(text) && !ended { Verdict::Open } else { NOT };
    };
    match shifted_calls(function(rest, names, ended), FUNCTION.len()) {
        // The mark's own closing tag follows.
        Verdict::Calls(calls, length, Some(_)) => {
            let after = text[length..].trim_start();
            match after.strip_prefix(FUNCTION_END) {
                Some(rest) => Verdict::Calls(calls, text.len() - rest.len(), close),
                None if FUNCTION_END.starts_with(after) && !ended => Verdict::Open,
                None => Verdict::Calls(calls, length, close),
            }
        }
        Verdict::Calls(calls, length, None) => Verdict::Calls(calls, length, close),
        other => other,
    }
}

fn shifted_calls(verdict: Verdict, by: usize) -> Verdict {
    match verdict {
        Verdict::Calls(calls, length, close) => Verdict::Calls(calls, length + by, close),
        other => other,
    }
}

/// `name[ARGS]{…}`, or without `[ARGS]`.
fn named(text: &str, names: &[String]) -> Verdict {
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    let rest = text.trim_start_matches(is_name);
    let name = &text[..text.len() - rest.len()];
    if rest.is_empty() {
        return if names.iter().any(|n| n.starts_with(name)) { Verdict::Open } else { NOT };
    }
    if !names.iter().any(|offered| offered == name) {
        return NOT;
    }
    if ARGS.starts_with(rest) {
        return Verdict::Open;
    }
    let json = rest.strip_prefix(ARGS).unwrap_or(rest);
    of(name, json, text.len() - json.len(), None)
}

/// `name>{…}</function>`, `name><parameter=key>…</parameter></function>`, or `name></function>` without arguments.
fn function(text: &str, names: &[String], ended: bool) -> Verdict {
    // Search only as far as names reach: the text may be long.
    let longest = names.iter().map(String::len).max().unwrap_or_default();
    let begun = &text[..text.floor_char_boundary(longest + 1)];
    effort::looked_at(begun.len());
    let Some((name, _)) = begun.split_once('>') else {
        return if names.iter().any(|n| n.starts_with(text)) { Verdict::Open } else { NOT };
    };
    let rest = &text[name.len() + 1..];
    if !names.iter().any(|offered| offered == name) {
        return NOT;
    }
    let body = rest.trim_start();
    let before = text.len() - body.len();
    if body.starts_with(FUNCTION_END) {
        let call = (name.to_owned(), String::new());
        return Verdict::Calls(vec![call], before, Some(FUNCTION_END));
    }
    if FUNCTION_END.starts_with(body) || PARAMETER.starts_with(body) {
        return Verdict::Open;
    }
    if body.starts_with(PARAMETER) {
        return match parameters(name, body, ended) {
            CallExtent::Open => Verdict::Open,
            CallExtent::Not => NOT,
            CallExtent::Call(call, length) => Verdict::Calls(vec![call], before + length, None),
        };
    }
    of(name, body, before, Some(FUNCTION_END))
}

/// Reads a call of `name` whose arguments are the object at the beginning of `json`. `before` is the number of bytes
/// between the judged text's start and `json`.
fn of(name: &str, json: &str, before: usize, close: Option<&'static str>) -> Verdict {
    if !json.is_empty() && !json.starts_with('{') {
        return NOT;
    }
    match outline(json, None) {
        Outline::Open => Verdict::Open,
        Outline::Whole(length) => match arguments(&json[..length]) {
            Some(object) => Verdict::Calls(vec![(name.to_owned(), object)], before + length, close),
            None => NOT,
        },
        Outline::Broken(_) | Outline::NoCall(_) => NOT,
    }
}

/// Reads JSON at the beginning of a line as calls if no other text is on its line: within a sentence, it is an
/// example.
fn bare(text: &str, names: &[String], ended: bool) -> Verdict {
    match outline(text, Some(names)) {
        Outline::Open => Verdict::Open,
        Outline::Broken(at) => Verdict::Text(at.max(1), Rest::Anything),
        Outline::NoCall(at) => Verdict::Text(at.max(1), Rest::Json),
        Outline::Whole(length) => {
            let Some(calls) = calls(&text[..length], names, true) else {
                return Verdict::Text(length, Rest::Anything);
            };
            match stands_alone(&text[length..], ended) {
                None => Verdict::Open,
                Some(true) => Verdict::Calls(calls, length, None),
                Some(false) => Verdict::Text(length, Rest::Anything),
            }
        }
    }
}

/// True if no other text follows the JSON on its line; `None` if undecided.
fn stands_alone(after: &str, ended: bool) -> Option<bool> {
    let after = after.trim_start_matches([' ', '\t']);
    match after.chars().next() {
        None => ended.then_some(true),
        // A line end, another call, or a mark that the server should have removed.
        Some('\n' | '\r' | ';' | '{' | '<') => Some(true),
        Some(',') => match after[1..].trim_start().chars().next() {
            None => ended.then_some(false),
            Some(next) => Some(next == '{'),
        },
        Some(_) => Some(false),
    }
}

fn fenced(text: &str, mark: char, names: &[String], ended: bool) -> Verdict {
    let rest = text.trim_start_matches(mark);
    let length = text.len() - rest.len();
    if rest.is_empty() && !ended {
        return Verdict::Open;
    }
    if length < 3 {
        return Verdict::Text(length, Rest::Anything);
    }
    let code = |at, first_line| Verdict::Text(at, Rest::Code { mark, length, first_line });
    let Some((language, body)) = rest.split_once('\n') else {
        let begun = rest.trim_start().trim_end_matches('\r').to_ascii_lowercase();
        let may = mark == '`' && LANGUAGES.iter().any(|language| language.starts_with(&*begun));
        return if may && !ended { Verdict::Open } else { code(length, true) };
    };
    let language = language.trim().to_ascii_lowercase();
    if mark != '`' || !LANGUAGES.contains(&&*language) {
        return code(length, true);
    }
    let open = || if ended { code(text.len() - body.len(), false) } else { Verdict::Open };
    let not = || code(text.len() - body.len(), false);

    let mut found = Vec::new();
    let mut rest = body;
    loop {
        let end = text.len() - rest.len();
        rest = if found.is_empty() {
            rest.trim_start()
        } else {
            rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',' || c == ';')
        };
        match rest.chars().next() {
            None if ended && !found.is_empty() => return Verdict::Calls(found, end, None),
            None => return open(),
            Some('`') => {
                let after = rest.trim_start_matches('`');
                if after.is_empty() && !ended {
                    return Verdict::Open;
                }
                let (line, has_end) =
                    after.split_once('\n').map_or((after, ended), |(l, _)| (l, true));
                let closes = rest.len() - after.len() >= length && line.trim().is_empty();
                return match (closes && !found.is_empty(), has_end) {
                    (true, true) => {
                        Verdict::Calls(found, text.len() - after.len() + line.len(), None)
                    }
                    (true, false) => Verdict::Open,
                    (false, _) => not(),
                };
            }
            Some('{' | '[') => match outline(rest, Some(names)) {
                Outline::Open => return open(),
                Outline::Whole(length) => {
                    let Some(calls) = calls(&rest[..length], names, true) else { return not() };
                    found.extend(calls);
                    rest = &rest[length..];
                }
                Outline::Broken(_) | Outline::NoCall(_) => return not(),
            },
            Some(_) => return not(),
        }
    }
}
