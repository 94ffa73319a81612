use conversation::model::{CountKind, Role, TokenCount, Tokens};
use conversation::{AttachmentId, Budgets, MessageId, Number, PartView, Segment};
use notes::{ByteRange, ContentHash, LineRange, NotePath};

use super::*;
use conversation::{
    Mode,
    reference::{Kind, Passage, State},
};

mod compacting;
mod counters;
mod files;
mod fitting;
mod flows;
mod languages;
mod marks;
mod rounds;
mod wording;

/// Counts words, which makes the limits in tests readable.
fn words(text: &str) -> TokenCount {
    let tokens = u32::try_from(text.split_whitespace().count()).expect("a short text");
    TokenCount { tokens: Tokens(tokens), kind: CountKind::Estimated }
}

fn reference(kind: Kind, path: &str, line: u32, text: &str) -> Reference {
    let path = NotePath::new(path).expect("a path");
    let start = line as usize * 1000;
    Reference {
        wikilink: format!("[[{}]]", path.stem()),
        title: path.stem().to_owned(),
        passage: Some(Passage {
            lines: LineRange { start: line, end: line + 1 },
            range: ByteRange { start, end: start + text.len() },
            hash: ContentHash::of(text),
            text: text.to_owned(),
            heading_path: vec![path.stem().to_owned(), format!("Part {line}")],
            columns: None,
            part: None,
            tokens: words(text).tokens,
        }),
        path: Some(path),
        match_reason: match kind {
            Kind::Direct => "Linked by you".to_owned(),
            _ => "found by: salt".to_owned(),
        },
        ..Reference::new(kind, State::Used)
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
    let id = AttachmentId::new();
    let mut passage = Reference {
        path: None,
        attachment: Some(id),
        title: name.to_owned(),
        ..reference(Kind::Attachment, "File.md", 1, text)
    };
    passage.passage.iter_mut().for_each(|passage| passage.heading_path.clear());
    let passages = if text.is_empty() { Vec::new() } else { vec![passage] };
    AttachedFile { id, name: name.to_owned(), passages, searched: false, image: None }
}

fn turn(question: &str, answer: &str) -> PastTurn {
    PastTurn {
        question: question.to_owned(),
        answer: (!answer.is_empty()).then(|| answer.to_owned()),
        ..PastTurn::new(MessageId::new())
    }
}

#[derive(Debug, Clone)]
struct Given {
    basis: Basis,
    fit: Fit,
    progress: Progress,
}

impl Given {
    fn new(window: Tokens, reserve: Tokens) -> Self {
        let fit = Fit::new(window, reserve);
        Self { basis: Basis::default(), fit, progress: Progress::default() }
    }

    fn with(mut self, change: impl FnOnce(&mut Self)) -> Self {
        change(&mut self);
        self
    }

    fn input(&self) -> Input<'_> {
        Input { basis: &self.basis, fit: &self.fit, progress: &self.progress }
    }
}

fn build(given: &Given, counter: &dyn conversation::model::Count) -> Assembly {
    super::build(given.input(), counter)
}

fn input(question: &str) -> Given {
    Given::new(Tokens(8192), Tokens(1024)).with(|it| {
        it.basis.question = question.to_owned();
        it.basis.when = "Monday, 2 March 2026, 10:15".to_owned();
    })
}

/// The messages as the letters of the seed's examples: S system, U user, A answer, F file, D documents, P a
/// project's, CA agent's prompt, Σ summary, TC calls, TR a result, R reminder. Test texts that consist of such a
/// letter and a number are shown as they are.
fn flow(assembly: &Assembly) -> String {
    let letter = |message: &ChatMessage| {
        let content = message.content.as_str();
        let own = content.rsplit("\n\n").next().unwrap_or_default();
        let named = matches!(own.as_bytes(), [b'U' | b'A', b'0'..=b'9']);
        match message.role {
            Role::System => "S",
            Role::Assistant if !message.tool_calls.is_empty() => "TC",
            Role::Tool => "TR",
            _ if named => return own.to_owned(),
            Role::Assistant => "A",
            _ if content.starts_with("Here are some documents") => match &assembly.used[0].kind {
                Kind::Project => "P",
                _ => "D",
            },
            _ if content.starts_with("The user attached") => "F",
            _ if content.starts_with("[Previous conversation summary]") => "Σ",
            _ if content.starts_with("Be ") => "CA",
            _ if ["Now answer", "No tool", "Answer in"]
                .iter()
                .any(|it| content.starts_with(it)) =>
            {
                "R"
            }
            _ => "U",
        }
        .to_owned()
    };
    assembly.messages.iter().map(letter).collect::<Vec<_>>().join(" ")
}

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

