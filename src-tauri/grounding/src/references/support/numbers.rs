//! Numbers in a text, whatever way they are written.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use super::{language::Language, words::is_dense};

/// A number and all values that its writing may mean: `1.500` is one and a half, or fifteen hundred.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Quantity {
    /// As it is written.
    pub text: String,
    /// Whether it is written in words.
    pub in_words: bool,
    /// All that it may say.
    pub readings: Vec<Reading>,
}

/// A value that a number may have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Reading {
    /// Decimal digits without needless zeros; times as `7:42`.
    pub value: String,
    /// What it counts, where that is one of [`UNITS`] or [`PART`].
    pub unit: Option<&'static str>,
}

impl Reading {
    /// Whether both may be the same number, of the same thing as far as that is told.
    pub(super) fn fits(&self, other: &Self) -> bool {
        self.value == other.value
            && (self.unit.is_none() || other.unit.is_none() || self.unit == other.unit)
    }
}

/// The unit of what counts parts of a whole: half of something, or 50 % of it.
const PART: &str = "of 1";

/// Units under one name. A number of one of them isn't the same number of another; of everything
/// else that is counted, the words that follow say too little (`two notes`, `two of the notes`).
const UNITS: [(&str, &[&str]); 17] = [
    ("th", &["st", "nd", "rd", "th", "º", "ª"]),
    ("%", &["%", "percent", "per cent", "prozent", "por ciento", "pour cent"]),
    ("°", &["°", "degrees", "degree", "grad", "grados", "degrés", "度"]),
    ("€", &["€", "euro", "euros", "eur"]),
    ("$", &["$", "dollar", "dollars", "usd"]),
    ("g", &["g", "gram", "grams", "gramm", "gramos", "grammes"]),
    ("kg", &["kg", "kilo", "kilos", "kilogram", "kilograms"]),
    ("ml", &["ml", "millilitres", "milliliters"]),
    ("l", &["l", "litre", "litres", "liter", "liters", "litros"]),
    ("km", &["km", "kilometres", "kilometers", "kilometer"]),
    ("m", &["m", "metre", "metres", "meter", "meters"]),
    ("s", &["s", "second", "seconds", "sekunden", "segundos", "secondes", "秒"]),
    ("min", &["min", "minute", "minutes", "minuten", "minutos", "分"]),
    ("h", &["h", "hour", "hours", "stunde", "stunden", "hora", "horas", "heures", "小时"]),
    ("day", &["day", "days", "tag", "tage", "tagen", "día", "días", "jour", "jours", "天"]),
    ("month", &["month", "months", "monat", "monate", "monaten", "mes", "meses", "mois"]),
    ("year", &["year", "years", "jahr", "jahre", "jahren", "año", "años", "ans", "年"]),
];

/// The unit at the beginning of what follows a number.
fn unit(after: &str) -> Option<&'static str> {
    let after = after.trim_start_matches([' ', '\u{a0}', '\u{202f}', '-']);
    let beginning: String = after.chars().take(12).flat_map(char::to_lowercase).collect();
    let is_it = |name: &&str| {
        beginning.strip_prefix(*name).is_some_and(|rest| {
            // A sign or a character without spaces ends by itself; a word must end here.
            !name.ends_with(|c: char| c.is_alphabetic() && !is_dense(c))
                || !rest.starts_with(char::is_alphanumeric)
        })
    };
    UNITS.iter().find(|(_, names)| names.iter().any(is_it)).map(|(unit, _)| *unit)
}

/// Words that multiply the number before them.
const MAGNITUDES: [(f64, &[&str]); 5] = [
    (1e12, &["trillion", "trillions", "billionen"]),
    (1e9, &["billion", "billions", "bn", "milliarden", "milliarde", "milliards", "miliardi"]),
    (1e8, &["亿", "億"]),
    (1e6, &["million", "millions", "mio", "millionen", "millones", "milioni", "milhões"]),
    (1e4, &["万", "萬"]),
];

