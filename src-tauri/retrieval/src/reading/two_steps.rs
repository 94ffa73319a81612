//! A property of the note that another note's property links to: “What is the job of the customer who ordered the lamp
//! bases?”

use index::{KeyEntry, Result};
use notes::NotePath;
use records::{Condition, Query, RecordKind, Target, Test};

use super::{
    classes::Class,
    keys::is_tag_key,
    phrases::{COUNT, LATEST, OLDEST},
    reader::{Reader, is_filler},
};

impl Reader<'_> {
    /// The property of the linked note, with the link. `None` if any step has two readings.
    pub(super) fn two_steps(&mut self) -> Result<Option<Query>> {
        if !self.periods.is_empty() || [COUNT, LATEST, OLDEST].iter().any(|all| self.says(all)) {
            return Ok(None);
        }
        let Some((name, place)) = self.longest_name() else { return Ok(None) };
        let Some(first) = self.only_note(&name) else { return Ok(None) };
        let from = self.class_of_note(&first)?;
        let Some(link) = self.only_link(&from) else { return Ok(None) };
        let Some(second) = link.values.first().and_then(|it| it.link.as_deref()) else {
            return Ok(None);
        };
        let Some(second) = self.only_note(second).filter(|path| *path != first) else {
            return Ok(None);
        };
        for at in 0..self.words.len() {
            if self.names_key(&self.words[at], &link) {
                self.use_words(at..at + 1);
            }
        }
        let to = self.class_of_note(&second)?;
        if !self.asks_only_of(&to, &from) {
            return Ok(None);
        }
        self.use_kind_of(&from, &to)?;
        let Some(asked) = self.properties(to, &place)? else { return Ok(None) };
        let paths = [first, second].map(|path| path.as_str().to_owned()).to_vec();
        let mut query = Query::of(RecordKind::Note).with(Target::Path, Test::Is(paths));
        query.columns = [vec![link.name], asked.columns].concat();
        Ok(Some(query))
    }

    fn only_note(&self, name: &str) -> Option<NotePath> {
        let name = name.rsplit('/').next()?;
        match &self.vocabulary.names.get(name)?[..] {
            [only] => Some(only.clone()),
            _ => None,
        }
    }

    fn class_of_note(&self, path: &NotePath) -> Result<Class> {
        let path = vec![path.as_str().to_owned()];
        self.class_with(vec![Condition::new(Target::Path, Test::Is(path))])
    }

    /// The only key with one link that free words of the question name.
    fn only_link(&self, class: &Class) -> Option<KeyEntry> {
        let is_named = |key: &&KeyEntry| {
            let mut free = self.words.iter().filter(|word| !word.used && !is_filler(&word.folded));
            !is_tag_key(&key.key) && free.any(|word| self.names_key(word, key))
        };
        let mut named = class.keys.iter().filter(|key| key.links > 0).filter(is_named);
        let (only, None) = (named.next()?, named.next()) else { return None };
        (only.values.len() == 1 && only.links == 1).then(|| only.clone())
    }

    /// Whether a free word names a key of the linked note, and none names one of both notes.
    fn asks_only_of(&self, to: &Class, from: &Class) -> bool {
        let names = |class: &Class, at: usize| {
            class.keys.iter().any(|key| self.names_key(&self.words[at], key))
        };
        let mut asked =
            (0..self.words.len()).filter(|at| !self.words[*at].used && names(to, *at)).peekable();
        let used = (0..self.words.len()).filter(|at| self.words[*at].used);
        asked.peek().is_some()
            && asked.all(|at| !names(from, at))
            && !used.into_iter().any(|at| names(to, at))
    }

    /// Uses words for the kind of the first note: “ordered” where the note is an order.
    fn use_kind_of(&mut self, from: &Class, to: &Class) -> Result<()> {
        for at in 0..self.words.len() {
            let word = &self.words[at];
            let is_asked = to.keys.iter().any(|key| self.names_key(word, key));
            if word.used || is_asked {
                continue;
            }
            let Some((_, kind)) = self.class_of(at, 1)? else { continue };
            let filter = [&from.conditions[..], &[kind]].concat();
            if self.index.count(&Query { filter, ..Query::of(RecordKind::Note) })? > 0 {
                self.use_words(at..at + 1);
            }
        }
        Ok(())
    }
}
