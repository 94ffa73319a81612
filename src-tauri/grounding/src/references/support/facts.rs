//! What of a sentence must stand in its passage: numbers, dates, quotations and names.

use std::collections::{HashMap, HashSet};

use unicode_segmentation::UnicodeSegmentation;

use super::{
    dates::{Date, dates},
    language::Language,
    numbers::{Quantity, quantities},
    words::fold,
};

/// Something that is right or wrong, whatever else a sentence says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    /// A number, as the sentence writes it.
    Number(String),
    /// A number in words. Those are said of other things, too (`in two ways`), so that one alone
    /// disproves nothing.
    NumberWord(String),
    /// A date, as the sentence writes it.
    Date(String),
    /// The words between quotation marks.
    Quotation(String),
    /// A name: a word with a capital letter inside a sentence, or one with digits in it.
    Name(String),
}

impl Fact {
    /// Whether a sentence with it can't be supported by a passage without it.
    pub(super) fn disproves(&self) -> bool {
        !matches!(self, Self::NumberWord(_))
    }
}

impl std::fmt::Display for Fact {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (Self::Number(text)
        | Self::NumberWord(text)
        | Self::Date(text)
        | Self::Quotation(text)
        | Self::Name(text)) = self;
        f.write_str(text)
    }
}

/// A text in the forms in which facts are looked for in it.
#[derive(Debug, Clone, Default)]
pub(super) struct Evidence {
    numbers: HashMap<String, Vec<Option<&'static str>>>,
    dates: Vec<Date>,
    words: HashSet<String>,
    squeezed: String,
}

impl Evidence {
    pub(super) fn new(texts: &[&str]) -> Self {
        let text = texts.join("\n");
        let found = dates(&text);
        // Of a date all numbers count as well: the year alone may be asked for.
        let mut numbers: HashMap<String, Vec<Option<&'static str>>> = HashMap::new();
        for Quantity { readings, unit, .. } in quantities(&text, &[]) {
            for value in readings {
                numbers.entry(value).or_default().push(unit);
            }
        }
        Self {
            numbers,
            dates: found.into_iter().flat_map(|(_, readings)| readings).collect(),
            words: words(&text).map(|word| fold(bare(word))).collect(),
            squeezed: squeeze(&text),
        }
    }

    /// Adds what another text has.
    pub(super) fn add(&mut self, other: &Self) {
        for (value, units) in &other.numbers {
            self.numbers.entry(value.clone()).or_default().extend(units);
        }
        self.dates.extend(&other.dates);
        self.words.extend(other.words.iter().cloned());
        self.squeezed.push('\n');
        self.squeezed.push_str(&other.squeezed);
    }

    pub(super) fn has(&self, fact: &FactQuery) -> bool {
        match &fact.wanted {
            Pattern::Number(readings, unit) => readings.iter().any(|value| {
                let units = self.numbers.get(value).map_or(&[][..], Vec::as_slice);
                units.iter().any(|other| unit.is_none() || other.is_none() || other == unit)
            }),
            Pattern::Date(readings) => readings.iter().any(|date| {
                let year = |year: i32| self.numbers.contains_key(&year.to_string());
                self.dates.iter().any(|other| date.fits(other, year))
            }),
            Pattern::Text(parts) => parts.iter().all(|part| self.squeezed.contains(part)),
            Pattern::Word(word) => self.has_word(word),
        }
    }

    /// Names take endings (`Annas`, `Parisian`); short ones must be there as they are.
    fn has_word(&self, word: &str) -> bool {
        self.words.contains(word)
            || (word.chars().count() >= 4
                && self.words.iter().any(|other| {
                    let (short, long) = if word.len() < other.len() {
                        (word, other.as_str())
                    } else {
                        (other.as_str(), word)
                    };
                    short.chars().count() >= 4
                        && long.starts_with(short)
                        && long.len() - short.len() <= 3
                }))
    }
}

/// A fact, and what is looked for.
#[derive(Debug)]
pub(super) struct FactQuery {
    pub fact: Fact,
    wanted: Pattern,
}

