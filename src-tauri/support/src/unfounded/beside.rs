//! Finds answers beside the question: they lack the number that was asked for, or only repeat the question; the
//! passages behind them, or the numbers in these, are about something else.

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use language::{NaturalLanguage, detect};

use super::possession::{TELLING, speaks_of};
use crate::{
    text::{
        facts::{Evidence, Fact, FactQuery, facts, opening_name},
        meaning::Meaning,
        names::bare,
        passage::Passage,
        statement::Statement,
        token::{Class, Token},
        tokens::tokens,
        words::fold,
    },
    verdict::Source,
};

/// Beginnings of questions for a number.
#[rustfmt::skip]
const ASK_FOR_NUMBER: [&str; 8] = [
    "how many ", "wie viele ", "wieviele ", "at what temperature ", "bei welcher temperatur ", "bei wie viel grad ", "was kostet ", "was kosten ",
];

/// Beginnings of questions that may ask for a price.
const MAY_ASK_FOR_PRICE: [&str; 5] = ["how much ", "what ", "wie viel ", "wieviel ", "was "];

/// Last words of questions for a price.
#[rustfmt::skip]
const PRICES: [&str; 10] = [
    "cost", "costs", "spend", "spent", "paid", "pay", "gekostet", "bezahlt", "gezahlt", "ausgegeben",
];

/// Parts of questions for a price or a number.
#[rustfmt::skip]
const PARTS: [&str; 5] = [
    " pay for the ", " pay for my ", " pay for our ", " pay for a ", " cost per ",
];

/// Words for a number that no date is.
const PHONES: [&str; 3] = ["phone number", "telefonnummer", "handynummer"];

/// Beginnings of questions for a name, and their parts.
const ASK_FOR_NAME: [&str; 3] = ["wie heisst ", "wie heissen ", "wie hiess "];
const NAMED: [&str; 6] =
    [" name of ", " name von ", "name des ", "name der ", "'s name", " called"];

/// Things that have a name of their own, in any language with a capital.
const NAMED_THINGS: [&str; 7] =
    ["hotel", "hostel", "airline", "company", "brand", "manufacturer", "publisher"];

/// Answers to questions for a number, without one.
#[rustfmt::skip]
const AMOUNTS: [&str; 51] = [
    "no", "none", "nobody", "nothing", "free", "all", "both", "every", "half", "most", "many", "few", "several", "some",
    "dozens", "hundreds", "thousands", "single",
    "room", "fridge", "refrigerator", "freezer", "low", "lowest", "high", "highest", "hot", "cold", "warm", "cool",
    "kein", "keine", "keinen", "niemand", "nichts", "gratis", "kostenlos", "alle", "beide", "viele", "wenige", "mehrere", "einige",
    "dutzende", "hunderte", "hunderten", "tausende", "tausenden",
    "raumtemperatur", "zimmertemperatur", "kuhlschrank",
];

/// Words for passages, and for what these do.
#[rustfmt::skip]
const OF_PASSAGES: [&str; 22] = [
    "document", "documents", "passage", "passages", "note", "notes", "text", "information", "provided", "given", "mentioned", "listed",
    "described", "stated", "based", "dokument", "dokumente", "dokumenten", "notiz", "notizen", "angegeben", "erwahnt",
];

/// Minimum telling words of a question of which a passage must have one. A single word has too many other wordings.
const LEAST_WORDS: usize = 2;

/// Whether the question asks for a number, a price for instance, and the answer has none.
pub(super) fn lacks_number(question: &str, answer: &str) -> bool {
    let folded = fold(question);
    let folded = folded.trim_end_matches(|c: char| !c.is_alphanumeric());
    let begins = |beginnings: &[&str]| beginnings.iter().any(|it| folded.starts_with(it));
    let last = folded.rsplit(' ').next().unwrap_or_default();
    let is_phone = PHONES.iter().any(|phone| folded.contains(phone));
    let is_price = PARTS.iter().any(|part| folded.contains(part))
        || begins(&MAY_ASK_FOR_PRICE) && PRICES.contains(&last);
    let found = facts(answer);
    // A date is neither a price nor a phone number.
    let rest = found.iter().fold(answer.to_owned(), |rest, found| match &found.fact {
        Fact::Date(date) if is_phone || is_price => rest.replace(date, ""),
        _ => rest,
    });
    if is_phone {
        return !rest.contains(char::is_numeric);
    }
    let is_number = |found: &FactQuery| match found.fact {
        Fact::Number(_) | Fact::NumberWord(_) => true,
        Fact::Date(_) => !is_price,
        _ => false,
    };
    let is_amount = |token: &Token| AMOUNTS.contains(&&*token.folded);
    (is_price || begins(&ASK_FOR_NUMBER))
        && !rest.contains(char::is_numeric)
        && !found.iter().any(is_number)
        && !tokens(answer).iter().any(is_amount)
}

