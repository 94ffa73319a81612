use proptest::prelude::*;

use super::*;

fn amended(old: &str, changes: &[(usize, usize, &str)]) -> Result<String, Sentence> {
    let change =
        |&(start, end, new): &(usize, usize, &str)| (ByteRange { start, end }, new.to_owned());
    apply(old, &changes.iter().map(change).collect::<Vec<_>>())
}

#[test]
fn a_rewritten_text_keeps_its_line_endings() {
    let check = |old: &str, new: &str, expect: &str| {
        assert_eq!(rewrite(old, new), expect, "{old:?} {new:?}");
    };

    // Unchanged lines keep their ending, new ones get the usual one.
    check("a\nb\n", "a\nc\nb\n", "a\nc\nb\n");
    check("a\nb\n", "a\r\nc\r\nb\r\n", "a\nc\nb\n");
    check("a\r\nb\r\n", "a\nc\nb\n", "a\r\nc\r\nb\r\n");
    check("a\r\nb\nc\r\n", "a\nb\nx\nc\n", "a\r\nb\nx\r\nc\r\n");
    check("a\nb\r\nc\n", "b\nc\nc\n", "b\r\nc\nc\n");
    check("a\nb\r\n", "y\nz", "y\nz");
    check("", "a\r\nb", "a\nb");
    // So does the lack of one at the end, unless the new text has one.
    check("a\r\nb", "a\nb", "a\r\nb");
    check("a\r\nb", "a\nb\n", "a\r\nb\r\n");
    check("a\r\nb\r\n", "a\nb", "a\r\nb");
    // A lone return ends no line.
    check("a\rb\nc\n", "a\rb\nd\n", "a\rb\nd\n");
    // The mark belongs to the file, not to the text.
    check("a\n", "\u{feff}b\n", "b\n");
    check("a\n", "", "");

    let check = |old: &str, changes: &[(usize, usize, &str)], expect: &str| {
        assert_eq!(amended(old, changes).as_deref(), Ok(expect), "{old:?} {changes:?}");
    };
    check("a\r\nbcd\r\n", &[(4, 5, "x\ny")], "a\r\nbx\r\nyd\r\n");
    check("abc", &[(0, 0, "x"), (1, 2, ""), (3, 3, "y")], "xacy");
    check("a\r\nb\nc\n", &[(0, 5, "a\nb\n")], "a\r\nb\nc\n");
    check("abc", &[], "abc");
}

#[test]
fn changes_outside_the_text_or_out_of_order_are_errors() {
    let check = |old: &str, changes: &[(usize, usize, &str)]| {
        assert!(amended(old, changes).is_err(), "{old:?} {changes:?}");
    };
    check("abc", &[(2, 4, "")]);
    check("abc", &[(4, 4, "")]);
    check("abc", &[(2, 1, "")]);
    check("abc", &[(1, 2, ""), (1, 3, "")]);
    check("abc", &[(2, 3, ""), (0, 1, "")]);
    check("äb", &[(1, 2, "")]);
    check("äb", &[(0, 1, "")]);
}

proptest! {
    #[test]
    fn the_same_text_changes_nothing(old in "(a|b|\n|\r\n|ä|---\n|t: 1\n){0,24}") {
        prop_assert_eq!(&rewrite(&old, &old), &old);
        // However its line endings were lost on the way.
        prop_assert_eq!(&rewrite(&old, &old.replace("\r\n", "\n")), &old);
    }

    #[test]
    fn a_new_text_comes_out_but_for_its_line_endings(
        old in "(a|b|\n|\r\n|ä){0,24}",
        new in "(a|b|\n|\r\n|ä){0,24}",
    ) {
        let made = rewrite(&old, &new);
        prop_assert_eq!(made.replace("\r\n", "\n"), new.replace("\r\n", "\n"));
    }
}
