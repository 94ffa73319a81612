//! Labels of documents, and the wording for the searched sources.

use super::{flows::round, *};
use crate::context::{compaction::found, documents::Form};
use conversation::{FilePart, PartUnit, reference::Age};
use notes::DateSource;

/// A passage on `lines` of the note `Salt`, under `headings`.
fn passage(lines: (u32, u32), headings: &[&str]) -> Reference {
    let mut reference = hit("In/Salt.md", 1, "Salt keeps.");
    if let Some(passage) = &mut reference.passage {
        passage.lines = LineRange { start: lines.0, end: lines.1 };
        passage.heading_path = headings.iter().map(|heading| (*heading).to_owned()).collect();
    }
    reference
}

/// What a model gets as the text of a reference.
fn contents(reference: &Reference, form: Form<'_>) -> String {
    let line = documents::line(reference, form, Number(7), false);
    let json: serde_json::Value =
        serde_json::from_str(line.strip_suffix(",\n").expect("the end")).expect("JSON");
    json["contents"].as_str().expect("a text").to_owned()
}

// B137
#[test]
fn a_model_gets_later_rows_below_the_head_of_their_table() {
    let rows = "| Ada Ulm | 30 |\n| Bo Vint | 41 |";
    let mut reference = hit("People.md", 40, rows);
    if let Some(passage) = &mut reference.passage {
        passage.columns = Some("| Name | Age |".to_owned());
    }
    assert_eq!(contents(&reference, Form::Brief), format!("| Name | Age |\n{rows}"));
    let second = 17..rows.len();
    let excerpt = contents(&reference, Form::Excerpt(&second));
    assert_eq!(excerpt, "| Name | Age |\n…| Bo Vint | 41 |");
}

#[test]
fn a_model_gets_properties_as_a_sentence() {
    let yaml = "director: \"[[Ridley Scott]]\"\nrating: 6\ngenre:\n";
    let said = "Alien: director Ridley Scott; rating 6.";
    let cases = [
        (2, format!("{yaml}---\nSeen with Mira.\n"), format!("{said}\nSeen with Mira.")),
        (2, yaml.to_owned(), said.to_owned()),
        (1, format!("---\n{yaml}---\n# Alien\n\nGood."), format!("{said}\n# Alien\n\nGood.")),
        // A text that only looks like properties.
        (2, "rating: 6\nA plain line".to_owned(), "rating: 6\nA plain line".to_owned()),
        (9, yaml.to_owned(), yaml.to_owned()),
    ];
    for (line, text, wanted) in cases {
        let mut reference = hit("Alien.md", line, &text);
        for form in [Form::Full, Form::Brief] {
            assert_eq!(contents(&reference, form), wanted, "{text}");
        }
        reference.path = None;
        assert_eq!(contents(&reference, Form::Brief), text, "a text without a note");
    }
    let text = format!("{yaml}---\nSeen with Mira. Again in May.");
    let mira = text.find("Seen").expect("there")..text.find("Again").expect("there");
    assert_eq!(contents(&hit("Alien.md", 2, &text), Form::Excerpt(&mira)), "…Seen with Mira.…");
}

