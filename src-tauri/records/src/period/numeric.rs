//! Dates with a day in digits.

use jiff::civil::Date;

use super::{
    calendar::{self, Clock, Pick, Unit, is_year},
    names,
    reader::{Kind, Lead, NamedPeriod, Reader},
};
use crate::Period;

/// The day and month that a date begins with.
struct Day {
    day: i8,
    end: usize,
    /// Whether the number is written as an ordinal.
    is_ordinal: bool,
}

const TO: &str = "to and until till through bis und - – —";

impl<'a> Reader<'a> {
    /// `2026-03-19`, `2026-W12`, `17.11.2026`, `2026-03`.
    pub(super) fn numeric(&self, at: usize, _lead: Lead<'a>) -> Option<NamedPeriod> {
        self.digits(at, 8)?;
        let begin = self.tokens.get(at)?.range.start;
        let rest = self.question.get(begin..)?;
        let length = rest
            .find(|it: char| !it.is_ascii_alphanumeric() && !"-/._:".contains(it))
            .unwrap_or(rest.len());
        let chunk = rest.get(..length)?.trim_end_matches(['.', ':', '-', '/', '_']);
        let is_date = |it: char| it.is_ascii_digit() || "-/._:TWwZ".contains(it);
        let is_point = chunk.len() < 8 && chunk.contains('.');
        if self.is_version(at) || chunk.len() < 7 || !chunk.chars().all(is_date) || is_point {
            return None;
        }
        let period =
            Period::read(chunk).filter(|it| is_year(i64::from(it.first.year())).is_some())?;
        let until = begin + chunk.len();
        let end =
            at + self.tokens.get(at..)?.iter().take_while(|it| it.range.start < until).count();
        Some(NamedPeriod { period, end, kind: Kind::Day, is_exact: true })
    }

    /// `3.3.`, `3.3.2026`, `3. 3. 26`.
    pub(super) fn dotted(&self, at: usize, lead: Lead<'a>) -> Option<NamedPeriod> {
        let day = i8::try_from(self.digits(at, 2)?).ok()?;
        if self.text(at + 1) != "." || !self.is_glued(at + 1) {
            return None;
        }
        let number = |at: usize| self.tokens.get(at)?.text.parse::<i64>().ok();
        let month = i8::try_from(number(at + 2)?).ok()?;
        if self.text(at + 2).len() > 2 || self.text(at + 3) != "." || !self.is_glued(at + 3) {
            return None;
        }
        let year = number(at + 4).and_then(|year| match self.text(at + 4).len() {
            4 => is_year(year),
            2 => i16::try_from(year + 2000).ok(),
            _ => None,
        });
        if let Some(year) = year {
            let period = Period::day(Date::new(year, month, day).ok()?);
            return Some(NamedPeriod { period, end: at + 5, kind: Kind::Day, is_exact: true });
        }
        // A number with two points that ends the question may be a version.
        let end = at + 4;
        if !lead.is_marked() && (self.is_at_end(end) || self.is_glued(end)) || self.is_version(at) {
            return None;
        }
        self.dated(day, month, Pick::Default, end)
    }

    fn is_version(&self, at: usize) -> bool {
        at.checked_sub(1).is_some_and(|it| {
            names::is_any(self.word(it), "version v release kapitel chapter section")
        })
    }

    fn dated(&self, day: i8, month: i8, pick: Pick, end: usize) -> Option<NamedPeriod> {
        let period =
            self.clock.yearly(pick, |year| Some(Period::day(Date::new(year, month, day).ok()?)))?;
        Some(NamedPeriod { period, end, kind: Kind::Day, is_exact: matches!(pick, Pick::Of(_)) })
    }

    /// `7`, `7th`, `7.`
    fn day_number(&self, at: usize) -> Option<Day> {
        let day = i8::try_from(self.digits(at, 2)?).ok().filter(|it| (1..=31).contains(it))?;
        let next = at + 1;
        let is_ordinal = self.is_glued(next) && names::is_any(self.text(next), "st nd rd th .");
        Some(Day { day, end: next + usize::from(is_ordinal), is_ordinal })
    }

