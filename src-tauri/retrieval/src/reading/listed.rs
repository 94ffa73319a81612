//! Questions for notes of a kind: which, and under what conditions.

use index::{KeyEntry, Result};
use records::{Aggregate, AggregateKind, Condition, Period, Query, RecordKind, Sort, Target, Test};

use super::{
    amounts::{compares, is_numeric},
    classes::{Class, Origin, PRONOUNS, is_class},
    groups::name_of_dates,
    keys::{is_like, is_tag_key, is_usual_event, like},
    phrases::{
        BEST, BY, COUNT, DAYS, HIGHEST, IN_ORDER, LATEST, LISTS, LOWEST, MEAN, MEDIAN, OLDEST,
        OPINIONS, PLANS, PREPOSITIONS, QUESTION_WORDS, SETS, SHARE, SUM, VERBS, WORST,
    },
    reader::Reader,
    words::{Kind, LEXICON, is_chinese},
};

/// They ask for a day of the week, which a text tells.
const WHAT_DAY: &str = "on which day does,on which day do,on what day,an welchem tag hat,an welchem tag haben,what day is,what day was,which day is,what day does,what day do,welcher tag ist,an welchem tag ist,welcher wochentag,what weekday";

/// What has all notes of a kind.
const CATALOGUES: &str = "in der kartei,in meiner kartei,in unserer kartei,in der datenbank,in meiner datenbank,in der sammlung,\
    in meiner sammlung,in the database,in my database,in the collection,in my collection,in my records,in our records,on record,on file";

