//! The languages that are detected, with their names.

use std::fmt;

use serde::Serialize;

/// A language of notes, questions and answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum NaturalLanguage {
    English,
    German,
    Spanish,
    French,
    Italian,
    Portuguese,
    Dutch,
    Swedish,
    Danish,
    Norwegian,
    Finnish,
    Polish,
    Czech,
    Slovak,
    Croatian,
    Hungarian,
    Romanian,
    Catalan,
    Turkish,
    Indonesian,
    Vietnamese,
    Galician,
    Basque,
    Slovenian,
    Lithuanian,
    Latvian,
    Estonian,
    Icelandic,
    Irish,
    Esperanto,
    Russian,
    Ukrainian,
    Bulgarian,
    Greek,
    Arabic,
    Persian,
    Hebrew,
    Hindi,
    Thai,
    Korean,
    Japanese,
    Chinese,
}

/// The English name, for prompts.
impl fmt::Display for NaturalLanguage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{self:?}")
    }
}

impl NaturalLanguage {
    /// Whether texts in the two languages share most words, or are easily confused.
    pub fn resembles(self, other: Self) -> bool {
        const ALIKE: [[NaturalLanguage; 2]; 3] = [
            [NaturalLanguage::Danish, NaturalLanguage::Norwegian],
            [NaturalLanguage::Czech, NaturalLanguage::Slovak],
            [NaturalLanguage::Galician, NaturalLanguage::Portuguese],
        ];
        self == other || ALIKE.iter().any(|pair| pair.contains(&self) && pair.contains(&other))
    }
}
