//! What is still to come: “the next trip”, “upcoming concerts”, and a month that is meant in another year.

use index::{KeyEntry, Result};
use jiff::{ToSpan, civil::Date};
use records::{Condition, DATE, Period, Query, Sort, Target, Test};

use super::{
    classes::{Class, is_anniversary},
    reader::Reader,
};

/// They stand right before a kind of notes.
const NEXT: &str = "next nachste nachster nachstes nachsten";
const AHEAD: &str = "coming up,coming,upcoming";
const COMING: &str = "coming up,upcoming,planned,yet to come,still to come,bevorstehende,bevorstehenden,anstehende,anstehenden,\
                      geplant,geplante,geplanten,stehen an,steht an";

impl Reader<'_> {
    /// Adds the condition that notes of a class are of today or later, if the question asks for the coming ones.
    pub(super) fn add_coming(
        &mut self,
        query: &mut Query,
        class: &Class,
        date_key: Option<&KeyEntry>,
    ) {
        let is_dated = date_key.is_some_and(|key| !is_anniversary(key)) || class.dated > 0;
        let before = class.words.start.checked_sub(1).and_then(|at| self.words.get(at));
        let is_next = before.is_some_and(|word| word.is(NEXT) && !word.used);
        let is_coming = self.says_free(COMING);
        if !self.periods.is_empty() {
            // The time says it all: “coming up in the next four weeks”.
            self.take(AHEAD);
            return;
        }
        if class.words.is_empty() || !is_dated || !(is_next || is_coming) {
            return;
        }
        self.take(COMING);
        if is_next {
            self.use_words(class.words.start - 1..class.words.start);
            query.limit = query.limit.or(Some(1));
        }
        let coming = Period { first: self.today, last: Date::MAX };
        let target = date_key.map_or(Target::Date, |key| Target::Key(key.name.clone()));
        query.filter.retain(|it| it.target != target || it.test != Test::Exists);
        query.filter.push(Condition::new(target, Test::Within(coming)));
        let key = date_key.map_or(DATE.to_owned(), |key| key.name.clone());
        if query.aggregate.is_none() {
            query.sort = vec![Sort { key, descending: false }];
        }
    }

    /// Puts the question's month or day, which names no year and has nothing, into the other year that it may mean:
    /// “What renews in April?” False if that has nothing either.
    pub(super) fn moves_year(&self, query: &mut Query) -> Result<bool> {
        let Some(found) = self.periods.first() else { return Ok(false) };
        let names_year = |text: &str| text.len() == 4 && text.bytes().all(|it| it.is_ascii_digit());
        let mut inside = self.words.iter().filter(|word| self.is_in_time(word));
        let says_time = inside.clone().any(|word| word.is(MONTHS));
        let says_year = inside.any(|word| names_year(&word.text) || word.is(RELATIVE));
        let Period { first, last } = found.period;
        let next = |day: Date| day.checked_add(1.year()).ok();
        let (Some(start), Some(end)) = (next(first), next(last)) else { return Ok(false) };
        if !says_time || says_year || last >= self.today || self.says(PAST) {
            return Ok(false);
        }
        let (old, new) = (Test::Within(found.period), Period { first: start, last: end });
        let before = query.clone();
        for condition in query.filter.iter_mut().filter(|it| it.test == old) {
            condition.test = Test::Within(new);
        }
        let moved = *query != before && self.index.count(query)? > 0;
        if !moved {
            *query = before;
        }
        Ok(moved)
    }
}

const MONTHS: &str = "january february march april may june july august september october november december \
                      januar februar marz mai juni juli oktober dezember jan feb mar apr jun jul aug sep oct okt nov dec dez";
const RELATIVE: &str =
    "last this previous letzten letztes dieses diesen diesem vorigen vergangenen";

/// They say that the time is over.
const PAST: &str = "did,was,were,had,have,has,war,waren,hatte,hatten,habe,haben,hat,wurde,wurden";
