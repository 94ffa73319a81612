use super::differing;
use crate::{
    check_claim,
    text::{passage::Passage, statement::Statement},
};

#[test]
fn the_words_are_named_that_turn_a_sentence() {
    let check = |passage: &str, claim: &str, expect: &[&str]| {
        let (found, _) = check_claim(claim, passage, &[], &|_| None);
        assert_eq!(found.differing, expect, "{passage} / {claim}");
    };
    check("Flour fell in spring.", "Flour rose in spring.", &["rose", "fell"]);
    check("The oven is not hot.", "The oven is hot.", &["not"]);
    check("The oven is hot.", "The oven is not hot.", &["not"]);
    check("Some of the loaves were burnt.", "All of the loaves were burnt.", &["all", "some"]);
    check("Add at most 20 g of salt.", "Add at least 20 g of salt.", &["least", "most"]);
    check("Der Teig ruht nicht.", "Der Teig ruht.", &["nicht"]);
    check("The oven is hot.", "The oven is hot.", &[]);
}

#[test]
fn a_number_is_named_with_the_one_in_its_place() {
    let named = |passage: &str, claim: &str, expect: &[&str]| {
        let statement = Statement::read(claim, &|_| None);
        let read = Passage::read(passage, &[], &[&statement], &|_| None);
        assert_eq!(differing(&statement, &read, 0), expect, "{passage} / {claim}");
    };
    named("Add 10 g of salt.", "Add 20 g of salt.", &["20", "10"]);
    // Nothing replaces the date.
    named(
        "The other half was perfect on Monday: 2026-03-08 First rye.",
        "The other half was not perfect on Monday.",
        &["not"],
    );
    // The number between the same words is the one.
    named(
        "A teaspoon of table salt is about 6 g, one of flaky salt may hold only 3 g.",
        "A teaspoon of table salt is about 9 g, one of flaky salt may hold only 3 g.",
        &["9", "6"],
    );
    named("Add 10 g of salt, as on day 400.", "Add 20 g of salt.", &["20", "10"]);
    named("Add 10 g of salt.", "On day 8 add 20 g of salt.", &["20", "10"]);
    // Without such words, each may be.
    named("Bake for 40 minutes.", "Bake 3 to 4 loaves.", &["3", "4", "40"]);
}
