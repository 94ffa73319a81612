//! Finds passages that answer a question differently, although they use different words: "from today the stand-up is at
//! 9:15", later "the stand-up moved, it is at 10:00". The question says which words they must share, and what kind of
//! value answers it.

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use crate::{
    text::{
        dates::dates,
        facts::{Fact, facts},
        passage::Passage,
        statement::Statement,
        token::{Class, Token},
        words::fold,
    },
    verdict::Source,
};

/// The kind of value that answers a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slot {
    Number,
    /// A date, a time or a weekday.
    When,
    /// Who, where, which.
    Name,
    /// Whether something still is so. Any sentence about it may answer.
    Still,
}

/// The beginnings of questions; the first that fits counts. They are compared with the folded question.
#[rustfmt::skip]
const BEGINNINGS: [(&str, Slot); 37] = [
    ("at what time ", Slot::When), ("what time ", Slot::When), ("what day ", Slot::When), ("on which day ", Slot::When),
    ("on what day ", Slot::When), ("on what weekday ", Slot::When), ("at which time ", Slot::When),
    ("on which weekday ", Slot::When), ("which weekday ", Slot::When), ("when ", Slot::When), ("wann ", Slot::When),
    ("um wie viel uhr ", Slot::When), ("um wieviel uhr ", Slot::When), ("an welchem tag ", Slot::When),
    ("an welchem wochentag ", Slot::When), ("how often ", Slot::Number), ("how many ", Slot::Number),
    ("how much ", Slot::Number), ("how ", Slot::Number), ("wie viel ", Slot::Number), ("wieviel ", Slot::Number),
    ("wie viele ", Slot::Number), ("wie ", Slot::Number), ("what does ", Slot::Number), ("what do ", Slot::Number),
    ("what will ", Slot::Number), ("was kostet ", Slot::Number), ("who ", Slot::Name), ("whose ", Slot::Name),
    ("where ", Slot::Name), ("which ", Slot::Name), ("in which ", Slot::Name), ("wer ", Slot::Name), ("wo ", Slot::Name),
    ("wem ", Slot::Name), ("bei wem ", Slot::Name), ("in welche", Slot::Name),
];

/// Words that ask whether something still is so.
const STILL: [&str; 5] = ["still", "noch", "yet", "inzwischen", "already"];

/// Words that make a question one about the past, whose answer may be older.
#[rustfmt::skip]
const PAST: [&str; 30] = [
    "did", "was", "were", "had", "used", "ago", "once", "originally", "first", "before", "went", "made", "got", "gave", "took",
    "came", "saw", "said", "won", "paid", "bought", "sold", "met", "war", "waren", "hatte", "hatten", "wurde", "wurden",
    "fruher",
];

/// Words of sentences that tell of a change, folded.
#[rustfmt::skip]
const CHANGES: [&str; 22] = [
    "now", "moved", "moves", "moving", "changed", "changes", "switched", "switches", "replaced", "longer", "instead", "anymore",
    "quit", "renamed", "jetzt", "umgezogen", "zieht", "wechselt", "gewechselt", "geandert", "mehr", "stattdessen",
];

/// Words that tell of a change only of what the question asks for: “Mira has a new bike” doesn't change where she lives.
const NEW: [&str; 5] = ["new", "neue", "neuen", "neuer", "neues"];

#[rustfmt::skip]
const WEEKDAYS: [&str; 14] = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "montag", "dienstag", "mittwoch", "donnerstag",
    "freitag", "samstag", "sonntag",
];

/// Words of a question for a time that its answer lacks.
#[rustfmt::skip]
const TIME_WORDS: [&str; 8] = ["day", "time", "date", "weekday", "tag", "wochentag", "uhr", "uhrzeit"];

const TIMES: [&str; 7] = [":", "uhr", "am ", "pm", "a.m", "p.m", "o'clock"];

/// Minimum information of the question's words in a passage, as a share of the best passage's.
const LEAST_SHARE: f32 = 0.6;

