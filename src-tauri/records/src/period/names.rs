//! English and German names of months, weekdays, units and feasts, folded.

use jiff::civil::Weekday;

use super::calendar::{Feast, Pick, Season, Unit};

const MONTHS: [&str; 12] = [
    "january januar janner jan",
    "february februar feber feb febr",
    "march marz maerz mar mrz",
    "april apr",
    "may mai",
    "june juni jun",
    "july juli jul",
    "august aug",
    "september sept sep",
    "october oktober oct okt",
    "november nov",
    "december dezember dec dez",
];

/// Month names that are no first name or other word, so that they need no preposition.
const PLAIN_MONTHS: &str = "january januar janner february februar feber marz maerz juni july juli september october oktober \
     november december dezember";

const WEEKDAYS: [&str; 7] = [
    "monday montag mon",
    "tuesday dienstag tue tues",
    "wednesday mittwoch wed",
    "thursday donnerstag thu thur thurs",
    "friday freitag fri",
    "saturday samstag sonnabend sat",
    "sunday sonntag sun",
];

const NUMBERS: [&str; 14] = [
    "one a an ein eine einen einem einer eins",
    "two zwei zwo",
    "three drei dreien",
    "four vier",
    "five funf fuenf",
    "six sechs",
    "seven sieben",
    "eight acht",
    "nine neun",
    "ten zehn",
    "eleven elf",
    "twelve zwolf zwoelf",
    "thirteen dreizehn",
    "fourteen vierzehn",
];

const ORDINALS: [&str; 12] = [
    "first erst",
    "second zweit",
    "third dritt",
    "fourth viert",
    "fifth funft fuenft",
    "sixth sechst",
    "seventh siebt siebent",
    "eighth acht",
    "ninth neunt",
    "tenth zehnt",
    "eleventh elft",
    "twelfth zwolft zwoelft",
];

const UNITS: [(Unit, &str, &str); 6] = [
    (
        Unit::Day,
        "day tag tages",
        "days tage tagen nights nachte naechte nachten naechten evenings abende abenden",
    ),
    (Unit::Week, "week woche", "weeks wochen"),
    (Unit::Weekend, "weekend wochenende wochenendes", "weekends wochenenden"),
    (Unit::Month, "month monat monats", "months monate monaten"),
    (Unit::Quarter, "quarter quartal quartals", "quarters quartale quartalen"),
    (Unit::Year, "year jahr jahres jahrs jahre", "years jahre jahren"),
];

pub(super) const FEASTS: [(&str, Feast); 58] = [
    ("christmas eve", Feast::Fixed(12, 24, 24)),
    ("heiligabend", Feast::Fixed(12, 24, 24)),
    ("heilig abend", Feast::Fixed(12, 24, 24)),
    ("heiligen abend", Feast::Fixed(12, 24, 24)),
    ("christmas day", Feast::Fixed(12, 25, 25)),
    ("christmas", Feast::Fixed(12, 24, 26)),
    ("christmas holidays", Feast::ChristmasHolidays),
    ("christmas holiday", Feast::ChristmasHolidays),
    ("christmas break", Feast::ChristmasHolidays),
    ("christmas vacation", Feast::ChristmasHolidays),
    ("weihnachtsferien", Feast::ChristmasHolidays),
    ("weihnachtsfeiertage", Feast::Fixed(12, 24, 26)),
    ("weihnachtsfeiertagen", Feast::Fixed(12, 24, 26)),
    ("weihnachtstage", Feast::Fixed(12, 24, 26)),
    ("weihnachtstagen", Feast::Fixed(12, 24, 26)),
    ("xmas", Feast::Fixed(12, 24, 26)),
    ("weihnachten", Feast::Fixed(12, 24, 26)),
    ("boxing day", Feast::Fixed(12, 26, 26)),
    ("new year's eve", Feast::Fixed(12, 31, 31)),
    ("new years eve", Feast::Fixed(12, 31, 31)),
    ("silvester", Feast::Fixed(12, 31, 31)),
    ("new year's day", Feast::Fixed(1, 1, 1)),
    ("new years day", Feast::Fixed(1, 1, 1)),
    ("new year", Feast::Fixed(1, 1, 1)),
    ("new year's", Feast::Fixed(1, 1, 1)),
    ("neujahr", Feast::Fixed(1, 1, 1)),
    ("st nicholas day", Feast::Fixed(12, 6, 6)),
    ("st nicholas' day", Feast::Fixed(12, 6, 6)),
    ("st nicholas's day", Feast::Fixed(12, 6, 6)),
    ("nikolaus", Feast::Fixed(12, 6, 6)),
    ("nikolaustag", Feast::Fixed(12, 6, 6)),
    ("halloween", Feast::Fixed(10, 31, 31)),
    ("valentine's day", Feast::Fixed(2, 14, 14)),
    ("valentines day", Feast::Fixed(2, 14, 14)),
    ("valentine's", Feast::Fixed(2, 14, 14)),
    ("valentines", Feast::Fixed(2, 14, 14)),
    ("valentinstag", Feast::Fixed(2, 14, 14)),
    ("tag der deutschen einheit", Feast::Fixed(10, 3, 3)),
    ("thanksgiving", Feast::Thanksgiving),
    ("easter sunday", Feast::Easter(0, 0)),
    ("ostersonntag", Feast::Easter(0, 0)),
    ("easter monday", Feast::Easter(1, 1)),
    ("ostermontag", Feast::Easter(1, 1)),
    ("easter", Feast::Easter(-2, 1)),
    ("ostern", Feast::Easter(-2, 1)),
    ("easter weekend", Feast::Easter(-2, 1)),
    ("osterwochenende", Feast::Easter(-2, 1)),
    ("osterfeiertage", Feast::Easter(-2, 1)),
    ("osterfeiertagen", Feast::Easter(-2, 1)),
    ("good friday", Feast::Easter(-2, -2)),
    ("karfreitag", Feast::Easter(-2, -2)),
    ("christi himmelfahrt", Feast::Easter(39, 39)),
    ("ascension day", Feast::Easter(39, 39)),
    ("pfingsten", Feast::Easter(49, 50)),
    ("pentecost", Feast::Easter(49, 50)),
    ("pfingstsonntag", Feast::Easter(49, 49)),
    ("pfingstmontag", Feast::Easter(50, 50)),
    ("rosenmontag", Feast::Easter(-48, -48)),
];

