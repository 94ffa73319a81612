use jiff::{
    ToSpan,
    civil::{Date, ISOWeekDate, Weekday},
};

use crate::fold;

/// A value of a property, field or cell: its text, and what it can be read as.
#[derive(Debug, Clone, PartialEq)]
pub struct Value {
    /// As written; a link by its shown text, or the name of its target.
    pub text: String,
    pub number: Option<f64>,
    pub period: Option<Period>,
    /// The target if the whole value is a link.
    pub link: Option<String>,
}

/// Days from `first` to `last`, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Period {
    pub first: Date,
    pub last: Date,
}

impl Period {
    pub fn day(day: Date) -> Self {
        Self { first: day, last: day }
    }

    pub fn days(first: Date, last: Date) -> Option<Self> {
        (first <= last).then_some(Self { first, last })
    }

    pub fn month(year: i16, month: i8) -> Option<Self> {
        let first = Date::new(year, month, 1).ok()?;
        Some(Self { first, last: first.last_of_month() })
    }

    pub fn year(year: i16) -> Option<Self> {
        let first = Date::new(year, 1, 1).ok()?;
        Some(Self { first, last: first.last_of_year() })
    }

    /// An ISO week, from Monday to Sunday.
    pub fn week(year: i16, week: i8) -> Option<Self> {
        let first = ISOWeekDate::new(year, week, Weekday::Monday).ok()?.date();
        Some(Self { first, last: first.checked_add(6.days()).ok()? })
    }

    pub fn contains(&self, other: &Self) -> bool {
        self.first <= other.first && other.last <= self.last
    }

    /// Reads a whole text as a day, week, month or year in any usual form: `2026-11-17`, `17.11.2026`, `20261117`,
    /// `2026_11_17`, `November 18, 2026`, `2026-W47`, `2026-11`, `[[2026-11-19]]`, with or without a time. Days before
    /// months in `17/11/2026`, unless only the other order is a date.
    pub fn read(text: &str) -> Option<Self> {
        // All forms have digits; a character beyond ASCII may fold to one.
        if !text.bytes().any(|byte| byte.is_ascii_digit() || !byte.is_ascii()) {
            return None;
        }
        let text = text.trim();
        let text = text.strip_prefix("[[").and_then(|it| it.strip_suffix("]]")).unwrap_or(text);
        let text = text.rsplit('/').next().filter(|it| it.len() >= 8).unwrap_or(text);
        iso(text).or_else(|| ordered(text)).or_else(|| spelled(text))
    }
}

/// `2026`, `2026-11`, `2026-11-17`, `20261117`, `2026-W47`, with `-`, `_`, `/` or `.` between, and a time behind.
fn iso(text: &str) -> Option<Period> {
    let day = without_time(text);
    let digits = day.bytes().all(|byte| byte.is_ascii_digit());
    if digits && day.len() == 8 {
        return on(&day[..4], &day[4..6], &day[6..]).filter(|it| plausible(it.first.year()));
    }
    let parts: Vec<&str> = day.split(['-', '_', '/', '.']).collect();
    let year = parts.first().filter(|it| it.len() == 4)?;
    match parts[1..] {
        [week] if week.starts_with(['W', 'w']) => {
            Period::week(year.parse().ok()?, week[1..].parse().ok()?)
        }
        [month] if month.len() == 2 => Period::month(year.parse().ok()?, month.parse().ok()?),
        [month, day] => on(year, month, day),
        _ => None,
    }
}

fn without_time(text: &str) -> &str {
    let end = text.find(['T', ' ', 't']).filter(|at| {
        let rest = &text[at + 1..];
        rest.starts_with(|it: char| it.is_ascii_digit()) && rest.contains(':')
    });
    &text[..end.unwrap_or(text.len())]
}

/// `17.11.2026`, `17/11/2026`, `11/17/2026`, `17-11-2026`.
fn ordered(text: &str) -> Option<Period> {
    let text = without_time(text);
    let parts: Vec<&str> = text.split(['.', '/', '-']).map(str::trim).collect();
    let [one, two, year] = parts[..] else { return None };
    if year.len() != 4 {
        return None;
    }
    on(year, two, one).or_else(|| on(year, one, two))
}

/// `November 18, 2026`, `18 November 2026`, `18. November 2026`, `Nov 2026`.
fn spelled(text: &str) -> Option<Period> {
    if text.len() > 40 || !text.chars().any(char::is_alphabetic) {
        return None;
    }
    let folded = fold(text);
    let mut month = None;
    let mut numbers: Vec<&str> = Vec::new();
    for part in folded.split([' ', ',', '.']).filter(|part| !part.is_empty()) {
        let number = part.trim_end_matches(|it: char| it.is_alphabetic());
        if let Some(found) = month_named(part) {
            if month.replace(found).is_some() {
                return None;
            }
        } else if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) {
            numbers.push(number);
        } else if weekday_named(part).is_none() {
            return None;
        }
    }
    let month: i8 = month?;
    match numbers[..] {
        [day, year] if year.len() == 4 => on(year, &month.to_string(), day),
        [year] if year.len() == 4 => Period::month(year.parse().ok()?, month),
        _ => None,
    }
}

