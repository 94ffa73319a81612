use super::*;
use crate::references::AnswerText;
use conversation::effort;
use proptest::prelude::*;

fn known() -> BTreeSet<Number> {
    [1, 2, 3, 7, 12].map(Number).into()
}

/// Citations as `⟨n⟩`, to tell them from marks that stayed text.
fn shown(pieces: &[Piece]) -> String {
    pieces
        .iter()
        .map(|piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Citation(number) => format!("⟨{number}⟩"),
        })
        .collect()
}

fn in_pieces<'a>(pieces: impl IntoIterator<Item = &'a str>) -> (String, Tally) {
    let mut stream = CitationStream::new(known());
    let mut all = Vec::new();
    for piece in pieces {
        all.extend(stream.push(piece));
    }
    let (rest, tally) = stream.finish();
    all.extend(rest);
    (shown(&all), tally)
}

fn characters(text: &str) -> Vec<&str> {
    text.char_indices().map(|(at, c)| &text[at..at + c.len_utf8()]).collect()
}

#[track_caller]
fn check(text: &str, expect: &str) {
    let (whole, tally) = in_pieces([text]);
    assert_eq!(whole, expect, "in one piece: {text:?}");
    let (cut, cut_tally) = in_pieces(characters(text));
    assert_eq!(cut, expect, "in characters: {text:?}");
    assert_eq!(cut_tally, tally);
}

// B17
#[test]
fn every_way_to_write_a_marker() {
    for (text, expect) in [
        ("Salt [1] here.", "Salt ⟨1⟩ here."),
        ("Salt [1].", "Salt ⟨1⟩."),
        ("Salt [1]", "Salt ⟨1⟩"),
        ("Salt [12].", "Salt ⟨12⟩."),
        ("Salt [1, 2].", "Salt ⟨1⟩⟨2⟩."),
        ("Salt [1,2;3].", "Salt ⟨1⟩⟨2⟩⟨3⟩."),
        ("Salt [1 and 2].", "Salt ⟨1⟩⟨2⟩."),
        ("Salt [1, 2, and 3].", "Salt ⟨1⟩⟨2⟩⟨3⟩."),
        ("Salt [1-3].", "Salt ⟨1⟩⟨2⟩⟨3⟩."),
        ("Salt [1–12].", "Salt ⟨1⟩⟨2⟩⟨3⟩⟨7⟩⟨12⟩."),
        ("Salt [2-5].", "Salt ⟨2⟩⟨3⟩."),
        ("Salt [1, 1-2].", "Salt ⟨1⟩⟨2⟩."),
        ("Salt [[1]].", "Salt ⟨1⟩."),
        ("Salt [[1, 2]].", "Salt ⟨1⟩⟨2⟩."),
        ("Salt [ 1 ].", "Salt ⟨1⟩."),
        ("Salt 【1】.", "Salt ⟨1⟩."),
        ("Salt 【1†source】.", "Salt ⟨1⟩."),
        ("Salt 【1:0†L3-L9】.", "Salt ⟨1⟩."),
        ("盐［1］。水［１２］。", "盐⟨1⟩。水⟨12⟩。"),
        ("Salt [source 1].", "Salt ⟨1⟩."),
        ("Salt [Source 1].", "Salt ⟨1⟩."),
        ("Salt [Sources: 1, 2].", "Salt ⟨1⟩⟨2⟩."),
        ("Salt [document 1].", "Salt ⟨1⟩."),
        ("Salt [Document 1, Document 2].", "Salt ⟨1⟩⟨2⟩."),
        ("Salt [doc. 3].", "Salt ⟨3⟩."),
        ("Salt [DOCUMENTS 1 and 3].", "Salt ⟨1⟩⟨3⟩."),
        ("Salt [ref #7].", "Salt ⟨7⟩."),
        ("Salt [^1].", "Salt ⟨1⟩."),
        ("Salt [^1][^2].", "Salt ⟨1⟩⟨2⟩."),
        ("Salt [1][2].", "Salt ⟨1⟩⟨2⟩."),
        ("Salt [1], [2].", "Salt ⟨1⟩, ⟨2⟩."),
        ("Salt[1].", "Salt⟨1⟩."),
        ("Salt[1][2] is.", "Salt⟨1⟩⟨2⟩ is."),
        ("**Salt**[1].", "**Salt**⟨1⟩."),
        ("_Salt_[1].", "_Salt_⟨1⟩."),
        ("Great![1] Yes.", "Great!⟨1⟩ Yes."),
        ("([1])", "(⟨1⟩)"),
        ("[[1], [2]]", "[⟨1⟩, ⟨2⟩]"),
        ("| a [1] | b [2] |", "| a ⟨1⟩ | b ⟨2⟩ |"),
        ("> quoted [1]\n", "> quoted ⟨1⟩\n"),
        ("Salt [1]: more", "Salt ⟨1⟩: more"),
        ("- [1]: Salt", "- ⟨1⟩: Salt"),
        ("Salt [1] (see there).", "Salt ⟨1⟩ (see there)."),
        ("Salt [1](which is white) here.", "Salt ⟨1⟩(which is white) here."),
        ("[1]", "⟨1⟩"),
        ("*[1]*", "*⟨1⟩*"),
        ("[text][1] more", "[text]⟨1⟩ more"),
    ] {
        check(text, expect);
    }
}

