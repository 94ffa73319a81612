use std::sync::Arc;

use conversation::reference::Number;
use unicode_segmentation::UnicodeSegmentation;

use super::*;
use crate::text::meaning::Vectors;

/// Vectors in which “price” and “cost” are near, and all other words unknown.
fn meaning(text: &str) -> Option<Arc<Vectors>> {
    let vector = |word: &str| {
        let is_price = ["price", "cost"].contains(&word);
        vec![if is_price { 1.0 } else { 0.0 }]
    };
    let words = text.unicode_word_indices().map(|(at, word)| (at..at + word.len(), vector(word)));
    Some(Arc::new(Vectors { text: vec![1.0], words: words.collect() }))
}

// B123
#[test]
fn an_answer_without_the_number_that_was_asked_for_is_seen() {
    let lacking = [
        ("What did we pay for the Shimizu-so?", "It was a tiny ryokan with a cedar bath."),
        ("What did we pay for the Shimizu-so?", "We paid for it on 22 October 2025."),
        ("What does the Plover cost?", "The Plover has a new coating."),
        ("What is the phone number of my landlady?", "She lives on the ground floor."),
        ("What is the phone number of my landlady?", "The phone number is 2025-05-14."),
        ("What is the phone number of my landlady?", "The phone number is 15 December 1959."),
        ("At what temperature do I bake panettone?", "The dough is the steering wheel."),
        ("How many people came to the fair?", "The people came to Essen."),
        ("Was hat die Hütte gekostet?", "Die Hütte war oben am Berg."),
        ("Wie viele Gäste kamen?", "Die Gäste kamen aus Turin."),
    ];
    for (question, answer) in lacking {
        assert!(lacks_number(question, answer), "{question} {answer}");
    }
    let others = [
        ("What did we pay for the Shimizu-so?", "It cost 279 €."),
        ("What does the Plover cost?", "Two hundred euros."),
        ("What is Rosa's phone number?", "It is +49 711 555 01."),
        ("Wie ist Rosas Handynummer?", "0171 5550123."),
        ("How much did we pay?", "Nothing, it was free."),
        ("How many people came to the fair?", "All of them."),
        ("At what temperature do I keep cheese?", "At room temperature."),
        ("Wie viele Gäste kamen?", "Es kamen zwölf."),
        ("Wie viele Gäste kamen?", "Es kamen Hunderte."),
        ("How much salt does a dough want?", "A pinch."),
        ("What did I pay for with the card?", "The groceries."),
        ("Where did we sleep?", "In the hut."),
    ];
    for (question, answer) in others {
        assert!(!lacks_number(question, answer), "{question} {answer}");
    }
}

// B123
#[test]
fn an_answer_without_the_name_that_was_asked_for_is_seen() {
    let brand = "What brand is the stand mixer?";
    assert!(lacks_name(brand, "The stand mixer is a heavy one with a steel bowl."));
    assert!(lacks_name("Which hotel did I stay at in Kyoto?", "I stayed at 35.0116 north."));
    for (question, answer) in [
        (brand, "It is a Kenwood."),
        ("Which hotel did I stay at in Kyoto?", "You stayed at the Shimizu-so."),
        ("Which restaurant did we like?", "You liked the noodle place next door."),
        ("Welche Firma hat das Dach gemacht?", "Die Firma hat das Dach gut gemacht."),
    ] {
        assert!(!lacks_name(question, answer), "{question} {answer}");
    }
}

