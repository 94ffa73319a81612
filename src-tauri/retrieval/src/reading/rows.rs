//! Follow-ups about one row of the last table: “When was that?”, “And the one before?”, “Who came along on the second one?”

use std::ops::Range;

use conversation::reference::{Table, TableRow};
use index::Result;
use records::{
    Aggregate, AggregateKind, Condition, DATE, Period, Query, RecordKind, Sort, Target, Test,
    target_of,
};

use super::{
    change::is_time,
    entities::words_of_people,
    phrases::{LATEST, OLDEST, WHY},
    reader::Reader,
    words::{Kind, Word, words},
};

/// Words for one thing, person or event of the last answer.
const SINGULAR: &str = "it its he him his she her hers that this there er ihn ihm es sie ihr sein seine seinen seinem seiner ihre \
    ihren ihrem ihrer das dies der dort da dabei dorthin";

const EARLIER: &str = "the one before that,the one before it,the one before,the previous one,das davor,die davor,der davor,\
    den davor,dem davor,das vorige,die vorige,der vorige,das vorherige,die vorherige,der vorherige,before that,davor";
const LATER: &str = "the one after that,the one after it,the one after,the next one,das danach,die danach,der danach,den danach,\
    dem danach,das nachste,die nachste,der nachste,after that,danach";

/// Ordinals of the first rows, in the table's order.
const ORDINALS: [&str; 5] = [
    "first 1st erste ersten erster erstes",
    "second 2nd zweite zweiten zweiter zweites",
    "third 3rd dritte dritten dritter drittes",
    "fourth 4th vierte vierten vierter viertes",
    "fifth 5th funfte funften funfter funftes",
];
/// Maximum words of “and with whom?”
const SHORT: usize = 4;

const ARTICLES: &str = "the der die das den dem";

/// Words of a question that asks for a row and nothing else: “and what was the second one?”
const FRAME: &str = "and und what which was war is ist about mit when wann or oder then dann aber but welche welcher welches";

/// They ask who was with the user.
const COMPANY: &str = "who came along,who was there,who was with me,who came with,who went with,who joined,who else was there,\
    with whom,who with,who attended,came along,came with me,wer war dabei,wer war mit,wer kam mit,wer ist mitgekommen,\
    wer war da dabei,wer war da,wer fuhr mit,mit wem,dabei,mitgekommen,mitgefahren,teilgenommen";

