use conversation::model::Tokens;
use notes::{ByteRange, ContentHash};

use super::*;

const NOTE: &str = "\
# Salt

Salt tightens gluten and slows the yeast down.
Two percent of the flour's weight is the usual amount.

## How much

For a kilo of flour take twenty grams of fine salt.
Coarse salt weighs less by the spoon, so use scales.

## When

Add the salt after the autolyse, with the last of the water.
It dissolves slowly in a stiff dough.
";

fn passage(start: u32, end: u32, heading_path: &[&str]) -> Passage {
    let lines: Vec<&str> = NOTE.lines().collect();
    let text = lines[start as usize - 1..end as usize].join("\n");
    Passage {
        lines: LineRange { start, end },
        range: ByteRange { start: 0, end: text.len() },
        hash: ContentHash::of(&text),
        heading_path: heading_path.iter().map(|heading| (*heading).to_owned()).collect(),
        columns: None,
        part: None,
        tokens: Tokens(0),
        text,
    }
}

fn lines(start: u32, end: u32) -> LineRange {
    LineRange { start, end }
}

#[test]
fn a_passage_that_ends_inside_a_long_line_is_unchanged() {
    let long = "The dough rests in the cool room until the evening comes. ".repeat(20);
    let text = format!("# Note\n\n{long}The end.\n\nMore.\n");
    let (first, second) = long.split_at(58 * 9);
    for (start, cut) in [(1, format!("# Note\n\n{}", first.trim_end())), (3, second.to_owned())] {
        let end = start + cut.lines().count() as u32 - 1;
        let cited =
            Passage { text: cut, lines: LineRange { start, end }, ..passage(start, end, &[]) };
        assert_eq!(locate(&cited, &text), Location::Unchanged(cited.lines), "{}", cited.text);
        let moved = locate(&cited, &format!("New.\n{text}"));
        assert_eq!(moved, Location::Moved(LineRange { start: start + 1, end: end + 1 }));
    }
    // A short line with more text than before has changed.
    let short = Passage { text: "Salt slows the yeast".to_owned(), ..passage(1, 1, &[]) };
    assert!(matches!(locate(&short, "Salt slows the yeast a lot"), Location::Changed { .. }));
}

// B20
#[test]
fn an_unchanged_passage_is_found_at_its_lines() {
    let how_much = passage(6, 9, &["Salt", "How much"]);
    for text in [NOTE.to_owned(), NOTE.replace('\n', "\r\n"), NOTE.replace('\n', "  \n")] {
        assert_eq!(locate(&how_much, &text), Location::Unchanged(lines(6, 9)));
    }
    // White space around the passage doesn't count.
    let mut padded = how_much.clone();
    padded.text = format!("\n{}\n\n", padded.text);
    padded.lines = lines(5, 11);
    assert_eq!(locate(&padded, NOTE), Location::Unchanged(lines(6, 9)));
}

// B20
#[test]
fn a_moved_passage_is_found_where_it_is() {
    let how_much = passage(6, 9, &["Salt", "How much"]);
    let text = format!("A new beginning.\n\n{NOTE}");
    assert_eq!(locate(&how_much, &text), Location::Moved(lines(8, 11)));
    assert_eq!(
        locate(&how_much, &text.replace('\n', "\r\n")),
        Location::Moved(lines(8, 11)),
        "line endings are no change"
    );
    // Of two places the nearer one.
    let twice = format!("{NOTE}\n{NOTE}");
    let second = Passage { lines: lines(22, 25), ..how_much };
    assert_eq!(locate(&second, &twice), Location::Moved(lines(21, 24)));
    // Self-overlapping patterns.
    let again = Passage { text: "a\na\nb".to_owned(), lines: lines(1, 3), ..passage(1, 1, &[]) };
    assert_eq!(locate(&again, "a\na\na\na\nb\n"), Location::Moved(lines(3, 5)));
}

// B20
#[test]
fn a_changed_passage_is_found_by_likeness() {
    let how_much = passage(6, 9, &["Salt", "How much"]);
    for (text, expect) in [
        // A word replaced.
        (NOTE.replace("twenty grams", "eighteen grams"), lines(6, 9)),
        // A line removed and one added, further down.
        (
            format!(
                "Intro.\n\nMore intro.\n\n{}",
                NOTE.replace("For a kilo", "Note: for each kilo")
            ),
            lines(10, 13),
        ),
        // Joined into one line.
        (NOTE.replace("fine salt.\n", "fine salt. "), lines(6, 8)),
        // Another heading.
        (NOTE.replace("## How much", "## Amounts to use"), lines(8, 9)),
    ] {
        match locate(&how_much, &text) {
            Location::Changed { lines: found, likeness } => {
                assert_eq!(found, expect, "{text}");
                assert!((0.5..=1.0).contains(&likeness), "{likeness}");
            }
            other => panic!("{other:?} in {text}"),
        }
    }
}

