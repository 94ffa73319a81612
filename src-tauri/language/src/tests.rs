use super::*;

#[test]
fn the_thousands_of_a_number_stand_apart() {
    let cases =
        [(0, "0"), (999, "999"), (1_477, "1,477"), (55_090, "55,090"), (1_234_567, "1,234,567")];
    for (number, expected) in cases {
        assert_eq!(count(number), expected);
        let german = speaking(Language::German, || count(number));
        assert_eq!(german, expected.replace(',', "."));
    }
}

const CLOSED: Sentence =
    Sentence { en: "The library is closed.", de: "Die Bibliothek ist geschlossen." };

#[test]
fn a_sentence_is_said_in_the_language_that_is_spoken() {
    let said = |name: &str| say! { en: "“{name}”: {}", de: "„{name}“: {}", CLOSED };
    let english = "“Bread”: The library is closed.";
    assert_eq!(said("Bread"), english);
    let german = speaking(Language::German, || {
        assert_eq!(speaking(Language::English, || said("Bread")), english);
        said("Bread")
    });
    assert_eq!(german, "„Bread“: Die Bibliothek ist geschlossen.");
    assert_eq!(said("Bread"), english);
}

#[test]
fn a_stored_sentence_is_recognised_in_any_language() {
    let kept = speaking(Language::German, || String::from(CLOSED));
    assert!(CLOSED.is(&kept) && CLOSED.is(CLOSED.text()) && !CLOSED.is("Closed."));
    assert_ne!(kept, CLOSED.text());
}

#[test]
fn a_number_has_a_comma_in_german() {
    assert_eq!(decimal(2.25, 1), "2.2");
    assert_eq!(speaking(Language::German, || decimal(2.25, 1)), "2,2");
}

#[test]
fn a_panic_leaves_no_language_behind() {
    let said = std::panic::catch_unwind(|| speaking(Language::German, || panic!("no words")));
    assert!(said.is_err());
    assert_eq!(current(), Language::English);
}
