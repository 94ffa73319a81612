use super::*;

#[test]
fn a_table_is_markdown() {
    let check = |rows: &[&[&str]], expect: &str| {
        let rows: Vec<Vec<String>> =
            rows.iter().map(|row| row.iter().map(|&cell| cell.to_owned()).collect()).collect();
        assert_eq!(markdown(&rows), expect);
    };
    check(&[&["a", "b"], &["1"]], "| a | b |\n| --- | --- |\n| 1 |  |");
    check(&[&["a|b", "c\nd", ""], &["", ""]], "| a\\|b | c d |\n| --- | --- |");
    check(&[&["one"], &["two"]], "one\ntwo");
    check(&[], "");
}
