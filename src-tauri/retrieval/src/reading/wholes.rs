//! Values and titles of several words, which say more than a folder that one of the words names: “tower meetings” aren't
//! notes of the folder “Tower”.

use std::{collections::BTreeMap, ops::Range};

use index::{KeyEntry, Result, ValueEntry};
use notes::TYPE_KEYS;
use records::{Condition, Query, RecordKind, Target, Test};

use super::{
    keys::is_tag_key,
    reader::{Reader, is_filler},
    words::{LONGEST_NAME, LONGEST_VALUE, Word, may_have_stem, stemmed},
};

/// Maximum words of such a value.
const LONGEST: usize = 4;

/// The words of a name, and its conditions.
type Whole = (Range<usize>, Vec<Condition>);

/// Minimum notes of such a value, and of such a title.
const LEAST: u32 = 2;
const LEAST_TITLES: u32 = 3;

impl Reader<'_> {
    /// The conditions of a longer name around the words of a kind of notes. The outer `None` if there is none, the inner one
    /// if titles have the name. Its words are used.
    pub(super) fn whole_name(
        &mut self,
        kind: &Condition,
        words: &Range<usize>,
        is_usual: bool,
    ) -> Result<Option<Option<Whole>>> {
        for range in self.wider(words) {
            let Some(value) = self.value_named(range.clone()) else { continue };
            if self.count_of(&[&value])? < LEAST {
                continue;
            }
            // The noun may also say of which kind the notes are.
            let conditions = match self.count_of(&[kind, &value])? {
                0 => vec![value],
                _ => vec![kind.clone(), value],
            };
            self.use_words(range.clone());
            return Ok(Some(Some((range, conditions))));
        }
        if is_usual {
            return Ok(None);
        }
        for (range, text) in self.texts_of_titles() {
            let is_wider = range.start <= words.start && words.end <= range.end;
            if !is_wider || range.len() == words.len() {
                continue;
            }
            let titled = Condition::new(Target::Name, Test::Contains(vec![text]));
            if self.count_of(&[&titled])? >= LEAST_TITLES && self.count_of(&[kind, &titled])? == 0 {
                return Ok(Some(None));
            }
        }
        Ok(None)
    }

    /// A condition on a value that these words name exactly but for their endings.
    pub(super) fn exact_value(&self, keys: &[KeyEntry], words: Range<usize>) -> Option<Condition> {
        let phrase: Vec<&str> = self.words.get(words)?.iter().map(|word| &*word.folded).collect();
        let phrase = phrase.join(" ");
        let stems = stemmed(&phrase);
        keys.iter().filter(|key| !matches!(&*key.key, "tag" | "tags")).find_map(|key| {
            let values = key.values.iter().filter(|value| !value.is_number);
            let same = |value: &&ValueEntry| {
                value.folded == phrase
                    || value.folded.len() <= LONGEST_VALUE
                        && may_have_stem(&stems, &value.folded)
                        && stemmed(&value.folded).iter().zip(&stems).any(|(a, b)| a == b)
            };
            let values: Vec<String> =
                values.filter(same).map(|value| value.folded.clone()).collect();
            let target = Target::Key(key.name.clone());
            let test = Test::Is(values);
            (test != Test::Is(Vec::new())).then_some(Condition::new(target, test))
        })
    }

    /// The places of unused words around these, the longest first.
    fn wider(&self, words: &Range<usize>) -> Vec<Range<usize>> {
        let is_small =
            |word: &Word| is_filler(&word.folded) || language::is_function_word(&word.folded);
        let may = |range: &Range<usize>| {
            let all = self.words.get(range.clone()).unwrap_or_default();
            let ends = all.first().zip(all.last());
            ends.is_some_and(|(first, last)| !is_small(first) && !is_small(last))
                && all.iter().all(|word| !word.used)
        };
        let lengths = (words.len() + 1..=LONGEST).rev();
        let all = lengths.flat_map(|length| {
            let starts = (words.end.saturating_sub(length)..=words.start).collect::<Vec<_>>();
            starts.into_iter().map(move |start| start..start + length)
        });
        all.filter(may).collect()
    }

    /// The condition on a value of a property that these words name.
    fn value_named(&self, words: Range<usize>) -> Option<Condition> {
        let is_text = |key: &&KeyEntry| {
            let is_name = matches!(&*key.key, "title" | "titel" | "name" | "aliases" | "alias");
            let is_kind = TYPE_KEYS.contains(&&*key.key) || is_tag_key(&key.key);
            key.notes > 0 && key.links == 0 && !is_name && !is_kind
        };
        let mut keys = self.vocabulary.keys.iter().filter(is_text);
        keys.find_map(|key| self.exact_value(std::slice::from_ref(key), words.clone()))
    }

    fn count_of(&self, conditions: &[&Condition]) -> Result<u32> {
        let filter = conditions.iter().map(|it| (*it).clone()).collect();
        self.index.count(&Query { filter, ..Query::of(RecordKind::Note) })
    }

    /// Up to three words that names share, as most names spell them; the longest first.
    pub(super) fn texts_of_titles(&self) -> Vec<(Range<usize>, String)> {
        const MOST: usize = 3;
        let has_topic = |word: &Word| {
            !word.used && !is_filler(&word.folded) && !language::is_function_word(&word.folded)
        };
        let topics: Vec<usize> =
            (0..self.words.len()).filter(|at| has_topic(&self.words[*at])).collect();
        let mut counts: BTreeMap<(usize, usize), BTreeMap<String, usize>> = BTreeMap::new();
        for name in self.vocabulary.names.keys().filter(|name| name.len() <= LONGEST_NAME) {
            let parts: Vec<&str> = name.split(' ').collect();
            for (from, part) in parts.iter().enumerate() {
                for &at in topics.iter().filter(|at| self.words[**at].stem_is(part)) {
                    for length in 1..=MOST.min(parts.len() - from) {
                        let last = at + length - 1;
                        if !topics.contains(&last)
                            || !self.words[last].stem_is(parts[from + length - 1])
                        {
                            break;
                        }
                        let text = parts[from..from + length].join(" ");
                        let same = counts.entry((MOST - length, at)).or_default();
                        *same.entry(text).or_default() += 1;
                    }
                }
            }
        }
        let texts = counts.into_iter().filter_map(|((shorter, at), texts)| {
            let (text, _) = texts.into_iter().max_by_key(|(_, count)| *count)?;
            Some((at..at + MOST - shorter, text))
        });
        texts.collect()
    }
}