impl Reader<'_> {
    pub(super) fn listed(&mut self) -> Result<Option<Query>> {
        let counts = self.says(COUNT);
        if let Some(found) = self.of_verb(counts)? {
            return Ok(found);
        }
        let before = self.words.clone();
        if let Some(class) = self.class()? {
            if self.asks_for_other_costs(&class) {
                let priced = self.other_costs(&class)?;
                return priced.map_or(Ok(None), |it| self.of_class(Origin::Value, it, counts));
            }
            if let Some(found) = self.of_origin(Origin::Noun, class, counts)? {
                return Ok(Some(found));
            }
            self.words = before;
            return match self.people_asked_for()? {
                Some(people) => self.of_origin(Origin::Value, people, counts),
                None => Ok(None),
            };
        }
        let mut is_titled = false;
        if let Some(class) = self.class_by_title()? {
            is_titled = !self.says_yes_no(&class);
            let found = match is_titled {
                true => self.of_origin(Origin::Title, class, counts)?,
                false => None,
            };
            if found.is_some() {
                return Ok(found);
            }
            // “Rated 9” isn't about the notes of a ninth.
            self.words = before;
        }
        let of_key = self.class_of_key()?;
        let of_key = of_key.filter(|class| self.asks_for_records(Origin::Key, class));
        let of_key = match of_key {
            Some(class) => Some(class),
            None => self.class_of_groups()?,
        };
        if let Some(class) = of_key {
            let class = self.narrowed_by_verb(class)?;
            let before = self.words.clone();
            let found = self.of_origin(Origin::Key, class, counts)?;
            if found.is_some() || self.groups.is_some() {
                return Ok(found);
            }
            // The hour of “vegan recipes under half an hour” may name another key.
            self.words = before;
        }
        // What names say is no value: “Which ward am I on?”
        match if is_titled { None } else { self.class_of_value()? } {
            Some(class) => self.of_origin(Origin::Value, class, counts),
            None => Ok(None),
        }
    }

    /// A query for notes whose kind the verb names. The outer `None` if no verb does, the inner one if the question is
    /// searched as text.
    fn of_verb(&mut self, counts: bool) -> Result<Option<Option<Query>>> {
        if self.groups.is_some() {
            return Ok(None);
        }
        let before = self.words.clone();
        if let Some(found) = self.doing()? {
            return Ok(Some(found));
        }
        self.words.clone_from(&before);
        let class = match self.asks_for_company()? {
            true => Some(self.class_of_company()?),
            false => match self.meeting()? {
                Some(class) => Some(Some(class)),
                None => self.purchases()?.map(Some),
            },
        };
        self.words = before;
        Ok(match class {
            Some(Some(class)) => {
                self.use_words(class.words.clone());
                Some(self.of_class(Origin::Value, class, counts)?)
            }
            Some(None) => Some(None),
            None => None,
        })
    }

    fn of_origin(&mut self, origin: Origin, class: Class, counts: bool) -> Result<Option<Query>> {
        match class.notes > 0 && self.asks_for_records(origin, &class) {
            true => self.of_class(origin, class, counts),
            false => Ok(None),
        }
    }

    /// Whether the question is one for a set or a figure, and not one for something that a text says.
    fn asks_for_records(&self, origin: Origin, class: &Class) -> bool {
        let first = self.words.first();
        let begins = |list: &str| first.is_some_and(|word| word.is(list));
        let is_explicit = self.groups.is_some()
            || [COUNT, MEAN, MEDIAN, SHARE, SETS].iter().any(|phrases| self.says(phrases));
        let is_what = (begins("was") && !self.is_english)
            || begins("whose wessen what what's who who's wer wen anything anyone everything");
        if self.says(WHAT_DAY) {
            return false;
        }
        let is_measured = self.says(
            "how long,how far,how much,how well,wie lang,wie lange,wie weit,wie viel,wieviel,total,sum,summe,insgesamt",
        ) || [LOWEST, HIGHEST, SUM].iter().any(|phrases| self.says(phrases));
        match origin {
            // “Who still has a book of mine?” asks for no book.
            Origin::Noun if begins("who wer") && !self.has_people(class) => false,
            // “films I gave a 10”
            Origin::Noun => {
                is_explicit
                    || is_what
                    || is_measured
                    || (begins("when wann") && !self.asks_what_is_usual())
                    || (self.begins_with(class) && !begins(QUESTION_WORDS))
            }
            Origin::Title => is_explicit,
            Origin::Key => {
                let is_narrowed = !self.periods.is_empty() || compares(self);
                // “Rated 7”.
                let is_of_number = self.words.windows(2).any(|pair| {
                    let named = class.keys.iter().filter(|key| is_numeric(key));
                    pair[1].text.starts_with(|it: char| it.is_ascii_digit())
                        && named.into_iter().any(|key| self.names_key(&pair[0], key))
                });
                let is_narrowed = is_narrowed || is_of_number;
                let is_asked = is_explicit || is_what || is_measured || self.asks_last();
                is_asked || (is_narrowed && !begins(QUESTION_WORDS))
            }
            Origin::Value => {
                let is_asked = (is_explicit || is_what || !begins(QUESTION_WORDS))
                    && !self.says("about,uber,regarding,know about,when,where,wann,wo,hatte ich,hatten wir,should i,should we");
                // “When was I last at the dentist?”, of notes with a date of their own.
                is_asked || self.asks_last() && class.dated * 2 >= class.notes
            }
        }
    }

    /// Whether a kind of notes is at the beginning, or behind all that describes it: “我想读的书”.
    fn begins_with(&self, class: &Class) -> bool {
        let is_last = class.words.end == self.words.len();
        let is_it = self.words.last().is_some_and(|word| is_chinese(&word.folded));
        class.words.start <= 2 || is_last && is_it
    }

    pub(super) fn of_class(
        &mut self,
        origin: Origin,
        class: Class,
        counts: bool,
    ) -> Result<Option<Query>> {
        let mut query = Query::of(RecordKind::Note);
        query.filter.extend(class.conditions.iter().cloned());
        let keys = class.keys.clone();
        let limit = self.rank_limit();
        // “Wie hoch ist das Budget” has nothing to do with a high priority.
        self.take("wie hoch,how high");
        self.use_to_the_end();
        let is_in_order = self.take(IN_ORDER);
        query.filter.extend(self.status_conditions(&keys));
        query.filter.extend(self.overdue(&keys));
        query.filter.extend(self.lacking(&class)?);
        query.filter.extend(self.alone(&keys));
        let second = self.second_meaning(&class);
        // A run of another name is one, too.
        let is_titled = origin == Origin::Title && !second.is_empty();
        query.filter.retain(|it| !(is_titled && class.conditions.contains(it)));
        query.filter.extend(second);
        let date_key = self.date_key(&class).cloned();
        let is_done = date_key.as_ref().is_some_and(|key| self.is_done_verb(key));
        let is_denied = is_done && date_key.as_ref().is_some_and(|key| self.takes_denial(key));
        self.use_date_words(date_key.as_ref());
        self.find_season(&class, date_key.as_ref())?;
        query.filter.extend(self.grade_conditions(&keys));
        let values = self.value_conditions(&keys);
        if !values.is_empty() {
            self.use_place_of_people(&class);
        }
        query.filter.extend(values);
        self.still_to_do(&keys, &mut query.filter);
        if origin == Origin::Noun {
            query.filter.extend(self.bare_status(&keys));
        }
        query.filter.extend(self.yes_no_conditions(&keys));
        query.filter.extend(self.number_conditions(&keys));
        let is_of_years = date_key.is_none() && class.dated == 0
            || self.names_years(&keys)
            || (self.is_origin() && !self.has_dated(&class, date_key.as_ref())?);
        let of_years = match is_of_years {
            true => self.year_conditions(&keys),
            false => Vec::new(),
        };
        let happened = |key: &KeyEntry, negated: bool| {
            let target = Target::Key(key.name.clone());
            Condition { target, test: Test::Exists, negated }
        };
        if !of_years.is_empty() {
            query.filter.extend(of_years);
            let event = date_key.as_ref().filter(|_| is_done);
            query.filter.extend(event.map(|key| happened(key, is_denied)));
        } else if (is_denied || is_done && self.says(PLANS)) && !self.periods.is_empty() {
            // “Not seen in May” leaves open whether it was seen at another time. Plans for May aren't what was seen.
            return Ok(None);
        } else if !self.periods.is_empty()
            && (self.has_only_birthdays(&class) || self.asks_whom_i_met(&class))
        {
            return Ok(None);
        } else if let Some(mut period) = self.periods.first().map(|found| found.period) {
            // Last night's sleep is noted on the day after.
            let is_night = period.first.tomorrow().is_ok_and(|next| next == period.last);
            if is_night && self.says("night,nacht") {
                period = Period::day(period.last);
            }
            period = self.until_alone(period, date_key.as_ref());
            let dated = self.dated_or_made(&class, (date_key.as_ref(), is_done), period)?;
            query.filter.extend(dated);
        } else if let (true, Some(key)) = (is_done, &date_key) {
            let has = happened(key, is_denied);
            if !query.filter.contains(&has) {
                query.filter.push(has);
            }
        }
        if is_denied {
            // “Started but not finished”
            let begun = like(keys.iter(), "started");
            let begun = begun.filter(|key| self.words.iter().any(|it| self.names_key(it, key)));
            query.filter.extend(begun.map(|key| happened(key, false)));
        }
        query.filter.extend(self.rated(&keys, &query));
        let asks_for_figure = self.asks_for_extreme()
            || [MEAN, MEDIAN, SHARE].iter().any(|phrases| self.says(phrases));
        let asks_how_much = self.says("how much,wie viel,wieviel,how far,wie weit");
        let asks_for_best = self.says_free(BEST) || self.says_free(WORST);
        self.aggregate(&mut query, &class, counts, date_key.as_ref(), limit);
        if is_in_order && query.aggregate.is_none() && query.sort.is_empty() {
            let key = name_of_dates(date_key.as_ref()).to_owned();
            query.sort.push(Sort { key, descending: false });
        }
        let is_without_figure = query.aggregate.is_none() && query.limit.is_none();
        let is_without_order = is_without_figure && query.sort.is_empty();
        // Of what is still to come, no note has the number.
        let is_of_future = counts && self.says("will be,will come,will there,will we,will i");
        if limit != query.limit
            || ((asks_for_figure || asks_how_much) && is_without_figure)
            || (asks_for_best && is_without_order)
            || is_of_future
        {
            return Ok(None);
        }
        self.add_coming(&mut query, &class, date_key.as_ref());
        let is_span = self.counts_time(&class);
        // “Days on which I slept badly and ran”
        let is_of_days = self.words.iter().any(|word| word.is(DAYS) && !word.is("tag nacht"));
        if is_span || is_of_days {
            let numbers = keys.iter().filter(|key| is_numeric(key));
            let named = numbers.filter(|key| self.words.iter().any(|it| self.names_key(it, key)));
            let has = named.map(|key| happened(key, false));
            let is_new = |it: &Condition| query.filter.iter().all(|own| own.target != it.target);
            let new: Vec<Condition> = has.filter(is_new).collect();
            query.filter.extend(new);
        }
        // A record without the value doesn't count.
        if let Some(Aggregate { key: Some(key), kind }) = &query.aggregate
            && *kind != AggregateKind::Share
            && key != records::COUNT
        {
            let target = Target::Key(key.clone());
            if query.filter.iter().all(|it| it.target != target) {
                query.filter.push(Condition::new(target, Test::Exists));
            }
        }
        self.use_work(&query.filter, &keys);
        if origin == Origin::Value {
            // “Quick vegan dinners”
            self.take("dinner,dinners,lunches,meal,meals,dishes,mahlzeiten,gerichte");
        }
        let says_opinion = self.take(OPINIONS);
        let mut named = self.named_keys(&keys);
        let rating = like(keys.iter(), "rating");
        if let Some(key) = rating.filter(|key| says_opinion && !named.contains(&key.name)) {
            named.push(key.name.clone());
        }
        let is_set = self.says(SETS) || self.words.first().is_some_and(|word| word.is("what was"));
        self.take(LISTS);
        self.take(CATALOGUES);
        self.use_rides();
        self.take("to the end,zu ende,bis zum ende,seen,watched,watch,see,read,finished,visited,played,attend,attended,took part,part,happened,held,meet,met,gesehen,gelesen,besucht,gespielt,teilgenommen,there,contain,contains,use,uses,used");
        // “board meetings” where a tag is called board, “books” where no folder is.
        let has_conditions = query.filter.len() > class.conditions.len();
        for at in 0..self.words.len() {
            let word = &self.words[at];
            let is_class = word.is_of_kind(Kind::Class);
            let is_verb = has_conditions
                && LEXICON
                    .groups(&word.folded, Kind::Key)
                    .iter()
                    .any(|group| VERBS.contains(group));
            // “Dogs under treatment”: behind a preposition, a kind is a condition.
            let is_behind = at > 0 && self.words[at - 1].is(PREPOSITIONS);
            let is_near = at + 1 == class.words.start || at == class.words.end;
            if !word.used
                && !word.is_capitalised_inside(at)
                && (is_verb
                    || (is_class
                        && (is_near
                            || class.words.is_empty() && !is_behind
                            || query.aggregate.is_some())))
            {
                self.use_words(at..at + 1);
            }
        }
        // “The oldest client”
        let orders = [LATEST, OLDEST]
            .iter()
            .any(|list| self.place_of(list).is_some_and(|it| it.end == class.words.start));
        let is_last = matches!(origin, Origin::Key | Origin::Value)
            && self.asks_last()
            && !query.sort.is_empty();
        query.limit = query.limit.or(is_last.then_some(1));
        let is_bare = query.filter.len() == class.conditions.len()
            && query.aggregate.is_none()
            && query.limit.is_none()
            && (query.sort.is_empty()
                || !(orders || [BY, BEST, WORST].iter().any(|list| self.says(list))));
        let is_pronoun = class.words.end > class.words.start
            && self.words[class.words.clone()].iter().all(|word| word.is(PRONOUNS));
        let left = self.left();
        // “recipes with zucchini”
        let behind = self.words.get(class.words.end).filter(|_| class.words.start == 0);
        let has_text = !class.words.is_empty()
            && !left.is_empty()
            && behind.is_some_and(|word| word.is("with without containing mit ohne"));
        if is_bare && (origin != Origin::Noun || is_pronoun || !(is_set || has_text)) {
            return Ok(None);
        }
        // “Who is Tom?” asks for what the notes say about him.
        let is_about_one = !left.is_empty() && is_pronoun && self.longest_name().is_some();
        let mut own = query.filter.iter().skip(class.conditions.len());
        let has_key = own.any(|it| matches!(it.target, Target::Key(_)));
        if is_about_one
            || self.leaves_state(is_bare)
            || self.denies(&left)
            || self.leaves_bound()
            || self.misses_agent(&query, &keys)
            || self.has_unread_time()
            || (is_span && !has_key)
            || self.counts_something_else(&class, &left)
        {
            return Ok(None);
        }
        let is_whole = left.is_empty()
            || (origin == Origin::Noun && self.with_text(&mut query, &class, &left)?);
        if !is_whole {
            self.is_doubtful = true;
            self.nearly.get_or_insert(query);
            return Ok(None);
        }
        if self.index.count(&query)? == 0
            && !self.moves_year(&mut query)?
            && !compares_only_data(&query)
        {
            return Ok(None);
        }
        for key in query.shown() {
            if !named.contains(&key) {
                named.push(key);
            }
        }
        let date = date_key.map_or(records::DATE.to_owned(), |key| key.name);
        if !named.contains(&date) && (date != records::DATE || class.dated > 0) {
            named.push(date);
        }
        if query.group.is_none() {
            query.columns = named.into_iter().filter(|key| !is_tag_key(key)).collect();
        }
        Ok(Some(query))
    }

    /// A kind's own word may also be a value: novels are books whose genre is novel.
    fn second_meaning(&mut self, class: &Class) -> Vec<Condition> {
        let words = class.words.clone();
        if words.is_empty() {
            return Vec::new();
        }
        let free = |used: bool, reader: &mut Self| {
            for word in reader.words.get_mut(words.clone()).into_iter().flatten() {
                word.used = used;
            }
        };
        let of_type = |condition: &Condition| {
            class.conditions.iter().any(|own| own.target == condition.target)
        };
        free(false, self);
        let found = self.exact_value(&class.keys, words.clone());
        free(true, self);
        found.into_iter().filter(|it| !of_type(it)).collect()
    }

    /// Whether the question's verb says that what the key dates has happened: “have I seen”.
    fn is_done_verb(&self, key: &KeyEntry) -> bool {
        let says = |at: usize| {
            let word = &self.words[at];
            // “More than 20 euros” says nothing of when something was paid.
            let is_currency = word.is("euro euros € eur $ usd");
            !word.used && !word.is("last") && !is_currency && self.names_key(word, key)
        };
        // “Plants I bought”
        const BEFORE: &str =
            "i we i've we've ich wir have has had are is were was been sind ist wurden";
        let is_behind = |at: usize| at > 0 && self.words[at - 1].is(BEFORE);
        let is_done = |at: usize| is_usual_event(key) || is_behind(at) && !self.is_state(at);
        (0..self.words.len()).any(|at| says(at) && is_done(at))
    }

    /// Whether a word is a value that says what state something is in: “delivered”, where jobs also have the day.
    fn is_state(&self, at: usize) -> bool {
        let states = self.vocabulary.keys.iter().filter(|key| is_like(key, "status"));
        let mut values = states.flat_map(|key| &key.values);
        values.any(|value| self.words[at].folded == value.spoken)
    }

    /// Verbs that only choose the date: “did I finish in July”.
    fn use_date_words(&mut self, key: Option<&KeyEntry>) {
        let Some(key) = key else { return };
        for at in 0..self.words.len() {
            let is_state = !is_usual_event(key) && self.is_state(at);
            let may = !is_state && !self.words[at].is("last first next");
            if may && self.names_key(&self.words[at], key) {
                self.use_words(at..at + 1);
            }
        }
    }

    /// The keys that the question names: they become columns.
    fn named_keys(&mut self, keys: &[KeyEntry]) -> Vec<String> {
        let mut named = Vec::new();
        for key in keys {
            for at in 0..self.words.len() {
                let word = &self.words[at];
                // The “date” of an “end date” is no other one.
                let is_read = word.used && word.is("date dates datum");
                if !is_read && !self.is_in_time(word) && self.names_key(word, key) {
                    self.use_words(at..at + 1);
                    if !named.contains(&key.name) {
                        named.push(key.name.clone());
                    }
                }
            }
        }
        if self.take("dates,date,when,wann,datum,daten")
            && !named.iter().any(|it| it == records::DATE)
        {
            named.push(records::DATE.to_owned());
        }
        named
    }
}

/// Whether a query compares numbers, and only values that notes have. “Which films did I rate below 2?” is then answered
/// by no rows. What happened at a time may be in the text of notes alone.
fn compares_only_data(query: &Query) -> bool {
    let is_data =
        |it: &Condition| is_class(it) || matches!(it.target, Target::Key(_) | Target::Date);
    let compares = |it: &Condition| matches!(it.test, Test::Compare(..));
    query.any.is_empty() && query.filter.iter().all(is_data) && query.filter.iter().any(compares)
}
