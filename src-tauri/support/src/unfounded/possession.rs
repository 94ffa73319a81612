//! Finds things that a question takes for granted, such as “my ciabatta” and “Bruno's wife”, and that no passage has.

#[cfg(test)]
mod tests;

use language::{NaturalLanguage, detect};

use crate::{
    compare::alignment::is_found,
    languages::in_another_language,
    text::{
        meaning::{Meaning, cosine},
        names::bare,
        passage::Passage,
        statement::Statement,
        token::{Class, Token},
    },
    verdict::Source,
};

/// Minimum information of a word that names a thing. The most frequent words, such as “name” and “number”, have less.
pub(super) const TELLING: f32 = 0.55;

/// Minimum cosine of two words in context for the one to speak of the other. Not measured yet: it is the limit below
/// which the trees' figure `near.far_share` calls a word far. A lower one withdraws fewer answers.
const NEAR: f32 = 0.5;

/// Words that begin a possession.
const OWN: [&str; 2] = ["my", "our"];

/// Words before “'s” that own nothing: “what's” is “what is”, and “Monday's meeting” has only a time.
#[rustfmt::skip]
const NO_OWNERS: [&str; 35] = [
    "what", "who", "where", "when", "how", "why", "that", "there", "here", "it", "he", "she", "let",
    "today", "yesterday", "tomorrow",
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december",
];

/// Things that a note often has without their word: “she lives at Lindenallee 7” has an address, and a note of a speech
/// is one.
#[rustfmt::skip]
const UNSPOKEN: [&str; 40] = [
    "address", "advice", "age", "answer", "attitude", "brand", "color", "colour", "comment", "comments", "favorite",
    "favorites", "favourite", "favourites", "height", "idea", "ideas", "impression", "intention", "job", "location",
    "mistake", "mistakes", "opinion", "price", "profession", "rating", "reaction", "remark", "remarks", "role",
    "salary", "size", "speech", "statement", "status", "story", "view", "views", "weight",
];

struct Possession<'a> {
    /// `None` for “my” and “our”: notes seldom name their writer.
    owner: Option<&'a Token>,
    /// The telling words of the thing. Without word classes, “wooden” and “spoon” both count.
    things: Vec<&'a Token>,
    text: &'a str,
}

/// The first possession of `question` that no source has, in any form of its words, by synonym, kind or meaning.
/// `None` without meanings: words alone miss paraphrases. Only English has word forms and meanings.
pub(super) fn missing(
    question: &str,
    sources: &[Source<'_>],
    meaning: Meaning<'_>,
) -> Option<String> {
    if detect(question) != Some(NaturalLanguage::English) {
        return None;
    }
    let lacks = |possession: &Possession<'_>, passages: &[(Passage, bool)]| {
        !passages.iter().any(|(passage, is_foreign)| has(passage, *is_foreign, possession))
    };
    // Words are compared first, because most questions end here.
    let asked = Statement::read(question, &|_| None);
    let passages = read(question, sources, &asked, &|_| None);
    if !possessions(question, &asked.tokens).iter().any(|it| lacks(it, &passages)) {
        return None;
    }
    let asked = Statement::read(question, meaning);
    asked.vector.as_ref()?;
    let passages = read(question, sources, &asked, meaning);
    let mut all = possessions(question, &asked.tokens).into_iter();
    all.find(|it| lacks(it, &passages)).map(|it| it.text.to_owned())
}

/// The passages, each with whether it is in another language than the question.
fn read(
    question: &str,
    sources: &[Source<'_>],
    asked: &Statement,
    meaning: Meaning<'_>,
) -> Vec<(Passage, bool)> {
    let passages = sources.iter().map(|source| {
        let passage = Passage::read(source.text, source.about, &[asked], meaning);
        (passage, in_another_language(question, source.text))
    });
    passages.collect()
}

fn possessions<'a>(question: &'a str, tokens: &'a [Token]) -> Vec<Possession<'a>> {
    let all = tokens.iter().enumerate();
    all.filter_map(|(at, opener)| possession(question, opener, &tokens[at + 1..])).collect()
}

/// The possession that `opener` begins: “my” or “Bruno's”. `after` are the words after it.
fn possession<'a>(
    question: &'a str,
    opener: &'a Token,
    after: &'a [Token],
) -> Option<Possession<'a>> {
    let written = question.get(opener.range.clone())?;
    let name = opener.folded.strip_suffix("'s").filter(|name| !NO_OWNERS.contains(name));
    let owner = name.filter(|_| written.starts_with(char::is_uppercase)).map(|_| opener);
    if owner.is_none() && !OWN.contains(&&*opener.folded) {
        return None;
    }
    let mut things: Vec<&Token> = Vec::new();
    for token in after {
        if !token.counts() || token.class == Class::Name || token.clause != opener.clause {
            break;
        }
        if token.class == Class::Content && token.weight >= TELLING {
            things.push(token);
        }
        // “Saskia's daughter's birthday” takes the daughter for granted.
        if token.folded.ends_with("'s") {
            break;
        }
    }
    let first = things.first().filter(|first| !UNSPOKEN.contains(&&*first.folded))?;
    let text = bare(question.get(opener.range.start..first.range.end)?);
    Some(Possession { owner, things, text })
}

/// True if a passage has one of the words, with the owner. A passage in another language may have them in its own
/// words, so there the owner suffices.
fn has(
    passage: &Passage,
    is_foreign: bool,
    Possession { owner, things, .. }: &Possession<'_>,
) -> bool {
    let words = || {
        let said = passage.sentences.iter().flat_map(|sentence| &sentence.tokens);
        said.chain(&passage.about).filter(|token| token.counts())
    };
    let has_owner = owner.is_none_or(|owner| words().any(|word| is_found(owner, word)));
    let has_thing = |thing: &&Token| words().any(|word| speaks_of(thing, word));
    has_owner && (is_foreign || things.iter().any(has_thing))
}

/// Whether `word` is a form, a synonym or a kind of `wanted`, or near it in meaning.
pub(super) fn speaks_of(wanted: &Token, word: &Token) -> bool {
    let is_near = || {
        !wanted.vector.is_empty()
            && wanted.vector.len() == word.vector.len()
            && cosine(&wanted.vector, &word.vector) >= NEAR
    };
    is_found(wanted, word) || is_near()
}