impl Reader<'_> {
    /// A question about one row of the last table, which answers the question `before`.
    pub(super) fn of_row(&mut self, last: &Query, before: &str) -> Result<Option<Query>> {
        let is_of_notes = last.of == RecordKind::Note && last.group.is_none();
        if !is_of_notes || last.view().is_some() || !self.periods.is_empty() || self.says(WHY) {
            return Ok(None);
        }
        let table = self.index.table(last)?;
        let only = only_row(last, &table, asks_for_one(before));
        let beside = [(EARLIER, true), (LATER, false)]
            .into_iter()
            .find_map(|(phrases, is_earlier)| Some((self.place_of(phrases)?, is_earlier)));
        // “The next meeting” is a question of its own.
        let is_noun = |it: &Word| it.is_capitalised() || it.is_of_kind(Kind::Class);
        let beside = beside.filter(|(place, _)| !self.words.get(place.end).is_some_and(is_noun));
        if let Some((place, is_earlier)) = beside {
            let Some(row) = only else { return Ok(None) };
            let Some(query) = self.next_to(last, row, is_earlier)? else { return Ok(None) };
            let Some(row) = self.index.table(&query)?.rows.into_iter().next() else {
                return Ok(None);
            };
            let asked = self.of_this(&row, place.clone())?;
            return Ok(match asked {
                Some(asked) => Some(Query { columns: asked.columns, ..query }),
                None => self.is_all_but(&place, FRAME).then_some(query),
            });
        }
        // The first of the newest may also be the oldest.
        let is_newest = last.sort.first().is_some_and(|sort| sort.descending);
        let ordinal = self.ordinal().filter(|(nth, _)| *nth > 0 || !is_newest);
        if let Some((nth, place)) = ordinal {
            let all = Query { limit: last.limit.filter(|limit| *limit > 1), ..last.clone() };
            let table = self.index.table(&all)?;
            let Some(row) = table.rows.get(nth) else { return Ok(None) };
            let asked = self.of_this(row, place.clone())?;
            let is_extreme = last.aggregate.as_ref().is_some_and(is_extreme);
            let is_rank = !last.sort.is_empty() && (last.limit == Some(1) || is_extreme);
            let is_row = is_rank && self.is_all_but(&place, FRAME);
            let of_row = || Query { columns: last.columns.clone(), ..of_path(row) };
            return Ok(asked.or_else(|| is_row.then(of_row)));
        }
        let Some(row) = only else { return Ok(None) };
        // “And when?” is about it, too.
        let is_small = |it: &Word| language::is_function_word(&it.folded) || it.is(FRAME);
        let is_short = self.words.first().is_some_and(|word| word.is("and und"))
            && self.words.len() <= SHORT
            && !self.says("noch,sonst,else,auch,also")
            && self.words.iter().all(is_small);
        let asks_company = self.says(COMPANY);
        let is_about_it = || is_short.then_some(0..1).or_else(|| asks_company.then_some(0..0));
        match self.singular().or_else(is_about_it) {
            Some(place) => self.of_this(row, place),
            None => Ok(None),
        }
    }

    /// What the question asks of this row, for which the words at `place` stand.
    fn of_this(&mut self, row: &TableRow, place: Range<usize>) -> Result<Option<Query>> {
        let before = self.words.clone();
        self.use_words(place.clone());
        let of_row = of_path(row);
        let class = self.class_with(of_row.filter.clone())?;
        let people = class.keys.iter().filter(|key| words_of_people(key));
        let people: Vec<String> = people.map(|key| key.name.clone()).collect();
        let found = if !people.is_empty() && self.take(COMPANY) && self.left().is_empty() {
            Some(Query { columns: people, ..of_row })
        } else {
            self.words.clone_from(&before);
            self.use_words(place.clone());
            match self.asks_only_when() {
                Some(false) => None,
                _ => self.properties(class, &place)?,
            }
        };
        self.words = before;
        Ok(found)
    }

    /// The row of the last query before or after this one, in the order of time.
    fn next_to(&self, last: &Query, row: &TableRow, is_earlier: bool) -> Result<Option<Query>> {
        let timed = last.filter.iter().find(|it| is_time(&it.test));
        let of_time = timed.and_then(|it| match &it.target {
            Target::Key(key) => Some(key.clone()),
            _ => None,
        });
        let sorted = last.sort.first().map(|sort| sort.key.clone());
        let key = sorted.or(of_time).unwrap_or_else(|| DATE.to_owned());
        let dated = self.index.table(&Query { columns: vec![key.clone()], ..of_path(row) })?;
        let value = dated.rows.first().and_then(|row| row.values.get(1));
        let Some(day) = value.and_then(|value| Period::read(value)) else { return Ok(None) };
        let target = target_of(&key);
        let mut base = Query { limit: None, aggregate: None, ..last.clone() };
        base.filter.retain(|it| it.target != target || !is_time(&it.test) || it.negated);
        let with = |test: Test| {
            let mut query = base.clone();
            query.filter.push(Condition::new(target.clone(), test));
            query
        };
        if self.index.count(&with(Test::Within(day)))? != 1 {
            // Nothing says which of several on the same day comes first.
            return Ok(None);
        }
        let test = if is_earlier { Test::Before(day) } else { Test::After(day) };
        let query = Query {
            sort: vec![Sort { key, descending: is_earlier }],
            limit: Some(1),
            ..with(test)
        };
        Ok((self.index.count(&query)? > 0).then_some(query))
    }

    /// The place of “the second one” in the question, and the row that it names, from 0.
    fn ordinal(&self) -> Option<(usize, Range<usize>)> {
        (1..self.words.len()).find_map(|at| {
            let nth = ORDINALS.iter().position(|names| self.words[at].is(names))?;
            let article = self.words[at - 1].is(ARTICLES);
            // “On the first” is a day.
            let next = self.words.get(at + 1);
            let is_one = next.is_some_and(|word| word.is("one"));
            let is_day = at > 1 && !is_one && self.words[at - 2].is("on since am");
            let is_alone = next.is_none_or(|word| {
                is_one || !word.is_capitalised() && language::is_function_word(&word.folded)
            });
            let end = at + 1 + usize::from(is_one);
            (article && !is_day && is_alone).then_some((nth, at - 1..end))
        })
    }

    /// The only word of the question that stands for one row.
    fn singular(&self) -> Option<Range<usize>> {
        let stands_alone = |at: usize| {
            let next = self.words.get(at + 1);
            let is_polite = at > 0 && self.words[at].is_capitalised();
            let is_article = self.words[at].is("das der that this")
                && next.is_some_and(|it| it.is_capitalised() || self.is_in_time(it));
            !is_polite && !is_article
        };
        let mut all =
            (0..self.words.len()).filter(|at| self.words[*at].is(SINGULAR) && stands_alone(*at));
        let (first, second) = (all.next()?, all.next());
        // “Was there” and “war da dabei” say it twice.
        second.is_none_or(|at| self.words[at].is("da dabei there")).then_some(first..first + 1)
    }

    /// The row that answers the question `before`, as a query for its note, and its cells besides the note's name: they
    /// may name what a pronoun stands for.
    pub(super) fn only_row_of(
        &self,
        last: &Query,
        before: &str,
    ) -> Result<Option<(Query, Vec<String>)>> {
        if last.of != RecordKind::Note || last.group.is_some() {
            return Ok(None);
        }
        let table = self.index.table(last)?;
        let only = only_row(last, &table, asks_for_one(before));
        Ok(only.map(|row| (of_path(row), row.values.iter().skip(1).cloned().collect())))
    }
}

fn of_path(row: &TableRow) -> Query {
    Query::of(RecordKind::Note).with(Target::Path, Test::Is(vec![row.path.as_str().to_owned()]))
}

fn is_extreme(aggregate: &Aggregate) -> bool {
    matches!(aggregate.kind, AggregateKind::Max | AggregateKind::Min)
}

/// Whether a question asks for the first or last of a kind: “When was my last meeting?”, and not “What were …?”
fn asks_for_one(question: &str) -> bool {
    let words = words(question, &[]);
    let has = |list: &str| words.iter().any(|word| word.is(list));
    let ranks = [LATEST, OLDEST].iter().flat_map(|list| list.split(','));
    let is_ranked = |it: &str| words.iter().any(|word| word.folded == it);
    has("was is war ist") && !has("were are waren sind") && ranks.into_iter().any(is_ranked)
}

/// The row that a table answers with: the only one, the one with the highest or lowest value, or if one `is_asked`, the
/// first in the order.
fn only_row<'t>(last: &Query, table: &'t Table, is_asked: bool) -> Option<&'t TableRow> {
    let (first, second) = (table.rows.first()?, table.rows.get(1));
    let Some(second) = second else { return Some(first) };
    let sort = last.sort.first()?;
    let is_first = match &last.aggregate {
        Some(it) => is_extreme(it) && it.key.as_ref() == Some(&sort.key),
        None => is_asked,
    };
    let at = table.columns.iter().position(|column| *column == sort.key)?;
    (is_first && first.values.get(at)? != second.values.get(at)?).then_some(first)
}