fn full() -> Given {
    let mut input = input("How much salt does [[Rye]] need?");
    let mut first = turn("What is [[Salt]]?", "A mineral [1].");
    first.references = vec![Reference { summary: Some("About salt.".into()), ..link("Salt.md") }];
    first.attachments = vec![file("recipe.txt", "500 g flour")];
    input.progress.earlier.turns = vec![first, turn("And yeast?", "")];
    input.basis.linked =
        vec![linked("Rye.md", "Rye bread takes two percent of salt.", &["Two percent."])];
    input.progress.hits = vec![
        hit("Salt.md", 3, "Salt slows \"yeast\".\nIt tightens gluten."),
        hit("Water.md", 9, "Water is wet."),
    ];
    input.basis.attachments = vec![file("mine.md", "My rye: 1 kg.")];
    input
        .progress
        .ledger
        .number("Salt.md", ContentHash::of("Salt slows \"yeast\".\nIt tightens gluten."));
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
    question.progress.hits = vec![hit("Salt.md", 3, "Salt slows.")];
    assert_eq!(flow(&build(&question, &words)), "S D U R");
    question.basis.attachments = vec![file("a.txt", "x"), file("b.txt", "y")];
    assert_eq!(flow(&build(&question, &words)), "S D F F U R");

    // In the next turn files stay with their message; documents and the reminder aren't repeated.
    let mut next = input("And now?");
    next.progress.earlier.turns =
        vec![PastTurn { attachments: question.basis.attachments, ..turn("Salt?", "Slows [1].") }];
    assert_eq!(flow(&build(&next, &words)), "S F F U A U");
    next.progress.hits = vec![hit("Rye.md", 3, "Rye.")];
    assert_eq!(flow(&build(&next, &words)), "S F F U A D U R");
    // A missing answer is no message.
    next.progress.earlier.turns.push(turn("Are you there?", " \n"));
    assert_eq!(flow(&build(&next, &words)), "S F F U A U D U R");
}

// B15, B27
#[test]
fn documents_are_numbered_by_the_ledger_in_their_order() {
    let assembly = build(&full(), &words);
    assert_eq!(numbers(&assembly.used), [3, 1, 4, 2], "a passage seen before keeps its number");
    assert!(assembly.used.iter().all(|reference| reference.state == State::Used));
    assert_eq!(assembly.ledger.known().len(), 4);
    let content = &assembly.messages[5].content;
    let json = content.split_once('\n').expect("the opening line").1;
    let documents: serde_json::Value = serde_json::from_str(json).expect("JSON");
    let documents = documents["documents"].as_array().expect("a list");
    assert_eq!(documents.len(), 3);
    assert_eq!(documents[1]["document"], 1);
    assert_eq!(documents[1]["contents"], "Salt slows \"yeast\".\nIt tightens gluten.");
    assert_eq!(documents[1]["metadata"], "note: Salt.md, lines 3-4, section: Part 3");
    let parts: Vec<_> = assembly.view.parts.iter().filter_map(|part| part.number).collect();
    assert_eq!(parts, [3, 1, 4, 2].map(Number));
}

#[test]
fn one_passage_is_sent_once() {
    let mut input = input("[[Rye]]?");
    input.basis.linked = vec![linked("Rye.md", "Rye bread takes two percent of salt.", &[])];
    input.progress.hits =
        vec![hit("Rye.md", 0, "Rye bread takes"), hit("Rye.md", 70, "Elsewhere in the note.")];
    input.progress.hits[0].match_reason = "Mentions salt".to_owned();
    let assembly = build(&input, &words);
    assert_eq!(numbers(&assembly.used), [1, 2]);
    assert_eq!(assembly.used[0].match_reason, "Linked by you · mentions salt");
    assert!(assembly.considered.is_empty() && assembly.view.cuts.is_empty());
}

// B26
#[test]
fn the_prompt_says_what_applies() {
    let system = |input: &Given| build(input, &words).messages[0].content.clone();
    let has = |text: &str| {
        ["# Citing", "# Answering", "are data", "# Left out"].map(|it| text.contains(it))
    };

    let mut question = input("Salt?");
    let nothing = system(&question);
    assert_eq!(has(&nothing), [false, true, false, false]);
    assert!(nothing.contains("no passage was found"));
    assert!(nothing.ends_with("The newest message was sent on Monday, 2 March 2026, 10:15."));

    question.basis.mode = Mode::None;
    assert_eq!(has(&system(&question)), [false; 4]);
    question.basis.attachments = vec![file("a.txt", "x")];
    assert_eq!(has(&system(&question)), [true, true, true, false]);
    question.progress.hits = vec![hit("Salt.md", 3, "Salt slows.")];
    assert_eq!(has(&system(&question)), [true, true, true, false]);

    question.fit.instructions = Some("Be a pirate.\n".to_owned());
    let own = system(&question);
    assert!(own.starts_with("Be a pirate.\n\n# Answering") && !own.contains("Marginalia"), "{own}");
}

