//! Recognises how a message refers to its conversation, by its words alone.

use language::is_capitalised;

use super::{
    lists::{
        ASKING, BESIDE_FORM, BESIDE_ORDINALS, DEMONSTRATIVES, FORM, LANGUAGES, LEADS, MONTHS, MORE,
        ONLY_LAST, Ordinal, PERSONAL, PREPOSITIONS, PRONOUNS, REFERRING, SHORT_LEAD, THANKS, TIMES,
        YES, ordinal,
    },
    text::{Topics, folded, folded_tokens, items, stem, tokens},
};

/// Maximum words of a message about the form of the answer. A longer one says more.
const LONGEST_FORM: usize = 12;

/// Maximum words of a short message.
const SHORT: usize = 6;

/// Beginnings of a question for what happened, which its conversation says where: “What was decided?”
const PASSIVE: [[&str; 2]; 6] = [
    ["what", "was"],
    ["what", "were"],
    ["what", "happened"],
    ["was", "wurde"],
    ["was", "wurden"],
    ["was", "passierte"],
];

/// Maximum words of a question in which a part can be replaced. A longer message is no single question.
const LONGEST_QUESTION: usize = 40;

/// Articles before a noun that the next question replaces: “and the rye?”
const ARTICLES: &str = "the my our der die das dem den";

/// Maximum words of “yes, please”.
const LONGEST_YES: usize = 4;

/// Whether a message only thanks, agrees, or asks for another form of the last answer.
pub(super) fn needs_no_search(message: &str, answer: &str) -> bool {
    let words = folded_tokens(message);
    if words.is_empty() {
        return true;
    }
    let all = |is: &dyn Fn(&str) -> bool| words.iter().all(|word| is(word));
    let any = |is: &dyn Fn(&str) -> bool| words.iter().any(|word| is(word));
    let says_yes = |word: &str| YES.contains(word);
    let is_beside = |word: &str| BESIDE_FORM.contains(word);
    if words.len() <= LONGEST_YES && any(&says_yes) && all(&|it| says_yes(it) || is_beside(it)) {
        return !answer.trim_end().ends_with('?');
    }
    if words.len() <= SHORT && names_only_an_item(&words) {
        // “And a 4?” may ask for what is rated so.
        let is_number = |word: &str| word.chars().all(char::is_numeric);
        let is_value = lead(&words) > 0 && any(&is_number);
        return !is_value && picked(message, answer).is_none();
    }
    let begin = lead(&words);
    // “And Italian?” asks for other things, “in Italian” for another form.
    if begin > 0 && matches!(&words[begin..], [only] if LANGUAGES.contains(&**only)) {
        return false;
    }
    let is_number = |word: &str| word.chars().all(|char| char.is_ascii_digit());
    words.len() <= LONGEST_FORM
        && any(&|word| FORM.contains(word))
        && all(&|word| FORM.contains(word) || is_beside(word) || is_number(word))
        && !is_phrase(&MORE, &words)
}

/// Whether “and in Spanish?” asks about Spanish, as the question did about something else: “How many essays in history?”
pub(super) fn names_new_object(message: &str, question: &str) -> bool {
    let Some(new) = new_part(message) else { return false };
    let [preposition, _] = new[..] else { return false };
    let preposition = folded(preposition);
    let asked = folded_tokens(question);
    let Some(at) = asked.iter().rposition(|word| *word == preposition) else { return false };
    let is_other = |object: &String| {
        // “What is in the fridge?” names no such thing.
        !language::is_function_word(object)
            && !LANGUAGES.contains(&**object)
            && !MONTHS.contains(&**object)
            && !is_number(object)
    };
    PREPOSITIONS.contains(&*preposition) && asked.get(at + 1).is_some_and(is_other)
}

fn names_only_an_item(words: &[String]) -> bool {
    words.iter().any(|word| ordinal(word).is_some())
        && words.iter().all(|word| ordinal(word).is_some() || BESIDE_ORDINALS.contains(&**word))
}

fn is_phrase(phrases: &[Vec<&str>], words: &[String]) -> bool {
    phrases.iter().any(|phrase| phrase.iter().eq(words))
}

