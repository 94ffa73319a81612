//! Numbers that a question compares with: “less than half an hour”, “10 km or more”, “rated 5”.

use std::ops::Range;

use index::{KeyEntry, Result, ValueEntry};
use jiff::civil::Date;
use records::{Comparison, Condition, Period, Query, RecordKind, Target, Test};

use super::{
    classes::{Class, date_condition},
    keys::{is_like, like, same_key},
    reader::Reader,
    spans::{in_minutes, mixes_units},
    words::{Kind, LEXICON, Word},
};

const LESS: &str = "worse than,schlechter als,menos de,moins de,less than,fewer than,under,below,shorter than,weniger als,unter,kurzer als,不到,少于,cheaper than,billiger als";
const AT_MOST: &str = "at most,within,no longer than,not more than,nicht mehr als,up to,no more than,hochstens,maximal,bis zu,最多";
const MORE: &str = "hoher als,mas de,plus de,more than,over,above,longer than,higher than,better than,mehr als,uber,langer als,besser als,超过,多于";
const AT_LEAST: &str = "at least,mindestens,wenigstens,至少,no less than";
pub(super) const OR_MORE: &str = "or over,or more,or better,or higher,or above,or longer,and more,and above,and up,oder mehr,oder besser,\
                       oder hoher,oder langer,und mehr,und besser,plus,以上";
pub(super) const OR_LESS: &str = "at most,at the most,max,tops,hochstens,maximal,or less,or fewer,or worse,or under,or below,or shorter,or cheaper,oder weniger,oder kurzer,oder darunter,以下";

/// Verbs before an “up to” that is no limit.
const REACHES: &str = "went go goes going gone got get gets reached reach";

/// Whether phrases for a comparison with a number are in a question.
pub(super) fn compares(reader: &Reader<'_>) -> bool {
    [LESS, AT_MOST, MORE, AT_LEAST, OR_MORE, OR_LESS].iter().any(|phrases| reader.says(phrases))
}

/// Units of ratings.
const POINTS: &str = "stars star stern sterne sternen points point punkt punkte punkten 分";

const METRES: [&str; 5] = ["m", "meter", "metern", "metres", "meters"];

/// Other units, which only say again what the key measures.
#[rustfmt::skip]
const UNITS: [&str; 24] = [
    "kilogramm", "kilo", "kilos", "liter", "litern", "litres", "liters", "l", "ml", "kcal", "kalorien", "calories", "bpm", "watt", "grad",
    "degrees", "celsius", "cm", "gramm", "grams", "g", "schritte", "steps", "bahnen",
];

/// Currencies, which say that a number is of money.
#[rustfmt::skip]
const MONEY: [&str; 14] = [
    "euro", "euros", "€", "eur", "dollar", "dollars", "$", "usd", "bucks", "pounds", "quid", "gbp", "chf", "franken",
];

/// Of kilometres under a key for metres, and the reverse. Nobody runs a thousand kilometres.
fn scale_of_distance(key: &KeyEntry, unit: &str) -> f64 {
    const LEAST_METRES: f64 = 300.0;
    let known = key.values.iter().filter_map(|value| value.folded.parse::<f64>().ok());
    let highest = known.fold(0.0, f64::max);
    let is_kilometre =
        matches!(unit, "km" | "kilometres" | "kilometers" | "kilometer" | "kilometern");
    match highest >= LEAST_METRES {
        true if is_kilometre => 1_000.0,
        false if METRES.contains(&unit) && highest > 0.0 => 0.001,
        _ => 1.0,
    }
}

