//! The words of a question, and which of them are read.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
    sync::LazyLock,
};

use frostem::{Algorithm, Stemmer};
use index::Vocabulary;
use index::words::{Segment, is_word_char, pairs, segments};
use records::fold;

/// Maximum bytes of a note's name whose words are compared.
pub(super) const LONGEST_NAME: usize = 200;

/// Maximum bytes of a value that a question names.
pub(super) const LONGEST_VALUE: usize = 100;

/// Maximum bytes of a word that is stemmed; a longer one is no word.
const LONGEST_WORD: usize = 60;

/// A word of the question.
#[derive(Debug, Clone)]
pub(super) struct Word {
    /// As written, without a possessive ending.
    pub(super) text: String,
    pub(super) folded: String,
    stems: [String; 2],
    groups: Vec<(Kind, &'static str)>,
    pub(super) range: Range<usize>,
    /// Whether a part of the reading uses it.
    pub(super) used: bool,
}

impl Word {
    pub(super) fn new(text: &str, range: Range<usize>) -> Self {
        let text =
            ["'s", "’s", "'", "’"].iter().find_map(|end| text.strip_suffix(end)).unwrap_or(text);
        // The plural of “CD” has no other stem.
        let single = text
            .strip_suffix('s')
            .filter(|it| it.len() > 1 && it.chars().all(|it| it.is_ascii_uppercase()));
        let text = single.unwrap_or(text);
        let folded = fold(text);
        let (stems, groups) = (stems(&folded), LEXICON.of(&folded).to_vec());
        Self { text: text.to_owned(), stems, groups, folded, range, used: false }
    }

    /// A word that is in no question.
    pub(super) fn alone(text: &str) -> Self {
        Self::new(text, 0..0)
    }

    pub(super) fn is(&self, list: &str) -> bool {
        list.split(' ').any(|word| word == self.folded)
    }

    /// Whether the word looks like a plural.
    pub(super) fn is_plural(&self, is_english: bool) -> bool {
        let ends = |all: &[&str]| all.iter().any(|end| self.folded.ends_with(end));
        self.folded.len() > 3
            && !language::is_function_word(&self.folded)
            && match is_english {
                true => ends(&["s"]) && !ends(&["ss", "us", "is"]),
                false => ends(&["en", "er", "n", "e", "s"]),
            }
    }

    pub(super) fn is_capitalised(&self) -> bool {
        language::is_capitalised(&self.text)
    }

    /// Whether a word within the question has a capital, as names and German nouns have.
    pub(super) fn is_capitalised_inside(&self, at: usize) -> bool {
        at > 0 && self.is_capitalised() && !self.is_of_kind(Kind::Class)
    }

    pub(super) fn number(&self) -> Option<f64> {
        // “10k” are ten kilometres or thousands; the key decides.
        let text = self.text.strip_suffix(['k', 'K']).unwrap_or(&self.text);
        // Nobody asks for three decimals: “20.000” are thousands.
        let is_grouped = text.split_once('.').is_some_and(|(thousands, rest)| {
            let is_number = |text: &str| text.bytes().all(|it| it.is_ascii_digit());
            is_number(thousands)
                && is_number(rest)
                && (1..=3).contains(&thousands.len())
                && !thousands.starts_with('0')
                && rest.len() == 3
        });
        let plain = if is_grouped { text.replace('.', "") } else { text.to_owned() };
        number_word(&self.folded).or_else(|| records::Value::new(&plain).number)
    }
}

/// The words of a question in a vault whose Chinese names are `own`.
pub(super) fn words(question: &str, own: &[String]) -> Vec<Word> {
    let is_inner = |char: char| is_word_char(char) || matches!(char, '\'' | '’' | '-' | '_');
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) =
        question[at..].find(|char: char| char.is_alphanumeric() || matches!(char, '€' | '$'))
    {
        let start = at + start;
        let rest = &question[start..];
        let mut end = rest.find(|char| !is_inner(char)).unwrap_or(rest.len());
        if end == 0 {
            end = rest.chars().next().map_or(1, char::len_utf8);
        }
        // “7.5”, “1,234” and the room “K.03” are one word.
        while rest[end..].starts_with(['.', ','])
            && rest[..end].ends_with(|it: char| it.is_ascii_alphanumeric())
            && rest[end + 1..].starts_with(|it: char| it.is_ascii_digit())
        {
            let more = rest[end + 1..].find(|char| !is_inner(char)).unwrap_or(rest.len() - end - 1);
            end += 1 + more;
        }
        if is_grade(&rest[..end]) && rest[end..].starts_with('+') {
            end += 1;
        }
        push(&mut found, &rest[..end], start, own);
        at = start + end;
    }
    found
}

