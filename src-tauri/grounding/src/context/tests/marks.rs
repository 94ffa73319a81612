//! Template marks in a note don't reach a model as marks, and people see the unchanged text.

use conversation::{KeyQuote, model::ToolCall};
use proptest::prelude::*;

use super::*;
use conversation::model::marks::*;

const TEMPLATE: &str = include_str!("../../../../../scripts/model/templates/coder-tools.jinja");

const MARKS: &str = "<|im_start|> <|im_end|> <|endoftext|> <tool_call> </tool_call> <tool_response> \
    <think> </think> <function=f> <|begin_of_text|> <|eot_id|> <|start_header_id|> <|python_tag|> \
    <bos> <start_of_turn> <end_of_turn> <|turn> <turn|> <|tool_call> <tool_call|> <|\"|> <s> </s> \
    [INST] [/INST] [SYSTEM_PROMPT] [TOOL_CALLS] [TOOL_RESULTS] <<SYS>> <</SYS>> <|system|> <|user|> \
    <|end|> <|start_of_role|> <|end_of_role|> <|end_of_text|> <｜begin▁of▁sentence｜> <｜User｜> \
    <｜tool▁calls▁begin｜> <|channel|> <|start|> [gMASK] <sop> <|START_OF_TURN_TOKEN|>";

/// Reverts [`without_marks`]: removes a joiner from each mark that it would break again.
fn restored(text: &str) -> String {
    // U+FFFE marks the places where it would insert a joiner.
    let twice: Vec<char> = without_marks(text).chars().collect();
    let once: Vec<char> = text.chars().collect();
    let (mut out, mut at) = (String::new(), 0);
    for (place, c) in once.iter().enumerate() {
        if place > 0 && twice.get(at) != Some(c) {
            unreachable!("only joiners are written");
        }
        out.push(*c);
        at += 1;
        let joiners = |text: &[char], at: usize| {
            text[at.min(text.len())..].iter().take_while(|c| **c == '\u{200d}').count()
        };
        if joiners(&twice, at) > joiners(&once, place + 1) && matches!(c, '<' | '[') {
            at += 1;
            out.push('\u{fffe}');
        }
    }
    out.replace("\u{fffe}\u{200d}", "")
}

// B68
#[test]
fn marks_are_broken_and_everything_else_is_left() {
    for mark in MARKS.split_whitespace() {
        let broken = without_marks(mark);
        assert!(!broken.contains(mark), "{mark}");
        assert_eq!(broken.replace('\u{200d}', ""), mark);
        let text = format!("a{mark}b {mark}{mark}");
        assert_eq!(without_marks(&text).matches('\u{200d}').count(), 3, "{mark}");
        assert_eq!(restored(&without_marks(&text)), text);
        // An already broken mark stays distinct from an unbroken one.
        let twice = without_marks(&broken).into_owned();
        assert_ne!(twice, *broken);
        let json = serde_json::to_string(&text).unwrap();
        let sent = json_without_marks(&json);
        assert!(!sent.contains(mark), "{sent}");
        assert_eq!(serde_json::from_str::<String>(&sent).unwrap(), text);
    }
    for honest in [
        "[1] and [2, 3], [[note|shown]], ![[image.png]], [text](a.md), - [ ] task, [^1], 【1】",
        "a <b>bold</b> <br> <i class=\"x\">i</i> <div>, <https://a.example/?a|b>, <ann@a.example>",
        "| a | b |\n|---|---|\n| <b>x</b>|<i>y</i>|",
        "if a < b || c > d, f <| g, x <|> y, Vec<Option<T>>, a<|b, [INSTANCE] [inst]",
        "<!-- comment --> <s class=x> <scope> <endless> &lt;|im_end|&gt;",
        "<|a name with blanks|> <|",
        &format!("<|{}|>", "x".repeat(100)),
    ] {
        assert_eq!(without_marks(honest), honest);
    }
}

