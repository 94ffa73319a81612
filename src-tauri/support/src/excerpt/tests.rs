use super::*;

// B103
#[test]
fn an_excerpt_surrounds_the_nearest_sentence() {
    let text =
        "# Rye\n\nIt is grey. Rye keeps for a week. So it is baked on Saturdays. Wheat is white.";
    let check = |question: &str, most: usize, expect: &str| {
        let found = excerpt(text, &["Rye"], question, most, &|_| None);
        assert_eq!(text[found].trim(), expect, "{question} {most}");
    };
    let keeps = "How long does rye keep?";
    check(keeps, 1_000, text);
    check(keeps, 1, "Rye keeps for a week.");
    check(keeps, 60, "Rye keeps for a week. So it is baked on Saturdays.");
    check("Which colour is wheat?", 40, "Wheat is white.");
    let check_any = |text: &str| {
        let found = excerpt(text, &[], keeps, 1, &|_| None);
        assert_eq!(&text[found], text);
    };
    check_any("");
    check_any("# Only a heading");
    check_any("Grüße");
}
