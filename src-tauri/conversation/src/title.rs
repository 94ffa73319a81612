//! Titles of conversations, made from a question by rules, without a model.
//!
//! Where no rule surely finds a noun phrase, the question itself is the title: a short question reads well, and a wrong
//! part of it doesn't. The rules know English and German.

#[cfg(test)]
mod tests;

mod english;
mod german;
mod phrases;
mod words;

use language::{is_capitalised, is_function_word};

use phrases::Phrases;
use words::{first_question, folded, have_topic, is_one_of, is_wide};

/// Maximum width of a cut title, in Latin letters.
const LONGEST: usize = 48;

/// Maximum width of a whole title. The last words are worth more than a few letters of space.
const WHOLE: usize = 54;

/// Minimum width of a title that ends with a clause.
const CLAUSE: usize = 24;

/// Maximum bytes of a question to read.
const MOST_BYTES: usize = 2_000;

/// Greetings and other words before a question.
const OPENERS: Phrases = Phrases(
    "hi|hello|hey|hallo|moin|servus there|all|zusammen?
    good morning|afternoon|evening
    guten morgen|tag|abend
    ok|okay|hm|hmm|uh|um|äh|ähm|oh|ah|well|so|also|na|ja|yes|no|nein
    please|bitte
    thanks|danke
    thank you
    and|und|but|aber
    quick question
    kurze frage
    eine frage
    i have a question
    ich habe|hab eine frage",
);

/// Openers even before a name: “And Rye?”
const SURE: &str = "please bitte and und but aber";

/// Openers only with a sign behind them: “So, the rye”, but “So viel Salz”.
const DOUBTFUL: &str = "so also well na ja yes no nein oh ah";

/// Words behind a question.
const CLOSERS: Phrases = Phrases(
    "please|bitte|thanks|danke|again|nochmal
    thank you
    noch mal
    for me
    in|from my|our|the|this notes|vault
    according to my|our|the notes
    in|aus|laut meinen|unseren|den notizen",
);

/// Words that can't begin a title behind a request: “Tell me at length …”
const LOOSE: &str = "\
    about at by for from in of on to with an bei für im mit von vom zu zum zur über";

/// Requests before a question: “Can you tell me …”
const REQUESTS: Phrases = Phrases(
    "can|could|would|will you please? me? tell|show|give|find|explain|list|remind me?
    can|could|would|will you please?
    do you know
    i|we want|need to know
    i|we would like to know
    i'd|we'd like to know
    i wonder
    i was wondering
    tell|show|give|remind me
    let me know
    kannst|könntest|würdest du mir|uns? bitte? sagen|verraten|erklären|zeigen|nennen
    sag|sage|verrate|erklär|erkläre|zeig|zeige|gib|nenn|nenne mir|uns bitte?
    weißt|weisst du
    ich möchte|will wissen
    ich wüsste gern|gerne",
);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Title {
    pub text: String,
    /// False for “Why?” and “Hello”.
    pub has_topic: bool,
}

impl Title {
    pub fn of(question: &str) -> Self {
        let question = &question[..question.floor_char_boundary(MOST_BYTES)];
        let lines: Vec<String> = question.lines().map(plain).collect();
        let sentences: Vec<Vec<&str>> = lines.iter().flat_map(|line| sentences(line)).collect();
        let with_topic = sentences.iter().find(|sentence| have_topic(opened(sentence)));
        let sentence = with_topic.or(sentences.first()).map(Vec::as_slice).unwrap_or_default();
        Self { text: shortened(&topic(sentence)), has_topic: with_topic.is_some() }
    }
}

/// The name of a note as a title.
pub fn of_note(name: &str) -> String {
    shortened(&name.split_whitespace().collect::<Vec<_>>())
}

/// A line without the signs of links and Markdown. A link has the text that is shown for it.
fn plain(line: &str) -> String {
    let line = line.trim_start_matches(['#', '>', '*', '•', ' ', '\t']);
    let mut rest = line.strip_prefix("- ").unwrap_or(line);
    let mut text = String::with_capacity(rest.len());
    while let Some((before, behind)) = rest.split_once("[[") {
        let Some((link, after)) = behind.split_once("]]") else { break };
        text.push_str(before.strip_suffix('!').unwrap_or(before));
        let name = link.split('#').next().filter(|note| !note.is_empty()).unwrap_or(link);
        let name = name.rsplit('/').next().unwrap_or(name);
        text.push_str(link.split_once('|').map_or(name, |(_, alias)| alias));
        rest = after;
    }
    text.push_str(rest);
    text.replace("**", "").replace('`', "")
}

/// The words of each sentence, without a command and the signs of mentions.
fn sentences(line: &str) -> Vec<Vec<&str>> {
    let mut words: Vec<&str> = line.split_whitespace().map(unmarked).collect();
    if words.len() > 1 && is_command(words[0]) {
        words.remove(0);
    }
    words.chunk_by(|word, next| !is_end(word, next)).map(<[&str]>::to_vec).collect()
}

fn unmarked(word: &str) -> &str {
    word.strip_prefix('@').filter(|name| !name.is_empty()).unwrap_or(word)
}

fn is_command(word: &str) -> bool {
    let name = word.strip_prefix('/').unwrap_or_default();
    !name.is_empty() && name.chars().all(char::is_alphabetic)
}