/// Whether a sign behind a text belongs to it: “6b+” is another grade than “6b”.
fn is_grade(text: &str) -> bool {
    let number = text.strip_suffix(|it: char| it.is_ascii_lowercase());
    number.is_some_and(|it| it.len() <= 2 && it.starts_with(|it: char| it.is_ascii_digit()))
}

/// Adds the emoji of the question that are tags in this vault.
pub(super) fn add_emoji_tags(words: &mut Vec<Word>, question: &str, vocabulary: &Vocabulary) {
    let tags = vocabulary.tags.iter().map(|(tag, _)| tag);
    for tag in tags.filter(|tag| !tag.contains(char::is_alphanumeric)) {
        for (start, tag) in question.match_indices(tag.as_str()) {
            words.push(Word::new(tag, start..start + tag.len()));
        }
    }
    words.sort_by_key(|word| word.range.start);
}

/// A “step count” is a number of steps, which nobody has to count.
pub(super) fn drop_counts(words: &mut Vec<Word>, vocabulary: &Vocabulary) {
    let numbers: Vec<&str> =
        vocabulary.keys.iter().filter(|key| key.numbers > 0).map(|key| &*key.key).collect();
    let is_counted = |word: &Word| numbers.iter().any(|key| word.stem_is(key));
    let is_count = |at: usize| at > 0 && words[at].is("count counts") && is_counted(&words[at - 1]);
    if let Some(at) = (0..words.len()).find(|at| is_count(*at)) {
        words.remove(at);
    }
}

/// Joins verbs with their particle where a noun says the same: “work out”.
pub(super) fn join_particles(words: &mut Vec<Word>) {
    let is_verb = |word: &Word| word.is("work works worked working");
    while let Some(at) = words
        .windows(2)
        .position(|pair| matches!(pair, [verb, out] if is_verb(verb) && out.is("out")))
    {
        let out = words.remove(at + 1);
        if let Some(verb) = words.get_mut(at) {
            *verb = Word::new("workout", verb.range.start..out.range.end);
        }
    }
}

/// Puts “sleep” in place of “night” behind a superlative, where a key says how long one slept: “my worst night”.
pub(super) fn read_nights(words: &mut [Word]) {
    const RANKS: &str = "best worst shortest longest beste besten schlechteste schlechtesten kurzeste kurzesten langste langsten";
    for at in 1..words.len() {
        if words[at - 1].is(RANKS) && words[at].is("night nights nacht nachte nachten") {
            words[at] = Word::new("sleep", words[at].range.clone());
        }
    }
}

/// Divides German compounds of a value of the vault and a word for a kind of notes: “Architekturbücher”.
pub(super) fn split_compounds(words: &mut Vec<Word>, vocabulary: &Vocabulary) {
    const LEAST: usize = 9;
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let is_long = word.is_capitalised() && word.folded.chars().count() >= LEAST;
        if let Some(head) = is_long.then(|| head_of_compound(word, vocabulary)).flatten() {
            let Range { start, end } = word.range;
            let middle = start + head;
            let [head, tail] = [&word.text[..head], &word.text[head..]].map(str::to_owned);
            let tail = Word::new(&tail, middle..end);
            words.splice(at..=at, [Word::new(&head, start..middle), tail]);
        }
        at += 1;
    }
}

