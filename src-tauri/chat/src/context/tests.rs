use models::{CountKind, Role, TokenCount, Tokens};
use notes::{ByteRange, ContentHash, LineRange, NotePath};
use proptest::prelude::*;

use super::*;
use crate::{
    Mode, ReferenceId,
    references::{Kind, Passage, State},
};

mod counters;

/// Words, so that a test can say what fits.
fn words(text: &str) -> TokenCount {
    let tokens = u32::try_from(text.split_whitespace().count()).expect("a short text");
    TokenCount { tokens: Tokens(tokens), kind: CountKind::Estimated }
}

fn reference(kind: Kind, path: &str, line: u32, text: &str) -> Reference {
    let path = NotePath::new(path).expect("a path");
    let start = line as usize * 1000;
    Reference {
        id: ReferenceId::new(),
        number: None,
        kind,
        state: State::Used,
        wikilink: format!("[[{}]]", path.stem()),
        title: path.stem().to_owned(),
        attachment: None,
        url: None,
        call: None,
        anchor: None,
        passage: Some(Passage {
            lines: LineRange { start: line, end: line + 1 },
            range: ByteRange { start, end: start + text.len() },
            hash: ContentHash::of(text),
            text: text.to_owned(),
            heading_path: vec![path.stem().to_owned(), format!("Part {line}")],
            tokens: words(text).tokens,
        }),
        path: Some(path),
        summary: None,
        snippet: String::new(),
        match_reason: match kind {
            Kind::Direct => "you linked it".to_owned(),
            _ => "found by: salt".to_owned(),
        },
        others: Vec::new(),
        suggestions: Vec::new(),
    }
}

fn hit(path: &str, line: u32, text: &str) -> Reference {
    reference(Kind::Search, path, line, text)
}

fn link(path: &str) -> Reference {
    Reference { passage: None, ..reference(Kind::Direct, path, 1, "") }
}

fn linked(path: &str, text: &str, best: &[&str]) -> LinkedNote {
    let best = best.iter().enumerate();
    LinkedNote {
        link: link(path),
        text: vec![reference(Kind::Direct, path, 0, text)],
        best: best.map(|(at, text)| reference(Kind::Direct, path, 50 + at as u32, text)).collect(),
    }
}

fn file(name: &str, text: &str) -> AttachedFile {
    AttachedFile { name: name.to_owned(), text: text.to_owned() }
}

fn turn(question: &str, answer: &str) -> PastTurn {
    PastTurn {
        question: question.to_owned(),
        references: Vec::new(),
        attachments: Vec::new(),
        answer: (!answer.is_empty()).then(|| answer.to_owned()),
    }
}

fn input(question: &str) -> Input {
    Input {
        instructions: None,
        when: "Monday, 2 March 2026, 10:15".to_owned(),
        mode: Mode::Notes,
        history: Vec::new(),
        linked: Vec::new(),
        hits: Vec::new(),
        attachments: Vec::new(),
        question: question.to_owned(),
        read_tool: None,
        window: Tokens(8192),
        reserve: Tokens(1024),
        ledger: Ledger::default(),
    }
}

/// The messages as the letters of the seed's examples: S system, U user, A answer, F file, D
/// documents, R reminder.
fn flow(assembly: &Assembly) -> String {
    let letter = |message: &ChatMessage| match message.role {
        Role::System => "S",
        Role::Assistant => "A",
        _ if message.content.starts_with("Here are some documents") => "D",
        _ if message.content.starts_with("The user attached") => "F",
        _ if message.content.starts_with("Reminder:") => "R",
        _ => "U",
    };
    assembly.messages.iter().map(letter).collect::<Vec<_>>().join(" ")
}

