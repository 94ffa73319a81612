use proptest::prelude::*;

use super::{indexed, indexed_and_spelled, plain};

// B133
#[test]
fn letters_that_people_write_differently_have_one_form() {
    let cases = [
        ("Äpfel", "apfel"),
        ("Straße", "strasse"),
        ("STRAẞE", "strasse"),
        ("Łódź", "lodz"),
        ("Smørrebrød", "smorrebrod"),
        ("Ærø", "aero"),
        ("cœur", "coeur"),
        ("Đông", "dong"),
        ("Þingvellir", "thingvellir"),
        ("Ħal", "hal"),
        ("ışık", "isik"),
        ("İSTANBUL", "istanbul"),
        ("ǿ", "o"),
        ("Σίσυφος", "σισυφοσ"),
        ("ᾠδή", "ωδη"),
        ("ΐ", "ι"),
        ("Ёлка", "елка"),
        ("за\u{301}мок", "замок"),
        // Letters of their own.
        ("йод", "йод"),
        ("їжак", "їжак"),
        ("ќерка", "ќерка"),
        ("שָׁלוֹם", "שלום"),
        ("מלך", "מלך"),
        ("مُحَمَّدٌ", "محمد"),
        ("الأسبوع", "الاسبوع"),
        ("آداب", "اداب"),
        ("مدرســـة", "مدرسه"),
        ("على", "علي"),
        ("علی", "علي"),
        ("کتاب", "كتاب"),
        ("مسؤول", "مسوول"),
        ("۱۴۰۲", "1402"),
        ("٢٠٢٦", "2026"),
        ("दिल्ली", "दिल्ली"),
        ("२०२६", "2026"),
        ("plain", "plain"),
    ];
    for (word, expect) in cases {
        assert_eq!(plain(word), expect, "{word}");
    }
}

#[test]
fn changed_words_are_remembered_as_they_are_spelled() {
    let (text, spelled) = indexed_and_spelled("Die Straße, naïve Ｆｕｌｌ 京都 Łódź");
    let words: Vec<(&str, &str)> =
        spelled.iter().map(|(range, word)| (&text[range.clone()], word.as_str())).collect();
    assert_eq!(words, [("strasse", "Straße"), ("naive", "naïve"), ("lodz", "Łódź")]);
    assert_eq!(text, "Die strasse, naive Full  京都 都  lodz");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn the_plain_form_of_a_plain_form_is_the_same(text in "(\\PC|[ßæøłÄéñİışΣςЁйїأإآىیکةـ\u{300}-\u{330}\u{5b0}-\u{5bd}\u{64b}-\u{652}]){0,24}") {
        let once = plain(&text).into_owned();
        prop_assert_eq!(plain(&once), once.as_str());
        let once = indexed(&text);
        let lower = once.to_lowercase();
        prop_assert_eq!(plain(&once), plain(&lower));
    }
}
