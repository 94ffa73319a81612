//! Reads the pronouns of a follow-up about all rows of the last table, as in “which of those are overdue?”

use std::ops::Range;

use index::{KeyEntry, Result};
use records::{Aggregate, Condition, Period, Query, RecordKind, Target, Test};

use super::{
    classes::{Class, date_condition},
    phrases::{COUNT, DONE, OF_THEM, OPEN, OVERDUE, SUM, WHY},
    reader::{Reader, is_filler},
    words::Word,
};

/// Pronouns of several things or people.
const PLURAL: &str =
    "they them their theirs these those sie ihnen ihre ihren ihrer diese diesen denen deren";

/// Words behind a German “die” that is no article: “wie viel haben die zusammen gekostet?”
const BEHIND_PRONOUN: &str = "zusammen insgesamt gesamt alle alles mit von aus ohne im in uber davon denn so durchschnittlich \
    jeweils gekostet sind waren haben hatten kosten kosteten dauern dauerten gedauert schon noch bisher wirklich eigentlich";

const TOGETHER: &str = "zusammen insgesamt gesamt alles altogether together all total in";

/// They continue the last question without a pronoun.
const WHICH_OF_THEM: &str = "and which are,and which were,and which have,and which ones are,and which ones were,\
    und welche sind,und welche waren,und welche haben";

/// Words of a question that asks when something was and nothing else.
const WHEN: &str = "and und or oder then dann denn when wann exactly genau again nochmal was were is are war waren ist sind \
    did do have haben habe hatte i we ich wir go gehen it that this they those these them there the one ones he she das dies \
    der die es er sie da dort second third fourth zweite dritte vierte first erste";

/// They ask for the names of the rows.
const NAMES: &str = "what are they called,what are their names,what are their titles,their names,their titles,\
    how are they called,wie heissen,wie hiessen,ihre namen,ihre titel,deren namen,deren titel";

/// Words for notes that name a set, although they have no topic.
const NOTES: &str = "note notes notiz notizen page pages seite seiten entry entries eintrag eintrage thing things who wer";

/// Words behind “how many” that count something other than notes.
const COUNTED: &str = "day days night nights time times note notes entries tag tage tagen nacht nachte mal notiz notizen";

const TASKS: &str = "task tasks todo todos to-do to-dos aufgabe aufgaben";

