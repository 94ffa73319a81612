//! Periods that an event of the vault names: “since I came back from Japan”, “during my trip to Lisbon”.

use std::ops::Range;

use index::{KeyEntry, Result};
use jiff::{
    Span, ToSpan,
    civil::{Date, Weekday},
};
use records::{Condition, FoundPeriod, Period, Query, RecordKind, Target, Test, periods};

use super::{
    classes::{Class, date_condition},
    phrases::HAPPENED,
    reader::{Reader, is_filler},
    words::Word,
};

const BEFORE: &str = "before vor bevor";
const AFTER: &str = "after nach nachdem";

/// Words of journeys, which need a time to be about.
const GOES: &str = "came come got back returned return flew fly flog flogen left went travelled traveled trip journey holiday \
                    vacation arrived reise urlaub zuruck zuruckkam geflogen gereist angekommen";

/// Words of [`GOES`] that say of a journey without its name that there was one: “since I came back”.
const JOURNEYS: &str = "back returned return flew flog geflogen trip journey holiday vacation reise urlaub zuruck zuruckkam";
const LAST: &str = "last latest letzte letzten letzter";

/// They end the name of an event.
const WITH: &str = "with without mit ohne";

const ARTICLES: &str = "the my our der die das dem den meine meiner meinem unsere unserer unserem";

/// A time beside an event: “the two weeks before”.
struct Vicinity {
    /// The first of its words.
    start: usize,
    length: Length,
}

enum Length {
    /// “The two weeks before”.
    Span(Span),
    /// “Two days before” is one day.
    Day(Span),
    Weekend,
}

impl Vicinity {
    fn before(&self, event: Date) -> Option<Period> {
        match self.length {
            Length::Span(span) => {
                Period::days(event.checked_sub(span).ok()?, event.yesterday().ok()?)
            }
            Length::Day(span) => event.checked_sub(span).ok().map(Period::day),
            Length::Weekend => {
                let sunday = event.nth_weekday(-1, Weekday::Sunday).ok()?;
                Period::days(sunday.yesterday().ok()?, sunday)
            }
        }
    }

    fn after(&self, event: Date) -> Option<Period> {
        match self.length {
            Length::Span(span) => {
                Period::days(event.tomorrow().ok()?, event.checked_add(span).ok()?)
            }
            Length::Day(span) => event.checked_add(span).ok().map(Period::day),
            Length::Weekend => {
                let saturday = event.nth_weekday(1, Weekday::Saturday).ok()?;
                Period::days(saturday, saturday.tomorrow().ok()?)
            }
        }
    }
}

/// A note with a beginning and an end that a question names.
struct Event {
    first: Date,
    last: Date,
    /// The words that name it.
    words: Range<usize>,
}

