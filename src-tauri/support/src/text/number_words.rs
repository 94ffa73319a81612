//! Numbers in words and in Chinese characters.

#[cfg(test)]
mod tests;

use std::{collections::HashMap, ops::Range, sync::OnceLock};

use unicode_segmentation::UnicodeSegmentation;

use super::{
    quantity::{PART, Quantity, Reading, of_things, unit},
    words::Language,
};

/// The numbers in words. “One” is an article in most languages, so it only counts in English, before a unit.
pub(crate) fn in_words(text: &str) -> Vec<Quantity> {
    let quantity = |(range, value): (Range<usize>, u32)| {
        let readings = match value {
            0 => vec![Reading { value: "0.5".to_owned(), unit: Some(PART) }],
            value => of_things(vec![value.to_string()], &text[range.end..]),
        };
        let (start, text) = (range.start, text[range].to_owned());
        Quantity { start, text, in_words: true, readings }
    };
    let mut found: Vec<_> = spelled(text).into_iter().map(quantity).collect();
    found.extend(in_characters(text));
    found
}

/// The whole numbers in words, from 2 on, and their places.
pub fn spelled_numbers(text: &str) -> Vec<(Range<usize>, u32)> {
    let mut found = spelled(text);
    found.retain(|(_, value)| *value > 0);
    found
}

/// 0 is “half”.
fn spelled(text: &str) -> Vec<(Range<usize>, u32)> {
    let words: Vec<(usize, &str)> = text.unicode_word_indices().collect();
    let language = Language::of(text);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some((place, word)) = words.get(at) {
        at += 1;
        let mut end = place + word.len();
        let is_one = || {
            let one = language == Language::English && word.eq_ignore_ascii_case("one");
            (one && unit(&text[end..]).is_some()).then_some(1)
        };
        let Some(mut value) = number_word(language, word).or_else(is_one) else { continue };
        while let Some((next_at, next)) = words.get(at) {
            let joined = matches!(text[end..*next_at].trim(), "" | "-");
            let Some(more) = number_word(language, next).filter(|_| joined) else { break };
            value = match (value, more) {
                (_, 100 | 1000) if value < more => value * more,
                // “Quatre-vingt-dix”, “soixante-douze”.
                (4, 20) => 80,
                (60 | 80, 10..20) => value + more,
                _ if value >= 100 && more < 100 || value % 10 == 0 && value >= 20 && more < 10 => {
                    value + more
                }
                _ => break,
            };
            end = next_at + next.len();
            at += 1;
        }
        found.push((*place..end, value));
    }
    found
}

/// Words that may mean one.
pub(crate) const ARTICLES: [&str; 14] = [
    "a", "an", "one", "ein", "eine", "einen", "einem", "einer", "eines", "un", "una", "une", "um",
    "uma",
];

/// Units after an article, which mean one of them: “for a week”. Only passages are searched for them.
pub(crate) fn articles(text: &str) -> impl Iterator<Item = Reading> {
    text.unicode_word_indices().filter_map(|(at, word)| {
        let is_one = ARTICLES.iter().any(|article| word.eq_ignore_ascii_case(article));
        let unit = is_one.then(|| unit(&text[at + word.len()..]))??;
        Some(Reading { value: "1".to_owned(), unit: Some(unit) })
    })
}

/// In English, German, Spanish, French, Italian and Portuguese.
#[rustfmt::skip]
const NUMBER_WORDS: [(&str, u32); 153] = [
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
    ("trece", 13), ("catorce", 14), ("dieciséis", 16), ("diecisiete", 17), ("dieciocho", 18), ("diecinueve", 19),
    ("veintiuno", 21), ("veintidós", 22), ("veintitrés", 23), ("veinticuatro", 24), ("veinticinco", 25), ("veintiséis", 26),
    ("veintisiete", 27), ("veintiocho", 28), ("veintinueve", 29), ("sesenta", 60), ("setenta", 70), ("ochenta", 80),
    ("noventa", 90), ("ciento", 100), ("doscientos", 200), ("quinientos", 500),
    ("treize", 13), ("quatorze", 14), ("seize", 16), ("soixante", 60), ("vingts", 20), ("cent", 100), ("cents", 100),
    ("undici", 11), ("dodici", 12), ("tredici", 13), ("quattordici", 14), ("quindici", 15), ("sedici", 16),
    ("diciassette", 17), ("diciotto", 18), ("diciannove", 19), ("sessanta", 60), ("settanta", 70), ("ottanta", 80),
    ("novanta", 90), ("duecento", 200),
    ("treze", 13), ("catorze", 14), ("dezesseis", 16), ("dezessete", 17), ("dezoito", 18), ("dezenove", 19),
    ("quarenta", 40), ("sessenta", 60), ("oitenta", 80),
];

/// English ordinals from the third on; “first” and “second” have too many other meanings.
#[rustfmt::skip]
const ORDINALS: [&str; 18] = [
    "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth", "twentieth",
];

/// Ordinals as numbers. Only passages are searched for them: a passage's “ninth” supports a claim's 9th, but a claim's
/// “ninth” needs no source.
pub(crate) fn ordinals(text: &str) -> impl Iterator<Item = Reading> {
    let place = |word: &str| ORDINALS.iter().position(|it| it.eq_ignore_ascii_case(word));
    let reading = |at: usize| Reading { value: (at + 3).to_string(), unit: Some("th") };
    text.unicode_words().filter_map(place).map(reading)
}

