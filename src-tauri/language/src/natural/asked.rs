//! Texts that ask for an answer in a certain language.

/// Whether a text names a language to write in, or asks for a translation: “in English”, “auf Englisch”, “Translate”.
pub fn asks_for_language(text: &str) -> bool {
    let text = text.to_lowercase();
    if WITHOUT_SPACES.split(' ').any(|asked| text.contains(asked)) {
        return true;
    }
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).collect();
    // “englischem” has an ending; “Germany” and “Deutschland” are countries.
    let is_ending = |rest: &str| rest.chars().count() <= 2 && rest != "y";
    let names_language = |word: &&str| {
        LANGUAGES.split(' ').any(|name| word.strip_prefix(name).is_some_and(is_ending))
    };
    let translates = |word: &&str| TRANSLATE.split(' ').any(|verb| word.starts_with(verb));
    let is_before = |word: &str| BEFORE.split(' ').any(|before| before == word);
    words.iter().any(translates)
        || words.windows(2).any(|pair| is_before(pair[0]) && names_language(&pair[1]))
        || words.windows(3).any(|three| is_before(three[0]) && names_language(&three[2]))
}

/// Words before the name of a language. One word may come between: “in plain English”.
const BEFORE: &str = "in into to using auf ins en al à au em para på till til po на на";

/// Beginnings of the names of languages, without accents where people leave them out.
const LANGUAGES: &str = "english german spanish french italian portuguese dutch swedish danish norwegian finnish polish \
    czech slovak croatian hungarian romanian catalan turkish indonesian vietnamese russian ukrainian \
    bulgarian greek arabic persian hebrew hindi thai korean japanese chinese latin englisch deutsch \
    spanisch französisch italienisch portugiesisch niederländisch polnisch russisch türkisch \
    chinesisch japanisch inglés ingles alemán aleman español espanol castellano francés frances \
    italiano portugués anglais allemand espagnol français francais italien portugais inglese tedesco \
    spagnolo francese inglês alemão espanhol engels duits engelska engelsk tyska английск немецк";

const TRANSLATE: &str = "translat übersetz uebersetz traduc traduz tradui tradu vertaal översätt oversæt oversett \
    przetłumacz перевед переклад";

const WITHOUT_SPACES: &str =
    "翻译 翻譯 翻訳 英文 英语 英語 中文 德语 ドイツ語 日本語で 영어로 한국어로";