impl Slot {
    /// `None` if the question isn't about the present, or asks for something else.
    fn of(question: &str) -> Option<Self> {
        if !asks_for_now(question) {
            return None;
        }
        let folded = fold(question);
        let begins = BEGINNINGS.iter().find(|(beginning, _)| folded.starts_with(beginning));
        let still = || words(&folded).any(|word| STILL.contains(&word)).then_some(Self::Still);
        begins.map(|(_, slot)| *slot).or_else(still)
    }

    /// The values of a sentence that may answer, folded.
    fn values(self, text: &str, tokens: &[Token], asked: &HashSet<&str>) -> HashSet<String> {
        let numbers = || tokens.iter().filter(|token| token.class == Class::Number);
        match self {
            Self::Number => numbers().map(|token| token.folded.clone()).collect(),
            Self::When => {
                let day = |token: &Token| token.folded.trim_end_matches('s').to_owned();
                let days = tokens.iter().map(day).filter(|day| WEEKDAYS.contains(&&**day));
                let written = facts(text).into_iter().filter_map(|found| match found.fact {
                    Fact::Date(date) => Some(fold(&date)),
                    _ => None,
                });
                let times = numbers().filter(|token| is_time(text, token));
                days.chain(written).chain(times.map(|token| token.folded.clone())).collect()
            }
            Self::Name => {
                let is_other =
                    |token: &&Token| token.class == Class::Name && !asked.contains(&*token.stem);
                tokens.iter().filter(is_other).map(|token| token.stem.clone()).collect()
            }
            Self::Still => HashSet::new(),
        }
    }
}

/// The words of a folded text.
fn words(folded: &str) -> impl Iterator<Item = &str> {
    folded.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty())
}

/// Whether a question isn't about the past.
pub fn asks_for_now(question: &str) -> bool {
    let folded = fold(question);
    let words: Vec<&str> = words(&folded).collect();
    // "Who repaired …", "wer hat … repariert".
    let second = words.get(1).is_some_and(|word| word.ends_with("ed"));
    let last = words.last().is_some_and(|word| {
        word.len() > 5
            && (word.starts_with("ge") && word.ends_with(['t', 'n']) || word.ends_with("iert"))
    });
    let is_auxiliary =
        |word: &&str| matches!(*word, "hat" | "haben" | "habe" | "ist" | "sind" | "bin");
    let perfect = last && words.iter().any(is_auxiliary);
    !second
        && !perfect
        && !words.iter().any(|word| PAST.contains(word))
        && dates(question).is_empty()
}

/// The line of a note that tells that something about `subject` changed, unless it still has the `value` known before.
/// `asked` are the question and the name of the property.
pub fn change_of<'a>(
    text: &'a str,
    subject: &str,
    value: &str,
    asked: [&str; 2],
) -> Option<&'a str> {
    let (subject, value, asked) = (fold(subject), fold(value), fold(&asked.join(" ")));
    let is_long = |word: &&str| word.chars().count() > 2;
    let names: Vec<&str> = words(&subject).filter(is_long).collect();
    let topics: Vec<&str> = words(&asked)
        .filter(is_long)
        .filter(|word| !names.contains(&word.trim_end_matches("'s")))
        .filter(|word| !language::is_function_word(word))
        .collect();
    text.lines().find(|line| {
        let folded = fold(line);
        let has = |wanted: &str| words(&folded).any(|word| word.trim_end_matches("'s") == wanted);
        names.iter().any(|name| has(name))
            && (CHANGES.iter().any(|change| has(change))
                || NEW.iter().any(|new| has(new)) && topics.iter().any(|topic| has(topic)))
            && !words(&value).any(has)
    })
}

/// `9:15`, `8 Uhr`, `10 a.m.`
fn is_time(text: &str, number: &Token) -> bool {
    let written = text.get(number.range.clone()).unwrap_or_default();
    let after = fold(text.get(number.range.end..).unwrap_or_default().trim_start());
    written.contains(':') || TIMES.iter().any(|unit| after.starts_with(unit))
}

/// The sentence of a passage that answers the question, if one does.
struct FilledSlot {
    /// The words of the question in the sentence and what is above it, as places in the question.
    shared: HashSet<usize>,
    weight: f32,
    values: HashSet<String>,
}