// B17
#[test]
fn brackets_that_are_no_markers_stay() {
    for text in [
        "arr[0] and x[99] and m[7][0] = 3",
        "x[1].foo and x[1] = 2, x[1]==2, x[1] += 2, x[2]++, x[1][0].y, x[1]._y",
        "In [2024] and [1990-1995] and [1, 2024] and 【2024】.",
        "The interval [0, 1] and [0].",
        "[3-1] and [-1] and [1.5] and [1,] and [a1] and [1234567890]",
        "- [ ] open\n- [x] done\n- [X] done",
        "A note's[^note] footnote.\n\n[^note]: Text.",
        "[^1]: A definition.\n[1]: https://example.org\n> [2]: x",
        "[text](https://example.org/1) and [1](https://example.org) and [1](a.md \"title\")",
        "[2](<a b.md>) and [1](a(b)c)",
        "![image](a.png) and ![1](a.png) and ![[1]] and ![[note]]",
        "[[Salt]] and [[Salt|1]] and [[1|Salt]] and [[1#a]]",
        "[sourdough] and [sourc 1] and [documentation 1] and [docs]",
        "\\[1\\] and \\[1]",
        "[text][99] and [text][]",
        "Open [1",
        "Open [source",
        "Open 【1†source\n】",
        "[",
        "[[",
        "An unknown [ 9 8 ].",
    ] {
        check(text, text);
    }
}