pub(super) fn is_any(word: &str, words: &str) -> bool {
    !word.is_empty() && words.split(' ').any(|it| it == word)
}

fn position(lines: &[&str], word: &str) -> Option<i8> {
    i8::try_from(lines.iter().position(|names| is_any(word, names))?).ok()
}

/// From 1.
pub(super) fn month(word: &str) -> Option<i8> {
    position(&MONTHS, word)?.checked_add(1)
}

pub(super) fn is_plain_month(word: &str) -> bool {
    is_any(word, PLAIN_MONTHS)
}

pub(super) fn weekday(word: &str) -> Option<Weekday> {
    // “Freitagabend” is on Friday.
    let word = ["abend", "morgen", "vormittag", "mittag", "nachmittag", "nacht", "fruh"]
        .iter()
        .find_map(|part| {
            word.strip_suffix(part).filter(|it| it.ends_with("tag") || *it == "mittwoch")
        })
        .unwrap_or(word);
    Weekday::from_monday_zero_offset(position(&WEEKDAYS, word)?).ok()
}

/// The weekday of “Sundays” or “Sonntagen”.
pub(super) fn weekdays(word: &str) -> Option<Weekday> {
    let one = ["s", "en", "e"].iter().find_map(|ending| weekday(word.strip_suffix(ending)?));
    one.or_else(|| weekday(word)).filter(|_| word.len() > 5)
}

pub(super) fn number(word: &str) -> Option<i64> {
    match word {
        "twenty" | "zwanzig" => return Some(20),
        "thirty" | "dreissig" => return Some(30),
        _ => {}
    }
    Some(i64::from(position(&NUMBERS, word)?) + 1)
}

/// “first”, “ersten”.
pub(super) fn ordinal(word: &str) -> Option<i8> {
    position(&ORDINALS, word).or_else(|| position(&ORDINALS, stem(word)?))?.checked_add(1)
}

/// A German adjective without its ending.
fn stem(word: &str) -> Option<&str> {
    ["en", "er", "es", "em", "e"].iter().find_map(|ending| word.strip_suffix(ending))
}

/// The unit, and whether the word can be a plural.
pub(super) fn unit(word: &str) -> Option<Unit> {
    UNITS.iter().find(|it| is_any(word, it.1) || is_any(word, it.2)).map(|it| it.0)
}

pub(super) fn single_unit(word: &str) -> Option<Unit> {
    UNITS.iter().find(|it| is_any(word, it.1)).map(|it| it.0)
}

pub(super) fn pick(word: &str) -> Option<Pick> {
    match word {
        "last" | "previous" | "past" => return Some(Pick::Last),
        "this" | "current" => return Some(Pick::This),
        "next" | "coming" | "upcoming" => return Some(Pick::Next),
        _ => {}
    }
    match stem(word)? {
        "letzt" | "vergangen" | "vorig" => Some(Pick::Last),
        "vorletzt" | "vorvorig" => Some(Pick::BeforeLast),
        "dies" | "aktuell" | "laufend" => Some(Pick::This),
        "nachst" | "naechst" | "kommend" => Some(Pick::Next),
        "ubernachst" | "uebernaechst" => Some(Pick::AfterNext),
        _ => None,
    }
}

pub(super) fn season(word: &str) -> Option<Season> {
    match word {
        "spring" | "fruhling" | "fruhjahr" | "fruehling" | "fruehjahr" => Some(Season::Spring),
        "summer" | "sommer" => Some(Season::Summer),
        "autumn" | "fall" | "herbst" => Some(Season::Autumn),
        "winter" => Some(Season::Winter),
        _ => None,
    }
}

/// The distance of a named day from today.
pub(super) fn day(word: &str) -> Option<i64> {
    match word {
        "today" | "tonight" | "heute" => return Some(0),
        "yesterday" | "gestern" => return Some(-1),
        "tomorrow" | "morgen" => return Some(1),
        "vorgestern" => return Some(-2),
        "vorvorgestern" => return Some(-3),
        "overmorrow" | "ubermorgen" | "uebermorgen" => return Some(2),
        _ => {}
    }
    match stem(word)? {
        "heutig" => Some(0),
        "gestrig" => Some(-1),
        "vorgestrig" => Some(-2),
        "morgig" => Some(1),
        _ => None,
    }
}

pub(super) const PARTS_OF_DAY: &str = "morning afternoon evening noon night fruh frueh morgen vormittag mittag nachmittag abend nacht";
