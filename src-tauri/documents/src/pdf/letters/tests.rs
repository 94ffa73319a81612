use super::*;

#[test]
fn a_damaged_list_of_letters_is_read_as_far_as_possible() {
    let check = |list: &str, expect: &[(u32, &str)]| {
        let mut found: Vec<_> = listed(list.as_bytes()).into_iter().collect();
        found.sort();
        let expect: Vec<_> =
            expect.iter().map(|(code, text)| (*code, (*text).to_owned())).collect();
        assert_eq!(found, expect, "{list}");
    };
    check("2 beginbfchar\n<01> <0041>\n<02><00660069>\nendbfchar", &[(1, "A"), (2, "fi")]);
    check("1 beginbfrange <0003> <0005> <0061> endbfrange", &[(3, "a"), (4, "b"), (5, "c")]);
    check("beginbfrange <01> <02> [<0061> <0078>] endbfrange", &[(1, "a"), (2, "x")]);
    // A word that isn't a code, no target, and a pair of units that means nothing.
    check("beginbfrange <01> <02> x <03> <03> <0062> endbfrange", &[(3, "b")]);
    check("beginbfchar <01> <> <02> <0043> endbfchar", &[(2, "C")]);
    check("beginbfchar <01> <D800> <02> <44> endbfchar", &[(2, "D")]);
    check("beginbfrange <00> <FFFFFFFF> [<61>] endbfrange no end", &[(0, "a")]);
}

#[test]
fn names_that_are_numbers_are_letters() {
    let check = |names: &[&str], expect: &str| {
        let names: Vec<_> = (1..).zip(names.iter().map(|name| (*name).to_owned())).collect();
        let found: String = by_number(&names).into_iter().map(|(_, text)| text).collect();
        assert_eq!(found, expect, "{names:?}");
    };
    check(&["C41", "C6D", "C2E"], "Am.");
    check(&["a65", "a109", "a46"], "Am.");
    // Numbers of drawings.
    check(&["g23", "g24", "g65"], "");
    check(&["a65", "b66"], "");
    check(&["A", "B", "a65"], "");
}