/// The item of the answer's list that the message means: “the second one”.
pub(super) fn picked<'a>(message: &str, answer: &'a str) -> Option<&'a str> {
    let words = folded_tokens(message);
    let named = |word: &&String| !word.chars().all(char::is_numeric);
    let says_ordinal = words.iter().filter(named).any(|word| ordinal(word).is_some());
    if !says_ordinal && !names_only_an_item(&words) {
        return None;
    }
    let items = items(answer);
    match words.iter().find_map(|word| ordinal(word))? {
        Ordinal::Nth(at) => items.get(at).copied(),
        Ordinal::Last => items.last().copied(),
    }
}

/// Words besides the personal pronouns that mean what the last answer is about: “How much did that cost?”
const POINTING: &str = "that this those these das dies davon denen es";

/// Whether a pronoun of the message means what the last answer is about.
pub(super) fn points_back(message: &str) -> bool {
    let words = tokens(message);
    let stands_alone = |at: usize| !words.get(at + 1).is_some_and(|next| is_capitalised(next));
    (0..words.len()).any(|at| {
        let word = folded(words[at]);
        // “Gibt es” means nothing that was said.
        let is_empty = word == "es"
            && (at.saturating_sub(1)..=at + 1)
                .filter_map(|beside| words.get(beside))
                .any(|beside| is_any_of(&folded(beside), "gibt gab gäbe"));
        (PERSONAL.contains(&*word) || is_any_of(&word, POINTING)) && stands_alone(at) && !is_empty
    })
}

/// The place in a table that a message names without a noun, or with one of the question's: “what about the second?”.
pub(super) fn place(message: &str, question: &str) -> Option<usize> {
    let words = folded_tokens(message);
    let asked: Vec<String> = tokens(question).into_iter().map(stem).collect();
    (0..words.len()).find_map(|at| {
        let Ordinal::Nth(nth) = ordinal(&words[at]).filter(|_| !is_number(&words[at]))? else {
            return None;
        };
        let before = |back: usize| at.checked_sub(back).and_then(|at| words.get(at));
        let has_article = before(1).is_some_and(|word| is_any_of(word, ARTICLES));
        // “On the first” is a day.
        let is_one = words.get(at + 1).is_some_and(|next| next == "one");
        let is_day = !is_one && before(2).is_some_and(|word| is_any_of(word, "on since am"));
        let is_behind = |next: &String| match &**next {
            "of" => words.get(at + 2).is_some_and(|of| is_any_of(of, "them those these")),
            next => language::is_function_word(next) || asked.contains(&stem(next)),
        };
        let is_alone = words.get(at + 1).is_none_or(is_behind);
        (has_article && !is_day && is_alone).then_some(nth)
    })
}

/// Whether a message is incomplete without the conversation. `own` is the number of its content words, `known` of those
/// in notes. A message with several words that no note has may be in another language than the notes.
pub(super) fn refers(message: &str, own: usize, known: usize) -> bool {
    let words = without_thanks(message);
    let folded: Vec<String> = words.iter().map(|word| folded(word)).collect();
    let (Some(first), Some(last)) = (folded.first(), folded.last()) else { return false };
    if has_reference(message, &words)
        || ONLY_LAST.contains(&**last)
        || lead(&folded) > 0
        || is_phrase(&MORE, &folded)
    {
        return true;
    }
    // “What was decided?”
    let is_passive = matches!(&*folded, [what, was, ..] if PASSIVE.contains(&[&**what, &**was]));
    if is_passive && words.len() <= 4 && known <= 1 {
        return true;
    }
    (known == 0 && own < 2) || (words.len() <= 3 && known <= 1 && ASKING.contains(&**first))
}

/// Whether a word refers to something outside the message.
fn has_reference(message: &str, words: &[&str]) -> bool {
    let topics = Topics::of(message);
    let mut has_name = false;
    for (at, word) in words.iter().enumerate() {
        let folded = folded(word);
        // Within a sentence, German “Sie” and “Ihr” are the polite form.
        let is_polite = at > 0
            && is_capitalised(word)
            && (folded == "sie" || (folded.starts_with("ihr") && folded.len() <= 5));
        let is_own = has_name && PRONOUNS.contains(&*folded);
        if REFERRING.contains(&*folded) && !is_polite && !is_own {
            return true;
        }
        has_name |= at > 0 && is_capitalised(word) && topics.has(word);
    }
    false
}

