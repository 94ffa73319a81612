//! Conditions on values that a question names: “by Ridley Scott”, “vegetarian”, “on my watchlist”.

use index::{KeyEntry, ValueEntry};
use records::{Condition, Query, RecordKind, Target, Test, fold};

use super::{
    amounts::is_yes_no,
    classes::Class,
    entities::words_of_people,
    keys::{is_like, parts, same_key},
    reader::{Reader, is_filler},
    words::{Kind, LEXICON, LONGEST_VALUE, Word, may_have_stem, stemmed},
};

/// Maximum words of a value that a question names.
const LONGEST: usize = 6;

/// Maximum values that a part of a name may stand for: more would be a guess.
const ALTERNATIVES: usize = 3;

/// Maximum values that end with the same noun, and of their key.
const MOST_OF_LAST: usize = 12;
const MOST_VALUES: usize = 60;

/// Superlatives that are also values, such as “top” priority.
const EXTREMES: &str = "highest lowest top";

/// “I worked nights” is about shifts.
const WORKS: &str = "work works worked working arbeite arbeiten gearbeitet";

/// How well words name a value, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Likeness {
    /// As the value is written: “6b” isn't “6b+”.
    Same,
    Exact,
    Stem,
    Meaning,
    /// The first or last name of a note that the value links to.
    Name,
    /// As [`Self::Meaning`], but only by the word's stem: “Beate” isn't “beaten”.
    Inflected,
    Part,
    /// A German noun that ends several values: a “Hausarzt” and an “Augenarzt” are each an “Arzt”.
    Last,
}

/// Orders keys whose values words name: by likeness, by a word for the key right before, by one anywhere, and people of
/// a list first.
type Rank = (Likeness, bool, bool, bool);

