//! Durations: `"60d"`, `"1 month"`, and differences of dates.

use jiff::{SpanRound, ToSpan, Unit, civil::DateTime};
use language::say;

pub(super) const SECOND: f64 = 1000.0;
pub(super) const MINUTE: f64 = 60.0 * SECOND;
pub(super) const HOUR: f64 = 60.0 * MINUTE;
pub(super) const DAY: f64 = 24.0 * HOUR;
/// Average of the Gregorian calendar.
const DAYS_IN_MONTH: f64 = 146_097.0 / 4800.0;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Length {
    pub(super) months: f64,
    pub(super) millis: f64,
    /// Months of a difference, counted in the calendar, so that birthdays give whole years.
    calendar_months: Option<f64>,
}

impl Length {
    pub(super) fn millis(millis: f64) -> Self {
        Self { months: 0.0, millis, calendar_months: None }
    }

    /// Reads `7d`, `1 month`, `-2 weeks` or `1d 4h`.
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut rest = text.trim();
        if rest.is_empty() || rest.len() > 60 {
            return None;
        }
        let mut length = Self::millis(0.0);
        while !rest.is_empty() {
            let sign = if rest.starts_with('-') { -1.0 } else { 1.0 };
            rest = rest.trim_start_matches(['-', '+']);
            let end = rest.find(|it: char| !it.is_ascii_digit() && it != '.')?;
            let number = sign * rest[..end].parse::<f64>().ok()?;
            rest = rest[end..].trim_start();
            let end = rest.find(|it: char| !it.is_ascii_alphabetic()).unwrap_or(rest.len());
            match &rest[..end] {
                "y" | "year" | "years" => length.months += 12.0 * number,
                "M" | "month" | "months" => length.months += number,
                "w" | "week" | "weeks" => length.millis += 7.0 * DAY * number,
                "d" | "day" | "days" => length.millis += DAY * number,
                "h" | "hour" | "hours" => length.millis += HOUR * number,
                "m" | "minute" | "minutes" => length.millis += MINUTE * number,
                "s" | "second" | "seconds" => length.millis += SECOND * number,
                "ms" | "millisecond" | "milliseconds" => length.millis += number,
                _ => return None,
            }
            rest = rest[end..].trim_start_matches([' ', ',']);
        }
        Some(length)
    }

    pub(super) fn between(from: DateTime, to: DateTime) -> Option<Self> {
        let span = from.until((Unit::Month, to)).ok()?;
        let whole = span.get_months();
        let rest = span.months(0);
        let begin = from.checked_add(whole.months()).ok()?;
        let next = begin.checked_add(if from <= to { 1.months() } else { (-1).months() }).ok()?;
        let part = millis_between(begin, next)?.abs();
        let rest_millis = rest.total((Unit::Millisecond, begin)).ok()?;
        let calendar_months = Some(f64::from(whole) + rest_millis / part);
        Some(Self { months: 0.0, millis: millis_between(from, to)?, calendar_months })
    }

    pub(super) fn total(self) -> f64 {
        self.millis + self.months * DAYS_IN_MONTH * DAY
    }

    fn total_months(self) -> f64 {
        let average = || self.months + self.millis / DAY / DAYS_IN_MONTH;
        self.calendar_months.unwrap_or_else(average)
    }

    pub(super) fn field(self, name: &str) -> Option<f64> {
        Some(match name {
            "years" => self.total_months() / 12.0,
            "months" => self.total_months(),
            "weeks" => self.total() / DAY / 7.0,
            "days" => self.total() / DAY,
            "hours" => self.total() / HOUR,
            "minutes" => self.total() / MINUTE,
            "seconds" => self.total() / SECOND,
            "milliseconds" => self.total(),
            _ => return None,
        })
    }

    pub(super) fn plus(self, other: Self) -> Self {
        Self {
            months: self.months + other.months,
            millis: self.millis + other.millis,
            calendar_months: None,
        }
    }

    pub(super) fn times(self, factor: f64) -> Self {
        Self { months: self.months * factor, millis: self.millis * factor, calendar_months: None }
    }

    pub(super) fn after(self, date: DateTime) -> Option<DateTime> {
        // A part of a month has no fixed day.
        let whole = self.months.trunc();
        let millis = self.millis + (self.months - whole) * DAYS_IN_MONTH * DAY;
        let month_count = whole.abs() < 240_000.0;
        let milli_count = millis.abs() < 1e15;
        if !month_count || !milli_count {
            return None;
        }
        let (months, millis) = (whole as i64, millis.round() as i64);
        date.checked_add(months.months()).ok()?.checked_add(millis.milliseconds()).ok()
    }

    pub(super) fn has_time(self) -> bool {
        self.millis % DAY != 0.0 || self.months.fract() != 0.0
    }

    /// `3 days`, in the largest fitting unit.
    pub(super) fn said(self) -> String {
        let total = self.total().abs();
        let (years, months) = (self.total_months().abs() / 12.0, self.total_months().abs());
        let count = |number: f64| number.round();
        if total < 45.0 * SECOND {
            let number = count(total / SECOND);
            say! { en: "{number} s", de: "{number} s" }
        } else if total < 45.0 * MINUTE {
            match count(total / MINUTE).max(1.0) {
                1.0 => say! { en: "1 minute", de: "1 Minute" },
                number => say! { en: "{number} minutes", de: "{number} Minuten" },
            }
        } else if total < 22.0 * HOUR {
            match count(total / HOUR).max(1.0) {
                1.0 => say! { en: "1 hour", de: "1 Stunde" },
                number => say! { en: "{number} hours", de: "{number} Stunden" },
            }
        } else if total < 26.0 * DAY {
            match count(total / DAY).max(1.0) {
                1.0 => say! { en: "1 day", de: "1 Tag" },
                number => say! { en: "{number} days", de: "{number} Tage" },
            }
        } else if total < 320.0 * DAY {
            match count(months).max(1.0) {
                1.0 => say! { en: "1 month", de: "1 Monat" },
                number => say! { en: "{number} months", de: "{number} Monate" },
            }
        } else {
            match count(years).max(1.0) {
                1.0 => say! { en: "1 year", de: "1 Jahr" },
                number => say! { en: "{number} years", de: "{number} Jahre" },
            }
        }
    }
}

pub(super) fn millis_between(from: DateTime, to: DateTime) -> Option<f64> {
    let span = from.until((Unit::Day, to)).ok()?;
    let rounded = span.round(SpanRound::new().largest(Unit::Day).days_are_24_hours()).ok()?;
    rounded.total((Unit::Millisecond, jiff::SpanRelativeTo::days_are_24_hours())).ok()
}