#[test]
fn a_document_is_named_with_its_section_and_its_lines() {
    let check =
        |reference: &Reference, metadata: Option<&str>, name: &str, origin: Option<&str>| {
            let line = documents::line(reference, Form::Full, Number(7), true);
            let json: serde_json::Value =
                serde_json::from_str(line.strip_suffix("]}").expect("the end")).expect("JSON");
            assert_eq!(json["document"], 7);
            assert_eq!(json.get("metadata").and_then(|it| it.as_str()), metadata, "{reference:?}");
            assert_eq!(documents::name(reference), name);
            assert_eq!(documents::origin(reference).as_deref(), origin);
        };
    let one_line = Some("In/Salt.md, line 3");
    check(&passage((3, 3), &[]), Some("note: In/Salt.md, line 3"), "Salt", one_line);
    // The outermost heading usually repeats the title.
    check(&passage((3, 3), &["Salt"]), Some("note: In/Salt.md, line 3"), "Salt", one_line);
    check(
        &passage((3, 9), &["Salt", "Use", "Bread"]),
        Some("note: In/Salt.md, lines 3-9, section: Use › Bread"),
        "Salt › Bread",
        Some("In/Salt.md, lines 3–9"),
    );
    let date = Some("2026-03-01".to_owned());
    check(
        &Reference { age: Age { date, ..Age::default() }, ..passage((3, 9), &["Use"]) },
        Some("note: In/Salt.md, lines 3-9, date: 2026-03-01, section: Use"),
        "Salt › Use",
        Some("In/Salt.md, lines 3–9"),
    );
    let of_file = |reference: Reference| Reference {
        age: Age {
            date: Some("2026-03-01".to_owned()),
            date_source: Some(DateSource::File),
            superseded: None,
        },
        ..reference
    };
    check(
        &of_file(passage((3, 9), &[])),
        Some("note: In/Salt.md, lines 3-9, file changed: 2026-03-01"),
        "Salt",
        Some("In/Salt.md, lines 3–9"),
    );
    let whole = Reference { passage: None, ..passage((1, 1), &[]) };
    check(&whole, Some("note: In/Salt.md"), "Salt", Some("In/Salt.md"));
    let address = "https://example.org/salt";
    let page = Reference { url: Some(address.to_owned()), path: None, ..passage((3, 9), &["Use"]) };
    check(&page, Some("page: https://example.org/salt"), "Salt › Use", Some(address));
    // Memories have neither a path nor an address.
    check(&Reference { path: None, ..passage((3, 9), &[]) }, None, "Salt", None);
    let on_page = |mut reference: Reference| {
        let part = FilePart { unit: PartUnit::Page, number: 3, name: None };
        reference.passage.iter_mut().for_each(|passage| passage.part = Some(part.clone()));
        Reference { title: "salt.pdf".to_owned(), ..reference }
    };
    let path = NotePath::new("In/salt.pdf").ok();
    check(
        &on_page(Reference { path, ..passage((3, 9), &["Use"]) }),
        Some("file: In/salt.pdf, page 3, section: Use"),
        "salt.pdf, page 3",
        Some("In/salt.pdf, page 3"),
    );
    let attachment = Some(conversation::AttachmentId::new());
    check(
        &on_page(Reference { path: None, attachment, ..passage((3, 9), &[]) }),
        Some("file of the user, page 3"),
        "salt.pdf, page 3",
        Some("salt.pdf, page 3"),
    );
}

#[test]
fn a_small_model_gets_only_helpful_metadata_of_a_document() {
    let check = |reference: &Reference, metadata: Option<&str>| {
        for form in [Form::Brief, Form::Excerpt(&(0..4))] {
            let line = documents::line(reference, form, Number(7), false);
            let json: serde_json::Value =
                serde_json::from_str(line.strip_suffix(",\n").expect("the end")).expect("JSON");
            assert_eq!(json.get("metadata").and_then(|it| it.as_str()), metadata, "{reference:?}");
        }
    };
    let date = Some("2026-03-01".to_owned());
    check(&passage((3, 9), &["Salt"]), Some("folder: In"));
    check(
        &Reference { age: Age { date, ..Age::default() }, ..passage((3, 9), &["Salt", "Use"]) },
        Some("folder: In, date: 2026-03-01, section: Use"),
    );
    // A file's date could be taken for the date of what the note says.
    let age = Age {
        date: Some("2026-03-01".to_owned()),
        date_source: Some(DateSource::File),
        superseded: None,
    };
    check(&Reference { age, ..passage((3, 9), &["Salt"]) }, Some("folder: In"));
    // The title contains it.
    check(&Reference { title: "In a nutshell".to_owned(), ..passage((3, 9), &[]) }, None);
    check(&Reference { path: NotePath::new("Salt.md").ok(), ..passage((3, 9), &[]) }, None);
    let url = Some("https://example.org/salt".to_owned());
    check(&Reference { url, path: None, ..passage((3, 9), &["Use"]) }, Some("section: Use"));
}

#[test]
fn the_prompt_says_where_the_turn_looked() {
    let check = |mode: Mode, hits: &[Reference], expect: &str| {
        let input = input("Salt?").with(|it| {
            it.basis.mode = mode;
            it.progress.hits = hits.to_vec();
        });
        let prompt = build(&input, &words).messages.remove(0).content;
        assert!(prompt.contains(expect), "{mode:?}: {prompt}");
        assert!(!prompt.contains(['{', '}']), "{mode:?}: {prompt}");
    };
    let hits = [hit("Salt.md", 3, "Salt slows.")];
    check(Mode::Notes, &hits, "passages of the user's notes, and");
    check(Mode::None, &hits, "passages of the user's notes, and");
    check(Mode::Web, &hits, "passages of pages of the web, and");
    check(Mode::Web, &hits, "as something that the pages say");
    check(Mode::Both, &hits, "passages of the user's notes and pages of the web, and");
    check(Mode::Web, &[], "pages of the web were searched, and no passage was found");
    check(Mode::Both, &[], "that it is not from the notes and pages");
}

