//! Days, weeks and longer periods named by their distance from today.

use jiff::civil::{Date, Weekday};

use super::{
    calendar::{self, Pick, Unit},
    names::{self, is_any},
    reader::{Kind, Lead, NamedPeriod, Reader, WITHIN},
};
use crate::Period;

impl<'a> Reader<'a> {
    /// “on Monday”, “Monday's”, “Monday morning”, “Monday of last week”.
    pub(super) fn weekday(&self, at: usize, lead: Lead<'a>) -> Option<NamedPeriod> {
        let name = self.word(at);
        let weekday = names::weekday(name)?;
        if let Some(pick) = self.but_one(at + 1) {
            return self.day(self.clock.weekday(weekday, pick)?, at + 3);
        }
        let is_short = name.len() <= 5;
        if is_short && (!self.is_capital(at) || !lead.is_marked()) {
            return None;
        }
        let comma = self.skip_any(at + 1, ",").unwrap_or(at + 1);
        let date = self.skip(comma, "the den dem der").unwrap_or(comma);
        for read in [Self::numeric, Self::dotted, Self::day_month, Self::month_day] {
            if let Some(date) = read(self, date, Lead::SURE) {
                return Some(date);
            }
        }
        // “Friday the 13th”
        let word = if self.word(comma) == "the" { "on" } else { "am" };
        let numbered = self.day_of_month(date, Lead { word, has_the: true });
        let is_it = |it: &NamedPeriod| it.period.first.weekday() == weekday;
        if let Some(date) = numbered.filter(|it| date > comma && is_it(it)) {
            return Some(date);
        }
        let next = self.part_of_day(at + 1).unwrap_or(at + 1);
        let week = self.skip(next, "of in vor").unwrap_or(next);
        let week = self.skip(week, "the der").unwrap_or(week);
        let week = if self.text(next) == "vor" { next } else { week };
        if let Some(week) = self.week_after(week) {
            let day = self.clock.weekday_in(week.period, weekday)?;
            return self.day(day, week.end);
        }
        let is_each = at.checked_sub(1).is_some_and(|it| {
            is_any(self.word(it), "every each any a which jeden jeder ein einen")
        });
        let is_marked = if lead.is_marked() {
            !lead.is("in im at zu an") && (!lead.is("of for") || self.is_free(next))
        } else {
            let is_genitive = self.text(at).ends_with("'s");
            is_genitive
                || self.is_coordinated(at)
                || next > at + 1
                || name.len() > 10
                || self.is_at_end(next)
        };
        if !is_marked || is_each {
            return None;
        }
        let day = self.clock.weekday(weekday, Pick::Default)?;
        Some(NamedPeriod {
            period: Period::day(day),
            end: next,
            kind: Kind::Weekday,
            is_exact: false,
        })
    }

    /// A calendar week: “last week”, “two weeks ago”, “vor zwei Wochen”.
    fn week_after(&self, at: usize) -> Option<NamedPeriod> {
        if self.word(at) == "vor" {
            let (count, next) = self.count(at + 1)?;
            let is_week = names::unit(self.word(next)) == Some(Unit::Week);
            let period =
                self.clock.relative(Unit::Week, count.checked_neg()?).filter(|_| is_week)?;
            return Some(NamedPeriod { period, end: next + 1, kind: Kind::Week, is_exact: true });
        }
        let week = self.picked(at, Lead::default()).or_else(|| self.ago(at, Lead::default()))?;
        Some(week).filter(|it| it.kind == Kind::Week)
    }

    fn day(&self, day: Date, end: usize) -> Option<NamedPeriod> {
        Some(NamedPeriod { period: Period::day(day), end, kind: Kind::Day, is_exact: true })
    }

    /// “before last”, “after next” behind a week or weekday.
    fn but_one(&self, at: usize) -> Option<Pick> {
        let is_free =
            self.word(at + 2).is_empty() || names::single_unit(self.word(at + 2)).is_none();
        match (self.word(at), self.word(at + 1)) {
            ("before", "last") if is_free && self.feast_name(at + 2).is_none() => {
                Some(Pick::BeforeLast)
            }
            ("after", "next") if is_free && self.feast_name(at + 2).is_none() => {
                Some(Pick::AfterNext)
            }
            _ => None,
        }
    }

