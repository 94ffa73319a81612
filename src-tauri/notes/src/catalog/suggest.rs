//! Suggests notes for a link without a target.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use unicode_normalization::UnicodeNormalization;

use crate::{Note, NotePath, text::fold};

/// Maximum suggestions.
const MOST: usize = 5;
/// Maximum likely names to compare closely.
const MOST_NAMES: usize = 64;
/// Maximum names that share a word; a more common word doesn't tell them apart.
const COMMON: usize = 2_000;

#[derive(Debug, Default)]
pub(crate) struct Spellings {
    all: Vec<Spelling>,
    by_word: HashMap<Box<str>, Vec<u32>>,
}

#[derive(Debug)]
struct Spelling {
    /// Folded letters and digits only, without accents.
    squashed: Box<str>,
    /// Has bit `c % 64` for each letter `c`. It rules out distant names without comparing them.
    letters: u64,
    length: usize,
    words: usize,
    notes: Vec<(NotePath, Source)>,
}

/// Best first: an alias ranks before a file name, and that before a title.
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

    /// Notes with names like `name`, best first: the same letters (by alias, by file, by title), the same words in
    /// another order, few different letters, one name inside the other, half of the words in common. Of equals, the
    /// note in `folder` or in the link's folder comes first, then the shortest path.
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
                // With two letters, one match says nothing.
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

fn squash(name: &str) -> String {
    plain(name).chars().filter(|c| c.is_alphanumeric()).collect()
}

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

/// Edit distance with swaps of neighbours. Reuses its memory from name to name.
struct Distance {
    wanted: Vec<char>,
    other: Vec<char>,
    rows: [Vec<usize>; 3],
}

impl Distance {
    fn from(wanted: &str) -> Self {
        Self { wanted: wanted.chars().collect(), other: Vec::new(), rows: Default::default() }
    }

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
