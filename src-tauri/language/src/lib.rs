//! The language in which the app speaks to people.
//!
//! Each sentence has all languages side by side: a constant [`Sentence`], or [`say!`] for one with values. A sentence
//! without one of the languages doesn't compile. Texts for language models and the log are English.

#[cfg(test)]
mod tests;

pub mod letters;
mod line;
mod natural;
mod words;

pub use letters::is_capitalised;
pub use line::{beginning, one_line};
pub use natural::{NaturalLanguage, asks_for_language, detect, function_words, is_function_word};
pub use words::Words;

use parking_lot::RwLock;
use std::{cell::Cell, fmt};

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub enum Language {
    #[default]
    #[serde(rename = "en")]
    English,
    #[serde(rename = "de")]
    German,
}

static SPOKEN: RwLock<Language> = RwLock::new(Language::English);

thread_local! {
    /// The language of [`speaking`] on its thread.
    static ASIDE: Cell<Option<Language>> = const { Cell::new(None) };
}

pub fn current() -> Language {
    ASIDE.get().unwrap_or_else(|| *SPOKEN.read())
}

/// Text that is already formatted keeps its language. [`Words`] change with the current language.
pub fn set_current(language: Language) {
    *SPOKEN.write() = language;
}

/// Runs `say` in `language`, for this thread only.
pub fn speaking<T>(language: Language, say: impl FnOnce() -> T) -> T {
    /// Restores the previous language, even if `say` panics.
    struct Guard(Option<Language>);
    impl Drop for Guard {
        fn drop(&mut self) {
            ASIDE.set(self.0);
        }
    }
    let _guard = Guard(ASIDE.replace(Some(language)));
    say()
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sentence {
    pub en: &'static str,
    pub de: &'static str,
}

impl Sentence {
    pub fn text(self) -> &'static str {
        match current() {
            Language::English => self.en,
            Language::German => self.de,
        }
    }

    pub const fn texts(self) -> [&'static str; 2] {
        [self.en, self.de]
    }

    /// Compares `text` in all languages.
    pub fn is(self, text: &str) -> bool {
        self.texts().contains(&text)
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.pad(self.text())
    }
}

impl From<Sentence> for String {
    fn from(sentence: Sentence) -> Self {
        sentence.text().to_owned()
    }
}

/// Formats a sentence in the current language, like [`format!`]. Both texts have the same values, by name or
/// position:
///
/// ```
/// let vault = "Bread";
/// let said = language::say! { en: "The vault “{vault}” is open.", de: "Der Vault „{vault}“ ist offen." };
/// assert_eq!(said, "The vault “Bread” is open.");
/// ```
#[macro_export]
macro_rules! say {
    (en: $en:literal, de: $de:literal $(,)?) => {
        match $crate::current() {
            $crate::Language::English => ::std::format!($en),
            $crate::Language::German => ::std::format!($de),
        }
    };
    (en: $en:literal, de: $de:literal, $($values:tt)+) => {
        match $crate::current() {
            $crate::Language::English => ::std::format!($en, $($values)+),
            $crate::Language::German => ::std::format!($de, $($values)+),
        }
    };
}

/// German uses a decimal comma.
pub fn decimal(number: f64, digits: usize) -> String {
    let written = format!("{number:.digits$}");
    match current() {
        Language::English => written,
        Language::German => written.replace('.', ","),
    }
}

/// The names of the months, from January on.
pub const MONTHS: [Sentence; 12] = [
    Sentence { en: "January", de: "Januar" },
    Sentence { en: "February", de: "Februar" },
    Sentence { en: "March", de: "März" },
    Sentence { en: "April", de: "April" },
    Sentence { en: "May", de: "Mai" },
    Sentence { en: "June", de: "Juni" },
    Sentence { en: "July", de: "Juli" },
    Sentence { en: "August", de: "August" },
    Sentence { en: "September", de: "September" },
    Sentence { en: "October", de: "Oktober" },
    Sentence { en: "November", de: "November" },
    Sentence { en: "December", de: "Dezember" },
];

/// Groups thousands, as the window does: `1,477`, in German `1.477`.
pub fn count(number: u64) -> String {
    let separator = match current() {
        Language::English => ',',
        Language::German => '.',
    };
    let digits = number.to_string();
    let mut written = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            written.push(separator);
        }
        written.push(digit);
    }
    written
}
