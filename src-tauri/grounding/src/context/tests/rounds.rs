//! Calls of tools within a turn, images, and projects.

use conversation::model::{Image, ImageFormat};

use super::{flows::round, *};

fn image() -> Image {
    Image { format: ImageFormat::Png, width: 1024, height: 768, bytes: vec![1, 2, 3].into() }
}

// B10, B15
#[test]
fn results_are_numbered_after_the_documents_in_the_order_of_the_calls() {
    let mut input = input("Salt?");
    input.progress.hits = vec![hit("Rye.md", 1, "Rye needs salt.")];
    let mut first =
        round("1", vec![hit("Salt.md", 3, "Salt slows."), hit("Rye.md", 1, "Rye needs salt.")]);
    first.calls.extend(round("2", vec![hit("Water.md", 9, "Water is wet.")]).calls);
    input.progress.rounds =
        vec![first, round("3", vec![hit("Salt.md", 3, "Salt slows."), hit("Oil.md", 2, "Oil.")])];
    let assembly = build(&input, &words);
    check_sums(&input, &assembly);
    assert_eq!(flow(&assembly), "S D U TC TR TR TC TR R");
    assert_eq!(numbers(&assembly.used), [1, 2, 3, 4]);
    insta::assert_snapshot!(readable(&assembly));
}

// B16
#[test]
fn ten_ranked_passages_are_reduced_by_the_overshoot() {
    let ten: Vec<Reference> =
        (0..10).map(|at| hit("Salt.md", at, &format!("{at} {}", "salt ".repeat(99)))).collect();
    let mut input = input("Salt?");
    input.fit.reserve = Tokens(0);
    input.progress.rounds = vec![round("1", ten.clone())];
    input.fit.window = Tokens(1_000_000);
    let everything = build(&input, &words).view.total.0;
    for (overshoot, kept) in [(1.2, 8), (2.0, 5), (100.0, 1)] {
        input.fit.window = Tokens((f64::from(everything) / overshoot).ceil() as u32);
        let assembly = build(&input, &words);
        // Instructions and question aren't reduced, so the rest may still be too large and is reduced again; the best
        // passages stay.
        let used: Vec<_> = assembly.used.iter().map(|it| it.id).collect();
        assert!(used.len() <= kept && !used.is_empty(), "{overshoot}: {}", used.len());
        assert_eq!(used, ten[..used.len()].iter().map(|it| it.id).collect::<Vec<_>>());
        assert_eq!(assembly.considered.len(), 10 - used.len(), "all of them are told of");
        assert!(numbers(&assembly.considered).is_empty());
        let result = &assembly.messages[3].content;
        assert!(result.ends_with(&format!(
            "{} more passages were found and have no room here.",
            10 - used.len()
        )));
        let cards = assembly.view.parts.iter().filter(|part| part.number.is_some()).count();
        assert_eq!(cards, used.len(), "ledger, message and cards agree");
    }
}

// B16
#[test]
fn as_many_of_the_best_passages_stay_as_have_room() {
    let ten: Vec<Reference> =
        (0..10).map(|at| hit("Salt.md", at, &format!("{at} {}", "salt ".repeat(2_000)))).collect();
    let mut input = input("Salt?");
    input.fit.reserve = Tokens(0);
    for kept in [8, 5, 1] {
        input.fit.window = Tokens(1_000_000);
        input.progress.rounds = vec![round("1", ten[..kept].to_vec())];
        // The sentence about the other passages needs room, too.
        let room = build(&input, &words).view.total.0 + 20;
        input.progress.rounds = vec![round("1", ten.clone())];
        input.fit.window = Tokens(room);
        let assembly = build(&input, &words);
        check_sums(&input, &assembly);
        let used: Vec<_> = assembly.used.iter().map(|it| it.id).collect();
        assert_eq!(used, ten[..kept].iter().map(|it| it.id).collect::<Vec<_>>());
        assert_eq!(numbers(&assembly.used).len(), kept);
        assert!(assembly.considered.iter().all(|it| it.state == State::Considered));
        let why = crate::sentences::LEFT_NO_ROOM.text();
        assert!(assembly.considered.iter().all(|it| it.match_reason.ends_with(why)));
        let considered: Vec<_> = assembly.considered.iter().map(|it| it.id).collect();
        assert_eq!(considered, ten[kept..].iter().map(|it| it.id).collect::<Vec<_>>());
    }
}

