//! Facts of a sentence that its passage must contain: numbers, dates, quotations and names.

use std::collections::HashMap;

use language::is_capitalised;
use unicode_segmentation::UnicodeSegmentation;

use super::{
    dates::{Date, dates, month, months},
    names::{Name, Names, bare},
    number_words::{articles, ordinals},
    numbers::quantities,
    quantity::{Limit, PART, Quantity, Reading, limit},
    words::{Language, fold, with_ascii_digits},
};

/// Something in a sentence that is right or wrong by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fact {
    /// As the sentence writes it, with digits in ASCII.
    Number(String),
    /// A number in words. It also occurs in phrases (`in two ways`), so it alone disproves nothing.
    NumberWord(String),
    /// As the sentence writes it, with digits in ASCII.
    Date(String),
    Quotation(String),
    /// A word with a capital inside a sentence, or with digits.
    Name(String),
}

impl Fact {
    /// A passage without such a fact can't support the sentence.
    pub(crate) fn disproves(&self) -> bool {
        !matches!(self, Self::NumberWord(_))
    }

    /// A number or date in digits, which is the same in every language.
    pub(crate) fn is_figure(&self) -> bool {
        matches!(self, Self::Number(_) | Self::Date(_))
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

/// A text, prepared for the search for facts.
#[derive(Debug, Clone, Default)]
pub(crate) struct Evidence {
    numbers: HashMap<String, Vec<Reading>>,
    dates: Vec<Date>,
    /// The months of the text, one bit each.
    months: u16,
    names: Names,
    squeezed: String,
}

impl Evidence {
    pub(crate) fn new(texts: &[&str]) -> Self {
        let text = texts.join("\n");
        let text = with_ascii_digits(&text);
        let found = dates(&text);
        // The numbers of a date count as well, because a claim may only have the year.
        let mut numbers: HashMap<String, Vec<Reading>> = HashMap::new();
        let written = quantities(&text, &[]).into_iter().flat_map(|quantity| quantity.readings);
        for reading in written.chain(ordinals(&text)).chain(articles(&text)) {
            numbers.entry(reading.value.clone()).or_default().push(reading);
        }
        Self {
            numbers,
            dates: found.into_iter().flat_map(|(_, readings)| readings).collect(),
            months: months(&text),
            names: Names::new(&text),
            squeezed: squeeze(&text),
        }
    }

    pub(crate) fn add(&mut self, other: &Self) {
        for (value, readings) in &other.numbers {
            self.numbers.entry(value.clone()).or_default().extend(readings.iter().cloned());
        }
        self.dates.extend(&other.dates);
        self.months |= other.months;
        self.names.add(&other.names);
        self.squeezed.push('\n');
        self.squeezed.push_str(&other.squeezed);
    }

    pub(crate) fn has(&self, fact: &FactQuery) -> bool {
        match &fact.wanted {
            Pattern::Number(readings, limit) => readings.iter().any(|wanted| {
                let found = self.numbers.get(&wanted.value).map_or(&[][..], Vec::as_slice);
                let is_within = |limit: &Limit| {
                    let mut all = self.numbers.values().flatten();
                    all.any(|reading| limit.admits(wanted, reading))
                };
                found.iter().any(|reading| wanted.fits(reading))
                    || limit.as_ref().is_some_and(is_within)
            }),
            Pattern::Date(readings) => readings.iter().any(|date| {
                // If the passage has no year at all, any year fits.
                let year =
                    |year: i32| self.numbers.contains_key(&year.to_string()) || !self.has_year();
                self.dates.iter().any(|other| date.fits(other, year))
            }),
            Pattern::Text(parts) => parts.iter().all(|part| self.squeezed.contains(part)),
            Pattern::Month(month, name) => self.months & 1 << month != 0 || self.names.has(name),
            Pattern::Name(name) => self.names.has(name),
        }
    }

    fn has_year(&self) -> bool {
        let is_year = |value: &String| {
            value.len() == 4
                && value.starts_with(['1', '2'])
                && value.chars().all(|c| c.is_ascii_digit())
        };
        self.numbers.keys().any(is_year)
    }
}

#[derive(Debug)]
pub(crate) struct FactQuery {
    pub fact: Fact,
    wanted: Pattern,
}

#[derive(Debug)]
enum Pattern {
    /// With the limit that the number is: “less than 20 euros” fits 19 euros.
    Number(Vec<Reading>, Option<Limit>),
    Date(Vec<Date>),
    Text(Vec<String>),
    Month(u32, Name),
    Name(Name),
}

/// The facts of a sentence, in this order: quotations, dates, numbers, names.
pub(crate) fn facts(sentence: &str) -> Vec<FactQuery> {
    let sentence = &*with_ascii_digits(sentence);
    let mut found = Vec::new();
    let mut taken = Vec::new();
    for (range, quoted) in quotations(sentence) {
        let parts: Vec<String> = quoted
            .split(['…'])
            .flat_map(|part| part.split("..."))
            .map(squeeze)
            .filter(|part| !part.is_empty())
            .collect();
        if !parts.is_empty() && !is_title(quoted) {
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
    for Quantity { start, text, in_words, readings } in quantities(sentence, &taken) {
        // A number in words with a unit counts as one in digits, except “one day”.
        let measures =
            readings.iter().any(|it| it.unit.is_some_and(|unit| unit != PART) && it.value != "1");
        let is_word = in_words && !measures;
        let limit = limit(&sentence[..start]);
        let fact = if is_word { Fact::NumberWord(text) } else { Fact::Number(text) };
        found.push(FactQuery { fact, wanted: Pattern::Number(readings, limit) });
    }
    for (name, wanted) in names(sentence, &taken) {
        let wanted = match month(&name) {
            Some(month) => Pattern::Month(month, wanted),
            None => Pattern::Name(wanted),
        };
        found.push(FactQuery { fact: Fact::Name(name), wanted });
    }
    found
}

/// First words of an English object.
const AFTER_COMMANDS: [&str; 16] = [
    "a", "all", "an", "each", "every", "her", "him", "it", "its", "some", "that", "the", "them",
    "these", "this", "your",
];

/// The name at the beginning of a sentence. Since every English sentence begins with a capital, verbs and adverbs are
/// excluded by their endings, and commands (“Take 200 g”) by the next word. The caller needs another reason to doubt
/// the sentence.
pub(crate) fn opening_name(sentence: &str) -> Option<FactQuery> {
    let mut words = sentence.unicode_words();
    let word = words.next()?;
    let language = Language::of(sentence);
    let folded = fold(bare(word));
    let follows = words.next().map(fold).unwrap_or_default();
    let is_command = follows.starts_with(|first: char| first.is_numeric())
        || AFTER_COMMANDS.contains(&follows.as_str());
    let is_name = language == Language::English
        && is_capitalised(word)
        && !is_command
        && word.chars().count() > 2
        && word.chars().all(char::is_alphabetic)
        && !language.has_grammar(&folded)
        && !["ing", "ly", "ed", "s"].iter().any(|ending| folded.ends_with(ending));
    is_name.then(|| FactQuery {
        fact: Fact::Name(word.to_owned()),
        wanted: Pattern::Name(Name::word(word)),
    })
}

/// Quotations with at least two letters, in the quotation marks of any language, and their places.
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

/// Lower-case letters and digits with single spaces, so that quotations match in spite of punctuation, markup and
/// line breaks.
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

/// A quotation that is a title is compared by its words.
fn is_title(quoted: &str) -> bool {
    let mut words = quoted.unicode_words().filter(|word| word.chars().count() >= 4).peekable();
    let is_german = Language::of(quoted) == Language::German;
    words.peek().is_some() && words.all(is_capitalised) && !is_german
}

/// Names: words with a capital inside the sentence, or with letters and digits.
fn names(sentence: &str, taken: &[std::ops::Range<usize>]) -> Vec<(String, Name)> {
    let all: Vec<(usize, &str)> = sentence
        .unicode_word_indices()
        .filter(|(_, word)| word.chars().any(char::is_alphabetic))
        .collect();
    let capitals = all.iter().filter(|(_, word)| is_capitalised(word)).count();
    // Capitals say nothing in titles, and in German, where every noun has one.
    let language = Language::of(sentence);
    let tells = capitals * 5 <= all.len() * 3 && language != Language::German;
    let mut names: Vec<(String, Name)> = Vec::new();
    let mut opens = true;
    for (index, (at, word)) in all.iter().enumerate() {
        let first = std::mem::replace(&mut opens, ends_sentence(sentence, at + word.len()));
        if taken.iter().any(|range| range.contains(at)) {
            continue;
        }
        let digits = word.chars().any(|c| c.is_ascii_digit()) && !is_quantity(word);
        // “300 °C” has a unit, and no name.
        let is_unit = sentence[..*at].ends_with(['°', 'º', '˚']);
        let is_common = is_common(word) || language.has_grammar(&fold(word));
        let named = tells && !first && is_capitalised(word) && !is_common && !is_unit;
        if (digits || named) && !names.iter().any(|(name, _)| name == word) {
            names.push(((*word).to_owned(), Name::within(sentence, &all, index)));
        }
    }
    names
}

/// A colon, an opening bracket or quotation mark, or the end of a sentence: the next word's capital says nothing.
fn ends_sentence(text: &str, at: usize) -> bool {
    let after = text[at..].trim_start_matches([' ', '*', '_']);
    after.starts_with(['.', ':', '!', '?', '(', '“', '"', '„', '«', '—', '–', ';'])
}

/// Capitalised English words that aren't names. A single letter is too short for a name.
fn is_common(word: &str) -> bool {
    ["I'm", "I’m", "I've", "I’ve", "I'd", "I'll", "OK", "Note", "Notes"].contains(&word)
        || (word.chars().count() == 1 && word.is_ascii())
}

/// A number with a suffix: `24h`, `500g`, `2nd`, `1990s`.
fn is_quantity(word: &str) -> bool {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','));
    rest.len() < word.len()
        && rest.chars().count() <= 3
        && rest
            .chars()
            .all(|c| c.is_alphabetic() && c.is_lowercase() || c == 'C' || c == 'F' || c == '°')
}
