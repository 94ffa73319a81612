use conversation::{
    ChangeId, ChangeState, Deed, MessageId, NoteChange, Origin,
    model::Tokens,
    reference::{Kind, Passage, State},
};
use notes::{ByteRange, ContentHash, LineRange};

use super::*;
use crate::fixture::path;

const PASSAGES: [&str; 4] = [
    "Use two per cent of salt by the weight of the flour. Salt slows the yeast.",
    "Rye bread rests for two days in a warm room before it is cut.",
    "The oven is heated to 250 degrees with steam for ten minutes.",
    "Anna bakes with figs from the garden in October.",
];

fn references() -> Vec<Reference> {
    let of = |(text, number): (&str, u32)| Reference {
        number: Some(Number(number)),
        passage: Some(Passage {
            lines: LineRange { start: 1, end: 1 },
            range: ByteRange { start: 0, end: text.len() },
            hash: ContentHash::of(text),
            text: text.to_owned(),
            heading_path: Vec::new(),
            columns: None,
            part: None,
            tokens: Tokens(9),
        }),
        ..Reference::new(Kind::Search, State::Used)
    };
    PASSAGES.into_iter().zip(1..).map(of).collect()
}

fn change(by: Author, named: &[u32], hunks: Vec<Hunk>) -> Change {
    let named = named.iter().copied().map(Number).collect();
    Change {
        id: ChangeId::new(),
        title: String::new(),
        origin: Origin { by, answer: Some(MessageId::new()), rests_on: named },
        made: library::now(),
        decided: None,
        state: ChangeState::Proposed,
        revision: 1,
        whole: false,
        notes: vec![NoteChange {
            path: path("Bread.md"),
            deed: Deed::Edit,
            base: None,
            hunks,
            collision: None,
            collided: Vec::new(),
        }],
        edited: false,
        taken: Vec::new(),
    }
}

fn numbers(of_hunks: &[&[u32]]) -> Vec<Vec<Vec<Number>>> {
    vec![of_hunks.iter().map(|it| it.iter().copied().map(Number).collect()).collect()]
}

// B104
#[test]
fn each_hunk_rests_on_what_it_cites_or_else_on_what_it_comes_from() {
    use Author::{Assistant, User};
    let check = |by, named: &[u32], old: &str, new: &str, expect: &[&[u32]]| {
        let change = change(by, named, notes::diff::hunks(old, new));
        let hunks: Vec<_> = change.notes[0].hunks.iter().map(|it| &*it.after).collect();
        assert_eq!(rests_on(&change, &references()), numbers(expect), "{hunks:?}");
    };
    let all = [1, 2, 3, 4];
    let list = "- flour\n\nText.\n\n- water\n";
    // Citations count, whatever sources the model named.
    let cited = "- flour, two per cent [1]\n\nText.\n\n- water [2, 3] [9]\n";
    check(Assistant, &[], list, cited, &[&[1], &[2, 3]]);
    // A footnote's mark counts as in answers; code cites nothing.
    check(Assistant, &[1], list, "- flour[^1]\n\nText.\n\n- `water[1]`\n", &[&[1], &[]]);
    // An existing footnote is the note's own.
    check(
        Assistant,
        &[1],
        "Flour [^1] of rye.\n",
        "Meal [^1] of oats.\n\nMore [^1].\n",
        &[&[], &[], &[1]],
    );
    // Footnotes of a saved answer come from citations, also under another label.
    let kept = "It is two [^1]. [1]\n\n[^1]: [[Salt]] “Two”\n";
    check(User, &[1, 2], "", kept, &[&[1], &[], &[1]]);
    check(User, &[1, 2], "", "It rests [^2-3], see [^4].\n", &[&[2]]);
    // A hunk without citation comes from the passage of the change that says the same.
    let comes = "- Rye bread rests for two days in a warm room.\n\nText.\n\n- water\n- Salt slows the yeast.\n";
    check(Assistant, &all, list, comes, &[&[2], &[1]]);
    check(Assistant, &[1, 3], list, comes, &[&[], &[1]]);
    check(Assistant, &[], list, comes, &[&[], &[]]);
    check(
        Assistant,
        &all,
        list,
        "- Nobody knows how long a loaf of wheat lasts.\n\nText.\n\n- water\n",
        &[&[]],
    );
    // Words are compared in their new sentence.
    let old = "Wheat bread rests for two days in a cool room.\n";
    let new = "Rye bread rests for two days in a warm room.\n";
    check(Assistant, &all, old, new, &[&[2], &[2]]);
    // Each hunk added at one place has its own sources.
    let note = format!("# Bread\n\n{}\n\n{}\n", PASSAGES[2], PASSAGES[1]);
    check(Assistant, &all, "", &note, &[&[], &[], &[3], &[], &[2]]);
    // A deletion rests on nothing.
    check(Assistant, &all, list, "Text.\n\n- water\n", &[&[], &[]]);
}

#[test]
fn a_thousand_hunks_each_get_their_own() {
    let lines = |ends: &str| (0..1000).map(|at| format!("Line {at}{ends}\n\n")).collect();
    let (old, new): (String, String) = (lines("."), lines(". Salt slows the yeast."));
    let change = change(Author::Assistant, &[1, 2, 3, 4], notes::diff::hunks(&old, &new));
    let of_hunks = rests_on(&change, &references()).remove(0);
    assert_eq!(of_hunks.len(), 1000);
    assert!(of_hunks.iter().all(|it| *it == [Number(1)]));
}
