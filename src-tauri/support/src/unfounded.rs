//! Finds answers that can't rest on the passages, or are beside the question: they state a figure that no passage has or
//! no number where one was asked for, or the passages behind them don't mention what the question is about.

mod beside;
mod possession;
#[cfg(test)]
mod tests;

use conversation::{CitationMark, Support, reference::Number};

use self::beside::Elsewhere;
use crate::{
    claims::{Claim, every_sentence},
    languages::in_another_language,
    origin::is_of_notes,
    text::{
        facts::{Evidence, Fact, FactQuery, facts},
        meaning::Meaning,
    },
    verdict::Source,
};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnfoundedFact {
    /// A number or date of the answer, or the name that was asked for, that is in no passage.
    Figure(String),
    /// A name, a date or the most telling word of the question that none of the passages behind the answer has.
    Name(String),
    /// A number of the answer that the passages have only where they are about something else.
    Apart(String),
    /// The question asks for a number, and the answer has none.
    NoNumber,
    /// The question asks for the name of a hotel or company, and the answer has none.
    NoName,
    /// The answer repeats the question and refers to a passage.
    Repetition,
    /// Something that the question takes for granted, such as “my ciabatta”, and that no passage has.
    Possession(String),
}

/// Words before the number of a passage, which isn't a figure.
const BEFORE_NUMBERS: [&str; 4] = ["document", "documents", "passage", "dokument"];

/// Why no passage can say what `answer` says. `behind` are the numbers of the passages on which it rests: those it
/// cites, and its sentences' probable sources; if empty, all. If `marks` support a sentence, made-up figures are the
/// check's business, and a name counts as missing only if another passage has its spelling. `meaning` is as in
/// [`check`](crate::check).
pub fn unfounded(
    answer: &str,
    marks: &[CitationMark],
    behind: &[Number],
    sources: &[Source<'_>],
    question: &str,
    meaning: Meaning<'_>,
) -> Option<UnfoundedFact> {
    let said: Vec<_> =
        every_sentence(answer, marks).into_iter().filter(|it| !is_of_notes(&it.text)).collect();
    if said.is_empty() {
        return None;
    }
    let is_supported = marks.iter().any(|mark| mark.support == Some(Support::Supported));
    let texts: Vec<String> = said.iter().map(|it| without_numbers(&it.text)).collect();
    let given = evidence(sources, |_| true, &[question]);
    for text in texts.iter().filter(|_| !is_supported) {
        let figures = facts(text).into_iter().filter(|found| found.fact.is_figure());
        if let Some(made_up) = figures.into_iter().find(|found| !given.has(found)) {
            return Some(UnfoundedFact::Figure(made_up.fact.to_string()));
        }
    }
    let text = texts.join(" ");
    if !is_supported && let Some(name) = beside::made_up_name(question, &text, sources) {
        return Some(UnfoundedFact::Figure(name));
    }
    if beside::lacks_number(question, &text) {
        return Some(UnfoundedFact::NoNumber);
    }
    if beside::lacks_name(question, &text) {
        return Some(UnfoundedFact::NoName);
    }
    if beside::only_repeats(question, &text) {
        return Some(UnfoundedFact::Repetition);
    }
    let is_behind = |source: &Source<'_>| behind.is_empty() || behind.contains(&source.number);
    let elsewhere = || {
        let found = beside::elsewhere(&texts, &is_behind, sources, question, meaning)?;
        Some(match found {
            Elsewhere::Word(word) => UnfoundedFact::Name(word),
            Elsewhere::Number(number) => UnfoundedFact::Apart(number),
        })
    };
    let possession =
        || possession::missing(question, sources, meaning).map(UnfoundedFact::Possession);
    missing_name(&said, is_behind, sources, question)
        .filter(|name| {
            let is_spelled = || evidence(sources, |_| true, &[]).has(name);
            !is_supported || matches!(name.fact, Fact::Name(_)) && is_spelled()
        })
        .map(|name| UnfoundedFact::Name(name.fact.to_string()))
        .or_else(elsewhere)
        .or_else(possession)
}

/// The first name or date of the question that the passages behind the answer don't have. `None` if another passage
/// has them all, together with a fact of the answer.
fn missing_name(
    said: &[Claim],
    is_behind: impl Fn(&Source<'_>) -> bool,
    sources: &[Source<'_>],
    question: &str,
) -> Option<FactQuery> {
    let is_name = |fact: &Fact| matches!(fact, Fact::Name(_) | Fact::Date(_));
    let named: Vec<_> = facts(question).into_iter().filter(|found| is_name(&found.fact)).collect();
    // Names differ between languages: Christmas Eve, Heiligabend.
    let is_foreign = |source: &Source<'_>| in_another_language(question, source.text);
    if sources.iter().any(|source| is_behind(source) && is_foreign(source)) {
        return None;
    }
    let rests = evidence(sources, is_behind, &[]);
    let missing = named.iter().position(|found| !rests.has(found))?;
    // The model may cite another passage than the one that it used.
    let asked = Evidence::new(&[question]);
    let own: Vec<_> = said
        .iter()
        .flat_map(|it| facts(&it.text))
        .filter(|it| it.fact.disproves() && !asked.has(it))
        .collect();
    let says_so = |source: &Source<'_>| {
        let one = evidence(sources, |other| other.number == source.number, &[]);
        named.iter().all(|found| one.has(found)) && own.iter().any(|found| one.has(found))
    };
    let is_elsewhere = sources.iter().any(says_so);
    (!is_elsewhere).then(|| named.into_iter().nth(missing)).flatten()
}

/// The facts of the wanted sources and what is above them, and of `more`.
fn evidence(
    sources: &[Source<'_>],
    wanted: impl Fn(&Source<'_>) -> bool,
    more: &[&str],
) -> Evidence {
    let given = sources.iter().filter(|source| wanted(source));
    let texts =
        given.flat_map(|source| std::iter::once(source.text).chain(source.about.iter().copied()));
    Evidence::new(&texts.chain(more.iter().copied()).collect::<Vec<_>>())
}

/// The sentence without "document 2", by which small models mean a passage.
fn without_numbers(sentence: &str) -> String {
    let mut words: Vec<&str> = Vec::new();
    for word in sentence.split(' ') {
        let before = words.last().map(|word| word.to_lowercase());
        let is_number = word.chars().any(|c| c.is_ascii_digit());
        if !(is_number && before.is_some_and(|before| BEFORE_NUMBERS.contains(&&*before))) {
            words.push(word);
        }
    }
    words.join(" ")
}
