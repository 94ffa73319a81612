//! Days in a Dataview query: `date(today)` and `date(2026-03-01)`, with a `dur()` added or subtracted.

use jiff::{Span, civil::Date};

use super::lexer::{Cursor, Token};
use crate::Period;

/// The beginning of a day, or its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Moment {
    pub(super) day: Date,
    pub(super) is_end: bool,
}

/// Reads `date(…)` from its argument on. `start` is the byte of its name.
pub(super) fn read(cursor: &mut Cursor<'_>, start: usize, today: Date) -> Result<Moment, String> {
    let inside = within(cursor)?;
    let Moment { day, is_end } = moment(&inside, today).ok_or_else(|| cursor.since(start))?;
    let sign = if cursor.takes_sign("-") {
        -1
    } else if cursor.takes_sign("+") {
        1
    } else {
        return Ok(Moment { day, is_end });
    };
    let length_start = cursor.start();
    if !cursor.takes_call("dur") {
        return Err(cursor.unexpected());
    }
    let length = within(cursor)?;
    let span = span(&length, sign).ok_or_else(|| cursor.since(length_start))?;
    let day = day.checked_add(span).map_err(|_| cursor.since(start))?;
    Ok(Moment { day, is_end })
}

/// The text up to the closing bracket, which is taken too.
fn within(cursor: &mut Cursor<'_>) -> Result<String, String> {
    let start = cursor.start();
    while !matches!(cursor.peek(), None | Some(Token::Sign(_))) {
        cursor.take();
    }
    let inside = cursor.since(start);
    if !cursor.takes_sign(")") {
        return Err(cursor.unexpected());
    }
    Ok(inside.trim_matches('"').to_owned())
}

fn moment(written: &str, today: Date) -> Option<Moment> {
    let monday = || {
        let days = i64::from(today.weekday().to_monday_zero_offset());
        today.checked_sub(Span::new().try_days(days).ok()?).ok()
    };
    let (day, is_end) = match written.to_ascii_lowercase().as_str() {
        "today" => (today, false),
        "tomorrow" => (today.tomorrow().ok()?, false),
        "yesterday" => (today.yesterday().ok()?, false),
        "sow" => (monday()?, false),
        "eow" => (monday()?.checked_add(Span::new().try_days(6).ok()?).ok()?, true),
        "som" => (today.first_of_month(), false),
        "eom" => (today.last_of_month(), true),
        "soy" => (today.first_of_year(), false),
        "eoy" => (today.last_of_year(), true),
        // A time of day would be lost.
        written if written.contains('-') && !written.contains(['t', ':']) => {
            (Period::read(written)?.first, false)
        }
        _ => return None,
    };
    Some(Moment { day, is_end })
}

/// `7 days` or `7d`, with a sign.
fn span(length: &str, sign: i64) -> Option<Span> {
    let digits = length.find(|it: char| !it.is_ascii_digit())?;
    let count = length[..digits].parse::<i64>().ok()?.checked_mul(sign)?;
    let span = match length[digits..].trim().to_ascii_lowercase().as_str() {
        "d" | "day" | "days" => Span::new().try_days(count),
        "w" | "wk" | "wks" | "week" | "weeks" => Span::new().try_weeks(count),
        "mo" | "month" | "months" => Span::new().try_months(count),
        "y" | "yr" | "yrs" | "year" | "years" => Span::new().try_years(count),
        _ => return None,
    };
    span.ok()
}
