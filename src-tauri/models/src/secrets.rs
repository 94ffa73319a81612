//! What must not be repeated of a server's words: a key, however it is written there.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// What addresses leave as it is, beside letters and digits.
const BUT_MARKS: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// The forms in which a secret may come back: as it is, in JSON, in JSON that is quoted in JSON, and
/// in an address. The longest come first, so that no piece of one is left.
pub(crate) fn forms(secret: &str) -> Vec<String> {
    let mut forms = vec![secret.to_owned(), percent_decode_str(secret).decode_utf8_lossy().into()];
    for encoded in [NON_ALPHANUMERIC, BUT_MARKS] {
        let encoded = utf8_percent_encode(secret, encoded).to_string();
        forms.push(encoded.to_lowercase());
        forms.push(encoded);
    }
    let mut quoted = secret.to_owned();
    for _ in 0..3 {
        quoted = quoted.replace('\\', "\\\\").replace('"', "\\\"");
        forms.push(quoted.clone());
        // Some write a slash with a mark before it, too.
        forms.push(quoted.replace('/', "\\/"));
        forms.push(quoted.replace('/', "\\\\/"));
    }
    forms.retain(|form| !form.is_empty());
    forms.sort_by_key(|form| std::cmp::Reverse(form.len()));
    forms.dedup();
    forms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_known_in_all_its_forms() {
        let plain = forms("sk-plain_1");
        assert!(plain.contains(&"sk%2Dplain%5F1".to_owned()), "{plain:?}");
        let odd = forms(r#"a"b\c/d"#);
        for form in
            [r#"a"b\c/d"#, r#"a\"b\\c/d"#, r#"a\"b\\c\/d"#, r#"a\\\"b\\\\c/d"#, "a%22b%5Cc%2Fd"]
        {
            assert!(odd.contains(&form.to_owned()), "{form} in {odd:?}");
        }
        assert!(odd.is_sorted_by_key(|form| std::cmp::Reverse(form.len())));
        assert!(forms("").is_empty());
    }
}
