//! Questions that compare groups: “Which genre do I watch most?”, “How many different authors?”, “films per year”.

use std::ops::Range;

use index::{KeyEntry, Result};
use records::{
    Aggregate, AggregateKind, COUNT, Condition, DATE, OF_MONTH, OF_YEAR, Query, Sort, Target, Test,
};

use super::{
    amounts::{is_money, is_numeric, is_yes_no},
    classes::Class,
    entities::words_of_people,
    keys::like,
    phrases::{self, BEST, HIGHEST, LOWEST, MEAN, PRICED, SUM, WORST},
    reader::{By, Groups, Reader, Wish},
    words::{Kind, LEXICON, Word},
};

pub(super) const WHICH: &str = "which what 哪个 welche welcher welches welchem welchen";
const WHO: &str = "who whom wer wem";
const WHERE: &str = "where wo";
/// They stand before what is compared.
const RANKED: &str = "most common,most frequent,most watched,most read,most visited,most used,most popular,haufigste,\
                      haufigster,haufigstes,haufigsten,favourite,favorite,lieblings,liebstes,liebster,liebste,最多";
/// With these, the highest is a mean.
const RATES: &str = "rate,rated,rating,ratings,bewerte,bewertet,bewertung,bewertungen";
const DIFFERENT: &str =
    "different distinct unique various verschiedene verschiedenen unterschiedliche 不同";
const MOST: &str = "most often,most,am meisten,meisten,am haufigsten,haufigsten,最多";
const OFTEN: &str = "most often,am haufigsten,haufigsten,least often,am seltensten";
const LEAST: &str = "least often,least,fewest,am wenigsten,wenigsten,am seltensten,seltensten,最少";
/// They only limit a number.
const BOUNDS: &str = "at most,at least,mindestens,hochstens";
const EACH: &str = "per,grouped by,by,pro,je,for each,in each,each,every,jeden,jedes,jede,nach";

const MONTHLY: &str = "monthly monatlich monatliche monatlichen";
const YEARLY: &str = "yearly annual annually jahrlich jahrliche jahrlichen";

