use super::*;

#[test]
fn a_claim_is_split_where_it_says_several_things() {
    let check = |text: &str, expect: &[&str]| {
        let statement = Statement::read(text, &|_| None);
        let shown: Vec<String> = statement
            .parts
            .iter()
            .map(|part| {
                let inside = |token: &&Token| part.contains(&token.clause) && token.counts();
                let words = statement.tokens.iter().filter(inside);
                words.map(|token| token.folded.as_str()).collect::<Vec<_>>().join(" ")
            })
            .collect();
        assert_eq!(shown, expect, "{text}");
    };
    check("", &[]);
    check("Salt slows yeast.", &["salt slows yeast"]);
    check(
        "Salt slows the yeast, but warm dough rises faster.",
        &["salt slows yeast", "warm dough rises faster"],
    );
    check("Anna, a baker, bakes rye bread.", &["anna baker bakes rye bread"]);
    check("Der Teig ruht zwölf Stunden, aber nicht warm.", &["teig ruht 12 stunden warm"]);
}
