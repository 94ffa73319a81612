//! Figures over the notes of a kind: how many, the average, the best three.

use index::KeyEntry;
use records::{Aggregate, AggregateKind, Condition, Query, Sort, Target, Test};

use super::{
    amounts::{has_currency, has_percents, is_money, is_numeric},
    classes::Class,
    groups::{WHICH, name_of_dates},
    keys::{is_like, is_listed, like, same_key},
    phrases::{
        BEST, BY, COUNT, DAYS, HIGHEST, LATEST, LOWEST, MEAN, MEDIAN, OLDEST, SHARE, SUM, WORST,
    },
    reader::{By, Reader},
    words::{Kind, LEXICON},
};

/// Words of [`HIGHEST`] that may be about ratings.
const TOP: &str = "highest,max,maximum,hochste,hochster,hochstes,hochsten,最高";

/// Words of [`HIGHEST`] and [`LOWEST`] that also compare: “at least”.
const COMPARED: &str = "most least minimum maximum min max";

/// With these, an average per month is one of the months' sums.
const SUMS: &str = "how much,how far,wie viel,wieviel,wie weit";

const AGES: &str =
    "oldest,newest,alteste,altester,altestes,altesten,neueste,neuester,neuestes,neuesten";

/// They ask for a sum of money.
const SPENT: &str = "spent,spend,spending,how much,wie viel,wieviel,total,insgesamt,in total,altogether,ausgegeben,ausgaben";

/// Superlatives of weight, temperature and speed.
const HEAVY: &str = "heaviest,lightest,schwerste,schwerster,schwerstes,schwersten,leichteste,leichtester,leichtestes,leichtesten";
const WARM: &str = "hottest,warmest,coldest,coolest,heisseste,heissester,heissestes,heissesten,warmste,warmster,warmstes,warmsten,\
    kalteste,kaltester,kaltestes,kaltesten";
const FAST: &str =
    "quickest,fastest,schnellste,schnellster,schnellstes,schnellsten,slowest,langsamste";

/// Groups of keys that say how long something is.
pub(super) const LENGTHS: [&str; 4] = ["distance", "minutes", "hours", "pages"];

