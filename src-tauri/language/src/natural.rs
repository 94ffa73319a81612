//! Detects the language that a text is written in.
//!
//! Where one language has a script to itself, the script decides. Otherwise common words and letters of few languages
//! vote, and a close vote is undecided. `docs/inside/answers.md` has the measured quality.

#[cfg(test)]
mod tests;

mod asked;
mod function_words;
mod names;
mod table;
mod words;

use std::sync::LazyLock;

pub use asked::asks_for_language;
pub use function_words::{function_words, is_function_word};
pub use names::NaturalLanguage;
use table::Table;
use words::{LATIN, LETTERS};

/// Maximum bytes of a text to read, which bounds the time. Most passages are shorter.
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

    /// The weight of a character where a text mixes scripts, in Latin letters: a Chinese, Japanese or Korean
    /// character says about as much as three letters.
    fn weight(self) -> usize {
        match self {
            Self::Hangul | Self::Kana | Self::Han => 3,
            _ => 1,
        }
    }
}

/// Minimum percentage of kana among a text's kana and Chinese characters if the text is Japanese. A Chinese text may
/// name a Japanese product.
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

/// Common characters of Chinese sentences. Names of people and places have few of them.
const COMMON_HAN: &str =
    "的是了在吗嗎呢什么麼多少哪谁誰怎这這那我你们們有不和几幾为為被从從与與请請把对對到個个";

/// Minimum Chinese characters of a sentence without any of [`COMMON_HAN`]. A shorter text may be a name.
const LEAST_HAN: usize = 8;

fn chinese(text: &str, han: usize) -> Option<NaturalLanguage> {
    let is_sentence = han >= LEAST_HAN || (han > 2 && text.chars().any(|c| COMMON_HAN.contains(c)));
    is_sentence.then_some(NaturalLanguage::Chinese)
}

/// Letters that only one of the two languages has. They are counted, because a text may quote names of the other
/// language.
const PERSIAN_LETTERS: [char; 6] = ['پ', 'چ', 'ژ', 'گ', 'ی', 'ک'];
const ARABIC_LETTERS: [char; 7] = ['ي', 'ك', 'ة', 'أ', 'إ', 'ى', 'ؤ'];