impl Reader<'_> {
    /// Conditions for all values of these keys that unused words name, the longest first.
    pub(super) fn value_conditions(&mut self, keys: &[KeyEntry]) -> Vec<Condition> {
        let mut found: Vec<(usize, Condition)> = Vec::new();
        let kind = |key: &KeyEntry| match is_like(key, "status") {
            true => Kind::Status,
            false => Kind::Value,
        };
        let kinds: Vec<Kind> = keys.iter().map(kind).collect();
        for length in (1..=LONGEST.min(self.words.len())).rev() {
            for at in 0..=self.words.len() - length {
                let words = &self.words[at..at + length];
                if words.iter().any(|word| word.used)
                    || !(has_topic(words)
                        || is_whole_value(words, keys)
                        || self.is_small_value(at, length, keys))
                {
                    continue;
                }
                if length == 1 && self.is_only_begun(at, keys) {
                    self.use_words(at..at + 1);
                    continue;
                }
                if let Some(mut condition) = self.value_condition(keys, &kinds, at, length) {
                    condition.negated = self.takes_negation(at) || self.takes_absence(at + length);
                    self.use_words(at..at + length);
                    found.push((at, condition));
                }
            }
        }
        found.sort_by_key(|(at, _)| *at);
        self.alternatives(found, keys)
    }

    /// `kinds` are those of the keys' values.
    fn value_condition(
        &self,
        keys: &[KeyEntry],
        kinds: &[Kind],
        at: usize,
        length: usize,
    ) -> Option<Condition> {
        let words = &self.words[at..at + length];
        let phrase = words.iter().map(|word| &*word.folded).collect::<Vec<_>>().join(" ");
        let notes = self.vocabulary.names.get(&phrase).map(Vec::as_slice).unwrap_or_default();
        let named = Wording {
            notes: notes.iter().map(|note| fold(note.stem())).collect(),
            stems: stemmed(&phrase),
            groups: LEXICON.of(&phrase),
            is_name: words.iter().any(Word::is_capitalised),
            is_lower: self.is_lower(),
            is_german: !self.is_english,
            phrase,
        };
        let mut best: Option<(Rank, &KeyEntry, Vec<String>)> = None;
        const PRESENT: &str = "present,was,were,had,there,war,waren,dabei,anwesend";
        let is_present = self.says(PRESENT) && !self.says("by,von");
        let is_extreme = length == 1 && words.iter().any(|word| word.is(EXTREMES));
        for (key, &kind) in keys.iter().zip(kinds) {
            // The word before may name the key: “with Tom”, “where”.
            let is_company = || is_like(key, "with");
            let is_near = || {
                let mut before = self.words[at.saturating_sub(2)..at].iter();
                before.any(|it| self.names_key(it, key) || it.is("without ohne") && is_company())
            };
            let next = self.words.get(at + length);
            // “The highest budget” isn't a high priority.
            if is_extreme && !is_near() && !next.is_some_and(|word| self.names_key(word, key)) {
                continue;
            }
            // A number is a value only behind its key, as in “room 2.14”, and not in “rated 4 or more”.
            let is_behind = || {
                at > 0
                    && self.names_key(&self.words[at - 1], key)
                    && self.bound_behind(at + length).is_none()
                    // “Rated 9 or 10” names two.
                    && !next.is_some_and(|word| word.is("or oder"))
            };
            let may_be = |value: &&ValueEntry| {
                !value.folded.is_empty()
                    && (!value.is_number || value.folded == named.phrase && is_behind())
            };
            let like: Vec<(Likeness, &ValueEntry)> = key
                .values
                .iter()
                .filter(may_be)
                .filter_map(|value| Some((named.likeness(value, kind)?, value)))
                .collect();
            let Some(closest) = like.iter().map(|(likeness, _)| *likeness).min() else { continue };
            let mut values: Vec<String> = Vec::new();
            for (_, value) in like.iter().filter(|(likeness, _)| *likeness == closest) {
                let value = value.link.as_ref().unwrap_or(&value.folded);
                if !values.contains(value) {
                    values.push(value.clone());
                }
            }
            let has_too_many = match closest {
                Likeness::Part | Likeness::Name => values.len() > ALTERNATIVES,
                Likeness::Last => !may_be_kind(key, &values),
                _ => false,
            };
            // “Arbeitet” names a company rather than the value “Arbeit”.
            let is_verb = || {
                closest == Likeness::Stem
                    && kind == Kind::Value
                    && matches!(words, [word] if !word.is_capitalised() && LEXICON.lists(&word.folded)
                        && keys.iter().any(|it| it.key != key.key && word.means(&it.key, Kind::Key)))
            };
            if has_too_many || is_verb() {
                continue;
            }
            let named = self.words.iter().any(|word| self.names_key(word, key));
            // Who was there is a list of people, of whom another key may name one.
            let is_of_one = is_present && key.links > 0 && !words_of_people(key);
            let rank = (closest, !is_near(), !named, is_of_one);
            if best.as_ref().is_none_or(|(known, ..)| rank < *known) {
                best = Some((rank, key, values));
            }
        }
        let (_, key, values) = best?;
        let target = match &*key.key {
            "tag" | "tags" => Target::Tag,
            _ => Target::Key(key.name.clone()),
        };
        Some(Condition::new(target, Test::Is(values)))
    }

    /// Joins conditions on one key with “or” between them, or “and” where no note has both.
    fn alternatives(&self, found: Vec<(usize, Condition)>, keys: &[KeyEntry]) -> Vec<Condition> {
        const AND: &str = "and und sowie";
        let has_one = |target: &Target| {
            let mut own = keys.iter().filter(|key| *target == Target::Key(key.name.clone()));
            own.any(|key| self.has_single_values(key))
        };
        let mut joined: Vec<(usize, Condition)> = Vec::new();
        for (at, condition) in found {
            let or = |before: usize| {
                let between = &self.words[before..at];
                // “Dogs and cats” are of one kind or the other.
                let is_and = between.last().is_some_and(|word| word.is(AND));
                between.iter().any(|word| word.is("or oder 或"))
                    || is_and && has_one(&condition.target) && !self.is_one_after_other(&condition)
            };
            if let Some((before, last)) = joined.last_mut()
                && last.target == condition.target
                && or(*before)
                && let (Test::Is(values), Test::Is(more)) = (&mut last.test, &condition.test)
            {
                values.extend(more.iter().cloned());
                *before = at;
                continue;
            }
            joined.push((at, condition));
        }
        joined.into_iter().map(|(_, condition)| condition).collect()
    }

    /// Whether no note has two values of this key. Of people, one note's single one says nothing of others.
    fn has_single_values(&self, key: &KeyEntry) -> bool {
        let of_people = ["with", "attendees"].iter().any(|name| is_like(key, name));
        let has = Query::of(RecordKind::Note).with(Target::Key(key.name.clone()), Test::Exists);
        // The vocabulary counts values.
        let values = self.vocabulary.key(&key.key).map_or(0, |key| key.notes);
        let is_single = || self.index.count(&has).is_ok_and(|notes| notes >= values);
        key.links == 0 && !of_people && is_single()
    }

    /// Conditions for keys that are yes or no, and that the question names: “vegetarian”.
    pub(super) fn yes_no_conditions(&mut self, keys: &[KeyEntry]) -> Vec<Condition> {
        let mut found = Vec::new();
        for key in keys.iter().filter(|key| is_yes_no(key)) {
            if let Some(at) = self.place_of_denial(key) {
                self.use_words(at..at + 1);
                found.push(Condition {
                    target: Target::Key(key.name.clone()),
                    test: Test::Is(vec!["false".to_owned()]),
                    negated: false,
                });
                continue;
            }
            // “From the year 2020” says nothing of what is published.
            let naming = |at: &usize| {
                let word = &self.words[*at];
                self.names_key(word, key)
                    && (!word.means("year", Kind::Key) || names_own(word, key))
            };
            let mut named = (0..self.words.len()).filter(naming);
            let Some(at) = named.next() else { continue };
            // “Need” alone is no “needsStove”.
            let mut all = named.chain([at]).map(|at| &self.words[at]);
            if !all.any(|word| word.stem_is(&key.key) || !is_filler(&word.folded)) {
                continue;
            }
            let said = self.words.get(at + 1).filter(|word| !word.used);
            let is_false = said.is_some_and(|word| word.is("false no nein falsch"));
            if is_false || said.is_some_and(|word| word.is("true yes ja wahr")) {
                self.use_words(at + 1..at + 2);
            }
            let yes = if is_false || self.takes_negation(at) { "false" } else { "true" };
            self.use_words(at..at + 1);
            found.push(Condition::new(
                Target::Key(key.name.clone()),
                Test::Is(vec![yes.to_owned()]),
            ));
        }
        found
    }
}

