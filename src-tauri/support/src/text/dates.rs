//! Finds dates in a text, however they are written.

#[cfg(test)]
mod tests;

use std::ops::Range;

use super::number_words::numeral;

/// A day of a month, with or without a year; or a month with its year.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Date {
    pub year: Option<i32>,
    pub month: u32,
    pub day: Option<u32>,
}

impl Date {
    /// Whether `other` may be this date. If `other` has no year, `year` says whether this date's year is possible
    /// there.
    pub(crate) fn fits(&self, other: &Self, year: impl Fn(i32) -> bool) -> bool {
        let same_year = match (self.year, other.year) {
            (Some(one), Some(two)) => one == two,
            (Some(wanted), None) => year(wanted),
            (None, _) => true,
        };
        // The text's date may be more precise than the sentence's, but not less.
        let same_day = self.day.is_none() || self.day == other.day;
        same_year && self.month == other.month && same_day
    }
}

/// The dates of a text with their places and all readings: `3/4/2026` is in March or in April.
pub(crate) fn dates(text: &str) -> Vec<(Range<usize>, Vec<Date>)> {
    let words = words(text);
    let mut found: Vec<(Range<usize>, Vec<Date>)> = Vec::new();
    let mut at = 0;
    while at < words.len() {
        let taken =
            in_figures(&words[at]).map(|dates| (1, dates)).or_else(|| in_letters(&words[at..]));
        match taken {
            Some((count, dates)) if !dates.is_empty() => {
                found.push((words[at].start..words[at + count - 1].end, dates));
                at += count;
            }
            _ => at += 1,
        }
    }
    found.extend(in_characters(text));
    found
}

/// `2026年4月3日`, `四月三日`, `2026年4月`.
fn in_characters(text: &str) -> Vec<(Range<usize>, Vec<Date>)> {
    const NUMERALS: &str = "〇零一二三四五六七八九十";
    let is_numeral = |c: char| c.is_ascii_digit() || NUMERALS.contains(c);
    let value = |digits: &str| digits.parse().ok().or_else(|| numeral(digits));
    let mut found = Vec::new();
    for (at, sign) in text.match_indices('月') {
        let before = text[..at].trim_end_matches(is_numeral);
        let Some(month) = value(&text[before.len()..at]) else { continue };
        let year = before.strip_suffix('年').and_then(|bare| {
            let start = bare.trim_end_matches(is_numeral).len();
            Some((start, i32::try_from(value(&bare[start..])?).ok()?))
        });
        let after = &text[at + sign.len()..];
        let digits = &after[..after.len() - after.trim_start_matches(is_numeral).len()];
        let is_day = after[digits.len()..].starts_with(['日', '号', '號']);
        let day = value(digits).filter(|_| is_day);
        // A month alone, or a number of months, is no date.
        if year.is_some() || day.is_some() {
            let start = year.map_or(before.len(), |(start, _)| start);
            let end = at + sign.len() + if day.is_some() { digits.len() + "日".len() } else { 0 };
            found.extend(
                date(year.map(|(_, year)| year), month, day).map(|date| (start..end, vec![date])),
            );
        }
    }
    found
}

/// Words between the first and the last month of a period.
const UNTIL: [&str; 8] = ["to", "until", "till", "through", "bis", "hasta", "–", "-"];

/// The same behind “de marzo” and “de mars”. Alone, they are an English article and a French preposition.
const UNTIL_BEHIND_FROM: [&str; 4] = ["a", "al", "à", "au"];
const FROM: [&str; 5] = ["de", "del", "desde", "du", "des"];

/// The months that a text names, one bit each, with those between the ends of a period: “between 1 March and 30
/// September”.
pub(crate) fn months(text: &str) -> u16 {
    let words = words(text);
    let named: Vec<(usize, u32)> =
        words.iter().enumerate().filter_map(|(at, word)| Some((at, month(word.text)?))).collect();
    let mut found = named.iter().fold(0, |found, (_, month)| found | 1 << month);
    for pair in named.windows(2) {
        let [(from, first), (to, last)] = *pair else { continue };
        let has = |range: Range<usize>, any: &[&str]| {
            words[range].iter().any(|word| any.contains(&&*word.text.to_lowercase()))
        };
        let is_between = has(from + 1..to, &["and", "und", "y", "et"])
            && has(from.saturating_sub(3)..from, &["between", "zwischen", "entre"]);
        let is_until = has(from + 1..to, &UNTIL)
            || has(from + 1..to, &UNTIL_BEHIND_FROM) && has(from.saturating_sub(3)..from, &FROM);
        if to - from <= 4 && (is_between || is_until) {
            let inside = (0..12).map(|step| (first + step - 1) % 12 + 1);
            found |= inside.take_while(|it| *it != last).fold(0, |all, it| all | 1 << it);
        }
    }
    found
}

struct Word<'a> {
    start: usize,
    end: usize,
    text: &'a str,
}

/// The words between spaces, commas and brackets, without punctuation at their ends.
fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut at = 0;
    for part in text.split(|c: char| c.is_whitespace() || "()[],;*\"“”".contains(c)) {
        let kept = part.trim_end_matches(['.', ':', '!', '?']);
        if !kept.is_empty() {
            words.push(Word { start: at, end: at + kept.len(), text: kept });
        }
        at += part.len() + text[at + part.len()..].chars().next().map_or(0, char::len_utf8);
    }
    words
}

