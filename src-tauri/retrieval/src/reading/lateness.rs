//! What was done after its due date, in time, or before: “Which tasks did I finish late?”

use index::{KeyEntry, Result};
use records::{Comparison, Condition, Query, RecordKind, Target, Test};

use super::{
    classes::{Class, PRONOUNS, date_condition},
    keys::{is_like, like},
    phrases::{DONE, EARLY, IN_TIME, LATE},
    reader::Reader,
    tasks::TASKS,
};

/// In a question for what was done, they say nothing more.
const SMALL: &str = "done,did,finish,finished,complete,completed,deliver,delivered,submitted,handed in,things,sachen,dinge,abgegeben,\
    geliefert,beendet,gemacht,erledigt,wurde,wurden,worden";

impl Reader<'_> {
    pub(super) fn compares_with_due(&self) -> bool {
        [LATE, IN_TIME, EARLY].iter().any(|phrases| self.says(phrases))
    }

    /// Tasks or notes whose day of completion compares with their due date as the question says.
    pub(super) fn against_due(&mut self) -> Result<Option<Query>> {
        let ways =
            [(LATE, Comparison::More), (IN_TIME, Comparison::AtMost), (EARLY, Comparison::Less)];
        let mut said = ways.into_iter().filter(|(phrases, _)| self.says(phrases));
        let (Some((phrases, comparison)), None) = (said.next(), said.next()) else {
            return Ok(None);
        };
        const NOT: &str = "not didn't wasn't weren't never nicht nie";
        if self.words.iter().any(|word| word.is(NOT)) {
            return Ok(None);
        }
        // “Due date” names no kind of notes.
        self.take(phrases);
        let names_tasks = self.take(TASKS);
        let class = self.class()?.filter(|class| self.is_noun(class));
        let found = match (names_tasks, class) {
            (true, Some(_)) => None,
            (false, Some(class)) => self.late_notes(class, comparison),
            (_, None) => self.late_tasks(comparison, names_tasks)?,
        };
        let Some(mut query) = found else { return Ok(None) };
        self.take_count(&mut query);
        for all in [DONE, SMALL] {
            self.take(all);
        }
        Ok((self.left().is_empty() && self.index.count(&query)? > 0).then_some(query))
    }

    fn is_noun(&self, class: &Class) -> bool {
        let mut words = self.words[class.words.clone()].iter();
        !class.words.is_empty() && !words.any(|word| word.is(PRONOUNS))
    }

    /// Tasks, if the question names them or no notes have such dates.
    fn late_tasks(&self, comparison: Comparison, names_tasks: bool) -> Result<Option<Query>> {
        if !names_tasks && self.has_notes_with_due(comparison)? {
            return Ok(None);
        }
        let done = Target::Key("done".to_owned());
        let mut query = Query::of(RecordKind::Task)
            .with(Target::State, Test::Is(vec!["done".to_owned()]))
            .with(done.clone(), Test::Against(comparison, "due".to_owned()));
        let time = self.periods.first().map(|found| Test::Within(found.period));
        query.filter.extend(time.map(|time| Condition::new(done, time)));
        query.columns = vec!["done".to_owned(), "due".to_owned()];
        Ok(Some(query))
    }

    /// Whether notes, too, have been finished so.
    fn has_notes_with_due(&self, comparison: Comparison) -> Result<bool> {
        let dates = || self.vocabulary.keys.iter().filter(|key| key.notes > 0 && key.dates > 0);
        for due in dates().filter(|key| is_like(key, "due")) {
            for done in dates().filter(|key| is_like(key, "finished") && key.key != due.key) {
                let test = Test::Against(comparison, due.name.clone());
                let query = Query::of(RecordKind::Note).with(Target::Key(done.name.clone()), test);
                if self.index.count(&query)? > 0 {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    /// Notes of a class with a due date, and the date that the question's verb names.
    fn late_notes(&mut self, class: Class, comparison: Comparison) -> Option<Query> {
        let is_date = |key: &&KeyEntry| key.dates > 0 && key.dates * 2 >= key.total();
        let dates: Vec<KeyEntry> = class.keys.iter().filter(is_date).cloned().collect();
        let due = like(dates.iter(), "due")?;
        let others = || dates.iter().filter(|key| key.key != due.key && !is_like(key, "started"));
        let is_named = |key: &&KeyEntry| {
            let mut words = self.words.iter().filter(|word| !word.used);
            words.any(|word| self.names_key(word, key))
        };
        let named: Vec<&KeyEntry> = others().filter(is_named).collect();
        let done = match &named[..] {
            [only] => *only,
            [] => like(others(), "finished")?,
            _ => return None,
        };
        let target = Target::Key(done.name.clone());
        let mut query = Query::of(RecordKind::Note);
        query.filter = class.conditions.clone();
        query.filter.push(Condition::new(target, Test::Against(comparison, due.name.clone())));
        let time = self.periods.first().map(|found| date_condition(Some(done), found.period));
        query.filter.extend(time);
        query.columns = vec![done.name.clone(), due.name.clone()];
        for at in 0..self.words.len() {
            if [done, due].iter().any(|key| self.names_key(&self.words[at], key)) {
                self.use_words(at..at + 1);
            }
        }
        Some(query)
    }
}