impl Reader<'_> {
    /// Whether a word without a topic is a value of the key that a word beside it names: “night” in “night shifts”.
    fn is_small_value(&self, at: usize, length: usize, keys: &[KeyEntry]) -> bool {
        let (1, Some(word)) = (length, self.words.get(at)) else { return false };
        let begin = at.saturating_sub(1);
        let beside = self.words.get(begin..(at + 2).min(self.words.len())).unwrap_or_default();
        let is_beside = |key: &KeyEntry| {
            let mut others = beside.iter().filter(|it| it.range != word.range);
            others.any(|it| {
                let names = self.names_key(it, key) || it.is(WORKS) && is_like(key, "shift");
                !self.is_in_time(it) && names
            })
        };
        let is_it = |value: &ValueEntry| !value.is_number && word.stem_is(&value.spoken);
        word.folded.chars().count() > 2
            && keys.iter().any(|key| key.values.iter().any(is_it) && is_beside(key))
    }

    /// Whether the words of a title are a property that is yes or no: “published”.
    pub(super) fn says_yes_no(&self, class: &Class) -> bool {
        let words = self.words.get(class.words.clone()).unwrap_or_default();
        let mut keys = self.vocabulary.keys.iter().filter(|key| key.notes > 0 && is_yes_no(key));
        keys.any(|key| words.iter().any(|word| names_own(word, key)))
    }

    /// Uses the verb of “which shifts did I work”, where a condition is on shifts.
    pub(super) fn use_work(&mut self, conditions: &[Condition], keys: &[KeyEntry]) {
        let shifts = keys.iter().filter(|key| is_like(key, "shift"));
        let mut targets = shifts.map(|key| Target::Key(key.name.clone()));
        if !targets.any(|target| conditions.iter().any(|it| it.target == target)) {
            return;
        }
        for word in self.words.iter_mut().filter(|word| word.is(WORKS)) {
            word.used = true;
        }
    }

    /// The word of “unpaid”, or of “open” for something to be paid.
    fn place_of_denial(&self, key: &KeyEntry) -> Option<usize> {
        const OPEN: &str = "open offen offene offenen outstanding ausstehend ausstehende";
        let is_paid = is_like(key, "paid");
        (0..self.words.len()).find(|at| {
            let word = &self.words[*at];
            let rest = word.folded.strip_prefix("un");
            !word.used && (rest.is_some_and(|rest| same_key(rest, key)) || is_paid && word.is(OPEN))
        })
    }
}