/// The values of a number together with what follows it: its unit, `million`, `%`.
fn of_things(values: Vec<String>, after: &str) -> Vec<Reading> {
    let unit = unit(after);
    let as_number = |value: &String| value.parse::<f64>().ok();
    let after = after.trim_start_matches([' ', '\u{a0}', '\u{202f}', '-']);
    let word = after.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default().to_lowercase();
    let is_it =
        |name: &&str| word == *name || (name.chars().all(is_dense) && word.starts_with(*name));
    let factor = MAGNITUDES.iter().find(|(_, names)| names.iter().any(is_it));
    let mut found: Vec<Reading> = Vec::new();
    if let Some((factor, _)) = factor {
        let times = values.iter().filter_map(as_number).map(|value| written(value * factor));
        found.extend(times.map(|value| Reading { value, unit: None }));
    }
    if unit == Some("%") {
        let parts = values.iter().filter_map(as_number).map(|value| written(value / 100.0));
        found.extend(parts.map(|value| Reading { value, unit: Some(PART) }));
    }
    found.extend(values.into_iter().map(|value| Reading { value, unit }));
    found
}

/// The numbers of a text, but for those that begin inside of `taken`.
pub(super) fn quantities(text: &str, taken: &[Range<usize>]) -> Vec<Quantity> {
    let mut found = Vec::new();
    let is_taken = |at: usize| taken.iter().any(|range| range.contains(&at));
    for (range, readings) in digits(text) {
        if !is_taken(range.start) {
            let readings = of_things(readings, &text[range.end..]);
            let text = text[range].to_owned();
            found.push(Quantity { text, in_words: false, readings });
        }
    }
    for (at, character) in text.char_indices() {
        if let Some(value) = fraction(character).filter(|_| !is_taken(at)) {
            let before =
                text[..at].trim_end_matches(' ').rsplit(|c: char| !c.is_ascii_digit()).next();
            let whole = before.filter(|digits| !digits.is_empty() && digits.len() < 7);
            let value = whole.and_then(|whole| whole.parse::<f64>().ok()).unwrap_or(0.0) + value;
            let readings = of_things(vec![written(value)], &text[at + character.len_utf8()..]);
            found.push(Quantity { text: character.to_string(), in_words: false, readings });
        }
    }
    found.extend(in_words(text).filter(|(at, _)| !is_taken(*at)).map(|(_, quantity)| quantity));
    found
}

/// Runs of digits with their separators. One inside a word (`B12`) is part of a name.
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
        if written.contains(':') && (after.starts_with("pm") || after.starts_with("p.m")) {
            readings.extend(afternoon(written));
        }
        if let Some(year) = second_year(&text[..start], written) {
            readings.push(year);
        }
        found.push((start..end, readings));
    }
    found
}

/// The year that the second number of `2018–19` stands for.
fn second_year(before: &str, written: &str) -> Option<String> {
    let first = before.strip_suffix(['–', '-'])?;
    let century = first.get(first.len().checked_sub(4)?..)?;
    let is_year =
        |text: &str| text.chars().all(|c| c.is_ascii_digit()) && text.starts_with(['1', '2']);
    (written.len() == 2 && is_year(century) && written > &century[2..])
        .then(|| format!("{}{written}", &century[..2]))
}

/// What a run of digits with separators may mean.
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
        // `2019/20` and `24/7` are no fractions: each of their numbers counts.
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
                // A version or an outline number: `1.2.3`.
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

