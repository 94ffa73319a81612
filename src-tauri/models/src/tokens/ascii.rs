//! Cuts ASCII text into pieces as o200k's pattern does. The pattern's engine takes most of the time of a count, and
//! most text is ASCII.

/// The end of the piece that begins at `at`; `None` if a character beyond ASCII may decide about it. Each step is an
/// alternative of the pattern, in its order.
pub(super) fn piece_end(text: &[u8], at: usize) -> Option<usize> {
    let first = *text.get(at)?;
    let is_line_end = |byte: u8| matches!(byte, b'\r' | b'\n');
    let has_prefix = !first.is_ascii_alphanumeric() && !is_line_end(first);
    let word = at + usize::from(has_prefix);
    let capitals = run(text, word, |byte| byte.is_ascii_uppercase())?;
    let letters = run(text, capitals, |byte| byte.is_ascii_lowercase())?;
    if letters > word {
        return with_contraction(text, letters);
    }
    if first.is_ascii_digit() {
        return run(&text[..text.len().min(at + 3)], at, |byte| byte.is_ascii_digit());
    }
    let signs = at + usize::from(first == b' ');
    let end = run(text, signs, |byte| !byte.is_ascii_alphanumeric() && !is_space(byte))?;
    if end > signs {
        return run(text, end, |byte| is_line_end(byte) || byte == b'/');
    }
    let end = run(text, at, is_space)?;
    let line_end = text[at..end].iter().rposition(|byte| is_line_end(*byte));
    Some(match line_end {
        Some(last) => at + last + 1,
        None if end == text.len() => end,
        // The last space belongs to the next word.
        None => (end - 1).max(at + 1),
    })
}

/// The end of the ASCII bytes from `at` on of which `is_inside` is true; `None` if a character beyond ASCII follows.
fn run(text: &[u8], at: usize, is_inside: impl Fn(u8) -> bool) -> Option<usize> {
    let rest = text.get(at..)?;
    match rest.iter().position(|byte| !byte.is_ascii() || !is_inside(*byte)) {
        Some(length) if !rest[length].is_ascii() => None,
        length => Some(at + length.unwrap_or(rest.len())),
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ')
}

/// The end of a word whose letters end at `end`, with a contraction such as `'ll`.
fn with_contraction(text: &[u8], end: usize) -> Option<usize> {
    let [b'\'', after @ ..] = &text[end..] else { return Some(end) };
    let letter = |at: usize| after.get(at).map(u8::to_ascii_lowercase);
    match (letter(0), letter(1)) {
        // The pattern's `s` is also a long s.
        (Some(first), _) if !first.is_ascii() => None,
        (Some(b's' | b't' | b'm' | b'd'), _) => Some(end + 2),
        (Some(b'r' | b'v'), Some(b'e')) | (Some(b'l'), Some(b'l')) => Some(end + 3),
        _ => Some(end),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use fancy_regex::Regex;
    use proptest::prelude::*;
    use tiktoken_rs::O200K_BASE_PAT_STR;

    use super::piece_end;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(1_000))]
        #[test]
        fn pieces_are_those_of_the_pattern(
            text in "([a-z]{0,3}|[A-Z]{0,3}|[0-9]{1,5}|'(s|S|re|vE|ll|d|l|x|ſ)|[ \t\r\n\x0b]{1,4}|[ -~]|[\\x00-\\x7f]|/\n|[é–\u{a0}\u{2028}Ⅷ\u{301}ǅ]){0,24}",
        ) {
            static PATTERN: LazyLock<Regex> =
                LazyLock::new(|| Regex::new(O200K_BASE_PAT_STR).unwrap());
            for piece in PATTERN.find_iter(&text) {
                let piece = piece.unwrap();
                let end = piece_end(text.as_bytes(), piece.start());
                prop_assert!(end.is_none_or(|end| end == piece.end()), "{:?} in {:?}", piece, text);
                prop_assert!(end.is_some() || !text.is_ascii(), "{:?} in {:?}", piece, text);
            }
        }
    }
}