#[derive(Debug)]
enum Pattern {
    Number(Vec<String>, Option<&'static str>),
    Date(Vec<Date>),
    Text(Vec<String>),
    Word(String),
}

/// The facts of a sentence, in the order: quotations, dates, numbers, names.
pub(super) fn facts(sentence: &str) -> Vec<FactQuery> {
    let mut found = Vec::new();
    let mut taken = Vec::new();
    for (range, quoted) in quotations(sentence) {
        let parts: Vec<String> = quoted
            .split(['…'])
            .flat_map(|part| part.split("..."))
            .map(squeeze)
            .filter(|part| !part.is_empty())
            .collect();
        if !parts.is_empty() {
            let fact = Fact::Quotation(quoted.to_owned());
            found.push(FactQuery { fact, wanted: Pattern::Text(parts) });
            taken.push(range);
        }
    }
    for (range, readings) in dates(sentence) {
        if taken.iter().any(|other: &std::ops::Range<usize>| other.contains(&range.start)) {
            continue;
        }
        let fact = Fact::Date(sentence[range.clone()].to_owned());
        found.push(FactQuery { fact, wanted: Pattern::Date(readings) });
        taken.push(range);
    }
    for Quantity { text, in_words, readings, unit } in quantities(sentence, &taken) {
        let fact = if in_words { Fact::NumberWord(text) } else { Fact::Number(text) };
        found.push(FactQuery { fact, wanted: Pattern::Number(readings, unit) });
    }
    for name in names(sentence, &taken) {
        let wanted = Pattern::Word(fold(bare(&name)));
        found.push(FactQuery { fact: Fact::Name(name), wanted });
    }
    found
}

/// What begins the thing that is to be done something with, in English.
const AFTER_COMMANDS: [&str; 16] = [
    "a", "all", "an", "each", "every", "her", "him", "it", "its", "some", "that", "the", "them",
    "these", "this", "your",
];

/// The name that a sentence opens with, as far as that can be told: any English word has a capital there, so that verbs
/// and adverbs are left out by their endings, commands (“Take 200 g”) by what follows them, and whoever asks needs
/// another reason to doubt the sentence.
pub(super) fn opening_name(sentence: &str) -> Option<FactQuery> {
    let mut words = sentence.unicode_words();
    let word = words.next()?;
    let language = Language::of(sentence);
    let folded = fold(bare(word));
    let follows = words.next().map(fold).unwrap_or_default();
    let is_command = follows.starts_with(|first: char| first.is_numeric())
        || AFTER_COMMANDS.contains(&follows.as_str());
    let is_name = language == Language::English
        && is_capital(word)
        && !is_command
        && word.chars().count() > 2
        && word.chars().all(char::is_alphabetic)
        && !language.has_grammar(&folded)
        && !["ing", "ly", "ed", "s"].iter().any(|ending| folded.ends_with(ending));
    is_name.then(|| FactQuery { fact: Fact::Name(word.to_owned()), wanted: Pattern::Word(folded) })
}

/// What stands between quotation marks of any language, and where. A quotation has at least two
/// letters.
fn quotations(text: &str) -> Vec<(std::ops::Range<usize>, &str)> {
    const PAIRS: [(char, &[char]); 7] = [
        ('“', &['”', '“']),
        ('„', &['“', '”', '„']),
        ('"', &['"']),
        ('«', &['»']),
        ('»', &['«']),
        ('「', &['」']),
        ('『', &['』']),
    ];
    let mut found = Vec::new();
    let mut rest = 0;
    while let Some((at, open)) = text[rest..].char_indices().find_map(|(at, character)| {
        PAIRS.iter().find(|(open, _)| *open == character).map(|pair| (rest + at, pair))
    }) {
        let start = at + open.0.len_utf8();
        let Some(end) = text[start..].find(open.1).map(|end| start + end) else {
            rest = start;
            continue;
        };
        let quoted = &text[start..end];
        if quoted.chars().filter(|character| character.is_alphabetic()).count() >= 2 {
            found.push((at..end, quoted));
        }
        rest = end + text[end..].chars().next().map_or(1, char::len_utf8);
    }
    found
}

/// Letters and digits in small letters with single spaces, for finding quotations whatever their
/// punctuation, markup and line breaks.
fn squeeze(text: &str) -> String {
    let mut squeezed = String::with_capacity(text.len());
    for character in fold(text).chars() {
        if character.is_alphanumeric() {
            squeezed.push(character);
        } else if !squeezed.ends_with(' ') && character != '\'' && !squeezed.is_empty() {
            squeezed.push(' ');
        }
    }
    squeezed.truncate(squeezed.trim_end().len());
    squeezed
}

/// The words that name something: capitalised inside the sentence, or with digits and letters.
fn names(sentence: &str, taken: &[std::ops::Range<usize>]) -> Vec<String> {
    let all: Vec<(usize, &str)> = sentence
        .unicode_word_indices()
        .filter(|(_, word)| word.chars().any(char::is_alphabetic))
        .collect();
    let capitals = all.iter().filter(|(_, word)| is_capital(word)).count();
    // Titles capitalise everything, and German every noun: there a capital says nothing.
    let tells = capitals * 5 <= all.len() * 3 && Language::of(sentence) != Language::German;
    let mut names: Vec<String> = Vec::new();
    let mut opens = true;
    for (at, word) in &all {
        let first = std::mem::replace(&mut opens, ends_sentence(sentence, at + word.len()));
        if taken.iter().any(|range| range.contains(at)) {
            continue;
        }
        let digits = word.chars().any(|c| c.is_ascii_digit()) && !is_quantity(word);
        // “300 °C” has a unit, and no name.
        let is_unit = sentence[..*at].ends_with(['°', 'º', '˚']);
        let named = tells && !first && is_capital(word) && !is_common(word) && !is_unit;
        if (digits || named) && !names.iter().any(|name| name == word) {
            names.push((*word).to_owned());
        }
    }
    names
}

/// Whether what follows begins anew, so that its capital says nothing: a colon, an opening bracket
/// or quotation mark, the end of a sentence.
fn ends_sentence(text: &str, at: usize) -> bool {
    let after = text[at..].trim_start_matches([' ', '*', '_']);
    after.starts_with(['.', ':', '!', '?', '(', '“', '"', '„', '«', '—', '–', ';'])
}

pub(super) fn is_capital(word: &str) -> bool {
    word.chars().next().is_some_and(char::is_uppercase)
}

/// Words that English writes with a capital though they name nothing that a note must have.
fn is_common(word: &str) -> bool {
    ["I", "I'm", "I’m", "I've", "I’ve", "I'd", "I'll", "OK", "A", "Note", "Notes", "The", "This"]
        .contains(&word)
}

/// A number with what is written at it: `24h`, `500g`, `2nd`, `1990s`.
fn is_quantity(word: &str) -> bool {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','));
    rest.len() < word.len()
        && rest.chars().count() <= 3
        && rest
            .chars()
            .all(|c| c.is_alphabetic() && c.is_lowercase() || c == 'C' || c == 'F' || c == '°')
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.unicode_words().flat_map(|word| {
        // `snake_case` and `first.last` are one word to Unicode, and several to people.
        let parts = word.split(['_', '.']).filter(move |part| !part.is_empty() && *part != word);
        std::iter::once(word).chain(parts)
    })
}

/// A name without its possessive.
fn bare(word: &str) -> &str {
    ["'s", "’s"].into_iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word)
}
