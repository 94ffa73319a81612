use super::*;

// B101
#[test]
fn an_abstention_has_the_sentence_nearest_to_the_question() {
    let rye = "# Rye\n\nRye keeps for a week. It rests overnight at 4 °C.";
    let salt = "# Salt\n\nSalt is 2 % of the flour.";
    let source = |number, text| Source { number: Number(number), text, about: &[] };
    let sources = [source(1, salt), source(2, rye)];
    let check = |answer: &str, question: &str, expect: Option<&str>| {
        let found = nearest(answer, &[], &sources, question, &|_| None);
        let shown = found.map(|found| {
            let of = sources.iter().find(|source| source.number == found.number).unwrap();
            assert_eq!(&answer[found.said], answer.split_inclusive('.').next().unwrap());
            &of.text[found.sentence]
        });
        assert_eq!(shown, expect, "{answer} {question}");
    };
    let untold = "The notes don't say.";
    check(untold, "How long does rye keep?", Some("Rye keeps for a week."));
    check(untold, "How much salt for the flour?", Some("Salt is 2 % of the flour."));
    check(
        "The documents do not tell.",
        "Does rye rest overnight?",
        Some("It rests overnight at 4 °C."),
    );
    for untold in [
        "Das steht nicht in den Notizen.",
        "Las notas no lo dicen.",
        "Les notes ne le disent pas.",
        "Le note non lo dicono.",
        "As notas não o dizem.",
        "De notities zeggen dat niet.",
        "Anteckningarna säger inte det.",
        "В заметках этого нет.",
        "笔记里没有提到这一点。",
        "ノートには書かれていません。",
    ] {
        check(untold, "How long does rye keep?", Some("Rye keeps for a week."));
    }
    // No sentence is close, or the answer says something.
    check(untold, "Who discovered penicillin?", None);
    check("Rye keeps for two days.", "How long does rye keep?", None);
    check("Anna maakt geen notities.", "How long does rye keep?", None);
    check("Rye keeps. The notes don't say more.", "How long does rye keep?", None);
    check("", "How long does rye keep?", None);
    let marks = [CitationMark::new(0, 3, Number(2))];
    assert_eq!(nearest("[2] notes.", &marks, &sources, "How long does rye keep?", &|_| None), None);
}

#[test]
fn a_sentence_that_only_refers_to_a_note_is_second_to_one_that_states_something() {
    let about = |text: &str, expect: &str| {
        let sources = [Source { number: Number(1), text, about: &[] }];
        let found = nearest("The notes don't say.", &[], &sources, "gummy rye", &|_| None);
        assert_eq!(found.map(|found| &text[found.sentence]), Some(expect));
    };
    about("See [[Gummy rye]]. Gummy rye was cut early.", "Gummy rye was cut early.");
    about("See [gummy](gummy.md) [rye](rye.md). Rye gets gummy.", "Rye gets gummy.");
    // Nothing else is close.
    about("See [[Gummy rye]]. Wheat is easy.", "See [[Gummy rye]].");
    for sentence in
        ["See [[Rye#Gummy|rye]].", "[[Rye]]", "Siehe auch [[Rye]], [[Oven]]!", "→ [Rye](rye.md)"]
    {
        assert!(only_refers(sentence), "{sentence}");
    }
    for sentence in [
        "[[Rye]] keeps.",
        "It is as gummy as [[Rye]].",
        "See rye.",
        "[ ] Buy more rye [[Shop]]",
        "See [[Rye",
    ] {
        assert!(!only_refers(sentence), "{sentence}");
    }
}
