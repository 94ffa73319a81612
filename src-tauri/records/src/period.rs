//! Finds dates relative to now in a question: “yesterday”, “letzten Dienstag”, “since March”, “上周”.

mod ahead;
mod calendar;
mod chinese;
mod found;
mod names;
mod neighbour;
mod numeric;
mod reader;
mod relative;
mod romance;
mod tokens;
mod yearly;

#[cfg(test)]
mod tests;

use std::cmp::Reverse;

use jiff::civil::Date;

use self::{calendar::Clock, reader::Reader};
pub use self::{
    found::{FoundPeriod, WeekStart},
    neighbour::{Neighbour, before_today, neighbour, same_time},
};
use crate::Period;

/// Finds the periods that an English, German or Chinese question names, and the usual ones of a Spanish, French or
/// Italian one, in order of position. Dates without a year lie in the past unless the question is about duties. Text
/// in quotes, code and links names no period.
pub fn periods(question: &str, today: Date, week: WeekStart) -> Vec<FoundPeriod> {
    let chars = tokens::visible(question);
    let tokens = tokens::split(&chars, question.len());
    let clock = Clock { today, start: week.0, ahead: ahead::is_ahead(&tokens) };
    let mut found = Reader::new(question, &tokens, clock).all();
    found.extend(chinese::all(&chars, question.len(), clock));
    found.sort_by_key(|it| (Reverse(it.range.len()), it.range.start));
    let mut chosen: Vec<FoundPeriod> = Vec::new();
    for next in found {
        let overlaps =
            |it: &FoundPeriod| it.range.start < next.range.end && next.range.start < it.range.end;
        if !chosen.iter().any(overlaps) {
            chosen.push(next);
        }
    }
    chosen.sort_by_key(|it| it.range.start);
    narrow(&mut chosen, question);
    chosen
}

/// Reads “this year before March” as one period: the days of the first that the second, which is open, also has.
fn narrow(found: &mut Vec<FoundPeriod>, question: &str) {
    let mut at = 0;
    while let Some([one, other]) = found.get(at..at + 2) {
        let between = question.get(one.range.end..other.range.start).map(str::trim);
        let is_beside = matches!(between, Some("" | ","));
        let joined = match (is_open(one.period), is_open(other.period)) {
            (false, true) => within(one.period, other.period),
            (true, false) => within(other.period, one.period),
            _ => None,
        };
        if let (true, Some(period)) = (is_beside, joined) {
            let range = one.range.start..other.range.end;
            found.splice(at..at + 2, [FoundPeriod { period, range }]);
        } else {
            at += 1;
        }
    }
}

fn is_open(period: Period) -> bool {
    period.first == Date::MIN || period.last == Date::MAX
}

/// The part of a period before or after an open one, whose year the period gives: in “2024 after May”, May 2024.
fn within(period: Period, open: Period) -> Option<Period> {
    let is_before = open.first == Date::MIN;
    // The first day of the later part: that day is in every year, which the last of February isn't.
    let bound = if is_before { open.last.tomorrow().ok()? } else { open.first };
    let years = i64::from(period.first.year()) - i64::from(bound.year());
    [years, years + 1].into_iter().find_map(|years| {
        let bound = calendar::shift(bound, calendar::Unit::Year, years)?;
        let part = match is_before {
            true => Period::days(period.first, bound.yesterday().ok()?)?,
            false => Period::days(bound, period.last)?,
        };
        period.contains(&part).then_some(part)
    })
}
