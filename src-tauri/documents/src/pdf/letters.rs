#[cfg(test)]
mod tests;

use std::collections::HashMap;

/// Parses a `ToUnicode` list, skipping malformed entries.
pub(super) fn listed(list: &[u8]) -> HashMap<u32, String> {
    let mut letters = HashMap::new();
    let mut entries: Vec<Word> = Vec::new();
    for word in words(list) {
        match word {
            Word::Other(b"beginbfchar" | b"beginbfrange") => entries.clear(),
            Word::Other(b"endbfchar") => chars(&entries, &mut letters),
            Word::Other(b"endbfrange") => ranges(&entries, &mut letters),
            word => entries.push(word),
        }
    }
    letters
}

enum Word<'a> {
    Code(Vec<u8>),
    Open,
    Close,
    Other(&'a [u8]),
}

fn words(list: &[u8]) -> impl Iterator<Item = Word<'_>> {
    let mut rest = list;
    std::iter::from_fn(move || {
        rest = rest.trim_ascii_start();
        let (word, after) = match rest {
            [] => return None,
            [b'<', b'<', after @ ..] | [b'>', b'>', after @ ..] => (Word::Other(b""), after),
            [b'<', after @ ..] => {
                let end = after.iter().position(|byte| *byte == b'>').unwrap_or(after.len());
                let (code, after) = after.split_at(end);
                (Word::Code(hexadecimal(code)), after.get(1..).unwrap_or_default())
            }
            [b'[', after @ ..] => (Word::Open, after),
            [b']', after @ ..] => (Word::Close, after),
            [b'%', ..] => {
                let end = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
                (Word::Other(b""), rest.split_at(end.unwrap_or(rest.len())).1)
            }
            [_, others @ ..] => {
                let ends = |byte: &u8| byte.is_ascii_whitespace() || b"<>[]%/".contains(byte);
                let end = 1 + others.iter().position(ends).unwrap_or(others.len());
                let (word, after) = rest.split_at(end);
                (Word::Other(word), after)
            }
        };
        rest = after;
        Some(word)
    })
}

fn hexadecimal(digits: &[u8]) -> Vec<u8> {
    let digit = |byte: &u8| char::from(*byte).to_digit(16).and_then(|it| u8::try_from(it).ok());
    let digits: Vec<u8> = digits.iter().filter_map(digit).collect();
    digits.chunks(2).map(|pair| pair[0] << 4 | pair.get(1).unwrap_or(&0)).collect()
}

fn chars(entries: &[Word<'_>], letters: &mut HashMap<u32, String>) {
    let mut codes = entries.iter().filter_map(|word| match word {
        Word::Code(code) => Some(code),
        _ => None,
    });
    while let (Some(code), Some(means)) = (codes.next(), codes.next()) {
        if let (Some(code), Some(means)) = (number(code), text(means, 0)) {
            letters.insert(code, means);
        }
    }
}

fn ranges(entries: &[Word<'_>], letters: &mut HashMap<u32, String>) {
    /// Maximum codes of a range: two bytes.
    const MOST: u32 = 0xffff;
    let mut rest = entries;
    while let [first, after @ ..] = rest {
        rest = after;
        let (Word::Code(first), [Word::Code(last), means, after @ ..]) = (first, rest) else {
            continue;
        };
        let (Some(first), Some(last)) = (number(first), number(last)) else { continue };
        let last = last.min(first.saturating_add(MOST));
        match means {
            Word::Code(means) => {
                rest = after;
                for (more, code) in (0..).zip(first..=last) {
                    letters.extend(text(means, more).map(|means| (code, means)));
                }
            }
            Word::Open => {
                let end = after.iter().position(|word| matches!(word, Word::Close));
                let (list, after) = after.split_at(end.unwrap_or(after.len()));
                rest = after;
                for (code, means) in (first..=last).zip(list) {
                    if let Word::Code(means) = means {
                        letters.extend(text(means, 0).map(|means| (code, means)));
                    }
                }
            }
            _ => {}
        }
    }
}

fn number(code: &[u8]) -> Option<u32> {
    let fits = (1..=4).contains(&code.len());
    fits.then(|| code.iter().fold(0, |number, byte| number << 8 | u32::from(*byte)))
}

/// Decodes UTF-16 and adds `more` to the last letter.
fn text(means: &[u8], more: u32) -> Option<String> {
    let units = match means {
        [one] => vec![u16::from(*one)],
        _ => means.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect(),
    };
    let mut text: String = char::decode_utf16(units).filter_map(Result::ok).collect();
    if more > 0 {
        let last = text.pop()?;
        text.push(char::from_u32(u32::from(last).checked_add(more)?)?);
    }
    Some(text).filter(|text| !text.is_empty())
}

/// Letters for codes named by their number (`C41`, `a65`). Two digits with a letter among them are hexadecimal. The
/// names must share one prefix and mostly mean letters, unlike numbers of drawings.
pub(super) fn by_number(names: &[(u32, String)]) -> Vec<(u32, String)> {
    let parted: Vec<(u32, &str, &str)> = names
        .iter()
        .filter(|(_, name)| !matches!(name.as_str(), ".notdef" | "space"))
        .filter_map(|(code, name)| {
            let (letter, number) = name.split_at_checked(1)?;
            let is_number = number.bytes().all(|byte| byte.is_ascii_hexdigit());
            (is_number && (2..=4).contains(&number.len())).then_some((*code, letter, number))
        })
        .collect();
    let Some((_, first, _)) = parted.first() else { return Vec::new() };
    let others = names.len() - parted.len();
    if parted.iter().any(|(_, letter, _)| letter != first) || others > names.len() / 4 {
        return Vec::new();
    }
    let is_hexadecimal =
        parted.iter().any(|(.., number)| number.bytes().any(|byte| byte.is_ascii_alphabetic()));
    let radix = if is_hexadecimal { 16 } else { 10 };
    let letter = |number: &str| {
        let letter = char::from_u32(u32::from_str_radix(number, radix).ok()?)?;
        (!letter.is_control()).then_some(letter)
    };
    let found: Vec<(u32, char)> =
        parted.iter().filter_map(|(code, _, number)| Some((*code, letter(number)?))).collect();
    let of_words = found.iter().filter(|(_, letter)| letter.is_alphabetic()).count();
    match found.len() == parted.len() && of_words * 2 >= found.len() {
        true => found.into_iter().map(|(code, letter)| (code, letter.to_string())).collect(),
        false => Vec::new(),
    }
}
