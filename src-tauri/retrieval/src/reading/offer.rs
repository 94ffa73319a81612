//! The parts of a query that the vault offers for a question.

use std::cmp::Reverse;

use index::{KeyEntry, ValueEntry};
use records::Period;

use super::{
    amounts::is_numeric,
    reader::{Reader, is_filler},
    words::{Kind, Word},
};

/// Maximum keys, and values of each. The prompt lists them all, and a small model may read only a hundred tokens a
/// second.
const KEYS: usize = 16;
const VALUES: usize = 6;

/// Maximum tags, folders and names of notes, each.
const NAMES: usize = 12;

/// Maximum words of a note's name.
const LONGEST_NAME: usize = 4;

/// Maximum bytes of a value; a longer one is a text.
const LONGEST_VALUE: usize = 60;

/// Keys of other purposes, or with conditions of their own.
const HIDDEN: [&str; 7] = ["alias", "aliases", "cssclass", "cssclasses", "tag", "tags", "title"];

/// Closest to the question first; names and values are folded.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Offer {
    pub(super) keys: Vec<OfferedKey>,
    pub(super) tags: Vec<String>,
    pub(super) folders: Vec<String>,
    /// Notes that the question names.
    pub(super) names: Vec<String>,
    /// Words of the question with a topic.
    pub(super) words: Vec<String>,
    /// The times that the question names, and today.
    pub(super) periods: Vec<Period>,
    pub(super) has_tasks: bool,
    pub(super) has_rows: bool,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct OfferedKey {
    pub(super) name: String,
    /// Empty for numbers and dates.
    pub(super) values: Vec<String>,
    pub(super) is_number: bool,
    pub(super) is_date: bool,
}

impl Reader<'_> {
    /// `own` are the folded keys of the notes that the question names.
    pub(super) fn offer(&self, own: &[String]) -> Offer {
        let vocabulary = &self.vocabulary;
        let keys = vocabulary.keys.iter().filter(|key| !HIDDEN.contains(&&*key.key));
        let mut keys: Vec<((bool, bool, u32), &KeyEntry)> = keys
            .map(|key| ((self.is_near(key), own.contains(&key.key), key.total()), key))
            .collect();
        keys.sort_by_key(|(rank, _)| Reverse(*rank));
        let folders = vocabulary.folders.iter().map(|(name, all)| {
            let count = u32::try_from(all.len()).unwrap_or(u32::MAX);
            (name.as_str(), count)
        });
        let mut words: Vec<String> = Vec::new();
        for word in self.topics() {
            if !words.contains(&word.folded) {
                words.push(word.folded.clone());
            }
        }
        let mut periods: Vec<Period> = self.periods.iter().map(|found| found.period).collect();
        let today = Period::day(self.today);
        if !periods.contains(&today) {
            periods.push(today);
        }
        Offer {
            keys: keys.into_iter().take(KEYS).map(|(_, key)| self.offered(key)).collect(),
            tags: self.nearest(vocabulary.tags.iter().map(|(tag, count)| (tag.as_str(), *count))),
            folders: self.nearest(folders),
            names: self.names(),
            words,
            periods,
            has_tasks: vocabulary.keys.iter().any(|key| key.tasks > 0),
            has_rows: vocabulary.keys.iter().any(|key| key.rows > 0),
        }
    }

    fn topics(&self) -> impl Iterator<Item = &Word> {
        self.words.iter().filter(|word| is_topic(word))
    }

    fn mentions(&self, name: &str) -> bool {
        let is_part = |part: &str| self.topics().any(|word| word.stem_is(part));
        name.split([' ', '-', '_', '/']).any(is_part)
    }

    fn is_near(&self, key: &KeyEntry) -> bool {
        let mut values = key.values.iter().filter(|value| is_short(value));
        self.topics().any(|word| self.names_key(word, key))
            || values.any(|value| self.mentions(&value.spoken))
    }

    fn offered(&self, key: &KeyEntry) -> OfferedKey {
        let is_number = is_numeric(key);
        let is_date = key.dates > 0 && key.dates * 2 >= key.total();
        let values = key.values.iter().filter(|value| is_short(value) && !value.is_number);
        let mut values: Vec<(bool, &ValueEntry)> = match is_number || is_date {
            true => Vec::new(),
            false => values.map(|value| (self.mentions(&value.spoken), value)).collect(),
        };
        values.sort_by_key(|(is_near, value)| Reverse((*is_near, value.count)));
        let mut texts: Vec<String> = Vec::new();
        for (_, value) in values {
            let text = value.link.as_ref().unwrap_or(&value.folded);
            if texts.len() < VALUES && !texts.contains(text) {
                texts.push(text.clone());
            }
        }
        OfferedKey { name: key.name.clone(), values: texts, is_number, is_date }
    }

    /// The names that the question mentions, then the most used.
    fn nearest<'n>(&self, names: impl Iterator<Item = (&'n str, u32)>) -> Vec<String> {
        let is_near = |name: &str| {
            self.mentions(name) || self.topics().any(|word| word.means(name, Kind::Class))
        };
        let mut names: Vec<(bool, u32, &str)> =
            names.map(|(name, count)| (is_near(name), count, name)).collect();
        names.sort_by_key(|(is_near, count, _)| Reverse((*is_near, *count)));
        names.into_iter().take(NAMES).map(|(.., name)| name.to_owned()).collect()
    }

    /// The names of notes in the question, the longest first.
    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for length in (1..=LONGEST_NAME).rev() {
            for words in self.words.windows(length) {
                let name: Vec<&str> = words.iter().map(|word| &*word.folded).collect();
                let name = name.join(" ");
                let has_topic = words.iter().any(is_topic);
                if has_topic && self.vocabulary.names.contains_key(&name) && !names.contains(&name)
                {
                    names.push(name);
                }
            }
        }
        names.truncate(NAMES);
        names
    }
}

fn is_topic(word: &Word) -> bool {
    !is_filler(&word.folded) && !language::is_function_word(&word.folded)
}

fn is_short(value: &ValueEntry) -> bool {
    !value.folded.is_empty() && value.folded.len() <= LONGEST_VALUE
}
