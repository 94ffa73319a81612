/// Length from after the `[[` to before the `]]`. Brackets inside must balance, but a single `]` is text. `None` if
/// another `[[` comes first, because the link then begins there.
pub(super) fn wikilink_length(rest: &[u8]) -> Option<usize> {
    // In `[[[a]]]`, the inner brackets are the link.
    if rest.first() == Some(&b'[') {
        return None;
    }
    let mut depth = 0usize;
    let mut at = 0;
    while let Some(byte) = rest.get(at) {
        match byte {
            b'\n' => return None,
            b'\\' if rest.get(at + 1).is_some_and(u8::is_ascii_punctuation) => at += 1,
            b'[' if rest.get(at + 1) == Some(&b'[') => return None,
            b'[' => depth += 1,
            b']' if depth > 0 => depth -= 1,
            b']' if rest.get(at + 1) == Some(&b']') => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

/// Parses the end of a Markdown link, `destination "title")`, from the offset after its `(`.
/// Returns the destination and the offset after the `)`.
pub(super) fn destination(text: &str, from: usize) -> Option<(String, usize)> {
    let bytes = text.as_bytes();
    let mut at = skip_space(bytes, from)?;
    let destination;
    if bytes.get(at) == Some(&b'<') {
        let start = at + 1;
        at = start;
        loop {
            match bytes.get(at)? {
                b'>' => break,
                b'<' | b'\n' => return None,
                b'\\' => at += 2,
                _ => at += 1,
            }
        }
        destination = text.get(start..at)?;
        at += 1;
    } else {
        let start = at;
        let mut depth = 0;
        loop {
            match bytes.get(at)? {
                b'(' if depth == 32 => return None,
                b'(' => depth += 1,
                b')' if depth == 0 => break,
                b')' => depth -= 1,
                b'\\' if bytes.get(at + 1).is_some_and(u8::is_ascii_punctuation) => at += 1,
                byte if byte.is_ascii_whitespace() || byte.is_ascii_control() => break,
                _ => {}
            }
            at += 1;
        }
        destination = text.get(start..at)?;
    }
    let end = at;
    at = skip_space(bytes, at)?;
    if let Some(open @ (b'"' | b'\'' | b'(')) = bytes.get(at)
        && at > end
    {
        let close = if *open == b'(' { b')' } else { *open };
        at += 1;
        loop {
            match bytes.get(at)? {
                b'\\' => at += 2,
                byte if *byte == close => break,
                b'(' if close == b')' => return None,
                _ => at += 1,
            }
        }
        at = skip_space(bytes, at + 1)?;
    }
    (bytes.get(at) == Some(&b')')).then(|| (unescape(destination), at + 1))
}

/// `None` if there is a blank line.
fn skip_space(bytes: &[u8], mut at: usize) -> Option<usize> {
    let mut newlines = 0;
    while let Some(byte) = bytes.get(at).filter(|byte| byte.is_ascii_whitespace()) {
        newlines += usize::from(*byte == b'\n');
        at += 1;
    }
    (newlines < 2).then_some(at)
}

/// Removes backslashes before punctuation.
pub(super) fn unescape(destination: &str) -> String {
    let mut out = String::with_capacity(destination.len());
    let mut chars = destination.chars().peekable();
    while let Some(c) = chars.next() {
        match chars.peek() {
            Some(next) if c == '\\' && next.is_ascii_punctuation() => {}
            _ => out.push(c),
        }
    }
    // The only HTML entity that addresses use.
    out.replace("&amp;", "&")
}
