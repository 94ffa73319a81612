//! Questions that start from the last query: “Which of them was the best?”, and those that change one part of it, such
//! as “and in November?”.

use std::ops::Range;

use index::{KeyEntry, Result};
use records::{
    Aggregate, AggregateKind, Condition, DATE, FoundPeriod, Period, Query, RecordKind, Target, Test,
};

use super::{
    amounts::is_numeric,
    classes::{Origin, date_condition, is_class},
    phrases::{
        BEST, COUNT, DONE, HIGHEST, LATEST, LOWEST, OF_THEM, OLDEST, ONLY_THEM, OPEN, SUM, WHY,
        WORST,
    },
    reader::{Reader, is_filler},
};

impl Reader<'_> {
    /// A question about the notes of the last query.
    pub(super) fn within(&mut self, last: &Query) -> Result<Option<Query>> {
        if last.of == RecordKind::Task {
            return self.within_tasks(last);
        }
        let asks_names = self.takes_names();
        let is_plural = self.takes_plural() | asks_names;
        let is_of_them = self.take(OF_THEM);
        let is_some = self.takes_only_some();
        let goes_on = self.goes_on_counting()?;
        let is_about_them = is_of_them | is_plural | is_some | goes_on | self.only_counts();
        let chooses = [BEST, WORST, HIGHEST, LOWEST, LATEST, OLDEST];
        // “Last week” is a time.
        let is_free = |place: Range<usize>| self.words[place].iter().all(|word| !word.used);
        let is_choice = chooses.iter().any(|phrases| self.place_of(phrases).is_some_and(is_free));
        let is_read = is_about_them || is_choice;
        if last.of != RecordKind::Note || !is_read || self.has_gap || self.says(WHY) {
            return Ok(None);
        }
        if is_plural && (last.group.is_some() || self.is_reported()) {
            return Ok(None);
        }
        let before = self.words.clone();
        let mut filter = self.filter_of_rows(last)?;
        let all = Query { filter: filter.clone(), any: last.any.clone(), ..Query::of(last.of) };
        // “They” aren't a single row.
        let is_single = last.limit == Some(1) || self.index.count(&all)? < 2;
        if is_plural && !is_of_them && is_single {
            return Ok(None);
        }
        if asks_names {
            let query = Query { columns: last.columns.clone(), sort: last.sort.clone(), ..all };
            return Ok(self.left().is_empty().then_some(query));
        }
        if let Some(class) = self.class()? {
            let is_said = self.words[class.words].iter().any(|it| !is_filler(&it.folded));
            let some = [filter.clone(), class.conditions].concat();
            let found = self.index.count(&Query { filter: some.clone(), ..all.clone() })?;
            if !is_said {
                self.words = before;
            } else if found == 0 {
                // “Which book was the best?” isn't about the films of the last query.
                return Ok(None);
            } else if found < self.index.count(&all)? {
                filter = some;
            }
        }
        if is_plural {
            self.read_sum();
        }
        let of_rows = filter.clone();
        let class = self.class_with(filter)?;
        let counts = self.says(COUNT);
        let words = self.words.clone();
        let Some(mut query) = self.of_class(Origin::Noun, class.clone(), counts)? else {
            self.words = words;
            return if is_plural && !counts { self.of_these(class, last) } else { Ok(None) };
        };
        let filter = std::mem::take(&mut query.filter);
        for condition in filter {
            if !query.filter.contains(&condition) {
                query.filter.push(condition);
            }
        }
        let is_of_text = |it: &Condition| it.target == Target::Text && !last.filter.contains(it);
        if is_plural && (!query.any.is_empty() || query.filter.iter().any(is_of_text)) {
            // “What did they say about the budget?” asks for more than names with this word.
            return Ok(None);
        }
        let is_narrower =
            query.filter != of_rows || query.aggregate.is_some() || !query.sort.is_empty();
        let asks_for_state = self.says_state() || self.asks_what_they_are(last);
        if !is_narrower && (is_of_them || is_plural && asks_for_state) {
            // “Which of them are finished?” isn't answered by all of them.
            return Ok(None);
        }
        if is_plural && self.says(SUM) && query.aggregate.is_none() {
            return Ok(None);
        }
        query.any.extend(last.any.iter().cloned());
        if is_some && query.aggregate.is_none() && query.sort.is_empty() && last.group.is_none() {
            // An average of some is still an average.
            query.aggregate.clone_from(&last.aggregate);
        }
        if is_choice && query.aggregate.is_none() {
            if query.sort.is_empty() {
                // Nothing says which of them is the quickest.
                return Ok(None);
            }
            query.limit = query.limit.or(Some(1));
        } else if last.view().is_some() && query.aggregate.is_none() {
            // The view decides about its columns.
            query.columns.clear();
        }
        Ok((self.index.count(&query)? > 0).then_some(query))
    }

    /// “Only those of 2025”, “and only the German ones”.
    fn takes_only_some(&mut self) -> bool {
        let begins = |place: &Range<usize>| {
            place.start == 0 || place.start == 1 && self.words[0].is("and und but aber then dann")
        };
        let Some(place) = self.place_of(ONLY_THEM).filter(begins) else { return false };
        self.use_words(place);
        true
    }

    /// The last query with this part in place of its parallel one. `None` if the part isn't read as a whole, or nothing
    /// is found.
    pub(super) fn change(&mut self, last: &Query) -> Result<Option<Query>> {
        // A query over “in January and March” would also find the notes of February.
        if self.has_gap {
            return Ok(None);
        }
        let begins = |it: &&Condition| is_class(it) || it.test == Test::Exists;
        let class = self.class_with(last.filter.iter().filter(begins).cloned().collect())?;
        let keys: Vec<KeyEntry> = match last.of {
            RecordKind::Note => class.keys.clone(),
            // The names in a task aren't values of keys.
            RecordKind::Task => Vec::new(),
            RecordKind::Row => {
                self.vocabulary.keys.iter().filter(|key| key.rows > 0).cloned().collect()
            }
        };
        let mut parts = self.name_or_state(last);
        if parts.is_empty() {
            let is_compared = |key: &&KeyEntry| {
                let of_key = |it: &&Condition| it.target == Target::Key(key.name.clone());
                let mut tests = last.filter.iter().filter(of_key).map(|it| &it.test);
                tests.any(|test| matches!(test, Test::Compare(..)))
            };
            // “And more than 8?” compares what the last query compares.
            let compared: Vec<KeyEntry> = keys.iter().filter(is_compared).cloned().collect();
            if !compared.is_empty() {
                parts = self.number_conditions(&compared);
            }
            parts.extend(self.other_number(last, &keys));
            parts.extend(self.value_conditions(&keys));
        }
        if let Some(FoundPeriod { period, .. }) = self.periods.first() {
            let key = self.date_key(&class).filter(|_| last.of == RecordKind::Note);
            parts.push(match last.filter.iter().find(|it| is_time(&it.test)) {
                Some(Condition { target, test, .. }) => Condition::new(
                    target.clone(),
                    match test {
                        Test::Yearly(_) => Test::Yearly(*period),
                        _ => Test::Within(*period),
                    },
                ),
                None => date_condition(key, *period),
            });
        }
        if parts.is_empty() {
            return self.of_other_class(last);
        }
        if !self.left().is_empty() {
            return Ok(None);
        }
        let mut query = last.clone();
        for part in parts {
            let shown = match &part.target {
                Target::Key(key) => Some(key.as_str()),
                Target::Date => Some(DATE),
                _ => None,
            };
            let is_new = |key: &&str| query.columns.iter().all(|column| column != key);
            let column = shown.filter(|_| !query.columns.is_empty()).filter(is_new);
            let column = column.map(str::to_owned);
            query.columns.extend(column);
            // `has:sleep` stays before `sleep<6`.
            match query.filter.iter_mut().rfind(|it| it.target == part.target) {
                Some(old) => *old = part,
                None => query.filter.push(part),
            }
        }
        if is_of_name(&query) {
            let known = self.class_with(query.filter.clone())?.keys;
            let has = |column: &String| known.iter().any(|key| key.name == *column);
            if !query.columns.is_empty() && !query.columns.iter().any(has) {
                return Ok(None);
            }
        }
        Ok((self.index.count(&query)? > 0).then_some(query))
    }

    /// “And a 4?” after a question for what was rated 5.
    fn other_number(&mut self, last: &Query, keys: &[KeyEntry]) -> Option<Condition> {
        let [at] = self.left()[..] else { return None };
        let number = self.words[at].number()?;
        let is_number = |it: &&Condition| match (&it.target, &it.test) {
            (Target::Key(name), Test::Is(values)) => {
                let numeric = keys.iter().any(|key| key.name == *name && is_numeric(key));
                numeric && values.iter().all(|value| value.parse::<f64>().is_ok())
            }
            _ => false,
        };
        let old = last.filter.iter().find(is_number)?;
        self.use_words(at..at + 1);
        Some(Condition { test: Test::Is(vec![number.to_string()]), ..old.clone() })
    }

    /// “And Deniz?” after a question about Hannah's note, “and what is done?” or “and low priority?” after one about
    /// tasks.
    fn name_or_state(&mut self, last: &Query) -> Vec<Condition> {
        let (target, value) = if is_of_name(last) {
            (Target::Name, self.longest_name().map(|(name, _)| vec![name]))
        } else if last.of == RecordKind::Task && self.take(OPEN) {
            (Target::State, Some(vec!["open".to_owned(), "in progress".to_owned()]))
        } else if last.of == RecordKind::Task && self.take(DONE) {
            (Target::State, Some(vec!["done".to_owned()]))
        } else if let Some(name) = self.other_subject(last) {
            (Target::About, Some(vec![name]))
        } else if last.of == RecordKind::Task {
            let priority = self.priority_condition();
            self.take("priority,prioritat,prio");
            return priority.into_iter().collect();
        } else {
            return Vec::new();
        };
        let of = |value| Condition::new(target, Test::Is(value));
        value.map(of).into_iter().collect()
    }

    /// “And for Georgia?” after a question about the tasks of another project.
    fn other_subject(&mut self, last: &Query) -> Option<String> {
        let is_about = |it: &Condition| it.target == Target::About && !it.negated;
        if last.of != RecordKind::Task || !last.filter.iter().any(is_about) {
            return None;
        }
        if let Some((name, _)) = self.longest_name() {
            return Some(name);
        }
        let left = self.left();
        let name = self.name_with_words().filter(|_| !left.is_empty())?;
        for at in left {
            self.use_words(at..at + 1);
        }
        Some(name)
    }

    /// “And books?” after a question about films: with its other conditions, if books can meet them.
    fn of_other_class(&mut self, last: &Query) -> Result<Option<Query>> {
        let counts = |it: &Aggregate| it.kind == AggregateKind::Count;
        let has_class = last.filter.iter().any(is_class) && last.aggregate.iter().all(counts);
        if last.of != RecordKind::Note || !last.any.is_empty() || !has_class {
            return Ok(None);
        }
        let Some(class) = self.class()? else { return Ok(None) };
        let values = self.value_conditions(&class.keys);
        if !self.left().is_empty() {
            return Ok(None);
        }
        let old =
            self.class_with(last.filter.iter().filter(|it| is_class(it)).cloned().collect())?;
        let (key, old_key) = (self.date_key(&class), self.date_key(&old));
        let is_key = |target: &Target, name: &str| matches!(target, Target::Key(it) if it == name);
        let mut filter = [class.conditions.clone(), values].concat();
        for condition in last.filter.iter().filter(|it| !is_class(it)) {
            let is_of_date = condition.target == Target::Date
                || old_key.is_some_and(|old| is_key(&condition.target, &old.name));
            match (time_of(condition), key) {
                (Some(period), _) if is_of_date => filter.push(date_condition(key, period)),
                (None, Some(key)) if is_of_date && condition.test == Test::Exists => {
                    let target = Target::Key(key.name.clone());
                    filter.push(Condition { target, ..condition.clone() });
                }
                _ if class.keys.iter().any(|key| is_key(&condition.target, &key.name)) => {
                    let is_new = filter.iter().all(|it| it.target != condition.target);
                    filter.extend(is_new.then(|| condition.clone()));
                }
                // Books aren't read with Tom.
                _ => return Ok(None),
            }
        }
        let columns = key.map_or(DATE.to_owned(), |key| key.name.clone());
        let query = Query {
            filter,
            columns: vec![columns],
            aggregate: last.aggregate.clone(),
            ..Query::of(RecordKind::Note)
        };
        Ok((self.index.count(&query)? > 0).then_some(query))
    }
}

