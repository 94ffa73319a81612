//! Decides whether unfinished JSON can become a call.

use serde_json::Value;

use conversation::effort;

pub(super) type RawCall = (String, String);

const NAMES: [&str; 4] = ["name", "function", "tool", "tool_name"];

const ARGUMENTS: [&str; 4] = ["arguments", "parameters", "args", "input"];

const OTHERS: [&str; 2] = ["type", "id"];

/// Maximum depth of nesting; models don't nest deeper.
const DEEPEST: usize = 100;

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Outline {
    Open,
    Whole(usize),
    /// This byte isn't JSON.
    Broken(usize),
    /// JSON, but no call, as is clear at this byte.
    NoCall(usize),
}

/// Reads an object or a list. With `names`, it must be a call of one of these tools, or a list of such calls;
/// otherwise any value matches.
pub(super) fn outline(text: &str, names: Option<&[String]>) -> Outline {
    let outline = outline_of(text, names);
    effort::looked_at(match &outline {
        Outline::Open => text.len(),
        Outline::Whole(at) | Outline::Broken(at) | Outline::NoCall(at) => *at,
    });
    outline
}

fn outline_of(text: &str, names: Option<&[String]>) -> Outline {
    let bytes = text.as_bytes();
    let mut stack: Vec<u8> = Vec::new();
    let mut key = "";
    let mut wants_key = false;
    let mut at = 0;
    while at < bytes.len() {
        let in_call = names.is_some() && matches!(stack.as_slice(), b"{" | b"[{");
        let in_list = names.is_some() && stack == b"[";
        let in_name = in_call && !wants_key && NAMES.contains(&key);
        match bytes[at] {
            b' ' | b'\t' | b'\n' | b'\r' => {}
            open @ (b'{' | b'[') => {
                if in_call && wants_key || stack.len() == DEEPEST {
                    return Outline::Broken(at);
                }
                // OpenAI's form has the name and the arguments in an object `function`.
                let nested = key == "function" && open == b'{';
                if in_name && !nested || in_list && open == b'[' {
                    return Outline::NoCall(at);
                }
                stack.push(open);
                wants_key = open == b'{' && matches!(stack.as_slice(), b"{" | b"[{");
            }
            close @ (b'}' | b']') => {
                if stack.pop() != Some(if close == b'}' { b'{' } else { b'[' }) {
                    return Outline::Broken(at);
                }
                if stack.is_empty() {
                    return Outline::Whole(at + 1);
                }
                wants_key = false;
            }
            b'"' if !stack.is_empty() => {
                let end = end_of_string(bytes, at);
                let content = &text[at + 1..end.map_or(text.len(), |end| end - 1)];
                let dead = |begun: &str| {
                    in_list
                        || in_call && wants_key && !is_field(|field| field.starts_with(begun))
                        || in_name && !any(names, |name| name.starts_with(begun))
                };
                // The first impossible character, so that the result doesn't depend on the pieces.
                let mut ends = content.char_indices().map(|(from, c)| from + c.len_utf8());
                if let Some(length) = ends.find(|length| dead(&content[..*length])) {
                    return Outline::NoCall(at + 1 + length);
                }
                let Some(end) = end else { return Outline::Open };
                let known = if in_call && wants_key {
                    (key, wants_key) = (content, false);
                    is_field(|field| field == content)
                } else {
                    !in_list && (!in_name || any(names, |name| name == content))
                };
                if !known {
                    return Outline::NoCall(end);
                }
                at = end;
                continue;
            }
            b',' if !stack.is_empty() => wants_key = in_call,
            b':' if !stack.is_empty() => {}
            byte if is_literal(byte) && !stack.is_empty() => {
                if in_name || in_list {
                    return Outline::NoCall(at);
                }
                if in_call && wants_key {
                    return Outline::Broken(at);
                }
            }
            _ => return Outline::Broken(at),
        }
        at += 1;
    }
    Outline::Open
}

fn is_field(test: impl Fn(&str) -> bool) -> bool {
    NAMES.iter().chain(&ARGUMENTS).chain(&OTHERS).any(|field| test(field))
}

fn any(names: Option<&[String]>, test: impl Fn(&str) -> bool) -> bool {
    names.into_iter().flatten().any(|name| test(name))
}

fn is_literal(byte: u8) -> bool {
    byte.is_ascii_digit() || b"+-.eEtrufalsn".contains(&byte)
}