/// The words behind “Thanks,” or “Yes,”; all words if nothing follows.
fn without_thanks(message: &str) -> Vec<&str> {
    let words = tokens(message);
    let thanks = words.iter().take_while(|word| THANKS.contains(&*folded(word))).count();
    if thanks == words.len() { words } else { words[thanks..].to_vec() }
}

/// The number of words of a beginning such as “and” or “what about”.
fn lead(words: &[String]) -> usize {
    let begins = |phrase: &&Vec<&str>| {
        phrase.len() <= words.len() && phrase.iter().zip(words).all(|(a, b)| a == b)
    };
    let longest = LEADS.iter().filter(begins).map(Vec::len).max().unwrap_or(0);
    let is_doubtful = longest == 1 && words.len() > SHORT && SHORT_LEAD.contains(&*words[0]);
    if is_doubtful { 0 } else { longest }
}

/// The words behind “and” or “what about”, if they may replace a part of a question.
pub(super) fn new_part(message: &str) -> Option<Vec<&str>> {
    if let Some(new) = chinese_part(message) {
        return Some(vec![new]);
    }
    let mut words = without_thanks(message);
    let begin = lead(&words.iter().map(|word| folded(word)).collect::<Vec<_>>());
    let new = words.split_off(begin);
    let is_part =
        |word: &str| !REFERRING.contains(word) && !ASKING.contains(word) && ordinal(word).is_none();
    let is_time = |at: usize| {
        let next = new.get(at + 1).is_some_and(|next| TIMES.contains(&*folded(next)));
        next && DEMONSTRATIVES.contains(&*folded(new[at]))
    };
    // “and for how long?” and “and with him?” replace nothing.
    let is_new =
        (0..new.len()).all(|at| is_part(&folded(new[at])) || is_number(new[at]) || is_time(at));
    (begin > 0 && (1..=SHORT).contains(&new.len()) && is_new).then_some(new)
}

/// What the rows of another table are to be: “finished” in “and which are finished?”
pub(super) fn other_state(message: &str) -> Option<String> {
    const WHICH: &str = "which welche";
    const COPULAS: &str = "are were sind waren";
    let words = without_thanks(message);
    let folded: Vec<String> = words.iter().map(|word| folded(word)).collect();
    let begin = lead(&folded);
    let behind = folded.get(begin..)?;
    let [which, next, ..] = behind else { return None };
    let is_one = usize::from(next == "ones");
    let copula = behind.get(1 + is_one)?;
    let state = words.get(begin + 2 + is_one..)?;
    let asks = begin > 0 && is_any_of(which, WHICH) && is_any_of(copula, COPULAS);
    let is_short = (1..=SHORT).contains(&state.len());
    (asks && is_short).then(|| state.join(" "))
}

/// “一月” in “那一月呢？”
fn chinese_part(message: &str) -> Option<&str> {
    let part = message.trim().trim_end_matches(['？', '?']).strip_suffix('呢')?.trim_end();
    let part = part.strip_prefix('那').unwrap_or(part).trim_start();
    (!part.is_empty() && part.chars().count() <= SHORT).then_some(part)
}

