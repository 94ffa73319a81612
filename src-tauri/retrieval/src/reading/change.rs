//! Questions that start from the last query: “Which of them was the best?”, and those that change one part of it, such
//! as “and in November?”.

use std::ops::Range;

use index::{KeyEntry, Result};
use records::{Condition, DATE, FoundPeriod, Period, Query, RecordKind, Target, Test};

use super::{
    classes::{date_condition, is_class},
    listed::Origin,
    phrases::{BEST, COUNT, HIGHEST, LATEST, LOWEST, OF_THEM, OLDEST, ONLY_THEM, WHY, WORST},
    reader::{Reader, is_filler},
};

impl Reader<'_> {
    /// A question about the notes of the last query.
    pub(super) fn within(&mut self, last: &Query) -> Result<Option<Query>> {
        let is_about_them = self.take(OF_THEM) | self.takes_only_some();
        let chooses = [BEST, WORST, HIGHEST, LOWEST, LATEST, OLDEST];
        // “Last week” is a time.
        let is_free = |place: Range<usize>| self.words[place].iter().all(|word| !word.used);
        let is_choice = chooses.iter().any(|phrases| self.place_of(phrases).is_some_and(is_free));
        if last.of != RecordKind::Note || !(is_about_them || is_choice) || self.says(WHY) {
            return Ok(None);
        }
        let before = self.words.clone();
        let all =
            Query { filter: last.filter.clone(), any: last.any.clone(), ..Query::of(last.of) };
        let mut filter = last.filter.clone();
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
        let class = self.class_with(filter)?;
        let counts = self.says(COUNT);
        let Some(mut query) = self.of_class(Origin::Noun, class, counts)? else { return Ok(None) };
        query.any.clone_from(&last.any);
        if is_choice && query.aggregate.is_none() {
            query.limit = Some(1);
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
        let mut parts = self.value_conditions(&keys);
        if let Some(FoundPeriod { period, .. }) = self.periods.first() {
            let key = self.date_key(&class).filter(|_| last.of == RecordKind::Note);
            parts.push(match last.filter.iter().find(|it| is_time(&it.test)) {
                Some(Condition { target, test, .. }) => Condition {
                    target: target.clone(),
                    test: match test {
                        Test::Yearly(_) => Test::Yearly(*period),
                        _ => Test::Within(*period),
                    },
                    negated: false,
                },
                None => date_condition(key, *period),
            });
        }
        if parts.is_empty() || !self.left().is_empty() {
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
            match query.filter.iter_mut().find(|it| it.target == part.target) {
                Some(old) => *old = part,
                None => query.filter.push(part),
            }
        }
        Ok((self.index.count(&query)? > 0).then_some(query))
    }
}

pub(super) fn is_time(test: &Test) -> bool {
    match test {
        Test::Within(_) | Test::Before(_) | Test::After(_) | Test::Yearly(_) => true,
        // As the text `due=2026-03-20` is read.
        Test::Is(values) => {
            values.iter().all(|value| value.contains('-') && Period::read(value).is_some())
        }
        Test::Exists | Test::True | Test::Contains(_) | Test::Compare(..) => false,
    }
}
