//! Lines of tables in the notes of a kind: “Which games did I win in July?”, where games have a table of plays.

use index::{KeyEntry, Result, ValueEntry};
use records::{Condition, DATE, Query, RecordKind, Sort, Target, Test};

use super::{
    amounts::is_numeric,
    classes::{Class, PRONOUNS},
    phrases::{COUNT, SETS},
    reader::Reader,
};

/// Minimum lines with a column for questions about it.
const LEAST: u32 = 5;

/// How tables name the user, and how questions do.
const ME: &str = "me i myself ich selbst";
const USER: &str = "i ich";

const NOT: &str =
    "not never didn't nicht nie kein keine keines without ohne against gegen except ausser";

impl Reader<'_> {
    /// The lines under a column that the verb names, with the value that the question names there.
    pub(super) fn lines_of_kind(&mut self) -> Result<Option<Query>> {
        let counts = self.says(COUNT);
        if !counts && !self.says(SETS) || self.words.iter().any(|word| word.is(NOT)) {
            return Ok(None);
        }
        let Some(class) = self.class()? else { return Ok(None) };
        let is_pronoun = self.words[class.words.clone()].iter().any(|word| word.is(PRONOUNS));
        let mut query = Query::of(RecordKind::Row);
        query.filter.extend(class.conditions.iter().cloned());
        let keys = self.index.scope(&query)?.keys;
        let Some(column) = self.column_of_verb(&keys, &class).filter(|_| !is_pronoun) else {
            return Ok(None);
        };
        let Some(winner) = self.subject_of(&column) else { return Ok(None) };
        query.filter.push(winner);
        let others: Vec<KeyEntry> =
            keys.into_iter().filter(|key| key.key != column.key && key.rows > 0).collect();
        query.filter.extend(self.value_conditions(&others));
        query.filter.extend(self.in_time());
        self.take_count(&mut query);
        if query.aggregate.is_none() {
            query.sort.push(Sort { key: DATE.to_owned(), descending: false });
            query.columns = vec![DATE.to_owned(), column.name];
        }
        self.take("myself,selbst,selber");
        self.use_class_words();
        Ok((self.left().is_empty() && self.index.count(&query)? > 0).then_some(query))
    }

    /// The only column of names that a word names, and that no property of the notes has. The word is used.
    fn column_of_verb(&mut self, keys: &[KeyEntry], class: &Class) -> Option<KeyEntry> {
        let is_own =
            |key: &KeyEntry| class.keys.iter().any(|own| own.key == key.key && own.notes > 0);
        let has_people = |key: &KeyEntry| {
            let is_me = |value: &ValueEntry| ME.split(' ').any(|me| me == value.folded);
            key.links > 0 || key.values.iter().any(is_me)
        };
        let may = |key: &&KeyEntry| {
            key.rows >= LEAST && !is_numeric(key) && has_people(key) && !is_own(key)
        };
        let named = |key: &KeyEntry| {
            let is_it = |at: &usize| {
                let word = &self.words[*at];
                !word.used && !self.is_in_time(word) && self.names_key(word, key)
            };
            (0..self.words.len()).find(is_it)
        };
        let found: Vec<(usize, KeyEntry)> =
            keys.iter().filter(may).filter_map(|key| Some((named(key)?, key.clone()))).collect();
        let [(at, key)] = &found[..] else { return None };
        self.use_words(*at..at + 1);
        Some(key.clone())
    }

    /// Whose name must be in the column: the user's own word, or the name that the question has.
    fn subject_of(&mut self, column: &KeyEntry) -> Option<Condition> {
        if self.words.iter().any(|word| word.is(USER)) {
            let values = column.values.iter().map(|value| &value.folded);
            let own: Vec<String> =
                values.filter(|value| ME.split(' ').any(|me| me == **value)).cloned().collect();
            let target = Target::Key(column.name.clone());
            return (!own.is_empty()).then(|| Condition::new(target, Test::Is(own)));
        }
        let found = self.value_conditions(std::slice::from_ref(column));
        match &found[..] {
            [only] if !only.negated => Some(only.clone()),
            _ => None,
        }
    }
}