impl Reader<'_> {
    /// Conditions on numbers under one of these keys.
    pub(super) fn number_conditions(&mut self, keys: &[KeyEntry]) -> Vec<Condition> {
        let mut found = Vec::new();
        found.extend(self.ages(keys));
        found.extend(self.span_of_time(keys));
        found.extend(self.between(keys));
        found.extend(self.decade(keys));
        for at in 0..self.words.len() {
            let number = self.words[at].number().or_else(|| self.few_points(at));
            let Some(number) = number.filter(|_| !self.words[at].used) else { continue };
            let written =
                self.words[at].text.starts_with(|it: char| it.is_ascii_digit() || it == '-');
            let comparison = self.comparison(at, at + 1);
            let is_year = written && (1990.0..2100.0).contains(&number) && number.fract() == 0.0;
            if is_year && comparison.is_none() {
                continue;
            }
            let Some((key, factor)) = self.key_of_number(keys, at, comparison.is_some()) else {
                continue;
            };
            // A word is a number in a comparison, beside its key or with a unit: “two films” are no rating.
            let is_or = |word: &Word| word.is("or oder");
            let behind = match self.words.get(at + 1).is_some_and(is_or) {
                true => at + 3,
                false => at + 1,
            };
            let next = self.words.get(behind);
            let has_unit = next.is_some_and(|word| word.is(POINTS) || self.names_key(word, key));
            let is_behind = at > 0
                && self.names_key(&self.words[at - 1], key)
                && next.is_none_or(|word| language::is_function_word(&word.folded));
            if !written && comparison.is_none() && !has_unit && !is_behind {
                continue;
            }
            self.use_words(at..at + 1);
            let number = number * factor;
            found.push(match comparison {
                Some(comparison) => compare(key, comparison, number),
                None => {
                    let others = self.other_numbers(at + 1);
                    let numbers = others.into_iter().map(|number| number * factor);
                    equal_any(key, std::iter::once(number).chain(numbers))
                }
            });
        }
        let is_rating = |it: &Condition| {
            keys.iter()
                .any(|key| it.target == Target::Key(key.name.clone()) && is_like(key, "rating"))
        };
        if found.iter().any(is_rating) {
            // “Welche haben von mir 5 Sterne bekommen?”
            self.take("bekommen,bekam,bekamen,gekriegt,erhalten,received");
        }
        found
    }

    /// “One star”, “null Punkte”: small numbers whose words have other meanings elsewhere.
    fn few_points(&self, at: usize) -> Option<f64> {
        let next = self.words.get(at + 1)?;
        let word = &self.words[at];
        let is_english = next.is("star stars point points");
        let is_german = next.is("stern sterne sternen punkt punkte punkten");
        let one = is_english && word.is("one") || is_german && word.is("ein einen einem eins");
        let none = is_english && word.is("zero") || is_german && word.is("null");
        one.then_some(1.0).or_else(|| none.then_some(0.0))
    }

    /// The numbers of “or 10” from this word on, whose words are used.
    fn other_numbers(&mut self, mut at: usize) -> Vec<f64> {
        let mut found = Vec::new();
        while let [or, next, ..] = &self.words[at.min(self.words.len())..]
            && or.is("or oder 或")
            && let Some(number) = next.number().filter(|_| !next.used)
        {
            found.push(number);
            self.use_words(at..at + 2);
            at += 2;
        }
        found
    }

    /// Whether the question names a key for years: “published before 2015”.
    pub(super) fn names_years(&self, keys: &[KeyEntry]) -> bool {
        let of_years =
            |key: &&KeyEntry| is_numeric(key) && LEXICON.same("year", &key.key, Kind::Key);
        let named = |key: &KeyEntry| {
            self.words.iter().any(|word| !self.is_in_time(word) && self.names_key(word, key))
        };
        keys.iter().filter(of_years).any(named)
    }

    /// The condition for the question's time. “Films from before 1990” says when they were made, if none was seen then.
    pub(super) fn dated_or_made(
        &mut self,
        class: &Class,
        (date_key, is_done): (Option<&KeyEntry>, bool),
        period: Period,
    ) -> Result<Vec<Condition>> {
        let dated = date_condition(date_key, period);
        let filter = [&class.conditions[..], std::slice::from_ref(&dated)].concat();
        let found = self.index.count(&Query { filter, ..Query::of(RecordKind::Note) })?;
        let mut of_years = match found {
            0 => self.year_conditions(&class.keys),
            _ => Vec::new(),
        };
        if of_years.is_empty() {
            return Ok(vec![dated]);
        }
        let done = date_key.filter(|_| is_done).map(|key| Target::Key(key.name.clone()));
        of_years.extend(done.map(|target| Condition::new(target, Test::Exists)));
        Ok(of_years)
    }

    /// “in half an hour”, “more than an hour”, under a key for minutes.
    fn span_of_time(&mut self, keys: &[KeyEntry]) -> Option<Condition> {
        const SPANS: [(&str, f64); 5] = [
            ("an hour and a half,anderthalb stunden,eineinhalb stunden", 90.0),
            ("half an hour,a half hour,halbe stunde,halben stunde", 30.0),
            ("three quarters of an hour,dreiviertelstunde", 45.0),
            ("quarter of an hour,viertelstunde", 15.0),
            ("an hour,one hour,eine stunde,einer stunde", 60.0),
        ];
        let is_in_minutes = |key: &&KeyEntry| is_numeric(key) && in_minutes(key);
        let key = keys.iter().find(is_in_minutes)?;
        let said = |(said, minutes): &(&str, f64)| Some((self.place_of(said)?, *minutes));
        let (place, minutes) = SPANS.iter().find_map(said)?;
        let before = &self.words[place.start.saturating_sub(2)..place.start];
        let is_limit = before.iter().any(|word| word.is("in within innerhalb"));
        let comparison = self.comparison(place.start, place.end);
        let comparison = comparison.or_else(|| is_limit.then_some(Comparison::AtMost));
        self.use_words(place);
        Some(match comparison {
            Some(comparison) => compare(key, comparison, minutes),
            None => equal(key, minutes),
        })
    }

    /// “between 30 and 45 minutes”
    fn between(&mut self, keys: &[KeyEntry]) -> Vec<Condition> {
        for at in 0..self.words.len().saturating_sub(3) {
            let [lead, from, and, to] = [0, 1, 2, 3].map(|next| &self.words[at + next]);
            let is_pair = lead.is("between zwischen") && and.is("and und");
            let is_free = !from.used && !to.used;
            let (Some(from), Some(to)) = (from.number(), to.number()) else { continue };
            if !is_pair || !is_free {
                continue;
            }
            let Some((key, factor)) = self.key_of_number(keys, at + 3, true) else { continue };
            self.use_words(at..at + 4);
            let bound = |comparison, number: f64| compare(key, comparison, number * factor);
            return vec![bound(Comparison::AtLeast, from), bound(Comparison::AtMost, to)];
        }
        Vec::new()
    }

    /// The years that the question names, under a key for years: “wines from 2019”, “published before 2015”.
    pub(super) fn year_conditions(&mut self, keys: &[KeyEntry]) -> Vec<Condition> {
        let Some(period) = self.periods.first().map(|found| found.period) else {
            return Vec::new();
        };
        let starts = period.first == Date::MIN || period.first.day_of_year() == 1;
        let ends = period.last == Date::MAX || period.last == period.last.last_of_year();
        let is_of_years = |key: &&KeyEntry| {
            let years = key.values.iter().filter(|value| {
                value.folded.parse::<u32>().is_ok_and(|year| (1000..2200).contains(&year))
            });
            is_numeric(key) && years.count() * 2 > key.values.len()
        };
        let usual = |key: &&KeyEntry| LEXICON.same("year", &key.key, Kind::Key);
        let named = |key: &&KeyEntry| self.words.iter().any(|word| word.stem_is(&key.key));
        let of_years = || keys.iter().filter(is_of_years);
        let Some(key) =
            of_years().find(named).or_else(|| of_years().find(usual)).filter(|_| starts && ends)
        else {
            return Vec::new();
        };
        let mut found = Vec::new();
        if period.first != Date::MIN {
            found.push(compare(key, Comparison::AtLeast, f64::from(period.first.year())));
        }
        if period.last != Date::MAX {
            found.push(compare(key, Comparison::AtMost, f64::from(period.last.year())));
        }
        found
    }

    /// “from the fifties”, “aus den 80ern”, “1990s”.
    fn decade(&mut self, keys: &[KeyEntry]) -> Vec<Condition> {
        const NAMES: [(&str, u32); 9] = [
            ("twent zwanzig 20", 1920),
            ("thirt dreissig 30", 1930),
            ("fort vierzig 40", 1940),
            ("fift funfzig 50", 1950),
            ("sixt sechzig 60", 1960),
            ("sevent siebzig 70", 1970),
            ("eight achtzig 80", 1980),
            ("ninet neunzig 90", 1990),
            ("noughties nuller 00", 2000),
        ];
        let find = |name: &str| keys.iter().find(|key| LEXICON.same(name, &key.key, Kind::Key));
        let are_dates = |key: &&KeyEntry| key.dates * 2 >= key.total();
        let born = like(keys.iter().filter(are_dates), "birthday");
        let Some(key) = find("year").or(born) else { return Vec::new() };
        let start = |folded: &str| {
            let stem = ["ies", "s", "er", "ern", "iger", "igern"]
                .iter()
                .find_map(|end| folded.strip_suffix(end))?;
            if stem.len() == 4 && stem.ends_with('0') {
                return stem.parse().ok();
            }
            let named = |names: &str| names.split(' ').any(|name| name == stem);
            NAMES.iter().find(|(names, _)| named(names)).map(|(_, start)| *start)
        };
        for at in 0..self.words.len() {
            if self.words[at].used {
                continue;
            }
            if let Some(start) = start(&self.words[at].folded) {
                self.use_words(at..at + 1);
                self.take("jahre,jahren,years");
                let days = i16::try_from(start).ok().and_then(|first| {
                    let last = Period::year(first.checked_add(9)?)?.last;
                    Period::days(Period::year(first)?.first, last)
                });
                if let Some(days) = days.filter(|_| !is_numeric(key)) {
                    return vec![date_condition(Some(key), days)];
                }
                let (first, last) = (f64::from(start), f64::from(start) + 9.0);
                return vec![
                    compare(key, Comparison::AtLeast, first),
                    compare(key, Comparison::AtMost, last),
                ];
            }
        }
        Vec::new()
    }

    /// The comparison around the words `from..to`, whose words are used.
    fn comparison(&mut self, from: usize, to: usize) -> Option<Comparison> {
        let before = [
            (LESS, Comparison::Less),
            (AT_MOST, Comparison::AtMost),
            (MORE, Comparison::More),
            (AT_LEAST, Comparison::AtLeast),
        ];
        for (phrases, comparison) in before {
            for phrase in phrases.split(',') {
                let parts: Vec<&str> = phrase.split(' ').collect();
                // An article or a currency may stand between.
                for gap in 0..=1 {
                    let Some(start) = from.checked_sub(parts.len() + gap) else { continue };
                    let is_it = self.words[start..start + parts.len()]
                        .iter()
                        .zip(&parts)
                        .all(|(word, part)| word.folded == **part);
                    // What “went up to 1280 degrees” had just as many.
                    let reaches = *phrase == *"up to"
                        && start.checked_sub(1).is_some_and(|at| self.words[at].is(REACHES));
                    if is_it {
                        self.use_words(start - usize::from(reaches)..start + parts.len());
                        return (!reaches).then_some(comparison);
                    }
                }
            }
        }
        let (comparison, place) = self.bound_behind(to)?;
        self.use_words(place);
        Some(comparison)
    }

    /// “or more” behind the word before `end`, or behind its unit.
    pub(super) fn bound_behind(&self, end: usize) -> Option<(Comparison, Range<usize>)> {
        let bounds = [(OR_MORE, Comparison::AtLeast), (OR_LESS, Comparison::AtMost)];
        bounds.into_iter().find_map(|(phrases, comparison)| {
            let place = self.place_of(phrases)?;
            (end..=end + 2).contains(&place.start).then_some((comparison, place))
        })
    }

    /// The key that a number is of, by a named key, a unit, or because it can only be a rating; and what to multiply
    /// the number with. Words that name key or unit are used.
    fn key_of_number<'k>(
        &mut self,
        keys: &'k [KeyEntry],
        at: usize,
        is_compared: bool,
    ) -> Option<(&'k KeyEntry, f64)> {
        let numeric: Vec<&KeyEntry> = keys.iter().filter(|key| is_numeric(key)).collect();
        let unit = self.words.get(at + 1).map(|word| word.folded.clone()).unwrap_or_default();
        let is_hour = LEXICON.same("hours", &unit, Kind::Key);
        let is_minute =
            matches!(&*unit, "min" | "mins") || LEXICON.same("minutes", &unit, Kind::Key);
        let is_unit = is_hour
            || is_minute
            || matches!(
                &*unit,
                "km" | "kilometres" | "kilometers" | "kilometer" | "kg" | "pages" | "seiten"
            )
            || MONEY.contains(&&*unit)
            || POINTS.split(' ').any(|it| it == unit)
            || METRES.contains(&&*unit)
            || UNITS.contains(&&*unit);
        let factor = |key: &KeyEntry| if is_hour && in_minutes(key) { 60.0 } else { 1.0 };
        // The unit as the values have it: “31 °C”.
        let of_unit = numeric.iter().find(|key| {
            let ends = |text: &str| {
                records::fold(text).strip_suffix(&*unit).is_some_and(|rest| {
                    !rest.ends_with(char::is_alphanumeric)
                        || rest.ends_with(|it: char| it.is_ascii_digit())
                })
            };
            !unit.is_empty() && key.values.iter().any(|value| value.is_number && ends(&value.text))
        });
        if let Some(key) = of_unit {
            self.use_words(at + 1..at + 2);
            return Some((key, 1.0));
        }
        let named = (0..self.words.len()).find_map(|place| {
            let key = numeric.iter().find(|key| self.names_key(&self.words[place], key))?;
            Some((place, *key))
        });
        if let Some((place, key)) = named {
            self.use_words(place..place + 1);
            if is_unit {
                self.use_words(at + 1..at + 2);
            }
            return Some((key, factor(key) * scale_of_distance(key, &unit)));
        }
        // “Recipes for 4 people”
        let is_people = LEXICON.same("person", &unit, Kind::Class);
        let servings = like(numeric.iter().copied(), "servings");
        if let (true, Some(key)) = (is_people, servings) {
            self.use_words(at + 1..at + 2);
            return Some((key, 1.0));
        }
        if is_minute || is_hour {
            let key = numeric.iter().find(|key| in_minutes(key))?;
            self.use_words(at + 1..at + 2);
            return Some((key, factor(key)));
        }
        let height = like(numeric.iter().copied(), "height");
        if let (true, Some(key)) = (METRES.contains(&&*unit), height) {
            self.use_words(at + 1..at + 2);
            return Some((key, 1.0));
        }
        let is_distance = self.words[at].folded.ends_with('k')
            || matches!(&*unit, "km" | "k" | "kilometres" | "kilometers" | "kilometer" | "miles");
        let distance = numeric.iter().find(|key| same_key("distance", key));
        if let (true, Some(key)) = (is_distance, distance) {
            self.use_words(at + 1..at + 1 + usize::from(is_unit));
            return Some((key, 1.0));
        }
        let money = numeric.iter().find(|key| is_money(key));
        if let (true, Some(key)) = (MONEY.contains(&&*unit), money) {
            self.use_words(at + 1..at + 2);
            return Some((key, 1.0));
        }
        if let (true, [only]) = (is_compared, &numeric[..]) {
            return Some((only, 1.0));
        }
        if let (true, Some(key)) = (is_compared, numeric.iter().find(|key| has_currency(key))) {
            return Some((key, 1.0));
        }
        let rates =
            self.says("give,gave,given,rate,rated,gegeben,vergeben,bewertet,mit") || is_compared;
        let rating = like(numeric.iter().copied(), "rating")?;
        if self.words[at].number().is_some_and(|number| !is_on_scale(rating, number)) {
            let money = numeric.iter().find(|key| is_money(key)).filter(|_| is_compared)?;
            return Some((money, 1.0));
        }
        (rates || is_unit).then(|| {
            if is_unit {
                self.use_words(at + 1..at + 2);
            }
            (rating, 1.0)
        })
    }
}

