//! The request for a model to write a query, and the check of its line.

use std::sync::Arc;

use index::{Index, KeyEntry, Result, Vocabulary};
use jiff::civil::Date;
use models::marks::without_marks;
use records::{
    Aggregate, AggregateKind, Condition, DATE, NAME, Period, Query, Target, Test, Value, fold,
};

use super::{
    classes::is_class,
    grammar::Grammar,
    offer::Offer,
    phrases::{BEST, COUNT, HIGHEST, LOWEST, MEAN, SETS, STORIES, SUM, WORST},
    reader::Reader,
};

const INSTRUCTIONS: &str = r#"You turn a question about somebody's notes into one line of a query language. The line has conditions with spaces between them, and all of them must hold:
tag:film, folder:books - notes with this tag, or in this folder
key=value, key>=4, key<2026-04-01, has:key - notes with this property
about:"a note", links:"a note" - notes about another note, or with a link to it
date=2026-03 - notes of this time
word - notes with this word of the question in their text
A minus before a condition negates it. A condition with a space in it is quoted: prop:"status=to read". For tasks the line begins with tasks, and may have task:open or task:done; for lines of tables it begins with rows.
Behind the conditions there may be an order: sort:-key for the largest first, sort:key for the smallest first, and limit:1 for the first alone. Then there may be a figure: count, sum:key, average:key, min:key or max:key.
Use only the keys, values, tags, folders and notes in the list, spelled as there. Write a condition for each thing that the question asks for, and no other. If the list lacks something that the question asks for, or if only the text of a note can answer it, write none.
Example: How many horror films did I rate above 7? tag:film genre=horror rating>7 count"#;

/// A request to a model to write the query of a question.
#[derive(Debug)]
pub struct QueryRequest {
    pub(crate) instructions: &'static str,
    pub(crate) prompt: String,
    /// In GBNF.
    pub(crate) grammar: String,
    vocabulary: Arc<Vocabulary>,
    /// The folded words of the question.
    words: Vec<String>,
}

impl Reader<'_> {
    /// True if the question asks for a figure or a set, and not for something that only a text tells.
    pub(super) fn asks_for_data(&self) -> bool {
        let asks = [COUNT, MEAN, SUM, SETS, LOWEST, HIGHEST, BEST, WORST];
        asks.iter().any(|phrases| self.says(phrases)) && !self.says(STORIES)
    }

    /// `None` if the vault has nothing to offer.
    pub(super) fn request(&mut self, question: &str) -> Result<Option<QueryRequest>> {
        let keys = self.class()?.map(|class| class.keys).unwrap_or_default();
        let own: Vec<String> = keys.into_iter().map(|key| key.key).collect();
        let offer = self.offer(&own);
        Ok(Grammar::of(&offer).map(|grammar| QueryRequest {
            instructions: INSTRUCTIONS,
            prompt: prompt(question, &offer, self.today),
            grammar: grammar.to_string(),
            vocabulary: self.vocabulary.clone(),
            words: self.words.iter().map(|word| word.folded.clone()).collect(),
        }))
    }
}

fn prompt(question: &str, offer: &Offer, today: Date) -> String {
    let Offer { keys, tags, folders, names, periods, .. } = offer;
    let mut lines =
        vec![format!("Today is {}.", today.strftime("%A, %Y-%m-%d")), "Keys:".to_owned()];
    lines.extend(keys.iter().map(|key| match (key.is_number, key.is_date) {
        (true, _) => format!("{} (number)", key.name),
        (false, true) => format!("{} (date)", key.name),
        (false, false) => format!("{}: {}", key.name, key.values.join(" | ")),
    }));
    let times: Vec<String> = periods.iter().map(|period| days(*period)).collect();
    for (title, names) in
        [("Tags", tags), ("Folders", folders), ("Notes", names), ("Times", &times)]
    {
        if !names.is_empty() {
            lines.push(format!("{title}: {}", names.join(" | ")));
        }
    }
    lines.push(format!("Question: {question}"));
    lines.push("The query, in one line:".to_owned());
    without_marks(&lines.join("\n")).into_owned()
}

/// A period as a query's condition on the date.
fn days(period: Period) -> String {
    let condition = Condition::new(Target::Date, Test::Within(period));
    condition.to_string()
}