#[test]
fn a_projects_instructions_stand_with_its_notes() {
    let project = |instructions: &str| ProjectPart {
        name: "Bakery".to_owned(),
        instructions: instructions.to_owned(),
        documents: Vec::new(),
    };
    let mut input = input("Salt?").with(|it| it.basis.project = Some(project(" Use grams.\n")));
    let assembly = build(&input, &words);
    check_sums(&input, &assembly);
    let told = "Instructions for everything in the project “Bakery”:\n\nUse grams.";
    assert_eq!(assembly.messages[1].content, told);
    let part = assembly.view.parts.iter().find(|part| part.segment == Segment::Project);
    assert_eq!(part.map(|it| &it.label[..]), Some("Instructions of the project “Bakery”"));
    // An empty instruction adds nothing.
    input.basis.project = Some(project(" \n"));
    assert_eq!(flow(&build(&input, &words)), "S U");
}

#[test]
fn text_before_a_call_is_sent_and_counted() {
    let mut input = input("Salt?");
    input.progress.rounds =
        vec![Round { said: "Let me look.".to_owned(), ..round("1", Vec::new()) }];
    let assembly = build(&input, &words);
    check_sums(&input, &assembly);
    assert_eq!(assembly.messages[2].content, "Let me look.");
    assert_eq!(assembly.messages[2].tool_calls.len(), 1);
}

#[test]
fn a_summary_lists_each_finding_once() {
    let with = |found: &[&str], files: &[&str]| PastTurn {
        found: found.iter().map(|line| (*line).to_owned()).collect(),
        attachments: files.iter().map(|name| file(name, "text")).collect(),
        ..turn("Salt?", "Slows.")
    };
    let before = Summary {
        text: "Of salt.".to_owned(),
        found: vec!["[1] Salt".to_owned(), "[2] Rye".to_owned()],
        quotes: Vec::new(),
        messages: 2,
    };
    let turns = [with(&["[2] Rye", "[3] Oil"], &["a.txt"]), with(&["[1] Salt"], &["a.txt"])];
    let attached = "The user attached “a.txt”. It isn't shown any more: if it is asked about, say \
                    that it has to be attached again.";
    assert_eq!(found(Some(&before), &turns), ["[1] Salt", "[2] Rye", "[3] Oil", attached]);
    assert_eq!(found(None, &turns), ["[2] Rye", "[3] Oil", attached, "[1] Salt"]);
    assert!(found(None, &[]).is_empty());
}

#[test]
fn a_small_model_gets_short_instructions() {
    use crate::context::prompt::{NOT_IN_NOTES, Occasion, Reminder, reminder, system};
    let occasion = Occasion {
        small: true,
        when: "Monday, 2 March 2026, 10:15",
        first_number: Some(Number(4)),
        mode: Mode::Notes,
        ..Occasion::default()
    };
    let text = system(None, &occasion);
    assert!(text.starts_with("You answer questions from the user's notes."), "{text}");
    // The day, without the time: each question would have another beginning.
    assert!(text.contains("sent on Monday, 2 March 2026. Use this date only"), "{text}");
    assert!(text.len() < 620 && text.contains(&format!("write only: {NOT_IN_NOTES}")), "{text}");
    // The user's own instructions stay, with the longer sections.
    assert!(system(Some("Be brief."), &occasion).starts_with("Be brief."));
    // In a long conversation the model only learns what is missing.
    let long = Occasion { forgotten: true, ..occasion.clone() };
    let told = system(None, &long);
    assert!(told.starts_with(&text) && told.contains("# Left out"), "{told}");
    assert!(told.len() < text.len() + 200, "{told}");
    // If nothing was found, the usual sections say so.
    let nothing = Occasion { first_number: None, ..occasion.clone() };
    assert!(system(None, &nothing).contains("no passage was found"));
    // An example such as [4] makes a small model write that number.
    let parts = Reminder { first: Some(Number(4)), small: true, ..Reminder::default() };
    let shown = reminder(&parts).unwrap();
    assert!(!shown.contains('4') && shown.contains("one or two full sentences"), "{shown}");
    let restated = Some("How much salt goes into brioche?");
    let shown = reminder(&Reminder { restated, ..parts }).unwrap();
    assert!(shown.contains("The question is: “How much salt goes into brioche?”"), "{shown}");
}