/// The whole context as one reads it.
fn readable(assembly: &Assembly) -> String {
    let mut text = String::new();
    for ChatMessage { role, content, .. } in &assembly.messages {
        text.push_str(&format!("=== {role:?}\n{content}\n"));
    }
    text.push_str("\n=== Parts\n");
    for part in &assembly.view.parts {
        let origin =
            part.origin.as_deref().map(|origin| format!(" ({origin})")).unwrap_or_default();
        text.push_str(&format!(
            "{:>5}  {:?}: {}{origin}\n",
            part.tokens.0, part.segment, part.label
        ));
    }
    for cut in &assembly.view.cuts {
        text.push_str(&format!("cut {}: {} {}\n", cut.tokens, cut.label, cut.reason));
    }
    let ContextView { total, free, refusal, .. } = &assembly.view;
    text.push_str(&format!("total {total}, free {free}, refusal {refusal:?}\n"));
    text
}

fn numbers(references: &[Reference]) -> Vec<u32> {
    references.iter().filter_map(|reference| reference.number).map(|number| number.0).collect()
}

/// A conversation with everything in it.
fn full() -> Input {
    let mut input = input("How much salt does [[Rye]] need?");
    let mut first = turn("What is [[Salt]]?", "A mineral [1].");
    first.references = vec![Reference { summary: Some("About salt.".into()), ..link("Salt.md") }];
    first.attachments = vec![file("recipe.txt", "500 g flour")];
    input.history = vec![first, turn("And yeast?", "")];
    input.linked =
        vec![linked("Rye.md", "Rye bread takes two percent of salt.", &["Two percent."])];
    input.hits = vec![
        hit("Salt.md", 3, "Salt slows \"yeast\".\nIt tightens gluten."),
        hit("Water.md", 9, "Water is wet."),
    ];
    input.attachments = vec![file("mine.md", "My rye: 1 kg.")];
    input.ledger.number("Salt.md", ContentHash::of("Salt slows \"yeast\".\nIt tightens gluten."));
    input
}

// B22, B27
#[test]
fn the_whole_context_reads_like_this() {
    let assembly = build(&full(), &words);
    assert_eq!(flow(&assembly), "S F U A U D F U R");
    insta::assert_snapshot!(readable(&assembly));
}

// B22
#[test]
fn the_order_of_each_kind_of_turn() {
    let mut question = input("Salt?");
    assert_eq!(flow(&build(&question, &words)), "S U");
    question.hits = vec![hit("Salt.md", 3, "Salt slows.")];
    assert_eq!(flow(&build(&question, &words)), "S D U R");
    question.attachments = vec![file("a.txt", "x"), file("b.txt", "y")];
    assert_eq!(flow(&build(&question, &words)), "S D F F U R");

    // The next turn: files stay where they were sent, documents and the reminder don't come again.
    let mut next = input("And now?");
    next.history =
        vec![PastTurn { attachments: question.attachments, ..turn("Salt?", "Slows [1].") }];
    assert_eq!(flow(&build(&next, &words)), "S F F U A U");
    next.hits = vec![hit("Rye.md", 3, "Rye.")];
    assert_eq!(flow(&build(&next, &words)), "S F F U A D U R");
    // An answer that never came is no message.
    next.history.push(turn("Are you there?", " \n"));
    assert_eq!(flow(&build(&next, &words)), "S F F U A U D U R");
}

// B15, B27
#[test]
fn documents_are_numbered_by_the_ledger_in_their_order() {
    let assembly = build(&full(), &words);
    assert_eq!(numbers(&assembly.used), [2, 1, 3], "a passage seen before keeps its number");
    assert!(assembly.used.iter().all(|reference| reference.state == State::Used));
    assert_eq!(assembly.ledger.known().len(), 3);
    let content = &assembly.messages[5].content;
    let json = content.split_once('\n').expect("the opening line").1;
    let documents: serde_json::Value = serde_json::from_str(json).expect("JSON");
    let documents = documents["documents"].as_array().expect("a list");
    assert_eq!(documents.len(), 3);
    assert_eq!(documents[1]["document"], 1);
    assert_eq!(documents[1]["contents"], "Salt slows \"yeast\".\nIt tightens gluten.");
    assert_eq!(documents[1]["metadata"], "note: Salt.md, section: Part 3");
    let parts: Vec<_> = assembly.view.parts.iter().filter_map(|part| part.number).collect();
    assert_eq!(parts, [Number(2), Number(1), Number(3)]);
}

