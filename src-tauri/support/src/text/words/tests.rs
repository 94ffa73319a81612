use super::*;
use crate::text::{
    facts::{Evidence, facts},
    tokens::tokens,
};

// B133
#[test]
fn letters_that_people_write_differently_are_compared_as_one() {
    for (one, other) in [
        ("Łódź", "lodz"),
        ("Smørrebrød", "SMORREBROD"),
        ("cœur", "coeur"),
        ("Ærø", "aero"),
        ("Straße", "STRASSE"),
        ("ışık", "ISIK"),
        ("İzmir", "izmir"),
        ("Σίσυφος", "ΣΙΣΥΦΟΣ"),
        ("Ёлка", "елка"),
        ("مُحَمَّدٌ", "محمد"),
        ("الأسبوع", "الاسبوع"),
        ("على", "علي"),
        ("مدرســـة", "مدرسه"),
        ("کتاب", "كتاب"),
        ("שָׁלוֹם", "שלום"),
        ("Ｔｏｋｙｏ", "tokyo"),
        ("ｶﾞｽ", "ガス"),
        ("２０２６", "2026"),
        ("۱۴۰۲", "1402"),
    ] {
        assert_eq!(fold(one), fold(other), "{one}");
    }
    assert_ne!(fold("Maße"), fold("Mase"));
}

#[test]
fn numbers_in_other_digits_are_found() {
    for (claim, passage) in [
        ("250", "٢٥٠ غراما"),
        ("1402", "سال ۱۴۰۲"),
        ("24 %", "水２４％"),
        ("٢٫٥", "2.5"),
        ("२०", "20"),
    ] {
        let evidence = Evidence::new(&[passage]);
        let wanted = facts(claim);
        assert!(!wanted.is_empty() && wanted.iter().all(|fact| evidence.has(fact)), "{claim}");
        assert!(!Evidence::new(&["9"]).has(&wanted[0]), "{claim}");
    }
}

#[test]
fn words_of_scripts_without_spaces_are_pairs_of_characters() {
    let check = |text: &str, expect: &[&str]| {
        let found = tokens(text);
        let words: Vec<&str> = found.iter().map(|token| token.folded.as_str()).collect();
        assert_eq!(words, expect, "{text}");
    };
    check("面团放凉。", &["面团", "团放", "放凉"]);
    check("パンとバター。", &["パン", "ンと", "とバ", "バタ", "ター"]);
    check("소금이 녹는다.", &["소금", "금이", "녹는", "는다"]);
}
