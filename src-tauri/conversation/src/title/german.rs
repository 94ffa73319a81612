//! Topics of German questions.

use language::{NaturalLanguage::German, is_capitalised};

use super::{
    phrases::Phrases,
    words::{first_question, folded, have_topic, is_one_of},
};

/// Phrases before a noun phrase.
const ABOUT: Phrases = Phrases(
    "was steht in meinen|unseren|den notizen zu|zum|zur|über|von|vom
    was steht zu|zum|zur|über
    was weiß|weiss|wissen ich|wir alles? zu|zum|zur|über|von|vom
    was sagen|wissen meine|unsere|die notizen zu|zum|zur|über|von|vom
    gibt es etwas|was in meinen|unseren|den notizen zu|zum|zur|über
    habe|hab|haben ich|wir etwas|was|notizen zu|zum|zur|über|von|vom
    erzähl|erzähle mir|uns etwas|was|alles|mehr? von|vom|über
    alles|etwas|mehr über|zu|zum|zur
    was ist mit
    such|suche in meinen|unseren|den notizen nach
    such|suche|finde alle? meine|unsere|die? notizen? nach|zu|zum|zur|über
    ich suche|brauche",
);

/// Beginnings with the verbs that must end the sentence.
const FRAMES: [(Phrases, &str); 4] = [
    (
        Phrases("kannst|könntest du mir|uns? bitte?"),
        "sagen nennen zeigen geben suchen heraussuchen raussuchen erklären auflisten zusammenfassen",
    ),
    (
        Phrases("was habe|hab|haben ich|wir mir|uns? alles? zu|zum|zur|über|von|vom"),
        "geschrieben notiert aufgeschrieben festgehalten gelesen gelernt",
    ),
    (Phrases("fass|fasse mir|uns? bitte?"), "zusammen"),
    (Phrases("list|liste mir|uns? bitte?"), "auf"),
];

/// Questions that ask what a thing is, where or when.
const BEING: Phrases = Phrases(
    "was|wer|wo|wann|wie|welches ist|sind|war|waren
    wie heißt|heisst|heißen|lautet|lauten",
);

const NOMINATIVES: &str = "\
    der die das ein eine mein meine unser unsere dein deine sein seine ihr ihre";

/// Articles and possessives in the other cases.
const OBJECTS: &str = "\
    den dem der einem einen einer meinem meinen meiner unserem unseren unserer";

const PREPOSITIONS: &str = "zu zum zur über von vom mit aus für in im bei";

/// Words without a meaning of their own in a question.
const PARTICLES: &str = "eigentlich denn nochmal noch mal wohl gerade nun doch ja bitte jetzt";

/// Adverbs that may end a noun phrase.
const ADVERBS: &str = "nebenan heute gestern morgen hier dort zuhause jetzt damals";

