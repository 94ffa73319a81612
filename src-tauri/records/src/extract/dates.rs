//! The day that a note is about.

use notes::{NotePath, ParsedNote};

use super::DateFormats;
use crate::{DateSource, OwnDate, Period};

/// Properties with the note's subject date rank before the note's name, the day of creation after it.
const SUBJECT: [&str; 3] = ["date", "day", "datum"];
const CREATION: [&str; 2] = ["created", "erstellt"];

/// The day, week, month or year that a note is about.
pub fn own_date(path: &NotePath, parsed: &ParsedNote, formats: &DateFormats) -> Option<OwnDate> {
    let known = |period: Option<Period>, source| {
        period.map(|Period { first, last }| OwnDate { first, last, source })
    };
    known(property(parsed, &SUBJECT), DateSource::Property)
        .or_else(|| known(formats.period(path), DateSource::Periodic))
        .or_else(|| known(in_name(path.stem()), DateSource::Name))
        .or_else(|| known(property(parsed, &CREATION), DateSource::Property))
}

fn property(parsed: &ParsedNote, names: &[&str]) -> Option<Period> {
    names.iter().find_map(|name| {
        let mut named = parsed.properties.iter().filter(|it| it.name.eq_ignore_ascii_case(name));
        named.find_map(|it| it.values.iter().find_map(|value| Period::read(value)))
    })
}

/// A date at the beginning or end of a name.
pub(super) fn in_name(name: &str) -> Option<Period> {
    if let Some((period, _)) = date_at_start(name) {
        return Some(period);
    }
    // Ten bytes are the longest date.
    let starts =
        (name.len().saturating_sub(10)..name.len()).filter(|at| name.is_char_boundary(*at));
    let free = |at: &usize| {
        let mut before = name[..*at].chars().rev();
        let last = before.next();
        let joins = last.is_some_and(|it| "-_.".contains(it));
        let is_digit = |it: Option<char>| it.is_some_and(|it| it.is_ascii_digit());
        !(is_digit(last) || (joins && is_digit(before.next())))
    };
    starts.filter(free).find_map(|at| {
        let (period, length) = date_at_start(&name[at..])?;
        (at + length == name.len()).then_some(period)
    })
}

/// The date that begins a text, and its bytes. No digit may follow, nor another part of a date.
fn date_at_start(text: &str) -> Option<(Period, usize)> {
    #[rustfmt::skip]
    const SHAPES: [&str; 15] = [
        "0000-00-00", "0000_00_00", "0000.00.00", "00.00.0000", "0.00.0000", "00.0.0000", "0.0.0000", "00000000", "0000-W00",
        "0000_W00", "0000W00", "0000-w00", "0000w00", "0000-00", "0000_00",
    ];
    let shape = SHAPES.iter().find(|shape| has_shape(text, shape))?;
    let (found, after) = text.split_at(shape.len());
    let mut after = after.chars();
    let next = after.next();
    let more = next.is_some_and(|it| "-_.".contains(it))
        && after.next().is_some_and(|it| it.is_ascii_digit());
    let is_month = shape.len() == 7 && shape.ends_with("00") && !shape.contains(['W', 'w', '.']);
    if next.is_some_and(|it| it.is_ascii_digit()) || (more && is_month) {
        return None;
    }
    let period = match shape.find(['W', 'w']) {
        Some(at) => Period::week(found[..4].parse().ok()?, found[at + 1..].parse().ok()?),
        None if is_month => Period::month(found[..4].parse().ok()?, found[5..].parse().ok()?),
        None => Period::read(found),
    }?;
    (1900..2100).contains(&period.last.year()).then_some((period, shape.len()))
}

/// `0` stands for any digit.
fn has_shape(text: &str, shape: &str) -> bool {
    let fits = |(byte, shape): (u8, u8)| match shape {
        b'0' => byte.is_ascii_digit(),
        other => byte == other,
    };
    text.len() >= shape.len() && text.bytes().zip(shape.bytes()).all(fits)
}
