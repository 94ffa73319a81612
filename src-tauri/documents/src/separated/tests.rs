use super::*;

#[test]
fn the_separator_occurs_equally_often_in_each_line() {
    let check = |text: &str, expect: char| {
        assert_eq!(char::from(separator(text)), expect, "{text}");
    };
    check("a,b\n1,2\n", ',');
    check("a;b\n1,5;2,5\n3,5;7,1\n", ';');
    check("a\tb, c\n1\t2\n", '\t');
    check("\"a,b\";c\n1;2\n", ';');
    check("one word", ',');
}