// B17
#[test]
fn code_survives() {
    for text in [
        "Use `[1]` and `` a ` [2] `` here.",
        "```\n[1] and [99]\n```\n",
        "```rust\nlet x = y[1] + [2];\n```\n",
        "~~~\n[1]\n```\n[2]\n~~~\n",
        "~~~ [1] `\n[1]\n~~~",
        "````\n```\n[1]\n```\n````\n",
        "- item\n  ```\n  [1]\n  ```\n",
        "1. ```\n   [1]\n   ```\n",
        "> ```\n> [1]\n> ```\n",
        "```\n[1] never closed",
        "```\n[1] ``` [2]\n",
        "    ```\n    [1]\n",
        "`a\n[1]\nb`",
    ] {
        check(text, text);
    }
    for (text, expect) in [
        ("`code` [1] `[2]`", "`code` ⟨1⟩ `[2]`"),
        ("```\n[1]\n```\n[1]", "```\n[1]\n```\n⟨1⟩"),
        ("```\n[1]\n``` \r\n[1]", "```\n[1]\n``` \r\n⟨1⟩"),
        ("> ```\n> [1]\nafter [1]", "> ```\n> [1]\nafter ⟨1⟩"),
        ("Press ` and [1].", "Press ` and ⟨1⟩."),
        ("``quoted'' [1].", "``quoted'' ⟨1⟩."),
        ("a ` b [1]\n\nc ` d [2]", "a ` b ⟨1⟩\n\nc ` d ⟨2⟩"),
        ("a ` b [1]\n# H `", "a ` b ⟨1⟩\n# H `"),
        ("- a ` b [1]\n- c ` d [2]", "- a ` b ⟨1⟩\n- c ` d ⟨2⟩"),
        ("a ` b [1]\n```\n[1]\n```\n", "a ` b ⟨1⟩\n```\n[1]\n```\n"),
        ("`` a ` b [1] ` c [2]", "`` a ` b [1] ` c ⟨2⟩"),
        ("\\` [1] `", "\\` ⟨1⟩ `"),
        ("\\\\`[1]` [1]", "\\\\`[1]` ⟨1⟩"),
        ("```a``` [1]", "```a``` ⟨1⟩"),
        ("``` `[1]", "``` `⟨1⟩"),
        ("text ``` [1]\nmore", "text ``` ⟨1⟩\nmore"),
    ] {
        check(text, expect);
    }
}

// B17
#[test]
fn unknown_numbers_go_and_are_counted() {
    for (text, expect, deleted) in [
        ("Salt [99] here.", "Salt here.", vec!["[99]"]),
        ("Salt [99].", "Salt.", vec!["[99]"]),
        ("Salt [99]", "Salt", vec!["[99]"]),
        ("Salt.[99] More", "Salt. More", vec!["[99]"]),
        ("Salt. [99] More", "Salt. More", vec!["[99]"]),
        ("Salt [99]\nMore", "Salt\nMore", vec!["[99]"]),
        ("Salt [98][99].", "Salt.", vec!["[98]", "[99]"]),
        ("Salt [98], [99].", "Salt.", vec!["[98]", "[99]"]),
        ("Salt [1], [99].", "Salt ⟨1⟩.", vec!["[99]"]),
        ("Salt [99], [1].", "Salt ⟨1⟩.", vec!["[99]"]),
        ("Salt [1], [99], [2].", "Salt ⟨1⟩, ⟨2⟩.", vec!["[99]"]),
        ("Salt [1, 99].", "Salt ⟨1⟩.", vec!["[1, 99]"]),
        ("Salt [20-30].", "Salt.", vec!["[20-30]"]),
        ("Salt 【99】 here, ［98］", "Salt here,", vec!["【99】", "［98］"]),
        ("Salt [source 99] here", "Salt here", vec!["[source 99]"]),
        ("Salt [^99] here", "Salt here", vec!["[^99]"]),
        ("Salt [[99]] here", "Salt here", vec!["[[99]]"]),
        ("盐[99]。", "盐。", vec!["[99]"]),
        ("Salt [99](see there)", "Salt (see there)", vec!["[99]"]),
        ("Salt [99]more", "Salt more", vec!["[99]"]),
        ("A\n[99] text", "A\ntext", vec!["[99]"]),
        ("A\n  [99] text", "A\n  text", vec!["[99]"]),
        ("- [99] item", "- item", vec!["[99]"]),
    ] {
        check(text, expect);
        let (_, tally) = in_pieces([text]);
        assert_eq!(tally.deleted, deleted, "{text:?}");
        assert!(!tally.restored);
    }
}

// B17
#[test]
fn the_text_of_the_promise_in_its_pieces() {
    let mut stream = CitationStream::new(known());
    assert_eq!(shown(&stream.push("Text [")), "Text");
    assert_eq!(shown(&stream.push("1")), "");
    assert_eq!(shown(&stream.push("] here.")), " ⟨1⟩ here.");
    assert_eq!(stream.finish().1, Tally { citations: 1, deleted: vec![], restored: false });
}

