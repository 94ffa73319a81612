//! Names in their variants: with endings, as an acronym, as the adjective of a country.

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use language::is_capitalised;
use unicode_segmentation::UnicodeSegmentation;

use super::words::fold;

/// The search pattern of a name.
#[derive(Debug)]
pub(crate) struct Name {
    folded: String,
    /// The letters of a name in capitals, which a text may spell out.
    letters: Option<String>,
    /// Possible acronyms of the words around it.
    acronyms: Vec<String>,
}

/// Maximum words of a name with an acronym.
const LONGEST: usize = 8;

impl Name {
    pub(crate) fn word(word: &str) -> Self {
        Self { folded: canonical(word), letters: letters(word), acronyms: Vec::new() }
    }

    /// The name at word `at` of a sentence; `words` have their byte offsets.
    pub(crate) fn within(sentence: &str, words: &[(usize, &str)], at: usize) -> Self {
        let mut name = Self::word(words[at].1);
        let is_capital = |at: &usize| is_capitalised(words[*at].1);
        let joins = |one: usize, two: usize| {
            let (start, word) = words[one];
            let between = &sentence[start + word.len()..words[two].0];
            between.chars().all(|c| c == ' ' || c == '-')
                && (is_capital(&two) || is_little(words[two].1))
        };
        let first = (1..=at)
            .rev()
            .take_while(|at| {
                (is_capital(&(at - 1)) || is_little(words[at - 1].1)) && joins(at - 1, *at)
            })
            .take(LONGEST)
            .last()
            .map_or(at, |after| after - 1);
        let last = (at + 1..words.len())
            .take_while(|at| joins(at - 1, *at))
            .take(LONGEST)
            .last()
            .unwrap_or(at);
        for from in (first..=at).filter(is_capital) {
            for to in (at..=last).filter(|to| *to > from && is_capital(to)) {
                let run = &words[from..=to];
                let initials = |little: bool| -> String {
                    let kept = run.iter().filter(|(_, word)| little || !is_little(word));
                    kept.filter_map(|(_, word)| word.chars().next())
                        .flat_map(char::to_uppercase)
                        .collect()
                };
                name.acronyms.extend(
                    [initials(false), initials(true)].into_iter().filter(|it| it.len() > 1),
                );
            }
        }
        name
    }
}

/// A text, prepared for the search for names.
#[derive(Debug, Clone, Default)]
pub(crate) struct Names {
    words: HashSet<String>,
    /// Words in capitals, without full stops.
    acronyms: HashSet<String>,
    /// The first letter of each word, with and without the little words.
    initials: [String; 2],
}

impl Names {
    pub(crate) fn new(text: &str) -> Self {
        let mut names = Self::default();
        let mut end = 0;
        let mut before = "";
        for (at, word) in text.unicode_word_indices() {
            let between = &text[end..at];
            // Unicode takes `snake_case` and `first.last` for one word.
            for part in
                std::iter::once(word).chain(word.split(['_', '.'])).filter(|part| !part.is_empty())
            {
                names.words.insert(canonical(part));
            }
            if between == "-" {
                names.words.insert(fold(&format!("{before}{word}")));
            }
            names.acronyms.extend(letters(word));
            let breaks = between.contains(['.', '!', '?', '\n', ':', ';', '(', ')', ',']);
            for (with_little, initials) in [true, false].into_iter().zip(&mut names.initials) {
                if breaks {
                    initials.push(' ');
                }
                if with_little || !is_little(word) {
                    initials.extend(word.chars().next());
                }
            }
            end = at + word.len();
            before = word;
        }
        names
    }

    pub(crate) fn add(&mut self, other: &Self) {
        self.words.extend(other.words.iter().cloned());
        self.acronyms.extend(other.acronyms.iter().cloned());
        for (own, others) in self.initials.iter_mut().zip(&other.initials) {
            own.push(' ');
            own.push_str(others);
        }
    }

    pub(crate) fn has(&self, name: &Name) -> bool {
        self.words.contains(&name.folded)
            || name.acronyms.iter().any(|acronym| self.acronyms.contains(acronym))
            || name.letters.as_deref().is_some_and(|letters| self.spells(letters))
            || self.words.iter().any(|word| are_forms(word, &name.folded))
    }

    /// Consecutive words begin with the letters of the acronym. Two letters must be capitals, because they match by
    /// chance.
    fn spells(&self, letters: &str) -> bool {
        self.initials.iter().any(|initials| {
            initials.contains(letters)
                || (letters.len() > 2 && initials.to_uppercase().contains(letters))
        })
    }
}

/// Forms of one name: `Anna` and `Annas`, `Canada` and `Canadian`, `gallery` and `galleries`.
/// Short names must be equal.
fn are_forms(one: &str, two: &str) -> bool {
    let (short, long) = if one.len() < two.len() { (one, two) } else { (two, one) };
    let same = short.bytes().zip(long.bytes()).take_while(|(one, two)| one == two).count();
    let (Some(shorter), Some(longer)) = (short.get(same..), long.get(same..)) else { return false };
    let letters = short.chars().count();
    if shorter.is_empty() {
        return letters >= 4 && longer.len() <= 3;
    }
    // `Mexico` and `Mexican`, `gallery` and `galleries`.
    const NAME_ENDINGS: [&str; 7] = ["a", "y", "o", "ia", "and", "ain", "en"];
    const DERIVED_ENDINGS: [&str; 8] = ["an", "ian", "ean", "ese", "ish", "ies", "ic", "n"];
    same >= 4 && NAME_ENDINGS.contains(&shorter) && DERIVED_ENDINGS.contains(&longer)
}

/// The folded word; countries with irregular adjectives have one form.
fn canonical(word: &str) -> String {
    #[rustfmt::skip]
    const SAME: [&[&str]; 9] = [
        &["america", "american", "us", "u.s", "usa"], &["britain", "british", "uk", "u.k"], &["france", "french"], &["spain", "spanish"],
        &["poland", "polish"], &["denmark", "danish"], &["greece", "greek"], &["switzerland", "swiss"], &["ireland", "irish"],
    ];
    let folded = fold(bare(word));
    let same = SAME.iter().find(|names| is_capitalised(word) && names.contains(&folded.as_str()));
    same.and_then(|names| names.first()).map_or(folded, |name| (*name).to_owned())
}

/// The letters of a word in capitals, without full stops and plural `s`.
fn letters(word: &str) -> Option<String> {
    let bare = bare(word);
    let letters = bare.strip_suffix('s').unwrap_or(bare).replace('.', "");
    ((2..=6).contains(&letters.chars().count()) && letters.chars().all(char::is_uppercase))
        .then_some(letters)
}

fn is_little(word: &str) -> bool {
    ["of", "the", "and", "for", "in", "on", "de", "la", "du", "der", "und", "y"].contains(&word)
}

pub(crate) fn bare(word: &str) -> &str {
    ["'s", "’s"].into_iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word)
}