fn arabic(text: &str) -> NaturalLanguage {
    let count = |letters: &[char]| text.matches(letters).count();
    match count(&PERSIAN_LETTERS) > count(&ARABIC_LETTERS) {
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

/// Russian or Ukrainian wins if its own letters are more than this many times as frequent as the other's. A text may
/// quote names of the other language.
const CLEARLY_MORE: usize = 2;

fn lower(character: char) -> char {
    character.to_lowercase().next().unwrap_or(character)
}

fn cyrillic(text: &str) -> Option<NaturalLanguage> {
    let count = |letters: &[char]| text.chars().filter(|c| letters.contains(&lower(*c))).count();
    let (ukrainian, russian) = (count(&['і', 'ї', 'є', 'ґ']), count(&['ы', 'э', 'ё']));
    if ukrainian > CLEARLY_MORE * russian {
        return Some(NaturalLanguage::Ukrainian);
    }
    if russian > CLEARLY_MORE * ukrainian {
        return Some(NaturalLanguage::Russian);
    }
    // Only Serbian, Macedonian and Belarusian have these letters, and we detect none of the three.
    if text.contains(['ј', 'љ', 'њ', 'ђ', 'ћ', 'џ', 'ѓ', 'ќ', 'ѕ', 'ў']) {
        return None;
    }
    static WORDS: LazyLock<Table<&str, u32>> = LazyLock::new(|| masks(&CYRILLIC));
    let mut votes = [0; CYRILLIC.len()];
    let (mut words, mut known) = (0, 0);
    for word in text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()) {
        words += 1;
        known += usize::from(vote(&mut votes, &WORDS, &word.to_lowercase()));
    }
    elect(&CYRILLIC, &votes, (known, words))
}

/// For each word, the languages that have it, as bits: bit `n` is the language at index `n` of `lists`.
fn masks(lists: &[(NaturalLanguage, &'static str)]) -> Table<&'static str, u32> {
    let mut masks = Table::default();
    for (at, (_, list)) in lists.iter().enumerate() {
        for word in list.split_whitespace() {
            *masks.entry(word).or_default() |= 1 << at;
        }
    }
    masks
}

/// The votes that a word gives to each language that has it: 12 if one language has it, 6 if two have it, 1 from six
/// languages on. The more languages share a word, the less it says.
const VOTES: [u32; 6] = [12, 6, 4, 3, 2, 1];

/// Adds a word's votes; returns whether the word is known.
fn vote(votes: &mut [u32], words: &Table<&str, u32>, word: &str) -> bool {
    let Some(mask) = words.get(word) else { return false };
    add_votes(votes, *mask, 1);
    true
}

/// Adds votes to each language in `mask`, as for a word of all these languages, divided by `part` and rounded up.
fn add_votes(votes: &mut [u32], mask: u32, part: u32) {
    let languages = mask.count_ones() as usize;
    let worth = VOTES[languages.clamp(1, VOTES.len()) - 1].div_ceil(part);
    for (at, votes) in votes.iter_mut().enumerate() {
        if mask & (1 << at) != 0 {
            *votes += worth;
        }
    }
}

/// The language in `lists` with clearly the most votes. `known` of the text's `words` had votes.
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
    // “The Who” is too short to decide, and a list of names has too few known words.
    let is_enough = words > 2 && best >= LEAST_VOTES && known * 5 >= words;
    (is_ahead && is_enough).then_some(elected)
}

/// Minimum ratio of the first language's votes to any other's, in tenths: 1.4 times as many.
const LEAD: u32 = 14;

/// Lead in votes that decides even below [`LEAD`], if the first language also has a tenth more votes than the other.
/// Over a language that shares most words with the first, half of this lead decides by itself.
const SURE_LEAD: u32 = VOTES[0];

/// Minimum votes of the first language: those of one word that no other language has.
const LEAST_VOTES: u32 = VOTES[0];

/// Characters before the first word of a sentence.
const OPENING: [char; 17] =
    ['.', '!', '?', ':', ';', '\n', '"', '„', '“', '”', '«', '»', '(', '¿', '¡', '-', '…'];

/// Maximum bytes of a word that is looked up. All common words are shorter.
const LONGEST_WORD: usize = 16;

fn latin(text: &str) -> Option<NaturalLanguage> {
    static WORDS: LazyLock<Table<&str, u32>> = LazyLock::new(|| masks(&LATIN));
    static MASKS: LazyLock<Table<char, u32>> = LazyLock::new(|| {
        LETTERS.into_iter().map(|(letter, languages)| (letter, mask_of(languages))).collect()
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
        let is_i = word.split(['\'', '’']).next() == Some("I");
        // A capital within a sentence belongs to a name: “Los Angeles”, “The Who”.
        if (is_capital && !opens && !is_i) || word.len() > LONGEST_WORD {
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
                add_votes(&mut votes, *mask, 2);
                is_known = true;
            }
        }
        known += usize::from(is_known);
    }
    if text.contains(['¿', '¡']) {
        add_votes(&mut votes, mask_of(&[NaturalLanguage::Spanish]), 1);
        known += 1;
    }
    elect(&LATIN, &votes, (known, words))
}

/// The languages as bits, by their index in [`LATIN`].
fn mask_of(languages: &[NaturalLanguage]) -> u32 {
    let is_in = |at: &usize| LATIN.get(*at).is_some_and(|(it, _)| languages.contains(it));
    (0..LATIN.len()).filter(is_in).fold(0, |mask, at| mask | 1 << at)
}

/// Adds the votes of a word with an elided article or pronoun.
fn elided(votes: &mut [u32], before: &str, after: &str) -> bool {
    use NaturalLanguage::{Catalan, English, French, Italian};
    let languages: &[NaturalLanguage] = match (before, after) {
        (_, "s" | "t" | "ll" | "re" | "ve" | "d" | "m") => &[English],
        ("l" | "d", _) => &[French, Italian, Catalan],
        ("s" | "n" | "m" | "t", _) => &[French, Catalan],
        ("qu" | "c" | "j" | "jusqu" | "lorsqu", _) => &[French],
        ("dell" | "all" | "nell" | "dall" | "sull" | "un" | "quest" | "cos" | "com" | "dov", _) => {
            &[Italian]
        }
        _ => return false,
    };
    add_votes(votes, mask_of(languages), 1);
    true
}
