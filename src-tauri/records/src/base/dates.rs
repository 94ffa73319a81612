//! Dates of properties and files, and how they are written.

use jiff::civil::{Date, DateTime, Time, Weekday};
use language::{Language, MONTHS, say};

use super::length::{self, Length};
use crate::Period;

/// A date, with a time of day or without.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Moment {
    pub(super) at: DateTime,
    pub(super) timed: bool,
}

impl Moment {
    pub(super) fn timed(at: DateTime) -> Self {
        Self { at, timed: true }
    }

    /// Reads `2026-11-17` with or without a time.
    pub(super) fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let bytes = text.as_bytes();
        if !(10..=40).contains(&bytes.len()) || bytes[4] != b'-' || bytes[7] != b'-' {
            return None;
        }
        if bytes.len() == 10 {
            let at = text.parse().ok()?;
            return Some(Self { at, timed: false });
        }
        let (day, time) = text.split_at_checked(10)?;
        let time = time.strip_prefix(['T', ' ', 't'])?;
        // The zone is ignored, as file times are local too.
        let end = time.find(['Z', 'z', '+', '-', '[']).unwrap_or(time.len());
        let at = format!("{day}T{}", time[..end].trim()).parse().ok()?;
        Some(Self { at, timed: true })
    }

    /// Also reads other forms of a day, such as `17.11.2026`.
    pub(super) fn read_any(text: &str) -> Option<Self> {
        Self::read(text).or_else(|| {
            let period = Period::read(text).filter(|it| it.first == it.last)?;
            Some(Self { at: period.first.to_datetime(Time::midnight()), timed: false })
        })
    }

    pub(super) fn written(self) -> String {
        let format = if self.timed { "%Y-%m-%d %H:%M" } else { "%Y-%m-%d" };
        self.at.strftime(format).to_string()
    }

    pub(super) fn field(self, name: &str) -> Option<f64> {
        let at = self.at;
        Some(match name {
            "year" => f64::from(at.year()),
            "month" => f64::from(at.month()),
            "day" => f64::from(at.day()),
            "hour" => f64::from(at.hour()),
            "minute" => f64::from(at.minute()),
            "second" => f64::from(at.second()),
            "millisecond" => f64::from(at.millisecond()),
            _ => return None,
        })
    }

    pub(super) fn without_time(self) -> Self {
        Self { at: self.at.date().to_datetime(Time::midnight()), timed: false }
    }

    /// Milliseconds since 1970.
    pub(super) fn millis(self) -> Option<f64> {
        length::millis_between(jiff::civil::date(1970, 1, 1).at(0, 0, 0, 0), self.at)
    }

    /// `3 days ago`, or `today` for a date without a time.
    pub(super) fn relative(self, now: DateTime) -> Option<String> {
        let now = if self.timed { Self::timed(now) } else { Self::timed(now).without_time() };
        if !self.timed && self.at == now.at {
            return Some(say! { en: "today", de: "heute" });
        }
        let length = Length::between(now.at, self.at)?;
        if length.total().abs() < 45.0 * length::SECOND {
            return Some(say! { en: "just now", de: "gerade eben" });
        }
        let said = dative(length.said());
        Some(if length.total() > 0.0 {
            say! { en: "in {said}", de: "in {said}" }
        } else {
            say! { en: "{said} ago", de: "vor {said}" }
        })
    }

    /// Writes the date by a format of Moment.js.
    pub(super) fn format(self, format: &str) -> String {
        let mut out = String::new();
        let mut rest = format;
        while let Some(char) = rest.chars().next() {
            if let Some((literal, after)) = rest.strip_prefix('[').and_then(|it| it.split_once(']'))
            {
                out.push_str(literal);
                rest = after;
                continue;
            }
            let token = TOKENS.iter().find(|token| rest.starts_with(**token));
            if let Some(token) = token {
                out.push_str(&self.part(token));
                rest = &rest[token.len()..];
            } else {
                out.push(char);
                rest = &rest[char.len_utf8()..];
            }
        }
        out
    }

    fn part(self, token: &str) -> String {
        let at = self.at;
        let week = at.date().iso_week_date();
        let hour = match at.hour() % 12 {
            0 => 12,
            other => other,
        };
        let weekday = usize::try_from(at.weekday().to_monday_zero_offset()).unwrap_or_default();
        let month = usize::try_from(at.month() - 1).unwrap_or_default();
        let quarter = (at.month() + 2) / 3;
        let short = |name: &str, length: usize| name.chars().take(length).collect::<String>();
        match token {
            "YYYY" => format!("{:04}", at.year()),
            "YY" => format!("{:02}", at.year().rem_euclid(100)),
            "GGGG" | "gggg" => format!("{:04}", week.year()),
            "Q" => quarter.to_string(),
            "MMMM" => MONTHS[month].to_string(),
            "MMM" => short(MONTHS[month].text(), 3),
            "MM" => format!("{:02}", at.month()),
            "M" => at.month().to_string(),
            "Mo" => ordinal(at.month()),
            "DDDD" => format!("{:03}", at.day_of_year()),
            "DDD" => at.day_of_year().to_string(),
            "DD" => format!("{:02}", at.day()),
            "Do" => ordinal(at.day()),
            "D" => at.day().to_string(),
            "dddd" => weekdays()[weekday].to_owned(),
            "ddd" => short(weekdays()[weekday], 3),
            "dd" => short(weekdays()[weekday], 2),
            "d" => at.weekday().to_sunday_zero_offset().to_string(),
            "E" => at.weekday().to_monday_one_offset().to_string(),
            "e" => at.weekday().since(Weekday::Monday).to_string(),
            "WW" | "ww" => format!("{:02}", week.week()),
            "W" | "w" => week.week().to_string(),
            "HH" => format!("{:02}", at.hour()),
            "H" => at.hour().to_string(),
            "hh" => format!("{hour:02}"),
            "h" => hour.to_string(),
            "mm" => format!("{:02}", at.minute()),
            "m" => at.minute().to_string(),
            "ss" => format!("{:02}", at.second()),
            "s" => at.second().to_string(),
            "SSS" => format!("{:03}", at.millisecond()),
            "A" => if at.hour() < 12 { "AM" } else { "PM" }.to_owned(),
            "a" => if at.hour() < 12 { "am" } else { "pm" }.to_owned(),
            "X" => format!("{:.0}", self.millis().unwrap_or_default() / 1000.0),
            "x" => format!("{:.0}", self.millis().unwrap_or_default()),
            "LL" => self.format(&say! { en: "MMMM D, YYYY", de: "D. MMMM YYYY" }),
            "LT" => self.format(&say! { en: "h:mm A", de: "HH:mm" }),
            "L" => self.format(&say! { en: "MM/DD/YYYY", de: "DD.MM.YYYY" }),
            other => other.to_owned(),
        }
    }
}

