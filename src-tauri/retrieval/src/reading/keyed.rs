//! Notes that have a key or a value which the question names, where no word names their kind.

use index::{KeyEntry, Result, ValueEntry};
use records::{Condition, Target, Test};

use super::{
    amounts::{is_numeric, is_yes_no},
    classes::{Class, PRONOUNS, is_anniversary},
    entities::words_of_people,
    keys::{is_tag_key, same_key},
    reader::{Reader, is_filler},
    values::names_own,
    words::{Kind, LEXICON, Word, words},
};

/// Maximum keys that one word may name.
const MOST_KEYS: usize = 3;

impl Reader<'_> {
    /// The folded names of the notes' properties that the question mentions, as in “where does she live?”
    pub(super) fn keys_mentioned(&self) -> Vec<String> {
        let may = |word: &&Word| {
            !self.is_in_time(word)
                && !language::is_function_word(&word.folded)
                && !word.is_of_kind(Kind::Class)
        };
        let words: Vec<&Word> = self.words.iter().filter(may).collect();
        let keys = self.vocabulary.keys.iter().filter(|key| key.notes > 0 && !is_tag_key(&key.key));
        let named = keys.filter(|key| words.iter().any(|word| self.names_key(word, key)));
        named.map(|key| key.key.clone()).collect()
    }

    /// Notes with a value that the question names: “anything with Tilda Swinton”.
    pub(super) fn class_of_value(&mut self) -> Result<Option<Class>> {
        let vocabulary = self.vocabulary.clone();
        let before = self.words.clone();
        let values = self.value_conditions(&vocabulary.keys).into_iter();
        let found = values.chain(self.status_conditions(&vocabulary.keys)).find(|condition| {
            // A tag or a name says what notes are about, and only notes are looked for.
            let Target::Key(key) = &condition.target else { return false };
            let is_name = matches!(&*records::fold(key), "aliases" | "title")
                // When somebody was last seen, other notes may tell.
                || self.asks_last() && vocabulary.key(key).is_some_and(words_of_people);
            !is_name && vocabulary.key(key).is_some_and(|key| key.notes > 1)
        });
        self.words = before;
        let Some(Condition { target, test, .. }) = found else { return Ok(None) };
        // Of trips and films with Lena, “trips” means one, but nothing in the vault says which.
        if self.names_unknown_kind() && self.is_value_of_several(&test) {
            return Ok(None);
        }
        let has = Condition::new(target, Test::Exists);
        self.class_with(vec![has]).map(Some)
    }

    /// Whether the question has a usual word for a kind of notes.
    fn names_unknown_kind(&self) -> bool {
        let is_kind = |it: &Word| !it.used && it.is_of_kind(Kind::Class) && !it.is(PRONOUNS);
        self.words.iter().any(is_kind)
    }

    fn is_value_of_several(&self, test: &Test) -> bool {
        let Test::Is(wanted) = test else { return false };
        let is_it = |it: &ValueEntry| wanted.contains(it.link.as_ref().unwrap_or(&it.folded));
        let has = |key: &&KeyEntry| key.notes > 0 && key.values.iter().any(is_it);
        self.vocabulary.keys.iter().filter(has).nth(1).is_some()
    }

    /// Notes that have a key which the question names: “how far did I run”.
    pub(super) fn class_of_key(&mut self) -> Result<Option<Class>> {
        const LEAST: u32 = 3;
        let vocabulary = self.vocabulary.clone();
        let usual = ["seen", "finished", "visited", "played"];
        let is_event = |key: &KeyEntry| {
            key.dates > 0
                && key.dates * 2 >= key.total()
                && usual.iter().any(|name| same_key(name, key))
        };
        let is_named_date = |word: &Word, key: &KeyEntry| {
            key.dates * 2 >= key.total()
                && (word.stem_is(&key.key)
                    || LEXICON.same(&word.folded, "birthday", Kind::Key) && is_anniversary(key))
        };
        for at in 0..self.words.len() {
            if self.words[at].used || is_filler(&self.words[at].folded) {
                continue;
            }
            let word = &self.words[at];
            // “Miles” are those of the key “miles” before those of the key “km”.
            let (own, other): (Vec<&KeyEntry>, Vec<&KeyEntry>) =
                vocabulary.keys.iter().partition(|key| names_own(word, key));
            let mut named = own
                .into_iter()
                .chain(other)
                .filter(|key| key.notes >= LEAST)
                .filter(|key| {
                    is_numeric(key)
                        || is_event(key)
                        || is_named_date(&self.words[at], key)
                        || self.is_end_of(&self.words[at], key)
                        || is_yes_no(key) && names_own(&self.words[at], key)
                })
                .filter(|key| self.names_key(&self.words[at], key))
                .map(|key| Condition::new(Target::Key(key.name.clone()), Test::Exists));
            let Some(first) = named.next() else { continue };
            let others: Vec<Condition> = named.take(MOST_KEYS).collect();
            if others.is_empty() {
                return self.class_with(vec![first]).map(Some);
            }
            return self.class_of_values([&[first][..], &others].concat()).map(Some);
        }
        self.class_of_days()
    }

    /// The first of these kinds with a value that the question names, else the first of all: “How do I rate Kate
    /// Atkinson?” is about the books' score and not the days'.
    fn class_of_values(&mut self, all: Vec<Condition>) -> Result<Class> {
        let mut first: Option<(usize, Class)> = None;
        for has in all {
            let class = self.class_with(vec![has])?;
            let before = self.words.clone();
            let has_value = !self.value_conditions(&class.keys).is_empty();
            self.words = before;
            if has_value {
                return Ok(class);
            }
            // “Gesegelt” is about the notes with the day on which one sailed.
            let verbs = self.verbs_of(&class);
            if first.as_ref().is_none_or(|(most, _)| verbs > *most) {
                first = Some((verbs, class));
            }
        }
        first.map_or_else(|| self.class_with(Vec::new()), |(_, class)| Ok(class))
    }

    /// The number of words that name a date of the class.
    fn verbs_of(&self, class: &Class) -> usize {
        let dates =
            || class.keys.iter().filter(|key| key.dates > 0 && key.dates * 2 >= key.total());
        let is_verb = |word: &&Word| {
            !word.used && !is_filler(&word.folded) && dates().any(|key| self.names_key(word, key))
        };
        self.words.iter().filter(is_verb).count()
    }

    /// A class of a key that several kinds have, narrowed to the kind that the verb is about: only books are read.
    pub(super) fn narrowed_by_verb(&mut self, class: Class) -> Result<Class> {
        const READS: &str = "read,reading,gelesen,lesen,las";
        if !self.says_free(READS) {
            return Ok(class);
        }
        let question = std::mem::replace(&mut self.words, words("books", &[]));
        let books = self.class();
        self.words = question;
        let Some(books) = books? else { return Ok(class) };
        let conditions = [&class.conditions[..], &books.conditions].concat();
        let narrowed = self.class_with(conditions)?;
        Ok(if narrowed.notes > 0 { narrowed } else { class })
    }

    /// Dated notes with a key that has few values, if the question names the key and a time: “my shift yesterday”.
    fn class_of_days(&self) -> Result<Option<Class>> {
        const LEAST: u32 = 3;
        if self.periods.is_empty() {
            return Ok(None);
        }
        let is_listed = |key: &&KeyEntry| {
            let distinct = u32::try_from(key.values.len()).unwrap_or(u32::MAX);
            let is_text = key.numbers == 0 && key.dates == 0 && key.links == 0;
            is_text && key.notes >= LEAST && distinct.saturating_mul(2) <= key.total()
        };
        let is_topic = |word: &&Word| {
            let is_small = is_filler(&word.folded) || language::is_function_word(&word.folded);
            !word.used && !is_small && !self.is_in_time(word)
        };
        let topics: Vec<&Word> = self.words.iter().filter(is_topic).collect();
        for key in self.vocabulary.keys.iter().filter(is_listed) {
            if topics.iter().any(|word| self.names_key(word, key)) {
                let has = Condition::new(Target::Key(key.name.clone()), Test::Exists);
                let class = self.class_with(vec![has])?;
                if class.dated * 2 >= class.notes {
                    return Ok(Some(class));
                }
            }
        }
        Ok(None)
    }
}