// B123
#[test]
fn a_name_that_was_asked_for_and_is_in_no_passage_is_made_up() {
    let text =
        "Bruno Castellani: role sales engineer; company Vetrolux. The cat Quark ate the cress.";
    let source = Source { number: Number(1), text, about: &["Bruno Castellani"] };
    let name = |question: &str, answer: &str| made_up_name(question, answer, &[source]);
    let boss = "Wie heißt der Chef von Bruno Castellani?";
    let made_up = name(boss, "Der Chef von Bruno Castellani heißt Tommaso Riva.");
    assert_eq!(made_up.as_deref(), Some("Tommaso"));
    let made_up = name("What is the name of Bruno's wife?", "Her name is Anna.");
    assert_eq!(made_up.as_deref(), Some("Anna"));
    for (question, answer) in [
        ("Wie heißt der Kater von nebenan?", "Der Nachbarskater heißt Quark."),
        ("Wie heißt die Firma?", "Die Firma heißt Vetrolux."),
        ("What is the cat called?", "It is called quark."),
        // No name is asked for, so a German noun may be another word for the passage's.
        ("Wer ist Bruno Castellani?", "Er ist Verkäufer."),
    ] {
        assert_eq!(name(question, answer), None, "{question} {answer}");
    }
}

// B123
#[test]
fn an_answer_that_only_points_at_a_passage_repeats_the_question() {
    let question = "Which hotel did I stay at in Kyoto?";
    assert!(only_repeats(
        question,
        "The hotel I stayed at in Kyoto was the one given in document."
    ));
    assert!(!only_repeats(question, "The hotel I stayed at in Kyoto was the Shimizu-so."));
    assert!(!only_repeats(question, "The hotel in Kyoto had 12 rooms, by the document."));
    assert!(!only_repeats("Which is longer, the Nile or the Amazon?", "The Amazon is longer."));
    assert!(!only_repeats("Which document names the hotel?", "The document names the hotel."));
}

const WALLET: &str = "In Lisbon my wallet was stolen on the tram. The police report is number 2291, \
                      and they were quite friendly about it.";
const LANDLADY: &str =
    "She is our landlady and lives on the ground floor. Her phone is always off.";
const SLEEP: &str = "sleep:: 6.4\n\n## Log\n\nThe dishes were all done when we came home.\n\nIn the Dolomites we \
                     went up to the hut, which took four hours.";

fn found(question: &str, said: &str, behind: &[u32]) -> Option<Elsewhere> {
    let texts = [WALLET, LANDLADY, SLEEP];
    let sources: Vec<Source<'_>> = (1..)
        .zip(texts)
        .map(|(number, text)| Source { number: Number(number), text, about: &["Notes"] })
        .collect();
    let is_behind = |source: &Source<'_>| behind.contains(&source.number.0);
    elsewhere(&[said.to_owned()], &is_behind, &sources, question, &meaning)
}

// B123
#[test]
fn a_number_from_a_sentence_about_another_subject_is_found() {
    let apart = |number: &str| Some(Elsewhere::Number(number.to_owned()));
    let question = "What is the phone number of my landlady?";
    assert_eq!(found(question, "It is 2291.", &[1]), apart("2291"));
    let question = "What was the price of the hut in the Dolomites?";
    assert_eq!(found(question, "The hut cost 6.4 €.", &[3]), apart("6.4"));
    let question = "Which number has the police report?";
    assert_eq!(found(question, "It has number 2291.", &[1]), None);
    let question = "How long did I sleep in the Dolomites?";
    assert_eq!(found(question, "You slept 6.4 hours.", &[3]), None);
    // A German question can't be compared by words.
    let question = "Welche Telefonnummer hat meine Vermieterin eigentlich?";
    assert_eq!(found(question, "Sie ist 2291.", &[1]), None);
}

// B123
#[test]
fn an_answer_from_a_passage_without_any_word_of_the_question_names_the_most_telling() {
    let word = |word: &str| Some(Elsewhere::Word(word.to_owned()));
    let question = "On which floor does our landlady live?";
    assert_eq!(found(question, "She lives in Lisbon.", &[1]), word("landlady"));
    // Another passage may say so, and the model cited the wrong one.
    assert_eq!(found(question, "On the ground floor.", &[1]), None);
    assert_eq!(found(question, "She lives in Lisbon.", &[2]), None);
}