#[test]
fn only_what_could_be_a_marker_is_held_back() {
    for (text, shown_now) in [
        ("Salt", "Salt"),
        ("Salt ", "Salt"),
        ("Salt (", "Salt ("),
        ("Salt [so", "Salt"),
        ("Salt [sourd", "Salt [sourd"),
        ("Salt [1]", "Salt"),
        ("Salt [1] ", "Salt ⟨1⟩"),
        ("Salt [1](http", "Salt"),
        ("Salt [1](see the", "Salt ⟨1⟩(see the"),
        ("Salt `code", "Salt `code"),
        ("Salt `code [1", "Salt `code"),
        ("Salt\n```\n[1] [", "Salt\n```\n[1] ["),
        ("Salt\n\n", "Salt\n\n"),
        ("1,000 g [", "1,000 g"),
    ] {
        let mut stream = CitationStream::new(known());
        let pieces = stream.push(text);
        assert_eq!(shown(&pieces), shown_now, "{text:?}");
    }
    let long = format!("Salt [1{}", ", 2".repeat(100));
    let mut stream = CitationStream::new(known());
    assert_eq!(shown(&stream.push(&long)), long);
}

// B18
#[test]
fn the_raw_text_is_shown_if_deletions_leave_nothing() {
    for text in ["[99]", "[98] [99]\n", "\n\n[98], [99].", "**[99]**", "> [99]\n\n- [98]"] {
        check(text, text);
        let (_, tally) = in_pieces([text]);
        assert!(tally.restored, "{text:?}");
        assert_eq!(tally.citations, 0);
    }
    for (text, expect) in [("[99] [1]", "⟨1⟩"), ("[99] a", "a"), ("[99] 👍", "👍")] {
        check(text, expect);
        assert!(!in_pieces([text]).1.restored);
    }
    for text in ["", "\n", "***", " "] {
        check(text, text);
        assert_eq!(in_pieces([text]).1, Tally::default());
    }
}

#[test]
fn citations_are_counted() {
    let (_, tally) = in_pieces(["a [1, 2] b [3] `[1]`"]);
    assert_eq!(tally.citations, 3);
}

#[test]
fn the_stored_text_has_uniform_marks() {
    let (pieces, _) = CitationStream::of(known(), "Salz löst 【1】, `[1]` [source 2, 12].");
    let mut answer = AnswerText::new();
    answer.extend(&pieces);
    let (text, marks) = answer.into_parts();
    assert_eq!(text, "Salz löst [1], `[1]` [2][12].");
    let cut: Vec<_> = marks
        .iter()
        .map(|mark| (&text[mark.start as usize..mark.end as usize], mark.number.0))
        .collect();
    assert_eq!(cut, [("[1]", 1), ("[2]", 2), ("[12]", 12)]);
    assert_eq!(marks[0].start, 11);
}

