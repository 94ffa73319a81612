//! Topics of English questions.

use language::{NaturalLanguage::English, is_capitalised};

use super::{
    phrases::Phrases,
    words::{ASKING, first_question, folded, have_topic, is_one_of},
};

/// Phrases before a noun phrase.
const ABOUT: Phrases = Phrases(
    "what do|does|did my|our|the|these notes|vault say|have|contain|mention about|on|regarding
    what's|what is? there? in my|our|the notes|vault about|on
    what do|did i|we know|write|note|learn|read about|on|regarding
    what have i|we written|noted|learned|learnt|read about|on
    do|does my|our|the notes|vault say|have|contain|mention anything|something? about|on
    do|does my|our|the notes|vault mention
    do i|we have any|some? notes about|on
    is there anything|something in? my|our|the? notes? about|on
    what|how|anything|everything|something about
    everything|all|something|more? about
    search my|our|the? notes|vault? for
    look for|up
    find all|any|every|everything? my|our|the? notes? about|on
    find|list|summarize|summarise|describe|define me? all? of?
    all of? the|my|our
    an|a|the? overview|summary of
    i|we need
    i'm|i am? looking for",
);

/// Questions that ask what a thing is, where or when.
const BEING: Phrases = Phrases(
    "what|who|where|when|which is|are|was|were
    what's|who's|where's|when's
    at? what time is|was",
);

const DETERMINERS: &str = "the a an my our your his her their this that these those some all any";

/// Words that say something of a noun before them: “What is Mira's cat called?”
const PREDICATES: &str = "\
    new open due wrong left done ready free called named born like best missing available worth possible overdue \
    different important better next last still there supposed going married coming happening";

/// Function words that may begin a noun phrase.
const EACH: &str = "every each both";

/// Nouns that end as verbs do.
const NOUNS: &str = "\
    meeting training wedding building evening morning thing king ring string spring ceiling clothing painting heating \
    pricing rating reading setting wiring parking landing opening closing beginning ending feeling recording";

const PRONOUNS: &str = "i we you he she they it";

/// Words that may follow “Which books do I have …” in a noun phrase.
const FOLLOWING: &str = "by about from in on with for at today tomorrow this next";

pub(super) fn topic<'a>(words: &'a [&'a str]) -> Option<Vec<&'a str>> {
    let about = || ABOUT.behind(words).and_then(bare);
    let being = || BEING.behind(words).and_then(subject);
    about().or_else(being).map(<[&str]>::to_vec).or_else(|| which(words))
}

/// The topic of the words behind “tell me”: “what the code is”, “the code”.
pub(super) fn requested<'a>(words: &'a [&'a str]) -> Option<&'a [&'a str]> {
    let (first, rest) = words.split_first()?;
    let (last, inner) = rest.split_last()?;
    let begins = is_one_of("what who where when", &folded(first));
    if begins && is_one_of("is are was were", &folded(last)) {
        return subject(inner);
    }
    if is_determiner(first) { bare(words) } else { None }
}

fn is_determiner(word: &str) -> bool {
    !is_capitalised(word) && is_one_of(DETERMINERS, word)
}

/// A noun phrase without its determiner.
fn bare<'a>(words: &'a [&'a str]) -> Option<&'a [&'a str]> {
    let words = &words[words.iter().position(|word| !is_determiner(word))?..];
    let first = words.first()?;
    let begin = folded(first);
    let begins = is_capitalised(first)
        || !English.has_function_word(&begin)
        || is_one_of(ASKING, &begin)
        || is_one_of(EACH, &begin);
    (begins && have_topic(words)).then_some(words)
}

/// The noun phrase behind “What is”. `None` if the words could be another part of a sentence.
fn subject<'a>(words: &'a [&'a str]) -> Option<&'a [&'a str]> {
    let words = first_question(words);
    let is_determined = is_determiner(words.first()?);
    let words = &words[usize::from(is_determined)..];
    let first = words.first()?;
    let last = words.iter().find(|word| word.ends_with(',')).or(words.last())?;
    let (begin, end) = (folded(first), folded(last));
    let is_name = is_capitalised(first) && begin != "i" && !begin.starts_with("i'");
    let is_predicate = |word: &str| {
        let is_participle = word.ends_with("ed") && !word.ends_with("eed") && word.len() > 4;
        is_participle || is_one_of(PREDICATES, word)
    };
    let is_gerund = begin.ends_with("ing") && !is_one_of(NOUNS, &begin);
    let is_verb = !is_determined && !is_name && (is_gerund || is_predicate(&begin));
    let begins = !is_verb && (is_name || !English.has_function_word(&begin));
    let ends = !English.has_function_word(&end) && !is_predicate(&end);
    (begins && ends && have_topic(words)).then_some(words)
}

/// “Films I have seen” of “Which films have I seen?”, and “Recipes” of “Which recipes do I have?”.
fn which<'a>(words: &'a [&'a str]) -> Option<Vec<&'a str>> {
    let words = first_question(words);
    let folded: Vec<String> = words.iter().map(|word| folded(word)).collect();
    let word = |at: usize| folded.get(at).map_or("", String::as_str);
    if !is_one_of("which what", word(0)) || English.has_function_word(word(1)) {
        return None;
    }
    for at in 2..words.len() {
        let noun = &words[1..at];
        match (word(at), word(at + 1)) {
            ("have" | "has", subject)
                if is_one_of(PRONOUNS, subject) && !word(at + 2).is_empty() =>
            {
                let turned = [words[at + 1], words[at]];
                return Some([noun, &turned[..], &words[at + 2..]].concat());
            }
            ("do", "i" | "we") if word(at + 2) == "have" => return with(noun, &words[at + 3..]),
            ("are", "there") => return with(noun, &words[at + 2..]),
            _ => {}
        }
    }
    None
}

/// A noun with the rest of its question, if both are a noun phrase.
fn with<'a>(noun: &[&'a str], rest: &[&'a str]) -> Option<Vec<&'a str>> {
    let follows = rest.first().is_none_or(|first| is_one_of(FOLLOWING, &folded(first)));
    let ends = rest.last().is_none_or(|last| !English.has_function_word(&folded(last)));
    (follows && ends).then(|| [noun, rest].concat())
}