#[test]
fn one_passage_is_sent_once() {
    let mut input = input("[[Rye]]?");
    input.linked = vec![linked("Rye.md", "Rye bread takes two percent of salt.", &[])];
    input.hits =
        vec![hit("Rye.md", 0, "Rye bread takes"), hit("Rye.md", 70, "Elsewhere in the note.")];
    let assembly = build(&input, &words);
    assert_eq!(numbers(&assembly.used), [1, 2]);
    assert_eq!(assembly.used[0].match_reason, "you linked it; found by: salt");
    assert!(assembly.considered.is_empty() && assembly.view.cuts.is_empty());
}

// B26
#[test]
fn the_prompt_says_what_applies() {
    let system = |input: &Input| build(input, &words).messages[0].content.clone();
    let has = |text: &str| {
        ["# Citing", "# Answering", "are data", "# Left out"].map(|it| text.contains(it))
    };

    let mut question = input("Salt?");
    let nothing = system(&question);
    assert_eq!(has(&nothing), [false, true, false, false]);
    assert!(nothing.contains("no passage was found"));
    assert!(nothing.ends_with("The newest message was sent on Monday, 2 March 2026, 10:15."));

    question.mode = Mode::None;
    assert_eq!(has(&system(&question)), [false; 4]);
    question.attachments = vec![file("a.txt", "x")];
    assert_eq!(has(&system(&question)), [false, false, true, false]);
    question.hits = vec![hit("Salt.md", 3, "Salt slows.")];
    assert_eq!(has(&system(&question)), [true, true, true, false]);

    question.instructions = Some("Be a pirate.\n".to_owned());
    let own = system(&question);
    assert!(own.starts_with("Be a pirate.\n\n# Answering") && !own.contains("Marginalia"), "{own}");
}

// B6
#[test]
fn the_question_names_what_it_links_and_a_tool_only_if_there_is_one() {
    let mut input = input("[[Rye]]?");
    input.linked = vec![LinkedNote { text: Vec::new(), ..linked("Rye.md", "", &[]) }];
    let question =
        |input: &Input| build(input, &words).messages.last().expect("one").content.clone();
    assert_eq!(question(&input), "[[Rye]]?\n\nReferenced Documents:\n- [[Rye]] (Rye.md)");
    input.read_tool = Some("read_note".to_owned());
    assert!(question(&input).ends_with("using the read_note tool if you need more information."));
}

// B28
#[test]
fn budgets_of_a_window() {
    let budgets = |window| {
        let Budgets { system, tools, messages } = Budgets::of(Tokens(window));
        [system.0, tools.0, messages.0]
    };
    assert_eq!(budgets(32_768), [3_276, 9_830, 19_660]);
    assert_eq!(budgets(0), [0, 0, 0]);
    assert_eq!(budgets(u32::MAX), [429_496_729, 1_288_490_188, 2_576_980_377]);
    assert_eq!(percent(Tokens(0), Tokens(0)), 0);
    assert_eq!(percent(Tokens(5), Tokens(0)), 0);
    assert_eq!(percent(Tokens(829), Tokens(3_276)), 25);
    assert_eq!(percent(Tokens(u32::MAX), Tokens(1)), u32::MAX);
}

