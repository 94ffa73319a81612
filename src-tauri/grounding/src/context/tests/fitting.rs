//! Cuts in a full window.

use proptest::prelude::*;

use conversation::ContextItem;

use super::*;

// B36
#[test]
fn a_full_window_drops_parts_in_a_fixed_order() {
    let mut input = full();
    input.progress.earlier.turns[0].answer = Some("word ".repeat(100));
    input
        .progress
        .hits
        .push(Reference { state: State::Considered, ..hit("Low.md", 1, &"low ".repeat(50)) });
    input.fit.reserve = Tokens(0);
    let everything = build(&input, &words).view.total.0;
    let mut log = String::new();
    let mut last = String::new();
    for window in (100..=everything).rev() {
        input.fit.window = Tokens(window);
        let assembly = build(&input, &words);
        check_sums(&input, &assembly);
        let cuts: Vec<&str> = assembly.view.cuts.iter().map(|cut| cut.label.as_str()).collect();
        let line = format!("{} | {}", flow(&assembly), cuts.join("; "));
        if line != last {
            log.push_str(&format!("{window:>4}: {line}\n"));
            last = line;
        }
        if assembly.view.refusal.is_some() {
            log.push_str(assembly.view.refusal.as_deref().unwrap_or_default());
            break;
        }
    }
    insta::assert_snapshot!(log);
}

// B34 B36 B82
#[test]
fn a_project_that_fits_is_never_left_out() {
    let documents: Vec<Reference> = (0..20)
        .map(|at| {
            reference(Kind::Project, &format!("Plan {at}.md"), 1, &format!("loaf {at} ").repeat(8))
        })
        .collect();
    let tokens: Tokens = documents.iter().filter_map(|it| Some(it.passage.as_ref()?.tokens)).sum();
    let mut input = full();
    input.basis.project = Some(ProjectPart {
        name: "Bread".to_owned(),
        instructions: "Think of the oven.".to_owned(),
        documents: documents.clone(),
    });
    input.progress.hits =
        (0..30).map(|at| hit(&format!("Hit {at}.md"), 1, &"salt ".repeat(60))).collect();
    input.basis.linked = vec![linked("Long.md", &"rye ".repeat(900), &["rye", "dough"])];
    input.progress.earlier.turns =
        (0..9).map(|at| turn(&format!("U{at}"), &"word ".repeat(80))).collect();
    input.fit.reserve = Tokens(100);
    let (mut fitted, mut sent) = (0, 0);
    for window in (300..4_000).step_by(20) {
        input.fit.window = Tokens(window);
        if !project_fits(tokens, input.fit.window, input.fit.reserve) {
            continue;
        }
        fitted += 1;
        let assembly = build(&input, &words);
        check_sums(&input, &assembly);
        sent += usize::from(assembly.view.refusal.is_none());
        for document in &documents {
            assert!(assembly.used.iter().any(|used| used.covers(document)), "{window}");
            assert!(!assembly.considered.iter().any(|it| it.covers(document)), "{window}");
        }
        let cut = |cut: &conversation::Cut| cut.label.contains("Plan");
        assert!(!assembly.view.cuts.iter().any(cut), "{window}: {:?}", assembly.view.cuts);
    }
    assert!(fitted > 100 && sent > 100, "{fitted} windows, {sent} of them sent");
}

