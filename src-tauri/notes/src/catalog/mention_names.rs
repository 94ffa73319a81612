use std::{
    collections::{BTreeMap, HashMap},
    ops::Range,
    sync::Arc,
};

use crate::{Note, NotePath, text::nfc};

/// Minimum characters of a name; shorter ones are words of any text.
const SHORTEST: usize = 3;
/// The same for scripts without spaces, where each character is a word.
const SHORTEST_DENSE: usize = 2;
/// Maximum bytes of a name.
const LONGEST: usize = 200;

#[derive(Debug, Default)]
pub(super) struct MentionNames {
    by_first: HashMap<Box<str>, Vec<Name>>,
}

#[derive(Debug)]
pub(super) struct Name {
    text: Box<str>,
    pub(super) words: usize,
    /// `None` if several notes share the name.
    pub(super) note: Option<NotePath>,
}

impl MentionNames {
    pub(super) fn of(notes: &BTreeMap<NotePath, Arc<Note>>) -> Self {
        let mut known: HashMap<String, Option<&NotePath>> = HashMap::new();
        for (path, note) in notes {
            let names = [Some(path.stem()), note.title.as_deref()].into_iter().flatten();
            for name in names.chain(note.aliases.iter().map(String::as_str)) {
                let name = nfc(name.trim()).to_lowercase();
                if is_telling(&name) {
                    let of = known.entry(name).or_insert(Some(path));
                    *of = of.filter(|of| *of == path);
                }
            }
        }
        let mut by_first: HashMap<Box<str>, Vec<Name>> = HashMap::new();
        for (text, note) in known {
            let words = words(&text);
            let Some(first) = words.first() else { continue };
            by_first.entry(text[first.clone()].into()).or_default().push(Name {
                words: words.len(),
                note: note.cloned(),
                text: text.into(),
            });
        }
        for names in by_first.values_mut() {
            names.sort_by(|a, b| b.words.cmp(&a.words).then_with(|| a.text.cmp(&b.text)));
        }
        Self { by_first }
    }

    pub(super) fn at<'a>(
        &'a self,
        text: &str,
        found: &[Range<usize>],
        at: usize,
    ) -> Option<&'a Name> {
        let first = nfc(&text[found[at].clone()]).to_lowercase();
        let names = self.by_first.get(first.as_str())?;
        names.iter().find(|name| {
            let last = found.get(at + name.words - 1);
            let here = last.and_then(|last| text.get(found[at].start..last.end));
            here.is_some_and(|here| nfc(here).to_lowercase() == *name.text)
        })
    }
}

fn is_telling(name: &str) -> bool {
    let ends = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let shortest = if name.chars().any(is_dense) { SHORTEST_DENSE } else { SHORTEST };
    name.len() <= LONGEST
        && ends(name.chars().next())
        && ends(name.chars().next_back())
        && name.chars().any(char::is_alphabetic)
        && name.chars().count() >= shortest
        && !name.contains(['\n', '[', ']', '|', '#', '^'])
}

fn is_dense(c: char) -> bool {
    matches!(c, '\u{0e00}'..='\u{0eff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}')
}

pub(super) fn words(text: &str) -> Vec<Range<usize>> {
    let mut words: Vec<Range<usize>> = Vec::new();
    let mut joins = false;
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        match c.is_alphanumeric() {
            true if joins && !is_dense(c) => {
                if let Some(last) = words.last_mut() {
                    last.end = end;
                }
            }
            true => words.push(at..end),
            false => {}
        }
        joins = c.is_alphanumeric() && !is_dense(c);
    }
    words
}