    /// “today”, “gestern Abend”, “the day before yesterday”.
    pub(super) fn spoken(&self, at: usize, lead: Lead<'a>) -> Option<NamedPeriod> {
        let today = self.clock.today;
        if let Some(end) = self.phrase(at, "day before yesterday") {
            return self.day(calendar::days(today, -2)?, end);
        }
        if let Some(end) = self.phrase(at, "day after tomorrow") {
            return self.day(calendar::days(today, 2)?, end);
        }
        if let Some(end) = self.phrase(at, "other day").filter(|_| lead.has_the) {
            let period = self.clock.past(Unit::Week, 2)?;
            return Some(NamedPeriod { period, end, kind: Kind::Other, is_exact: true });
        }
        let word = self.word(at);
        let is_most = at.checked_sub(1).is_some_and(|it| is_any(self.word(it), "most more how"));
        if is_any(word, "lately neulich letztens kurzlich kuerzlich")
            || word == "recently" && !is_most
        {
            let period = self.clock.past(Unit::Month, 1)?;
            return Some(NamedPeriod { period, end: at + 1, kind: Kind::Other, is_exact: true });
        }
        if is_any(word, "jahresbeginn jahresanfang") && lead.is_marked() || word == "heuer" {
            let period = self.clock.relative(Unit::Year, 0)?;
            return Some(NamedPeriod { period, end: at + 1, kind: Kind::Other, is_exact: true });
        }
        if let Some(end) = self.phrase(at, "night before last") {
            let period = Period::days(calendar::days(today, -2)?, calendar::days(today, -1)?)?;
            return Some(NamedPeriod { period, end, kind: Kind::Day, is_exact: true });
        }
        if word == "heute"
            && self.word(at + 1) == "vor"
            && let Some((unit, count, end)) = self.amount(at + 2)
        {
            return self.day(calendar::shift(today, unit, count.checked_neg()?)?, end);
        }
        let distance = names::day(word).filter(|_| !lead.is("on in at"))?;
        if word == "morgen" && self.is_morning(at, lead) {
            return None;
        }
        let day = calendar::days(today, distance)?;
        let Some(end) = self.part_of_day(at + 1) else { return self.day(day, at + 1) };
        let is_night = is_any(self.word(end - 1), "night nacht");
        let is_past = is_night && (distance == -1 || distance == 0 && !self.clock.ahead);
        let (first, last) = match distance {
            // Notes of today tell of the night before.
            -1 if is_past => (day, today),
            0 if is_past => (calendar::days(today, -1)?, today),
            _ => (day, day),
        };
        Some(NamedPeriod {
            period: Period::days(first, last)?,
            end,
            kind: Kind::Day,
            is_exact: true,
        })
    }

    /// Whether “Morgen” is the noun.
    fn is_morning(&self, at: usize, lead: Lead<'a>) -> bool {
        let Some(before) = at.checked_sub(1) else { return false };
        let is_noun = is_any(
            self.word(before),
            "am guten jeden der den dem des einen eines diesen dieser diesem vom zum",
        );
        let is_part =
            names::day(self.word(before)).is_some() || names::weekday(self.word(before)).is_some();
        let is_german_start =
            self.text(before) == "." || self.text(before) == "?" || self.text(before) == "!";
        lead.is("am") || is_noun || is_part || self.is_capital(at) && !is_german_start
    }