// B36
#[test]
fn pinned_parts_stay_while_others_are_cut() {
    let mut input = input("And now?");
    input.progress.earlier.turns = vec![
        PastTurn { pinned: true, ..turn("U1", &"salt ".repeat(60)) },
        turn("U2", &"rye ".repeat(600)),
        turn("U3", "A3"),
    ];
    input.progress.hits = vec![
        Reference { state: State::Considered, ..hit("Low.md", 1, &"low ".repeat(80)) },
        hit("Salt.md", 1, &"salt ".repeat(300)),
    ];
    input.basis.pinned_hits = 1;
    input.fit.window = Tokens(900);
    input.fit.reserve = Tokens(100);
    for reading in [None, Some(1)] {
        input.fit.reading = reading;
        let assembly = build(&input, &words);
        check_sums(&input, &assembly);
        assert!(assembly.view.refusal.is_none(), "{:?}", assembly.view.refusal);
        let used: Vec<_> = assembly.used.iter().map(|used| used.title.as_str()).collect();
        assert_eq!(used, ["Low"]);
        let said = flow(&assembly);
        assert!(said.contains("U1") && said.contains("U3") && !said.contains("U2"), "{said}");
        let cuts: Vec<&str> = assembly.view.cuts.iter().map(|cut| cut.label.as_str()).collect();
        assert_eq!(cuts, ["Earlier turn: U2", "Salt › Part 1"]);
    }
    // Parts that the user can decide on have an item.
    let parts = build(&input, &words).view.parts;
    let item = |label: &str| parts.iter().find(|part| part.label.contains(label))?.item.clone();
    assert_eq!(
        item("Earlier question: U1"),
        Some(ContextItem::Turn { question: input.progress.earlier.turns[0].id })
    );
    assert_eq!(
        item("Earlier answer: salt"),
        Some(ContextItem::Turn { question: input.progress.earlier.turns[0].id })
    );
    assert_eq!(item("Low"), input.progress.hits[0].item());
    assert_eq!(item("Your question"), None);
}

// B121
#[test]
fn the_best_passage_of_each_kind_goes_last() {
    let mut input = input("What keeps?");
    let of = |kind, name: &str, tokens| {
        reference(kind, &format!("{name}.md"), 1, &format!("{name} ").repeat(tokens))
    };
    input.progress.hits = vec![
        of(Kind::Search, "Pin", 400),
        of(Kind::Table, "Table", 300),
        of(Kind::Search, "Note", 300),
        of(Kind::Memory, "Memory", 40),
        of(Kind::Web, "Page", 200),
        of(Kind::Search, "Second", 300),
        of(Kind::Web, "Another", 200),
    ];
    input.basis.pinned_hits = 1;
    input.basis.linked = vec![linked("Linked.md", &"rye ".repeat(300), &["rye keeps"])];
    let best = ["Pin", "Table", "Note", "Memory", "Page"];
    let titles = |input: &Given| -> Vec<String> {
        let assembly = build(input, &words);
        check_sums(input, &assembly);
        assembly.used.iter().map(|used| used.title.clone()).collect()
    };
    let slow = input.clone().with(|it| it.fit.reading = Some(1));
    let slow = titles(&slow);
    for name in best {
        assert!(slow.iter().any(|title| title == name), "{name}: {slow:?}");
    }
    assert!(!slow.iter().any(|title| ["Second", "Another"].contains(&title.as_str())), "{slow:?}");

    // In a window that gets smaller, the other passages go first, then the best ones from the end. The pinned one
    // stays.
    input.fit.reserve = Tokens(0);
    let mut seen: Vec<Vec<String>> = Vec::new();
    for window in (0..=build(&input, &words).view.total.0).rev().step_by(7) {
        input.fit.window = Tokens(window);
        if build(&input, &words).view.refusal.is_some() {
            break;
        }
        let now: Vec<String> = titles(&input).into_iter().filter(|it| it != "Linked").collect();
        if seen.last() != Some(&now) {
            seen.push(now);
        }
    }
    let lists = (1..=best.len()).rev().map(|count| &best[..count]);
    for list in lists {
        assert!(seen.iter().any(|now| now == list), "{list:?}: {seen:?}");
    }
    let is_spare = |title: &String| ["Second", "Another"].contains(&title.as_str());
    let first_cut =
        seen.iter().position(|now| best.iter().any(|name| !now.iter().any(|it| it == name)));
    assert!(seen[first_cut.unwrap()..].iter().flatten().all(|title| !is_spare(title)), "{seen:?}");
}