/// Whether a query is about notes that the question names.
fn is_of_name(query: &Query) -> bool {
    let is_name =
        |it: &Condition| it.target == Target::Name && !it.negated && matches!(it.test, Test::Is(_));
    query.of == RecordKind::Note && query.aggregate.is_none() && query.filter.iter().any(is_name)
}

/// The time that a query asks for.
pub fn asked_period(query: &Query) -> Option<Period> {
    query.filter.iter().filter(|it| !it.negated).find_map(time_of)
}

/// Whether a query asks for all notes, tasks or rows of a kind.
pub fn asks_for_all(query: &Query) -> bool {
    let is_of_kind = |it: &Condition| is_class(it) || it.test == Test::Exists;
    query.any.is_empty() && query.filter.iter().all(is_of_kind)
}

pub(super) fn time_of(condition: &Condition) -> Option<Period> {
    match &condition.test {
        Test::Within(period) | Test::Yearly(period) => Some(*period),
        Test::Is(values) if is_time(&condition.test) => match &values[..] {
            [only] => Period::read(only),
            _ => None,
        },
        _ => None,
    }
}

pub(super) fn is_time(test: &Test) -> bool {
    match test {
        Test::Within(_) | Test::Before(_) | Test::After(_) | Test::Yearly(_) => true,
        // As the text `due=2026-03-20` is read.
        Test::Is(values) => {
            values.iter().all(|value| value.contains('-') && Period::read(value).is_some())
        }
        Test::Exists | Test::True | Test::Contains(_) | Test::Compare(..) | Test::Against(..) => {
            false
        }
    }
}