/// Whether an English question asks which hotel or company it is, and the answer has no name that isn't in the question.
pub(super) fn lacks_name(question: &str, answer: &str) -> bool {
    let mut words = question.split_whitespace().map(fold);
    let asks_which = words.next().is_some_and(|word| ["which", "what"].contains(&&*word));
    let is_named = |word: String| NAMED_THINGS.contains(&&*word);
    asks_which
        && words.next().is_some_and(is_named)
        && detect(question) == Some(NaturalLanguage::English)
        && names_in(question, answer, &tokens(answer)).next().is_none()
}

/// The first name that answers a question for a name, if the passages have none of the answer's. In German, nouns have
/// capitals as well; but the right answer has at least its name in common with a passage.
pub(super) fn made_up_name(question: &str, answer: &str, sources: &[Source<'_>]) -> Option<String> {
    let folded = fold(question);
    let folded = folded.trim_end_matches(|c: char| !c.is_alphanumeric());
    let begins = |beginning: &&str| folded.starts_with(beginning);
    if !ASK_FOR_NAME.iter().any(begins) && !NAMED.iter().any(|it| folded.contains(it)) {
        return None;
    }
    let texts =
        sources.iter().flat_map(|it| std::iter::once(it.text).chain(it.about.iter().copied()));
    let known: HashSet<String> = texts.flat_map(tokens).map(|token| token.stem).collect();
    let said = tokens(answer);
    let mut names = names_in(question, answer, &said);
    let first = names.next()?;
    let is_known = |token: &Token| known.contains(&token.stem);
    (!is_known(first) && !names.any(is_known))
        .then(|| answer.get(first.range.clone()).map(|name| bare(name).to_owned()))
        .flatten()
}

/// The words of the answer with a capital that aren't in the question: “Her name is …” has none.
fn names_in<'t>(
    question: &str,
    answer: &'t str,
    said: &'t [Token],
) -> impl Iterator<Item = &'t Token> {
    let asked: HashSet<String> = tokens(question).into_iter().map(|token| token.stem).collect();
    let is_name = |text: &str| {
        text.starts_with(char::is_uppercase) && !language::is_function_word(&fold(text))
    };
    said.iter().filter(move |token| {
        token.counts()
            && !asked.contains(&token.stem)
            && answer.get(token.range.clone()).is_some_and(is_name)
    })
}

/// Whether the answer says only that the passages answer: “The hotel was the one given in document 1.”
pub(super) fn only_repeats(question: &str, answer: &str) -> bool {
    let asked: HashSet<String> = tokens(question).into_iter().map(|token| token.stem).collect();
    let said = tokens(answer);
    let mut own = said.iter().filter(|token| token.counts() && !asked.contains(&token.stem));
    let is_of_passages = |token: &Token| OF_PASSAGES.contains(&&*token.folded);
    said.iter().any(|token| is_of_passages(token) && !asked.contains(&token.stem))
        && own.all(is_of_passages)
}

/// What an answer rests on is about something else.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Elsewhere {
    /// A word of the question. The passages behind the answer have no telling word of it.
    Word(String),
    /// A number of the answer. No sentence that has it, nor what is around it, has a telling word of the question.
    Number(String),
}

/// Why the answer's sentences `said` rest on something else than the question is about. `is_behind` tells the passages
/// on which the answer rests. `None` without meanings, because words alone miss paraphrases, and for passages that
/// aren't clearly English: only English has word forms and meanings.
pub(super) fn elsewhere(
    said: &[String],
    is_behind: &dyn Fn(&Source<'_>) -> bool,
    sources: &[Source<'_>],
    question: &str,
    meaning: Meaning<'_>,
) -> Option<Elsewhere> {
    if detect(question) != Some(NaturalLanguage::English) {
        return None;
    }
    let find = |meaning: Meaning<'_>| {
        let asked = AskedText::read(question, sources, meaning)?;
        let number = asked.number_apart(said).map(Elsewhere::Number);
        number.or_else(|| asked.word_unsaid(said, is_behind).map(Elsewhere::Word))
    };
    // Words are compared first, because most answers end here.
    find(&|_| None)?;
    meaning(question)?;
    find(meaning)
}

/// A question, and the passages that are compared with it.
struct AskedText<'a> {
    question: &'a str,
    /// Its names and telling words.
    words: Vec<Token>,
    facts: Evidence,
    passages: Vec<(&'a Source<'a>, Passage)>,
}