// B103
#[test]
fn a_slow_model_gets_excerpts_of_all_but_the_best_passages() {
    let text = |name: &str| {
        format!("{} {name} keeps. {}", "long ago ".repeat(20), "so it was ".repeat(20))
    };
    let names = ["Rye", "Salt", "Oats"];
    let mut input = input("What keeps?");
    input.progress.hits = names.map(|name| hit(&format!("{name}.md"), 1, &text(name))).to_vec();
    let excerpt_of = |name: &str| {
        let start = text(name).find(name).unwrap();
        start..start + name.len() + " keeps.".len()
    };
    let keys: Vec<_> = input.progress.hits.iter().map(|hit| hit.key().unwrap()).collect();
    input.fit.excerpts = keys.iter().cloned().zip(names.map(excerpt_of)).collect();
    let whole = build(&input, &words).view.total.0;
    let check = |input: &Given, reading: Option<u32>, short: &[&str]| {
        let input = input.clone().with(|it| it.fit.reading = reading);
        let assembly = build(&input, &words);
        check_sums(&input, &assembly);
        // Cards and citations have the whole passage, even if only an excerpt was sent.
        let used: Vec<&str> =
            assembly.used.iter().map(|it| &*it.passage.as_ref().unwrap().text).collect();
        assert_eq!(used, names.map(text));
        let sent: String = assembly.messages.iter().map(|it| it.content.as_str()).collect();
        for name in names {
            let is_short = sent.contains(&format!("\"…{name} keeps.…\""));
            assert_eq!(is_short, short.contains(&name), "{name} {reading:?}");
            assert_ne!(is_short, sent.contains(&text(name)));
        }
        let cuts = assembly.view.cuts.iter().filter(|cut| cut.tokens.0 > 0);
        let mut cuts: Vec<&str> = cuts.map(|cut| cut.label.split(' ').next().unwrap()).collect();
        cuts.sort();
        let mut named = short.to_vec();
        named.sort();
        assert_eq!(cuts, named);
    };
    check(&input, None, &[]);
    check(&input, Some(whole), &[]);
    check(&input, Some(whole / 12), &["Oats"]);
    check(&input, Some(whole / 16), &["Oats", "Salt"]);
    check(&input, Some(1), &["Oats", "Salt"]);
    // Short passages go in whole.
    let all = input.fit.excerpts.clone();
    input.fit.excerpts.insert(keys[1].clone(), 0..text("Salt").len());
    check(&input, Some(1), &["Oats"]);
    input.fit.excerpts = all;
    // Pinned hits stay whole.
    input.basis.pinned_hits = 2;
    check(&input, Some(1), &["Oats"]);
    // Where all share a small model's room, the best one is an excerpt, too.
    input.fit.shared = Some(Tokens(20));
    check(&input, None, &["Oats"]);
    input.basis.pinned_hits = 0;
    check(&input, Some(1), &["Rye", "Salt", "Oats"]);
}

// Steps of step-by-step work have fewer and other hits than the question. Each excerpt belongs to its passage,
// whatever its place.
#[test]
fn an_excerpt_stays_with_its_passage_when_the_hits_change() {
    let text = |name: &str| format!("{} {name} keeps.", "Long ago it rained. ".repeat(30));
    let mut input = input("What keeps?");
    input.progress.hits =
        ["Rye", "Salt", "Oats"].map(|name| hit(&format!("{name}.md"), 1, &text(name))).to_vec();
    let excerpt = |one: &Reference| {
        let text = &one.passage.as_ref().unwrap().text;
        (one.key().unwrap(), text.len() - 11..text.len())
    };
    input.fit.excerpts = input.progress.hits.iter().map(excerpt).collect();
    input.fit.reading = Some(1);
    // In a step: another note first, and one of the three behind it.
    input.progress.hits =
        vec![hit("Barley.md", 1, &text("Barley")), input.progress.hits[2].clone()];
    let sent: String = build(&input, &words).messages.iter().map(|it| it.content.clone()).collect();
    assert!(sent.contains(&text("Barley")), "the best passage is whole");
    assert!(sent.contains("Oats keeps.") && !sent.contains(&text("Oats")), "{sent}");
}

