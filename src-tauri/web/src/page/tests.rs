use super::*;

#[test]
fn a_query_is_one_short_line() {
    fn check(text: &str, expect: &str) {
        assert_eq!(as_query(text), expect);
    }
    check("", "");
    check(" How much\n salt?\t", "How much salt?");
    check("What does [[Salt]] say of ![[x.png]]?", "What does Salt say of x.png ?");
    check("rye\u{e0073}\u{e0065} \u{2800}\u{200b} br\u{ad}ead\u{7}\u{fe0f}\u{202e}", "rye bread");
    check("\u{e0073} \u{f0000}", "");
    check("20\u{a0}°C\u{2028}🍞 ⡴", "20 °C 🍞 ⡴");
    check(&"a".repeat(1000), &"a".repeat(400));
    check(&"word ".repeat(200), "word ".repeat(80).trim());
    check(&format!("{} bb", "a".repeat(399)), &"a".repeat(399));
}
