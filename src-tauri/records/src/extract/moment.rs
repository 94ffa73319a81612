//! Reads names by a moment.js format, as Obsidian writes periodic notes.

use jiff::{
    ToSpan,
    civil::{Date, Weekday},
};

use crate::{
    Period, fold,
    value::{month_named, weekday_named},
};

/// Maximum parts of a format. Each may match at two lengths, so a name could take exponential time.
const MAX_PARTS: usize = 24;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    Literal(String),
    Token(Token),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token {
    Year,
    ShortYear,
    /// Minimum and maximum digits.
    Month(usize, usize),
    MonthName,
    Day(usize, usize),
    /// `17th`, `17.`
    OrdinalDay,
    WeekdayName,
    /// From 1 for Monday.
    WeekdayNumber,
    /// From 0 for Sunday.
    WeekdayFromSunday,
    DayOfYear(usize, usize),
    WeekYear,
    Week(usize, usize),
    Quarter,
    /// Hours, minutes and seconds don't change the day.
    Time(usize, usize),
    HalfDay,
}

/// The format's tokens, longest first, because a token may begin another.
const TOKENS: [(&str, Token); 35] = [
    ("YYYY", Token::Year),
    ("GGGG", Token::WeekYear),
    ("gggg", Token::WeekYear),
    ("MMMM", Token::MonthName),
    ("dddd", Token::WeekdayName),
    ("DDDD", Token::DayOfYear(3, 3)),
    ("MMM", Token::MonthName),
    ("ddd", Token::WeekdayName),
    ("DDD", Token::DayOfYear(1, 3)),
    ("YY", Token::ShortYear),
    ("MM", Token::Month(2, 2)),
    ("DD", Token::Day(2, 2)),
    ("Do", Token::OrdinalDay),
    ("dd", Token::WeekdayName),
    ("WW", Token::Week(2, 2)),
    ("ww", Token::Week(2, 2)),
    ("HH", Token::Time(2, 2)),
    ("hh", Token::Time(2, 2)),
    ("kk", Token::Time(2, 2)),
    ("mm", Token::Time(2, 2)),
    ("ss", Token::Time(2, 2)),
    ("Y", Token::Year),
    ("M", Token::Month(1, 2)),
    ("D", Token::Day(1, 2)),
    ("W", Token::Week(1, 2)),
    ("w", Token::Week(1, 2)),
    ("Q", Token::Quarter),
    ("E", Token::WeekdayNumber),
    ("d", Token::WeekdayFromSunday),
    ("H", Token::Time(1, 2)),
    ("h", Token::Time(1, 2)),
    ("m", Token::Time(1, 2)),
    ("s", Token::Time(1, 2)),
    ("A", Token::HalfDay),
    ("a", Token::HalfDay),
];

/// `None` if the format has a token that isn't known here.
pub(super) fn parts(format: &str) -> Option<Vec<Part>> {
    let mut parts: Vec<Part> = Vec::new();
    let literal = |parts: &mut Vec<Part>, text: &str| match parts.last_mut() {
        Some(Part::Literal(known)) => known.push_str(text),
        _ => parts.push(Part::Literal(text.to_owned())),
    };
    let mut rest = format;
    while let Some(first) = rest.chars().next() {
        if let Some((text, after)) = rest.strip_prefix('[').and_then(|it| it.split_once(']')) {
            literal(&mut parts, text);
            rest = after;
        } else if let Some(escaped) = rest.strip_prefix('\\').and_then(|it| it.chars().next()) {
            literal(&mut parts, escaped.encode_utf8(&mut [0; 4]));
            rest = &rest[1 + escaped.len_utf8()..];
        } else if let Some((name, token)) = TOKENS.iter().find(|(it, _)| rest.starts_with(it)) {
            parts.push(Part::Token(*token));
            rest = &rest[name.len()..];
        } else if first.is_ascii_alphabetic() {
            return None;
        } else {
            literal(&mut parts, first.encode_utf8(&mut [0; 4]));
            rest = &rest[first.len_utf8()..];
        }
    }
    (parts.len() <= MAX_PARTS).then_some(parts)
}

#[derive(Debug, Clone, Copy, Default)]
struct FoundDate {
    year: Option<i16>,
    month: Option<i8>,
    day: Option<i8>,
    day_of_year: Option<i16>,
    week_year: Option<i16>,
    week: Option<i8>,
    weekday: Option<Weekday>,
    quarter: Option<i8>,
}

/// The period whose name by the format is exactly `name`.
pub(super) fn read(parts: &[Part], name: &str) -> Option<Period> {
    matched(parts, name, FoundDate::default())
}

fn matched(parts: &[Part], name: &str, found: FoundDate) -> Option<Period> {
    let Some((part, rest)) = parts.split_first() else {
        return if name.is_empty() { found.period() } else { None };
    };
    match part {
        Part::Literal(literal) => {
            let start = name.get(..literal.len())?;
            let same = start == literal || fold(start) == fold(literal);
            same.then(|| matched(rest, &name[literal.len()..], found)).flatten()
        }
        // Takes as many digits as possible, and fewer if the rest doesn't match.
        Part::Token(token) => token.lengths(name).into_iter().find_map(|length| {
            let found = found.with(*token, name.get(..length)?)?;
            matched(rest, &name[length..], found)
        }),
    }
}

