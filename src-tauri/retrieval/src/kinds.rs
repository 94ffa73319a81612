//! The kinds of a vault's notes, and the one that a question is about by meaning: “suppliers” for “Which dealers give me
//! more than 12 percent off?”.

#[cfg(test)]
mod tests;

use std::collections::HashMap;

use conversation::{Error, Result};
use index::KeyEntry;
use models::{Embedder, Purpose};
use notes::TYPE_KEYS;
use records::{Condition, Query, RecordKind, Target, Test, Value, fold};

use crate::sources::Sources;

/// Minimum and maximum notes of a kind.
const LEAST: u32 = 3;
const MOST: u32 = 400;

/// Maximum kinds that are compared, the largest first. The cache of the embedder holds their vectors.
const KINDS: usize = 24;

/// Minimum cosine of a question and the description of a kind. In an invented German vault, the right kinds of questions
/// for a set were at 0.2 to 0.34, and the nearest kinds of other questions mostly below.
const NEAR: f32 = 0.2;

/// The notes of a folder, or with a tag or a type.
struct NoteKind {
    condition: Condition,
    /// The names of those with the same keys.
    names: Vec<String>,
    keys: Vec<String>,
    /// The keys with their usual values.
    described: String,
}

impl Sources {
    /// The kind of notes that is nearest to a question. `None` without search by meaning, or if no kind is near.
    pub fn kind_like(&self, question: &str) -> Result<Option<Condition>> {
        match self.setup.meaning() {
            Some(meaning) => self.kind_near(&*meaning.embedder, question),
            None => Ok(None),
        }
    }

    fn kind_near(&self, embedder: &dyn Embedder, question: &str) -> Result<Option<Condition>> {
        let kinds = self.kinds()?;
        let texts =
            kinds.iter().map(|kind| format!("{}: {}", kind.names.join(", "), kind.described));
        let texts: Vec<String> = [question.to_owned()].into_iter().chain(texts).collect();
        let texts: Vec<&str> = texts.iter().map(|text| &**text).collect();
        let vectors = embedder.embed(&texts, Purpose::Query).map_err(Error::defect)?;
        let Some((asked, of_kinds)) = vectors.split_first() else { return Ok(None) };
        let like = |of: &Vec<f32>| of.iter().zip(asked).map(|(a, b)| a * b).sum::<f32>();
        let nearest = of_kinds.iter().map(like).zip(kinds).max_by(|a, b| a.0.total_cmp(&b.0));
        Ok(nearest.filter(|(score, _)| *score >= NEAR).map(|(_, kind)| kind.condition))
    }

    /// The kinds whose notes have keys in common. Of several with the same keys, the largest.
    fn kinds(&self) -> Result<Vec<NoteKind>> {
        let mut found: Vec<NoteKind> = Vec::new();
        for (name, condition) in self.candidates()? {
            let query = Query { filter: vec![condition.clone()], ..Query::of(RecordKind::Note) };
            let scope = self.index.scope(&query)?;
            let usual: Vec<&KeyEntry> =
                scope.keys.iter().filter(|key| key.notes * 5 >= scope.notes * 4).collect();
            if !(LEAST..=MOST).contains(&scope.notes) || usual.len() < 2 {
                continue;
            }
            let keys: Vec<String> = usual.iter().map(|key| key.key.clone()).collect();
            match found.iter_mut().find(|kind| kind.keys == keys) {
                // The candidates come by size.
                Some(larger) => larger.names.push(name),
                None => {
                    let (names, described) = (vec![name], described(&usual));
                    found.push(NoteKind { condition, names, keys, described });
                }
            }
        }
        Ok(found)
    }

    /// The names of folders, types and tags with enough notes, the most notes first.
    fn candidates(&self) -> Result<Vec<(String, Condition)>> {
        let vocabulary = self.index.vocabulary()?;
        let mut folders: HashMap<String, u32> = HashMap::new();
        for (path, _) in self.catalog.notes() {
            for name in path.folder().split('/').filter(|name| !name.is_empty()) {
                *folders.entry(fold(name)).or_default() += 1;
            }
        }
        let types = vocabulary.keys.iter().filter(|key| TYPE_KEYS.contains(&&*key.key));
        let types = types.flat_map(|key| {
            let target = Target::Key(key.name.clone());
            key.values.iter().map(move |it| (target.clone(), it.folded.clone(), it.count))
        });
        let folders = folders.into_iter().map(|(name, notes)| (Target::Folder, name, notes));
        let tags = vocabulary.tags.iter().cloned().map(|(tag, notes)| (Target::Tag, tag, notes));
        let mut all: Vec<_> = folders.chain(types).chain(tags).collect();
        // “2026-03” is a month of the journal.
        all.retain(|(_, name, notes)| {
            (LEAST..=MOST).contains(notes) && Value::new(name).period.is_none()
        });
        all.sort_by(|a, b| b.2.cmp(&a.2).then_with(|| a.1.cmp(&b.1)));
        all.truncate(KINDS);
        let condition = |(target, name, _): (Target, String, u32)| {
            (name.clone(), Condition::new(target, Test::Is(vec![name])))
        };
        Ok(all.into_iter().map(condition).collect())
    }
}

/// “sitz, lieferzeit tage, status (open, done)”
fn described(keys: &[&KeyEntry]) -> String {
    const KEYS: usize = 10;
    const VALUES: usize = 3;
    let described = |key: &&KeyEntry| {
        let name = key.name.replace(['_', '-'], " ");
        // The names of people and titles are no values of a kind.
        let is_few = key.values.len() * 3 <= key.total() as usize;
        let is_word =
            |text: &str| text.len() <= 20 && !text.starts_with(|it: char| it.is_ascii_digit());
        let values =
            key.values.iter().filter(|it| is_few && it.link.is_none() && is_word(&it.text));
        let mut values: Vec<_> = values.collect();
        values.sort_by(|a, b| b.count.cmp(&a.count).then_with(|| a.folded.cmp(&b.folded)));
        let values: Vec<&str> = values.iter().take(VALUES).map(|it| &*it.text).collect();
        if values.is_empty() { name } else { format!("{name} ({})", values.join(", ")) }
    };
    keys.iter().take(KEYS).map(described).collect::<Vec<_>>().join(", ")
}
