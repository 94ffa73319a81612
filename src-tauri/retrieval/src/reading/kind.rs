//! The notes of the kind that a question asks about, where no query answers it, and the last of them.

use index::{Index, Result};
use jiff::civil::Date;
use records::{Condition, Period, Query, RecordKind, Sort, Target, Test};

use super::{
    classes::{Class, PRONOUNS},
    phrases::{BEST, COUNT, HIGHEST, LATEST, LOWEST, MEAN, STORIES, WORST},
    reader::Reader,
    words::Word,
};

/// Maximum notes of a period or kind that are read in one request.
pub(super) const READ: u32 = 40;

/// Maximum notes of a period that a survey reads batch by batch: more than a year of daily notes.
/// If there are more, they are only searched.
pub const MOST_OF_PERIOD: u32 = 400;

/// The rows of the last table, if they can be read in one request.
pub fn rows_of(last: &Query, index: &Index) -> Result<Option<Query>> {
    let (filter, any) = (last.filter.clone(), last.any.clone());
    let all = Query { filter, any, ..Query::of(last.of) };
    Ok((1..=READ).contains(&index.count(&all)?).then_some(all))
}

impl Reader<'_> {
    /// The notes of the kind that the question names, or its tasks.
    pub(super) fn notes_of_named_kind(&mut self) -> Result<Option<Query>> {
        let of_tasks = self.nearly.clone().filter(|query| query.of == RecordKind::Task);
        if let Some(of_tasks) = of_tasks
            && self.can_be_read(&of_tasks)?
        {
            return Ok(Some(of_tasks));
        }
        if let Some(folder) = self.folder_of_several_words() {
            let class = self.class_with(vec![folder])?;
            return self.notes_of_kind(&class);
        }
        let class = match self.class()? {
            Some(class) => Some(class),
            None => self.class_of_value()?,
        };
        match class.filter(|class| !self.is_vague(class)) {
            Some(class) => self.notes_of_kind(&class),
            None => Ok(None),
        }
    }

    /// The folder “Supper club” of “how many guests did we have at the supper club?” Each word may also name another kind.
    fn folder_of_several_words(&self) -> Option<Condition> {
        [3, 2].into_iter().flat_map(|length| self.words.windows(length)).find_map(|words| {
            let name: Vec<&str> = words.iter().map(|word| &*word.folded).collect();
            let name = name.join(" ");
            let is_folder = self.vocabulary.folders.contains_key(&name);
            is_folder.then(|| Condition::new(Target::Folder, Test::Is(vec![name])))
        })
    }

    /// All notes of a kind if they can be read in one request, else those that the question narrows it to, or those that
    /// a search puts first.
    pub(super) fn notes_of_kind(&mut self, class: &Class) -> Result<Option<Query>> {
        let all = Query { filter: class.conditions.clone(), ..Query::of(RecordKind::Note) };
        if class.notes <= READ {
            return Ok(Some(all));
        }
        let mut of_values = all.clone();
        of_values.filter.extend(self.value_conditions(&class.keys));
        of_values.filter.extend(self.status_conditions(&class.keys));
        let of_values = (of_values.filter.len() > all.filter.len()).then_some(of_values);
        let period = self.periods.first().map(|found| found.period);
        let of_time = period.map(|period| self.dated(class, period));
        for narrowed in self.nearly.clone().into_iter().chain(of_values).chain(of_time) {
            if self.can_be_read(&narrowed)? {
                return Ok(Some(narrowed));
            }
        }
        Ok((class.notes <= MOST_OF_PERIOD).then_some(all))
    }

    /// Whether the question asks for a set or for a figure of one, not for a single fact: “Which wine did we drink?”
    pub(super) fn asks_set(&self) -> bool {
        const ALL: &str = "all,every,each,any,list,stuff,sachen,zeug,alle,aller,allen,alles,jede,jeder,jedes,samtliche,liste,哪些,所有,列出,几";
        const TOTAL: &str = "total,altogether,in all,all told,overall,so far,add it up,add them up,insgesamt,zusammen,zusammengerechnet,\
            unterm strich,alles in allem,bisher,总共,一共";
        const HOW_MANY: &str = "how many,how often,wie viele,wie vielen,wieviele,wie oft,多少";
        const AMOUNT: &str = "how much,wie viel,wieviel";
        let is_figure = [COUNT, MEAN, HIGHEST, LOWEST, BEST, WORST].iter().any(|it| self.says(it));
        let is_figure = is_figure && !self.says(AMOUNT) && !self.says("phone number");
        self.names_several()
            || self.says(HOW_MANY)
            || !self.says(STORIES)
                && (self.says(ALL)
                    || self.says(TOTAL)
                    || is_figure
                    || self.nearly.as_ref().is_some_and(|query| query.of == RecordKind::Task))
    }

    /// “Which bikes …”, “bei welchen Reparaturen …”, “audiobooks with five stars”.
    fn names_several(&self) -> bool {
        const ONE: &str = "hat ist war wird hatte wurde kostet is was has does costs";
        if self.says(
            "which of,which ones,welche davon,welche hab,welche habe,welche sind,welche waren",
        ) {
            return true;
        }
        let asks = |word: &Word| word.is("which what welche welchen");
        let first = match self.words.iter().position(asks) {
            Some(at) => at + 1,
            None if self.names_first() => 0,
            None => return false,
        };
        let near = self.words.iter().skip(first).take(3);
        let behind = self.words.iter().skip(first + 1).take(2);
        near.clone().any(|word| word.is_plural(self.is_english))
            && !behind.clone().any(|word| word.is(ONE))
    }

    /// Whether what a query finds can be read in one request.
    fn can_be_read(&self, query: &Query) -> Result<bool> {
        let all = Query { limit: None, ..query.clone() };
        Ok((1..=READ).contains(&self.index.count(&all)?))
    }

    /// “Audiobooks with five stars”: no word asks, so that the first ones say what is wanted.
    fn names_first(&self) -> bool {
        const ASK: &str = "who wer when wann where wo what was why warum how wie did do does is are was were hat habe \
            hab ist sind war wurde kann can could should soll";
        self.words.first().is_some_and(|word| !word.is(ASK))
    }

    /// Notes of days and people are about anything.
    fn is_vague(&self, class: &Class) -> bool {
        let words = self.words.get(class.words.clone()).unwrap_or_default();
        words.iter().any(|word| word.is(PRONOUNS) || word.is("day days tag tage tagen"))
    }

    /// The last note of a kind: “What did we decide at the last board meeting?”
    pub(super) fn last_notes(&mut self) -> Result<Option<Query>> {
        if !self.says(LATEST) {
            return Ok(None);
        }
        let class = match self.class()? {
            Some(class) => Some(class),
            None => self.class_of_value()?,
        };
        let Some(class) = class else { return Ok(None) };
        let key = self.date_key(&class).map_or(records::DATE.to_owned(), |key| key.name.clone());
        let past = Period { first: Date::MIN, last: self.today };
        let mut query = self.dated(&class, past);
        query.sort = vec![Sort { key, descending: true }];
        query.limit = Some(1);
        // “My latest country loaf” is no other bread.
        let narrowed = self.value_conditions(&class.keys);
        query.filter.extend(narrowed);
        Ok((self.index.count(&query)? > 0).then_some(query))
    }
}
