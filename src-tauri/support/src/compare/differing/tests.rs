use crate::check_claim;

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
