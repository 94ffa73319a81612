use super::spoken;

#[test]
fn properties_are_read_as_a_sentence() {
    let cases = [
        (
            "categories:\n  - \"[[Movies]]\"\ndirector: [\"[[Hayao Miyazaki|Miyazaki]]\"]\nrating: 6\nseen: true\ngenre:\n---\n",
            "Spirited Away: Movies; director Miyazaki; rating 6; seen yes.",
        ),
        (
            "---\nrating: 6\ntype: film\nseen: 2026-03-03\n---\n",
            "Spirited Away: film; rating 6; seen 3 March 2026.",
        ),
        ("---\nlast: \"[[2026-03-13]]\"\n---\n", "Spirited Away: last 13 March 2026."),
        (
            "---\nlast: 2026-13-03\nat: 2026-03-03T10:00\n---\n",
            "Spirited Away: last 2026-13-03; at 2026-03-03T10:00.",
        ),
        // Half a list, as an excerpt may cut it.
        ("  - one\n  - two\n---\n", "  - one\n  - two"),
    ];
    for (lines, wanted) in cases {
        assert_eq!(spoken("Spirited Away", lines, ""), wanted);
    }
    let seen = "---\nseen: 2026-03-03\n---\n";
    for (text, wanted) in [
        ("Der Film hat mir sehr gut gefallen.", "Chihiro: seen 3. März 2026."),
        ("I liked this film very much.", "Chihiro: seen 3 March 2026."),
        (
            "Le film est très beau, et la musique est dans ma tête depuis des jours.",
            "Chihiro: seen 2026-03-03.",
        ),
    ] {
        assert_eq!(spoken("Chihiro", seen, text), wanted, "{text}");
    }
}
