//! Values and titles of several words, which say more than a folder that one of the words names: “tower meetings” aren't
//! notes of the folder “Tower”.

use std::ops::Range;

use index::{KeyEntry, Result};
use notes::TYPE_KEYS;
use records::{Condition, Query, RecordKind, Target, Test};

use super::{
    classes::Class,
    keys::is_tag_key,
    reader::{Reader, is_filler},
    words::Word,
};

/// Maximum words of such a value.
const LONGEST: usize = 4;

/// Minimum notes of such a value, and of such a title.
const LEAST: u32 = 2;
const LEAST_TITLES: u32 = 3;

impl Reader<'_> {
    /// The class of a longer name around the words of a kind of notes. The outer `None` if there is none, the inner one
    /// if titles have the name. Its words are used.
    pub(super) fn whole_name(
        &mut self,
        kind: &Condition,
        words: &Range<usize>,
        is_usual: bool,
    ) -> Result<Option<Option<Class>>> {
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
            return Ok(Some(Some(Class { words: range, ..self.class_with(conditions)? })));
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
}
