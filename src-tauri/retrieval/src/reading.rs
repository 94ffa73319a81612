//! Reads a question as a query over the vault's records, without a model.
//!
//! The words of a question are matched with the vault's own: kinds of notes (folders, tags, types),
//! keys, values and names. A question becomes a query only if the query uses all its words except
//! function words and fillers such as “please”; any other question is searched as text.
//! `lexicon.txt` has words that mean the same, in several languages.

mod agents;
mod ages;
mod amounts;
mod bases;
mod change;
mod classes;
mod coming;
mod contained;
mod corrections;
mod costs;
mod ends;
mod entities;
mod events;
mod figures;
mod follow;
mod grades;
mod grammar;
mod groups;
mod keyed;
mod keys;
mod kind;
mod lateness;
mod links;
mod listed;
mod measures;
mod negation;
mod offer;
mod phrases;
mod pronoun;
mod reader;
mod roles;
mod rows;
mod seasons;
mod spans;
mod stated;
mod states;
mod table_lines;
mod tables;
mod tagged;
mod tags;
mod tasks;
#[cfg(test)]
mod tests;
mod them;
mod times;
mod two_dates;
mod two_steps;
mod values;
mod verbs;
mod week;
mod wholes;
mod words;
mod written;

use std::ops::Range;

use index::{Index, Result};
use jiff::{Timestamp, civil::Date, tz::TimeZone};
use language::NaturalLanguage;
use records::{
    Condition, FoundPeriod, Period, Query, RecordKind, Target, Test, WeekStart, periods,
};

use crate::VaultHandle;

pub use self::{
    change::asked_period,
    classes::names_rows,
    kind::{MOST_OF_PERIOD, rows_of},
    written::QueryRequest,
};

use self::{
    amounts::is_numeric,
    bases::asked_view,
    change::{is_time, time_of},
    corrections::correct,
    keys::is_like,
    kind::READ,
    measures::{add_stars, split_stars},
    phrases::{COMPARES, CONTRASTS, WHY},
    reader::Reader,
    stated::has_operator,
    times::{bare_year, days, is_in_name, join, with_days},
    words::{
        add_emoji_tags, chinese_names, drop_counts, join_particles, read_nights, split_compounds,
        words,
    },
};

/// What a question asks of the vault's records.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Reading {
    /// The query that answers the question as a whole.
    pub query: Option<Query>,
    /// The notes to read in one request, for a question about a period or about the last note of a
    /// kind that no query answers.
    pub notes: Option<Query>,
    /// In place of `notes`, the notes of a period that are too many for one request. The question
    /// is searched as text among them; a model reads all of them only in a survey, batch by batch.
    pub long: Option<Query>,
    /// The period of `notes` or `long`. `None` for the last note of a kind.
    pub period: Option<Period>,
    /// The question with the days of the period that the user chose, which replace the period in
    /// the question. Only notes of this period are searched.
    pub chosen: Option<String>,
    /// True if the question asks only what happened in the period: “What did I do last week?”
    pub is_open: bool,
    /// True if the question asks for a figure or a set of the vault's records, but no query uses
    /// all its words.
    pub is_doubtful: bool,
    /// The folded names of the properties that a question without a query mentions.
    pub keys: Vec<String>,
    /// The notes of the kind that a question without a query asks about. They are read beside the passages that a
    /// search finds.
    pub kind: Option<Query>,
    /// True if the question asks for a figure or a set, and no query answers it.
    pub asks_set: bool,
}

/// The day on which a question is asked, and the first day of the user's weeks.
#[derive(Debug, Clone, Copy)]
pub struct AskingDay {
    pub today: Date,
    pub week: WeekStart,
}

impl AskingDay {
    pub fn at(when: Timestamp, vault: &VaultHandle) -> Self {
        let today = when.to_zoned(TimeZone::system()).date();
        Self { today, week: WeekStart(week::first_day(vault)) }
    }
}

impl Reading {
    /// Reads a question that may also be about a view of a `.base` file.
    pub fn in_vault(question: &str, vault: &VaultHandle, when: Timestamp) -> Result<Self> {
        match Self::of_view(question, vault) {
            Some(view) => Ok(view),
            None => Self::of(question, &vault.index, AskingDay::at(when, vault)),
        }
    }