/// Bytes of the first part of such a compound.
fn head_of_compound(word: &Word, vocabulary: &Vocabulary) -> Option<usize> {
    const LEAST: usize = 4;
    let values = || vocabulary.keys.iter().flat_map(|key| &key.values).filter(|it| !it.is_number);
    // “Kuchenrezepte” have the tag `rezept/kuchen`.
    let parts = || vocabulary.tags.iter().flat_map(|(tag, _)| tag.split('/').skip(1));
    let is_value =
        |head: &str| values().any(|value| value.spoken == head) || parts().any(|part| part == head);
    let text = &word.text;
    let splits = text.char_indices().map(|(at, _)| at).skip(LEAST);
    let found = splits.filter(|at| {
        let tail = fold(&text[*at..]);
        tail.chars().count() >= LEAST
            && LEXICON.lists(&tail)
            && !LEXICON.groups(&tail, Kind::Class).is_empty()
    });
    // Letters may join the two parts: “Familienfeste”.
    let found = found.map(|at| (at, fold(&text[..at]))).find(|(_, head)| {
        let plain = ["en", "n", "s"].iter().find_map(|end| head.strip_suffix(end));
        is_value(head) || plain.is_some_and(|plain| plain.len() >= LEAST && is_value(plain))
    });
    let (at, _) = found.filter(|_| !LEXICON.lists(&word.folded))?;
    (!values().any(|value| word.stem_is(&value.spoken))).then_some(at)
}

/// Beginnings of German compounds that ask for an aggregate.
const COMPOUNDS: [&str; 6] =
    ["Durchschnitts", "durchschnitts", "Gesamt", "gesamt", "Lieblings", "lieblings"];

/// Chinese words of the phrases that are looked for, which the lexicon doesn't have.
const ASKING: &str = "哪里 哪个 不同 多少 几次 几部 平均 总共 一共 哪些 所有 列出 什么 公里 最高 最低 最多 最少 最长 最短 最好 最差 最近 最新 最早 其中 \
     不到 少于 超过 多于 至少 以上 以下 任务 待办 逾期 过期 到期 完成 没做 未完成 只要 只看 为什么 笔记 链接到 链接 没有 反向链接 孤立 一起";

pub(super) fn is_chinese(text: &str) -> bool {
    text.chars().any(|it| ('\u{4e00}'..='\u{9fff}').contains(&it))
}

/// The vault's keys, values and names with Chinese letters that are in a question.
pub(super) fn chinese_names(vocabulary: &Vocabulary, question: &str) -> Vec<String> {
    if !is_chinese(question) {
        return Vec::new();
    }
    let keys = &vocabulary.keys;
    let values = keys.iter().flat_map(|key| key.values.iter().map(|value| &value.folded));
    let all = keys.iter().map(|key| &key.key).chain(values);
    let all = all.chain(vocabulary.names.keys()).chain(vocabulary.folders.keys());
    let all = all.chain(vocabulary.tags.iter().map(|(tag, _)| tag));
    // A single letter is a word anyway.
    let is_said = |text: &&String| {
        is_chinese(text) && text.chars().nth(1).is_some() && question.contains(&***text)
    };
    all.filter(is_said).cloned().collect()
}

