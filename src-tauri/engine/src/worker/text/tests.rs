use super::*;

/// `|` marks the end.
fn check(ends: &[&str], tokens: &[&[u8]], expect: &[&str]) {
    let ends = ends.iter().map(|end| (*end).to_owned()).collect();
    put_together(Pieces::new(ends, Vec::new()), tokens, expect);
}

fn put_together(mut pieces: Pieces, tokens: &[&[u8]], expect: &[&str]) {
    let mut out = Vec::new();
    for token in tokens {
        let (text, ended) = pieces.push(token);
        out.push(text);
        if ended {
            out.push("|".to_owned());
            break;
        }
    }
    out.push(pieces.rest());
    out.retain(|text| !text.is_empty());
    assert_eq!(out, expect, "{tokens:?}");
}

#[test]
fn characters_come_whole() {
    let smile = "😀".as_bytes();
    check(&[], &[b"a", b"b"], &["a", "b"]);
    check(&[], &[b"a\xc3", b"\xa4b"], &["a", "äb"]);
    check(&[], &[&smile[..1], &smile[1..3], &smile[3..]], &["😀"]);
    check(&[], &[&smile[..2]], &["\u{fffd}"]);
    check(&[], &[&smile[..2], b"x"], &["\u{fffd}x"]);
    check(&[], &[b"\xff\xfea"], &["\u{fffd}\u{fffd}a"]);
}

#[test]
fn a_stop_sentence_can_be_the_whole_answer() {
    let check = |tokens: &[&[u8]], expect: &[&str]| {
        let later = vec!["The notes don't say.".to_owned()];
        put_together(Pieces::new(vec!["<end>".to_owned()], later), tokens, expect);
    };
    check(&[b"118 [1].", b" The notes", b" don't say."], &["118 [1].", " ", "|"]);
    check(&[b" The notes", b" don't say."], &[" ", "The notes don't say."]);
    check(&[b"The notes don't say when."], &["The notes don't say when."]);
    check(
        &[b"In 1890. The notes don't say why.<end>"],
        &["In 1890. The notes don't say why.", "|"],
    );
}

#[test]
fn an_end_mark_is_never_shown() {
    check(&["<end>"], &[b"a<e", b"nd>b"], &["a", "|"]);
    check(&["<end>"], &[b"a<", b"b"], &["a", "<b"]);
    check(&["<end>"], &[b"a<en"], &["a", "<en"]);
    check(&["<end>", "<eot>"], &[b"<e", b"ot>"], &["|"]);
    check(&["<end>", "b"], &[b"abc<end>"], &["a", "|"]);
    check(&["ää"], &["ä".as_bytes(), "ä".as_bytes()], &["|"]);
}
