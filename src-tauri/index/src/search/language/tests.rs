use super::*;

#[test]
fn a_question_is_english_beyond_doubt_or_not() {
    let cases = [
        ("What is the capital of France?", true),
        ("how much salt does rye bread need", true),
        ("who wrote Faust", true),
        ("photosynthesis", false),
        ("The Who", false),
        ("salt water ratio", false),
        ("Wie hoch ist der höchste Berg?", false),
        ("Was war die Ursache für den Krieg in Europa?", false),
        ("Wat is de hoofdstad van Nederland?", false),
        ("Quelle est la capitale de la France ?", false),
        ("Hvilken by er hovedstad i Norge?", false),
        ("¿Cuál es la capital de Francia?", false),
        ("Qual è la capitale d’Italia?", false),
        ("Jaka jest stolica Polski?", false),
        ("Какова столица Франции?", false),
        ("多少盐?", false),
        ("", false),
    ];
    for (question, expect) in cases {
        assert_eq!(is_english_question(question), expect, "{question}");
    }
}

#[test]
fn passages_tell_their_language() {
    let cases = [
        ("The dough rests for an hour, and then it is folded before the oven is hot.", Some(true)),
        (
            "Der Teig ruht eine Stunde lang und wird dann gefaltet, bevor der Ofen heiß ist.",
            Some(false),
        ),
        (
            "La pâte repose une heure puis elle est pliée avant que le four ne soit chaud.",
            Some(false),
        ),
        ("Het deeg rust een uur en wordt daarna gevouwen voordat de oven heet is.", Some(false)),
        (
            "Ciasto odpoczywa przez godzinę, a potem jest składane, zanim piec się nagrzeje.",
            Some(false),
        ),
        ("Degen hviler en time og foldes derefter, før ovnen er varm, i en by.", Some(false)),
        ("Тесто отдыхает", Some(false)),
        ("生地を一時間休ませる", Some(false)),
        ("العجين يرتاح", Some(false)),
        ("flour, water, salt", None),
        ("", None),
    ];
    for (text, expect) in cases {
        assert_eq!(is_english(text), expect, "{text}");
    }
    let share = english_share([cases[0].0, cases[1].0, "flour"]);
    assert_eq!(share, Some(0.5));
    assert_eq!(english_share(["flour"]), None);
}