impl Reader<'_> {
    /// Sets the figure or the order that the question asks for.
    pub(super) fn aggregate(
        &mut self,
        query: &mut Query,
        class: &Class,
        counts: bool,
        date_key: Option<&KeyEntry>,
        limit: Option<u32>,
    ) {
        if self.set_groups(query, &class.keys, name_of_dates(date_key)) {
            return;
        }
        let numeric: Vec<KeyEntry> =
            class.keys.iter().filter(|key| is_numeric(key)).cloned().collect();
        let named =
            numeric.iter().find(|key| self.words.iter().any(|word| self.names_key(word, key)));
        // “The cheapest wine with at least 4 stars” isn't about stars.
        let is_free =
            |key: &&KeyEntry| self.words.iter().any(|word| !word.used && self.names_key(word, key));
        let free = numeric.iter().find(is_free);
        let money = only_money(&numeric);
        let rating = like(numeric.iter(), "rating");
        let of = |kind, key: Option<&KeyEntry>| {
            key.map(|key| Aggregate { kind, key: Some(key.name.clone()) })
        };
        let sorted = |key: Option<&KeyEntry>, descending| {
            key.map(|key| Sort { key: key.name.clone(), descending })
        };
        let has_own_key = named.is_some_and(|key| {
            // “how many km did I run” sums up, “how often did I run” counts.
            !self.says("how often,wie oft,how many times,几次") && self.is_asked(key)
        });
        if self.says(SHARE) {
            query.aggregate = share(query, class);
        } else if self.says(MEDIAN) {
            let key = named.or_else(|| self.key_of_length(&numeric)).or(rating);
            query.aggregate = of(AggregateKind::Median, key);
        } else if self.says(MEAN) && counts && named.is_none() {
            // “How many books do I read per month on average?”
            let key = Some(records::COUNT.to_owned());
            query.aggregate = Some(Aggregate { kind: AggregateKind::MeanOfSums, key });
        } else if self.says(MEAN) {
            let key = named.or_else(|| self.key_of_length(&numeric)).or(rating).or(money);
            let is_summed = counts || self.says(SUMS);
            let is_of_sums = is_summed && named.is_some() && self.each_place().is_some();
            let kind = if is_of_sums { AggregateKind::MeanOfSums } else { AggregateKind::Mean };
            query.aggregate = of(kind, key);
        } else if counts && !has_own_key {
            query.aggregate = Some(Aggregate::COUNT);
        } else if self.says_free(LOWEST) {
            let key = self.key_of_extreme(&numeric, free, named);
            query.aggregate = of(AggregateKind::Min, key);
            query.sort.extend(sorted(key, false));
        } else if self.asks_for_highest() {
            // “The genre I watch most” and “the longest” aren't about ratings.
            let rating = rating.filter(|_| self.says_free(TOP));
            let key = self.key_of_extreme(&numeric, free, named).or(rating);
            query.aggregate = of(AggregateKind::Max, key);
            query.sort.extend(sorted(key, true));
        } else if let Some(key) = named.filter(|key| !has_percents(key))
            && (self.says(SUM) || self.says(SPENT) || counts || self.begins_with_distance())
        {
            query.aggregate = of(AggregateKind::Sum, Some(key));
        } else if let Some(key) = named.filter(|key| is_money(key) && self.asks_what_it_cost()) {
            query.aggregate = of(AggregateKind::Sum, Some(key));
        } else if named.is_none() && money.is_some() && self.says(SPENT) {
            query.aggregate = of(AggregateKind::Sum, money);
        } else if self.says(BEST) || self.says(WORST) {
            // “Top 3 by hours”
            let descending = self.says(BEST);
            let by = self.ordered(&numeric, query).map(|by| Sort { descending, ..by });
            // “The worst sleep in February” isn't about ratings.
            let is_year = |key: &KeyEntry| is_listed(key, "year");
            let own = free.filter(|key| !is_year(key) && !is_money(key)).or(rating);
            query.sort.extend(by.or_else(|| sorted(own, descending)));
        }
        let dates = name_of_dates(date_key).to_owned();
        if query.aggregate.is_none() && !counts {
            self.use_unit(&class.keys);
        }
        if query.aggregate.is_some() || self.says("per,pro,grouped by,for each") {
            self.divide(query, &class.keys, &dates);
        }
        if query.group.is_some() {
            let count = Aggregate::COUNT;
            query.aggregate.get_or_insert(count);
        } else if query.aggregate.is_none() && query.sort.is_empty() {
            query.sort.extend(self.ordered(&class.keys, query));
        }
        let is_of_groups =
            |it: &Aggregate| it.kind == AggregateKind::MeanOfSums && query.group.is_none();
        // “Which film is the longest of each genre?” asks for films, which a table of genres doesn't name.
        let asks_which = self.words.first().is_some_and(|word| word.is(WHICH));
        let is_of_notes = |it: &Aggregate| {
            asks_which
                && query.group.is_some()
                && matches!(it.kind, AggregateKind::Max | AggregateKind::Min)
        };
        if query.aggregate.as_ref().is_some_and(|it| is_of_groups(it) || is_of_notes(it)) {
            query.aggregate = None;
        }
        for all in [MEAN, MEDIAN, SHARE, COUNT, LOWEST, HIGHEST, SUM, BEST, WORST] {
            self.take(all);
        }
        self.take("sea miles,sea mile,nautical miles,nautical mile");
        self.take("length,rated,rate,km,kilometres,kilometers,kilometer,hours,stunden,minutes,minuten,money,geld,euro,euros,nights,nachte,nachten,nacht,night,days,tage,tagen,far,weit,times,mal");
        let is_undated = !query.filter.iter().any(|it| matches!(it.test, Test::Within(_)));
        if query.sort.is_empty()
            && (is_undated || limit.is_some())
            && (self.says(LATEST) || self.says(OLDEST))
        {
            let descending = self.says(LATEST);
            // The oldest film was made first, and the first film seen first.
            let year = numeric.iter().find(|key| LEXICON.same("year", &key.key, Kind::Key));
            let year = year.filter(|_| self.says_free(AGES)).map(|key| key.name.clone());
            query.sort.push(Sort { key: year.unwrap_or(dates), descending });
            self.take(LATEST);
            self.take(OLDEST);
        }
        if limit.is_some() && !query.sort.is_empty() {
            query.aggregate = None;
            query.limit = limit;
        }
    }

    /// “Km im September geradelt”
    fn begins_with_distance(&self) -> bool {
        const UNITS: &str = "km kilometer kilometern kilometers kilometres";
        self.words.first().is_some_and(|word| word.is(UNITS))
    }

    /// “What did the dentist cost me in 2026?”
    fn asks_what_it_cost(&self) -> bool {
        self.words.first().is_some_and(|word| word.is("what was")) && self.says("cost,gekostet")
    }

    /// Uses the words of “price per month”, which name a unit and no groups.
    fn use_unit(&mut self, keys: &[KeyEntry]) {
        let Some((By::Month | By::Year, place)) = self.each_place() else { return };
        let before = place.start.checked_sub(1).and_then(|at| self.words.get(at));
        let names = |key: &KeyEntry| before.is_some_and(|word| self.names_key(word, key));
        if keys.iter().any(|key| is_numeric(key) && names(key)) {
            self.use_words(place);
        }
    }

    /// True if the question asks for the highest or lowest of something. “At least 5” compares.
    pub(super) fn asks_for_extreme(&self) -> bool {
        self.says_free(LOWEST) || self.asks_for_highest()
    }

    fn asks_for_highest(&self) -> bool {
        self.says_free(HIGHEST) && !self.says("most recent,most recently")
    }

    /// True if “how many” counts days or nights. Only days with a value can be counted.
    pub(super) fn counts_time(&self, class: &Class) -> bool {
        let mut named = self.words.get(class.words.clone()).unwrap_or_default().iter();
        self.says(COUNT) && !class.words.is_empty() && named.all(|word| word.is(DAYS))
    }

    /// True if “how many” stands before an unread word, such as the eggs of a recipe.
    pub(super) fn counts_something_else(&self, class: &Class, left: &[usize]) -> bool {
        let Some(place) = self.place_of(COUNT) else { return false };
        // “How many zucchini recipes”
        let is_class = (place.end..=place.end + 2).contains(&class.words.start);
        !class.words.is_empty() && !is_class && left.contains(&place.end)
    }

    /// The number of “the three longest”, “top 5” or “the last four”, whose word is used.
    pub(super) fn rank_limit(&mut self) -> Option<u32> {
        const LARGEST: u32 = 100;
        let ranks = [BEST, WORST, HIGHEST, LOWEST, LATEST, OLDEST];
        let is_rank = |at: usize| {
            let word = self.words.get(at).filter(|word| !word.used);
            word.is_some_and(|word| {
                ranks.iter().flat_map(|list| list.split(',')).any(|it| it == word.folded)
            })
        };
        let found = (0..self.words.len()).find_map(|at| {
            let word = &self.words[at];
            let number = word.number().filter(|_| !word.used)?;
            // “At most 5” is a comparison.
            let is_behind = at > 0 && is_rank(at - 1) && !self.words[at - 1].is(COMPARED);
            let limit = (2..=LARGEST).find(|limit| f64::from(*limit) == number)?;
            (is_behind || is_rank(at + 1)).then_some((at, limit))
        });
        let (at, limit) = found?;
        self.use_words(at..at + 1);
        Some(limit)
    }

    /// The order of “sorted by year”, whose words are used. The highest rating comes first.
    fn ordered(&mut self, keys: &[KeyEntry], query: &Query) -> Option<Sort> {
        let place = self.place_of(BY)?;
        let word = self.words.get(place.end)?;
        // “By author Jane Austen” is a condition.
        let is_free = |key: &&KeyEntry| {
            let target = Target::Key(key.name.clone());
            query.filter.iter().all(|it| it.target != target || it.test == Test::Exists)
        };
        let key = keys.iter().filter(is_free).find(|key| self.names_key(word, key))?;
        let descending = is_like(key, "rating");
        self.use_words(place.start..place.end + 1);
        self.take("sorted,ordered,sortiert,geordnet");
        Some(Sort { key: key.name.clone(), descending })
    }

    /// The key that “long” is about, if the question names none.
    fn key_of_length<'k>(&self, numeric: &'k [KeyEntry]) -> Option<&'k KeyEntry> {
        let is_asked = self.says("length,long,lang,lange");
        is_asked.then(|| self.key_like(numeric, &LENGTHS)).flatten()
    }

    fn key_like<'k>(&self, keys: &'k [KeyEntry], names: &[&str]) -> Option<&'k KeyEntry> {
        names.iter().find_map(|name| keys.iter().find(|key| same_key(name, key)))
    }

    /// The key that a superlative compares: one that the question names, unless the superlative measures something else.
    /// “The fastest ride” isn't the shortest one.
    fn key_of_extreme<'k>(
        &self,
        numeric: &'k [KeyEntry],
        free: Option<&'k KeyEntry>,
        named: Option<&'k KeyEntry>,
    ) -> Option<&'k KeyEntry> {
        const MEASURES: [(&str, &[&str]); 3] = [
            (HEAVY, &["weight", "kg"]),
            (WARM, &["temperature"]),
            (FAST, &["minutes", "hours", "pace"]),
        ];
        match MEASURES.iter().find(|(said, _)| self.says(said)) {
            Some((_, keys)) => {
                let is_it = |key: &&KeyEntry| keys.iter().any(|name| is_like(key, name));
                free.or(named).filter(is_it).or_else(|| self.key_like(numeric, keys))
            }
            None => free.or_else(|| self.key_of_superlative(numeric)).or(named),
        }
    }

    /// The key that “the longest” or “the most expensive” compares.
    fn key_of_superlative<'k>(&self, numeric: &'k [KeyEntry]) -> Option<&'k KeyEntry> {
        let price = "expensive,most expensive,cheapest,teuerste,teuerster,teuerstes,teuersten,billigste,billigstes,gunstigste,gunstigstes,priciest";
        let length = "longest,shortest,langste,langster,langstes,langsten,kurzeste,kurzester,kurzestes,furthest,farthest,\
                      weiteste,weitester,weitestes,weitesten";
        if self.says(price) {
            return self
                .key_like(numeric, &["price", "amount", "budget"])
                .or_else(|| numeric.iter().find(|key| has_currency(key)));
        }
        if self.says(length) {
            return self.key_like(numeric, &LENGTHS);
        }
        None
    }

    /// Whether “how many” or “how much” asks for this key's numbers.
    fn is_asked(&self, key: &KeyEntry) -> bool {
        let counted = self.place_of(COUNT).and_then(|place| self.words.get(place.end));
        if counted.is_some_and(|word| word.is(DAYS) || word.is("mal times")) {
            return false;
        }
        let units = "km,kilometres,kilometers,kilometer,hours,stunden,minutes,minuten,euro,euros,money,geld,miles,公里";
        self.says(units)
            || self.says("how much,how far,how long,wie viel,wieviel,wie weit,wie lange")
            || self.place_of(COUNT).is_some_and(|place| {
                let next = &self.words[place.end..(place.end + 1).min(self.words.len())];
                next.iter().any(|word| self.names_key(word, key))
            })
    }
}

/// The share of the notes of a class that meet the query's one other condition. Of several, nobody knows which is
/// meant.
fn share(query: &Query, class: &Class) -> Option<Aggregate> {
    let own = || query.filter.iter().skip(class.conditions.len());
    let has_value = |it: &&Condition| !matches!(it.test, Test::Exists | Test::Within(_));
    let is_time = |it: &&Condition| matches!(it.test, Test::Within(_));
    let mut found: Vec<&Condition> = own().filter(has_value).collect();
    if found.is_empty() {
        found = own().filter(is_time).collect();
    }
    if found.is_empty() {
        found = own().collect();
    }
    let first = found.first()?;
    let key = match &first.target {
        Target::Key(key) => key.clone(),
        Target::Date => records::DATE.to_owned(),
        _ => return None,
    };
    let is_one = found.iter().all(|it| it.target == first.target);
    is_one.then_some(Aggregate { kind: AggregateKind::Share, key: Some(key) })
}

/// The key of amounts of money, if there is one.
fn only_money(numeric: &[KeyEntry]) -> Option<&KeyEntry> {
    let mut all = numeric.iter().filter(|key| is_money(key));
    let first = all.next();
    first.filter(|_| all.next().is_none())
}