impl Token {
    /// Possible lengths of the token's text, longest first.
    fn lengths(self, name: &str) -> Vec<usize> {
        let digits = name.bytes().take_while(u8::is_ascii_digit).count();
        let number = |least: usize, most: usize| (least..=most.min(digits)).rev().collect();
        match self {
            Self::Year | Self::WeekYear => number(4, 4),
            Self::ShortYear => number(2, 2),
            Self::Month(least, most)
            | Self::Day(least, most)
            | Self::DayOfYear(least, most)
            | Self::Week(least, most)
            | Self::Time(least, most) => number(least, most),
            Self::Quarter | Self::WeekdayNumber | Self::WeekdayFromSunday => number(1, 1),
            Self::OrdinalDay => {
                let Some(rest) = name.get(digits..).filter(|_| (1..=2).contains(&digits)) else {
                    return Vec::new();
                };
                let endings = ["st", "nd", "rd", "th", "."].into_iter();
                let ending = endings.filter(|ending| {
                    rest.get(..ending.len()).is_some_and(|it| it.eq_ignore_ascii_case(ending))
                });
                ending.map(|ending| digits + ending.len()).chain([digits]).collect()
            }
            Self::MonthName | Self::WeekdayName => {
                let letters = name.find(|it: char| !it.is_alphabetic()).unwrap_or(name.len());
                let dot = usize::from(name[letters..].starts_with('.'));
                if letters == 0 { Vec::new() } else { vec![letters + dot, letters] }
            }
            Self::HalfDay => vec![2],
        }
    }
}

impl FoundDate {
    fn with(mut self, token: Token, text: &str) -> Option<Self> {
        match token {
            Token::Year => self.year = Some(plausible(text)?),
            Token::WeekYear => self.week_year = Some(plausible(text)?),
            // As moment.js does.
            Token::ShortYear => {
                let year: i16 = text.parse().ok()?;
                self.year = Some(if year > 68 { 1900 + year } else { 2000 + year });
            }
            Token::Month(..) => self.month = Some(text.parse().ok()?),
            Token::MonthName => self.month = Some(month_named(&name_key(text))?),
            Token::Day(..) => self.day = Some(text.parse().ok()?),
            Token::OrdinalDay => {
                let digits = text.trim_end_matches(|it: char| !it.is_ascii_digit());
                self.day = Some(digits.parse().ok()?);
            }
            Token::DayOfYear(..) => self.day_of_year = Some(text.parse().ok()?),
            Token::WeekdayName => self.weekday = Some(weekday_named_or_short(&name_key(text))?),
            Token::WeekdayNumber => {
                self.weekday = Some(Weekday::from_monday_one_offset(text.parse().ok()?).ok()?);
            }
            Token::WeekdayFromSunday => {
                self.weekday = Some(Weekday::from_sunday_zero_offset(text.parse().ok()?).ok()?);
            }
            Token::Week(..) => self.week = Some(text.parse().ok()?),
            Token::Quarter => self.quarter = Some(text.parse().ok()?),
            Token::Time(..) => {}
            Token::HalfDay => {
                let is_half = text.eq_ignore_ascii_case("am") || text.eq_ignore_ascii_case("pm");
                is_half.then_some(())?;
            }
        }
        Some(self)
    }

    fn period(self) -> Option<Period> {
        if let Some(week) = self.week
            && self.day.is_none()
        {
            // Weeks of a locale (`gggg`, `ww`) are read as ISO weeks: the format doesn't name the locale.
            let whole = Period::week(self.week_year.or(self.year)?, week)?;
            let Some(weekday) = self.weekday else { return Some(whole) };
            let after_monday = weekday.to_monday_zero_offset();
            return Some(Period::day(whole.first.checked_add(after_monday.days()).ok()?));
        }
        let year = self.year.or(self.week_year)?;
        if let Some(number) = self.day_of_year {
            let day = Date::new(year, 1, 1).ok()?.checked_add((number - 1).days()).ok()?;
            return (day.year() == year).then(|| Period::day(day));
        }
        if let Some(day) = self.day {
            return Some(Period::day(Date::new(year, self.month?, day).ok()?));
        }
        if let Some(month) = self.month {
            return Period::month(year, month);
        }
        match self.quarter {
            Some(quarter) if (1..=4).contains(&quarter) => {
                let first = Period::month(year, quarter * 3 - 2)?.first;
                Period::days(first, Period::month(year, quarter * 3)?.last)
            }
            Some(_) => None,
            None => Period::year(year),
        }
    }
}

fn plausible(year: &str) -> Option<i16> {
    year.parse().ok().filter(|year| (1900..2100).contains(year))
}

fn name_key(text: &str) -> String {
    fold(text.trim_end_matches('.'))
}

/// Also the two letters of `dd`.
fn weekday_named_or_short(name: &str) -> Option<Weekday> {
    weekday_named(name).or_else(|| {
        Some(match name {
            "mo" => Weekday::Monday,
            "tu" | "di" => Weekday::Tuesday,
            "we" | "mi" => Weekday::Wednesday,
            "th" | "do" => Weekday::Thursday,
            "fr" => Weekday::Friday,
            "sa" => Weekday::Saturday,
            "su" | "so" => Weekday::Sunday,
            _ => return None,
        })
    })
}
