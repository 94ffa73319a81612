mod across;
mod evidence;
mod languages;
mod polarity;
mod turned;

use proptest::prelude::*;

use super::{Fact, Source, check, check_claim, claims::claims};
use conversation::{CitationMark, Number, Support};

fn read(answer: &str) -> (String, Vec<CitationMark>) {
    let marks = answer.match_indices('[').filter_map(|(start, _)| {
        let (number, _) = answer[start + 1..].split_once(']')?;
        let end = start + number.len() + 2;
        let number = Number(number.parse().ok()?);
        Some(CitationMark::new(start as u32, end as u32, number))
    });
    (answer.to_owned(), marks.collect())
}

fn said(answer: &str) -> Vec<(String, Vec<u32>)> {
    let (text, marks) = read(answer);
    claims(&text, &marks)
        .into_iter()
        .map(|claim| (claim.text, claim.numbers.iter().map(|number| number.0).collect()))
        .collect()
}

/// Checks each claim of a table against its passage: `+` supported, `!` not supported, `≠` contradicted, `=` not
/// contradicted, `≈` weak, `-` neither supported nor contradicted.
fn check_all(cases: &[(char, &str, &str)]) {
    let mut wrong = Vec::new();
    for (expect, passage, claim) in cases {
        let (found, missing) = check_claim(claim, passage, &[], &|_| None);
        let found = found.support;
        let fits = match expect {
            '+' => found == Support::Supported,
            '!' => found != Support::Supported,
            '≠' => found == Support::Contradicted,
            '=' => found != Support::Contradicted,
            '≈' => found == Support::Weak,
            '-' => matches!(found, Support::Weak | Support::Unsupported),
            other => panic!("{other} is no sign"),
        };
        if !fits {
            wrong.push(format!("{expect} {passage} / {claim}: {found:?} {missing:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

type Expected<'a> = &'a [(&'a str, &'a [u32])];

#[test]
fn a_mark_belongs_to_its_sentence() {
    let cases: [(&str, Expected); 20] = [
        ("No marks here. None.", &[]),
        ("Salt is 2%. [1] Yeast is 1%. [2]", &[("Salt is 2%.", &[1]), ("Yeast is 1%.", &[2])]),
        ("Salt is 2% [1]. Yeast is 1% [2].", &[("Salt is 2%.", &[1]), ("Yeast is 1%.", &[2])]),
        (
            "Uncited. Salt is 2%[1][3], so weigh it. Uncited.",
            &[("Salt is 2%, so weigh it.", &[1, 3])],
        ),
        ("[1] Weigh it. Then mix.", &[("Weigh it.", &[1])]),
        ("- Salt [1]\n- **Yeast** [2]\n", &[("Salt", &[1]), ("Yeast", &[2])]),
        ("• Salt [1]\n• Yeast [2]\n•", &[("Salt", &[1]), ("Yeast •", &[2])]),
        ("1. Mix it [1]\n2. Wait [2]", &[("Mix it", &[1]), ("Wait", &[2])]),
        ("One line\ngoes on here [2].", &[("One line goes on here.", &[2])]),
        ("A paragraph.\n\nAnother [2].", &[("Another.", &[2])]),
        ("| Salt | 2% [1] |\n| Yeast | 1% [2] |", &[("Salt 2%", &[1]), ("Yeast 1%", &[2])]),
        ("## Salt [1]\nMore.", &[("Salt", &[1])]),
        ("> Quoted [1].", &[("Quoted.", &[1])]),
        ("Ask Mr. Okafor. [1]", &[("Ask Mr. Okafor.", &[1])]),
        ("See [[Salt|the note]] and `code` [1].", &[("See Salt the note and code.", &[1])]),
        ("盐是2%。[1] 酵母是1%。[2]", &[("盐是2%。", &[1]), ("酵母是1%。", &[2])]),
        ("塩は2%です！次に焼く [1]。", &[("次に焼く。", &[1])]),
        (
            "ما الملح؟ الملح قليل [1]؛ الخميرة أقل [2].",
            &[("الملح قليل؛", &[1]), ("الخميرة أقل.", &[2])],
        ),
        ("नमक कम है। [1] खमीर और कम है [2]।", &[("नमक कम है।", &[1]), ("खमीर और कम है।", &[2])]),
        ("```\nlet a = 1;\n```\nIt is one [1].", &[("It is one.", &[1])]),
    ];
    for (answer, expected) in cases {
        let expected: Vec<(String, Vec<u32>)> =
            expected.iter().map(|(text, numbers)| ((*text).to_owned(), numbers.to_vec())).collect();
        assert_eq!(said(answer), expected, "{answer}");
    }
}

const SALT: &str = "Salt is 2% of the flour weight: 10 g for 500 g of flour, 20 g for a kilo. It does \
    not kill yeast, it slows it. Anna Berg wrote on 21 March 2026: “never weigh by the spoon”. The \
    first rise takes four hours at 24 °C; the second, 1,500 seconds. The train leaves at 7:42.";

fn support(sentence: &str) -> Support {
    let (text, marks) = read(&format!("{sentence} [1]"));
    let source = Source { number: Number(1), text: SALT, about: &["Salt", "Ingredients/Salt.md"] };
    let verdicts = check(&text, &marks, &[source], "What does Tom ask about salt?", &|_| None);
    assert_eq!(verdicts.len(), 1, "{sentence}: {verdicts:?}");
    verdicts[0].marks[0].1.support
}

// B19
#[test]
fn facts_must_stand_in_the_passage() {
    use Support::{Supported, Unsupported};
    let cases = [
        ("Salt is 2 per cent of the weight of the flour.", Supported),
        ("Salt is 3% of the flour weight.", Unsupported),
        ("For 500 g of flour that is 10 g.", Supported),
        ("For 500 g of flour that is 12 g.", Unsupported),
        ("The second rise takes 1500 seconds.", Supported),
        ("The second rise takes 1.500 seconds.", Supported),
        ("The second rise takes 1,600 seconds.", Unsupported),
        ("The first rise takes 4 hours at 24 °C.", Supported),
        ("The first rise takes four hours.", Supported),
        ("The first rise takes 5 hours at 24 °C.", Unsupported),
        ("On 2026-03-21 Anna Berg wrote never to weigh by the spoon.", Supported),
        ("On March 21st, 2026, Anna Berg wrote never to weigh by the spoon.", Supported),
        ("In March 2026 Anna Berg wrote about weighing by the spoon.", Supported),
        ("On 22 March 2026 Anna Berg wrote about the spoon.", Unsupported),
        ("On 21 March 2025 Anna Berg wrote about the spoon.", Unsupported),
        ("She wrote: “Never weigh by the spoon”.", Supported),
        ("She wrote \"never … by the spoon\".", Supported),
        ("She wrote “always weigh by the spoon”.", Unsupported),
        ("As Peter Berg wrote, never weigh salt by the spoon.", Unsupported),
        ("As Tom asks: salt doesn't kill yeast, it slows it.", Supported),
        ("The train leaves at 07:42.", Supported),
        ("The train leaves at 7:52.", Unsupported),
    ];
    for (sentence, expected) in cases {
        assert_eq!(support(sentence), expected, "{sentence}");
    }
}

// B19
#[test]
fn prose_without_figures_is_checked() {
    let source = [Source { number: Number(1), text: SALT, about: &[] }];
    let check = |sentence: &str, expect: Support| {
        let (text, marks) = read(&format!("{sentence} [1]"));
        let found = check(&text, &marks, &source, "", &|_| None)[0].marks[0].1.support;
        assert_eq!(found, expect, "{sentence}");
    };
    check("Salt doesn't kill the yeast but slows it.", Support::Supported);
    check("Anna Berg wrote that nobody should weigh by the spoon.", Support::Supported);
    check("Butter makes the crumb softer.", Support::Unsupported);
    check("Ovens need an hour to get hot.", Support::Unsupported);
}

#[test]
fn several_passages_carry_a_sentence_together() {
    let sources = [
        Source { number: Number(1), text: "Salt is 2% of the flour.", about: &[] },
        Source { number: Number(2), text: "Yeast is 1% of the flour.", about: &[] },
    ];
    let check = |answer: &str| {
        let (text, marks) = read(answer);
        check(&text, &marks, &sources, "", &|_| None)
    };
    let verdicts = check("Salt is 2% and yeast is 1% of the flour [1][2].");
    assert_eq!(verdicts[0].missing, []);
    assert_eq!(verdicts[0].marks.iter().map(|(number, _)| number.0).collect::<Vec<_>>(), [1, 2]);
    assert!(
        verdicts[0].marks.iter().all(|(_, found)| found.support == Support::Supported),
        "{verdicts:?}"
    );
    // One passage alone lacks a fact.
    let verdicts = check("Salt is 2% and yeast is 1% of the flour [1].");
    assert_eq!(verdicts[0].missing, [Fact::Number("1".to_owned())]);
    assert_eq!(verdicts[0].marks[0].1.support, Support::Unsupported);
    // An unknown number supports nothing.
    let verdicts = check("Salt is 2% of the flour [7].");
    assert_eq!(verdicts[0].marks[0].1.support, Support::Unsupported);
}

#[test]
fn other_languages() {
    let cases = [
        (
            "Salz macht 2 % des Mehlgewichts aus. Der Teig ruht am 3. April 2026 zwölf Stunden.",
            "Der Teig ruht am 3.4.2026 für 12 Stunden und das Salz macht 2 % vom Mehl aus.",
            Support::Supported,
        ),
        (
            "Salz macht 2 % des Mehlgewichts aus.",
            "Das Salz macht 2,5 % des Mehlgewichts aus.",
            Support::Unsupported,
        ),
        (
            "La sal es el 2,5 % del peso de la harina.",
            "El peso de la sal es el 2.5 % del de la harina.",
            Support::Supported,
        ),
        (
            "Le sel fait 2,5 % du poids de la farine. La pâte a été pétrie le 3 avril 2026.",
            "Le sel fait 2.5 % du poids de la farine.",
            Support::Supported,
        ),
        (
            "Le sel fait 2,5 % du poids de la farine. La pâte a été pétrie le 3 avril 2026.",
            "Le sel fait 3,5 % du poids de la farine.",
            Support::Unsupported,
        ),
        (
            "Le sel fait 2,5 % du poids de la farine. La pâte a été pétrie le 3 avril 2026.",
            "La pâte a été pétrie le 3.4.2026.",
            Support::Supported,
        ),
        (
            "Le sel fait 2,5 % du poids de la farine. La pâte a été pétrie le 3 avril 2026.",
            "La pâte a été pétrie le 4 avril 2026.",
            Support::Unsupported,
        ),
        (
            "Il sale è il 2,5 % del peso della farina. La pasta è stata impastata il 3 aprile 2026.",
            "Il sale è il 2.5 % del peso della farina.",
            Support::Supported,
        ),
        (
            "Il sale è il 2,5 % del peso della farina. La pasta è stata impastata il 3 aprile 2026.",
            "Il sale è il 3,5 % del peso della farina.",
            Support::Unsupported,
        ),
        (
            "Il sale è il 2,5 % del peso della farina. La pasta è stata impastata il 3 aprile 2026.",
            "La pasta è stata impastata il 3/4/2026.",
            Support::Supported,
        ),
        (
            "Il sale è il 2,5 % del peso della farina. La pasta è stata impastata il 3 aprile 2026.",
            "La pasta è stata impastata il 3 maggio 2026.",
            Support::Unsupported,
        ),
        (
            "O sal é 2,5 % do peso da farinha. A massa foi amassada em 3 de abril de 2026.",
            "O sal é 2.5 % do peso da farinha.",
            Support::Supported,
        ),
        (
            "O sal é 2,5 % do peso da farinha. A massa foi amassada em 3 de abril de 2026.",
            "O sal é 3,5 % do peso da farinha.",
            Support::Unsupported,
        ),
        (
            "O sal é 2,5 % do peso da farinha. A massa foi amassada em 3 de abril de 2026.",
            "A massa foi amassada em 2026-04-03.",
            Support::Supported,
        ),
        (
            "O sal é 2,5 % do peso da farinha. A massa foi amassada em 3 de abril de 2026.",
            "A massa foi amassada em 3 de maio de 2026.",
            Support::Unsupported,
        ),
        ("面团在24度发酵四小时。", "面团在24度发酵四小时", Support::Supported),
        ("面团在24度发酵四小时。", "面团在28度发酵", Support::Unsupported),
    ];
    for (passage, sentence, expected) in cases {
        let (text, marks) = read(&format!("{sentence} [1]"));
        let source = [Source { number: Number(1), text: passage, about: &[] }];
        let verdicts = check(&text, &marks, &source, "", &|_| None);
        assert_eq!(verdicts[0].marks[0].1.support, expected, "{sentence}: {verdicts:?}");
    }
}

proptest! {
    #[test]
    fn any_answer_is_checked(answer in "([A-Za-z0-9 .,:/\"“”\\-\\n*#|>_ü盐½%]|\\[1\\]|\\[2\\]|```|\\PC){0,120}", passage in "\\PC{0,80}") {
        let (text, marks) = read(&answer);
        let source = [Source { number: Number(1), text: &passage, about: &[] }];
        for verdict in check(&text, &marks, &source, &passage, &|_| None) {
            prop_assert!(!verdict.claim.numbers.is_empty());
            let is_judged = |number: &Number| verdict.marks.iter().any(|(other, _)| other == number);
            for number in &verdict.claim.numbers {
                prop_assert!(is_judged(number) || verdict.other_language.contains(number));
            }
            prop_assert!(text.get(verdict.claim.range.clone()).is_some(), "{:?}", verdict.claim);
        }
        let marks_of = |claims: &[super::Claim]| claims.iter().map(|claim| claim.numbers.len()).sum::<usize>();
        prop_assert!(marks_of(&claims(&text, &marks)) <= marks.len());
    }

    /// A passage supports text that is copied from it.
    #[test]
    fn copied_text_is_supported(start in 0_usize..40, count in 4_usize..20) {
        let words: Vec<&str> = SALT.split(' ').collect();
        let copied = words[start..(start + count).min(words.len())].join(" ");
        let (text, marks) = read(&format!("{copied} [1]"));
        let source = [Source { number: Number(1), text: SALT, about: &[] }];
        for verdict in check(&text, &marks, &source, "", &|_| None) {
            prop_assert_eq!(&verdict.missing, &[], "{}", copied);
        }
    }
}

#[test]
fn a_sentence_without_a_mark_comes_from_the_one_passage_that_clearly_has_it() {
    let sources = [
        Source { number: Number(1), text: SALT, about: &["Salt"] },
        Source {
            number: Number(2),
            text: "The Panthers defense gave up just 308 points, ranking sixth in the league.",
            about: &["Super Bowl 50"],
        },
        Source {
            number: Number(3),
            text: "The Broncos defense ranked first, allowing the fewest yards.",
            about: &["Super Bowl 50"],
        },
        Source {
            number: Number(4),
            text: "The train to Lyon leaves at 7:42 from platform 3. Seats are free.",
            about: &["Lyon"],
        },
        Source {
            number: Number(5),
            text: "The train to Lyon leaves at 7:42 from platform 3, Anna says.",
            about: &["Anna"],
        },
    ];
    let cases: [(&str, &str, &[u32]); 8] = [
        // A wrong number, but a clear origin.
        ("How many points?", "[4] The Panthers defense gave up 308 points.", &[2]),
        ("How many points did the Panthers defense surrender?", "308", &[2]),
        ("How many points?", "The Panthers defense gave up 308 points.", &[2]),
        ("How many points?", "The Panthers defense gave up 309 points.", &[]),
        // Only the question's words, or almost no content.
        ("Did the Panthers defense rank?", "Panthers.", &[]),
        ("How many points?", "I am not sure about that.", &[]),
        // Two passages match equally.
        ("When does the train leave?", "The train to Lyon leaves at 7:42 from platform 3.", &[]),
        (
            "Both?",
            "The Panthers defense gave up 308 points. The Broncos defense allowed the fewest yards.",
            &[2, 3],
        ),
    ];
    for (question, answer, expect) in cases {
        let (text, marks) = read(answer);
        let found: Vec<u32> =
            super::origins(&text, &marks, &sources, question, &|_| None, &|_| true)
                .into_iter()
                .filter_map(|origin| Some(origin.passage?.0.0))
                .collect();
        assert_eq!(found, expect, "{answer}");
    }
}

#[test]
fn sentences_that_say_nothing_by_themselves_need_no_source() {
    let sources = [Source { number: Number(1), text: SALT, about: &[] }];
    let check = |answer: &str, expect: &[&str]| {
        let found = super::origins(answer, &[], &sources, "", &|_| None, &|_| true);
        let found: Vec<&str> = found.into_iter().map(|origin| &answer[origin.range]).collect();
        assert_eq!(found, expect, "{answer}");
    };
    check("Butter makes every crumb softer.", &["Butter makes every crumb softer."]);
    check("Here is what matters about salt and dough:", &[]);
    check("## Salt slows the yeast in dough", &[]);
    check("Would you like to know about butter, too?", &[]);
    check("Your notes don't say how much butter the dough takes.", &[]);
    check("In deinen Notizen steht nichts über Butter im Teig.", &[]);
    // The same words about another subject.
    for said in
        ["The sources of the river were not known.", "Anna notes that butter doesn't harm dough."]
    {
        check(said, &[said]);
    }
    check("[salt]: https://example.org/salt/slows/yeast", &[]);
    check(
        "| Kind of flour | Water needed |\n|---|---|\n| Rye flour takes | much more water |",
        &["Rye flour takes | much more water |"],
    );
}

#[test]
fn an_origin_has_the_sentences_that_carry_it() {
    let sources = [Source { number: Number(1), text: SALT, about: &[] }];
    let found = super::origins(
        "It does not kill the yeast, it slows it.",
        &[],
        &sources,
        "",
        &|_| None,
        &|_| true,
    );
    let (number, evidence) = found[0].passage.clone().unwrap();
    assert_eq!(
        (number, SALT[evidence[0].clone()].trim()),
        (Number(1), "It does not kill yeast, it slows it.")
    );
}

#[test]
fn missing_facts_are_whole_and_without_unit() {
    let check = |sentence: &str, expect: &[&str]| {
        let (text, marks) = read(&format!("{sentence} [1]"));
        let source = Source { number: Number(1), text: SALT, about: &["Salt"] };
        let missing = &super::check(&text, &marks, &[source], "Why?", &|_| None)[0].missing;
        let missing: Vec<String> = missing.iter().map(ToString::to_string).collect();
        assert_eq!(missing, expect, "{sentence}");
    };
    check("The oven must be at 300 °C.", &["300"]);
    check("Napoleon ate it in 1815.", &["1815", "Napoleon"]);
    check("Anna ate it in 1815.", &["1815"]);
    check("Weighing it takes 5 minutes.", &["5"]);
    check("Take 731 grams of spelt.", &["731"]);
    // A capital at the beginning of a sentence disproves nothing by itself.
    check("Autolyse slows the yeast.", &[]);
}

#[test]
fn an_unsupported_sentence_has_the_nearest_passage() {
    let (text, marks) = read("The first rise takes 5 hours at 24 °C. [1]");
    let source = Source { number: Number(1), text: SALT, about: &[] };
    let verdict = &super::check(&text, &marks, &[source], "", &|_| None)[0];
    let (number, found) = &verdict.marks[0];
    assert_eq!(
        (*number, found.support, found.evidence.len()),
        (Number(1), Support::Unsupported, 0)
    );
    assert!(SALT[found.nearest[0].clone()].contains("four hours at 24"), "{found:?}");
}