// B36
#[test]
fn the_model_and_the_user_see_which_parts_were_cut() {
    let mut input = input("And now?");
    input.progress.earlier.turns = vec![
        PastTurn { attachments: vec![file("a.txt", &"x ".repeat(500))], ..turn("Look.", "I see.") },
        turn("Well?", "Well."),
    ];
    input.fit.window = Tokens(400);
    input.fit.reserve = Tokens(100);
    let assembly = build(&input, &words);
    assert_eq!(flow(&assembly), "S U A U");
    let system = &assembly.messages[0].content;
    assert!(system.contains("# Left out") && system.contains("“a.txt”"), "{system}");
    assert_eq!(assembly.view.cuts.len(), 1);
    assert!(assembly.view.cuts[0].reason.contains("here with “a.txt”"));
}

// B36
#[test]
fn the_oldest_turns_go_before_what_tools_returned() {
    let mut input = input("And now?");
    input.fit.reserve = Tokens(0);
    input.progress.earlier.turns =
        (0..4).map(|at| turn(&format!("Question {at}? {}", "word ".repeat(40)), "Yes.")).collect();
    input.progress.rounds = (0..3)
        .map(|at| {
            let text = format!("{} result{at}", "salt ".repeat(80));
            flows::round(&at.to_string(), vec![hit("Salt.md", at, &text)])
        })
        .collect();
    let everything = build(&input, &words).view.total.0;
    let mut seen = std::collections::BTreeSet::new();
    for window in (0..=everything).rev() {
        input.fit.window = Tokens(window);
        let assembly = build(&input, &words);
        if assembly.view.refusal.is_some() {
            break;
        }
        let count = |start: &str| {
            assembly.messages.iter().filter(|message| message.content.contains(start)).count()
        };
        let (turns, results) = (count("Question "), count("result"));
        assert!(turns == 0 || results == 3, "{window}: {turns} turns, {results} results");
        seen.insert((turns, results));
    }
    // The newest call always shows its result.
    assert_eq!(
        seen.into_iter().collect::<Vec<_>>(),
        [(0, 1), (0, 2), (0, 3), (1, 3), (2, 3), (3, 3), (4, 3)]
    );
}

// B36
#[test]
fn a_decision_outlasts_newer_turns() {
    let long = |begin: &str| turn(&format!("{begin} {}", "word ".repeat(40)), "Yes.");
    let mut input = input("And now?");
    input.fit.reserve = Tokens(0);
    let begins = ["From now on, 2 % of salt.", "Why?", "Rye?", "Oil?", "Oats?", "Malt?", "Milk?"];
    input.progress.earlier.turns = begins.map(long).into();
    let everything = build(&input, &words).view.total.0;
    input.fit.window = Tokens(everything - 60);
    let assembly = build(&input, &words);
    check_sums(&input, &assembly);
    let gone = assembly.view.cuts.iter().filter_map(|cut| {
        assert!(cut.reason.contains("with a decision"), "{}", cut.reason);
        cut.label.strip_prefix("Earlier turn: ")?.split(' ').next()
    });
    assert_eq!(gone.collect::<Vec<_>>(), ["Why?", "Rye?"]);
}

#[test]
fn a_refusal_has_figures_and_ways_out() {
    let mut input = input(&"word ".repeat(2_000));
    input.basis.attachments = vec![file("big.md", &"x ".repeat(40_000))];
    let assembly = build(&input, &words);
    check_sums(&input, &assembly);
    insta::assert_snapshot!(assembly.view.refusal.unwrap_or_default());
    input.basis.attachments.clear();
    input.fit.window = Tokens(512);
    assert_eq!(build(&input, &words).view.free, Tokens(0), "a reserve larger than the window");
}

