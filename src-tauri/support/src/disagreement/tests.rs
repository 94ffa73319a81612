use super::*;

#[test]
fn notes_that_disagree_are_found_and_no_others() {
    let check = |one: (&str, &str), two: (&str, &str), expect: Option<&[&str]>| {
        let (about, others) = ([one.0], [two.0]);
        let sources = [
            Source { number: Number(1), text: one.1, about: &about },
            Source { number: Number(2), text: two.1, about: &others },
        ];
        let found = disagreements(&[(Number(1), 0..one.1.len())], &sources);
        let differing: Option<Vec<&str>> =
            found.first().map(|it| it.differing.iter().map(String::as_str).collect());
        assert_eq!(differing.as_deref(), expect, "{} / {}: {found:?}", one.1, two.1);
    };
    let rye = "Rye dough rests for twelve hours.";
    check(
        ("Rye", rye),
        ("Bread", "Salt slows it. Rye dough rests for 8 hours."),
        Some(&["12", "8"]),
    );
    check(("Rye", rye), ("Bread", "Rye dough does not rest for twelve hours."), Some(&["not"]));
    check(
        ("Rye", "The oven door must stay closed."),
        ("Bread", "The oven door must stay open."),
        Some(&["closed", "open"]),
    );
    // On another day, too: the notes changed.
    check(("2026-03-21", rye), ("2026-03-22", "Rye dough rests for 8 hours."), Some(&["12", "8"]));
    // No disagreement: the same number, another subject, a bound, more than one difference.
    check(("Rye", rye), ("Bread", "Rye dough rests for 12 hours."), None);
    check(("Rye", rye), ("Bread", "Wheat dough rests for 8 hours."), None);
    check(("Rye", rye), ("Bread", "Rye dough rests for at least 8 hours."), None);
    check(
        ("Rye", "In 2019 rye cost 4 euros a kilo."),
        ("Bread", "In 2020 rye cost 5 euros a kilo."),
        None,
    );
    check(
        ("Rye", rye),
        ("Bread", "Rye dough rests for 8 hours. Rye dough rests for twelve hours."),
        None,
    );
    check(("Rye", "It rests."), ("Bread", "It does not rest."), None);
    check(("Rye", "# Baking with rye dough 1"), ("Bread", "# Baking with rye dough 2"), None);
    check(("Rye", rye), ("Bread", "# Rye dough rests for 8 hours"), None);
}

#[test]
fn each_pair_of_disagreeing_passages_is_found_once() {
    let texts =
        ["The oven door must stay open.", "The oven door must stay closed.", "Butter is soft."];
    let sources: Vec<Source<'_>> = (1..)
        .zip(texts)
        .map(|(number, text)| Source { number: Number(number), text, about: &[] })
        .collect();
    let said = [(Number(1), 0..29), (Number(2), 0..31), (Number(3), 0..15), (Number(9), 0..4)];
    let found = disagreements(&said, &sources);
    let pairs: Vec<(u32, u32)> = found.iter().map(|it| (it.one.0.0, it.other.0.0)).collect();
    assert_eq!(pairs, [(1, 2)]);
}