fn on(year: &str, month: &str, day: &str) -> Option<Period> {
    let is_number =
        |it: &str| (1..=4).contains(&it.len()) && it.bytes().all(|b| b.is_ascii_digit());
    if !(is_number(year) && is_number(month) && is_number(day)) {
        return None;
    }
    let day = Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?).ok()?;
    Some(Period::day(day))
}

/// Eight digits in a row may be any number.
fn plausible(year: i16) -> bool {
    (1900..2100).contains(&year)
}

const MONTHS: [&str; 12] = [
    "january jan januar janner enero janvier gennaio janeiro",
    "february feb februar febr feber febrero fevrier febbraio fevereiro",
    "march mar marz maerz mrz marzo mars marco",
    "april apr abril avril aprile",
    "may mai mayo maggio maio",
    "june jun juni junio juin giugno junho",
    "july jul juli julio juillet luglio julho",
    "august aug agosto aout",
    "september sep sept septiembre septembre settembre setembro",
    "october oct oktober okt octubre octobre ottobre outubro",
    "november nov noviembre novembre novembro",
    "december dec dezember dez diciembre decembre dicembre dezembro",
];

const WEEKDAYS: [&str; 7] = [
    "monday mon montag lunes lundi",
    "tuesday tue tues dienstag martes mardi",
    "wednesday wed mittwoch miercoles mercredi",
    "thursday thu thurs donnerstag jueves jeudi",
    "friday fri freitag viernes vendredi",
    "saturday sat samstag sonnabend sabado samedi",
    "sunday sun sonntag domingo dimanche",
];

/// The month of a folded name, from 1.
pub(crate) fn month_named(word: &str) -> Option<i8> {
    let at = MONTHS.iter().position(|names| names.split(' ').any(|name| name == word))?;
    i8::try_from(at + 1).ok()
}

/// The weekday of a folded name.
pub(crate) fn weekday_named(word: &str) -> Option<Weekday> {
    let at = WEEKDAYS.iter().position(|names| names.split(' ').any(|name| name == word))?;
    Weekday::from_monday_zero_offset(i8::try_from(at).ok()?).ok()
}

impl Value {
    pub fn new(written: &str) -> Self {
        let written = written.trim();
        let (text, link) = match link_of(written) {
            Some((target, shown)) => (shown, Some(target)),
            None => (written.to_owned(), None),
        };
        let period = Period::read(&text).or_else(|| Period::read(link.as_deref()?));
        let is_number = link.is_none() && period.is_none();
        let number = is_number
            .then(|| number(&text).or_else(|| minutes(&text)).or_else(|| hours(&text)))
            .flatten();
        Self { text, number, period, link }
    }

    pub fn text(written: &str) -> Self {
        Self { text: written.trim().to_owned(), number: None, period: None, link: None }
    }

    pub fn day(day: Date) -> Self {
        Self { text: day.to_string(), number: None, period: Some(Period::day(day)), link: None }
    }
}

/// Target and shown text of a wikilink or Markdown link that is the whole value.
fn link_of(text: &str) -> Option<(String, String)> {
    if let Some(inner) = text.strip_prefix("[[").and_then(|it| it.strip_suffix("]]")) {
        if inner.contains("[[") {
            return None;
        }
        let (target, shown) = match inner.split_once('|') {
            Some((target, shown)) => (target, Some(shown)),
            None => (inner, None),
        };
        let name = target.split(['#', '^']).next().unwrap_or(target).trim();
        let file = name.rsplit('/').next().unwrap_or(name);
        let shown = shown.unwrap_or(file.strip_suffix(".md").unwrap_or(file)).trim();
        return Some((name.to_owned(), shown.to_owned()));
    }
    let inner = text.strip_prefix('[')?.strip_suffix(')')?;
    let (shown, target) = inner.split_once("](")?;
    let is_one = !shown.contains(']') && !target.contains('(') && !target.contains("://");
    is_one.then(|| (target.trim_end_matches(".md").to_owned(), shown.trim().to_owned()))
}

/// Signs and units that may accompany a number.
const UNITS: &str = "€ $ £ ¥ % eur euro euros usd chf gbp km m cm mm mi kg g lb h hr hrs hour hours min mins minutes \
     minute minuten std stunden stunde sec s l ml kcal cal pages seiten p °c °f c f x bpm steps schritte";

