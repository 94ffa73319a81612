//! The seed's rules for compaction.

use super::*;
use crate::context::compaction::{found, is_due, oldest, quotes, request, summary_text};
use conversation::Budgets;

// B30
#[test]
fn compaction_is_due_above_the_budget_or_nine_tenths_and_never_at_equality() {
    let cases = [
        // messages, total, window of 1,000 with a budget of 600
        (600, 700, false),
        (601, 700, true),
        (300, 900, false),
        (300, 901, true),
        (0, 0, false),
        (600, 900, false),
    ];
    let budgets = Budgets::of(Tokens(1_000));
    for (messages, total, expect) in cases {
        let due = is_due(Tokens(messages), Tokens(total), Tokens(1_000), &budgets);
        assert_eq!(due, expect, "{messages} of 600, {total} of 1,000");
    }
    // In whole tokens: nine tenths of 1,001 are 900.9.
    assert!(is_due(Tokens(0), Tokens(901), Tokens(1_001), &Budgets::of(Tokens(1_001))));
}

// B30
#[test]
fn three_messages_are_kept_and_the_rest_begins_with_a_question() {
    // The turns as written, then those that a summary covers. U is a question without an answer.
    let cases = [
        ("", "", ""),
        ("UA", "", "UA U"),
        ("U U", "", "U U U"),
        ("UA UA", "UA", "UA U"),
        ("UA U", "", "UA U U"),
        ("UA U U", "UA", "U U U"),
        ("UA UA UA", "UA UA", "UA U"),
        ("U UA", "U", "UA U"),
        ("UA UA U", "UA", "UA U U"),
    ];
    for (turns, gone, kept) in cases {
        let history: Vec<PastTurn> = turns
            .split_whitespace()
            .map(|it| turn("question", if it == "UA" { "answer" } else { "" }))
            .collect();
        let all: Vec<&str> = turns.split_whitespace().collect();
        let at = oldest(&history, 3).unwrap_or(0);
        assert_eq!(all[..at].join(" "), gone, "{turns}");
        if !turns.is_empty() {
            assert_eq!([&all[at..], &["U"]].concat().join(" "), kept, "{turns}");
        }
    }
}

// B30 B98
#[test]
fn a_summary_ends_with_a_turn_that_is_not_pinned() {
    for (turns, keep, expected) in [
        ("UA UA UA", 3, Some(2)),
        ("UA UA UA", 5, Some(1)),
        ("UA UA UA", 1, Some(2)),
        ("P UA UA", 3, Some(2)),
        ("UA P UA", 3, Some(1)),
        ("P P UA", 3, None),
    ] {
        let turn = |it: &str| PastTurn { pinned: it == "P", ..turn("question", "answer") };
        let history: Vec<PastTurn> = turns.split_whitespace().map(turn).collect();
        assert_eq!(oldest(&history, keep), expected, "{turns}, {keep} kept");
    }
}

fn long() -> Given {
    let mut input = input("U4");
    input.progress.earlier.turns = vec![
        PastTurn {
            found: vec!["[1] [[Salt]] (Salt.md)".into()],
            ..turn("U1", &"salt ".repeat(300))
        },
        turn("U2", &"rye ".repeat(300)),
        turn("U3", "A3"),
    ];
    input.fit.window = Tokens(1_000);
    input.fit.reserve = Tokens(100);
    input
}

// B30
#[test]
fn the_view_says_what_a_summary_would_stand_for() {
    let mut input = long();
    let assembly = build(&input, &words);
    check_sums(&input, &assembly);
    let compact = assembly.view.compact.expect("it is due");
    assert_eq!((compact.turns, compact.messages), (2, 4));
    assert_eq!(compact.tokens, Tokens(602 + 4 * 4));
    assert_eq!(flow(&assembly), "S U1 A U2 A U3 A3 U4", "it fits nevertheless");

    // Without a summary, turns without room are cut.
    input.fit.window = Tokens(700);
    let assembly = build(&input, &words);
    assert_eq!(flow(&assembly), "S U2 A U3 A3 U4");
    assert!(assembly.view.compact.is_some(), "the turns aren't lost yet");

    // A short conversation has nothing to summarise, even with a long question.
    let mut short = super::input(&"word ".repeat(700));
    (short.fit.window, short.fit.reserve) = (Tokens(1_000), Tokens(100));
    short.progress.earlier.turns = vec![turn("U1", "A1")];
    assert_eq!(build(&short, &words).view.compact, None);
}