    /// `None` if the question is about no view of a `.base` file.
    pub fn of_view(question: &str, vault: &VaultHandle) -> Option<Self> {
        if question.len() > LONGEST_TEXT {
            return None;
        }
        let view = asked_view(question, &vault.index, || vault.catalog())?;
        let query = Query::of(RecordKind::Note).with(Target::View, Test::Is(vec![view]));
        Some(Self { query: Some(query), ..Self::default() })
    }

    /// Whether notes are read for the question.
    pub fn has_notes(&self) -> bool {
        self.notes.is_some() || self.long.is_some()
    }

    pub fn of(question: &str, index: &Index, asked: AskingDay) -> Result<Self> {
        match Reader::new(question, index, asked)? {
            Some(reader) => reader.read(question),
            None => Ok(Self::default()),
        }
    }

    /// Reads a question with a period that the user chose, instead of a time that the question
    /// names. It isn't read as a query.
    pub fn of_period(
        question: &str,
        period: Period,
        index: &Index,
        asked: AskingDay,
    ) -> Result<Self> {
        let (mut chosen, mut found) = (question.to_owned(), PeriodQuery::default());
        let mut is_open = false;
        if let Some(mut reader) = Reader::new(question, index, asked)? {
            reader.find_event(question)?;
            is_open = reader.is_open();
            chosen = reader.with_period(question, period);
            found = reader.notes_of(period)?;
        }
        let PeriodQuery { notes, mut long } = found;
        if notes.is_none() && long.is_none() {
            // The period has no notes, or more than a survey reads. The search is limited to it
            // anyway.
            long = Some(dated_notes(period));
        }
        let (period, chosen) = (Some(period), Some(chosen));
        Ok(Self { notes, long, period, chosen, is_open, ..Self::default() })
    }

    /// Reads an earlier question again for another period, as a query or over the notes of the
    /// period. `range` has the words for the time in `question`.
    pub fn at_time(
        question: &str,
        period: Period,
        range: Option<Range<usize>>,
        index: &Index,
        asked: AskingDay,
    ) -> Result<Self> {
        let text = range.and_then(|range| with_days(question, &range, period));
        let text = text.as_deref().unwrap_or(question);
        let reading = Self::of_period(text, period, index, asked)?;
        let query = match &reading.chosen {
            Some(chosen) => Self::of(chosen, index, asked)?.query,
            None => None,
        };
        Ok(match query {
            Some(_) => Self { query, ..Self::default() },
            None => reading,
        })
    }

    /// The last query with another period in its conditions. `None` if it has no condition on time,
    /// or finds nothing in this period.
    pub fn moved(last: &Query, period: Period, index: &Index) -> Result<Option<Query>> {
        let mut query = last.clone();
        for condition in query.filter.iter_mut().filter(|it| time_of(it).is_some()) {
            condition.test = match condition.test {
                Test::Yearly(_) => Test::Yearly(period),
                _ => Test::Within(period),
            };
        }
        Ok((asked_period(last).is_some() && index.count(&query)? > 0).then_some(query))
    }

    /// The query of a question about rows of the last table, such as “Which of them was the best?”
    pub fn within(
        question: &str,
        last: &Query,
        index: &Index,
        asked: AskingDay,
    ) -> Result<Option<Query>> {
        let Some(mut reader) = Reader::new(question, index, asked)? else { return Ok(None) };
        reader.within(last)
    }

    /// The notes of a kind, or those that the question narrows it to.
    pub fn notes_of_kind(
        question: &str,
        kind: Condition,
        index: &Index,
        asked: AskingDay,
    ) -> Result<Option<Query>> {
        let Some(mut reader) = Reader::new(question, index, asked)? else { return Ok(None) };
        let class = reader.class_with(vec![kind])?;
        reader.notes_of_kind(&class)
    }

    /// The request for a model to write the query of a doubtful question. `None` in a vault without data.
    pub(crate) fn request(
        question: &str,
        index: &Index,
        asked: AskingDay,
    ) -> Result<Option<QueryRequest>> {
        let Some(mut reader) = Reader::new(question, index, asked)? else { return Ok(None) };
        reader.request(question)
    }

