use std::sync::Arc;

use conversation::reference::Number;
use unicode_segmentation::UnicodeSegmentation;

use super::*;
use crate::text::meaning::Vectors;

/// Vectors in which “wife” and “partner” are near, and all other words unknown.
fn meaning(text: &str) -> Option<Arc<Vectors>> {
    let vector = |word: &str| {
        let is_spouse = ["wife", "partner"].contains(&word);
        vec![if is_spouse { 1.0 } else { 0.0 }]
    };
    let words = text.unicode_word_indices().map(|(at, word)| (at..at + word.len(), vector(word)));
    Some(Arc::new(Vectors { text: vec![1.0], words: words.collect() }))
}

fn missing_in(question: &str, about: &str, text: &str, meaning: Meaning<'_>) -> Option<String> {
    let source = Source { number: Number(1), text, about: &[about] };
    missing(question, &[source], meaning)
}

// B123
#[test]
fn a_possession_that_no_passage_has_is_missing() {
    let cases = [
        ("What is the name of Bruno's wife?", "Bruno", "He builds lenses in Turin."),
        ("What hydration does my ciabatta have?", "Baguette", "It has a hydration of 70 %."),
        ("When was Saskia’s daughter’s birthday?", "Saskia", "Her birthday is on 17 February."),
        ("Where does Noor's sister live?", "Piet", "His sister lives in Ghent."),
        ("What did our plumber do with the boiler?", "Boiler", "The boiler is from 2019."),
    ];
    let things =
        ["Bruno's wife", "my ciabatta", "Saskia’s daughter", "Noor's sister", "our plumber"];
    for ((question, about, text), thing) in cases.into_iter().zip(things) {
        let found = missing_in(question, about, text, &meaning);
        assert_eq!(found.as_deref(), Some(thing), "{question}");
        // By words alone, a paraphrase would be missing, too.
        assert_eq!(missing_in(question, about, text, &|_| None), None, "{question}");
    }
}

// B123
#[test]
fn a_question_that_a_passage_may_answer_in_other_words_stays() {
    let german = "Das neue Fahrrad hat mit allem Zubehör 1.200 Euro gekostet, und ich bin damit sehr zufrieden.";
    let cases = [
        // By meaning, by an ending, by a related word.
        ("What is the name of Bruno's wife?", "Bruno", "He came with his partner Chiara."),
        ("What hydration does my ciabatta have?", "Bread", "Ciabattas have one of 80 %."),
        ("What does our insurer want for the car?", "Car", "The insurance costs 400 € a year."),
        // In the title, or with one of the words.
        ("How long does my sourdough keep?", "Sourdough", "Feed it every week."),
        ("Where does my wooden spoon belong?", "Kitchen", "All spoons go into the jar."),
        ("Where does Noor's sister live?", "Trips", "Noor went to see her sister in Ghent."),
        // Often said without the word.
        ("What is Saskia's address?", "Saskia", "She lives at Lindenallee 7."),
        ("What is my favourite bread?", "Bread", "I like rye best."),
        // Nobody's.
        ("What did we decide in Monday's meeting?", "Prices", "We take 269 €."),
        ("What's wrong with the oven?", "Kitchen", "The fan rattles."),
        ("Which colour did we paint the hallway?", "Flat", "It is RAL 7044 now."),
        // Names are compared by another rule.
        ("What did our Nightjar team say?", "Prices", "We take 269 €."),
        // In another language.
        ("How much did my bike cost with all the extras?", "Rad", german),
        ("Wie heißt die Mutter von meinem Bruder?", "Tom", "Er wohnt in Essen."),
    ];
    for (question, about, text) in cases {
        assert_eq!(missing_in(question, about, text, &meaning), None, "{question}");
    }
}