/// Whether a word names a key, or a part of it, by itself.
pub(super) fn names_own(word: &Word, key: &KeyEntry) -> bool {
    word.stem_is(&key.key) || parts(key).iter().any(|part| word.stem_is(part))
}

/// Whether values that end with the same noun are kinds of something. Many places end the same: “Hamburg”, “Freiburg”.
fn may_be_kind(key: &KeyEntry, values: &[String]) -> bool {
    let is_place =
        ["city", "country", "cinema"].iter().any(|name| LEXICON.same(name, &key.key, Kind::Key));
    (2..=MOST_OF_LAST).contains(&values.len()) && key.values.len() <= MOST_VALUES && !is_place
}

/// The noun that kinds of visits begin with: “Arzttermine” are those at an “Arzt”.
fn visited(phrase: &str) -> &str {
    const VISITS: [&str; 6] = ["termine", "terminen", "termin", "besuche", "besuchen", "besuch"];
    let found = VISITS.iter().find_map(|end| phrase.strip_suffix(end));
    found.filter(|rest| rest.chars().count() > 3 && !rest.contains(' ')).unwrap_or(phrase)
}

/// Whether two texts differ only in their spaces and hyphens: “Essengehen” and “Essen gehen”.
fn same_but_spaces(one: &str, other: &str) -> bool {
    const LEAST: usize = 6;
    let is_letter = |it: &u8| !matches!(it, b' ' | b'-');
    let is_spaced = |text: &str| text.contains([' ', '-']);
    one.len() >= LEAST
        && one.bytes().next() == other.bytes().next()
        && is_spaced(one) != is_spaced(other)
        && one.bytes().filter(is_letter).eq(other.bytes().filter(is_letter))
}

/// Whether several words are a value although one has no topic by itself: “eating out”.
fn is_whole_value(words: &[Word], keys: &[KeyEntry]) -> bool {
    let phrase = words.iter().map(|word| &*word.folded).collect::<Vec<_>>().join(" ");
    let groups = LEXICON.of(&phrase);
    words.len() > 1
        && words.iter().any(|word| !language::is_function_word(&word.folded))
        && keys.iter().any(|key| {
            key.values.iter().any(|value| {
                value.folded == phrase
                    || [Kind::Value, Kind::Status]
                        .iter()
                        .any(|kind| LEXICON.shares(groups, &value.folded, *kind))
            })
        })
}

