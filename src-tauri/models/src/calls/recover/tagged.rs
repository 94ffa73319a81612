//! Calls with arguments in other forms than JSON: between tags (Qwen3.5), and Gemma 4's form.

use serde_json::{Map, Value};

use super::outline::RawCall;

#[derive(Debug, PartialEq, Eq)]
pub(super) enum CallExtent {
    Open,
    Call(RawCall, usize),
    Not,
}

pub(super) const PARAMETER: &str = "<parameter=";
const PARAMETER_END: &str = "</parameter>";
pub(super) const FUNCTION_END: &str = "</function>";

const QUOTE: &str = "<|\"|>";

const DEEPEST: usize = 100;

/// `<parameter=key>value</parameter>…</function>`, after `<function=name>`. All values are texts here; only the
/// tool's description says otherwise. `ended`: no more text comes, so the last tag may be missing.
pub(super) fn parameters(name: &str, text: &str, ended: bool) -> CallExtent {
    let mut arguments = Map::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let at = text.len() - rest.len();
        if let Some(after) = rest.strip_prefix(FUNCTION_END) {
            return whole(name, arguments, text.len() - after.len());
        }
        let Some(parameter) = rest.strip_prefix(PARAMETER) else {
            let open = [PARAMETER, FUNCTION_END].iter().any(|tag| tag.starts_with(rest));
            return match (open, ended && rest.is_empty() && !arguments.is_empty()) {
                (_, true) => whole(name, arguments, at),
                (true, false) => CallExtent::Open,
                (false, false) => CallExtent::Not,
            };
        };
        let Some((key, value)) = parameter.split_once('>') else { return CallExtent::Open };
        let Some((value, after)) = value.split_once(PARAMETER_END) else { return CallExtent::Open };
        // One line break beside each tag belongs to the form, all others to the value.
        let value = value.strip_prefix('\n').unwrap_or(value);
        let value = value.strip_suffix('\n').unwrap_or(value);
        arguments.insert(key.trim().to_owned(), Value::from(value));
        rest = after;
    }
}

/// `call:name{key:value,…}`, after `<|tool_call>`.
pub(super) fn gemma(text: &str, names: &[String]) -> CallExtent {
    const CALL: &str = "call:";
    let begun = text.trim_start();
    let Some(call) = begun.strip_prefix(CALL) else {
        return if CALL.starts_with(begun) { CallExtent::Open } else { CallExtent::Not };
    };
    let Some((name, _)) = call.split_once('{') else {
        let open = names.iter().any(|offered| offered.starts_with(call));
        return if open { CallExtent::Open } else { CallExtent::Not };
    };
    if !names.iter().any(|offered| offered == name) {
        return CallExtent::Not;
    }
    let mut reader = Reader { text, at: text.len() - call.len() + name.len() };
    match reader.value(0) {
        Ok(Value::Object(arguments)) => whole(name, arguments, reader.at),
        Ok(_) | Err(Fault::Broken) => CallExtent::Not,
        Err(Fault::Open) => CallExtent::Open,
    }
}

fn whole(name: &str, arguments: Map<String, Value>, length: usize) -> CallExtent {
    CallExtent::Call((name.to_owned(), Value::Object(arguments).to_string()), length)
}

enum Fault {
    Open,
    Broken,
}

/// Reads Gemma's values: JSON with bare keys and other quotation marks.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn one_of(&mut self, wanted: &[char]) -> Result<char, Fault> {
        self.skip_space();
        let next = self.rest().chars().next().ok_or(Fault::Open)?;
        if !wanted.contains(&next) {
            return Err(Fault::Broken);
        }
        self.at += next.len_utf8();
        Ok(next)
    }

    fn value(&mut self, depth: usize) -> Result<Value, Fault> {
        self.skip_space();
        let rest = self.rest();
        if depth > DEEPEST {
            return Err(Fault::Broken);
        }
        if rest.is_empty() || QUOTE.starts_with(rest) {
            return Err(Fault::Open);
        }
        if let Some(text) = self.quoted()? {
            return Ok(Value::from(text));
        }
        match rest.chars().next() {
            Some('{') => self.object(depth),
            Some('[') => self.list(depth),
            _ => {
                let end = rest.find([',', '}', ']']).ok_or(Fault::Open)?;
                let literal = rest[..end].trim().to_owned();
                self.at += end;
                Ok(serde_json::from_str(&literal).unwrap_or(Value::from(literal)))
            }
        }
    }

    fn quoted(&mut self) -> Result<Option<String>, Fault> {
        let Some(text) = self.rest().strip_prefix(QUOTE) else { return Ok(None) };
        let (text, _) = text.split_once(QUOTE).ok_or(Fault::Open)?;
        let text = text.to_owned();
        self.at += text.len() + 2 * QUOTE.len();
        Ok(Some(text))
    }

    fn object(&mut self, depth: usize) -> Result<Value, Fault> {
        let mut fields = Map::new();
        self.one_of(&['{'])?;
        self.skip_space();
        if self.rest().starts_with('}') {
            self.at += 1;
            return Ok(fields.into());
        }
        loop {
            self.skip_space();
            let key = match self.quoted()? {
                Some(key) => key,
                None => {
                    let end = self.rest().find([':', '{', '}', ',']).ok_or(Fault::Open)?;
                    let key = self.rest()[..end].trim().trim_matches('"').to_owned();
                    self.at += end;
                    key
                }
            };
            self.one_of(&[':'])?;
            let value = self.value(depth + 1)?;
            fields.insert(key, value);
            if self.one_of(&[',', '}'])? == '}' {
                return Ok(fields.into());
            }
        }
    }

    fn list(&mut self, depth: usize) -> Result<Value, Fault> {
        let mut items = Vec::new();
        self.one_of(&['['])?;
        self.skip_space();
        if self.rest().starts_with(']') {
            self.at += 1;
            return Ok(items.into());
        }
        loop {
            items.push(self.value(depth + 1)?);
            if self.one_of(&[',', ']'])? == ']' {
                return Ok(items.into());
            }
        }
    }
}