    /// “3”, “third of”, “ersten”.
    fn any_day(&self, at: usize) -> Option<Day> {
        if let Some(day) = self.day_number(at) {
            let of = self.skip(day.end, "of");
            return Some(Day {
                end: of.unwrap_or(day.end),
                is_ordinal: day.is_ordinal || of.is_some(),
                ..day
            });
        }
        let day = names::ordinal(self.word(at))?;
        let is_german = self.word(at).ends_with("en") || self.word(at).ends_with("er");
        let end = if is_german { at + 1 } else { self.skip(at + 1, "of")? };
        Some(Day { day, end, is_ordinal: true })
    }

    /// “7 August 2021”, “3rd of March”, “3. März”; of “3 and 9 March” also the first.
    pub(super) fn day_month(&self, at: usize, _lead: Lead<'a>) -> Option<NamedPeriod> {
        let day = self.any_day(at)?;
        let Some(month) = names::month(self.word(day.end)) else {
            let next = self.skip_any(day.end, TO)?;
            let next = self.skip(next, "the dem den zum").unwrap_or(next);
            let other = self.any_day(next)?;
            let month = names::month(self.word(other.end))?;
            let pick = self.pick_of_year(other.end + 1).map_or(Pick::Default, |it| it.0);
            return self.dated(day.day, month, pick, day.end);
        };
        let name = day.end;
        let year = self.pick_of_year(name + 1);
        let is_verb = names::is_any(self.word(name), "may march") && !self.is_capital(name);
        if is_verb && !day.is_ordinal && year.is_none() {
            return None;
        }
        let (pick, end) = year
            .or_else(|| Some((self.shared_year(name + 1)?, name + 1)))
            .unwrap_or((Pick::Default, name + 1));
        self.dated(day.day, month, pick, end)
    }

    /// “on the 13th”, “am 13.”: the latest one, or the coming one in a question about duties.
    pub(super) fn day_of_month(&self, at: usize, lead: Lead<'a>) -> Option<NamedPeriod> {
        let Day { day, end, .. } = self.day_number(at).filter(|it| it.is_ordinal)?;
        let is_named = if self.text(end - 1) == "." {
            // “Am 3. Tag” is another one.
            let goes_on = self.is_at_end(end) || !self.word(end).is_empty();
            lead.is("am vom seit bis") && goes_on && !self.is_capital(end)
        } else {
            lead.has_the && lead.is("on since by until till") && self.is_free(end)
        };
        let Clock { today, ahead, .. } = self.clock;
        let step = if ahead { 1 } else { -1 };
        // Of three months in a row, one has this day.
        let date = (0..=2).find_map(|months| {
            let month = calendar::shift(today.first_of_month(), Unit::Month, step * months)?;
            let date = Date::new(month.year(), month.month(), day).ok()?;
            (if ahead { date >= today } else { date <= today }).then_some(date)
        });
        let period = Period::day(date.filter(|_| is_named)?);
        Some(NamedPeriod { period, end, kind: Kind::Day, is_exact: true })
    }

    /// “August 7th, 2021”, “March 3–9”.
    pub(super) fn month_day(&self, at: usize, lead: Lead<'a>) -> Option<NamedPeriod> {
        let month = names::month(self.word(at))?;
        let day = self.day_number(at + 1)?;
        // “on march 5”; “march 5 miles” is no date.
        let has_name = self.is_capital(at)
            || names::is_plain_month(self.word(at))
            || day.is_ordinal
            || lead.is_marked();
        if !has_name || !self.is_glued(day.end) && self.text(day.end) == "%" {
            return None;
        }
        let day = if self.text(day.end.saturating_sub(1)) == "." {
            Day { end: day.end - 1, ..day }
        } else {
            day
        };
        let last = self.skip_any(day.end, TO).and_then(|next| {
            let number =
                self.tokens.get(next).filter(|it| it.text.len() <= 2)?.text.parse::<i8>().ok()?;
            let end = next
                + 1
                + usize::from(
                    self.is_glued(next + 1) && names::is_any(self.text(next + 1), "st nd rd th"),
                );
            Some((number, end))
                .filter(|it| names::month(self.word(it.1)).is_none() && it.0 > day.day)
        });
        let end = last.map_or(day.end, |it| it.1);
        let year = self.pick_of_year(end);
        let (pick, end) =
            year.or_else(|| Some((self.shared_year(end)?, end))).unwrap_or((Pick::Default, end));
        let first = self.dated(day.day, month, pick, end)?;
        let Some((last, _)) = last else { return Some(first) };
        let last = calendar::days(first.period.first, i64::from(last) - i64::from(day.day))?;
        Some(NamedPeriod { period: Period::days(first.period.first, last)?, ..first })
    }
}