/// A number with an optional sign, unit, and separators of thousands: `1,234.50`, `1.234,50 €`, `$12`, `7/10`, `2h`.
/// Ratings in stars count their stars. `None` for other text.
fn number(text: &str) -> Option<f64> {
    if let Some(stars) = stars(text) {
        return Some(stars);
    }
    let begin = text.find(|it: char| it.is_ascii_digit())?;
    let (before, rest) = text.split_at(begin);
    let end = rest.find(|it: char| {
        !it.is_ascii_digit() && !matches!(it, '.' | ',' | '\'' | '\u{a0}' | '\u{202f}')
    });
    let (digits, after) = rest.split_at(end.unwrap_or(rest.len()));
    let trailing =
        digits.len() - digits.trim_end_matches(['.', ',', '\'', '\u{a0}', '\u{202f}']).len();
    if digits[digits.len() - trailing..].contains([',', '.']) {
        return None;
    }
    let digits = digits.trim_end_matches(['\'', '\u{a0}', '\u{202f}']);
    let after = after.trim();
    // Of “7/10” and “7 of 10” the first number counts.
    let after = match after.split_once(|it: char| it.is_ascii_digit()) {
        Some((of, _)) if matches!(of.trim(), "/" | "of" | "von" | "out of") => "",
        Some(_) => return None,
        None => after,
    };
    let is_unit =
        |it: &str| it.is_empty() || UNITS.split(' ').any(|unit| unit == it.to_lowercase());
    let (sign, unit_before) = match before.trim() {
        "-" | "−" => (-1.0, ""),
        other => match other.strip_prefix(['-', '−']) {
            Some(rest) => (-1.0, rest.trim()),
            None => (1.0, other.trim_start_matches(['~', '+', '≈']).trim()),
        },
    };
    if !is_unit(unit_before) || !is_unit(after) {
        return None;
    }
    Some(sign * decimal(digits)?)
}

/// `★★★½` as 3.5.
fn stars(text: &str) -> Option<f64> {
    let is_star = |it: char| matches!(it, '★' | '⭐' | '🌟');
    let is_other = |it: char| matches!(it, '☆' | '½' | '\u{fe0f}' | ' ');
    let full = text.chars().filter(|it| is_star(*it)).count();
    let halves = text.matches('½').count();
    let is_rating = full > 0 && halves < 2 && text.chars().all(|it| is_star(it) || is_other(it));
    let full = u32::try_from(full).ok().map(f64::from).filter(|_| is_rating)?;
    Some(if halves > 0 { full + 0.5 } else { full })
}

/// `6:23` as 6.38 minutes, `1:02:30` as 62.5.
fn minutes(text: &str) -> Option<f64> {
    let parts: Vec<&str> = text.split(':').collect();
    let is_part =
        |part: &&str| (1..=3).contains(&part.len()) && part.bytes().all(|it| it.is_ascii_digit());
    if !(2..=3).contains(&parts.len()) || !parts.iter().all(is_part) {
        return None;
    }
    let all =
        parts.iter().try_fold(0.0, |sum, part| Some(sum * 60.0 + part.parse::<f64>().ok()?))?;
    Some(all / 60.0)
}

/// The minutes of `1h 27m` and `1:27 h`: written so, hours have minutes beside them.
fn hours(text: &str) -> Option<f64> {
    const LONGEST: usize = 40;
    if text.len() > LONGEST {
        return None;
    }
    let is_unit = |it: &str, units: &str| units.split(' ').any(|unit| unit == it);
    let folded = fold(text);
    let mut rest = folded.trim();
    let number = |rest: &mut &str| -> Option<f64> {
        let end = rest.find(|it: char| !it.is_ascii_digit()).unwrap_or(rest.len());
        let (digits, behind) = rest.split_at(end);
        *rest = behind.trim_start();
        digits.parse().ok().filter(|_| (1..=3).contains(&digits.len()))
    };
    let word = |rest: &mut &str| {
        let end = rest.find(|it: char| !it.is_alphabetic()).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        *rest = behind.trim_start_matches(['.', ',']).trim_start();
        word.to_owned()
    };
    let hours = number(&mut rest)?;
    if let Some(behind) = rest.strip_prefix(':') {
        rest = behind;
        let minutes = number(&mut rest)?;
        return (minutes < 60.0 && is_unit(rest, HOURS)).then_some(hours * 60.0 + minutes);
    }
    if !is_unit(&word(&mut rest), HOURS) {
        return None;
    }
    let minutes = number(&mut rest)?;
    (rest.is_empty() || is_unit(&word(&mut rest), MINUTES) && rest.is_empty())
        .then_some(hours * 60.0 + minutes)
}