// B16, B21
#[test]
fn each_call_is_reduced_by_itself() {
    let passages = |note: &str, count: u32| -> Vec<Reference> {
        (0..count)
            .map(|at| hit(note, at, &format!("{note} {at} {}", "salt ".repeat(500))))
            .collect()
    };
    let mut input = input("Salt?");
    input.fit.reserve = Tokens(0);
    let mut both = round("1", passages("Rye.md", 10));
    both.calls.extend(round("2", passages("Salt.md", 4)).calls);
    input.progress.rounds = vec![both];
    input.fit.window = Tokens(1_000_000);
    let everything = build(&input, &words).view.total.0;
    input.fit.window = Tokens(everything * 10 / 18);
    let assembly = build(&input, &words);
    let of = |note: &str| -> Vec<u32> {
        let used = assembly
            .used
            .iter()
            .filter(|it| it.path.as_ref().is_some_and(|it| it.as_str() == note));
        used.filter_map(|it| it.passage.as_ref()).map(|it| it.lines.start).collect()
    };
    assert_eq!(of("Rye.md"), [0, 1, 2, 3, 4], "ten by 1.8");
    assert_eq!(of("Salt.md"), [0, 1], "four by 1.8");
}

// B36
#[test]
fn calls_and_results_are_sent_or_cut_together() {
    let mut input = input("Salt?");
    input.fit.reserve = Tokens(0);
    for at in 0..4 {
        let passages = (0..3).map(|line| hit("Salt.md", at * 10 + line, &"salt ".repeat(50)));
        input.progress.rounds.push(round(&at.to_string(), passages.collect()));
    }
    for window in (200..1_400).step_by(7) {
        input.fit.window = Tokens(window);
        let assembly = build(&input, &words);
        check_sums(&input, &assembly);
        let calls: Vec<&str> = assembly
            .messages
            .iter()
            .flat_map(|it| it.tool_calls.iter().map(|call| call.id.as_str()))
            .collect();
        let answered: Vec<&str> = assembly
            .messages
            .iter()
            .filter_map(|it| it.answers.as_ref().map(|answers| answers.id.as_str()))
            .collect();
        assert_eq!(calls, answered);
        assert_eq!(calls, ["0", "1", "2", "3"]);
    }
}

// B29, B35
#[test]
fn an_image_is_part_of_the_question_and_a_blind_model_gets_its_size() {
    let mut input = input("What is this?");
    input.basis.mode = Mode::None;
    input.basis.attachments =
        vec![AttachedFile { image: Some(image()), ..file("oven.png", "") }, file("a.txt", "x")];
    let blind = build(&input, &words);
    check_sums(&input, &blind);
    assert_eq!(flow(&blind), "S F U R", "an image has no message of its own");
    assert!(blind.messages[2].images.is_empty());
    assert!(blind.messages[2].content.contains("(1024 × 768 pixels), which this model can't see"));

    input.fit.vision = true;
    let seeing = build(&input, &words);
    assert_eq!(seeing.messages[2].images, [image()]);
    assert!(seeing.messages[2].content.ends_with("What is this?"));
    let part = seeing.view.parts.iter().find(|part| part.label == "Image “oven.png”");
    let marker = words(&prompt::image("oven.png", 1024, 768, true)).tokens.0;
    assert_eq!(part.map(|part| part.tokens.0), Some(3_104 + marker));

    // It stays with its message in the next turn.
    let mut next = super::input("And now?");
    next.fit.vision = true;
    next.progress.earlier.turns = vec![PastTurn {
        attachments: input.basis.attachments,
        ..turn("What is this?", "An oven.")
    }];
    let sent = build(&next, &words).messages;
    assert_eq!(sent[2].images, [image()]);
}