/// True if a sentence ends between two words, and not an abbreviation.
fn is_end(word: &str, next: &str) -> bool {
    if next.chars().all(|c| !c.is_alphanumeric()) {
        return false;
    }
    let Some(full) = word.strip_suffix('.') else { return word.ends_with(['?', '!']) };
    let letters = full.chars().count();
    is_capitalised(next) && (letters > 4 || (letters > 2 && !is_capitalised(full)))
}

/// The words behind greetings and the like.
fn opened<'a>(mut words: &'a [&'a str]) -> &'a [&'a str] {
    loop {
        let count = OPENERS.begin(words);
        let (opener, rest) = words.split_at(count);
        let (Some(last), Some(next)) = (opener.last(), rest.first()) else { return words };
        let first = folded(opener[0]);
        let is_marked = !last.ends_with(char::is_alphanumeric);
        // “Hey Jude” and “OK Computer” are names.
        let is_name = is_capitalised(next) && !is_function_word(&folded(next));
        let is_sure = count > 1 || is_one_of(SURE, &first);
        let is_opener = is_marked || (!is_one_of(DOUBTFUL, &first) && (is_sure || !is_name));
        if !is_opener {
            return words;
        }
        words = rest;
    }
}

/// The part of a sentence that says what it is about, or the sentence.
fn topic<'a>(sentence: &'a [&'a str]) -> Vec<&'a str> {
    let whole = opened(sentence);
    let mut words = CLOSERS.before(whole);
    let closers = whole.len() - words.len();
    let closed = words;
    while let Some(rest) = REQUESTS.behind(words).filter(|rest| have_topic(rest)) {
        words = opened(rest);
    }
    if let Some(found) = german::topic(words).or_else(|| english::topic(words)) {
        return found;
    }
    let is_request = words.len() < closed.len();
    let requested = || english::requested(words).or_else(|| german::requested(words));
    if let Some(found) = is_request.then(requested).flatten() {
        return found.to_vec();
    }
    if is_request && words.first().is_some_and(|first| is_one_of(LOOSE, &folded(first))) {
        words = closed;
    }
    // “Which places are in my notes?” needs its end.
    let is_open = words.last().is_some_and(|last| is_function_word(&folded(last)));
    let start = sentence.len() - closers - words.len();
    if is_open { sentence[start..].to_vec() } else { words.to_vec() }
}

/// The words as a title, cut at the end of a clause or at a word.
fn shortened(words: &[&str]) -> String {
    let whole = words.join(" ");
    let whole = trimmed(&whole);
    if width(whole) <= WHOLE {
        return capitalised(whole);
    }
    let words = first_question(words);
    let text = |count: usize| words[..count].join(" ");
    let fits = |count: &usize| width(trimmed(&text(*count))) <= LONGEST;
    let Some(count) = (1..=words.len()).take_while(fits).last() else {
        return capitalised(trimmed(cut(whole)));
    };
    let ends_clause = |count: &usize| {
        words[count - 1].ends_with([',', ';', ':', '–', '—']) && width(&text(*count)) >= CLAUSE
    };
    let clause = (1..=count).rev().find(ends_clause).filter(|_| count < words.len());
    let end = clause.unwrap_or_else(|| without_loose_end(words, count));
    capitalised(trimmed(&text(end)))
}

/// The first `count` words without an adjective whose noun is cut off, and without function words at the end.
fn without_loose_end(words: &[&str], mut count: usize) -> usize {
    let Some(next) = words.get(count) else { return count };
    if count > 2 && is_capitalised(next) && !is_capitalised(words[count - 1]) {
        count -= 1;
    }
    while count > 2 && is_function_word(&folded(words[count - 1])) {
        count -= 1;
    }
    count
}

/// The beginning of a text without spaces, at its last sign if it has one.
fn cut(text: &str) -> &str {
    let mut width = 0;
    let end = text.char_indices().find_map(|(at, character)| {
        width += width_of(character);
        (width > LONGEST).then_some(at)
    });
    let start = &text[..end.unwrap_or(text.len())];
    match start.rfind(['。', '？', '！', '，', '、', '；', '：']) {
        Some(at) if at > 0 => &start[..at],
        _ => start,
    }
}

fn width(text: &str) -> usize {
    text.chars().map(width_of).sum()
}

fn width_of(character: char) -> usize {
    if is_wide(character) { 2 } else { 1 }
}

fn trimmed(text: &str) -> &str {
    text.trim_start_matches(['¿', '¡']).trim_end_matches([
        ' ', '.', ',', ';', ':', '!', '?', '…', '-', '–', '—', '。', '？', '！', '，', '、', '；',
        '：',
    ])
}

/// With a capital at the beginning, unless the first word is a name such as “iPhone” or an address.
fn capitalised(text: &str) -> String {
    let first = text.split(' ').next().unwrap_or_default();
    let is_word = |c: char| c.is_lowercase() || matches!(c, '\'' | '’' | '-' | ',' | ':');
    let mut letters = text.chars();
    match letters.next() {
        Some(letter) if first.chars().all(is_word) => {
            letter.to_uppercase().chain(letters).collect()
        }
        _ => text.to_owned(),
    }
}
