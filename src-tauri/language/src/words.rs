//! Sentences composed while the app runs, in every language.

use std::{fmt, ops::Deref};

use serde::{Deserialize, Serialize};

use crate::{Language, Sentence, current, speaking};

/// A sentence in every language. It is shown, stored and sent in the current language. Once stored, it has only that
/// text, whichever language is current later.
///
/// ```
/// use language::{Language, Words, say, speaking};
/// let words = Words::from(|| say! { en: "{} notes", de: "{} Notizen", 3 });
/// assert_eq!(words.to_string(), "3 notes");
/// assert_eq!(speaking(Language::German, || words.to_string()), "3 Notizen");
/// ```
#[derive(Debug, Clone, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct Words {
    en: String,
    de: String,
}

impl PartialEq for Words {
    /// Compares the texts in the current language, so that a stored sentence equals its original.
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Deref for Words {
    type Target = str;

    fn deref(&self) -> &str {
        match current() {
            Language::English => &self.en,
            Language::German => &self.de,
        }
    }
}

impl fmt::Display for Words {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self)
    }
}

impl<F: Fn() -> String> From<F> for Words {
    /// Formats once in each language.
    fn from(say: F) -> Self {
        Self { en: speaking(Language::English, &say), de: speaking(Language::German, &say) }
    }
}

impl From<Sentence> for Words {
    fn from(sentence: Sentence) -> Self {
        Self { en: sentence.en.to_owned(), de: sentence.de.to_owned() }
    }
}

impl From<String> for Words {
    fn from(text: String) -> Self {
        Self { en: text.clone(), de: text }
    }
}

impl From<&str> for Words {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl From<Words> for String {
    fn from(words: Words) -> Self {
        match current() {
            Language::English => words.en,
            Language::German => words.de,
        }
    }
}
