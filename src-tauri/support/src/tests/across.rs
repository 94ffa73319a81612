//! Sentences that cite passages in another language.

use super::*;

/// The support by each passage (`None` if it is in another language) and the missing facts of the first sentence.
fn check_cited(answer: &str, passages: &[&str]) -> (Vec<Option<Support>>, Vec<String>) {
    let numbers: Vec<Number> = (1..).map(Number).take(passages.len()).collect();
    let sources = numbers.iter().zip(passages);
    let sources: Vec<Source<'_>> =
        sources.map(|(number, text)| Source { number: *number, text, about: &[] }).collect();
    let verdicts = check(answer, &read(answer).1, &sources, "", &|_| None);
    let verdict = verdicts.first().expect(answer);
    let support = |number: &Number| {
        let mark = verdict.marks.iter().find(|(other, _)| other == number);
        assert!(mark.is_some() || verdict.other_language.contains(number), "{answer}");
        mark.map(|(_, assessment)| assessment.support)
    };
    let missing = verdict.missing.iter().map(ToString::to_string).collect();
    (verdict.claim.numbers.iter().map(support).collect(), missing)
}

const GERMAN: &str =
    "Der Teig ruht über Nacht bei 4 °C im Kühlschrank. Anna backt ihn am 3. Mai 2024.";
const ENGLISH: &str =
    "The dough rests overnight at 4 °C in the fridge. Anna bakes it on 3 May 2024.";

// B136
#[test]
fn a_passage_in_another_language_is_not_judged() {
    for (answer, passage) in [
        ("Der Teig ruht über Nacht im Kühlschrank. [1]", ENGLISH),
        ("Und Anna backt ihn am 3. Mai 2024 im Ofen. [1]", ENGLISH),
        ("Der Teig ruht nicht im Kühlschrank. [1]", ENGLISH),
        ("Er wird von „Tante Grete“ im Ofen gebacken. [1]", ENGLISH),
        ("The dough rests overnight in the fridge. [1]", GERMAN),
        ("Anna bakes the dough on 3 May 2024. [1]", GERMAN),
        ("The dough doesn't rest in the fridge. [1]", GERMAN),
        ("La masa reposa durante la noche a 5 °C. [1]", ENGLISH),
        ("面团在冰箱里放一夜。 [1]", ENGLISH),
        ("Тесто отдыхает всю ночь, и это важно. [1]", GERMAN),
    ] {
        assert_eq!(check_cited(answer, &[passage]), (vec![None], Vec::new()), "{answer}");
    }
}

// B136
#[test]
fn english_and_german_figures_are_compared() {
    let unsupported = vec![Some(Support::Unsupported)];
    for (answer, passage, missing) in [
        ("Der Teig ruht über Nacht bei 12 °C im Kühlschrank. [1]", ENGLISH, "12"),
        ("The dough rests overnight at 12 °C in the fridge. [1]", GERMAN, "12"),
        ("Und Anna backt ihn am 5. Mai 2024 im Ofen. [1]", ENGLISH, "5. Mai 2024"),
        ("Anna bakes the dough on 5 May 2024. [1]", GERMAN, "5 May 2024"),
        // Names are translated, so none is missing.
        ("Der Teig ruht in München bei 12 °C im Kühlschrank. [1]", ENGLISH, "12"),
    ] {
        let expect = (unsupported.clone(), vec![missing.to_owned()]);
        assert_eq!(check_cited(answer, &[passage]), expect, "{answer}");
    }
    for (answer, passage) in [
        (
            "Das Haus hat 3.200 Fenster und ist 1,5 km lang. [1]",
            "The house has 3,200 windows and is 1.5 km long.",
        ),
        (
            "The house has 3,200 windows and is 1.5 km long. [1]",
            "Das Haus hat 3.200 Fenster und ist 1,5 km lang.",
        ),
        (
            "Die Hälfte der 25 Gäste kam um 15 Uhr. [1]",
            "Half of the twenty-five guests came at 3 pm.",
        ),
        ("There are 12 eggs in the basket. [1]", "In dem Korb sind zwölf Eier, und das reicht."),
        (
            "Der Vertrag ist vom 3.4.2026 und gilt 2 Jahre. [1]",
            "The contract is of 3 April 2026, for two years.",
        ),
    ] {
        assert_eq!(check_cited(answer, &[passage]), (vec![None], Vec::new()), "{answer}");
    }
}

#[test]
fn a_passage_in_the_same_language_is_judged() {
    let (supported, open) = (Some(Support::Supported), None);
    for (answer, passages, expect) in [
        ("Der Teig ruht über Nacht im Kühlschrank. [1]", vec![GERMAN], vec![supported]),
        // A passage with a sentence in the claim's language.
        (
            "Der Teig ruht über Nacht im Kühlschrank. [1]",
            vec![
                "This is what she told me about the dough:\n\n> Der Teig ruht über Nacht im Kühlschrank.\n\nAnd that is all that she said, so I do it.",
            ],
            vec![supported],
        ),
        // Each of several passages by itself.
        (
            "Der Teig ruht über Nacht im Kühlschrank. [1][2]",
            vec![ENGLISH, GERMAN],
            vec![open, supported],
        ),
        // The language of a sentence of names is unclear.
        (
            "Anna Grete: 4 °C. [1]",
            vec!["Anna Grete: 4 °C. That is what the note says."],
            vec![supported],
        ),
    ] {
        let found = check_cited(answer, &passages);
        assert_eq!(found, (expect, Vec::new()), "{answer}");
    }
    // An unclear sentence has the answer's language.
    let answer = "Salzmenge: 2 %. [1] Der Teig ruht über Nacht, und Anna backt ihn im Ofen. [1]";
    assert_eq!(check_cited(answer, &["Salt is 2 % of the flour, and not more."]).0, [None]);
}