// B6
#[test]
fn the_question_names_what_it_links_and_a_tool_only_if_there_is_one() {
    let mut input = input("[[Rye]]?");
    input.basis.linked = vec![LinkedNote { text: Vec::new(), ..linked("Rye.md", "", &[]) }];
    let question =
        |input: &Given| build(input, &words).messages.last().expect("one").content.clone();
    assert_eq!(question(&input), "[[Rye]]?\n\nReferenced Documents:\n- [[Rye]] (Rye.md)");
    input.fit.read_tool = Some("read_note".to_owned());
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
}

// B31
#[test]
fn a_linked_note_is_sent_whole_below_a_fifth_of_the_free_window() {
    let mut input = input("Rye?");
    input.fit.reserve = Tokens(0);
    let taken = words("Rye?\n\nReferenced Documents:\n- [[Rye]] (Rye.md)").tokens.0 + 4;
    let note = |size: u32| {
        let overhead = words(&documents::line(
            &reference(Kind::Direct, "Rye.md", 0, ""),
            documents::Form::Full,
            Number(1),
            false,
        ))
        .tokens
        .0;
        linked("Rye.md", &"x ".repeat((size - overhead) as usize), &["The best passage."])
    };
    // A window with 1,000 tokens left for messages.
    input.fit.window = Tokens((1_000 + taken) * 10 / 6 + 1);
    input.basis.linked = vec![note(199)];
    let inside = build(&input, &words);
    assert_eq!(inside.view.cuts, []);
    assert!(inside.messages[1].content.contains("x x"));

    input.basis.linked = vec![note(200)];
    let outside = build(&input, &words);
    assert!(outside.messages[1].content.contains("The best passage."));
    assert!(!outside.messages[1].content.contains("x x"));
    assert_eq!(outside.view.cuts.len(), 1);
    insta::assert_snapshot!(
        outside.view.cuts[0].reason,
        @"Its 200 tokens are a fifth or more of the 1,000 left for messages; its best passage is sent instead."
    );
}

// B98
#[test]
fn messages_get_the_unused_budget_of_tools_if_lending_is_on() {
    let mut input = input("Rye?");
    input.fit.reserve = Tokens(0);
    input.fit.window = Tokens(2_000);
    input.basis.linked = vec![linked("Rye.md", &"x ".repeat(260), &["The best passage."])];
    let is_whole = |input: &Given| {
        let assembly = build(input, &words);
        let Budgets { tools, messages, .. } = assembly.view.budgets;
        assert_eq!(tools + messages, Tokens(1_800));
        (assembly.messages[1].content.contains("x x"), assembly.view.lent)
    };
    assert_eq!(is_whole(&input), (false, Tokens(0)));
    input.fit.lend_shares = true;
    assert_eq!(is_whole(&input), (true, Tokens(600)));
    input.fit.tools = vec![flows::tool("find_excerpts")];
    let (_, lent) = is_whole(&input);
    assert!(lent > Tokens(0) && lent < Tokens(600), "{lent:?}");
}

fn check_sums(input: &Given, assembly: &Assembly) {
    let view = &assembly.view;
    let parts: u32 = view.parts.iter().map(|part| part.tokens.0).sum();
    assert_eq!(parts, view.total.0);
    let Budgets { system, tools, messages } = view.usage();
    assert_eq!(system + tools + messages, view.total);
    let calls = |message: &ChatMessage| -> u32 {
        let calls = message.tool_calls.iter();
        calls.map(|call| words(&call.name).tokens.0 + words(&call.arguments).tokens.0).sum()
    };
    let sent: u32 =
        assembly.messages.iter().map(|it| words(&it.content).tokens.0 + calls(it) + 4).sum();
    assert_eq!(sent + 3 + tools.0, view.total.0, "what is sent is what is counted");
    let is_text = |part: &&PartView| !matches!(part.segment, Segment::Tools | Segment::Calls);
    let joined: String = view.parts.iter().filter(is_text).map(|part| part.text.as_str()).collect();
    let sent: String = assembly.messages.iter().map(|message| message.content.as_str()).collect();
    assert_eq!(joined, sent);
    let limit = input.fit.window.0.saturating_sub(input.fit.reserve.0);
    assert_eq!(view.free.0, limit.saturating_sub(view.total.0));
    assert_eq!(view.refusal.is_some(), view.total.0 > limit);
}

// B37
#[test]
fn the_preview_is_what_is_sent() {
    let input = full();
    let (preview, sent) = (build(&input, &words), build(&input.clone(), &words));
    assert_eq!(preview.view, sent.view);
    assert_eq!(preview.messages, sent.messages);
    assert_eq!(input.progress.ledger.known().len(), 1, "a preview gives out no numbers");
}