// B31
#[test]
fn a_linked_note_goes_in_below_a_fifth_of_what_is_left() {
    let mut input = input("Rye?");
    input.reserve = Tokens(0);
    let taken = words("Rye?\n\nReferenced Documents:\n- [[Rye]] (Rye.md)").tokens.0 + 4;
    let note = |size: u32| {
        let overhead =
            words(&documents::line(&reference(Kind::Direct, "Rye.md", 0, ""), Number(1), false))
                .tokens
                .0;
        linked("Rye.md", &"x ".repeat((size - overhead) as usize), &["The best passage."])
    };
    // A window of which the messages have 1,000 left.
    input.window = Tokens((1_000 + taken) * 10 / 6 + 1);
    input.linked = vec![note(199)];
    let inside = build(&input, &words);
    assert_eq!(inside.view.cuts, []);
    assert!(inside.messages[1].content.contains("x x"));

    input.linked = vec![note(200)];
    let outside = build(&input, &words);
    assert!(outside.messages[1].content.contains("The best passage."));
    assert!(!outside.messages[1].content.contains("x x"));
    assert_eq!(outside.view.cuts.len(), 1);
    insta::assert_snapshot!(
        outside.view.cuts[0].reason,
        @"Its 200 tokens are a fifth or more of the 1,000 left for messages; its best passage stands for it."
    );
}

/// The view's own arithmetic.
fn check_sums(input: &Input, assembly: &Assembly) {
    let view = &assembly.view;
    let parts: u32 = view.parts.iter().map(|part| part.tokens.0).sum();
    assert_eq!(parts, view.total.0);
    let messages: u32 = assembly.messages.iter().map(|it| words(&it.content).tokens.0 + 4).sum();
    assert_eq!(messages + 3, view.total.0, "what is sent is what is counted");
    let joined: String = view.parts.iter().map(|part| part.text.as_str()).collect();
    let sent: String = assembly.messages.iter().map(|message| message.content.as_str()).collect();
    assert_eq!(joined, sent);
    let limit = input.window.0.saturating_sub(input.reserve.0);
    assert_eq!(view.free.0, limit.saturating_sub(view.total.0));
    assert_eq!(view.refusal.is_some(), view.total.0 > limit);
}

