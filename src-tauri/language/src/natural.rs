//! Detects the language that a text is written in.
//!
//! The script decides where it can. Otherwise common words and telling letters vote, and a close vote is undecided.
//! `docs/answers.md` has the measured quality.

#[cfg(test)]
mod tests;

mod asked;
mod function_words;
mod names;
mod words;

use std::{collections::HashMap, sync::LazyLock};

pub use asked::asks_for_language;
pub use function_words::is_function_word;
pub use names::NaturalLanguage;
use words::{LATIN, LETTERS};

/// Maximum bytes of a text that are read. A passage is shorter.
const MOST_BYTES: usize = 3_000;

/// The language of a question, a sentence or a passage. `None` if it isn't clear, as in names and most single words.
pub fn detect(text: &str) -> Option<NaturalLanguage> {
    let text = &text[..text.floor_char_boundary(MOST_BYTES)];
    if text.is_ascii() {
        return latin(text);
    }
    let scripts = Scripts::of(text);
    match scripts.main()? {
        Script::Latin => latin(text),
        Script::Greek => Some(NaturalLanguage::Greek),
        Script::Hebrew => Some(NaturalLanguage::Hebrew),
        Script::Thai => Some(NaturalLanguage::Thai),
        Script::Hangul => Some(NaturalLanguage::Korean),
        Script::Kana => Some(NaturalLanguage::Japanese),
        Script::Han => chinese(text, scripts.count(Script::Han)),
        Script::Cyrillic => cyrillic(text),
        Script::Arabic => Some(arabic(text)),
        Script::Devanagari => text
            .split_whitespace()
            .any(|word| HINDI.split(' ').any(|known| known == word.trim_matches(['।', '?', ','])))
            .then_some(NaturalLanguage::Hindi),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Script {
    Latin,
    Cyrillic,
    Greek,
    Hebrew,
    Arabic,
    Devanagari,
    Thai,
    Hangul,
    Kana,
    Han,
}

impl Script {
    const ALL: [Self; 10] = [
        Self::Latin,
        Self::Cyrillic,
        Self::Greek,
        Self::Hebrew,
        Self::Arabic,
        Self::Devanagari,
        Self::Thai,
        Self::Hangul,
        Self::Kana,
        Self::Han,
    ];

    fn of(character: char) -> Option<Self> {
        Some(match character {
            'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => Self::Latin,
            '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Self::Greek,
            '\u{400}'..='\u{52f}' => Self::Cyrillic,
            '\u{590}'..='\u{5ff}' => Self::Hebrew,
            '\u{600}'..='\u{6ff}' | '\u{750}'..='\u{77f}' | '\u{fb50}'..='\u{fdff}' => Self::Arabic,
            '\u{900}'..='\u{97f}' => Self::Devanagari,
            '\u{e00}'..='\u{e7f}' => Self::Thai,
            '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{ac00}'..='\u{d7af}' => {
                Self::Hangul
            }
            '\u{3041}'..='\u{30ff}' => Self::Kana,
            '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{20000}'..='\u{3ffff}' => {
                Self::Han
            }
            _ => return None,
        })
    }

    /// The letters of the Latin script that a character of this one is about as long as.
    fn weight(self) -> usize {
        match self {
            Self::Hangul | Self::Kana | Self::Han => 3,
            _ => 1,
        }
    }
}

/// Minimum share of kana among the characters of Japanese, in percent. A Chinese text may name a Japanese product.
const LEAST_KANA: usize = 10;

struct Scripts([usize; 10]);

impl Scripts {
    fn of(text: &str) -> Self {
        let mut counts = [0; 10];
        for script in text.chars().filter_map(Script::of) {
            counts[script as usize] += 1;
        }
        Self(counts)
    }

    fn count(&self, script: Script) -> usize {
        self.0[script as usize]
    }

    /// The script with more than half of the text.
    fn main(&self) -> Option<Script> {
        let weight = |script: Script| self.count(script) * script.weight();
        let total: usize = Script::ALL.into_iter().map(weight).sum();
        let (kana, han) = (self.count(Script::Kana), self.count(Script::Han));
        if (weight(Script::Kana) + weight(Script::Han)) * 2 > total {
            let is_japanese = kana > 0 && kana * 100 >= (kana + han) * LEAST_KANA;
            return Some(if is_japanese { Script::Kana } else { Script::Han });
        }
        Script::ALL.into_iter().find(|script| weight(*script) * 2 > total)
    }
}

/// Characters of Chinese sentences; names of people and places have few of them.
const CHINESE: &str =
    "的是了在吗嗎呢什么麼多少哪谁誰怎这這那我你们們有不和几幾为為被从從与與请請把对對到個个";

/// Characters of a Chinese text without common ones.
const ENOUGH_HAN: usize = 8;

fn chinese(text: &str, han: usize) -> Option<NaturalLanguage> {
    let is_sentence = han >= ENOUGH_HAN || (han > 2 && text.chars().any(|c| CHINESE.contains(c)));
    is_sentence.then_some(NaturalLanguage::Chinese)
}

fn arabic(text: &str) -> NaturalLanguage {
    match text.contains(['پ', 'چ', 'ژ', 'گ', 'ی', 'ک']) {
        true => NaturalLanguage::Persian,
        false => NaturalLanguage::Arabic,
    }
}

const HINDI: &str = "है हैं था थी थे का की के को में से पर और नहीं \
    क्या कब कहाँ कौन कैसे क्यों कितने मैं";

const CYRILLIC: [(NaturalLanguage, &str); 3] = [
    (
        NaturalLanguage::Russian,
        "и в не на что с как это по из от для за о к у я мы он она они все был была были было есть где когда почему кто \
         какой какая какие сколько мой моя мои или но чтобы если при до после без между также только уже еще ещё его \
         её их который которая которые ли может нет тебя меня",
    ),
    (
        NaturalLanguage::Ukrainian,
        "і й в у не на що з як це по із від для за о до я ми він вона вони всі був була були було є де коли чому хто який \
         яка які скільки мій моя мої або але щоб якщо при після без між також тільки вже ще його її їх чи може немає та",
    ),
    (
        NaturalLanguage::Bulgarian,
        "и в не на че с как това по от за към у аз ние той тя те всички беше бяха е са съм къде кога защо кой коя кои \
         какво каква колко моят моята моите или но да ако при до след без между също само вече още неговия му ѝ ли може \
         няма се който която които от",
    ),
];

fn cyrillic(text: &str) -> Option<NaturalLanguage> {
    if text.contains(['і', 'ї', 'є', 'ґ']) {
        return Some(NaturalLanguage::Ukrainian);
    }
    if text.contains(['ы', 'э', 'ё']) {
        return Some(NaturalLanguage::Russian);
    }
    // Letters of Serbian, Macedonian and Belarusian.
    if text.contains(['ј', 'љ', 'њ', 'ђ', 'ћ', 'џ', 'ѓ', 'ќ', 'ѕ', 'ў']) {
        return None;
    }
    static WORDS: LazyLock<HashMap<&str, u32>> = LazyLock::new(|| masks(&CYRILLIC));
    let mut votes = [0; CYRILLIC.len()];
    let (mut words, mut known) = (0, 0);
    for word in text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()) {
        words += 1;
        known += usize::from(vote(&mut votes, &WORDS, &word.to_lowercase()));
    }
    elect(&CYRILLIC, &votes, (known, words))
}

/// Words of each language as bits.
fn masks(lists: &[(NaturalLanguage, &'static str)]) -> HashMap<&'static str, u32> {
    let mut masks: HashMap<&str, u32> = HashMap::new();
    for (at, (_, list)) in lists.iter().enumerate() {
        for word in list.split_whitespace() {
            *masks.entry(word).or_default() |= 1 << at;
        }
    }
    masks
}

/// Votes of a word for each of the languages that have it, by their number.
const VOTES: [u32; 6] = [12, 6, 4, 3, 2, 1];

/// Adds a word's votes; returns whether the word is known.
fn vote(votes: &mut [u32], words: &HashMap<&str, u32>, word: &str) -> bool {
    let Some(mask) = words.get(word) else { return false };
    cast(votes, *mask, 1);
    true
}

/// Adds the votes of a word, or a part of them.
fn cast(votes: &mut [u32], mask: u32, part: u32) {
    let languages = mask.count_ones() as usize;
    let worth = VOTES[languages.clamp(1, VOTES.len()) - 1].div_ceil(part);
    for (at, votes) in votes.iter_mut().enumerate() {
        if mask & (1 << at) != 0 {
            *votes += worth;
        }
    }
}

/// The language with clearly the most votes, of those in `lists`.
fn elect(
    lists: &[(NaturalLanguage, &str)],
    votes: &[u32],
    (known, words): (usize, usize),
) -> Option<NaturalLanguage> {
    let languages = || lists.iter().map(|(language, _)| *language).zip(votes.iter().copied());
    let (elected, best) = languages().max_by_key(|(_, votes)| *votes)?;
    let is_ahead = languages().filter(|(other, _)| *other != elected).all(|(other, next)| {
        match elected.resembles(other) {
            true => best * 10 >= next * LEAD || best >= next + SURE_LEAD / 2,
            false => {
                best * 10 >= next * LEAD || (best >= next + SURE_LEAD && best * 10 >= next * 11)
            }
        }
    });
    // One known word decides only a short sentence: “The Who” and a list of names are undecided.
    let is_enough = words > 2 && best >= LEAST_VOTES && known * 5 >= words;
    (is_ahead && is_enough).then_some(elected)
}

/// Minimum lead of the first language over the second, in tenths.
const LEAD: u32 = 14;

/// A lead in votes that suffices with a tenth more than the second. Half of it suffices before a language that shares
/// most words.
const SURE_LEAD: u32 = VOTES[0];

const LEAST_VOTES: u32 = VOTES[0];

/// Characters before the first word of a sentence.
const OPENING: [char; 17] =
    ['.', '!', '?', ':', ';', '\n', '"', '„', '“', '”', '«', '»', '(', '¿', '¡', '-', '…'];

/// Maximum bytes of a word that can be a common one.
const LONGEST: usize = 16;

fn latin(text: &str) -> Option<NaturalLanguage> {
    static WORDS: LazyLock<HashMap<&str, u32>> = LazyLock::new(|| masks(&LATIN));
    static MASKS: LazyLock<HashMap<char, u32>> = LazyLock::new(|| {
        let bit = |language: &NaturalLanguage| {
            let at = LATIN.iter().position(|(other, _)| other == language);
            at.map_or(0, |at| 1 << at)
        };
        let mask = |(letter, languages): (char, &[NaturalLanguage])| {
            (letter, languages.iter().map(bit).fold(0, |all, bit| all | bit))
        };
        LETTERS.into_iter().map(mask).collect()
    });
    let mut votes = [0; LATIN.len()];
    let (mut words, mut known) = (0, 0);
    let mut folded = String::new();
    let is_inside = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '’');
    let mut begins = true;
    for piece in text.split_inclusive(|c: char| !is_inside(c)) {
        let word = piece.trim_matches(|c: char| !c.is_alphanumeric());
        let opens = std::mem::replace(&mut begins, piece.ends_with(OPENING));
        if !word.starts_with(char::is_alphabetic) {
            begins |= opens;
            continue;
        }
        words += 1;
        let is_capital = word.starts_with(char::is_uppercase);
        // A capital within a sentence belongs to a name: “Los Angeles”, “The Who”.
        if (is_capital && !opens && !word.starts_with("I")) || word.len() > LONGEST {
            continue;
        }
        folded.clear();
        for character in word.chars() {
            match character {
                '’' => folded.push('\''),
                'A'..='Z' => folded.push(character.to_ascii_lowercase()),
                _ if character.is_ascii() => folded.push(character),
                _ => folded.extend(character.to_lowercase()),
            }
        }
        let mut is_known = vote(&mut votes, &WORDS, &folded);
        // Elided words: “l'eau”, “dell'acqua”.
        if !is_known && let Some((before, after)) = folded.split_once('\'') {
            is_known = elided(&mut votes, before, after);
        }
        if !is_capital && !folded.is_ascii() {
            for mask in folded.chars().filter_map(|letter| MASKS.get(&letter)) {
                cast(&mut votes, *mask, 2);
                is_known = true;
            }
        }
        known += usize::from(is_known);
    }
    if text.contains(['¿', '¡']) {
        votes[2] += VOTES[0];
        known += 1;
    }
    elect(&LATIN, &votes, (known, words))
}

/// Adds the votes of a word with an elided article or pronoun.
fn elided(votes: &mut [u32], before: &str, after: &str) -> bool {
    const ENGLISH: u32 = 1;
    const FRENCH: u32 = 1 << 3;
    const ITALIAN: u32 = 1 << 4;
    const CATALAN: u32 = 1 << 17;
    let mask = match (before, after) {
        (_, "s" | "t" | "ll" | "re" | "ve" | "d" | "m") => ENGLISH,
        ("l" | "d", _) => FRENCH | ITALIAN | CATALAN,
        ("s" | "n" | "m" | "t", _) => FRENCH | CATALAN,
        ("qu" | "c" | "j" | "jusqu" | "lorsqu", _) => FRENCH,
        ("dell" | "all" | "nell" | "dall" | "sull" | "un" | "quest" | "cos" | "com" | "dov", _) => {
            ITALIAN
        }
        _ => return false,
    };
    cast(votes, mask, 1);
    true
}