fn date(year: Option<i32>, month: u32, day: Option<u32>) -> Option<Date> {
    let is_one = (1..=12).contains(&month) && day.is_none_or(|day| (1..=31).contains(&day));
    is_one.then_some(Date { year, month, day })
}

/// `2026-03-21`, `21.03.2026`, `3/21/2026`, also with a time after `T`.
fn in_figures(word: &Word<'_>) -> Option<Vec<Date>> {
    let text = word.text.split('T').next()?;
    let separator = ['-', '.', '/'].into_iter().find(|c| text.matches(*c).count() == 2)?;
    let parts: Vec<&str> = text.split(separator).collect();
    let [first, second, third] = parts.as_slice() else { return None };
    let number = |text: &str, most: usize| -> Option<u32> {
        (text.len() <= most && text.chars().all(|c| c.is_ascii_digit()))
            .then(|| text.parse().ok())?
    };
    if first.len() == 4 {
        let year = number(first, 4)? as i32;
        return Some(
            date(Some(year), number(second, 2)?, Some(number(third, 2)?)).into_iter().collect(),
        );
    }
    let year = match third.len() {
        4 => number(third, 4)? as i32,
        2 if separator != '-' => 2000 + number(third, 2)? as i32,
        _ => return None,
    };
    let (one, two) = (number(first, 2)?, number(second, 2)?);
    let mut readings: Vec<Date> = date(Some(year), two, Some(one)).into_iter().collect();
    if separator == '/' {
        readings.extend(date(Some(year), one, Some(two)).filter(|read| !readings.contains(read)));
    }
    Some(readings)
}

/// `21 March 2026`, `March 21st, 2026`, `21. März`, `March 2026`, `el 21 de marzo de 2026`.
fn in_letters(words: &[Word<'_>]) -> Option<(usize, Vec<Date>)> {
    let at = |index: usize| words.get(index).map(|word| word.text);
    let skip = |index: usize| index + usize::from(matches!(at(index), Some("de" | "of" | "del")));
    let one = |count, date: Option<Date>| date.map(|date| (count, vec![date]));
    if let Some(day) = at(0).and_then(day) {
        let month_at = skip(1);
        if let Some(month) = at(month_at).and_then(month) {
            let year_at = skip(month_at + 1);
            return match at(year_at).and_then(year) {
                Some(year) => one(year_at + 1, date(Some(year), month, Some(day))),
                None => one(month_at + 1, date(None, month, Some(day))),
            };
        }
        return None;
    }
    let month = at(0).and_then(month)?;
    if let Some(day) = at(1).and_then(day) {
        return match at(2).and_then(year) {
            Some(year) => one(3, date(Some(year), month, Some(day))),
            None => one(2, date(None, month, Some(day))),
        };
    }
    let year_at = skip(1);
    let year = at(year_at).and_then(year)?;
    one(year_at + 1, date(Some(year), month, None))
}

fn day(text: &str) -> Option<u32> {
    let digits = text.trim_end_matches(char::is_alphabetic).trim_end_matches('.');
    let suffix = &text[digits.len()..];
    let is_ordinal = matches!(suffix, "" | "." | "st" | "nd" | "rd" | "th" | "er" | "º");
    (is_ordinal && digits.len() <= 2)
        .then(|| digits.parse().ok())?
        .filter(|day| (1..=31).contains(day))
}

fn year(text: &str) -> Option<i32> {
    (text.len() == 4).then(|| text.parse().ok())?.filter(|year| (1000..=2999).contains(year))
}

/// The months of English, German, Spanish, French, Italian, Portuguese, Dutch, Swedish and Russian, and their
/// abbreviations. “May” needs its capital.
pub(crate) fn month(text: &str) -> Option<u32> {
    #[rustfmt::skip]
    const MONTHS: [&[&str]; 12] = [
        &["january", "jan", "januar", "jänner", "enero", "janvier", "gennaio", "janeiro", "januari", "январь", "января", "январе"],
        &["february", "feb", "februar", "febrero", "février", "febbraio", "fevereiro", "februari", "февраль", "февраля", "феврале"],
        &["march", "mar", "märz", "marzo", "mars", "março", "maart", "март", "марта", "марте"],
        &["april", "apr", "abril", "avril", "aprile", "апрель", "апреля", "апреле"],
        &["may", "mai", "mayo", "maggio", "maio", "mei", "maj", "май", "мая", "мае"],
        &["june", "jun", "juni", "junio", "juin", "giugno", "junho", "июнь", "июня", "июне"],
        &["july", "jul", "juli", "julio", "juillet", "luglio", "julho", "июль", "июля", "июле"],
        &["august", "aug", "agosto", "août", "augustus", "augusti", "август", "августа", "августе"],
        &["september", "sep", "sept", "septiembre", "septembre", "settembre", "setembro", "сентябрь", "сентября", "сентябре"],
        &["october", "oct", "oktober", "okt", "octubre", "octobre", "ottobre", "outubro", "октябрь", "октября", "октябре"],
        &["november", "nov", "noviembre", "novembre", "novembro", "ноябрь", "ноября", "ноябре"],
        &["december", "dec", "dezember", "dez", "diciembre", "décembre", "dicembre", "dezembro", "декабрь", "декабря", "декабре"],
    ];
    if matches!(text, "may" | "march" | "mar") {
        return None;
    }
    let text = text.to_lowercase();
    let month = MONTHS.iter().position(|names| names.contains(&text.as_str()))?;
    u32::try_from(month + 1).ok()
}