impl QueryRequest {
    /// The query of the model's line. `None` if the line isn't one, names something that the vault lacks, or finds
    /// nothing.
    pub(crate) fn read(&self, line: &str, index: &Index) -> Result<Option<Query>> {
        let Some(query) = Query::read(line).ok().filter(|query| self.accepts(query)) else {
            return Ok(None);
        };
        Ok((index.count(&query)? > 0).then_some(query))
    }

    /// True if the query uses only names of the vault and words of the question, and asks for more than all notes of
    /// a kind.
    fn accepts(&self, query: &Query) -> bool {
        let Query { of: _, filter, any, sort, group, limit: _, aggregate, columns } = query;
        let conditions = || filter.iter().chain(any.iter().flatten());
        let mut keys = sort.iter().map(|sort| &sort.key).chain(group).chain(columns);
        let is_kind = matches!(&filter[..], [only] if is_class(only)) && any.is_empty();
        let is_bare = is_kind && sort.is_empty() && group.is_none() && aggregate.is_none();
        conditions().next().is_some()
            && !query.is_words()
            && !is_bare
            && conditions().all(|condition| self.knows(condition))
            && keys.all(|key| self.has_key(key))
            && aggregate.iter().all(|aggregate| self.can_compute(aggregate))
    }

    fn has_key(&self, key: &str) -> bool {
        matches!(&*fold(key), NAME | DATE) || self.vocabulary.key(key).is_some()
    }

    fn can_compute(&self, aggregate: &Aggregate) -> bool {
        let Some(key) = &aggregate.key else { return true };
        self.vocabulary.key(key).is_some_and(|key| match aggregate.kind {
            AggregateKind::Count
            | AggregateKind::Common
            | AggregateKind::Distinct
            | AggregateKind::Share => true,
            AggregateKind::Latest => key.dates > 0,
            AggregateKind::Sum
            | AggregateKind::Mean
            | AggregateKind::MeanOfSums
            | AggregateKind::Median
            | AggregateKind::Min
            | AggregateKind::Max => key.numbers > 0,
        })
    }

    pub(super) fn knows(&self, condition: &Condition) -> bool {
        let Vocabulary { names, folders, .. } = &*self.vocabulary;
        let last = |name: &str| name.rsplit('/').next().unwrap_or(name).to_owned();
        match (&condition.target, &condition.test) {
            (Target::Key(key), test) => {
                self.vocabulary.key(key).is_some_and(|key| may_meet(key, test))
            }
            (Target::Date | Target::State, _) => true,
            (Target::Tag | Target::NoteTag, Test::Is(all)) => all.iter().all(|it| self.has_tag(it)),
            (Target::Folder, Test::Is(all)) => all.iter().all(|it| folders.contains_key(&last(it))),
            (
                Target::Name | Target::About | Target::LinksTo | Target::LinkedFrom,
                Test::Is(all),
            ) => all.iter().all(|it| names.contains_key(&last(it))),
            (Target::Text, Test::Contains(all)) => {
                let mut words = all.iter().flat_map(|text| text.split(' '));
                words.all(|word| self.words.iter().any(|own| own == word))
            }
            _ => false,
        }
    }

    /// True if a note has the tag, or one below it.
    fn has_tag(&self, tag: &str) -> bool {
        let is_it = |known: &str| {
            known.strip_prefix(tag).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        self.vocabulary.tags.iter().any(|(known, _)| is_it(known))
    }
}

/// True if a value of the key can meet the test: it is one of these texts, or a number or date to compare.
fn may_meet(key: &KeyEntry, test: &Test) -> bool {
    match test {
        Test::Exists | Test::True => true,
        Test::Is(texts) => texts.iter().all(|text| {
            let mut values = key.values.iter();
            values.any(|it| it.folded == *text || it.link.as_ref() == Some(text))
                || (key.numbers > 0 && Value::new(text).number.is_some())
                || (key.dates > 0 && Period::read(text).is_some())
        }),
        Test::Contains(texts) => texts.iter().all(|text| {
            let mut values = key.values.iter();
            values.any(|it| it.folded.contains(text.as_str()))
        }),
        Test::Compare(..) => key.numbers > 0,
        Test::Against(..) => false,
        Test::Within(_) | Test::Before(_) | Test::After(_) | Test::Yearly(_) => key.dates > 0,
    }
}
