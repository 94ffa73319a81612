//! The templates' `tojson` filter: Python's `json.dumps`, with its spaces and without HTML escapes.

use std::io::{self, Write};

use minijinja::{Error, ErrorKind, Value, value::Kwargs};
use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter, Serializer};

/// Ignores `separators` and `sort_keys`: templates only pass the values that apply anyway.
pub(super) fn tojson(value: &Value, options: Kwargs) -> Result<Value, Error> {
    let ascii = options.get::<Option<bool>>("ensure_ascii")?.unwrap_or(false);
    let indent = options.get::<Option<usize>>("indent")?;
    let mut out = Vec::new();
    let written = match indent {
        Some(indent) => {
            let indent = " ".repeat(indent.min(16));
            let pretty = PrettyFormatter::with_indent(indent.as_bytes());
            value.serialize(&mut Serializer::with_formatter(&mut out, pretty))
        }
        None => value.serialize(&mut Serializer::with_formatter(&mut out, SpacedFormatter)),
    };
    let wrong =
        |error: &dyn std::fmt::Display| Error::new(ErrorKind::BadSerialization, error.to_string());
    written.map_err(|error| wrong(&error))?;
    let text = String::from_utf8(out).map_err(|error| wrong(&error))?;
    let text = if ascii { escaped(&text) } else { text };
    Ok(Value::from_safe_string(text))
}

/// Escapes non-ASCII as `\uXXXX`; in JSON it occurs only in strings.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii() {
            out.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        }
    }
    out
}

/// `{"a": 1, "b": [2, 3]}`.
struct SpacedFormatter;

impl Formatter for SpacedFormatter {
    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { out.write_all(b", ") }
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { out.write_all(b", ") }
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }
}