/// Text from elements that matter to the stream, so that random text meets every rule.
fn text() -> impl Strategy<Value = String> {
    let parts = prop::sample::select(vec![
        "[",
        "]",
        "[[",
        "]]",
        "(",
        ")",
        "1",
        "2",
        "99",
        "2024",
        "0",
        ",",
        "-",
        " ",
        " ",
        "\n",
        "\n\n",
        "`",
        "``",
        "```",
        "~~~",
        "~",
        "\\",
        "!",
        "^",
        ":",
        "source ",
        "document ",
        "and ",
        "【",
        "】",
        "［",
        "］",
        "†",
        "x",
        "Salt",
        "ä",
        "盐",
        ".",
        "=",
        ">",
        "#",
        "- ",
        "|",
        "[1]",
        "[99]",
        " [1]",
        " [99]",
        "[1, 2]",
        "[1](u)",
        "\n```\n",
        "\n> ",
        "http",
        "\"",
        "<",
        "\t",
        "\r\n",
    ]);
    prop::collection::vec(parts, 0..40).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    // B17
    #[test]
    fn any_cut_gives_the_same(text in text(), cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..12)) {
        let whole = in_pieces([text.as_str()]);
        prop_assert_eq!(&in_pieces(characters(&text)), &whole);
        let mut places: Vec<usize> = cuts.iter().map(|cut| {
            let mut place = cut.index(text.len() + 1);
            while !text.is_char_boundary(place) { place -= 1; }
            place
        }).collect();
        places.extend([0, text.len()]);
        places.sort_unstable();
        let pieces = places.windows(2).map(|pair| &text[pair[0]..pair[1]]);
        prop_assert_eq!(&in_pieces(pieces), &whole);
    }

    /// The text shown so far is always a beginning of the final text, without marks that became citations or were
    /// deleted.
    #[test]
    fn shown_text_never_changes(text in text()) {
        let (whole, tally) = in_pieces([text.as_str()]);
        prop_assume!(!tally.restored);
        let mut stream = CitationStream::new(known());
        let mut so_far = String::new();
        for piece in characters(&text) {
            so_far.push_str(&shown(&stream.push(piece)));
            prop_assert!(whole.starts_with(&so_far), "{:?} of {:?}", so_far, whole);
        }
    }

    /// Only markers, with spaces and separators beside them, are ever lost.
    #[test]
    fn only_deleted_marks_are_lost(text in text()) {
        let none = CitationStream::of(BTreeSet::new(), &text);
        let kept: String = shown(&none.0).chars().filter(|c| c.is_alphabetic()).collect();
        let deleted: String = if none.1.restored { String::new() } else { none.1.deleted.concat() };
        let expect = text.chars().filter(|c| c.is_alphabetic()).count();
        let gone = deleted.chars().filter(|c| c.is_alphabetic()).count();
        prop_assert_eq!(kept.chars().count() + gone, expect);
    }
}

#[test]
fn runs_of_backticks_that_are_too_long_open_no_code() {
    check(&format!("{}\nSalt [1].", "`".repeat(80)), &format!("{}\nSalt [1].", "`".repeat(80)));
    for length in [81, 100] {
        let run = "`".repeat(length);
        check(&format!("{run}\nSalt [1]."), &format!("{run}\nSalt ⟨1⟩."));
        check(&format!("a {run} [1] {run}."), &format!("a {run} ⟨1⟩ {run}."));
        // They close none either, and those on the next line are a run of their own.
        for text in [format!("`[1] {run} [2]` and"), format!("`[1] {run}\n` and")] {
            check(&format!("{text} [3]."), &format!("{text} ⟨3⟩."));
        }
        check(&format!("`[1] {run}"), &format!("`⟨1⟩ {run}"));
    }
}

#[test]
fn long_and_odd_texts_take_no_more_than_linear_time() {
    for unit in [
        "[1", "`", "` [1] ", "[1](a", " ", "```", "[[", "~", "\\", "word ", "[1] ", "a``b",
        "[1 and ", "a\n", "> ```\n", "`a\n", "[1](<a", "x[1][2]", "【1†", "9", "source ", ">",
        "- ",
    ] {
        for start in ["", "`", "`a\n", "```\n", "> ```\n", "[1](", "[1](<", "x[1]", "[source ", "1"]
        {
            let looked_at = |length: usize| {
                let text = format!("{start}{}", unit.repeat(length / unit.len()));
                effort::of(|| {
                    let whole = in_pieces([text.as_str()]);
                    assert_eq!(in_pieces(characters(&text)), whole);
                })
            };
            let (short, long) = (looked_at(1_000), looked_at(4_000));
            // Four times the text would be sixteen times the work if everything were read again for each piece.
            assert!(long < 5 * short, "{start:?} and {unit:?}: {short}, then {long} bytes");
        }
    }
}
