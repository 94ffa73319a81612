//! Hides keys and passwords in every text, however a server repeats them.

#[cfg(test)]
mod tests;

use std::ops::Range;

use super::key::Key;
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use zeroize::Zeroizing;

const HIDDEN: &str = "…";

/// Maximum number of decoded layers. The deepest nesting seen is JSON in a JSON string in a web address.
const LAYERS: usize = 3;

#[derive(Clone, Default)]
pub(crate) struct Secrets {
    /// In lower case, because servers change the case. Longer ones first, because one may be part of another.
    needles: Vec<Zeroizing<Vec<u8>>>,
}

impl Secrets {
    pub(crate) fn new(secrets: impl IntoIterator<Item = Key>) -> Self {
        let mut needles: Vec<Zeroizing<Vec<u8>>> = Vec::new();
        for secret in secrets.into_iter().filter(|secret| !secret.is_empty()) {
            for engine in [STANDARD_NO_PAD, URL_SAFE_NO_PAD] {
                // After a name and a colon, as in `Authorization: Basic`, the secret may begin at any of three
                // places; the characters at both ends depend on their neighbours.
                for before in 0..3 {
                    let bytes = Zeroizing::new([&b"::"[..before], secret.as_bytes()].concat());
                    let encoded = Zeroizing::new(engine.encode(&*bytes));
                    let inner = encoded.get(before * 4 / 3 + 1..encoded.len() - 1).unwrap_or("");
                    // Shorter ones would match any text.
                    if inner.len() >= 8 {
                        needles.push(Zeroizing::new(inner.to_ascii_lowercase().into_bytes()));
                    }
                }
            }
            needles.push(Zeroizing::new(secret.to_ascii_lowercase().into_bytes()));
        }
        needles.sort_by_key(|needle| std::cmp::Reverse(needle.len()));
        needles.dedup();
        Self { needles }
    }

    #[cfg(test)]
    pub(super) fn needles(&self) -> &[Zeroizing<Vec<u8>>] {
        &self.needles
    }

    /// Hides every secret: plain, with JSON escapes (`\u0073`) or address escapes (`%73`), with both, and in Base64.
    pub(crate) fn hide(&self, text: &str) -> String {
        if self.needles.is_empty() {
            return text.to_owned();
        }
        let mut layer = Layer::plain(text);
        let mut found: Vec<Range<usize>> = Vec::new();
        for _ in 0..LAYERS {
            found.extend(self.needles.iter().flat_map(|needle| layer.find(needle)));
            layer = layer.decoded();
        }
        found.sort_by_key(|range| range.start);
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        for range in found {
            // Ranges begin and end at characters, but may overlap.
            if range.start >= at {
                out.push_str(text.get(at..range.start).unwrap_or_default());
                out.push_str(HIDDEN);
            }
            at = at.max(range.end);
        }
        out.push_str(text.get(at..).unwrap_or_default());
        out
    }
}

/// Bytes, with the position of each in the original text.
struct Layer {
    bytes: Vec<u8>,
    /// Has one more entry than `bytes`: the text's end.
    starts: Vec<usize>,
}

impl Layer {
    fn plain(text: &str) -> Self {
        Self { bytes: text.as_bytes().to_ascii_lowercase(), starts: (0..=text.len()).collect() }
    }

    fn find(&self, needle: &[u8]) -> Vec<Range<usize>> {
        let windows = self.bytes.windows(needle.len()).enumerate();
        let found = windows.filter(|(_, window)| *window == needle).map(|(at, _)| at);
        found.map(|at| self.starts[at]..self.starts[at + needle.len()]).collect()
    }

    fn decoded(&self) -> Self {
        let mut layer = Self { bytes: Vec::new(), starts: Vec::new() };
        let mut at = 0;
        while at < self.bytes.len() {
            let (length, bytes) = unescaped(&self.bytes[at..]);
            for byte in bytes {
                layer.bytes.push(byte.to_ascii_lowercase());
                layer.starts.push(self.starts[at]);
            }
            at += length;
        }
        layer.starts.push(self.starts[self.bytes.len()]);
        layer
    }
}

/// The first character's encoded length, and its bytes.
fn unescaped(bytes: &[u8]) -> (usize, Vec<u8>) {
    let hex = |range: Range<usize>| {
        let digits = std::str::from_utf8(bytes.get(range)?).ok()?;
        u32::from_str_radix(digits, 16).ok()
    };
    match bytes {
        [b'%', ..] => {
            if let Some(byte) = hex(1..3).and_then(|code| u8::try_from(code).ok()) {
                return (3, vec![byte]);
            }
        }
        [b'\\', b'u', ..] => {
            if let Some(c) = hex(2..6).and_then(char::from_u32) {
                return (6, c.to_string().into_bytes());
            }
        }
        [b'\\', c @ (b'/' | b'\\' | b'"'), ..] => return (2, vec![*c]),
        _ => {}
    }
    (1, bytes[..1].to_vec())
}