/// Longer tokens first.
const TOKENS: [&str; 39] = [
    "YYYY", "GGGG", "gggg", "MMMM", "DDDD", "dddd", "MMM", "DDD", "ddd", "SSS", "YY", "MM", "Mo",
    "DD", "Do", "dd", "WW", "ww", "HH", "hh", "mm", "ss", "LL", "LT", "Q", "M", "D", "d", "E", "e",
    "W", "w", "H", "h", "m", "s", "A", "a", "L",
];

fn ordinal(number: i8) -> String {
    let suffix = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    say! { en: "{number}{suffix}", de: "{number}." }
}

/// German durations as they follow “in” and “vor”.
fn dative(said: String) -> String {
    let plural = ["Tage", "Monate", "Jahre"].iter().any(|it| said.ends_with(it));
    if plural { said + "n" } else { said }
}

/// “Saturday, 14 March” in the current language.
pub fn spoken_day(day: Date) -> String {
    let weekday = usize::try_from(day.weekday().to_monday_zero_offset()).unwrap_or_default();
    let month = usize::try_from(day.month() - 1).unwrap_or_default();
    let (weekday, month, day) = (weekdays()[weekday], MONTHS[month], day.day());
    say! { en: "{weekday}, {day} {month}", de: "{weekday}, {day}. {month}" }
}

fn weekdays() -> [&'static str; 7] {
    match language::current() {
        Language::English => {
            ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
        }
        Language::German => {
            ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"]
        }
    }
}
