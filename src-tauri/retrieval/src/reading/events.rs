//! Periods that an event of the vault names: “since I came back from Japan”, “during my trip to Lisbon”.

use index::{KeyEntry, Result};
use jiff::{Span, ToSpan, civil::Date};
use records::{Condition, FoundPeriod, Period, Query, RecordKind, Target, Test};

use super::{
    classes::{Class, date_condition},
    reader::Reader,
};

const BEFORE: &str = "before vor bevor";
const AFTER: &str = "after nach nachdem";

/// A time beside an event: “the two weeks before”.
struct Vicinity {
    /// The first of its words.
    start: usize,
    span: Span,
    /// “Two days before” is one day, and “the two weeks before” are two weeks.
    is_one_day: bool,
}

impl Vicinity {
    fn before(&self, event: Date) -> Option<Period> {
        let first = event.checked_sub(self.span).ok()?;
        let last = if self.is_one_day { first } else { event.yesterday().ok()? };
        Period::days(first, last)
    }

    fn after(&self, event: Date) -> Option<Period> {
        let last = event.checked_add(self.span).ok()?;
        let first = if self.is_one_day { last } else { event.tomorrow().ok()? };
        Period::days(first, last)
    }
}

impl Reader<'_> {
    /// Adds the period of an event with a beginning and an end, if the question names one and no other date.
    pub(super) fn find_event(&mut self) -> Result<()> {
        if !self.periods.is_empty() {
            return Ok(());
        }
        let lead = [
            "since", "seit", "seitdem", "after", "nach", "nachdem", "before", "vor", "bevor",
            "during", "while", "wahrend", "on", "auf",
        ];
        let beside = (1..self.words.len()).find_map(|at| Some((at, self.beside(at)?)));
        let first = || self.words.iter().position(|word| lead.contains(&&*word.folded));
        let Some(at) = beside.as_ref().map(|(at, _)| *at).or_else(first) else {
            return Ok(());
        };
        let behind = &self.words[at + 1..];
        let goes = "came back,come back,got back,returned,return,back,flew,fly,flog,flogen,left,went,travelled,traveled,trip,journey,holiday,vacation,arrived,reise,urlaub,zuruck,zuruckkam,geflogen,gereist,angekommen";
        if !behind.iter().any(|word| goes.split(',').any(|it| it == word.folded)) {
            return Ok(());
        }
        let (Some(start), Some(end)) = (self.date_key_like("start"), self.date_key_like("end"))
        else {
            return Ok(());
        };
        let has = |key: &KeyEntry| Condition {
            target: Target::Key(key.name.clone()),
            test: Test::Exists,
            negated: false,
        };
        let class = self.class_with(vec![has(&start), has(&end)])?;
        let before = self.words.clone();
        for word in &mut self.words[..at] {
            word.used = true;
        }
        let mut conditions = self.value_conditions(&class.keys);
        if conditions.is_empty() {
            conditions.extend(self.longest_name().map(|(name, _)| Condition {
                target: Target::Name,
                test: Test::Is(vec![name]),
                negated: false,
            }));
        }
        if conditions.is_empty() {
            // “Japan” is the trip “Japan 2025”.
            let is_name = |word: &&super::words::Word| {
                !word.used && word.is_capitalised() && word.folded.len() > 2
            };
            let name = self.words[at + 1..].iter().find(is_name).map(|word| word.folded.clone());
            conditions.extend(name.map(|name| Condition {
                target: Target::Name,
                test: Test::Contains(vec![name]),
                negated: false,
            }));
        }
        self.words = before;
        if conditions.is_empty() {
            return Ok(());
        }
        let mut query = Query::of(RecordKind::Note);
        query.filter = class.conditions.into_iter().chain(conditions).collect();
        query.columns = vec![start.name, end.name];
        let rows = self.index.table(&query)?.rows;
        let day = |row: &conversation::reference::TableRow, at: usize| {
            Period::read(row.values.get(at)?).map(|period| period.first)
        };
        // The latest such event before now.
        let events = rows.iter().filter_map(|row| Some((day(row, 1)?, day(row, 2)?)));
        let Some((start, end)) = events.filter(|(start, _)| *start <= self.today).max() else {
            return Ok(());
        };
        let word = &self.words[at];
        let day_before = start.checked_sub(1.day()).unwrap_or(start);
        let beside = beside.map(|(_, beside)| beside);
        let period = match &beside {
            Some(beside) if word.is(BEFORE) => beside.before(start),
            Some(beside) => beside.after(end),
            None if word.is("since seit seitdem") => Period::days(end, self.today),
            None if word.is(AFTER) => Period::days(end, Date::MAX),
            None if word.is(BEFORE) => Period::days(Date::MIN, day_before),
            None => Period::days(start, end),
        };
        let Some(period) = period else { return Ok(()) };
        let at = beside.map_or(at, |beside| beside.start);
        let word = &self.words[at];
        let range = word.range.start..self.words.last().map_or(word.range.end, |it| it.range.end);
        for word in &mut self.words[at..] {
            word.used = true;
        }
        self.periods.push(FoundPeriod { period, range });
        Ok(())
    }

    /// A condition on the notes' own dates for the question's first time.
    pub(super) fn in_time(&self) -> Option<Condition> {
        self.periods.first().map(|found| date_condition(None, found.period))
    }

    /// True if a word for a time is in no period: “before I moved”. A query would also find the rest.
    pub(super) fn has_unread_time(&self) -> bool {
        const TIMES: &str =
            "before after since until till while during bevor nachdem seit seitdem wahrend";
        const BOUNDS: &str = "mehr weniger langer";
        (0..self.words.len()).any(|at| {
            let word = &self.words[at];
            let after = self.words.get(at + 1);
            let is_long = at > 0 && self.words[at - 1].is("long");
            let is_time = (word.is(TIMES) && after.is_some())
                || (word.is("ago") && !is_long)
                || (word.is("vor") && after.is_some_and(|after| after.is(BOUNDS)));
            is_time && !word.used
        })
    }

    /// True if the question's first time says where something is from: “films from before 1960”.
    pub(super) fn is_origin(&self) -> bool {
        const FROM: &str = "from of made released aus von gedreht erschienen";
        let Some(found) = self.periods.first() else { return false };
        let at = self.words.iter().position(|word| word.range.start >= found.range.start);
        at.is_some_and(|at| self.words[at.saturating_sub(1)..=at].iter().any(|it| it.is(FROM)))
    }

    /// True if notes of the class have a date in the question's first period.
    pub(super) fn has_dated(&self, class: &Class, key: Option<&KeyEntry>) -> Result<bool> {
        let Some(found) = self.periods.first() else { return Ok(false) };
        let mut query = Query::of(RecordKind::Note);
        query.filter.extend(class.conditions.iter().cloned());
        query.filter.push(date_condition(key, found.period));
        Ok(self.index.count(&query)? > 0)
    }

    /// The time beside an event whose “before” or “after” is at `at`.
    fn beside(&self, at: usize) -> Option<Vicinity> {
        if !self.words[at].is(BEFORE) && !self.words[at].is(AFTER) {
            return None;
        }
        let unit = at.checked_sub(1)?;
        let word = &self.words[unit];
        let is_day = word.is("day days tag tage tagen");
        let one = if is_day {
            1.day()
        } else if word.is("week weeks woche wochen") {
            1.week()
        } else if word.is("month months monat monate monaten") {
            1.month()
        } else {
            return None;
        };
        let number = unit.checked_sub(1).and_then(|at| Some((at, self.words[at].number()?)));
        let counted = number
            .and_then(|(at, said)| Some((at, (1..=30_i32).find(|it| f64::from(*it) == said)?)));
        let (start, count) = counted.unwrap_or((unit, 1));
        let span = one.checked_mul(i64::from(count)).ok()?;
        Some(Vicinity { start, span, is_one_day: is_day && counted.is_some() })
    }
}