pub(super) fn topic<'a>(words: &'a [&'a str]) -> Option<Vec<&'a str>> {
    let about = || match ABOUT.begin(words) {
        0 => None,
        start => bare(words, start),
    };
    let being = || BEING.behind(words).and_then(subject);
    framed(words).or_else(about).or_else(being).map(<[&str]>::to_vec).or_else(|| which(words))
}

/// The topic of the words behind “sag mir”: “wie der Code lautet”, “den Code”.
pub(super) fn requested<'a>(words: &'a [&'a str]) -> Option<&'a [&'a str]> {
    let (first, rest) = words.split_first()?;
    let (last, inner) = rest.split_last()?;
    let first = folded(first);
    let ends = is_one_of("ist sind war waren lautet lauten heißt heisst", &folded(last));
    if ends && is_one_of("was wer wo wann wie", &first) {
        return subject(inner);
    }
    let is_article = is_one_of(NOMINATIVES, &first) || is_one_of(OBJECTS, &first);
    if is_article { bare(words, 0) } else { None }
}

fn framed<'a>(words: &'a [&'a str]) -> Option<&'a [&'a str]> {
    let (last, words) = words.split_last()?;
    let last = folded(last);
    let fitting = FRAMES.iter().filter(|(_, ends)| is_one_of(ends, &last));
    let starts = fitting.map(|(beginning, _)| beginning.begin(words));
    starts.filter(|start| *start > 0).find_map(|start| bare(words, start))
}

/// The noun phrase from `start` on, without its article if a noun follows. The ending of an adjective agrees with the
/// article and the preposition, so that both stay.
fn bare<'a>(words: &'a [&'a str], start: usize) -> Option<&'a [&'a str]> {
    let before = start.checked_sub(1).map(|at| folded(words[at])).unwrap_or_default();
    let has_preposition = is_one_of(PREPOSITIONS, &before);
    let phrase = words.get(start..)?;
    let whole = if has_preposition { &words[start - 1..] } else { phrase };
    let (first, rest) = phrase.split_first()?;
    let article = folded(first);
    let is_article = is_one_of(NOMINATIVES, &article) || is_one_of(OBJECTS, &article);
    let found = if is_article && !rest.is_empty() {
        // The dative plural has an ending of its own: “zu den Lieferanten”.
        let is_dative = is_one_of("den meinen unseren", &article) && is_one_of("zu von", &before);
        let is_noun = rest.first().is_some_and(|next| is_capitalised(next));
        if is_noun && !is_dative { rest } else { whole }
    } else if is_one_of("zum zur vom", &before) && !is_capitalised(first) {
        whole
    } else if article != "alle" && German.has_function_word(&article) {
        return None;
    } else {
        phrase
    };
    have_topic(found).then_some(found)
}

/// The noun phrase behind “Was ist”. `None` if the words could be another part of a sentence.
fn subject<'a>(words: &'a [&'a str]) -> Option<&'a [&'a str]> {
    let words = first_question(words);
    let start = words.iter().position(|word| !is_one_of(PARTICLES, &folded(word)))?;
    let words = &words[start..];
    let (first, rest) = words.split_first()?;
    let begin = folded(first);
    let found = if is_one_of(NOMINATIVES, &begin) {
        let next = rest.first()?;
        match is_capitalised(next) {
            true => rest,
            false if German.has_function_word(&folded(next)) => return None,
            false => words,
        }
    } else if first.starts_with(|c: char| c.is_uppercase() || c.is_numeric())
        && !German.has_function_word(&begin)
    {
        words
    } else {
        return None;
    };
    let last = found.iter().find(|word| word.ends_with(',')).or(found.last())?;
    let is_noun = is_capitalised(last)
        || last.contains(|c: char| c.is_numeric() || matches!(c, '"' | '“'))
        || is_one_of(ADVERBS, &folded(last));
    (is_noun && have_topic(found)).then_some(found)
}

/// “Rezepte mit Kürbis” of “Welche Rezepte habe ich mit Kürbis?”
fn which<'a>(words: &'a [&'a str]) -> Option<Vec<&'a str>> {
    let words = first_question(words);
    let folded: Vec<String> = words.iter().map(|word| folded(word)).collect();
    let word = |at: usize| folded.get(at).map_or("", String::as_str);
    // The ending of an adjective agrees with “welche”.
    if word(0) != "welche" || words.get(1).is_none_or(|noun| !is_capitalised(noun)) {
        return None;
    }
    let is_verb = |at: &usize| {
        let pair = (word(*at), word(at + 1));
        matches!(pair, ("habe" | "hab" | "haben", "ich" | "wir") | ("gibt", "es"))
    };
    let verb = (2..words.len()).find(is_verb)?;
    let rest = &words[verb + 2..];
    let follows = is_one_of(PREPOSITIONS, word(verb + 2));
    let ends = rest.last().is_some_and(|last| is_capitalised(last));
    (rest.is_empty() || (follows && ends)).then(|| [&words[1..verb], rest].concat())
}
