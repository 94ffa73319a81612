use super::*;

#[test]
fn the_context_of_a_sentence_has_its_neighbours_headings_and_list() {
    let check = |text: &str, last: &[&str]| {
        let passage = Passage::read(text, &[], &[], &|_| None);
        let shown = |sentence: &Sentence| text[sentence.range.clone()].trim().to_owned();
        let context = &passage.sentences.last().unwrap().context;
        let found: Vec<String> = context.iter().map(|at| shown(&passage.sentences[*at])).collect();
        assert_eq!(found, last, "{text}");
    };
    check("It rises. It falls.", &["It rises."]);
    check("# Bread\n## Rye\nIt rises.", &["Rye", "Bread"]);
    check("# A\n## B\n# C\nIt rises.", &["C"]);
    check("For rye:\n- salt\n- seeds", &["salt", "For rye:"]);
    check("- rye\n  - salt\n  - seeds", &["salt", "rye"]);
    check("|Flour|Salt|\n|---|---|\n|rye|2|\n|spelt|3|", &["rye|2|", "Flour|Salt|"]);
}