/// A stretch of Chinese is divided into the words that are known, words in other letters, and single characters.
fn push(found: &mut Vec<Word>, text: &str, start: usize, own: &[String]) {
    let text = text.strip_suffix("-language").unwrap_or(text);
    let is_run = segments(text).any(|part| matches!(part, Segment::Run(_)));
    // “Durchschnittsbewertung” is an average of ratings.
    if let Some(rest) = COMPOUNDS.iter().find_map(|begin| text.strip_prefix(begin))
        && rest.len() > 3
    {
        let middle = start + text.len() - rest.len();
        found.push(Word::new(text[..text.len() - rest.len()].trim_end_matches('s'), start..middle));
        found.push(Word::new(rest, middle..start + text.len()));
        return;
    }
    // “Science-Fiction-Filme” are films.
    if let Some((begin, end)) = text.rsplit_once('-')
        && begin.len() > 1
        && end.starts_with(char::is_uppercase)
        && !LEXICON.groups(&fold(end), Kind::Class).is_empty()
    {
        push(found, begin, start, own);
        push(found, end, start + text.len() - end.len(), own);
        return;
    }
    if !is_run {
        found.push(Word::new(text, start..start + text.len()));
        return;
    }
    let known = LEXICON.chinese.iter().chain(own).map(String::as_str).chain(ASKING.split(' '));
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let longest = known.clone().filter(|word| rest.starts_with(word)).map(str::len).max();
        // A name or number in other letters, as in “看过Alien”.
        let plain = rest.find(|char: char| !char.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let single = || rest.chars().next().map_or(1, char::len_utf8);
        let end = longest.unwrap_or_else(|| if plain > 0 { plain } else { single() });
        found.push(Word::new(&rest[..end], start + at..start + at + end));
        at += end;
    }
    debug_assert!(pairs(text).next().is_some() || text.chars().count() <= 1);
}

fn stems(folded: &str) -> [String; 2] {
    static STEMMERS: LazyLock<[Stemmer; 2]> =
        LazyLock::new(|| [Stemmer::new(Algorithm::English), Stemmer::new(Algorithm::German)]);
    STEMMERS.each_ref().map(|stemmer| stemmer.stem(folded).into_owned())
}

/// Whether two folded words are the same but for their endings, in English or German.
pub(super) fn same_stem(one: &str, other: &str) -> bool {
    if one == other {
        return true;
    }
    let enough = |word: &str| word.chars().count() > 2;
    one.chars().next() == other.chars().next()
        && enough(one)
        && enough(other)
        && one.len() <= LONGEST_WORD
        && has_stem(&stems(one), other)
}

/// Whether a folded word has one of these stems.
fn has_stem(expected: &[String; 2], folded: &str) -> bool {
    folded.len() <= LONGEST_WORD
        && may_have_stem(expected, folded)
        && stems(folded).iter().zip(expected).any(|(one, other)| one == other)
}

/// Whether a folded word or phrase may begin with one of these stems, which is much faster to see than its own stems.
/// Only the last letter of a stem may differ from the word: “happi” is the stem of “happy”.
pub(super) fn may_have_stem(expected: &[String; 2], folded: &str) -> bool {
    expected.iter().any(|stem| {
        let first = stem.split(' ').next().unwrap_or(stem);
        let end = first.char_indices().next_back().map_or(0, |(end, _)| end);
        folded.starts_with(&first[..end])
    })
}

/// A phrase's words without their endings, to compare phrases.
pub(super) fn stemmed(folded: &str) -> [String; 2] {
    let mut phrases = [String::new(), String::new()];
    for word in folded.split([' ', '-', '/']).filter(|word| !word.is_empty()) {
        for (phrase, stem) in phrases.iter_mut().zip(stems(word)) {
            if !phrase.is_empty() {
                phrase.push(' ');
            }
            phrase.push_str(&stem);
        }
    }
    phrases
}

fn number_word(folded: &str) -> Option<f64> {
    const WORDS: [&str; 13] = [
        "zero null no kein keine",
        "one ein eins eine einen einer a an 一",
        "two zwei 二 两",
        "three drei 三",
        "four vier 四",
        "five funf 五",
        "six sechs 六",
        "seven sieben 七",
        "eight acht 八",
        "nine neun 九",
        "ten zehn 十",
        "eleven elf",
        "twelve zwolf",
    ];
    let at = WORDS.iter().skip(2).position(|words| words.split(' ').any(|word| word == folded))?;
    u32::try_from(at + 2).ok().map(f64::from)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Class,
    Key,
    Value,
    Status,
}