fn end_of_string(bytes: &[u8], at: usize) -> Option<usize> {
    let mut escaped = false;
    for (offset, &byte) in bytes[at + 1..].iter().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return Some(at + offset + 2),
            _ => {}
        }
    }
    None
}

/// Skips JSON that is no call.
#[derive(Debug, Default, Clone)]
pub(super) struct JsonSkipper {
    depth: usize,
    in_string: bool,
    escaped: bool,
}

impl JsonSkipper {
    pub(super) fn after(text: &str) -> Self {
        let mut passing = Self::default();
        for c in text.chars() {
            passing.goes_on(c);
        }
        passing
    }

    /// False after the value's last character.
    pub(super) fn goes_on(&mut self, c: char) -> bool {
        if self.in_string {
            match c {
                '\n' => return false,
                _ if self.escaped => self.escaped = false,
                '\\' => self.escaped = true,
                '"' => self.in_string = false,
                _ => {}
            }
            return true;
        }
        match c {
            '"' => self.in_string = true,
            '{' | '[' => self.depth += 1,
            '}' | ']' => self.depth = self.depth.saturating_sub(1),
            ',' | ':' => {}
            c if c.is_ascii_whitespace() => {}
            c if u8::try_from(c).is_ok_and(is_literal) => {}
            _ => return false,
        }
        self.depth > 0
    }
}

/// The calls in a JSON value without anything else. `strict`: each must have arguments.
pub(super) fn calls(json: &str, names: &[String], strict: bool) -> Option<Vec<RawCall>> {
    let call = |value: &Value| call(value, names, strict);
    match read(json)? {
        Value::Array(list) if list.is_empty() => None,
        Value::Array(list) => list.iter().map(call).collect(),
        value => Some(vec![call(&value)?]),
    }
}

fn call(value: &Value, names: &[String], strict: bool) -> Option<RawCall> {
    let call = value.get("function").filter(|function| function.is_object()).unwrap_or(value);
    let name = NAMES.iter().find_map(|field| call.get(*field)?.as_str())?;
    if !names.iter().any(|offered| offered == name) {
        return None;
    }
    let arguments = match ARGUMENTS.iter().find_map(|field| call.get(*field)) {
        None if strict => return None,
        None | Some(Value::Null) => String::new(),
        // A tool's description, not a call.
        Some(Value::Object(fields)) if fields.contains_key("properties") => return None,
        Some(Value::Object(fields)) => serde_json::to_string(fields).ok()?,
        Some(Value::String(text)) => match read(text) {
            Some(Value::Object(_)) => text.clone(),
            _ if text.trim().is_empty() => String::new(),
            _ => return None,
        },
        Some(_) => return None,
    };
    Some((name.to_owned(), arguments))
}

pub(super) fn arguments(json: &str) -> Option<String> {
    match read(json)? {
        Value::Object(fields) => serde_json::to_string(&fields).ok(),
        _ => None,
    }
}

/// Also reads JSON with unambiguous mistakes of small models: a comma before a closing bracket, or a line break
/// inside a string.
fn read(json: &str) -> Option<Value> {
    serde_json::from_str(json).or_else(|_| serde_json::from_str(&repaired(json))).ok()
}

fn repaired(json: &str) -> String {
    let mut out = String::with_capacity(json.len() + 8);
    let (mut in_string, mut escaped) = (false, false);
    for c in json.chars() {
        if in_string {
            match c {
                '\n' => out.push_str("\\n"),
                '\r' => out.push_str("\\r"),
                '\t' => out.push_str("\\t"),
                c => out.push(c),
            }
            in_string = escaped || c != '"';
            escaped = c == '\\' && !escaped;
            continue;
        }
        if matches!(c, '}' | ']') {
            let end = out.trim_end();
            if end.ends_with(',') {
                out.truncate(end.len() - 1);
            }
        }
        in_string = c == '"';
        out.push(c);
    }
    out
}

/// Adds missing closing brackets at the end.
pub(super) fn closed(json: &str) -> String {
    let mut stack = Vec::new();
    let (mut in_string, mut escaped) = (false, false);
    for c in json.chars() {
        match c {
            _ if in_string => {
                in_string = escaped || c != '"';
                escaped = c == '\\' && !escaped;
            }
            '"' => in_string = true,
            '{' => stack.push('}'),
            '[' => stack.push(']'),
            '}' | ']' => drop(stack.pop()),
            _ => {}
        }
    }
    json.chars().chain(stack.into_iter().rev()).collect()
}
