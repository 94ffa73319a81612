use super::*;

fn path(path: &str) -> NotePath {
    NotePath::new(path).unwrap()
}

/// Each case: the known notes, the renames, the files afterwards, and the result.
#[test]
fn identity_follows_renames() {
    type Case = (
        &'static str,
        &'static str,
        &'static str,
        &'static str,
        &'static [(&'static str, &'static str)],
    );
    let cases: &[Case] = &[
        ("a rename", "a b", "a>c", "c b", &[("a", "c")]),
        ("a chain", "a", "a>b b>c", "c", &[("a", "c")]),
        ("there and back", "a", "a>b b>a", "a", &[]),
        ("a swap", "a b", "a>t b>a t>b", "a b", &[("a", "b"), ("b", "a")]),
        (
            "all move up by one",
            "a b c",
            "c>d b>c a>b",
            "b c d",
            &[("a", "b"), ("b", "c"), ("c", "d")],
        ),
        ("only the case", "a", "a>A", "A", &[("a", "A")]),
        ("over a note", "a b", "a>b", "b", &[("a", "b")]),
        ("and a new note at the old path", "a", "a>b", "a b", &[("a", "b")]),
        ("saved by rename", "a", "tmp>a", "a", &[]),
        ("saved by rename, the backup stays", "a", "a>a~ tmp>a", "a", &[]),
        (
            "a backup that is a note takes the old text along",
            "a",
            "a>a.bak",
            "a a.bak",
            &[("a", "a.bak")],
        ),
        ("moved and deleted", "a", "a>b", "", &[]),
        ("moved and excluded now", "a", "a>x/a", "", &[]),
        ("a folder", "d/a d/e/b da d", "d/a>d/c", "d/c d/e/b da d", &[("d/a", "d/c")]),
        (
            "a folder's notes",
            "d/a d/e/b da",
            "d>f",
            "f/a f/e/b da",
            &[("d/a", "f/a"), ("d/e/b", "f/e/b")],
        ),
        ("a folder into a folder", "d/a", "d>f/d", "f/d/a", &[("d/a", "f/d/a")]),
        (
            "two folders swapped",
            "d/a f/a",
            "d>t f>d t>f",
            "d/a f/a",
            &[("d/a", "f/a"), ("f/a", "d/a")],
        ),
        (
            "out of a renamed folder",
            "d/a d/b",
            "d>f f/a>a",
            "a f/b",
            &[("d/a", "a"), ("d/b", "f/b")],
        ),
        ("nothing known", "", "a>b", "b", &[]),
    ];
    for (name, known, renames, there, expect) in cases {
        let words = |text: &str| text.split_whitespace().map(path).collect::<Vec<_>>();
        let renames: Vec<Rename> = renames
            .split_whitespace()
            .filter_map(|rename| rename.split_once('>'))
            .map(|(from, to)| Rename { from: path(from), to: path(to) })
            .collect();
        let there = words(there);
        let moved = identities(&renames, &words(known), |path| there.contains(path));
        let expect: Vec<_> = expect.iter().map(|(from, to)| (path(from), path(to))).collect();
        assert_eq!(moved, expect, "{name}");
    }
}