    /// “last week”, “letzten Montag”, “next three months”, “this morning”.
    pub(super) fn picked(&self, at: usize, lead: Lead<'a>) -> Option<NamedPeriod> {
        let pick = names::pick(self.word(at))?;
        let other = |period: Period, end: usize, kind: Kind| {
            Some(NamedPeriod { period, end, kind, is_exact: true })
        };
        let next = at + 1;
        let word = self.word(next);
        if let Some(end) =
            self.skip(next, "half halben halbe halbes").filter(|_| pick == Pick::Last)
        {
            let is_year = names::single_unit(self.word(end)) == Some(Unit::Year);
            let period = self.clock.past(Unit::Month, 6).filter(|_| is_year)?;
            return other(period, end + 1, Kind::Other);
        }
        // “this and next week”
        if self.skip(next, "and und or oder").is_some()
            && names::pick(self.word(next + 1)).is_some()
        {
            let unit = names::single_unit(self.word(next + 2)).filter(|it| *it != Unit::Day)?;
            return other(self.clock.relative(unit, pick.distance()?)?, next, Kind::Other);
        }
        let fortnight = || Some((Unit::Week, 2, self.skip(next, "fortnight")?));
        if let Some((unit, count, end)) = self.amount(next).or_else(fortnight) {
            let period = match pick {
                Pick::Last => self.clock.past(unit, count)?,
                Pick::Next => self.clock.coming(unit, count)?,
                _ => return None,
            };
            return other(period, end, Kind::Other);
        }
        let end = next + 1;
        let is_but_one = self.phrase(end, "but one").is_some() && pick == Pick::Last;
        let (pick, end) = if is_but_one { (Pick::BeforeLast, end + 2) } else { (pick, end) };
        if let Some(weekday) = names::weekday(word) {
            if word.len() <= 5 && !self.is_capital(next) {
                return None;
            }
            let end = self.part_of_day(end).unwrap_or(end);
            // `edge` reads “the last Monday of February”.
            let is_edge =
                self.skip(end, "of in im").is_some_and(|it| names::month(self.word(it)).is_some());
            return self.day(self.clock.weekday(weekday, pick).filter(|_| !is_edge)?, end);
        }
        if pick == Pick::Last && word == "zeit" {
            return other(self.clock.past(Unit::Month, 1)?, end, Kind::Other);
        }
        if pick == Pick::This && is_any(word, "time day") {
            let unit =
                names::single_unit(self.word(end + 1)).filter(|_| self.word(end) == "last")?;
            let day = calendar::shift(self.clock.today, unit, -1)?;
            return match word {
                "day" => self.day(day, end + 2),
                _ => other(self.around_then(unit)?, end + 2, Kind::Other),
            };
        }
        let today = self.clock.today;
        if is_any(word, "night nacht evening")
            || is_any(word, names::PARTS_OF_DAY) && pick == Pick::This
        {
            let is_night = is_any(word, "night nacht");
            let distance = pick.distance().filter(|it| *it <= 0)?;
            return match distance {
                0 => self.day(today, end),
                _ => {
                    let first = calendar::days(today, distance)?;
                    let last = if is_night { calendar::days(first, 1)? } else { first };
                    other(Period::days(first, last)?, end, Kind::Day)
                }
            };
        }
        let Some(unit) = names::single_unit(word).filter(|it| *it != Unit::Day) else {
            return self.picked_name(next, pick);
        };
        let is_rolling = self.word(at) == "past" || lead.has_the && self.word(at) == "last";
        if is_rolling && !is_but_one && unit != Unit::Weekend {
            // Of “the last week of March” another reading is right.
            return other(self.clock.past(unit, 1)?, end, Kind::Other)
                .filter(|_| self.word(end) != "of");
        }
        if let (Pick::Last, Some(end)) = (pick, self.phrase(end, "um diese zeit")) {
            return other(self.around_then(unit)?, end, Kind::Other);
        }
        if pick == Pick::Next && lead.is(WITHIN) {
            return other(self.clock.coming(unit, 1)?, end, Kind::Other);
        }
        let distance = pick.distance()?;
        if unit == Unit::Year
            && let Some(named) = self.within_year(end, pick)
        {
            return Some(named);
        }
        let kind = if unit == Unit::Week { Kind::Week } else { Kind::Other };
        let period = self.clock.relative(unit, distance)?;
        Some(self.then_weekday(NamedPeriod { period, end, kind, is_exact: true }))
    }

    /// The days around today, one `unit` ago: “this time last year”.
    fn around_then(&self, unit: Unit) -> Option<Period> {
        let then = calendar::shift(self.clock.today, unit, -1)?;
        let around = if unit == Unit::Week { 0 } else { 3 };
        Period::days(calendar::days(then, -around)?, calendar::days(then, around)?)
    }

