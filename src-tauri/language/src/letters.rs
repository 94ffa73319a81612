//! Writes a word's letters in their plain form, as people type them: without accents and vowel marks, and with one
//! form for letters that keyboards and habits write differently (ß and ss, ё and е, ک and ك, σ and ς).
//!
//! SQLite's tokenizer drops the accents of composed Latin letters only. Letters that distinguish words stay: й isn't
//! и, and ї isn't і. So do the marks of Indic and Thai scripts, which are vowels.

use std::borrow::Cow;

use unicode_normalization::char::decompose_canonical;

pub fn is_capitalised(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
}

/// The plain form of `word`, in lower case. Equal to its own plain form.
pub fn plain(word: &str) -> Cow<'_, str> {
    if word.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase()) {
        return Cow::Borrowed(word);
    }
    let mut out = String::with_capacity(word.len());
    for char in word.chars().flat_map(char::to_lowercase) {
        push(char, &mut out);
    }
    Cow::Owned(out)
}

fn push(char: char, out: &mut String) {
    if char.is_ascii() {
        out.push(char);
    } else if let Some(form) = form(char) {
        out.push_str(form);
    } else if !is_mark(char) {
        match char {
            // Composed Latin and Greek letters.
            '\u{c0}'..='\u{24f}' | '\u{370}'..='\u{3ff}' | '\u{1e00}'..='\u{1fff}' => {
                decompose_canonical(char, |part| match part == char {
                    true => out.push(char),
                    false => push(part, out),
                });
            }
            _ => out.push(char),
        }
    }
}

/// The plain form of a lower-case letter or a digit that has another one, accents aside.
pub fn form(char: char) -> Option<&'static str> {
    Some(match char {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ø' => "o",
        'ł' => "l",
        'đ' | 'ð' => "d",
        'þ' => "th",
        'ħ' => "h",
        'ŧ' => "t",
        'ı' => "i",
        'ς' => "σ",
        'ё' | 'ѐ' => "е",
        'ѝ' => "и",
        // An apostrophe that Unicode counts as a letter.
        'ʼ' => "'",
        'آ' | 'أ' | 'إ' | 'ٱ' | 'ٲ' | 'ٳ' | 'ٵ' => "ا",
        'ؤ' | 'ٶ' => "و",
        'ئ' | 'ى' | 'ی' => "ي",
        'ک' | 'ڪ' => "ك",
        'ة' | 'ۀ' | 'ە' | 'ہ' | 'ھ' | 'ۂ' | 'ۃ' => "ه",
        'ۓ' => "ے",
        'װ' => "וו",
        'ױ' => "וי",
        'ײ' => "יי",
        // The lengthening stroke of Arabic, and Hawaiian's sign of a pause.
        'ـ' | 'ʻ' => "",
        // Arabic, Persian and Devanagari digits.
        '٠' | '۰' | '०' => "0",
        '١' | '۱' | '१' => "1",
        '٢' | '۲' | '२' => "2",
        '٣' | '۳' | '३' => "3",
        '٤' | '۴' | '४' => "4",
        '٥' | '۵' | '५' => "5",
        '٦' | '۶' | '६' => "6",
        '٧' | '۷' | '७' => "7",
        '٨' | '۸' | '८' => "8",
        '٩' | '۹' | '९' => "9",
        _ => return None,
    })
}

/// Accents, Hebrew points and Arabic vowel marks, which people leave out.
fn is_mark(char: char) -> bool {
    matches!(char,
        '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}'
        | '\u{591}'..='\u{5bd}' | '\u{5bf}' | '\u{5c1}' | '\u{5c2}' | '\u{5c4}' | '\u{5c5}' | '\u{5c7}'
        | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{6d6}'..='\u{6dc}'
        | '\u{6df}'..='\u{6e4}' | '\u{6e7}' | '\u{6e8}' | '\u{6ea}'..='\u{6ed}'
        | '\u{8ca}'..='\u{8e1}' | '\u{8e3}'..='\u{8ff}')
}
