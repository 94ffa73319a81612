use super::*;

#[test]
fn a_word_that_is_cut_at_the_end_of_a_line_is_put_together() {
    let check = |line, next, expect| {
        assert_eq!(without_hyphen(line, next), expect, "{line} {next}");
    };
    check("the exam-", "ple", Some("the exam"));
    check("the exam\u{ad}", "Ple", Some("the exam"));
    check("Jean-", "Paul", None);
    check("1990-", "1995", None);
    check("a dash -", "and more", None);
    check("plain", "text", None);
}
