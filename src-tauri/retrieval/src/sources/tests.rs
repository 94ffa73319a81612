use super::*;

#[test]
fn common_places_are_inside_both_lists() {
    let cases = [
        ("", "", Some("")),
        ("Log", "", Some("Log")),
        ("", "Log", Some("Log")),
        ("Log", "Log/2024 Salt.md", Some("Log/2024")),
        ("Log/2024 Log/2025", "Log", Some("Log/2024 Log/2025")),
        ("Log", "Logs", None),
    ];
    let places = |text: &str| -> Vec<NotePath> {
        text.split_whitespace().map(|path| NotePath::new(path).unwrap()).collect()
    };
    for (some, others, common) in cases {
        assert_eq!(
            common_places(&places(some), &places(others)),
            common.map(places),
            "{some} and {others}"
        );
    }
}

// B107
#[test]
fn an_unused_passage_states_its_rank_or_its_similarity() {
    use language::Language::{English, German};
    fn check(language: language::Language, say: impl FnOnce() -> String, expect: &str) {
        assert_eq!(language::speaking(language, say), expect);
    }
    let beyond = sentences::beyond_best;
    check(English, || beyond(9, 5), "ranked number 9; only the best 5 were used");
    check(English, || beyond(2, 1), "ranked number 2; only the best one was used");
    check(German, || beyond(9, 5), "auf Platz 9; nur die besten 5 wurden verwendet");
    check(German, || beyond(2, 1), "auf Platz 2; nur die beste wurde verwendet");
    let below = sentences::below_threshold;
    check(
        English,
        || below(0.304, 0.5),
        "not similar enough to the question: 0.30, the minimum in the settings is 0.50",
    );
    check(
        German,
        || below(0.304, 0.5),
        "der Frage nicht ähnlich genug: 0,30, die Einstellungen verlangen 0,50",
    );
}