    /// The last query with one part changed: “in November”, “with Deniz”. `restated` is the whole question with this
    /// part; it has the year that the part may lack.
    pub fn changed(
        part: &str,
        restated: Option<&str>,
        last: &Query,
        index: &Index,
        asked: AskingDay,
    ) -> Result<Option<Query>> {
        let Some(mut reader) = Reader::new(part, index, asked)? else { return Ok(None) };
        if let (Some(restated), false) = (restated, reader.periods.is_empty())
            && let Some(whole) = Reader::new(restated, index, asked)?
            && !whole.periods.is_empty()
        {
            (reader.periods, reader.has_gap) = (whole.periods, whole.has_gap);
        }
        reader.change(last)
    }
}

/// Maximum words, and maximum bytes, of a question. A longer message is no single question.
const LONGEST: usize = 40;
const LONGEST_TEXT: usize = 600;

/// The query for the notes of a period. At most one of the two is set.
#[derive(Default)]
struct PeriodQuery {
    /// At most [`READ`] notes.
    notes: Option<Query>,
    /// More notes, but at most [`MOST_OF_PERIOD`].
    long: Option<Query>,
}

/// “Vegetables from the garden” may name one tag twice.
fn without_repeats(mut query: Query) -> Query {
    let mut known = Vec::new();
    query.filter.retain(|it| {
        let is_new = !known.contains(it);
        known.push(it.clone());
        is_new
    });
    query
}

fn dated_notes(period: Period) -> Query {
    Query::of(RecordKind::Note).with(Target::Date, Test::Within(period))
}

impl<'a> Reader<'a> {
    /// `None` for a text that is no single question.
    fn new(question: &str, index: &'a Index, asked: AskingDay) -> Result<Option<Self>> {
        let AskingDay { today, week } = asked;
        if question.len() > LONGEST_TEXT {
            return Ok(None);
        }
        let vocabulary = index.vocabulary()?;
        let mut periods = periods(question, today, week);
        let mut words = words(question, &chinese_names(&vocabulary, question));
        periods.retain(|period| !is_in_name(&words, period, &vocabulary));
        if periods.is_empty() {
            periods.extend(bare_year(&words));
        }
        correct(&mut words, &mut periods);
        add_emoji_tags(&mut words, question, &vocabulary);
        add_stars(&mut words, question);
        split_stars(&mut words);
        join_particles(&mut words);
        split_compounds(&mut words, &vocabulary);
        drop_counts(&mut words, &vocabulary);
        if vocabulary.keys.iter().any(|key| is_numeric(key) && is_like(key, "sleep")) {
            read_nights(&mut words);
        }
        let times = periods.clone();
        let has_gap = join(&mut periods, question);
        for word in &mut words {
            let is_year = |it: &FoundPeriod| {
                word.text.parse() == Ok(it.period.first.year()) && word.text.len() == 4
            };
            word.used = periods.iter().any(is_year)
                || periods
                    .iter()
                    .any(|it| it.range.start <= word.range.start && word.range.end <= it.range.end);
        }
        let is_english = language::detect(question) == Some(NaturalLanguage::English);
        if words.is_empty() || words.len() > LONGEST {
            return Ok(None);
        }
        Ok(Some(Reader {
            index,
            vocabulary,
            words,
            periods,
            times,
            has_gap,
            today,
            week,
            is_english,
            is_doubtful: false,
            nearly: None,
            groups: None,
        }))
    }
}

