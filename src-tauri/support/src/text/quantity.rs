//! Quantities: a number with its possible values and its unit.

use super::words::is_dense;

/// A number with every value that its notation may mean: `1.500` is one and a half, or fifteen hundred.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Quantity {
    /// Where it begins in its text.
    pub start: usize,
    pub text: String,
    pub in_words: bool,
    pub readings: Vec<Reading>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reading {
    /// Decimal digits without superfluous zeros; times as `7:42`.
    pub value: String,
    /// One of [`UNITS`] or [`PART`], if known.
    pub unit: Option<&'static str>,
}

impl Reading {
    /// Different units don't match; an unknown unit matches any.
    pub(crate) fn fits(&self, other: &Self) -> bool {
        self.value == other.value
            && (self.unit.is_none() || other.unit.is_none() || self.unit == other.unit)
    }
}

/// The unit of fractions: half of something, 50 % of it.
pub(crate) const PART: &str = "of 1";

/// Units and their names. The same number with another unit is a different number. Other counted things aren't
/// compared, because the next words say too little (`two notes`, `two of the notes`).
#[rustfmt::skip]
const UNITS: [(&str, &[&str]); 23] = [
    ("th", &["st", "nd", "rd", "th", "º", "ª"]),
    ("%", &["%", "percent", "per cent", "prozent", "por ciento", "pour cent"]),
    ("°", &["°", "℃", "degrees", "degree", "grad", "grados", "degrés", "gradi", "graus", "度"]),
    ("€", &["€", "euro", "euros", "eur"]),
    ("$", &["$", "dollar", "dollars", "usd"]),
    ("g", &["g", "gram", "grams", "gramm", "gramos", "grammes", "grammi", "gramas", "克"]),
    ("mg", &["mg", "milligram", "milligrams", "milligramm", "毫克"]),
    ("kg", &["kg", "kilo", "kilos", "kilogram", "kilograms", "公斤", "千克"]),
    ("ml", &["ml", "millilitres", "milliliters", "毫升"]),
    ("l", &["l", "litre", "litres", "liter", "liters", "litros", "litri", "升"]),
    ("km", &["km", "kilometres", "kilometers", "kilometer", "公里"]),
    ("m", &["m", "metre", "metres", "meter", "meters", "米"]),
    ("cm", &["cm", "centimetre", "centimetres", "centimeter", "centimeters", "zentimeter", "厘米"]),
    ("mm", &["mm", "millimetre", "millimetres", "millimeter", "millimeters", "毫米"]),
    ("s", &["s", "second", "seconds", "sekunde", "sekunden", "segundo", "segundos", "seconde", "secondes", "secondi", "秒"]),
    ("min", &["min", "minute", "minutes", "minuten", "minuto", "minutos", "minuti", "分钟", "分鐘", "分"]),
    ("h", &["h", "hour", "hours", "stunde", "stunden", "hora", "horas", "heure", "heures", "ora", "ore", "小时", "小時"]),
    ("day", &["day", "days", "tag", "tage", "tagen", "día", "días", "jour", "jours", "giorno", "giorni", "dia", "dias", "天"]),
    ("week", &["week", "weeks", "woche", "wochen", "semana", "semanas", "semaine", "semaines", "settimana", "settimane", "周", "星期"]),
    ("month", &["month", "months", "monat", "monate", "monaten", "mes", "meses", "mois", "mese", "mesi", "mês", "个月", "個月"]),
    ("year", &["year", "years", "jahr", "jahre", "jahren", "año", "años", "an", "ans", "anno", "anni", "ano", "anos", "年"]),
    ("am", &["am", "a.m"]),
    ("pm", &["pm", "p.m"]),
];

/// The unit at the beginning of the text after a number.
pub(crate) fn unit(after: &str) -> Option<&'static str> {
    let after = after.trim_start_matches([' ', '\u{a0}', '\u{202f}', '-']);
    let beginning: String = after.chars().take(12).flat_map(char::to_lowercase).collect();
    let is_it = |name: &&str| {
        beginning.strip_prefix(*name).is_some_and(|rest| {
            // A name that ends in a letter must end at a word boundary; signs and dense scripts have none.
            !name.ends_with(|c: char| c.is_alphabetic() && !is_dense(c))
                || !rest.starts_with(char::is_alphanumeric)
        })
    };
    UNITS.iter().find(|(_, names)| names.iter().any(is_it)).map(|(unit, _)| *unit)
}

/// Factors for the number before them.
const MAGNITUDES: [(f64, &[&str]); 5] = [
    (1e12, &["trillion", "trillions", "billionen"]),
    (1e9, &["billion", "billions", "bn", "milliarden", "milliarde", "milliards", "miliardi"]),
    (1e8, &["亿", "億"]),
    (1e6, &["million", "millions", "mio", "millionen", "millones", "milioni", "milhões"]),
    (1e4, &["万", "萬"]),
];

/// The readings of a number with the text after it: its unit, `million`, `%`.
pub(crate) fn of_things(values: Vec<String>, after: &str) -> Vec<Reading> {
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

/// At most four decimals; more only come from divisions.
pub(crate) fn written(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The side of a number on which the true one is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Limit {
    Above,
    Below,
}

#[rustfmt::skip]
const LIMITS: [(Limit, &[&str]); 2] = [
    (Limit::Below, &[
        "less than", "fewer than", "no more than", "not more than", "under", "below", "at most", "up to", "weniger als", "nicht mehr als",
        "unter", "höchstens", "menos de", "no más de", "moins de",
    ]),
    (Limit::Above, &[
        "more than", "no less than", "no fewer than", "over", "above", "at least", "mehr als", "über", "mindestens", "más de", "plus de",
    ]),
];

/// The limit that a number is, by the words right before it. The longest phrase counts: “no more than”.
pub(crate) fn limit(before: &str) -> Option<Limit> {
    let before = before.trim_end().to_lowercase();
    let ends = |phrase: &&str| {
        before.strip_suffix(phrase).is_some_and(|rest| !rest.ends_with(char::is_alphanumeric))
    };
    let phrases = LIMITS.iter().flat_map(|(limit, all)| all.iter().map(move |it| (limit, it)));
    let found = phrases.filter(|(_, it)| ends(it)).max_by_key(|(_, it)| it.len());
    found.map(|(limit, _)| *limit)
}

impl Limit {
    /// Whether `other` is on this side of `number`, in the same unit.
    pub(crate) fn admits(self, number: &Reading, other: &Reading) -> bool {
        let parsed = |reading: &Reading| reading.value.parse::<f64>().ok();
        let (Some(number_value), Some(value)) = (parsed(number), parsed(other)) else {
            return false;
        };
        let is_within = match self {
            Self::Above => value > number_value,
            Self::Below => value < number_value,
        };
        is_within && number.unit.is_some() && number.unit == other.unit
    }
}