/// The pairs of passages, as places in `sources`, that answer `question` differently: the older, then the newer.
/// `is_older` compares two of them. Empty unless the question asks for what is so now.
pub fn answered_anew(
    question: &str,
    sources: &[Source<'_>],
    is_older: impl Fn(usize, usize) -> bool,
) -> Vec<(usize, usize)> {
    let Some((slot, filled)) = filled(question, sources, false) else { return Vec::new() };
    let places = good(&filled);
    let mut pairs = Vec::new();
    for &old in &places {
        for &new in places.iter().filter(|new| is_older(old, **new)) {
            let (Some(before), Some(after)) = (&filled[old], &filled[new]) else { continue };
            let differs = slot == Slot::Still || !after.values.is_subset(&before.values);
            if before.shared.is_subset(&after.shared) && differs {
                pairs.push((old, new));
            }
        }
    }
    pairs
}

/// The passages, as places in `sources`, with a value that may answer `question`, in a sentence with a word of the
/// question. For a time, the word may be above the passage.
pub fn answering(question: &str, sources: &[Source<'_>]) -> Vec<usize> {
    filled(question, sources, true).map(|(_, filled)| good(&filled)).unwrap_or_default()
}

/// The sentence of each passage that answers the question. With `below`, a word of the question may be above the
/// passage for a time.
fn filled(
    question: &str,
    sources: &[Source<'_>],
    below: bool,
) -> Option<(Slot, Vec<Option<FilledSlot>>)> {
    let slot = Slot::of(question)?;
    let below = below && slot == Slot::When;
    let statement = Statement::read(question, &|_| None);
    let is_topic = |token: &&Token| slot != Slot::When || !TIME_WORDS.contains(&&*token.folded);
    let asked = statement.tokens.iter().filter(|token| token.counts());
    let asked: Vec<&Token> = asked.filter(is_topic).collect();
    let bare = |word: &str| fold(word.trim_matches(|c: char| !c.is_alphanumeric()));
    let joined: Vec<String> =
        question.split_whitespace().map(bare).filter(|word| word.contains('-')).collect();
    let fill = |source| fill(slot, &asked, &joined, source, below);
    Some((slot, sources.iter().map(fill).collect()))
}

/// The places with enough of the question's words.
fn good(filled: &[Option<FilledSlot>]) -> Vec<usize> {
    let best = filled.iter().flatten().map(|filled| filled.weight).fold(0.0, f32::max);
    let is_good = |at: &usize| {
        filled[*at].as_ref().is_some_and(|it| it.weight > 0.0 && it.weight >= best * LEAST_SHARE)
    };
    (0..filled.len()).filter(is_good).collect()
}

/// `joined` are the question's words with a hyphen, which count as a whole: a stand-up is no stand.
fn fill(
    slot: Slot,
    asked: &[&Token],
    joined: &[String],
    source: &Source<'_>,
    below: bool,
) -> Option<FilledSlot> {
    let stems: HashSet<&str> = asked.iter().map(|token| &*token.stem).collect();
    let passage = Passage::read(source.text, source.about, &[], &|_| None);
    let has = |tokens: &[Token], stem: &str| tokens.iter().any(|token| token.stem == stem);
    let of = |sentence: &crate::text::passage::Sentence| {
        let text = source.text.get(sentence.range.clone())?;
        let folded = fold(text);
        let own = |token: &&&Token| {
            let is_whole =
                |word: &&String| !word.contains(&token.folded) || folded.contains(&**word);
            has(&sentence.tokens, &token.stem) && joined.iter().all(|word| is_whole(&word))
        };
        if sentence.is_heading || !(below || asked.iter().any(|token| own(&token))) {
            return None;
        }
        let values = slot.values(text, &sentence.tokens, &stems);
        if values.is_empty() && slot != Slot::Still {
            return None;
        }
        let is_shared =
            |(_, token): &(usize, &&Token)| own(token) || has(&passage.about, &token.stem);
        let shared: HashSet<usize> =
            asked.iter().enumerate().filter(is_shared).map(|(at, _)| at).collect();
        let weight = shared.iter().map(|at| asked[*at].weight).sum();
        Some(FilledSlot { shared, weight, values })
    };
    let sentences = passage.sentences.iter().filter_map(of);
    sentences.max_by(|one, other| one.weight.total_cmp(&other.weight))
}