    /// “two weeks ago”; “the week before last”; “at the weekend”.
    pub(super) fn ago(&self, at: usize, lead: Lead<'a>) -> Option<NamedPeriod> {
        if let Some(unit) = names::single_unit(self.word(at)) {
            if let Some(pick) = self.but_one(at + 1) {
                let kind = if unit == Unit::Week { Kind::Week } else { Kind::Other };
                let period = self.clock.relative(unit, pick.distance()?)?;
                return Some(NamedPeriod { period, end: at + 3, kind, is_exact: true });
            }
            // “How was my weekend?”, “Tell me about the weekend”
            let is_own = at.checked_sub(1).is_some_and(|it| {
                is_any(self.word(it), "my our mein meinem unser unserem the das")
            });
            // “The weekend after Lyon” is another one.
            let is_beside = is_any(self.word(at + 1), "before after vor nach");
            let is_weekend = unit == Unit::Weekend
                && !is_beside
                && (lead.is("on at over am ubers uber since seit by bis")
                    || is_own && lead.word.is_empty() && self.is_free(at + 1));
            let now = self.clock.relative(Unit::Weekend, 0).filter(|_| is_weekend)?;
            let has_begun = now.first <= self.clock.today || self.clock.ahead || lead.is("by bis");
            let period = if has_begun { now } else { self.clock.relative(Unit::Weekend, -1)? };
            return Some(NamedPeriod { period, end: at + 1, kind: Kind::Other, is_exact: true });
        }
        let is_vague = at.checked_sub(1).is_some_and(|it| is_any(self.word(it), "than over half"));
        if let Some((day, next)) = self.counted_weekday(at).filter(|_| !is_vague) {
            return self.day(day, self.skip(next, "ago")?);
        }
        let (unit, count, next) = self.amount(at).filter(|_| !is_vague)?;
        let end = self.skip(next, "ago")?;
        if let Some(end) = self.skip(end, "today") {
            return self.day(calendar::shift(self.clock.today, unit, count.checked_neg()?)?, end);
        }
        let kind = if unit == Unit::Week { Kind::Week } else { Kind::Other };
        let period = self.clock.relative(unit, count.checked_neg()?)?;
        Some(self.then_weekday(NamedPeriod { period, end, kind, is_exact: true }))
    }

    /// “the week before 3 March”, “two days after Christmas”, “week of 3 March”.
    pub(super) fn beside(&self, at: usize, _lead: Lead<'a>) -> Option<NamedPeriod> {
        // “This year before March” isn't the year before March.
        const PICKS: &str = "this last next current dieses diesem diese dieser letztes letzten letzte nachstes nachsten nachste";
        if at.checked_sub(1).is_some_and(|before| names::is_any(self.word(before), PICKS)) {
            return None;
        }
        let counted = self.count(at);
        let (count, next) = counted.unwrap_or((1, at));
        let unit = match counted {
            Some(_) => names::unit(self.word(next))?,
            None => names::single_unit(self.word(next))?,
        };
        let word = self.word(next + 1);
        let anchor = self.skip(next + 2, "the dem der den").unwrap_or(next + 2);
        let anchor = self.unit(anchor, Lead::SURE)?;
        let Period { first, last } = anchor.period;
        let is_one_day = counted.is_some() && unit == Unit::Day;
        let weekend = |weeks: i64, day: Date| {
            self.clock.around(Unit::Weekend, calendar::shift(day, Unit::Week, weeks)?)
        };
        let period = match word {
            "before" | "vor" if unit == Unit::Weekend && count == 1 => {
                weekend(0, first).filter(|it| it.last < first).or_else(|| weekend(-1, first))?
            }
            "after" | "nach" if unit == Unit::Weekend && count == 1 => {
                weekend(0, last).filter(|it| it.first > last).or_else(|| weekend(1, last))?
            }
            "before" | "vor" => {
                let begin = calendar::shift(first, unit, count.checked_neg()?)?;
                if is_one_day {
                    Period::day(begin)
                } else {
                    Period::days(begin, calendar::days(first, -1)?)?
                }
            }
            "after" | "nach" => {
                let end = calendar::shift(last, unit, count)?;
                if is_one_day {
                    Period::day(end)
                } else {
                    Period::days(calendar::days(last, 1)?, end)?
                }
            }
            "of" | "vom" | "from"
                if matches!(unit, Unit::Week | Unit::Weekend) && first == last =>
            {
                self.clock.around(unit, first)?
            }
            _ => return None,
        };
        Some(NamedPeriod { period, end: anchor.end, kind: Kind::Other, is_exact: anchor.is_exact })
    }