fn any_input() -> impl Strategy<Value = Given> {
    let text = |most: usize| (1..most).prop_map(|count| "word ".repeat(count));
    let turn = (text(60), prop::option::of(text(60)), prop::collection::vec(text(80), 0..2))
        .prop_map(|(question, answer, files)| PastTurn {
            question,
            attachments: files.iter().map(|text| file("old.txt", text)).collect(),
            answer,
            ..PastTurn::new(MessageId::new())
        });
    let hits = prop::collection::vec((text(60), any::<bool>()), 0..8);
    let linked_notes =
        prop::collection::vec((text(200), prop::collection::vec(text(40), 0..3)), 0..3);
    (
        prop::collection::vec(turn, 0..8),
        hits,
        linked_notes,
        prop::collection::vec(text(60), 0..3),
        text(60),
        0..2_500_u32,
        0..300_u32,
    )
        .prop_map(|(history, hits, notes, files, question, window, reserve)| {
            let mut input = input(&question);
            input.progress.earlier.turns = history;
            input.progress.hits = hits
                .iter()
                .enumerate()
                .map(|(at, (text, low))| Reference {
                    state: if *low { State::Considered } else { State::Used },
                    ..hit(&format!("hit{at}.md"), 1, &format!("{at} {text}"))
                })
                .collect();
            input.basis.linked = notes
                .iter()
                .enumerate()
                .map(|(at, (text, best))| {
                    let best: Vec<&str> = best.iter().map(String::as_str).collect();
                    linked(&format!("note{at}.md"), text, &best)
                })
                .collect();
            input.basis.attachments = files.iter().map(|text| file("new.txt", text)).collect();
            (input.fit.window, input.fit.reserve) = (Tokens(window), Tokens(reserve));
            input
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    // B29, B36
    #[test]
    fn fitting_keeps_its_promises(input in any_input()) {
        let assembly = build(&input, &words);
        check_sums(&input, &assembly);
        let question = assembly.messages.iter().rev().find(|it| it.content.starts_with(&input.basis.question));
        prop_assert!(question.is_some(), "this turn's message is never dropped");
        prop_assert_eq!(assembly.messages[0].role, Role::System);
        for file in &input.basis.attachments {
            let text: String = file.texts().collect();
            prop_assert!(assembly.messages.iter().any(|it| it.content.contains(&text)));
        }

        // Each offer is included or cut, never both.
        let cut = |label: &str| assembly.view.cuts.iter().filter(|cut| cut.label.starts_with(label)).count();
        let answers = assembly.messages.iter().filter(|it| it.role == Role::Assistant).count();
        let turns_cut = cut("Earlier turn:");
        let answered = input.progress.earlier.turns[turns_cut..].iter().filter(|turn| turn.answer.is_some()).count();
        prop_assert_eq!(answers, answered, "whole turns, the oldest first");
        let hits_used = assembly.used.iter().filter(|it| it.kind == Kind::Search).count();
        prop_assert_eq!(hits_used + assembly.considered.len(), input.progress.hits.len());
        prop_assert_eq!(cut("hit"), assembly.considered.len());
        for (at, _) in input.basis.linked.iter().enumerate() {
            let whole = assembly.used.iter().any(|it| {
                it.title == format!("note{at}") && it.passage.as_ref().is_some_and(|it| it.lines.start == 0)
            });
            prop_assert_eq!(usize::from(!whole), cut(&format!("note{at} (the whole text)")));
        }
        // The best hits stay, low ones are cut first, and at least one stays.
        let kept: Vec<bool> = input.progress.hits.iter().map(|hit| assembly.used.iter().any(|it| it.id == hit.id)).collect();
        for low in [true, false] {
            let group: Vec<bool> = input.progress.hits.iter().zip(&kept)
                .filter(|(hit, _)| (hit.state == State::Considered) == low)
                .map(|(_, kept)| *kept).collect();
            prop_assert!(group.is_sorted_by(|a, b| a >= b), "{:?}", group);
        }
        if input.progress.hits.iter().any(|hit| hit.state == State::Used) {
            prop_assert!(!assembly.used.is_empty());
        }

        // Numbers are consecutive, the files' first; only included passages have one.
        let (files, documents): (Vec<_>, Vec<_>) =
            assembly.used.iter().cloned().partition(|it| it.kind == Kind::Attachment);
        let expect: Vec<u32> = (1..=assembly.used.len() as u32).collect();
        prop_assert_eq!(numbers(&[files, documents].concat()), expect);
        prop_assert!(numbers(&assembly.considered).is_empty());

        // Nothing is cut if there is room.
        let mut roomy = input.clone();
        roomy.fit.window = Tokens(1_000_000);
        let roomy = build(&roomy, &words);
        prop_assert!(roomy.view.cuts.is_empty());
    }
}
