//! Which notes a broken link may have meant.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use unicode_normalization::UnicodeNormalization;

use crate::{Note, NotePath, text::fold};

/// How many suggestions there are at most.
const MOST: usize = 5;
/// How many of the likeliest names are looked at more closely.
const MOST_NAMES: usize = 64;
/// A word that is in more names than this says nothing about which one is meant.
const COMMON: usize = 2_000;

/// The names of all notes, made ready to be compared with a misspelled one.
#[derive(Debug, Default)]
pub(crate) struct Spellings {
    /// One for each different name, the shortest first.
    all: Vec<Spelling>,
    by_word: HashMap<Box<str>, Vec<u32>>,
}

#[derive(Debug)]
struct Spelling {
    /// Only letters and digits, folded and without accents.
    squashed: Box<str>,
    /// Which letters occur, by a hash of six bits: names with too many letters of their own can't
    /// be close, which is seen without comparing them.
    letters: u64,
    /// In characters.
    length: usize,
    words: usize,
    /// The notes of this name, and how each has it.
    notes: Vec<(NotePath, Source)>,
}

/// Where a note has a name from. An alias is meant rather than a file's name, and that rather than
/// a title.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    Alias,
    File,
    Title,
}

impl Spellings {
    pub(crate) fn of(notes: &BTreeMap<NotePath, Arc<Note>>) -> Self {
        let mut by_name: HashMap<String, (usize, Vec<(NotePath, Source)>)> = HashMap::new();
        let mut by_word: HashMap<Box<str>, Vec<String>> = HashMap::new();
        let mut add = |path: &NotePath, name: &str, source: Source| {
            let squashed = squash(name);
            if squashed.is_empty() {
                return;
            }
            let (_, known) = by_name.entry(squashed.clone()).or_insert_with(|| {
                let words = words(name);
                for word in &words {
                    by_word.entry(word.as_str().into()).or_default().push(squashed.clone());
                }
                (words.len(), Vec::new())
            });
            if !known.iter().any(|(other, _)| other == path) {
                known.push((path.clone(), source));
            }
        };
        for (path, note) in notes {
            note.aliases.iter().for_each(|alias| add(path, alias, Source::Alias));
            add(path, path.stem(), Source::File);
            note.title.iter().for_each(|title| add(path, title, Source::Title));
        }
        let mut all: Vec<_> = by_name
            .into_iter()
            .map(|(squashed, (words, notes))| {
                let (letters, length) = measure(&squashed);
                Spelling { squashed: squashed.into(), letters, length, words, notes }
            })
            .collect();
        all.sort_unstable_by(|a, b| (a.length, &a.squashed).cmp(&(b.length, &b.squashed)));
        let place: HashMap<&str, u32> =
            all.iter().zip(0..).map(|(spelling, at)| (&*spelling.squashed, at)).collect();
        let by_word = by_word
            .into_iter()
            .map(|(word, names)| {
                (word, names.iter().filter_map(|name| place.get(name.as_str()).copied()).collect())
            })
            .collect();
        Self { all, by_word }
    }