#[test]
fn the_text_read_ahead_begins_a_question_with_passages() {
    use crate::context::opening;
    let check = |input: Given| {
        let asked = input.clone().with(|it| it.progress.hits = vec![passage((3, 9), &[])]);
        let messages = build(&asked, &words).messages;
        assert_eq!(messages.first().map(|first| &first.content), Some(&opening(input.input())));
    };
    check(input("Salt?"));
    check(input("Salt?").with(|it| it.fit.small = true));
    check(input("Salt?").with(|it| {
        it.fit.small = true;
        it.fit.instructions = Some("Be brief.".to_owned());
    }));
}

// B108
#[test]
fn a_small_models_answer_has_a_grammar_where_there_is_something_to_cite() {
    use crate::context::{PromptPart, WorkPart, grammar};
    let small = input("Salt?").with(|it| it.fit.small = true);
    let used = |numbers: &[u32]| -> Vec<Reference> {
        let number = |number: &u32| Some(Number(*number));
        numbers.iter().map(|it| Reference { number: number(it), ..passage((3, 9), &[]) }).collect()
    };
    let of = |input: &Given| grammar(input.input(), &used(&[4, 5]));
    let rules = of(&small).unwrap();
    assert!(rules.ends_with("\nnumber ::= \"4\" | \"5\"\n"), "{rules}");
    let untold = r#"untold ::= "The " ("notes" | "documents") " do" ("n't" | " not") " say.""#;
    assert!(rules.contains(untold), "{rules}");
    assert_eq!(grammar(small.input(), &[]), None);
    // A picture has no number.
    assert_eq!(grammar(small.input(), &[Reference { number: None, ..passage((3, 9), &[]) }]), None);
    let check_none = |input: Given| assert_eq!(of(&input), None);
    check_none(small.clone().with(|it| it.fit.small = false));
    check_none(small.clone().with(|it| it.fit.instructions = Some("Be brief.".to_owned())));
    check_none(small.clone().with(|it| it.progress.findings = Some("Salt [9]".to_owned())));
    let work = WorkPart { text: String::new(), reminder: String::new() };
    check_none(small.clone().with(|it| it.progress.work = Some(work)));
    let prompt = |replaces_instructions: bool| {
        let (name, text) = ("Brief".to_owned(), "Be brief.".to_owned());
        let prompts = vec![PromptPart { name, text, replaces_instructions }];
        small.clone().with(|it| it.basis.prompts = prompts)
    };
    check_none(prompt(true));
    assert!(of(&prompt(false)).is_some());
}

#[test]
fn a_cut_result_is_replaced_by_its_sentences_closest_to_the_call() {
    let rye = hit("Rye.md", 1, "# Rye\n\nIt is old. Rye wants a tin. More of rye.");
    let salt = hit("Salt.md", 2, "It was weighed. Twice, even.");
    let oil = hit("Oil.md", 3, "Oil for the rye tin.");
    let passages = [rye.clone(), salt, rye, oil];
    assert_eq!(
        documents::gist(&passages, r#"{"query":"rye tin wants"}"#),
        "Rye › Part 1 (“Rye wants a tin.”); Salt › Part 2 (“It was weighed.”); Oil › Part 3"
    );
    let long = hit("Salt.md", 1, &"salt ".repeat(100));
    let told = documents::gist(&[long], "{}");
    assert!(told.ends_with("salt…”)") && told.chars().count() < 150, "{told}");
    assert_eq!(documents::gist(&[], "{}"), "");
}

#[test]
fn earlier_messages_are_named_by_their_words_without_markdown() {
    let label = |question: &str, answer: &str| -> Vec<String> {
        let given = input("And now?");
        let given = given.with(|it| it.progress.earlier.turns = vec![turn(question, answer)]);
        let parts = build(&given, &words).view.parts;
        let labels = parts.into_iter().map(|part| part.label);
        labels.filter(|label| label.starts_with("Earlier")).collect()
    };
    assert_eq!(
        label("What is [[In/Salt|salt]]?", "## What went wrong\n\nIt was *cold*."),
        ["Earlier question: What is salt?", "Earlier answer: What went wrong"]
    );
    assert_eq!(
        label("# Why?", "**You cut it too early.** After `three` hours you cut it."),
        ["Earlier question: Why?", "Earlier answer: You cut it too early. After three hours…"]
    );
    // A line without words is skipped.
    assert_eq!(label("Why?", "**\n- Salt")[1], "Earlier answer: Salt");
}
