//! Periods that an event of the vault names: “since I came back from Japan”, “during my trip to Lisbon”.

use index::{KeyEntry, Result};
use jiff::{ToSpan, civil::Date};
use records::{Condition, FoundPeriod, Period, Query, RecordKind, Target, Test};

use super::reader::Reader;

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
        let Some(at) = self.words.iter().position(|word| lead.contains(&&*word.folded)) else {
            return Ok(());
        };
        let behind = &self.words[at + 1..];
        let goes = "came back,come back,got back,returned,return,back,flew,fly,left,went,travelled,traveled,trip,journey,holiday,vacation,arrived,reise,urlaub,zuruck,zuruckkam,geflogen,gereist,angekommen";
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
        let period = match &*word.folded {
            "since" | "seit" | "seitdem" => Period::days(end, self.today),
            "after" | "nach" | "nachdem" => Period::days(end, Date::MAX),
            "before" | "vor" | "bevor" => Period::days(Date::MIN, day_before),
            _ => Period::days(start, end),
        };
        let Some(period) = period else { return Ok(()) };
        let range = word.range.start..self.words.last().map_or(word.range.end, |it| it.range.end);
        for word in &mut self.words[at..] {
            word.used = true;
        }
        self.periods.push(FoundPeriod { period, range });
        Ok(())
    }
}