// B30
#[test]
fn a_summary_replaces_turns_and_lists_their_findings() {
    let mut input = long();
    let before = build(&input, &words).view.total;
    let gone: Vec<PastTurn> = input.progress.earlier.turns.drain(..2).collect();
    let summary = Summary {
        text: "Salt slows yeast [1].".to_owned(),
        found: found(None, &gone),
        quotes: quotes(None, &gone),
        messages: 4,
    };
    input.progress.earlier.summary = Some(summary.clone());
    let assembly = build(&input, &words);
    check_sums(&input, &assembly);
    assert_eq!(flow(&assembly), "S Σ U3 A3 U4");
    assert!(assembly.view.total < before, "the request shrinks");
    assert_eq!(assembly.view.compact, None);
    assert_eq!(assembly.view.cuts, [], "what is there isn't missing");
    // Without room, the summary itself is cut, and listed.
    let mut narrow = input.clone();
    narrow.progress.earlier.turns.clear();
    narrow.fit.reserve = Tokens(0);
    narrow.fit.window = Tokens(build(&narrow, &words).view.total.0 - 1);
    let assembly = build(&narrow, &words);
    assert_eq!(flow(&assembly), "S U4");
    let cuts: Vec<_> = assembly.view.cuts.iter().map(|cut| cut.label.as_str()).collect();
    assert_eq!(cuts, ["Summary of 4 messages"]);
    insta::assert_snapshot!(summary_text(&summary), @"
    [Previous conversation summary]: Salt slows yeast [1].

    What was found and cited in it:
    - [1] [[Salt]] (Salt.md)
    ");
    // The next summary includes it.
    assert_eq!(found(Some(&summary), &gone), summary.found);
    let asked = request(Some(&summary), &[turn("And rye?", &"rye ".repeat(100))], 400);
    assert!(asked[1].content.contains("Summary of what was said before: Salt slows yeast [1]."));
    assert!(asked[1].content.chars().count() < 500, "{}", asked[1].content);
}

// B30
#[test]
fn a_summary_quotes_decisions_and_cited_figures() {
    let long = format!("20 g [2]. {}", "So it is. ".repeat(60));
    let turns = [
        turn("We decided on\nrye.", ""),
        turn("Why?", "It keeps [1]."),
        turn("Salt for 1 kg?", &long),
    ];
    let quoted = quotes(None, &turns);
    assert_eq!(quoted.len(), 2, "{quoted:?}");
    assert_eq!((&*quoted[0].question, &*quoted[0].answer), ("We decided on rye.", ""));
    assert_eq!(quoted[1].question, "Salt for 1 kg?");
    assert!(quoted[1].answer.starts_with("20 g [2]. So it is."), "{quoted:?}");
    assert!(quoted[1].answer.ends_with('…'), "{quoted:?}");
    assert!(found(None, &turns).is_empty(), "quotes are no findings");

    // The next summary has three again, the weightier and newer ones.
    let summary = Summary { text: "Of rye.".into(), found: vec![], quotes: quoted, messages: 6 };
    let text = summary_text(&summary);
    let first =
        "Key messages of it, word for word:\n- The user: “We decided on rye.”\n- The user: ";
    assert!(text.contains(first), "{text}");
    let later =
        [turn("Why?", "So."), turn("For 2 kg?", "40 g [2]."), turn("From now on, 3 %.", "")];
    let again = quotes(Some(&summary), &later);
    let asked: Vec<_> = again.iter().map(|quote| quote.question.as_str()).collect();
    assert_eq!(asked, ["Salt for 1 kg?", "For 2 kg?", "From now on, 3 %."]);
}
