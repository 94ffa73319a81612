use proptest::prelude::*;

use super::*;

/// The text with some of the hunks applied.
fn taken(old: &str, hunks: &[Hunk], takes: impl Fn(usize) -> bool) -> String {
    let mut text = String::new();
    let mut done = 0;
    for (at, hunk) in hunks.iter().enumerate() {
        text.push_str(&old[done..hunk.range.start]);
        assert_eq!(hunk.range.of(old), Some(&*hunk.before));
        text.push_str(if takes(at) { &hunk.after } else { &hunk.before });
        done = hunk.range.end;
    }
    text + &old[done..]
}

#[test]
fn a_change_is_split_at_words_rows_and_items() {
    use Unit::*;
    let check = |old: &str, new: &str, expect: &[(Unit, &str, &str)]| {
        let found = hunks(old, new);
        let short: Vec<_> =
            found.iter().map(|hunk| (hunk.unit, &*hunk.before, &*hunk.after)).collect();
        assert_eq!(short, expect, "{old:?} → {new:?}");
        assert_eq!(taken(old, &found, |_| true), new);
        assert_eq!(taken(old, &found, |_| false), old);
    };
    check("Rye rests.\n", "Rye rests.\n", &[]);
    check("Rye bread rests long.\n", "Rye dough rests long.\n", &[(Words, "bread", "dough")]);
    // Two words far apart are two decisions.
    check(
        "Rye bread rests for two long days in a cool room.\n",
        "Rye dough rests for two long days in a warm room.\n",
        &[(Words, "bread", "dough"), (Words, "cool", "warm")],
    );
    // A link is one word: its target can't change unseen.
    check(
        "See [the salt](Salt.md) now.\n",
        "See [the salt](Sugar.md) now.\n",
        &[(Words, "[the salt](Salt.md)", "[the salt](Sugar.md)")],
    );
    check("See [[Salt|it]].\n", "See [[Sugar|it]].\n", &[(Words, "[[Salt|it]]", "[[Sugar|it]]")]);
    check(
        "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n",
        "| a | b |\n|---|---|\n| 1 | 5 |\n| 3 | 4 |\n| 6 | 7 |\n",
        &[(Row, "| 1 | 2 |\n", "| 1 | 5 |\n"), (Row, "", "| 6 | 7 |\n")],
    );
    check(
        "- flour\n- salt\n- water\n",
        "- rye flour\n- salt\n- warm water\n",
        &[(Item, "- flour\n", "- rye flour\n"), (Item, "- water\n", "- warm water\n")],
    );
    check(
        "---\ntags: [a]\nkind: bread\n---\ntext\n",
        "---\ntags: [a, b]\nkind: bread\ndone: true\n---\ntext\n",
        &[(Property, "tags: [a]\n", "tags: [a, b]\n"), (Property, "", "done: true\n")],
    );
    check("# Rye\n\ntext\n", "# Rye bread\n\ntext\n", &[(Heading, "# Rye\n", "# Rye bread\n")]);
    check("a", "a\nb", &[(Words, "", "\nb")]);
    check("", "new\n", &[(Words, "", "new\n")]);
    check("old\n", "", &[(Words, "old\n", "")]);
    check("```\nx = 1\ny = 2\n```\n", "```\nx = 1\ny = 3\n```\n", &[(Lines, "y = 2\n", "y = 3\n")]);
    check("盐百分之二。\n", "盐百分之三。\n", &[(Words, "二", "三")]);
}

// Each of these takes minutes if a step scans the whole text or the whole line.
#[test]
fn a_long_note_is_compared_in_steps_that_look_at_their_own_place() {
    let rows = |mark: &str| -> String {
        let row = |n: usize| format!("- {n} {mark} {}\n", "rests in a cool room ".repeat(2));
        (0..20_000).map(row).collect()
    };
    let (old, new) = (rows("rye"), rows("oats"));
    let found = hunks(&old, &new);
    assert_eq!(found.iter().map(|hunk| hunk.line).max(), Some(20_000));
    assert_eq!(taken(&old, &found, |_| true), new);

    let old = "rye rests [in a cool room; ".repeat(40_000);
    let new = format!("{old}long");
    let found = hunks(&old, &new);
    assert_eq!(taken(&old, &found, |_| true), new);
    let shown: String = pieces(&old, &new).into_iter().map(|piece| piece.text).collect();
    assert_eq!(shown, new);
}

#[test]
fn a_diff_has_same_removed_and_added_words() {
    let kinds: Vec<_> = pieces("Rye bread rests.", "Rye dough rests.")
        .into_iter()
        .map(|piece| (piece.kind, piece.text))
        .collect();
    let expect = [
        (PieceKind::Same, "Rye "),
        (PieceKind::Removed, "bread"),
        (PieceKind::Added, "dough"),
        (PieceKind::Same, " rests."),
    ];
    assert_eq!(kinds, expect.map(|(kind, text)| (kind, text.to_owned())));
}

#[test]
fn a_hunk_finds_its_place_in_a_text_that_changed_elsewhere() {
    let old = "# Rye\n\nRye bread rests for a day.\n\n- salt\n- water\n";
    let hunk = &hunks(old, &old.replace("a day", "two days"))[0];
    let check = |text: &str, expect: Option<&str>| {
        let placed = hunk.placed_in(text).map(|hunk| apply(text, &[&hunk]).unwrap());
        assert_eq!(placed.as_deref(), expect);
    };
    check(
        "# Rye and wheat\n\nMore.\n\nRye bread rests for a day.\n\n- salt\n",
        Some("# Rye and wheat\n\nMore.\n\nRye bread rests for two days.\n\n- salt\n"),
    );
    check("# Rye\n\nRye bread rests for a week.\n", None);
    // Two matches: a guess could write to the wrong place.
    check(&format!("{old}{old}"), None);
}

proptest! {
    /// For any two texts, all hunks make the new one, none make the old one, and any of them fit.
    #[test]
    fn hunks_lead_from_one_text_to_the_other(
        old in "(---\n(a: b\n)?---\n)?([-|#> ]{0,2}[a-c盐 ]{0,6}[.\r]?\n?){0,8}",
        new in "(---\n(a: c\n)?---\n)?([-|#> ]{0,2}[a-c盐 ]{0,6}[.\r]?\n?){0,8}",
        some in any::<u64>(),
    ) {
        let found = hunks(&old, &new);
        prop_assert_eq!(taken(&old, &found, |_| true), new);
        prop_assert_eq!(taken(&old, &found, |_| false), old.clone());
        let part = taken(&old, &found, |at| some >> (at % 64) & 1 == 1);
        prop_assert!(part.len() <= old.len() + found.iter().map(|hunk| hunk.after.len()).sum::<usize>());
    }
}
