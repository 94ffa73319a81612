use proptest::prelude::*;

use super::*;

fn ranges(changes: &[(usize, usize, &str)]) -> Edit {
    let change =
        |&(start, end, new): &(usize, usize, &str)| (ByteRange { start, end }, new.to_owned());
    Edit::Ranges(changes.iter().map(change).collect())
}

#[test]
fn what_comes_of_a_text() {
    let check = |old: &str, edit: Edit, expect: &str| {
        assert_eq!(edit.apply(old).as_deref(), Ok(expect), "{old:?} {edit:?}");
    };
    let text = |new: &str| Edit::Text(new.to_owned());
    let body = |new: &str| Edit::Body(new.to_owned());

    // Lines that stay keep their ending, new ones get the usual one.
    check("a\nb\n", text("a\nc\nb\n"), "a\nc\nb\n");
    check("a\nb\n", text("a\r\nc\r\nb\r\n"), "a\nc\nb\n");
    check("a\r\nb\r\n", text("a\nc\nb\n"), "a\r\nc\r\nb\r\n");
    check("a\r\nb\nc\r\n", text("a\nb\nx\nc\n"), "a\r\nb\nx\r\nc\r\n");
    check("a\nb\r\nc\n", text("b\nc\nc\n"), "b\r\nc\nc\n");
    check("a\nb\r\n", text("y\nz"), "y\nz");
    check("", text("a\r\nb"), "a\nb");
    // So does the lack of one at the end, unless the new text has one.
    check("a\r\nb", text("a\nb"), "a\r\nb");
    check("a\r\nb", text("a\nb\n"), "a\r\nb\r\n");
    check("a\r\nb\r\n", text("a\nb"), "a\r\nb");
    // A lone return ends no line.
    check("a\rb\nc\n", text("a\rb\nd\n"), "a\rb\nd\n");
    // The mark is the file's, not the text's.
    check("a\n", text("\u{feff}b\n"), "b\n");
    check("a\n", text(""), "");

    check(
        "---\r\nt: 1\r\n---\r\nold\r\n",
        body("new\nlines\n"),
        "---\r\nt: 1\r\n---\r\nnew\r\nlines\r\n",
    );
    check("---\nt:   'x' # why\n---\nold", body(""), "---\nt:   'x' # why\n---\n");
    check("---\nt: 1\n---", body("new"), "---\nt: 1\n---\nnew");
    check("old\n", body("new\n"), "new\n");

    check("a\r\nbcd\r\n", ranges(&[(4, 5, "x\ny")]), "a\r\nbx\r\nyd\r\n");
    check("abc", ranges(&[(0, 0, "x"), (1, 2, ""), (3, 3, "y")]), "xacy");
    check("a\r\nb\nc\n", ranges(&[(0, 5, "a\nb\n")]), "a\r\nb\nc\n");
    check("abc", ranges(&[]), "abc");
}

#[test]
fn what_does_not_fit() {
    let check = |old: &str, edit: Edit| assert!(edit.apply(old).is_err(), "{old:?} {edit:?}");
    check("abc", ranges(&[(2, 4, "")]));
    check("abc", ranges(&[(4, 4, "")]));
    check("abc", ranges(&[(2, 1, "")]));
    check("abc", ranges(&[(1, 2, ""), (1, 3, "")]));
    check("abc", ranges(&[(2, 3, ""), (0, 1, "")]));
    check("äb", ranges(&[(1, 2, "")]));
    check("äb", ranges(&[(0, 1, "")]));
    // Broken properties are text to the reader; to drop them with it would lose them.
    check("---\na: [\n---\nb\n", Edit::Body("c".to_owned()));
}

proptest! {
    #[test]
    fn the_same_text_changes_nothing(old in "(a|b|\n|\r\n|ä|---\n|t: 1\n){0,24}") {
        prop_assert_eq!(Edit::Text(old.clone()).apply(&old), Ok(old.clone()));
        // However its line endings were lost on the way.
        prop_assert_eq!(Edit::Text(old.replace("\r\n", "\n")).apply(&old), Ok(old.clone()));
        let matter = crate::parse(&old).front_matter.map_or(0, |range| range.end);
        if let Ok(again) = Edit::Body(old[matter..].to_owned()).apply(&old) {
            prop_assert_eq!(again.trim_end(), old.trim_end());
            prop_assert!(again.starts_with(&old[..matter]));
        }
    }

    #[test]
    fn a_new_text_comes_out_but_for_its_line_endings(
        old in "(a|b|\n|\r\n|ä){0,24}",
        new in "(a|b|\n|\r\n|ä){0,24}",
    ) {
        let made = Edit::Text(new.clone()).apply(&old).unwrap();
        prop_assert_eq!(made.replace("\r\n", "\n"), new.replace("\r\n", "\n"));
    }
}