/// The value of a number word in `language`, from 2 on; 0 for “half”.
pub(crate) fn number_word(language: Language, word: &str) -> Option<u32> {
    static KNOWN: OnceLock<HashMap<&str, u32>> = OnceLock::new();
    let word = word.to_lowercase();
    // Excludes words of other languages: “once”, “to seize”, “a cent”, “le four”, “an elf”.
    let is_other = match word.as_str() {
        "once" => language != Language::Spanish,
        "four" => language == Language::French,
        "elf" => language != Language::German,
        "seize" | "cent" | "cents" => language != Language::French,
        _ => false,
    };
    if is_other {
        return None;
    }
    let known = KNOWN.get_or_init(|| NUMBER_WORDS.into_iter().collect());
    let found = known.get(word.as_str()).copied();
    // Longer words aren't numbers that people write.
    let is_long = || language == Language::German && (7..=60).contains(&word.len());
    found.or_else(|| is_long().then(|| german(&word.replace('ß', "ss")))?)
}

/// The value of a German number in one word: `fünfundzwanzig`, `zweihundert`.
fn german(word: &str) -> Option<u32> {
    #[rustfmt::skip]
    const ONES: [&str; 20] = [
        "", "ein", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf", "dreizehn", "vierzehn", "fünfzehn",
        "sechzehn", "siebzehn", "achtzehn", "neunzehn",
    ];
    const TENS: [&str; 8] =
        ["zwanzig", "dreissig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"];
    let place = |words: &[&str], word: &str| -> Option<u32> {
        words.iter().position(|it| *it == word)?.try_into().ok()
    };
    for (name, factor) in [("tausend", 1000), ("hundert", 100)] {
        if let Some((before, after)) = word.split_once(name) {
            let times = if before.is_empty() { 1 } else { german(before)? };
            let rest = if after.is_empty() { 0 } else { german(after)? };
            return Some(times * factor + rest);
        }
    }
    let tens = |word: &str| place(&TENS, word).map(|at| (at + 2) * 10);
    let joined = || {
        let (one, ten) = word.split_once("und")?;
        Some(place(&ONES[..10], one)? + tens(ten)?)
    };
    place(&ONES, word).or_else(|| tens(word)).or_else(joined)
}

/// Numbers in Chinese characters before a unit or a counter: `四小时`, `十二个`.
fn in_characters(text: &str) -> Vec<Quantity> {
    const COUNTED: &str = "个個只本张張条條次岁歲人位名块塊倍杯片种種";
    let mut found = Vec::new();
    let mut rest = 0;
    while let Some(start) = text[rest..].find(is_numeral).map(|at| rest + at) {
        let run = text[start..].find(|c| !is_numeral(c)).map_or(text.len(), |at| start + at);
        rest = run;
        let after = &text[run..];
        let known = unit(after);
        // 十分 means “very”.
        let is_very =
            after.starts_with('分') && !after.starts_with("分钟") && !after.starts_with("分鐘");
        let counts = known.is_some() || after.starts_with(|c| COUNTED.contains(c));
        let value = numeral(&text[start..run]).filter(|value| *value > 1 || known.is_some());
        if let Some(value) = value.filter(|_| counts && !is_very) {
            let readings = of_things(vec![value.to_string()], after);
            let text = text[start..run].to_owned();
            found.push(Quantity { start, text, in_words: true, readings });
        }
    }
    found
}

fn is_numeral(character: char) -> bool {
    "〇零一二两兩三四五六七八九十百千万萬".contains(character)
}

/// The value of a number in Chinese characters, up to 99,999,999: `十二`, `三百`, `二〇二六`.
pub(crate) fn numeral(text: &str) -> Option<u32> {
    let digit = |c: char| -> Option<u32> {
        "〇一二三四五六七八九".chars().zip(0..).find(|(it, _)| *it == c).map(|(_, value)| value).or(
            match c {
                '零' => Some(0),
                '两' | '兩' => Some(2),
                _ => None,
            },
        )
    };
    let tens = |c: char| match c {
        '十' => Some(10),
        '百' => Some(100),
        '千' => Some(1000),
        _ => None,
    };
    if text.is_empty() || text.chars().count() > 12 {
        return None;
    }
    if text.chars().count() > 1 && text.chars().all(|c| digit(c).is_some()) {
        return text
            .chars()
            .filter_map(digit)
            .try_fold(0_u32, |sum, it| sum.checked_mul(10)?.checked_add(it));
    }
    let (mut all, mut part, mut last) = (0_u32, 0_u32, None);
    for c in text.chars() {
        if let Some(value) = digit(c) {
            last = Some(value);
        } else if let Some(factor) = tens(c) {
            part = part.checked_add(last.take().unwrap_or(1).checked_mul(factor)?)?;
        } else {
            let sum = part.checked_add(last.take().unwrap_or(0))?;
            all = all.checked_add(sum.max(1).checked_mul(10_000)?)?;
            part = 0;
        }
    }
    all.checked_add(part)?.checked_add(last.unwrap_or(0))
}
