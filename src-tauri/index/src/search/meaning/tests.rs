use super::*;

const ENGLISH: &str = "The boiler was cold in the morning, and nobody knew why it had stopped.";
const GERMAN: &str = "Die Heizung war am Morgen kalt, und niemand wusste, warum sie nicht lief.";

#[test]
fn passages_in_another_language_have_the_same_place_by_words_as_by_meaning() {
    let near = [7, 3, 9];
    let texts = [GERMAN, ENGLISH, GERMAN].map(str::to_owned);
    for (asked, expected) in [
        (NaturalLanguage::English, vec![7, 3, 9, 5]),
        // The English passage is further up by its words.
        (NaturalLanguage::German, vec![3, 5, 9]),
    ] {
        let mut by_words = vec![3, 5, 9];
        place_foreign(asked, &mut by_words, &near, &texts);
        assert_eq!(by_words, expected, "{asked:?}");
    }
}

#[test]
fn a_question_is_in_another_language_if_few_of_the_nearest_passages_are_in_its_own() {
    let texts = |english: usize| {
        let all = (0..10).map(|at| if at < english { ENGLISH } else { GERMAN }.to_owned());
        all.collect::<Vec<String>>()
    };
    assert!(is_across(NaturalLanguage::English, &texts(3)));
    assert!(!is_across(NaturalLanguage::English, &texts(4)));
    assert!(!is_across(NaturalLanguage::English, &[]));
}

#[test]
fn a_passage_in_another_language_may_be_less_similar() {
    let options = SearchOptions::default();
    let least = |asked, text| threshold(&options, asked, text);
    assert!(least(Some(NaturalLanguage::English), GERMAN) < options.threshold);
    for (asked, text) in [(Some(NaturalLanguage::German), GERMAN), (None, GERMAN)] {
        assert!(least(asked, text) >= options.threshold, "{asked:?}");
    }
}