    /// The notes whose names are most like `name`, the likeliest first: those spelled the same but
    /// for marks, spaces and accents (by alias, by file, by title), then those with the same words
    /// in another order, then by the number of letters that differ, then those whose name has all
    /// of it or is part of it, then those that share half of the words. Of equals the one in
    /// `folder` or in the folder that the link names goes first, then the shortest path.
    pub(crate) fn like(&self, name: &str, folder: &str) -> Vec<NotePath> {
        let (wanted_folder, name) = name.rsplit_once('/').unwrap_or((folder, name));
        let name = name
            .get(..name.len().saturating_sub(3))
            .filter(|_| name.to_ascii_lowercase().ends_with(".md"))
            .unwrap_or(name);
        let wanted = squash(name);
        if wanted.is_empty() {
            return Vec::new();
        }
        let mut ranked: Vec<(usize, usize)> = Vec::new();
        self.rank_by_letters(&wanted, &mut ranked);
        self.rank_by_words(&words(name), &mut ranked);
        // A name such as “note” is part of very many.
        ranked.sort_unstable();
        ranked.truncate(MOST_NAMES);
        let wanted_folder = fold(wanted_folder.trim_matches(['/', '.']));
        let mut paths: Vec<NotePath> = Vec::new();
        for equals in ranked.chunk_by(|(one, _), (other, _)| one == other) {
            let notes = equals.iter().flat_map(|(_, at)| &self.all[*at].notes);
            let mut notes: Vec<_> = notes
                .map(|(path, source)| {
                    let near = fold(path.folder()).ends_with(&wanted_folder);
                    (*source, Reverse(near), path.as_str().len(), path)
                })
                .collect();
            notes.sort_unstable();
            for (.., path) in notes {
                if paths.len() == MOST {
                    return paths;
                }
                if !paths.contains(path) {
                    paths.push(path.clone());
                }
            }
        }
        paths
    }

    fn rank_by_letters(&self, wanted: &str, ranked: &mut Vec<(usize, usize)>) {
        let (letters, length) = measure(wanted);
        let limit = (length / 4).clamp(1, 4);
        let mut distance = Distance::from(wanted);
        for (at, spelling) in self.all.iter().enumerate() {
            let apart = spelling.length.abs_diff(length);
            let theirs_only = spelling.letters & !letters;
            let ours_only = letters & !spelling.letters;
            if *spelling.squashed == *wanted {
                ranked.push((0, at));
                continue;
            }
            if length > 1
                && apart <= limit
                && (theirs_only.count_ones() + ours_only.count_ones()) as usize <= 2 * limit
                && let Some(changed) = distance.to(&spelling.squashed, limit)
                // Of two letters, one in common says nothing.
                && (changed < length.min(spelling.length).div_ceil(2))
            {
                ranked.push((1 + changed, at));
            } else if length > 3
                && spelling.length > 3
                && (theirs_only == 0 || ours_only == 0)
                && contains(&spelling.squashed, wanted)
            {
                ranked.push((10 + apart.min(80), at));
            }
        }
    }

    fn rank_by_words(&self, wanted: &[String], ranked: &mut Vec<(usize, usize)>) {
        if wanted.len() < 2 {
            return;
        }
        let mut shared: HashMap<u32, usize> = HashMap::new();
        for word in wanted {
            let Some(spellings) = self.by_word.get(word.as_str()) else { continue };
            if spellings.len() <= COMMON {
                spellings.iter().for_each(|at| *shared.entry(*at).or_default() += 1);
            }
        }
        for (at, shared) in shared {
            let at = at as usize;
            let all = self.all[at].words + wanted.len() - shared;
            if shared == all {
                ranked.push((1, at));
            } else if shared * 2 >= all {
                ranked.push((100 + all - shared, at));
            }
        }
    }
}

/// Only letters and digits, folded, without accents and in the plain of several widths.
fn squash(name: &str) -> String {
    plain(name).chars().filter(|c| c.is_alphanumeric()).collect()
}

/// The different words of a name, as names are squashed.
fn words(name: &str) -> Vec<String> {
    let plain = plain(name);
    let mut words: Vec<_> = plain
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    words.sort_unstable();
    words.dedup();
    words
}

pub(super) fn plain(name: &str) -> String {
    if name.is_ascii() {
        return name.to_ascii_lowercase();
    }
    let accent = |c: &char| ('\u{300}'..='\u{36f}').contains(c);
    fold(name).nfkd().filter(|c| !accent(c)).nfc().collect()
}

fn measure(squashed: &str) -> (u64, usize) {
    squashed
        .chars()
        .fold((0, 0), |(letters, length), c| (letters | 1 << (c as u32 % 64), length + 1))
}

fn contains(one: &str, other: &str) -> bool {
    if one.len() < other.len() { other.contains(one) } else { one.contains(other) }
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