/// At most four decimals: more come from dividing only.
fn written(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
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

/// Number words from two on. “One” is an article in most of these languages.
fn in_words(text: &str) -> impl Iterator<Item = (usize, Quantity)> {
    let words: Vec<(usize, &str)> = text.unicode_word_indices().collect();
    // “Once” is eleven in Spanish.
    let is_spanish = Language::of(text) == Language::Spanish;
    let value_of =
        |word: &str| number_word(word).filter(|_| is_spanish || !word.eq_ignore_ascii_case("once"));
    let mut found = Vec::new();
    let mut at = 0;
    while let Some((place, word)) = words.get(at) {
        at += 1;
        let Some(first) = value_of(word) else { continue };
        let mut value = first;
        let mut end = place + word.len();
        while let Some((next_at, next)) = words.get(at) {
            let joined = matches!(text[end..*next_at].trim(), "" | "-");
            let Some(more) = value_of(next).filter(|_| joined) else { break };
            value = match more {
                100 | 1000 if value < more => value * more,
                more if value >= 100 && more < 100
                    || value % 10 == 0 && value >= 20 && more < 10 =>
                {
                    value + more
                }
                _ => break,
            };
            end = next_at + next.len();
            at += 1;
        }
        let readings = match value {
            0 => vec![Reading { value: "0.5".to_owned(), unit: Some(PART) }],
            value => of_things(vec![value.to_string()], &text[end..]),
        };
        let text = text[*place..end].to_owned();
        found.push((*place, Quantity { text, in_words: true, readings }));
    }
    found.into_iter()
}

/// Number words of English, German, Spanish, French, Italian and Portuguese.
#[rustfmt::skip]
const NUMBER_WORDS: [(&str, u32); 101] = [
    ("two", 2), ("three", 3), ("four", 4), ("five", 5), ("six", 6), ("seven", 7), ("eight", 8),
    ("nine", 9), ("ten", 10), ("eleven", 11), ("twelve", 12), ("thirteen", 13), ("fourteen", 14),
    ("fifteen", 15), ("sixteen", 16), ("seventeen", 17), ("eighteen", 18), ("nineteen", 19),
    ("twenty", 20), ("thirty", 30), ("forty", 40), ("fifty", 50), ("sixty", 60), ("seventy", 70),
    ("eighty", 80), ("ninety", 90), ("hundred", 100), ("thousand", 1000), ("twice", 2),
    ("half", 0), ("zwei", 2), ("drei", 3), ("vier", 4), ("fünf", 5), ("sechs", 6), ("sieben", 7),
    ("acht", 8), ("neun", 9), ("zehn", 10), ("elf", 11), ("zwölf", 12), ("zwanzig", 20),
    ("dreißig", 30), ("vierzig", 40), ("fünfzig", 50), ("hundert", 100), ("tausend", 1000),
    ("dos", 2), ("tres", 3), ("cuatro", 4), ("cinco", 5), ("seis", 6), ("siete", 7), ("ocho", 8),
    ("nueve", 9), ("diez", 10), ("once", 11), ("doce", 12), ("veinte", 20), ("treinta", 30),
    ("cuarenta", 40), ("cincuenta", 50), ("cien", 100), ("deux", 2), ("trois", 3), ("quatre", 4),
    ("cinq", 5), ("sept", 7), ("huit", 8), ("neuf", 9), ("dix", 10), ("onze", 11), ("douze", 12),
    ("quinze", 15), ("vingt", 20), ("trente", 30), ("quarante", 40), ("cinquante", 50),
    ("mille", 1000), ("quattro", 4), ("cinque", 5), ("sette", 7), ("otto", 8), ("dieci", 10),
    ("venti", 20), ("trenta", 30), ("quaranta", 40), ("cinquanta", 50), ("cento", 100),
    ("tre", 3), ("dois", 2), ("duas", 2), ("três", 3), ("quatro", 4), ("oito", 8), ("dez", 10),
    ("doze", 12), ("vinte", 20), ("trinta", 30), ("cem", 100), ("mil", 1000),
];

/// The English words for places in an order, from the third on: “second” and “first” are much else.
const ORDINALS: [&str; 18] = [
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
];

/// What the words for places in an order say: nothing that must be there, but “ninth” tells of the 9th.
pub(super) fn ordinals(text: &str) -> impl Iterator<Item = Reading> {
    let place = |word: &str| ORDINALS.iter().position(|it| it.eq_ignore_ascii_case(word));
    let reading = |at: usize| Reading { value: (at + 3).to_string(), unit: Some("th") };
    text.unicode_words().filter_map(place).map(reading)
}

/// The value of a number word: from two on, and 0 for a half.
pub(super) fn number_word(word: &str) -> Option<u32> {
    let word = word.to_lowercase();
    NUMBER_WORDS.iter().find(|(name, _)| *name == word).map(|(_, value)| *value)
}