/// Whether a key is for amounts of money.
pub(super) fn is_money(key: &KeyEntry) -> bool {
    has_currency(key) || ["amount", "price"].iter().any(|name| is_like(key, name))
}

/// Whether a number may be a rating, by the scale of those that are known.
fn is_on_scale(rating: &KeyEntry, number: f64) -> bool {
    let known = rating.values.iter().filter_map(|value| value.folded.parse::<f64>().ok());
    let highest = known.fold(0.0, f64::max);
    let scale = [5.0, 10.0, 100.0].into_iter().find(|scale| highest <= *scale);
    scale.is_none_or(|scale| number <= scale)
}

/// Whether most values are amounts of money.
pub(super) fn has_currency(key: &KeyEntry) -> bool {
    let money = key.values.iter().filter(|value| value.text.contains(['€', '$', '£', '¥']));
    !key.values.is_empty() && money.count() * 2 > key.values.len()
}

/// Whether most values are shares of something, such as “1.8%”. A sum of them means nothing.
pub(super) fn has_percents(key: &KeyEntry) -> bool {
    let shares = key.values.iter().filter(|value| value.text.trim_end().ends_with('%'));
    !key.values.is_empty() && shares.count() * 2 > key.values.len()
}

pub(super) fn is_yes_no(key: &KeyEntry) -> bool {
    let known = |value: &ValueEntry| {
        matches!(&*value.folded, "true" | "false" | "yes" | "no" | "ja" | "nein")
    };
    !key.values.is_empty() && key.values.iter().all(known)
}

pub(super) fn is_numeric(key: &KeyEntry) -> bool {
    key.numbers > 0 && key.numbers * 2 >= key.total() && !mixes_units(key)
}

fn equal(key: &KeyEntry, number: f64) -> Condition {
    equal_any(key, std::iter::once(number))
}

fn equal_any(key: &KeyEntry, numbers: impl Iterator<Item = f64>) -> Condition {
    Condition::new(
        Target::Key(key.name.clone()),
        Test::Is(numbers.map(|number| number.to_string()).collect()),
    )
}

fn compare(key: &KeyEntry, comparison: Comparison, number: f64) -> Condition {
    Condition::new(Target::Key(key.name.clone()), Test::Compare(comparison, number))
}
