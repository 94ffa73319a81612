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
    chosen
}
