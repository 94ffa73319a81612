//! Changes one part of the last query: “and in November?”, “and with Deniz?”.

use index::{KeyEntry, Result};
use records::{Condition, DATE, FoundPeriod, Period, Query, RecordKind, Target, Test};

use super::{
    classes::{date_condition, is_class},
    reader::Reader,
};

impl Reader<'_> {
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

fn is_time(test: &Test) -> bool {
    match test {
        Test::Within(_) | Test::Before(_) | Test::After(_) | Test::Yearly(_) => true,
        // As the text `due=2026-03-20` is read.
        Test::Is(values) => {
            values.iter().all(|value| value.contains('-') && Period::read(value).is_some())
        }
        Test::Exists | Test::True | Test::Contains(_) | Test::Compare(..) => false,
    }
}
