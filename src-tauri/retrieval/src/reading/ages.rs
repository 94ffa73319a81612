//! Ages, where notes have the day of birth: “Who is older than 70?”, “Katzen älter als zehn Jahre”.

use index::KeyEntry;
use jiff::{ToSpan, civil::Date};
use records::{Condition, Period, Target, Test};

use super::{keys::like, reader::Reader};

/// They only compare ages.
const OLDER: &str = "older than,alter als";
const YOUNGER: &str = "younger than,junger als";

/// They compare ages if a unit or nothing stands behind the number.
const OVER: &str = "over uber above";
const UNDER: &str = "under unter below";
const AT_LEAST: &str = "at least,mindestens";

const YEARS: &str = "year years jahr jahre jahren";
const MONTHS: &str = "month months monat monate monaten";
const OLD: &str = "old alt";

/// How an age compares with a number.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Age {
    Older,
    Younger,
    AtLeast,
}

impl Reader<'_> {
    /// A condition on the day of birth under one of these keys. Its words are used.
    pub(super) fn ages(&mut self, keys: &[KeyEntry]) -> Option<Condition> {
        let dates = keys.iter().filter(|key| key.dates > 0 && key.dates * 2 >= key.total());
        let born = like(dates, "birthday")?;
        let found = (0..self.words.len()).find_map(|at| Some((at, self.age_at(at)?)));
        let (at, (age, count)) = found?;
        let unit = self.words.get(at + 1);
        let day = born_before(self.today, count, unit.is_some_and(|it| it.is(MONTHS)))?;
        let test = match age {
            Age::Older => Test::Before(Period::day(day)),
            Age::AtLeast => Test::Before(Period::day(day.tomorrow().ok()?)),
            Age::Younger => Test::After(Period::day(day)),
        };
        self.use_words(at.saturating_sub(2)..at + 1);
        for place in at + 1..at + 4 {
            let is_unit = |list: &str| self.words.get(place).is_some_and(|word| word.is(list));
            if is_unit(YEARS) || is_unit(MONTHS) || is_unit(OLD) || is_unit("or oder older alter") {
                self.use_words(place..place + 1);
            }
        }
        Some(Condition::new(Target::Key(born.name.clone()), test))
    }

    /// The comparison around a number of years or months.
    fn age_at(&self, at: usize) -> Option<(Age, i32)> {
        const OLDEST: i32 = 150;
        let number = self.words[at].number().filter(|_| !self.words[at].used)?;
        let count = (1..=OLDEST).find(|count| f64::from(*count) == number)?;
        let is_before = |phrases: &str| {
            phrases.split(',').any(|phrase| {
                let parts: Vec<&str> = phrase.split(' ').collect();
                let before = at.checked_sub(parts.len()).map(|start| &self.words[start..at]);
                before.is_some_and(|words| words.iter().zip(parts).all(|(it, part)| it.is(part)))
            })
        };
        let has = |behind: usize, list: &str| {
            self.words.get(at + behind).is_some_and(|word| word.is(list))
        };
        let has_unit = has(1, YEARS) || has(1, MONTHS);
        let is_old = has_unit && has(2, OLD);
        let asks_who = self.words.first().is_some_and(|word| word.is("who who's wer"));
        let is_age = is_old || asks_who && (has_unit || at + 1 == self.words.len());
        let is_after = |list: &str| at > 0 && self.words[at - 1].is(list);
        let behind = 1 + usize::from(has_unit) + usize::from(is_old);
        let is_or_older = has(behind, "or oder") && has(behind + 1, "older alter");
        let age = if is_before(OLDER) || is_age && is_after(OVER) {
            Age::Older
        } else if is_before(YOUNGER) || is_age && is_after(UNDER) {
            Age::Younger
        } else if is_or_older || is_old && is_before(AT_LEAST) {
            Age::AtLeast
        } else {
            return None;
        };
        Some((age, count))
    }
}

/// The day of birth of somebody who is exactly so old today.
fn born_before(today: Date, count: i32, is_in_months: bool) -> Option<Date> {
    let span = if is_in_months { count.months() } else { count.years() };
    today.checked_sub(span).ok()
}
