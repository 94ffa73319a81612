//! Finds numbers in a text, however they are written.

use std::ops::Range;

use super::{
    number_words::in_words,
    quantity::{Quantity, of_things, unit, written},
    words::is_dense,
};

/// The numbers of a text, except those that begin in a `taken` range, such as a date.
pub(crate) fn quantities(text: &str, taken: &[Range<usize>]) -> Vec<Quantity> {
    let mut found = Vec::new();
    let is_taken = |at: usize| taken.iter().any(|range| range.contains(&at));
    for (range, readings) in digits(text) {
        if !is_taken(range.start) {
            let readings = of_things(readings, &text[range.end..]);
            let (start, text) = (range.start, text[range].to_owned());
            found.push(Quantity { start, text, in_words: false, readings });
        }
    }
    for (at, character) in text.char_indices() {
        if let Some(value) = fraction(character).filter(|_| !is_taken(at)) {
            let before =
                text[..at].trim_end_matches(' ').rsplit(|c: char| !c.is_ascii_digit()).next();
            let whole = before.filter(|digits| !digits.is_empty() && digits.len() < 7);
            let value = whole.and_then(|whole| whole.parse::<f64>().ok()).unwrap_or(0.0) + value;
            let readings = of_things(vec![written(value)], &text[at + character.len_utf8()..]);
            let text = character.to_string();
            found.push(Quantity { start: at, text, in_words: false, readings });
        }
    }
    found.extend(in_words(text).into_iter().filter(|quantity| !is_taken(quantity.start)));
    found
}

/// Runs of digits with separators. Digits inside a word (`B12`) are part of a name.
fn digits(text: &str) -> Vec<(Range<usize>, Vec<String>)> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_digit() {
            at += 1;
            continue;
        }
        let start = at;
        let mut end = at;
        while end < bytes.len() {
            let rest = &text[end..];
            let separator = [".", ",", "'", "’", "\u{a0}", "\u{202f}", "\u{2009}", ":", "/"]
                .into_iter()
                .find(|separator| rest.starts_with(separator));
            if bytes[end].is_ascii_digit() {
                end += 1;
            } else if let Some(separator) = separator
                && rest[separator.len()..].starts_with(|c: char| c.is_ascii_digit())
            {
                end += separator.len();
            } else {
                break;
            }
        }
        at = end;
        let before = text[..start].chars().next_back();
        if before.is_some_and(|c| (c.is_alphabetic() && !is_dense(c)) || c == '_') {
            continue;
        }
        let written = &text[start..end];
        let mut readings = readings(written);
        let after: String =
            text[end..].trim_start().chars().take(3).flat_map(char::to_lowercase).collect();
        let is_later = after.starts_with("pm") || after.starts_with("p.m");
        let is_hour =
            is_later || after.starts_with("am") || after.starts_with("a.m") || after == "uhr";
        let in_afternoon = |time: &str| afternoon(time).filter(|_| is_later);
        if written.contains(':') {
            readings.extend(in_afternoon(written));
        } else if is_hour && written.len() <= 2 {
            let time = format!("{}:00", trimmed(written, ""));
            readings.extend(in_afternoon(&time));
            readings.push(time);
        }
        if is_negative(text, start..end) {
            readings.iter_mut().for_each(|value| value.insert(0, '-'));
        } else if text[..start].ends_with('-') && begins_number(&text[..start - 1]) {
            // It may be a minus sign or a hyphen.
            let negative: Vec<String> = readings.iter().map(|value| format!("-{value}")).collect();
            readings.extend(negative);
        }
        if let Some(year) = second_year(&text[..start], written) {
            readings.push(year);
        }
        found.push((start..end, readings));
    }
    found
}