impl Reader<'_> {
    fn read(mut self, question: &str) -> Result<Reading> {
        type Way<'a> = fn(&mut Reader<'a>, &str) -> Result<Option<Query>>;
        // The surest first: the first way that returns a query wins.
        let ways: [Way<'_>; 14] = [
            Self::stated,
            Self::links,
            Self::tagged,
            |reader, _| reader.stay(),
            |reader, _| reader.two_steps(),
            |reader, _| reader.entity(),
            Self::tasks,
            |reader, _| reader.attendees(),
            |reader, _| reader.leaders(),
            |reader, _| reader.grouped(),
            |reader, _| reader.lines_of_kind(),
            |reader, _| reader.rows(false),
            |reader, _| reader.listed(),
            |reader, _| reader.rows(true),
        ];
        self.find_event(question)?;
        let (begin, times) = (self.words.clone(), self.periods.len());
        // Reasons, comparisons and the things that people say are in the text of notes, not in data.
        let needs_text = self.says(WHY)
            || self.says(COMPARES)
            || self.is_reported()
            || self.asks_of_unnamed_set()
            || has_operator(question) && self.stated(question)?.is_none();
        let contrasts = self.says(CONTRASTS);
        self.words.clone_from(&begin);
        let of_due: [Way<'_>; 1] = [|reader, _| reader.against_due()];
        let ways = match needs_text || contrasts {
            true => &ways[..0],
            // Any other query would also find what was done in time.
            false if self.compares_with_due() && self.says_done() => &of_due[..],
            false => &ways[..],
        };
        for way in ways {
            let found = way(&mut self, question)?;
            self.words.clone_from(&begin);
            // A season is one of the notes that this way found.
            self.periods.truncate(times);
            if let Some(query) = found {
                if self.names_one_of(&query)? {
                    continue;
                }
                // A query over “in January and March” would also find the notes of February.
                if self.has_gap && query.filter.iter().any(|it| is_time(&it.test)) {
                    break;
                }
                let query = Some(without_repeats(query));
                return Ok(Reading { query, ..Reading::default() });
            }
        }
        // With a gap, the notes of the period are also of days that the question doesn't ask about.
        let is_open = !self.has_gap && self.is_open();
        let period = self.periods.first().map(|found| found.period);
        let PeriodQuery { notes, long } = match period {
            Some(period) => self.notes_of(period)?,
            None => PeriodQuery { notes: self.last_notes()?, long: None },
        };
        let period = period.filter(|_| notes.is_some() || long.is_some());
        let is_doubtful = self.is_doubtful && !self.has_gap && self.asks_for_data();
        let keys = self.keys_mentioned();
        self.words.clone_from(&begin);
        // The last notes of a kind, and those of a time, are read anyway.
        let is_found = notes.as_ref().is_some_and(|it| it.filter.len() > 1 || period.is_none());
        let asks_set = !(needs_text || is_found || is_open) && self.asks_set();
        let kind = if asks_set { self.notes_of_named_kind()? } else { None };
        Ok(Reading {
            notes,
            long,
            period,
            is_open,
            is_doubtful,
            keys,
            kind,
            asks_set,
            ..Reading::default()
        })
    }

    /// Reads a question for a group, such as the month with the most runs, or for the number of
    /// groups.
    pub(super) fn grouped(&mut self) -> Result<Option<Query>> {
        let Some(groups) = self.asked_groups()? else { return Ok(None) };
        self.groups = Some(groups);
        let begin = self.words.clone();
        let is_grouped = |query: &Query| query.group.is_some();
        let mut found = self.rows(false)?.filter(is_grouped);
        if found.is_none() {
            self.words = begin;
            found = self.listed()?.filter(is_grouped);
        }
        self.groups = None;
        Ok(found)
    }

    /// The notes of a period, if they are few enough to be read: those of the kind that the
    /// question names or, if there are none or too many of them, all notes of the period.
    fn notes_of(&mut self, period: Period) -> Result<PeriodQuery> {
        let class = self.class()?.filter(|class| !self.has_only_birthdays(class));
        let of_class = class.map(|class| self.dated(&class, period));
        let mut long = None;
        for query in of_class.into_iter().chain([dated_notes(period)]) {
            match self.index.count(&query)? {
                1..=READ => return Ok(PeriodQuery { notes: Some(query), long: None }),
                1..=MOST_OF_PERIOD if long.is_none() => long = Some(query),
                _ => {}
            }
        }
        Ok(PeriodQuery { notes: None, long })
    }

    /// The question with the days of `period` in place of its words for a time: “What did I do (2026-03-09 –
    /// 2026-03-15)?” A model then knows which notes it gets. The days read the same in every language.
    fn with_period(&self, question: &str, period: Period) -> String {
        let own = self.periods.first();
        if own.is_some_and(|own| own.period == period) {
            return question.to_owned();
        }
        let replaced = own.and_then(|own| with_days(question, &own.range, period));
        replaced.unwrap_or_else(|| format!("{} {}", question.trim_end(), days(period)))
    }
}
