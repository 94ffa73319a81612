use super::spoken;

#[test]
fn properties_are_read_as_a_sentence() {
    let cases = [
        (
            "categories:\n  - \"[[Movies]]\"\ndirector: [\"[[Hayao Miyazaki|Miyazaki]]\"]\nrating: 6\nseen: true\ngenre:\n---\n",
            "Spirited Away: categories Movies; director Miyazaki; rating 6; seen yes.",
        ),
        ("---\nlast: 2026-03-03\n---\n", "Spirited Away: last 2026-03-03."),
        // Half a list, as an excerpt may cut it.
        ("  - one\n  - two\n---\n", "  - one\n  - two"),
    ];
    for (lines, wanted) in cases {
        assert_eq!(spoken("Spirited Away", lines), wanted);
    }
}
