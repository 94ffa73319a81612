//! Which notes a broken link may have meant.

use std::{cmp::Reverse, collections::BTreeMap, sync::Arc};

use crate::{Note, NotePath, text::fold};

/// How many suggestions there are at most.
const MOST: usize = 5;

/// The names of all notes, made ready to be compared with a misspelled one.
#[derive(Debug, Default)]
pub(crate) struct Spellings {
    /// One for each note's stem and for each alias.
    all: Vec<Spelling>,
}

#[derive(Debug)]
struct Spelling {
    path: NotePath,
    /// Folded, with only letters and digits.
    squashed: Box<str>,
    /// Which letters occur, by a hash of six bits: names with too many letters of their own can't
    /// be close, which is seen without comparing them.
    letters: u64,
    length: usize,
    alias: bool,
}

impl Spelling {
    fn new(path: &NotePath, name: &str, alias: bool) -> Self {
        let squashed = squash(name);
        let (letters, length) = measure(&squashed);
        Self { path: path.clone(), squashed: squashed.into(), letters, length, alias }
    }
}

impl Spellings {
    pub(crate) fn of(notes: &BTreeMap<NotePath, Arc<Note>>) -> Self {
        let mut all = Vec::with_capacity(notes.len());
        for (path, note) in notes {
            all.push(Spelling::new(path, path.stem(), false));
            all.extend(note.aliases.iter().map(|alias| Spelling::new(path, alias, true)));
        }
        Self { all }
    }

    /// The notes whose names are most like `name`, the likeliest first: one with that alias, then
    /// one spelled the same but for marks and spaces, then by the number of letters that differ,
    /// then those whose name has all of it or is part of it.
    pub(crate) fn like(&self, name: &str) -> Vec<NotePath> {
        let name = name.rsplit_once('/').map_or(name, |(_, name)| name);
        let name = name.strip_suffix(".md").unwrap_or(name);
        let wanted = squash(name);
        let (letters, length) = measure(&wanted);
        if length == 0 {
            return Vec::new();
        }
        let limit = (length / 4).clamp(1, 4);
        let mut distance = Distance::from(&wanted);
        let mut ranked: Vec<(usize, Reverse<bool>, usize, &NotePath)> = Vec::new();
        for spelling in &self.all {
            let rank = if *spelling.squashed == *wanted {
                usize::from(!spelling.alias)
            } else if length > 2
                && spelling.length.abs_diff(length) <= limit
                && (spelling.letters ^ letters).count_ones() as usize <= 2 * limit
            {
                match distance.to(&spelling.squashed, limit) {
                    Some(letters) => 1 + letters,
                    None => continue,
                }
            } else if length > 3 && spelling.length > 3 && contains(&spelling.squashed, &wanted) {
                10 + spelling.length.abs_diff(length)
            } else {
                continue;
            };
            ranked.push((
                rank,
                Reverse(spelling.alias),
                spelling.path.as_str().len(),
                &spelling.path,
            ));
        }
        ranked.sort_unstable();
        let mut paths: Vec<NotePath> = Vec::new();
        for (.., path) in ranked {
            if paths.len() < MOST && !paths.contains(path) {
                paths.push(path.clone());
            }
        }
        paths
    }
}

fn squash(name: &str) -> String {
    fold(name).chars().filter(|c| c.is_alphanumeric()).collect()
}

fn measure(squashed: &str) -> (u64, usize) {
    squashed
        .chars()
        .fold((0, 0), |(letters, length), c| (letters | 1 << (c as u32 % 64), length + 1))
}

fn contains(one: &str, other: &str) -> bool {
    one.contains(other) || other.contains(one)
}

/// Counts how many letters must be changed, added, left out or swapped with the next to turn one
/// name into another. Keeps its memory from one name to the next.
struct Distance {
    wanted: Vec<char>,
    other: Vec<char>,
    rows: [Vec<usize>; 3],
}

impl Distance {
    fn from(wanted: &str) -> Self {
        Self { wanted: wanted.chars().collect(), other: Vec::new(), rows: Default::default() }
    }

    /// The distance to `other`, or `None` if it is more than `limit`.
    fn to(&mut self, other: &str, limit: usize) -> Option<usize> {
        self.other.clear();
        self.other.extend(other.chars());
        let (a, b) = (&self.wanted, &self.other);
        let [before, last, row] = &mut self.rows;
        last.clear();
        last.extend(0..=b.len());
        for i in 0..a.len() {
            row.clear();
            row.push(i + 1);
            let mut least_of_row = i + 1;
            for j in 0..b.len() {
                let changed = last[j] + usize::from(a[i] != b[j]);
                let mut least = changed.min(last[j + 1] + 1).min(row[j] + 1);
                if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                    least = least.min(before[j - 1] + 1);
                }
                least_of_row = least_of_row.min(least);
                row.push(least);
            }
            if least_of_row > limit {
                return None;
            }
            std::mem::swap(before, last);
            std::mem::swap(last, row);
        }
        last.last().copied().filter(|distance| *distance <= limit)
    }
}
