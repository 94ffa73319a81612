//! Finds answers that can't rest on the passages: they state a figure that no passage has, or the passages behind them
//! don't mention what the question names or takes for granted.

mod possession;
#[cfg(test)]
mod tests;

use conversation::{CitationMark, reference::Number};

use crate::{
    claims::{Claim, every_sentence},
    languages::in_another_language,
    origin::is_of_notes,
    text::{
        facts::{Evidence, Fact, facts},
        meaning::Meaning,
    },
    verdict::Source,
};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnfoundedFact {
    /// A number or date of the answer that is in no passage.
    Figure(String),
    /// A name or date of the question that none of the passages behind the answer has.
    Name(String),
    /// Something that the question takes for granted, such as “my ciabatta”, and that no passage has.
    Possession(String),
}

/// Words before the number of a passage, which isn't a figure.
const BEFORE_NUMBERS: [&str; 4] = ["document", "documents", "passage", "dokument"];

/// Why no passage can say what `answer` says. `behind` are the numbers of the passages on which it rests: those it
/// cites, and its sentences' probable sources; if empty, all. Call it only for answers of which no sentence is
/// supported: names are compared by their spelling. `meaning` is as in [`check`](crate::check).
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
    let given = evidence(sources, |_| true, &[question]);
    for sentence in &said {
        let text = without_numbers(&sentence.text);
        let figures = facts(&text).into_iter().filter(|found| found.fact.is_figure());
        if let Some(made_up) = figures.into_iter().find(|found| !given.has(found)) {
            return Some(UnfoundedFact::Figure(made_up.fact.to_string()));
        }
    }
    let name = missing_name(&said, behind, sources, question).map(UnfoundedFact::Name);
    name.or_else(|| possession::missing(question, sources, meaning).map(UnfoundedFact::Possession))
}

/// The first name or date of the question that the passages behind the answer don't have. `None` if another passage
/// has them all, together with a fact of the answer.
fn missing_name(
    said: &[Claim],
    behind: &[Number],
    sources: &[Source<'_>],
    question: &str,
) -> Option<String> {
    let is_name = |fact: &Fact| matches!(fact, Fact::Name(_) | Fact::Date(_));
    let named: Vec<_> = facts(question).into_iter().filter(|found| is_name(&found.fact)).collect();
    let is_behind = |source: &Source<'_>| behind.is_empty() || behind.contains(&source.number);
    // Names differ between languages: Christmas Eve, Heiligabend.
    let is_foreign = |source: &Source<'_>| in_another_language(question, source.text);
    if sources.iter().any(|source| is_behind(source) && is_foreign(source)) {
        return None;
    }
    let rests = evidence(sources, is_behind, &[]);
    let missing = named.iter().find(|found| !rests.has(found))?;
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
    (!is_elsewhere).then(|| missing.fact.to_string())
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