pub(super) struct Lexicon {
    /// The groups of each word.
    groups: HashMap<String, Vec<(Kind, &'static str)>>,
    by_stem: HashMap<String, Vec<(Kind, &'static str)>>,
    chinese: Vec<String>,
}

pub(super) static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::read);

impl Lexicon {
    fn read() -> Self {
        let mut groups: HashMap<String, Vec<(Kind, &'static str)>> = HashMap::new();
        let mut chinese = Vec::new();
        let mut exact = HashSet::new();
        let lines = include_str!("lexicon.txt").lines();
        for line in lines.filter(|line| !line.starts_with('#')) {
            let Some((head, words)) = line.split_once(": ") else { continue };
            let Some((name, kind)) = head.split_once(' ') else { continue };
            let kind = match kind {
                "class" => Kind::Class,
                "key" => Kind::Key,
                "value" => Kind::Value,
                _ => Kind::Status,
            };
            for word in words.split(' ') {
                let plain = word.trim_end_matches('=');
                if plain != word {
                    exact.insert(plain);
                }
                let word = plain;
                // A hyphen in the file stands for a space or a hyphen.
                for spelling in [word.to_owned(), word.replace('-', " ")] {
                    let of = groups.entry(spelling).or_default();
                    if !of.contains(&(kind, name)) {
                        of.push((kind, name));
                    }
                }
                if is_chinese(word) {
                    chinese.push(word.to_owned());
                }
            }
        }
        let mut by_stem: HashMap<String, Vec<(Kind, &'static str)>> = HashMap::new();
        for (word, of) in
            groups.iter().filter(|(word, _)| word.chars().count() > 3 && !word.contains(' '))
        {
            if exact.contains(&**word) {
                continue;
            }
            for stem in stems(word) {
                by_stem.entry(stem).or_default().extend(of);
            }
        }
        Self { groups, by_stem, chinese }
    }

    /// The groups of a folded word or phrase. A word that isn't listed has those of its stem.
    pub(super) fn of(&self, folded: &str) -> &[(Kind, &'static str)] {
        let is_word =
            || folded.len() <= LONGEST_WORD && folded.chars().count() > 3 && !folded.contains(' ');
        let by_stem = || stems(folded).iter().find_map(|stem| self.by_stem.get(stem));
        let of = self.groups.get(folded).or_else(|| is_word().then(by_stem).flatten());
        of.map_or(&[], Vec::as_slice)
    }

    /// Whether the lexicon has the word itself, not only one with the same stem.
    pub(super) fn lists(&self, folded: &str) -> bool {
        self.groups.contains_key(folded)
    }

    pub(super) fn groups(&self, folded: &str, kind: Kind) -> Vec<&'static str> {
        let of = self.of(folded).iter().filter(|(of, _)| *of == kind);
        of.map(|(_, name)| *name).collect()
    }

    /// Whether two words or phrases mean the same.
    pub(super) fn same(&self, one: &str, other: &str, kind: Kind) -> bool {
        one == other || self.shares(self.of(one), other, kind)
    }

    /// Whether a word or phrase is in one of these groups.
    pub(super) fn shares(&self, groups: &[(Kind, &str)], other: &str, kind: Kind) -> bool {
        let mut groups = groups.iter().filter(|(of, _)| *of == kind).peekable();
        groups.peek().is_some() && {
            let others = self.of(other);
            groups.any(|group| others.contains(group))
        }
    }
}

impl Word {
    pub(super) fn stem_is(&self, folded: &str) -> bool {
        self.folded == folded
            || (self.folded.chars().next() == folded.chars().next()
                && self.folded.chars().count() > 2
                && has_stem(&self.stems, folded))
    }

    /// Whether the word means the same as another word or phrase.
    pub(super) fn means(&self, folded: &str, kind: Kind) -> bool {
        self.folded == folded || LEXICON.shares(&self.groups, folded, kind)
    }

    pub(super) fn is_of_kind(&self, kind: Kind) -> bool {
        self.groups.iter().any(|(of, _)| *of == kind)
    }
}