impl Reader<'_> {
    /// Adds the period of an event with a beginning and an end, if the question names one and no other date.
    pub(super) fn find_event(&mut self, question: &str) -> Result<()> {
        if let Some((found, words)) = self.stretch(question)? {
            self.periods = vec![found];
            self.has_gap = false;
            self.use_words(words);
            return Ok(());
        }
        if !self.periods.is_empty() {
            return Ok(());
        }
        const LEADS: &str =
            "since seit seitdem after nach nachdem before vor bevor during while wahrend on auf";
        // Other prepositions may lead to a place: “nach Japan”.
        const OF_TIMES: &str = "since seit seitdem after before during wahrend";
        let beside = (1..self.words.len()).find_map(|at| Some((at, self.beside(at)?)));
        let first = || self.words.iter().position(|word| word.is(LEADS));
        let stay = || self.words.iter().position(|word| word.is("in"));
        let lead = beside.as_ref().map(|(at, _)| *at).or_else(first).or_else(stay);
        let Some(at) = lead else { return Ok(()) };
        let all = at + 1..self.words.len();
        let Some(event) = self.event(all.clone())? else { return Ok(()) };
        let is_next = self.words[all.start..event.words.start].iter().all(|word| word.is(ARTICLES));
        let word = &self.words[at];
        let is_of_time = if word.is("in") {
            // “What did I do in Lisbon?”
            let is_open = |word: &Word| word.is(HAPPENED);
            let (before, behind) = (&self.words[..at], &self.words[event.words.end..]);
            is_next && before.iter().chain(behind).all(is_open)
        } else {
            let goes = self.words[all].iter().any(|word| word.is(GOES));
            goes || is_next && (beside.is_some() || word.is(OF_TIMES))
        };
        if !is_of_time {
            return Ok(());
        }
        let Event { first: start, last: end, .. } = event;
        let day_before = start.checked_sub(1.day()).unwrap_or(start);
        let beside = beside.map(|(_, beside)| beside);
        let period = match &beside {
            Some(beside) if word.is(BEFORE) => beside.before(start),
            Some(beside) => beside.after(end),
            None if word.is("since seit seitdem") => Period::days(end, self.today),
            None if word.is(AFTER) => Period::days(end, Date::MAX),
            None if word.is(BEFORE) => Period::days(Date::MIN, day_before),
            None => Period::days(start, end),
        };
        let Some(period) = period else { return Ok(()) };
        let at = beside.map_or(at, |beside| beside.start);
        let end = self.end_of_event(event.words.end);
        let Some(word) = self.words.get(at) else { return Ok(()) };
        let last = self.words.get(end.saturating_sub(1));
        let range = word.range.start..last.map_or(word.range.end, |it| it.range.end);
        self.use_words(at..end);
        self.periods.push(FoundPeriod { period, range });
        Ok(())
    }

    /// The place behind the verb of an event whose name ends at `end`: “bevor ich nach Japan geflogen bin”.
    fn end_of_event(&self, end: usize) -> usize {
        let rest = self.words.get(end..).unwrap_or_default();
        let is_verb = |word: &&Word| word.is(GOES) || word.is("bin sind war waren habe haben");
        let verbs = rest.iter().take_while(is_verb).count();
        let goes = rest.iter().take(verbs).rposition(|word| word.is(GOES));
        let goes = goes.map_or(0, |at| at + 1);
        // The auxiliary behind the verb.
        let auxiliary = rest.get(goes).is_some_and(|it| goes > 0 && it.is("bin sind war waren"));
        end + goes + usize::from(auxiliary)
    }

    /// The time from one event or date to another, and its words: “between Japan and Christmas”.
    fn stretch(&mut self, question: &str) -> Result<Option<(FoundPeriod, Range<usize>)>> {
        let place = |from: usize, words: &str| {
            self.words.iter().skip(from).position(|word| word.is(words)).map(|at| from + at)
        };
        let Some(lead) = place(0, "between zwischen") else { return Ok(None) };
        let Some(and) = place(lead + 1, "and und") else { return Ok(None) };
        let start = self.words[lead].range.start;
        let is_read =
            |it: &FoundPeriod| it.range.start <= start && self.words[and].range.end <= it.range.end;
        if self.periods.iter().any(is_read) {
            return Ok(None);
        }
        let Some((one, _)) = self.end_of_time(question, lead + 1..and)? else { return Ok(None) };
        let all = and + 1..self.words.len();
        let Some((other, end)) = self.end_of_time(question, all)? else { return Ok(None) };
        let period = Period::days(one.last, other.first);
        let range = start..self.words[end - 1].range.end;
        Ok(period.map(|period| (FoundPeriod { period, range }, lead..end)))
    }

    /// The date or event at the beginning of these words, and the place behind it.
    fn end_of_time(
        &mut self,
        question: &str,
        words: Range<usize>,
    ) -> Result<Option<(Period, usize)>> {
        let all = self.words.get(words.clone()).unwrap_or_default();
        let (Some(first), Some(last)) = (all.first(), all.last()) else { return Ok(None) };
        // Some dates are only read with a preposition.
        const LEAD: &str = "during ";
        let text = question.get(first.range.start..last.range.end).unwrap_or_default();
        let found = periods(&format!("{LEAD}{text}"), self.today, self.week);
        if let Some(found) = found.into_iter().find(|it| it.range.start == 0) {
            let end = (first.range.start + found.range.end).saturating_sub(LEAD.len());
            let count = all.iter().take_while(|word| word.range.start < end).count();
            return Ok(Some((found.period, words.start + count)));
        }
        let event = self.event(words)?;
        Ok(event.map(|it| (Period { first: it.first, last: it.last }, it.words.end)))
    }

    /// The latest such event before now that these words name.
    fn event(&mut self, words: Range<usize>) -> Result<Option<Event>> {
        for stays in self.stays()? {
            let event = self.event_of(words.clone(), stays)?;
            if event.is_some() {
                return Ok(event);
            }
        }
        Ok(None)
    }

    /// Notes with a beginning and an end, and these keys.
    fn stays(&self) -> Result<Vec<(Class, KeyEntry, KeyEntry)>> {
        const PAIRS: [(&str, &str); 6] = [
            ("von", "bis"),
            ("from", "to"),
            ("from", "until"),
            ("departure", "return"),
            ("arrival", "departure"),
            ("anreise", "abreise"),
        ];
        let dated = |name: &str| {
            let is_date = |key: &&KeyEntry| key.notes > 0 && key.dates * 2 >= key.total();
            self.vocabulary.key(name).filter(is_date).cloned()
        };
        let usual = self.date_key_like("start").zip(self.date_key_like("end"));
        let pairs = PAIRS.iter().filter_map(|(start, end)| dated(start).zip(dated(end)));
        let mut found = Vec::new();
        for (start, end) in usual.into_iter().chain(pairs) {
            let has = |key: &KeyEntry| Condition::new(Target::Key(key.name.clone()), Test::Exists);
            let class = self.class_with(vec![has(&start), has(&end)])?;
            if class.notes > 0 {
                found.push((class, start, end));
            }
        }
        Ok(found)
    }

    /// “When was I in Japan?”: notes with a beginning and an end, and this place.
    pub(super) fn stay(&mut self) -> Result<Option<Query>> {
        let before = self.words.clone();
        let asks = "when was i in,when were we in,when did i go to,when did we go to,when have i been to,when was i at,wann war ich in,wann waren wir in,wann bin ich nach";
        if !self.take(asks) {
            return Ok(None);
        }
        for (class, start, end) in self.stays()? {
            let free = self.words.clone();
            let conditions = self.value_conditions(&class.keys);
            let is_whole = !conditions.is_empty() && self.left().is_empty();
            let mut query = Query::of(RecordKind::Note);
            query.filter = class.conditions.into_iter().chain(conditions).collect();
            query.columns = vec![start.name, end.name];
            if is_whole && self.index.count(&query)? > 0 {
                return Ok(Some(query));
            }
            self.words = free;
        }
        self.words = before;
        Ok(None)
    }

    fn event_of(
        &mut self,
        words: Range<usize>,
        (class, start, end): (Class, KeyEntry, KeyEntry),
    ) -> Result<Option<Event>> {
        // “Seit der Bretagne mit Gregor gesehen” isn't about the trip's company.
        let company =
            self.words.get(words.clone()).unwrap_or_default().iter().position(|it| it.is(WITH));
        let words = words.start..company.map_or(words.end, |at| words.start + at);
        let before = self.words.clone();
        let outside = |at: &usize| !words.contains(at);
        for at in (0..self.words.len()).filter(outside) {
            self.words[at].used = true;
        }
        let was_used: Vec<bool> = self.words.iter().map(|word| word.used).collect();
        let mut conditions = self.value_conditions(&class.keys);
        if conditions.is_empty() {
            conditions.extend(self.name_in(&class)?);
        }
        if conditions.is_empty() {
            // “Japan” is the trip “Japan 2025”.
            conditions.extend(self.part_of_name(&class, words.clone())?);
        }
        if conditions.is_empty() {
            self.use_last_journey(words);
        }
        let is_new = |at: &usize| self.words[*at].used && !was_used[*at];
        let named: Vec<usize> = (0..self.words.len()).filter(is_new).collect();
        self.words = before;
        let (Some(begin), Some(last)) = (named.first(), named.last()) else { return Ok(None) };
        let words = *begin..last + 1;
        let mut query = Query::of(RecordKind::Note);
        query.filter = class.conditions.into_iter().chain(conditions).collect();
        query.columns = vec![start.name, end.name];
        let rows = self.index.table(&query)?.rows;
        let day = |row: &conversation::reference::TableRow, at: usize| {
            Period::read(row.values.get(at)?).map(|period| period.first)
        };
        let events = rows.iter().filter_map(|row| Some((day(row, 1)?, day(row, 2)?)));
        let latest = events.filter(|(start, _)| *start <= self.today).max();
        Ok(latest.map(|(first, last)| Event { first, last, words }))
    }

    /// A condition for the longest name of a note of the class. Its words are used.
    fn name_in(&mut self, class: &Class) -> Result<Option<Condition>> {
        let before = self.words.clone();
        let Some((name, _)) = self.longest_name() else { return Ok(None) };
        let condition = Condition::new(Target::Name, Test::Is(vec![name]));
        let has = self.has_note(class, &condition)?;
        if !has {
            self.words = before;
        }
        Ok(has.then_some(condition))
    }

    fn has_note(&self, class: &Class, condition: &Condition) -> Result<bool> {
        let filter = [&class.conditions[..], std::slice::from_ref(condition)].concat();
        Ok(self.index.count(&Query { filter, ..Query::of(RecordKind::Note) })? > 0)
    }

    /// Uses the words of a journey that nothing else is said about: “since I came back”, “my last trip”.
    fn use_last_journey(&mut self, words: Range<usize>) {
        let is_small = |word: &Word| {
            is_filler(&word.folded)
                || language::is_function_word(&word.folded)
                || word.is(GOES)
                || word.is(LAST)
                || word.is(HAPPENED)
        };
        let range = self.words.get(words.clone()).unwrap_or_default();
        let Some(at) = range.iter().rposition(|word| word.is(JOURNEYS)) else { return };
        if range.iter().all(is_small) {
            let at = words.start + at;
            self.use_words(at..at + 1);
        }
    }

    /// A condition for the first of these words that is in the name of a note of the class. The word is used.
    fn part_of_name(&mut self, class: &Class, words: Range<usize>) -> Result<Option<Condition>> {
        for at in words {
            let word = &self.words[at];
            let is_small = is_filler(&word.folded)
                || language::is_function_word(&word.folded)
                || word.is(GOES)
                || word.is(ARTICLES);
            if word.used || is_small || word.folded.chars().count() < 3 {
                continue;
            }
            let condition = Condition::new(Target::Name, Test::Contains(vec![word.folded.clone()]));
            if self.has_note(class, &condition)? {
                self.use_words(at..at + 1);
                return Ok(Some(condition));
            }
        }
        Ok(None)
    }

    /// A condition on the notes' own dates for the question's first time.
    pub(super) fn in_time(&self) -> Option<Condition> {
        self.periods.first().map(|found| date_condition(None, found.period))
    }

    /// True if a word for a time is in no period: “before I moved”. A query would also find the rest.
    pub(super) fn has_unread_time(&self) -> bool {
        const TIMES: &str =
            "before after since until till while during bevor nachdem seit seitdem wahrend";
        const BOUNDS: &str = "mehr weniger langer";
        (0..self.words.len()).any(|at| {
            let word = &self.words[at];
            let after = self.words.get(at + 1);
            let is_long = at > 0 && self.words[at - 1].is("long");
            let is_time = (word.is(TIMES) && after.is_some())
                || (word.is("ago") && !is_long)
                || (word.is("vor") && after.is_some_and(|after| after.is(BOUNDS)));
            is_time && !word.used
        })
    }

    /// True if the question's first time says where something is from: “films from before 1960”.
    pub(super) fn is_origin(&self) -> bool {
        const FROM: &str = "from of made released aus von gedreht erschienen";
        let Some(found) = self.periods.first() else { return false };
        let at = self.words.iter().position(|word| word.range.start >= found.range.start);
        at.is_some_and(|at| self.words[at.saturating_sub(1)..=at].iter().any(|it| it.is(FROM)))
    }

    /// True if notes of the class have a date in the question's first period.
    pub(super) fn has_dated(&self, class: &Class, key: Option<&KeyEntry>) -> Result<bool> {
        let Some(found) = self.periods.first() else { return Ok(false) };
        let mut query = Query::of(RecordKind::Note);
        query.filter.extend(class.conditions.iter().cloned());
        query.filter.push(date_condition(key, found.period));
        Ok(self.index.count(&query)? > 0)
    }

    /// The time beside an event whose “before” or “after” is at `at`.
    fn beside(&self, at: usize) -> Option<Vicinity> {
        if !self.words[at].is(BEFORE) && !self.words[at].is(AFTER) {
            return None;
        }
        let unit = at.checked_sub(1)?;
        let word = &self.words[unit];
        if word.is("weekend wochenende") {
            return Some(Vicinity { start: unit, length: Length::Weekend });
        }
        let is_day = word.is("day days tag tage tagen");
        let one = if is_day {
            1.day()
        } else if word.is("week weeks woche wochen") {
            1.week()
        } else if word.is("month months monat monate monaten") {
            1.month()
        } else {
            return None;
        };
        let number = unit.checked_sub(1).and_then(|at| Some((at, self.words[at].number()?)));
        let counted = number
            .and_then(|(at, said)| Some((at, (1..=30_i32).find(|it| f64::from(*it) == said)?)));
        let (start, count) = counted.unwrap_or((unit, 1));
        let span = one.checked_mul(i64::from(count)).ok()?;
        let is_one_day = is_day && counted.is_some();
        let length = if is_one_day { Length::Day(span) } else { Length::Span(span) };
        Some(Vicinity { start, length })
    }
}
