use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// The form in which keys and values are compared: lower case, without accents, with single spaces.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        if word.is_ascii() {
            folded.extend(word.bytes().map(|byte| char::from(byte.to_ascii_lowercase())));
            continue;
        }
        for char in word.nfkd().filter(|char| !is_combining_mark(*char)) {
            match char {
                'ß' | 'ẞ' => folded.push_str("ss"),
                '’' => folded.push('\''),
                'ł' | 'Ł' => folded.push('l'),
                'ø' | 'Ø' => folded.push('o'),
                other => folded.extend(other.to_lowercase()),
            }
        }
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn case_accents_and_spaces_do_not_count() {
        assert_eq!(fold("  Café\u{a0} Größe "), "cafe grosse");
        assert_eq!(fold("Łódź"), "lodz");
    }
}