fn has_topic(words: &[Word]) -> bool {
    words.iter().any(|word| !is_filler(&word.folded) && !language::is_function_word(&word.folded))
        && words.first().zip(words.last()).is_some_and(|(first, last)| {
            let may =
                |word: &Word| word.is_capitalised() || !language::is_function_word(&word.folded);
            may(first) && may(last)
        })
}

/// Words of the question that may name a value.
struct Wording {
    phrase: String,
    /// The folded file names of the notes that the words name, by an alias for instance.
    notes: Vec<String>,
    stems: [String; 2],
    groups: &'static [(Kind, &'static str)],
    is_name: bool,
    /// The question has no capitals, so that names have none.
    is_lower: bool,
    is_german: bool,
}

impl Wording {
    fn likeness(&self, value: &ValueEntry, kind: Kind) -> Option<Likeness> {
        let phrase = &*self.phrase;
        // A longer value is a text, which no question names.
        if value.folded.len() > LONGEST_VALUE {
            return None;
        }
        let spoken = &*value.spoken;
        let link = value.link.as_deref();
        if value.folded == phrase {
            return Some(Likeness::Same);
        }
        if spoken == phrase || link == Some(phrase) {
            return Some(Likeness::Exact);
        }
        if link.is_some_and(|link| self.notes.iter().any(|note| note == link)) {
            return Some(Likeness::Exact);
        }
        let is_same = phrase.len() > 2
            && phrase.chars().next() == spoken.chars().next()
            && may_have_stem(&self.stems, spoken)
            && stemmed(spoken).iter().zip(&self.stems).any(|(one, other)| one == other);
        // “Kuchen” among recipes is the tag `rezept/kuchen`.
        let parts = || value.folded.split('/').skip(1);
        let is_below = || parts().any(|part| !part.is_empty() && stemmed(part) == self.stems);
        if is_same || same_but_spaces(phrase, spoken) || is_below() {
            return Some(Likeness::Stem);
        }
        // “Lese ich” may be a state, but not in “Wie viele Bücher lese ich im Monat?”
        let is_habit = matches!(phrase, "lese ich" | "schaue ich");
        let means = !is_habit && LEXICON.shares(self.groups, spoken, kind);
        if means && LEXICON.lists(phrase) {
            return Some(Likeness::Meaning);
        }
        // “Hannah” is “Hannah Vogt”, “Tarkovsky” is “Andrei Tarkovsky”.
        let whole = link.unwrap_or(spoken);
        let is_capitalised =
            |text: &str| text.split(' ').all(|it| it.starts_with(char::is_uppercase));
        if link.is_some() && self.is_name && phrase.chars().count() > 2 && has_end(whole, phrase) {
            return Some(Likeness::Name);
        }
        if means {
            return Some(Likeness::Inflected);
        }
        let may_be_name = self.is_name
            || link.is_some()
            || self.is_lower && phrase.len() > 3 && is_capitalised(&value.text);
        let is_part = may_be_name
            && phrase.chars().count() > 2
            && whole.split(' ').count() <= 4
            && (has_end(whole, phrase)
                // “Doro” is “Dorothea Kling”.
                || (self.is_name && link.is_some() && phrase.len() > 3 && whole.starts_with(phrase)));
        if is_part {
            return Some(Likeness::Part);
        }
        let noun = visited(phrase);
        let is_last = self.is_german
            && self.is_name
            && link.is_none()
            && noun.chars().count() > 3
            && !spoken.contains(' ')
            && spoken
                .strip_suffix(noun)
                .is_some_and(|rest| rest.chars().count() > 2 || noun != phrase);
        is_last.then_some(Likeness::Last)
    }
}

/// Whether a name of at most four words begins or ends with these.
fn has_end(name: &str, words: &str) -> bool {
    name.split(' ').count() <= 4
        && (name.strip_prefix(words).is_some_and(|rest| rest.starts_with(' '))
            || name.strip_suffix(words).is_some_and(|rest| rest.ends_with(' ')))
}
