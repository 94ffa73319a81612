//! Adds the stems of a passage's words in languages with a stemmer, so that `Haus` finds `Häuser`. English needs none
//! of this: SQLite's own stemmer removes English endings in all text.

use std::collections::HashSet;

use frostem::{Algorithm, Stemmer};
use language::{NaturalLanguage, detect};

use crate::words::{composed, plain, words_of};

/// The last character in the stem tokens of the first language; the next languages have the next characters. They are
/// private-use characters, so that a stem token differs from every word.
const FIRST: u32 = 0xe010;

/// Minimum letters of a word: shorter ones have no endings.
const SHORTEST: usize = 3;

/// The first character in the token of a German compound.
const COMPOUND: char = '\u{e020}';

/// Added to each letter of such a token: SQLite's stemmer would take off English endings.
const LETTERS: u32 = 0xe100;

/// Minimum letters of a compound, and of the stem of its last part.
const SHORTEST_COMPOUND: usize = 9;
const SHORTEST_PART: usize = 5;

const STEMMERS: [(NaturalLanguage, Algorithm); 8] = [
    (NaturalLanguage::German, Algorithm::German),
    (NaturalLanguage::Spanish, Algorithm::Spanish),
    (NaturalLanguage::French, Algorithm::French),
    (NaturalLanguage::Italian, Algorithm::Italian),
    (NaturalLanguage::Portuguese, Algorithm::Portuguese),
    (NaturalLanguage::Russian, Algorithm::Russian),
    (NaturalLanguage::Dutch, Algorithm::Dutch),
    (NaturalLanguage::Swedish, Algorithm::Swedish),
];

/// The stemmer of one language.
#[derive(Clone, Copy)]
pub(crate) struct Stems {
    language: NaturalLanguage,
    stemmer: Stemmer,
    mark: char,
}

impl Stems {
    fn all() -> impl Iterator<Item = Self> {
        STEMMERS.iter().zip(FIRST..).filter_map(|((language, algorithm), mark)| {
            Some(Self {
                language: *language,
                stemmer: Stemmer::new(*algorithm),
                mark: char::from_u32(mark)?,
            })
        })
    }

    /// For the language of a passage; `None` if it is unclear or has no stemmer.
    pub(crate) fn of(text: &str) -> Option<Self> {
        // A short Cyrillic text may be undecided between Russian and Bulgarian, which share its
        // words. Russian stems do no harm in Bulgarian.
        let is_cyrillic = text.chars().find(|c| c.is_alphabetic()).is_some_and(is_cyrillic);
        let language = detect(text).or(is_cyrillic.then_some(NaturalLanguage::Russian))?;
        Self::all().find(|stems| stems.language == language)
    }

    /// Whether a stem may have another beginning than its word: the Dutch stemmer removes the prefix of participles.
    pub(crate) fn changes_beginnings(self) -> bool {
        self.language == NaturalLanguage::Dutch
    }

    /// The token of a word's stem. `None` for short words, function words, words with digits and
    /// words in another script than the language's.
    pub(crate) fn token(self, word: &str) -> Option<String> {
        let is_word =
            word.chars().nth(SHORTEST - 1).is_some() && word.chars().all(char::is_alphabetic);
        if !is_word {
            return None;
        }
        let word = word.to_lowercase();
        if self.language.has_function_word(&word) {
            return None;
        }
        let is_cyrillic = word.starts_with(is_cyrillic);
        if is_cyrillic != (self.language == NaturalLanguage::Russian) {
            return None;
        }
        // The stemmer treats ё as another letter, but many texts write it as е.
        let word = if is_cyrillic { word.replace('ё', "е") } else { word };
        let stem = self.stemmer.stem(&word);
        Some(format!("{}{}", plain(&stem), self.mark))
    }

    /// The token of a German compound: its stem, spelled backward so that its last part comes
    /// first. `Rezept` then finds `Brotrezept` by a prefix. `None` for short words and other
    /// languages.
    pub(crate) fn compound(self, word: &str) -> Option<String> {
        word.chars().nth(SHORTEST_COMPOUND - 1).and_then(|_| self.backward(word))
    }

    fn backward(self, word: &str) -> Option<String> {
        if self.language != NaturalLanguage::German {
            return None;
        }
        let token = self.token(word)?;
        let stem = token.strip_suffix(self.mark)?;
        stem.chars().nth(SHORTEST_PART - 1)?;
        let letters = stem.chars().rev().map(|char| char::from_u32(u32::from(char) + LETTERS));
        std::iter::once(Some(COMPOUND)).chain(letters).collect()
    }
}

fn is_cyrillic(char: char) -> bool {
    matches!(char, '\u{400}'..='\u{4ff}')
}

/// The tokens of the stems and compounds of a passage's texts, separated by spaces. The last text,
/// the passage's body, decides the language.
pub(crate) fn stems(texts: &[&str]) -> String {
    let Some(stems) = texts.last().and_then(|text| Stems::of(text)) else { return String::new() };
    let mut tokens = Vec::new();
    for text in texts {
        for word in words_of(&composed(text)) {
            tokens.extend(stems.token(word));
            tokens.extend(stems.compound(word));
        }
    }
    tokens.join(" ")
}

/// The tokens of the stems of a query's words: in the query's language, or in all languages with a
/// stemmer if the query's language is unclear.
pub(crate) fn query_stems(query: &str) -> Vec<String> {
    let of_query = detect(query);
    let query = composed(query);
    let mut seen = HashSet::new();
    words_of(&query)
        .flat_map(|word| {
            Stems::all()
                .filter(|stems| of_query.is_none_or(|language| stems.language == language))
                .filter_map(|stems| stems.token(word))
                .collect::<Vec<_>>()
        })
        .filter(|token| seen.insert(token.clone()))
        .collect()
}

/// The stems of a query's words, spelled backward. As prefixes, they match the tokens of compounds
/// that end in these words. Empty if the query is in another language.
pub(crate) fn query_parts(query: &str) -> Vec<String> {
    let may_be_german = detect(query).is_none_or(|it| it == NaturalLanguage::German);
    let is_german = |stems: &Stems| stems.language == NaturalLanguage::German;
    let Some(german) = Stems::all().find(is_german).filter(|_| may_be_german) else {
        return Vec::new();
    };
    let query = composed(query);
    words_of(&query).filter_map(|word| german.backward(word)).collect()
}