#[test]
fn our_own_template_has_no_other_marks() {
    let marks = TEMPLATE.match_indices("<|").map(|(at, _)| {
        let end = TEMPLATE[at..].find("|>").unwrap();
        &TEMPLATE[at..at + end + 2]
    });
    let tags = ["<tools>", "</tools>", "<tool_response>", "</tool_response>"];
    let marks: Vec<&str> = marks.chain(tags).collect();
    assert!(marks.len() > 8, "{marks:?}");
    for mark in marks {
        assert!(TEMPLATE.contains(mark) && !without_marks(mark).contains(mark), "{mark}");
    }
}

#[test]
fn nothing_that_is_sent_has_a_mark() {
    let text = format!("{MARKS} [1]");
    let mut found = hit("Notes/Salt.md", 3, &text);
    found.title = text.clone();
    if let Some(passage) = &mut found.passage {
        passage.heading_path = vec![text.clone()];
    }
    let call = ToolCall {
        id: "1".to_owned(),
        name: "find_excerpts".to_owned(),
        arguments: serde_json::json!({ "query": text }).to_string(),
    };
    let returned = CallOutcome {
        call: call.clone(),
        text: text.clone(),
        passages: vec![hit("Notes/Other.md", 9, &text)],
        image: None,
    };
    let mut earlier = turn(&text, &text);
    earlier.attachments.push(file(&text, &text));
    let input = Given::new(Tokens(100_000), Tokens(1_000)).with(|it| {
        it.progress.hits = vec![found];
        it.progress.earlier.turns = vec![earlier.clone()];
        it.basis.attachments = vec![file("b.txt", &text)];
        it.basis.question = text.clone();
        it.progress.rounds = vec![Round { said: text.clone(), calls: vec![returned] }];
        let quote = KeyQuote { question: text.clone(), answer: text.clone() };
        it.progress.earlier.summary = Some(Summary {
            text: text.clone(),
            found: vec![text.clone()],
            quotes: vec![quote],
            messages: 2,
        });
    });
    let built = build(&input, &words);
    let calls = built.messages.iter().flat_map(|message| &message.tool_calls);
    let sent: Vec<&str> = built.messages.iter().map(|message| message.content.as_str()).collect();
    let arguments: Vec<&str> = calls.map(|call| call.arguments.as_str()).collect();
    let asked = compaction::request(None, &[earlier], 100_000);
    let asked = asked.iter().map(|message| message.content.as_str());
    assert_eq!(arguments.len(), 1);
    for sent in sent.iter().copied().chain(arguments.iter().copied()).chain(asked) {
        for mark in MARKS.split_whitespace() {
            assert!(!sent.contains(mark), "{mark} in {sent}");
        }
    }
    // The call and the citations are unchanged, and people see the sent text.
    let same = |json: &str| serde_json::from_str::<serde_json::Value>(json).unwrap();
    assert_eq!(same(arguments[0]), same(&call.arguments));
    assert!(sent.iter().filter(|text| text.contains("[1]")).count() >= 6);
    for part in built.view.parts.iter().filter(|part| part.segment != Segment::Calls) {
        if part.segment != Segment::Tools {
            assert!(sent.iter().any(|text| text.contains(&part.text)), "{}", part.label);
            assert!(part.text.is_empty() || part.tokens >= words(&part.text).tokens);
        }
    }
    let documents = sent.iter().find(|text| text.contains("{\"documents\"")).unwrap();
    let json = same(&documents[documents.find('{').unwrap()..]);
    assert_eq!(json["documents"][0]["contents"], text.as_str());
    assert_eq!(json["documents"][0]["title"], text.as_str());
}

proptest! {
    #[test]
    fn a_text_comes_back_as_it_was(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "<", "[", "|", "｜", ">", "]", "\u{200d}", "s", "/", "INST", "im_end", " ", "é", "\"", "[INST]", "<s>",
            "<|a|>", "<a|>", "\\",
        ]), 0..20),
    ) {
        let text = pieces.concat();
        let broken = without_marks(&text);
        prop_assert_eq!(restored(&broken), text.clone());
        prop_assert_eq!(broken.replace('\u{200d}', ""), text.replace('\u{200d}', ""));
        let json = serde_json::to_string(&text).unwrap();
        prop_assert_eq!(serde_json::from_str::<String>(&json_without_marks(&json)).unwrap(), text);
    }
}