// B100
#[test]
fn pictures_of_documents_follow_them_and_go_before_any_text_does() {
    let mut input = input("What does the plan show?");
    input.fit.vision = true;
    input.fit.window = Tokens(40_000);
    input.progress.hits =
        vec![hit("Salt.md", 3, "Salt slows."), hit("Plan.md", 3, "![[plan.png]]")];
    let picture = Reference { passage: None, ..reference(Kind::Read, "plan.png", 1, "") };
    let shown_by = input.progress.hits[1].key().into_iter().collect();
    input.fit.pictures = vec![Picture { reference: picture, shown_by, image: image() }];
    let whole = build(&input, &words);
    assert_eq!(flow(&whole), "S D U U R");
    assert_eq!(whole.messages[2].images, [image()]);
    assert_eq!(whole.messages[2].content, "[The image “plan” stands in document 2.]\n");
    let part = whole.view.parts.iter().find(|part| part.label == "Image “plan”").expect("a part");
    assert_eq!((part.tokens.0, &part.item), (3_104 + 7, &input.fit.pictures[0].item()));
    assert_eq!(numbers(&whole.used), [1, 2]);
    let titles: Vec<&str> = whole.used.iter().map(|used| used.title.as_str()).collect();
    assert_eq!(titles, ["Salt", "Plan", "plan"]);

    // A fifth or more of the room for messages is too much.
    input.fit.window = Tokens(20_000);
    let narrow = build(&input, &words);
    assert_eq!(flow(&narrow), "S D U R");
    let cut = &narrow.view.cuts[0];
    assert_eq!((cut.label.as_str(), cut.tokens.0), ("Image “plan”", 3_104));
    assert_eq!(numbers(&narrow.used), [1, 2]);

    // A picture needs a passage that shows it.
    input.fit.window = Tokens(40_000);
    input.progress.hits.truncate(1);
    let alone = build(&input, &words);
    assert_eq!((flow(&alone).as_str(), alone.view.cuts.len()), ("S D U R", 0));

    // No conversation is summarised for a picture.
    let long = "salt ".repeat(21_500);
    input.progress.hits = vec![hit("Salt.md", 3, &long), hit("Plan.md", 3, "![[plan.png]]")];
    input.progress.earlier.turns = vec![turn("U1", "A1"); 4];
    let long = build(&input, &words);
    assert_eq!((long.view.compact, long.view.cuts.len()), (None, 1));
    input.progress.earlier.turns.clear();

    // A slow model only gets text.
    input.fit.reading = Some(20);
    assert_eq!(flow(&build(&input, &words)), "S D U R");
}

#[test]
fn an_image_that_a_tool_opened_comes_after_all_results_of_its_round() {
    let mut input = input("Look.");
    let mut both = round("1", vec![]);
    both.calls[0].image = Some(image());
    both.calls.extend(round("2", vec![]).calls);
    input.progress.rounds = vec![both];
    let sent = build(&input, &words).messages;
    assert_eq!(flow(&build(&input, &words)), "S U TC TR TR U");
    assert_eq!(sent[5].images, [image()]);
}

// B34
#[test]
fn a_project_is_sent_whole_below_six_tenths_of_the_usable_window() {
    let cases = [(5_999, true), (6_000, false), (6_001, false), (0, true)];
    for (tokens, fits) in cases {
        assert_eq!(project_fits(Tokens(tokens), Tokens(11_000), Tokens(1_000)), fits, "{tokens}");
    }
    assert!(!project_fits(Tokens(1), Tokens(1_000), Tokens(1_000)), "nothing is usable");
}