/// A number is negative by a minus sign that can't be a range or hyphen, or by words.
pub(crate) fn is_negative(text: &str, range: Range<usize>) -> bool {
    const WORDS: [&str; 6] = ["minus", "moins", "menos", "meno", "零下", "负"];
    const BELOW: [&str; 7] = [
        "below zero",
        "below freezing",
        "unter null",
        "bajo cero",
        "sous zéro",
        "sotto zero",
        "abaixo de zero",
    ];
    let (before, after) = (&text[..range.start], &text[range.end..]);
    let is_measured = unit(after).is_some_and(|unit| matches!(unit, "°" | "€" | "$" | "%" | "m"));
    let by_sign = before.ends_with('−') || (is_measured && before.ends_with(['-', '–']));
    let bare = before.trim_end_matches(['−', '-', '–']);
    if by_sign && begins_number(bare) {
        return true;
    }
    let words = before.trim_end().to_lowercase();
    let sign = WORDS.iter().find(|word| words.ends_with(*word));
    let by_word = sign.is_some_and(|word| is_measured || matches!(*word, "minus" | "零下" | "负"));
    let follows: String = after.chars().take(30).flat_map(char::to_lowercase).collect();
    by_word
        || BELOW
            .iter()
            .any(|below| follows.split(['.', ',', ';']).next().is_some_and(|it| it.contains(below)))
}

/// A number can't begin after the first number of a range, or within a word.
fn begins_number(before: &str) -> bool {
    let is_apart = before.is_empty()
        || before.ends_with([' ', '\u{a0}', '\n', '(', '~', '≈', '|', '"', '“', '/'])
        || before.ends_with(is_dense);
    is_apart && !before.trim_end().ends_with(|c: char| c.is_ascii_digit())
}

/// The second year of `2018–19`.
fn second_year(before: &str, written: &str) -> Option<String> {
    let first = before.strip_suffix(['–', '-'])?;
    let century = first.get(first.len().checked_sub(4)?..)?;
    let is_year =
        |text: &str| text.chars().all(|c| c.is_ascii_digit()) && text.starts_with(['1', '2']);
    (written.len() == 2 && is_year(century) && written > &century[2..])
        .then(|| format!("{}{written}", &century[..2]))
}

fn readings(written: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut add = |value: String| {
        if !found.contains(&value) {
            found.push(value);
        }
    };
    if written.contains(':') {
        add(trimmed_time(written));
        return found;
    }
    if let Some((over, under)) = written.split_once('/') {
        if let (Ok(over), Ok(under)) = (over.parse::<f64>(), under.parse::<f64>())
            && under != 0.0
        {
            add(self::written(over / under));
        }
        // `2019/20` and `24/7` aren't fractions, so each number counts.
        for part in written.split('/') {
            readings(part).into_iter().for_each(&mut add);
        }
        second_year(&written[..=over.len()].replace('/', "-"), under)
            .into_iter()
            .for_each(&mut add);
        return found;
    }
    let plain: String = written.chars().filter(char::is_ascii_digit).collect();
    let marks: Vec<char> = written.chars().filter(|c| !c.is_ascii_digit()).collect();
    let groups: Vec<&str> = written.split(|c: char| !c.is_ascii_digit()).collect();
    if groups.iter().skip(1).all(|group| group.len() == 3) && groups[0].len() <= 3 {
        add(trimmed(&plain, ""));
    }
    match marks.last() {
        None => add(trimmed(&plain, "")),
        Some('.' | ',') => {
            let last = groups.last().copied().unwrap_or_default();
            let whole = &plain[..plain.len() - last.len()];
            let once = marks.iter().filter(|mark| Some(*mark) == marks.last()).count() == 1;
            if once {
                add(trimmed(whole, last));
            } else if groups.len() > 2 {
                // A version or section number: `1.2.3`.
                add(written.to_owned());
            }
        }
        Some(_) => {}
    }
    found
}

fn trimmed(whole: &str, fraction: &str) -> String {
    let whole = whole.trim_start_matches('0');
    let fraction = fraction.trim_end_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    if fraction.is_empty() { whole.to_owned() } else { format!("{whole}.{fraction}") }
}

fn trimmed_time(written: &str) -> String {
    let whole = written.trim_start_matches('0');
    if whole.starts_with(':') { format!("0{whole}") } else { whole.to_owned() }
}

fn afternoon(written: &str) -> Option<String> {
    let (hour, rest) = written.split_once(':')?;
    let hour: u32 = hour.parse().ok().filter(|hour| *hour < 12)?;
    Some(format!("{}:{rest}", hour + 12))
}

fn fraction(character: char) -> Option<f64> {
    Some(match character {
        '½' => 0.5,
        '⅓' => 1.0 / 3.0,
        '⅔' => 2.0 / 3.0,
        '¼' => 0.25,
        '¾' => 0.75,
        '⅕' => 0.2,
        '⅛' => 0.125,
        _ => return None,
    })
}