#[test]
fn likeness_falls_with_each_change() {
    let when = passage(11, 14, &["Salt", "When"]);
    let likeness = |text: &str| match locate(&when, text) {
        Location::Changed { likeness, .. } => likeness,
        other => panic!("{other:?}"),
    };
    let little = likeness(&NOTE.replace("slowly", "badly"));
    let more = likeness(&NOTE.replace("slowly", "badly").replace("after the autolyse, ", ""));
    assert!(little > more, "{little} {more}");
    assert!(little > 0.8);
}

#[test]
fn passages_in_scripts_without_spaces() {
    let mut passage = passage(1, 1, &[]);
    passage.text = "盐会使面筋更紧，并减慢酵母的活动。".to_owned();
    passage.lines = lines(1, 1);
    let text = "# 盐\n\n盐能使面筋变得更紧，也减慢酵母的活动。\n\n水是另一回事，这里不说。\n";
    let found = locate(&passage, text);
    assert!(matches!(found, Location::Changed { lines: l, .. } if l == lines(3, 3)), "{found:?}");
}

// B20
#[test]
fn a_passage_that_is_gone_is_not_taken_for_another() {
    let how_much = passage(8, 9, &["Salt", "How much"]);
    let mut text = NOTE.replace("For a kilo of flour take twenty grams of fine salt.\n", "");
    text = text.replace("Coarse salt weighs less by the spoon, so use scales.", "See the table.");
    assert_eq!(locate(&how_much, &text), Location::Heading(lines(6, 6)));
    assert_eq!(locate(&how_much, "Water is wet.\n"), Location::Gone);
    assert_eq!(locate(&how_much, ""), Location::Gone);

    // Similar sentences with another meaning.
    let short = Passage {
        text: "Salt is good for the dough.".to_owned(),
        heading_path: Vec::new(),
        columns: None,
        part: None,
        ..how_much.clone()
    };
    assert_eq!(locate(&short, "Steam is good for the crust.\n"), Location::Gone);
    // Two words must match verbatim.
    let tiny = Passage { text: "Fine salt".to_owned(), ..short };
    assert_eq!(locate(&tiny, "Coarse salt, fine sugar\n"), Location::Gone);
}

#[test]
fn the_heading_under_the_same_headings_comes_first() {
    let gone = Passage {
        text: "Gone for good, all of it.".to_owned(),
        ..passage(12, 12, &["B", "Notes"])
    };
    let text = "# A\n\n## Notes\n\nx\n\n# B\n\n## Notes\n\ny\n\n# C\n\n## Notes\n";
    assert_eq!(locate(&gone, text), Location::Heading(lines(9, 9)));
    let elsewhere = Passage { heading_path: vec!["Z".into(), "Notes".into()], ..gone.clone() };
    assert_eq!(locate(&elsewhere, text), Location::Heading(lines(9, 9)), "the nearest");
    let other = Passage { heading_path: vec!["B".into(), "Other".into()], ..gone };
    assert_eq!(locate(&other, text), Location::Gone);
}

#[test]
fn a_long_note_and_a_long_passage() {
    let line = |n: usize| format!("Line {n} speaks of flour{} and water{}.", n * 7, n * 13);
    let note: Vec<String> = (0..20_000).map(line).collect();
    let text = note.join("\n");
    let mut wanted = note[9_000..9_020].to_vec();
    wanted[7] = "Another line altogether stood here.".to_owned();
    let mut passage = passage(1, 1, &[]);
    passage.text = wanted.join("\n");
    passage.lines = lines(100, 119);
    let found = locate(&passage, &text);
    assert!(
        matches!(found, Location::Changed { lines: l, likeness } if l == lines(9_001, 9_020) && likeness > 0.9),
        "{found:?}"
    );
    let mut wanted = note[2_000..3_200].to_vec();
    wanted[7] = "Another line altogether stood here.".to_owned();
    passage.text = wanted.join("\n");
    let found = locate(&passage, &text);
    assert!(
        matches!(found, Location::Changed { lines: l, likeness } if l == lines(2_001, 3_200) && likeness > 0.9),
        "{found:?}"
    );
}

// B20
#[test]
fn a_sentence_of_a_passage_is_found_where_the_passage_is_now() {
    let check =
        |sentence: &str, text: &str, within: LineRange, expect: Option<(&str, LineRange)>| {
            assert_eq!(locate_sentence(sentence, text, within), expect, "{sentence:?}");
        };
    let whole = lines(1, 13);
    let salt = "Coarse salt weighs less by the spoon, so use scales.";
    check(salt, NOTE, lines(6, 9), Some((salt, lines(9, 9))));
    check(&format!("\n{salt}\n"), NOTE, lines(6, 9), Some((salt, lines(9, 9))));
    // Outside of the passage's lines.
    check(salt, NOTE, lines(1, 5), None);
    check("Coarse salt weighs more.", NOTE, whole, None);
    check("", NOTE, whole, None);
    check(salt, "", whole, None);
    // With other line breaks and line endings.
    let text = "So: Coarse salt weighs\r\nless by the spoon,\r\nso use scales. Done.";
    let broken = "Coarse salt weighs\r\nless by the spoon,\r\nso use scales.";
    check(salt, text, whole, Some((broken, lines(1, 3))));
    // Two occurrences are ambiguous.
    check("Salt.", "Salt.\n\nSalt.", whole, None);
}