const HOURS: &str = "h hr hrs hour hours std stunde stunden";
const MINUTES: &str = "m min mins minute minutes minuten";

/// Digits with a point or comma. With both, the last one begins the decimals; alone, it does unless exactly three
/// digits follow a group of at most three.
fn decimal(digits: &str) -> Option<f64> {
    let plain: String =
        digits.chars().filter(|it| !matches!(it, '\'' | '\u{a0}' | '\u{202f}')).collect();
    let (comma, point) = (plain.rfind(','), plain.rfind('.'));
    let written = match (comma, point) {
        (Some(comma), Some(point)) if comma > point => plain.replace('.', "").replace(',', "."),
        (Some(_), Some(_)) => plain.replace(',', ""),
        (Some(comma), None) => {
            let groups = plain.matches(',').count() > 1 || plain.len() - comma == 4;
            if groups { plain.replace(',', "") } else { plain.replace(',', ".") }
        }
        (None, Some(_)) if plain.matches('.').count() > 1 => plain.replace('.', ""),
        _ => plain,
    };
    written.parse().ok().filter(|it: &f64| it.is_finite())
}

#[cfg(test)]
mod tests {
    use super::{Period, Value};

    #[test]
    fn dates_are_read_in_any_usual_form() {
        let forms = [
            "2026-11-17",
            "17.11.2026",
            "20261117",
            "2026_11_17",
            "2026/11/17",
            "November 17, 2026",
            "17 November 2026",
            "17. November 2026",
            "[[2026-11-17]]",
            "2026-11-17T08:30",
            "2026-11-17 08:30:00",
            "17/11/2026",
            "11/17/2026",
            "Tue, 17 Nov 2026",
            "[[Daily/2026-11-17]]",
            "2026-11-17T08:30:00Z",
        ];
        for form in forms {
            let found = Period::read(form).map(|it| (it.first.to_string(), it.last.to_string()));
            assert_eq!(found, Some(("2026-11-17".to_owned(), "2026-11-17".to_owned())), "{form}");
        }
        let longer = [
            ("2026-W47", "2026-11-16", "2026-11-22"),
            ("2026-11", "2026-11-01", "2026-11-30"),
            ("November 2026", "2026-11-01", "2026-11-30"),
        ];
        for (form, first, last) in longer {
            let found = Period::read(form).map(|it| (it.first.to_string(), it.last.to_string()));
            assert_eq!(found, Some((first.to_owned(), last.to_owned())), "{form}");
        }
        for form in ["2026-02-30", "12", "1992", "12.5", "99999999", "may", "3-4-5", "10:30"] {
            assert_eq!(Period::read(form), None, "{form}");
        }
    }

    #[test]
    fn numbers_are_read_with_units_and_separators() {
        let read = [
            ("7", 7.0),
            ("-3", -3.0),
            ("7.5", 7.5),
            ("7,5", 7.5),
            ("1,234", 1234.0),
            ("1.234,50 €", 1234.5),
            ("$12", 12.0),
            ("84,000", 84000.0),
            ("€ 3.20", 3.2),
            ("7/10", 7.0),
            ("30 min", 30.0),
            ("★★★☆☆", 3.0),
            ("★★★½", 3.5),
            ("⭐⭐⭐⭐", 4.0),
            ("12 km", 12.0),
            ("1'250", 1250.0),
            ("85%", 85.0),
            ("8h", 8.0),
            ("6:30", 6.5),
            ("1:02:30", 62.5),
            ("1h 27m", 87.0),
            ("1 h 27 min", 87.0),
            ("2h5", 125.0),
            ("1 Std. 5 Min.", 65.0),
            ("1:27 h", 87.0),
        ];
        for (text, number) in read {
            assert_eq!(Value::new(text).number, Some(number), "{text}");
        }
        for text in [
            "",
            "seven",
            "2026-11-17",
            "3 eggs",
            "v1.2.3-a",
            "tt0083658",
            "25:99h",
            "1 - 2",
            "★★½½",
            "★ new",
        ] {
            assert_eq!(Value::new(text).number, None, "{text}");
        }
    }

    #[test]
    fn a_link_is_shown_by_its_name() {
        let value = Value::new("[[People/Hannah Vogt|Hannah]]");
        assert_eq!(
            (value.text.as_str(), value.link.as_deref()),
            ("Hannah", Some("People/Hannah Vogt"))
        );
        let value = Value::new("[[People/Hannah Vogt]]");
        assert_eq!(value.text, "Hannah Vogt");
        assert_eq!(Value::new("[[a]] and [[b]]").link, None);
    }
}