// B36
#[test]
fn what_goes_first_when_the_window_is_full() {
    let mut input = full();
    input.history[0].answer = Some("word ".repeat(100));
    input.hits.push(Reference { state: State::Considered, ..hit("Low.md", 1, &"low ".repeat(50)) });
    input.reserve = Tokens(0);
    let everything = build(&input, &words).view.total.0;
    let mut log = String::new();
    let mut last = String::new();
    for window in (100..=everything).rev() {
        input.window = Tokens(window);
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

// B36
#[test]
fn what_was_forgotten_is_named_to_the_model_and_the_user() {
    let mut input = input("And now?");
    input.history = vec![
        PastTurn { attachments: vec![file("a.txt", &"x ".repeat(500))], ..turn("Look.", "I see.") },
        turn("Well?", "Well."),
    ];
    input.window = Tokens(400);
    input.reserve = Tokens(100);
    let assembly = build(&input, &words);
    assert_eq!(flow(&assembly), "S U A U");
    let system = &assembly.messages[0].content;
    assert!(system.contains("# Left out") && system.contains("“a.txt”"), "{system}");
    assert_eq!(assembly.view.cuts.len(), 1);
    assert!(assembly.view.cuts[0].reason.contains("“a.txt” went with it"));
}

#[test]
fn a_refusal_has_figures_and_ways_out() {
    let mut input = input(&"word ".repeat(2_000));
    input.attachments = vec![file("big.md", &"x ".repeat(40_000))];
    let assembly = build(&input, &words);
    check_sums(&input, &assembly);
    insta::assert_snapshot!(assembly.view.refusal.unwrap_or_default());
    input.attachments.clear();
    input.window = Tokens(512);
    assert_eq!(build(&input, &words).view.free, Tokens(0), "a reserve larger than the window");
}

// B37
#[test]
fn the_preview_is_what_is_sent() {
    let input = full();
    let (preview, sent) = (build(&input, &words), build(&input.clone(), &words));
    assert_eq!(preview.view, sent.view);
    assert_eq!(preview.messages, sent.messages);
    assert_eq!(input.ledger.known().len(), 1, "a preview gives out no numbers");
}

fn any_input() -> impl Strategy<Value = Input> {
    let text = |most: usize| (1..most).prop_map(|count| "word ".repeat(count));
    let turn = (text(60), prop::option::of(text(60)), prop::collection::vec(text(80), 0..2))
        .prop_map(|(question, answer, files)| PastTurn {
            question,
            references: Vec::new(),
            attachments: files.iter().map(|text| file("old.txt", text)).collect(),
            answer,
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
            input.history = history;
            input.hits = hits
                .iter()
                .enumerate()
                .map(|(at, (text, low))| Reference {
                    state: if *low { State::Considered } else { State::Used },
                    ..hit(&format!("hit{at}.md"), 1, &format!("{at} {text}"))
                })
                .collect();
            input.linked = notes
                .iter()
                .enumerate()
                .map(|(at, (text, best))| {
                    let best: Vec<&str> = best.iter().map(String::as_str).collect();
                    linked(&format!("note{at}.md"), text, &best)
                })
                .collect();
            input.attachments = files.iter().map(|text| file("new.txt", text)).collect();
            (input.window, input.reserve) = (Tokens(window), Tokens(reserve));
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
        let question = assembly.messages.iter().rev().find(|it| it.content.starts_with(&input.question));
        prop_assert!(question.is_some(), "this turn's message is never dropped");
        prop_assert_eq!(assembly.messages[0].role, Role::System);
        for file in &input.attachments {
            prop_assert!(assembly.messages.iter().any(|it| it.content.ends_with(&file.text)));
        }

        // What was offered is there or cut, never both.
        let cut = |label: &str| assembly.view.cuts.iter().filter(|cut| cut.label.starts_with(label)).count();
        let answers = assembly.messages.iter().filter(|it| it.role == Role::Assistant).count();
        let turns_cut = cut("Earlier turn:");
        let answered = input.history[turns_cut..].iter().filter(|turn| turn.answer.is_some()).count();
        prop_assert_eq!(answers, answered, "whole turns, the oldest first");
        let hits_used = assembly.used.iter().filter(|it| it.kind == Kind::Search).count();
        prop_assert_eq!(hits_used + assembly.considered.len(), input.hits.len());
        prop_assert_eq!(cut("hit"), assembly.considered.len());
        for (at, _) in input.linked.iter().enumerate() {
            let whole = assembly.used.iter().any(|it| {
                it.title == format!("note{at}") && it.passage.as_ref().is_some_and(|it| it.lines.start == 0)
            });
            prop_assert_eq!(usize::from(!whole), cut(&format!("note{at} (the whole text)")));
        }
        // The best are kept, low ones go before all others, and one stays if any was offered.
        let kept: Vec<bool> = input.hits.iter().map(|hit| assembly.used.iter().any(|it| it.id == hit.id)).collect();
        for low in [true, false] {
            let group: Vec<bool> = input.hits.iter().zip(&kept)
                .filter(|(hit, _)| (hit.state == State::Considered) == low)
                .map(|(_, kept)| *kept).collect();
            prop_assert!(group.is_sorted_by(|a, b| a >= b), "{:?}", group);
        }
        if input.hits.iter().any(|hit| hit.state == State::Used) {
            prop_assert!(!assembly.used.is_empty());
        }

        // Numbers are the next ones, in order, and only the model's documents have one.
        let expect: Vec<u32> = (1..=assembly.used.len() as u32).collect();
        prop_assert_eq!(numbers(&assembly.used), expect);
        prop_assert!(numbers(&assembly.considered).is_empty());

        // Nothing is cut that has room.
        let mut roomy = input.clone();
        roomy.window = Tokens(1_000_000);
        let roomy = build(&roomy, &words);
        prop_assert!(roomy.view.cuts.is_empty());
    }
}
