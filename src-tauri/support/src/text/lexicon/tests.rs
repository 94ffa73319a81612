use super::*;

#[test]
fn words_are_found_in_their_forms() {
    let check = |form: &str, base: &str| {
        let found = lexicon().find(form);
        assert!(found.is_some(), "{form}");
        assert_eq!(found, lexicon().find(base), "{form}");
    };
    check("women", "woman");
    check("rises", "rise");
    check("rose", "rise");
    check("walked", "walk");
    check("cities", "city");
    check("boxes", "box");
    check("stopped", "stop");
    check("warmest", "warm");
    assert_eq!(lexicon().find("qqqq"), None);
    assert_eq!(lexicon().find("größe"), None);
    assert_eq!(lexicon().find(""), None);
}

#[test]
fn words_are_related() {
    let check = |one: &str, two: &str, expect: Relation| {
        let (Some(first), Some(second)) = (lexicon().find(one), lexicon().find(two)) else {
            panic!("{one} {two}");
        };
        assert_eq!(lexicon().relation(first, second), expect, "{one} {two}");
    };
    check("person", "woman", Relation::Wider);
    check("dog", "mammal", Relation::Narrower);
    check("rose", "fell", Relation::Opposite);
    check("start", "begin", Relation::Synonym);
    check("salt", "walk", Relation::None);
}
