use super::*;

#[test]
fn of_a_text_that_is_too_large_the_beginning_is_read() {
    let check = |text: &str, most: usize, expect: &str| {
        let mut nobody_waits = |_: Progress<'_>| {};
        let limits = Limits { text: most, ..Limits::default() };
        let mut out = Builder::new(Kind::Text, limits, &mut nobody_waits);
        let ended = out.paragraph(text);
        let document = out.finish(ended).unwrap();
        assert_eq!(document.text, expect);
        assert_eq!(document.problems[0].reason, Reason::TooLarge);
    };
    check("one\ntwo\nthree", 10, "one\ntwo");
    check("one long line", 8, "one long");
    check("é long", 1 + "é".len(), "é ");
}