/// The earlier question with the message in place of its parallel part: “and in November?” after “How much did I
/// spend on groceries in December?”. `None` if the question has no such part.
pub(super) fn substituted(message: &str, question: &str) -> Option<String> {
    let new = new_part(message)?;
    let new = new.as_slice();
    let question = question.trim_end_matches([' ', '?', '.', '!']);
    let parts: Vec<&str> = question.split(' ').collect();
    let is_whole = lead(&folded_tokens(question)) == 0;
    if !is_whole || parts.len() > LONGEST_QUESTION || question.contains('\n') {
        return None;
    }
    let replaced = |start: usize, end: usize, by: &[&str]| {
        let words = [&parts[..start], by, &parts[end..]].concat();
        format!("{}?", words.join(" "))
    };
    let first = folded(new.first()?);
    let has_preposition = new.len() > 1 && PREPOSITIONS.contains(&*first);
    if has_preposition && let Some(start) = parts.iter().rposition(|part| folded(part) == first) {
        let end = end_of_part(&parts, start);
        // A new year replaces the old one.
        let years = if new.iter().any(|word| is_year(word)) {
            parts[end..].iter().take_while(|part| is_year(part.trim_matches(','))).count()
        } else {
            0
        };
        return Some(replaced(start, end + years, new));
    }
    if let [only] = (if has_preposition { &new[1..] } else { new })
        && let Some(at) = parts.iter().position(|part| are_alike(part.trim_matches(','), only))
    {
        return Some(replaced(at, at + 1, &[only]));
    }
    if let Some(start) = last_object(&parts).filter(|_| is_any_of(&first, ARTICLES)) {
        return Some(replaced(start, parts.len(), new));
    }
    let name = name_in(new)?.join(" ");
    // In “fertig sein” it is the verb.
    let is_verb = |at: usize| {
        folded(parts[at]) == "sein" && !parts.get(at + 1).is_some_and(|next| is_capitalised(next))
    };
    let is_pronoun = |at: &usize| PERSONAL.contains(&*folded(parts[*at])) && !is_verb(*at);
    let mut pronouns = (0..parts.len()).filter(is_pronoun);
    let at = pronouns.next()?;
    let name = match &*folded(parts[at]) {
        "its" | "his" | "their" => format!("{name}'s"),
        "sein" | "seine" | "seinen" | "seinem" | "seiner" | "ihren" | "ihrem" => {
            format!("{name}s")
        }
        _ => name,
    };
    pronouns.next().is_none().then(|| replaced(at, at + 1, &[&name]))
}

/// The article of the noun at the end of a question, behind a preposition: “the” in “How hot is the oven for the brioche”.
fn last_object(parts: &[&str]) -> Option<usize> {
    /// Maximum words of the noun with its article.
    const LONGEST: usize = 4;
    let at = parts.iter().rposition(|part| is_any_of(&folded(part), ARTICLES))?;
    let is_object = at > 0 && PREPOSITIONS.contains(&*folded(parts[at - 1]));
    (is_object && (2..=LONGEST).contains(&(parts.len() - at))).then_some(at)
}

fn is_any_of(word: &str, words: &str) -> bool {
    words.split(' ').any(|one| one == word)
}

/// The name that is all of the new part, as in “and Deniz?” and “and of the Plover?”.
fn name_in<'a>(new: &'a [&'a str]) -> Option<&'a [&'a str]> {
    let is_preposition = |word: &str| PREPOSITIONS.contains(&*folded(word));
    let behind = match new {
        [first, rest @ ..] if is_preposition(first) => rest,
        all => all,
    };
    let name = match behind {
        ["the", rest @ ..] => rest,
        all => all,
    };
    let is_name = |word: &&str| is_capitalised(word) && !MONTHS.contains(&*folded(word));
    (!name.is_empty() && name.iter().all(is_name)).then_some(name)
}

/// The end of the part that begins with the preposition at `start`. A name or month ends it, with the names behind
/// it.
fn end_of_part(parts: &[&str], start: usize) -> usize {
    let mut end = start + 1;
    while let Some(part) = parts.get(end) {
        let is_next = PREPOSITIONS.contains(&*folded(part)) || parts[end - 1].ends_with(',');
        if is_next && end > start + 1 {
            break;
        }
        end += 1;
        if is_capitalised(part) || MONTHS.contains(&*folded(part.trim_matches(','))) {
            end += parts[end..].iter().take_while(|part| is_capitalised(part)).count();
            break;
        }
    }
    end
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.chars().all(|it| it.is_ascii_digit())
}

fn is_year(word: &str) -> bool {
    word.len() == 4 && is_number(word)
}

/// Whether both words are months or days, or both are numbers.
fn are_alike(one: &str, other: &str) -> bool {
    let is_month = |word: &str| MONTHS.contains(&*folded(word));
    (is_month(one) && is_month(other)) || (is_number(one) && is_number(other))
}