    /// “first week of March”, “letzten Tag im Mai”, “second Monday in May”.
    pub(super) fn edge(&self, at: usize, _lead: Lead<'a>) -> Option<NamedPeriod> {
        let ordinal = names::ordinal(self.word(at));
        let is_last = is_any(self.word(at), "last letzte letzten letzter");
        if let Some(weekday) =
            names::weekday(self.word(at + 1)).filter(|_| is_last || ordinal.is_some())
        {
            let month = self.month(self.skip(at + 2, "of in im")?, Lead::SURE)?;
            let nth = if is_last { -1 } else { ordinal? };
            let day = month.period.first.nth_weekday_of_month(nth, weekday).ok()?;
            return Some(NamedPeriod { period: Period::day(day), kind: Kind::Day, ..month });
        }
        if is_any(self.word(at + 1), "half halfte haelfte") {
            let is_second = is_last || ordinal == Some(2);
            return self.half(at + 2, is_second).filter(|_| is_second || ordinal == Some(1));
        }
        if let Some(days) = self.first_days(at).filter(|_| ordinal == Some(1)) {
            return Some(days);
        }
        let unit = names::single_unit(self.word(at + 1))?;
        let nth = if is_last { -1 } else { ordinal? };
        let month = self.month(self.skip(at + 2, "of in im")?, Lead::SURE)?;
        let Period { first, last } = month.period;
        let period = match (unit, nth) {
            (Unit::Day, 1) => Period::day(first),
            (Unit::Day, -1) => Period::day(last),
            (Unit::Week, -1) => Period::days(calendar::days(last, -6)?, last)?,
            (Unit::Week, 1..=4) => {
                let first = calendar::days(first, 7 * (i64::from(nth) - 1))?;
                Period::days(first, calendar::days(first, 6)?)?
            }
            (Unit::Weekend, _) => {
                let first = first.nth_weekday_of_month(nth, Weekday::Saturday).ok()?;
                Period::days(first, calendar::days(first, 1)?)?
            }
            _ => return None,
        };
        Some(NamedPeriod { period, ..month })
    }

    /// The days of “first three days of March”, where “few” are a week.
    fn first_days(&self, at: usize) -> Option<NamedPeriod> {
        let few = self.skip(at + 1, "few paar").map(|next| (7, next));
        let (count, next) = few.or_else(|| self.count(at + 1))?;
        let month = (names::unit(self.word(next)) == Some(Unit::Day))
            .then(|| self.month(self.skip(next + 1, "of in im")?, Lead::SURE))??;
        let last = calendar::days(month.period.first, count.checked_sub(1)?)?;
        Some(NamedPeriod { period: Period::days(month.period.first, last)?, ..month })
    }

    /// One half of the month or year whose “of” is at `at`.
    fn half(&self, at: usize, is_second: bool) -> Option<NamedPeriod> {
        let whole = self.whole(self.skip(at, "of in im vom").unwrap_or(at), at)?;
        let Period { first, last } = whole.period;
        let middle = if Period::month(first.year(), first.month()) == Some(whole.period) {
            calendar::days(first, 14)?
        } else if Period::year(first.year()) == Some(whole.period) {
            Date::new(first.year(), 6, 30).ok()?
        } else {
            return None;
        };
        let period = match is_second {
            true => Period::days(calendar::days(middle, 1)?, last)?,
            false => Period::days(first, middle)?,
        };
        Some(NamedPeriod { period, kind: Kind::Other, ..whole })
    }

    /// “rest of this week”, “Rest des Monats”: from today on.
    pub(super) fn rest(&self, at: usize, _lead: Lead<'a>) -> Option<NamedPeriod> {
        let next = self.skip(at, "rest remainder")?;
        let whole = self.whole(self.skip(next, "of von").unwrap_or(next), at)?;
        let today = self.clock.today;
        let is_running = whole.period.contains(&Period::day(today));
        let period = Period::days(today, whole.period.last).filter(|_| is_running)?;
        Some(NamedPeriod { period, kind: Kind::Other, ..whole })
    }

    /// “2025”, “the year”, “des Monats”. `None` if it begins at `begin`.
    fn whole(&self, at: usize, begin: usize) -> Option<NamedPeriod> {
        let whole = self.skip(at, "the der des dem").unwrap_or(at);
        if let Some(unit) =
            names::single_unit(self.word(whole)).filter(|it| whole > at && *it != Unit::Day)
        {
            let period = self.clock.relative(unit, 0)?;
            return Some(NamedPeriod { period, end: whole + 1, kind: Kind::Other, is_exact: true });
        }
        self.unit(whole, Lead::SURE).filter(|_| whole > begin)
    }

    /// “early March”, “end of 2025”, “Mitte Mai”: the whole of it, for notes nearby count.
    pub(super) fn part(&self, at: usize, _lead: Lead<'a>) -> Option<NamedPeriod> {
        let next = if let Some(next) = self.skip(at, "end beginning start middle") {
            self.skip(next, "of")?
        } else {
            self.skip(at, "early late mid anfang ende mitte beginn")?
        };
        let next = self.skip_any(next, "-").unwrap_or(next);
        let named = self.whole(next, at)?;
        (named.period.first < named.period.last)
            .then_some(NamedPeriod { kind: Kind::Other, ..named })
    }
}