impl Reader<'_> {
    /// The groups that the question asks for. The words that name them are used.
    pub(super) fn asked_groups(&mut self) -> Result<Option<Groups>> {
        if let Some(place) = self.place_of(phrases::COUNT) {
            let mut at = self.behind_measure(place.end);
            let is_different = self.words.get(at).is_some_and(|it| it.is(DIFFERENT));
            at = self.behind_measure(at + usize::from(is_different));
            let Some(by) = self.group_at(at) else { return Ok(None) };
            // “How many projects” and “how many sci-fi films” count notes.
            let is_kind = |at: usize| -> Result<bool> {
                let is_word = self.words.get(at).is_some_and(|word| !word.used);
                Ok(is_word && self.class_of(at, 1)?.is_some())
            };
            if is_kind(at + 1)? || !is_different && is_kind(at)? {
                return Ok(None);
            }
            self.use_words(place.start..at + 1);
            return Ok(Some(Groups { by, wish: Wish::Different }));
        }
        let rates = self.says(MEAN) || self.says(RATES);
        let is_latest = self.says("most recent,most recently");
        let is_best = self.says_free(BEST) || (rates && self.says_free(HIGHEST));
        let is_worst = self.says_free(WORST) || (rates && self.says_free(LOWEST));
        let is_most = is_best || (self.says_unbounded(MOST) && !is_latest);
        if !is_most && !is_worst && !self.says_unbounded(LEAST) {
            return Ok(None);
        }
        let wish = Wish::Extreme { is_most, is_mean: is_best || is_worst };
        let place = self.asked_place();
        Ok(place.map(|(by, words)| {
            self.use_words(words);
            Groups { by, wish }
        }))
    }

    /// The groups that “which genre”, “my most watched genre”, “who” or “where” names, with their words.
    fn asked_place(&self) -> Option<(By, Range<usize>)> {
        let begin = self.words.len().min(4);
        let which = (0..begin)
            .filter(|at| self.words[*at].is(WHICH))
            .find_map(|at| Some((self.group_at(at + 1)?, at..at + 2)));
        let ranked = || {
            let place = self.place_of(RANKED)?;
            let at = self.behind_measure(place.end);
            // “Watched” also says which of them.
            Some((self.group_at(at)?, at..at + 1))
        };
        let pronoun = || {
            let at = (0..begin.min(2))
                .find(|at| self.words[*at].is(WHO) || self.words[*at].is(WHERE))?;
            let by = if self.words[at].is(WHO) { By::People } else { self.group_at(at)? };
            Some((by, at..at + 1))
        };
        let on_what = || {
            let place = self.place_of("on what,for what,what on,wofur,worauf")?;
            (place.start < begin).then_some((By::Category, place))
        };
        which.or_else(ranked).or_else(pronoun).or_else(on_what)
    }

    /// The place behind Chinese words for a unit, which stand between a number and a noun.
    fn behind_measure(&self, at: usize) -> usize {
        let rest = self.words.get(at..).unwrap_or_default();
        at + rest.iter().take_while(|word| word.is("个 的 位 部 种")).count()
    }

    /// What the word says of groups.
    fn group_at(&self, at: usize) -> Option<By> {
        let word = self.words.get(at).filter(|word| !word.used)?;
        if word.is("month months monat monate monaten 月") {
            return Some(By::Month);
        }
        if word.is("year years jahr jahre jahren") {
            return Some(By::Year);
        }
        if word.is(phrases::DAYS) && !(self.is_english && word.is("tag")) {
            return None;
        }
        let names = |key: &KeyEntry| is_text(key) && self.names_key(word, key);
        self.vocabulary.keys.iter().any(names).then_some(By::Word(at))
    }

    fn says_unbounded(&self, list: &str) -> bool {
        !self.says(BOUNDS) && self.says(list)
    }

    /// The key that divides records of these keys, and its condition. Days are those of the key `dates`.
    fn group_key(&self, by: By, keys: &[KeyEntry], dates: &str) -> Option<String> {
        let of = |is_it: &dyn Fn(&KeyEntry) -> bool| {
            keys.iter().filter(|key| is_text(key)).find(|key| is_it(key)).map(|it| it.name.clone())
        };
        match by {
            By::Word(at) => {
                let word = self.words.get(at)?;
                of(&|key| word.stem_is(&key.key)).or_else(|| of(&|key| self.names_key(word, key)))
            }
            By::Category => of(&|key| LEXICON.same("category", &key.key, Kind::Key)),
            By::People => of(&words_of_people),
            By::Month => Some(format!("{dates}{OF_MONTH}")),
            By::Year => {
                // “Which year are most of my films from” is of the year in them.
                let is_origin = self.says("from,released,published,made,aus,erschienen");
                let is_year = |key: &&KeyEntry| LEXICON.same("year", &key.key, Kind::Key);
                let year = keys.iter().find(is_year).filter(|_| is_origin);
                Some(year.map_or_else(|| format!("{dates}{OF_YEAR}"), |key| key.name.clone()))
            }
        }
    }

    /// Sets the figure of the groups that the question asks for. None are set for a kind without the key.
    pub(super) fn set_groups(&mut self, query: &mut Query, keys: &[KeyEntry], dates: &str) -> bool {
        let Some(Groups { by, wish }) = self.groups else { return false };
        let Some(group) = self.group_key(by, keys, dates) else { return true };
        let numeric = keys.iter().filter(|key| is_numeric(key));
        // Nobody adds up years.
        let is_named = |key: &&KeyEntry| {
            let names = |word: &Word| !word.used && self.names_key(word, key);
            !LEXICON.same("year", &key.key, Kind::Key) && self.words.iter().any(names)
        };
        let is_priced = self.says(PRICED);
        let money = |key: &&KeyEntry| is_priced && is_money(key);
        let named = numeric.clone().find(is_named).or_else(|| numeric.clone().find(money));
        let of = |kind, key: &KeyEntry| Some(Aggregate { kind, key: Some(key.name.clone()) });
        let counted = Some(Aggregate::COUNT);
        let is_of_time = matches!(by, By::Month | By::Year);
        let rating = like(numeric.clone(), "rating");
        query.aggregate = match (wish, named) {
            (Wish::Different, _) => {
                Some(Aggregate { kind: AggregateKind::Distinct, key: Some(group.clone()) })
            }
            (Wish::Extreme { is_mean: true, .. }, named) => {
                named.or(rating).and_then(|key| of(AggregateKind::Mean, key))
            }
            _ if self.says(OFTEN) => counted,
            // Of a month that has only begun, the sum is low.
            (Wish::Extreme { is_most: false, .. }, Some(key)) if is_of_time => {
                of(AggregateKind::Mean, key)
            }
            (_, Some(key)) => of(AggregateKind::Sum, key),
            (_, None) => counted,
        };
        let Some(aggregate) = &query.aggregate else { return true };
        let figure = match (wish, &aggregate.key) {
            (Wish::Extreme { .. }, Some(key)) => key.clone(),
            _ => COUNT.to_owned(),
        };
        let descending = !matches!(wish, Wish::Extreme { is_most: false, .. });
        query.sort = vec![Sort { key: figure, descending }];
        let target = Target::Key(group.clone());
        let is_new = query.filter.iter().all(|it| it.target != target);
        if is_new && matches!(by, By::Word(_) | By::People | By::Category) {
            query.filter.push(Condition::new(target, Test::Exists));
        }
        query.group = Some(group);
        for all in [phrases::COUNT, MOST, LEAST, MEAN, BEST, WORST, HIGHEST, LOWEST, SUM] {
            self.take(all);
        }
        self.take(RANKED);
        self.take("often,haufig,oft,rated,rate,km,kilometres,kilometers,kilometer,kommt,vor,comes up,appears,common");
        true
    }

    /// Notes that have the key of the groups, where nothing else says of which kind they are.
    pub(super) fn class_of_groups(&self) -> Result<Option<Class>> {
        let Some(Groups { by: by @ By::Word(_), wish }) = self.groups else { return Ok(None) };
        // “Which project takes the most time” isn't about the notes that name a project.
        let is_mean = matches!(wish, Wish::Extreme { is_mean: true, .. });
        let counts = wish == Wish::Different || self.says(RANKED) || self.says(OFTEN);
        if !is_mean && !counts {
            return Ok(None);
        }
        let Some(key) = self.group_key(by, &self.vocabulary.keys, DATE) else { return Ok(None) };
        let has = Condition::new(Target::Key(key), Test::Exists);
        self.class_with(vec![has]).map(Some)
    }

    /// What “per genre”, “a month” or “monthly” divides by, and its words.
    pub(super) fn each_place(&self) -> Option<(By, Range<usize>)> {
        let each = self.place_of(EACH);
        if let Some((by, place)) = each.and_then(|it| Some((self.group_at(it.end)?, it))) {
            return Some((by, place.start..place.end + 1));
        }
        let adjectives = [(MONTHLY, By::Month), (YEARLY, By::Year)];
        (0..self.words.len()).find_map(|at| {
            let word = &self.words[at];
            let adjective = adjectives.iter().find(|(list, _)| !word.used && word.is(list));
            let time = || {
                let by = self.group_at(at + 1).filter(|by| matches!(by, By::Month | By::Year))?;
                word.is("a im 每").then_some((by, at..at + 2))
            };
            adjective.map(|(_, by)| (*by, at..at + 1)).or_else(time)
        })
    }

    /// Groups by the key of “per genre” or “each month”, whose words are used. Months and years keep their order.
    pub(super) fn divide(&mut self, query: &mut Query, keys: &[KeyEntry], dates: &str) {
        let Some((by, words)) = self.each_place() else { return };
        let Some(key) = self.group_key(by, keys, dates) else { return };
        // “By author Jane Austen” is a condition.
        let target = Target::Key(key.clone());
        if query.filter.iter().any(|it| it.target == target) {
            return;
        }
        self.use_words(words);
        query.group = Some(key);
        if matches!(by, By::Word(_)) {
            query.filter.push(Condition::new(target, Test::Exists));
        } else if query.sort.is_empty() {
            query.sort.push(Sort { key: dates.to_owned(), descending: false });
        }
    }
}

/// Whether a key's values are names: neither numbers nor days, nor yes and no.
fn is_text(key: &KeyEntry) -> bool {
    !is_numeric(key) && key.dates * 2 < key.total() && !is_yes_no(key)
}

/// The key of the notes' own dates, or the one that dates a kind of notes.
pub(super) fn name_of_dates(key: Option<&KeyEntry>) -> &str {
    key.map_or(DATE, |key| &key.name)
}
