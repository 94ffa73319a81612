use super::*;

#[test]
fn places_are_common_that_lie_in_both() {
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
