use serde::de::IgnoredAny;

use super::properties::{LevelKind, Properties};

pub(super) fn is_object(text: &str) -> bool {
    text.trim_start().starts_with('{') && serde_json::from_str::<IgnoredAny>(text).is_ok()
}

pub(super) fn walk(text: &str, properties: &mut Properties<'_>) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let start = at;
        at += 1;
        match byte {
            b'{' => properties.enter(LevelKind::Map { key: None }),
            b'[' => properties.enter(LevelKind::List),
            b'}' | b']' => properties.leave(),
            b',' | b':' => {}
            b'"' => {
                while let Some(inside) = bytes.get(at).filter(|byte| **byte != b'"') {
                    at += 1 + usize::from(*inside == b'\\');
                }
                at += 1;
                let value: String = text
                    .get(start..at)
                    .and_then(|text| serde_json::from_str(text).ok())
                    .unwrap_or_default();
                let line = properties.line_of(start);
                properties.scalar(&value, false, Some(start..at), line);
            }
            byte if byte.is_ascii_whitespace() => {}
            _ => {
                let ends = |byte: &u8| byte.is_ascii_whitespace() || b",]}".contains(byte);
                at += bytes[at..].iter().position(ends).unwrap_or(bytes.len() - at);
                let line = properties.line_of(start);
                properties.scalar(&text[start..at], true, Some(start..at), line);
            }
        }
    }
}
