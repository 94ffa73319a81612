//! “Who was at both the last rehearsal of September and the first of October?”: two notes of a kind, by their dates.

use std::ops::Range;

use index::Result;
use notes::NotePath;
use records::{DATE, Period, Query, RecordKind, Sort};

use super::{
    classes::{Class, PRONOUNS, date_condition},
    reader::Reader,
    words::Word,
};

const FIRST: &str = "first earliest erste ersten erster erstes";
const LAST: &str = "last latest final letzte letzten letzter letztes";
const AND: &str = "and und als";

/// Verbs for taking part in an event.
const CAME: &str = "sang,sung,singen,sangen,gesungen,came,come,went,joined,played,gespielt,kam,kamen,gekommen,da,mit,\
    attended,attend,present,dabei,anwesend,sat,took part,part,teilgenommen,one,ones,turned up,showed up";

/// They say that somebody wasn't there.
const NOT: &str = "not never neither nicht nie weder kein keiner missing absent missed fehlte fehlten gefehlt without ohne";

impl Reader<'_> {
    /// The notes on both sides of “and”, if their dates choose one on each side.
    pub(super) fn pair_by_dates(&mut self) -> Result<Option<Vec<NotePath>>> {
        let before = self.words.clone();
        let found = self.read_pair()?;
        if found.is_none() {
            self.words = before;
        }
        Ok(found)
    }

    fn read_pair(&mut self) -> Result<Option<Vec<NotePath>>> {
        let Some(and) = self.and_between_times() else { return Ok(None) };
        if self.words.iter().any(|word| word.is(NOT)) {
            return Ok(None);
        }
        let Some(class) = self.class()?.filter(|class| self.is_of_things(class)) else {
            return Ok(None);
        };
        let nouns: Vec<Word> = self.words[class.words.clone()].to_vec();
        let last = self.words.len();
        let mut found = Vec::new();
        for side in [0..and, and + 1..last] {
            let Some(path) = self.note_of_side(&class, side)? else { return Ok(None) };
            found.push(path);
        }
        self.use_words(and..and + 1);
        for word in &mut self.words {
            word.used |= nouns.iter().any(|noun| word.stem_is(&noun.folded))
                || word.is(FIRST)
                || word.is(LAST);
        }
        self.take(CAME);
        found.dedup();
        Ok((self.left().is_empty() && found.len() == 2).then_some(found))
    }

    fn is_of_things(&self, class: &Class) -> bool {
        let mut words = self.words[class.words.clone()].iter();
        !class.words.is_empty() && !words.any(|word| word.is(PRONOUNS))
    }

    /// The place of the only “and” with a time on each side.
    fn and_between_times(&self) -> Option<usize> {
        let [one, other] = &self.times[..] else { return None };
        let is_it = |at: &usize| {
            let word = &self.words[*at];
            let range = one.range.end..other.range.start;
            word.is(AND) && range.start <= word.range.start && word.range.end <= range.end
        };
        let mut found = (0..self.words.len()).filter(is_it);
        let first = found.next()?;
        found.next().is_none().then_some(first)
    }

    /// The one note of the class in the time of these words, or the first or last of that time.
    fn note_of_side(&self, class: &Class, side: Range<usize>) -> Result<Option<NotePath>> {
        let words = &self.words[side];
        let is_within = |range: &Range<usize>| {
            let ends = words.first().zip(words.last());
            ends.is_some_and(|(first, last)| {
                first.range.start <= range.start && range.end <= last.range.end
            })
        };
        let mut times = self.times.iter().filter(|it| is_within(&it.range));
        let (Some(time), None) = (times.next(), times.next()) else { return Ok(None) };
        let says = |list: &str| words.iter().any(|word| word.is(list));
        let Period { first, last } = time.period;
        // “The first of October” is a day, or the first note of that month.
        if first == last {
            let on_day = self.note_within(class, time.period, None)?;
            if on_day.is_some() || !says(FIRST) || first.day() != 1 {
                return Ok(on_day);
            }
            let month = Period { first, last: first.last_of_month() };
            return self.note_within(class, month, Some(false));
        }
        match (says(FIRST), says(LAST)) {
            (true, true) => Ok(None),
            (false, false) => self.note_within(class, time.period, None),
            (_, is_last) => self.note_within(class, time.period, Some(is_last)),
        }
    }

    /// The only note of the class in a period; with `is_last`, its last or first one.
    fn note_within(
        &self,
        class: &Class,
        period: Period,
        is_last: Option<bool>,
    ) -> Result<Option<NotePath>> {
        let key = self.date_key(class).map_or(DATE.to_owned(), |key| key.name.clone());
        let mut query = Query { columns: vec![key.clone()], ..self.dated(class, period) };
        query.sort = vec![Sort { key, descending: is_last == Some(true) }];
        let rows = self.index.table(&query)?.rows;
        let (one, other) = (rows.first(), rows.get(1));
        let is_sole = match (one, other) {
            // Of two on one day, none is the last.
            (Some(one), Some(other)) => {
                is_last.is_some() && one.values.get(1) != other.values.get(1)
            }
            _ => true,
        };
        Ok(one.filter(|_| is_sole).map(|row| row.path.clone()))
    }

    /// The notes of a class whose date is in the period.
    pub(super) fn dated(&self, class: &Class, period: Period) -> Query {
        let mut query = Query::of(RecordKind::Note);
        query.filter.extend(class.conditions.iter().cloned());
        query.filter.push(date_condition(self.date_key(class), period));
        query
    }
}