impl<'a> AskedText<'a> {
    /// `None` if the question has no telling word.
    fn read(question: &'a str, sources: &'a [Source<'a>], meaning: Meaning<'_>) -> Option<Self> {
        let asked = Statement::read(question, meaning);
        let passages = sources
            .iter()
            .map(|source| (source, Passage::read(source.text, source.about, &[&asked], meaning)));
        let passages = passages.collect();
        let is_telling = |token: &Token| {
            token.counts() && token.class != Class::Number && token.weight >= TELLING
        };
        let words: Vec<Token> = asked.tokens.into_iter().filter(is_telling).collect();
        words.first()?;
        Some(Self { question, words, facts: Evidence::new(&[question]), passages })
    }

    fn has_telling<'b>(&self, mut words: impl Iterator<Item = &'b Token>) -> bool {
        words.any(|word| word.counts() && self.words.iter().any(|it| speaks_of(it, word)))
    }

    /// The facts of the answer that aren't in the question.
    fn own(&self, said: &[String]) -> Vec<FactQuery> {
        let all = said.iter().flat_map(|text| facts(text).into_iter().chain(opening_name(text)));
        all.filter(|found| found.fact.disproves() && !self.facts.has(found)).collect()
    }

    fn number_apart(&self, said: &[String]) -> Option<String> {
        let own = self.own(said);
        let numbers: Vec<&FactQuery> =
            own.iter().filter(|found| matches!(found.fact, Fact::Number(_))).collect();
        let mut is_anywhere = false;
        for (source, passage) in &self.passages {
            for sentence in &passage.sentences {
                let text = source.text.get(sentence.range.clone()).unwrap_or_default();
                let written = Evidence::new(&[text]);
                if !numbers.iter().any(|number| written.has(number)) {
                    continue;
                }
                is_anywhere = true;
                let around = sentence.context.iter().filter_map(|at| passage.sentences.get(*at));
                let around = around.flat_map(|other| &other.tokens);
                if !is_english(source)
                    || self.has_telling(sentence.tokens.iter().chain(around).chain(&passage.about))
                {
                    return None;
                }
            }
        }
        numbers.first().filter(|_| is_anywhere).map(|number| number.fact.to_string())
    }

    /// The question's most telling word, if the passages behind the answer have none, and no other passage has one
    /// together with the question's names and something that the answer states.
    fn word_unsaid(
        &self,
        said: &[String],
        is_behind: &dyn Fn(&Source<'_>) -> bool,
    ) -> Option<String> {
        let is_about =
            |source: &Source<'_>, passage: &Passage| !is_english(source) || self.is_in(passage);
        let behind: Vec<_> = self.passages.iter().filter(|(source, _)| is_behind(source)).collect();
        if self.words.len() < LEAST_WORDS
            || behind.is_empty()
            || behind.iter().any(|(source, passage)| is_about(source, passage))
        {
            return None;
        }
        let own = self.own(said);
        let is_name = |found: &FactQuery| matches!(found.fact, Fact::Name(_) | Fact::Date(_));
        let names: Vec<FactQuery> = facts(self.question).into_iter().filter(is_name).collect();
        // The model may cite another passage than the one that it used.
        let may_say_so = |(source, passage): &(&Source<'_>, Passage)| {
            let one = &passage.evidence;
            let states = own.is_empty() || own.iter().any(|found| one.has(found));
            states && names.iter().all(|found| one.has(found)) && is_about(source, passage)
        };
        if self.passages.iter().any(may_say_so) {
            return None;
        }
        let word = self
            .words
            .iter()
            .reduce(|best, other| if other.weight > best.weight { other } else { best })?;
        self.question.get(word.range.clone()).map(|word| bare(word).to_owned())
    }

    fn is_in(&self, passage: &Passage) -> bool {
        let said = passage.sentences.iter().flat_map(|sentence| &sentence.tokens);
        self.has_telling(said.chain(&passage.about))
    }
}

fn is_english(source: &Source<'_>) -> bool {
    detect(source.text) == Some(NaturalLanguage::English)
}