impl Reader<'_> {
    /// Marks the pronouns that stand for several rows as used, and says whether there are any.
    pub(super) fn takes_plural(&mut self) -> bool {
        let found: Vec<usize> = (0..self.words.len()).filter(|at| self.is_plural(*at)).collect();
        for at in &found {
            self.use_words(*at..at + 1);
        }
        !found.is_empty() | self.says(WHICH_OF_THEM)
    }

    fn is_plural(&self, at: usize) -> bool {
        let word = &self.words[at];
        let next = self.words.get(at + 1);
        // Within a sentence, German “Sie” and “Ihre” are the polite form.
        let is_polite = at > 0 && word.is_capitalised() && word.is("sie ihnen ihre ihren ihrer");
        let is_time = next.is_some_and(|next| next.is("days") || self.is_in_time(next));
        let is_article =
            || next.is_some_and(|next| next.is_capitalised() || !next.is(BEHIND_PRONOUN));
        // “How many pages is that in all?”
        let is_sum = word.is("that das") && next.is_some_and(|next| next.is(TOGETHER));
        !is_polite && !is_time && (word.is(PLURAL) || is_sum || word.is("die") && !is_article())
    }

    /// Whether the question asks of a set that it doesn't name itself: “which of them with Petra?”, “how much did they
    /// cost?”
    pub(super) fn asks_of_unnamed_set(&self) -> bool {
        let of_them = self.place_of(OF_THEM).map(|place| place.start);
        let plural = (0..self.words.len()).find(|at| self.is_plural(*at));
        let Some(at) = of_them.into_iter().chain(plural).min() else { return false };
        // In “how many books did I read, and how many of them in German?” it does.
        let names = |at: usize| {
            let word = &self.words[at];
            let is_small = is_filler(&word.folded) || language::is_function_word(&word.folded);
            word.is(NOTES) || !word.is("und and") && (!is_small || at > 0 && word.is_capitalised())
        };
        !(0..at).any(names)
    }

    /// The conditions of the last table's rows. A limit is no condition, so that it needs the paths of its rows.
    pub(super) fn filter_of_rows(&self, last: &Query) -> Result<Vec<Condition>> {
        let mut filter = last.filter.clone();
        if last.of == RecordKind::Note && last.limit.is_some_and(|limit| limit > 1) {
            let rows = self.index.table(last)?.rows;
            let paths = rows.into_iter().map(|row| row.path.as_str().to_owned()).collect();
            filter.push(Condition::new(Target::Path, Test::Is(paths)));
        }
        Ok(filter)
    }

    /// Reads “what did they cost in all?” as a question for the sum.
    pub(super) fn read_sum(&mut self) {
        if self.take("all in all,in all,alles in allem,unterm strich") {
            self.words.push(Word::alone("total"));
        }
        if self.says(SUM) {
            self.take("bringen,bringt,brachten,ergeben,ergibt,machen,macht,bring in,bring,come to,amount to");
        }
    }

    /// Whether the question asks for a state of things, such as “finished” or “overdue”.
    pub(super) fn says_state(&self) -> bool {
        [OPEN, DONE, OVERDUE].iter().any(|states| self.says(states))
    }

    /// Whether the question asks which rows are something that the last query doesn't say: “and which are in progress?”
    pub(super) fn asks_what_they_are(&self, last: &Query) -> bool {
        const COPULAS: &str = "are were is was sind waren ist war";
        let mut pairs = self.words.windows(2).take(2);
        let asks = pairs.any(
            |pair| matches!(pair, [which, are] if which.is("which welche") && are.is(COPULAS)),
        );
        let shown = last.to_string();
        let says = |word: &Word| {
            let is_small = is_filler(&word.folded) || language::is_function_word(&word.folded);
            !is_small && !shown.contains(&word.folded)
        };
        asks && self.words.iter().any(says)
    }

    /// “Where do they live?”, about all rows of the last table.
    pub(super) fn of_these(&mut self, class: Class, last: &Query) -> Result<Option<Query>> {
        if !self.periods.is_empty() || !last.any.is_empty() {
            return Ok(None);
        }
        let found = match self.asks_only_when() {
            Some(false) => None,
            _ => self.properties(class, &(0..0))?,
        };
        Ok(found.map(|found| Query { sort: last.sort.clone(), ..found }))
    }

    /// Whether the question asks for the names of the rows; its words are used.
    pub(super) fn takes_names(&mut self) -> bool {
        self.take(NAMES)
    }

    /// Whether the question goes on with a sum or number of things whose kind it doesn't name: “And how many pages do the
    /// finished ones have together?”
    pub(super) fn goes_on_counting(&mut self) -> Result<bool> {
        let begins = self.words.first().is_some_and(|word| word.is("and und"));
        if !begins || !self.periods.is_empty() || !(self.says(COUNT) || self.says(SUM)) {
            return Ok(false);
        }
        let before = self.words.clone();
        let names_kind = self.class()?.is_some();
        self.words = before;
        Ok(!names_kind)
    }

    /// “How many are that?”, “and how many did I see?”, “how many with Ines?”
    pub(super) fn only_counts(&self) -> bool {
        let Some(place) = self.place_of(COUNT) else { return false };
        let behind = self.words.get(place.end);
        if self.periods.is_empty() && behind.is_some_and(|word| word.is("with by of mit von")) {
            return true;
        }
        let has_topic = |at: usize| {
            let word = &self.words[at];
            let is_small = is_filler(&word.folded) || language::is_function_word(&word.folded);
            word.used || !is_small || word.is(COUNTED)
        };
        !(0..self.words.len()).any(|at| !place.contains(&at) && has_topic(at))
    }

    /// “Which of them are overdue?”, about the tasks of the last query.
    pub(super) fn within_tasks(&mut self, last: &Query) -> Result<Option<Query>> {
        let counts = self.says(COUNT);
        let is_about_them = self.take(OF_THEM) | self.takes_plural() | self.only_counts();
        let is_plain = last.group.is_none() && last.limit.is_none();
        if !is_about_them || !is_plain || self.has_gap || self.says(WHY) {
            return Ok(None);
        }
        let mut query = Query { aggregate: None, ..last.clone() };
        let key = |name: &str| Target::Key(name.to_owned());
        let states = |names: &[&str]| {
            let names = names.iter().map(|name| (*name).to_owned()).collect();
            Condition::new(Target::State, Test::Is(names))
        };
        if self.take(OVERDUE) {
            query.filter.push(Condition::new(key("due"), Test::Before(Period::day(self.today))));
            // A finished task isn't overdue.
            if last.filter.iter().all(|it| it.target != Target::State) {
                query.filter.push(states(&["open", "in progress"]));
            }
        } else if let Some(period) = self.periods.first().map(|found| found.period) {
            let mut condition = date_condition(None, period);
            condition.target = key("due");
            query.filter.push(condition);
        }
        if self.take(OPEN) {
            query.filter.push(states(&["open", "in progress"]));
        } else if self.take(DONE) {
            query.filter.push(states(&["done"]));
        }
        query.filter.extend(self.priority_condition());
        self.take("due,fallig,priority,prioritat,prio");
        for at in 0..self.words.len() {
            if self.words[at].is(TASKS) {
                self.use_words(at..at + 1);
            }
        }
        if query.filter == last.filter && !counts || !self.left().is_empty() {
            return Ok(None);
        }
        query.aggregate = counts.then_some(Aggregate::COUNT);
        Ok((self.index.count(&query)? > 0).then_some(query))
    }

    /// For a question with “when”, whether it asks nothing else of what pronouns stand for: “When was that?”, but not
    /// “When did it come off?” `None` for another question, and for one that names a date, such as a birthday.
    pub(super) fn asks_only_when(&self) -> Option<bool> {
        let is_date = |key: &&KeyEntry| key.dates > 0 && key.dates * 2 >= key.total();
        let mut dates = self.vocabulary.keys.iter().filter(is_date);
        let names_date = dates.any(|key| self.words.iter().any(|word| self.names_key(word, key)));
        let asks = self.says("when,wann") && !names_date;
        asks.then(|| self.words.iter().all(|word| word.is(WHEN)))
    }

    /// Whether the words at this place are the whole question but for words of the frame.
    pub(super) fn is_all_but(&self, place: &Range<usize>, frame: &str) -> bool {
        (0..self.words.len()).all(|at| place.contains(&at) || self.words[at].is(frame))
    }
}
