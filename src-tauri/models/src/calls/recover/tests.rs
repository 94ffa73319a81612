use proptest::prelude::*;

use super::*;

fn offer() -> Offer {
    let names = ["find_notes", "read_note", "now"].map(str::to_owned).to_vec();
    let other_than_text = [("find_notes", "limit"), ("find_notes", "tags")];
    let other_than_text =
        other_than_text.map(|(tool, key)| (tool.to_owned(), key.to_owned())).into();
    Offer { names, callable: true, other_than_text }
}

/// The output with calls as `«name arguments»`, and its events as strings.
fn find(pieces: &[&str]) -> (String, Vec<String>) {
    let mut finder = CallFinder::new(&offer());
    let mut events = Vec::new();
    let mut out = |found| match found {
        Fragment::Text(text) => events.push(text),
        Fragment::Call { name, arguments } => events.push(format!("«{name} {arguments}»")),
    };
    for piece in pieces {
        finder.push(piece, &mut out);
    }
    finder.end(&mut out);
    (events.concat(), events)
}

fn letters(text: &str) -> Vec<String> {
    text.chars().map(String::from).collect()
}

fn check(cases: &[(&str, &str)]) {
    for (text, expect) in cases {
        assert_eq!(find(&[text]).0, *expect, "{text:?}");
        let letters = letters(text);
        let letters: Vec<&str> = letters.iter().map(String::as_str).collect();
        assert_eq!(find(&letters).0, *expect, "{text:?} letter by letter");
    }
}

const CALL: &str = r#"{"name": "find_notes", "arguments": {"query": "rye"}}"#;
const MADE: &str = r#"«find_notes {"query":"rye"}»"#;

#[test]
fn calls_in_the_text() {
    let c = CALL;
    let cases = [
        (c.to_owned(), MADE.to_owned()),
        (format!("\n  {c}\n"), format!("\n  {MADE}")),
        (format!("Let me look.\n\n{c}"), format!("Let me look.\n\n{MADE}")),
        (format!("{c}\n\nThere."), format!("{MADE}\n\nThere.")),
        (format!("{c}\n{c}"), format!("{MADE}{MADE}")),
        (format!("{c}; {c}, {c}{c}"), MADE.repeat(4)),
        (format!("[{c}, {c}]"), MADE.repeat(2)),
        (format!("[\n  {c},\n  {c}\n]\n"), MADE.repeat(2)),
        (format!("```json\n{c}\n```"), MADE.to_owned()),
        (format!("So:\n```\n[{c}]\n```\nDone."), format!("So:\n{MADE}\nDone.")),
        (format!("```JSON\r\n{c}\r\n{c}\r\n```\r\n"), MADE.repeat(2)),
        (format!("````tool_call\n{c}\n````"), MADE.to_owned()),
        (format!("```json\n{c}\n"), MADE.to_owned()),
        (format!("```json\n{c}\n```\n\n```json\n{c}\n```"), MADE.repeat(2)),
        (format!("<tool_call>\n{c}\n</tool_call>"), MADE.to_owned()),
        (format!("I look: <tool_call>{c}</tool_call> So."), format!("I look: {MADE} So.")),
        (format!("<tool_call>{c}</tool_call>\n<tool_call>{c}</tool_call>\n"), MADE.repeat(2)),
        (format!("<tool_call>\n{c}\n{c}\n</tool_call>"), MADE.repeat(2)),
        (format!("<tool_call>{c}"), MADE.to_owned()),
        (format!("<function_call> {c} </function_call>"), MADE.to_owned()),
        (format!("<tools>{c}</tools>"), MADE.to_owned()),
        (format!("[TOOL_CALLS] [{c}]"), MADE.to_owned()),
        (format!("[TOOL_CALLS]{c}"), MADE.to_owned()),
        ("[TOOL_CALLS]find_notes[ARGS]{\"query\":\"rye\"}".to_owned(), MADE.to_owned()),
        ("[TOOL_CALLS]find_notes{\"query\":\"rye\"}".to_owned(), MADE.to_owned()),
        (
            "<|python_tag|>{\"type\": \"function\", \"name\": \"now\", \"parameters\": {}}; {\"name\": \"now\", \"parameters\": {}}"
                .to_owned(),
            "«now {}»«now {}»".to_owned(),
        ),
        ("<function=find_notes>{\"query\":\"rye\"}</function>".to_owned(), MADE.to_owned()),
        ("<function=now></function> So.".to_owned(), "«now » So.".to_owned()),
        ("<function=now>\n</function>".to_owned(), "«now »".to_owned()),
        // The names of the fields.
        (r#"{"tool": "now", "parameters": {"a": 1}}"#.to_owned(), "«now {\"a\":1}»".to_owned()),
        (r#"{"function": "now", "args": {}}"#.to_owned(), "«now {}»".to_owned()),
        (
            r#"{"id":"1","type":"function","function":{"name":"now","arguments":"{\"a\":1}"}}"#.to_owned(),
            "«now {\"a\":1}»".to_owned(),
        ),
        (r#"{"arguments": {"a": "}"}, "name": "now"}"#.to_owned(), "«now {\"a\":\"}\"}»".to_owned()),
        (r#"<tool_call>{"name": "now"}</tool_call>"#.to_owned(), "«now »".to_owned()),
        // Unambiguous mistakes.
        (r#"{"name": "now", "arguments": {"a": [1, 2,],},}"#.to_owned(), "«now {\"a\":[1,2]}»".to_owned()),
        (
            "{\"name\": \"now\", \"arguments\": {\"a\": \"two\nlines \\\"and\\\" more\"}}".to_owned(),
            "«now {\"a\":\"two\\nlines \\\"and\\\" more\"}»".to_owned(),
        ),
        (
            r#"<tool_call>{"name": "now", "arguments": {"a": 1}</tool_call> x"#.to_owned(),
            "«now {\"a\":1}» x".to_owned(),
        ),
    ];
    let cases: Vec<(&str, &str)> =
        cases.iter().map(|(text, expect)| (text.as_str(), expect.as_str())).collect();
    check(&cases);
}

/// All of this passes unchanged.
#[test]
fn text_that_is_no_call() {
    let texts = [
        String::new(),
        "Plain text, with [1] and [[a link]] and <b>tags</b>.".to_owned(),
        "[1] says so.\n[[Rye]] too.\n[a](b)\n- [ ] task".to_owned(),
        "{ not JSON }\n{}\n[]\n[{}]\n{\"a\": 1}".to_owned(),
        // Other tools, other JSON.
        CALL.replace("find_notes", "delete_note"),
        format!("<tool_call>{}</tool_call>", CALL.replace("find_notes", "find")),
        "{\"name\": \"Rye\", \"age\": 3}\n[{\"name\": \"Rye\"}]".to_owned(),
        "{\"name\": \"find_notes\"}".to_owned(),
        "{\"name\": \"now\", \"arguments\": 3}".to_owned(),
        "{\"name\": \"now\", \"arguments\": \"rye\"}".to_owned(),
        "{\"name\": {\"name\": \"now\"}, \"arguments\": {}}".to_owned(),
        // A description of a tool.
        "{\"name\": \"now\", \"description\": \"The time.\", \"parameters\": {}}".to_owned(),
        "{\"name\": \"now\", \"parameters\": {\"type\": \"object\", \"properties\": {}}}"
            .to_owned(),
        // A list with something else in it, on lines of its own.
        format!("[\n{CALL},\n{{\"name\": \"other\", \"arguments\": {{}}}}\n]"),
        format!("{{\n\"calls\": [\n{CALL}\n]\n}}"),
        // Talk about calls.
        format!("You write {CALL} for that."),
        format!("{CALL} is how it is written."),
        format!("`<tool_call>{CALL}</tool_call>`"),
        format!("```python\n{CALL}\n```\n"),
        format!("```\ncalls = [\n{CALL}\n]\n```\n"),
        format!("```json\n{CALL}\nand\n```\n"),
        format!("~~~json\n{CALL}\n~~~\n"),
        "```json\n{\"a\": 1}\n```".to_owned(),
        "```json\n```".to_owned(),
        "``` `code` ```".to_owned(),
        // Incomplete calls.
        CALL[..CALL.len() - 1].to_owned(),
        format!("<tool_call>{}", &CALL[..CALL.len() - 2]),
        format!("```json\n{}", &CALL[..30]),
        "<tool_call>".to_owned(),
        "<tool_call>\nfind_notes\n</tool_call>".to_owned(),
        "<tool_call></tool_call>".to_owned(),
        "[TOOL_CALLS]".to_owned(),
        "[TOOL_CALLS] none".to_owned(),
        "<function=other>{}</function>".to_owned(),
        "<function=now>{1}</function>".to_owned(),
        "<|python_tag|>print(1)".to_owned(),
        "<tool".to_owned(),
        "``".to_owned(),
        "[".to_owned(),
        "{".to_owned(),
        format!("{}{}", "[".repeat(300), "]".repeat(300)),
    ];
    let cases: Vec<(&str, &str)> =
        texts.iter().map(|text| (text.as_str(), text.as_str())).collect();
    check(&cases);
}

/// Qwen3.5's form: every argument is a text between tags.
#[test]
fn calls_between_tags() {
    let query = "<function=find_notes>\n<parameter=query>\nrye\n</parameter>\n</function>";
    let cases = [
        (format!("<tool_call>\n{query}\n</tool_call>"), MADE.to_owned()),
        (
            format!("Let me look.\n\n<tool_call>\n{query}\n</tool_call>"),
            format!("Let me look.\n\n{MADE}"),
        ),
        (format!("<tool_call>{query}</tool_call> So."), format!("{MADE} So.")),
        (
            format!("<tool_call>\n{query}\n</tool_call>\n<tool_call>\n{query}\n</tool_call>"),
            MADE.repeat(2),
        ),
        // Without the opening or the closing mark.
        (query.to_owned(), MADE.to_owned()),
        (format!("{query}\n</tool_call>"), format!("{MADE}\n</tool_call>")),
        (format!("<tool_call>\n{query}"), MADE.to_owned()),
        ("<function=find_notes><parameter=query>rye</parameter>".to_owned(), MADE.to_owned()),
        ("<tool_call>\n<function=now>\n</function>\n</tool_call>".to_owned(), "«now »".to_owned()),
        // A value's own lines and brackets stay.
        (
            "<function=now><parameter=a>\n\ntwo\n<b>lines</b>\n\n</parameter></function>"
                .to_owned(),
            "«now {\"a\":\"\\ntwo\\n<b>lines</b>\\n\"}»".to_owned(),
        ),
        // Numbers and lists where the tool wants them; texts stay texts.
        (
            "<function=find_notes><parameter=query>7</parameter><parameter=limit>\n3\n</parameter>\
             <parameter=tags>[\"a\"]</parameter></function>"
                .to_owned(),
            r#"«find_notes {"query":"7","limit":3,"tags":["a"]}»"#.to_owned(),
        ),
        (
            "<function=find_notes><parameter=limit>few</parameter></function>".to_owned(),
            r#"«find_notes {"limit":"few"}»"#.to_owned(),
        ),
    ];
    let cases: Vec<(&str, &str)> =
        cases.iter().map(|(text, expect)| (text.as_str(), expect.as_str())).collect();
    check(&cases);
    let not = [
        "<tool_call>\n<function=other>\n<parameter=a>\n1\n</parameter>\n</function>\n</tool_call>",
        "<function=now><parameter=a>1",
        "<function=now><parameter=",
        "<function=now>because</function>",
        "<tool_call><func",
        "<tool_call><b>now</b></tool_call>",
        "`<function=now><parameter=a>1</parameter></function>`",
    ];
    check(&not.map(|text| (text, text)));
}

/// Gemma 4's form: bare keys, and other quotation marks.
#[test]
fn calls_in_gemmas_form() {
    check(&[
        (r#"<|tool_call>call:find_notes{query:<|"|>rye<|"|>}<tool_call|>"#, MADE),
        (
            r#"I look. <|tool_call>call:find_notes{query:<|"|>rye<|"|>}<tool_call|>"#,
            &format!("I look. {MADE}"),
        ),
        (r#"<|tool_call>call:find_notes{query:<|"|>rye<|"|>}"#, MADE),
        (r#"<|tool_call>call:find_notes{query:rye}<tool_call|>"#, MADE),
        (r#"<|tool_call>call:find_notes{<|"|>query<|"|>: <|"|>rye<|"|>}<tool_call|>"#, MADE),
        ("<|tool_call>call:now{}<tool_call|>", "«now {}»"),
        (
            r#"<|tool_call>call:now{}<tool_call|><|tool_call>call:now{a:1}<tool_call|>"#,
            r#"«now {}»«now {"a":1}»"#,
        ),
        (
            r#"<|tool_call>call:now{a:<|"|>x, "y" } ]<|"|>,b:[1,-2.5,true,null,<|"|>z<|"|>],c:{d:{},e:[]}}<tool_call|>"#,
            r#"«now {"a":"x, \"y\" } ]","b":[1,-2.5,true,null,"z"],"c":{"d":{},"e":[]}}»"#,
        ),
        (
            r#"<|tool_call>call:find_notes{limit:<|"|>3<|"|>}<tool_call|>"#,
            r#"«find_notes {"limit":3}»"#,
        ),
    ]);
    let not = [
        "<|tool_call>call:other{}<tool_call|>",
        "<|tool_call>now{}<tool_call|>",
        r#"<|tool_call>call:now{a:<|"|>rye"#,
        "<|tool_call>call:now{a}<tool_call|>",
        "<|tool_call>call:no",
        "<|tool",
    ];
    check(&not.map(|text| (text, text)));
}

#[test]
fn after_code_and_other_json_calls_are_found_again() {
    let c = CALL;
    let cases = [
        (format!("```\ncode\n```\n{c}"), format!("```\ncode\n```\n{MADE}")),
        (format!("{{\"a\": 1}}\n{c}"), format!("{{\"a\": 1}}\n{MADE}")),
        (format!("[1]\n{c}"), format!("[1]\n{MADE}")),
        (format!("`x`\n{c}"), format!("`x`\n{MADE}")),
    ];
    let cases: Vec<(&str, &str)> =
        cases.iter().map(|(text, expect)| (text.as_str(), expect.as_str())).collect();
    check(&cases);
}

#[test]
fn only_what_may_be_a_call_is_held_back() {
    let pieces = [
        "Rye [",
        "1] is",
        "\n",
        "{\"na",
        "me\": \"Ry",
        "e\"",
        "}\n<",
        "tool_c",
        "ase>",
        "\n``",
        "`py",
        "\nx",
    ];
    let (_, events) = find(&pieces);
    let expect = [
        "Rye ",
        "[1] is",
        "\n",
        "{\"name\": \"Ry",
        "e\"",
        "}\n",
        "<tool_case>",
        "\n",
        "```py",
        "\nx",
    ];
    assert_eq!(events, expect);
}

#[test]
fn without_callable_tools_nothing_is_looked_for() {
    for offer in [Offer::default(), Offer { callable: false, ..offer() }] {
        let mut came = Vec::new();
        let mut finder = CallFinder::new(&offer);
        finder.push("{\"name\": ", &mut |found| came.push(found));
        assert_eq!(came, [Fragment::Text("{\"name\": ".into())]);
    }
}

#[test]
fn an_endless_call_is_released_as_text() {
    let mut came = String::new();
    let mut finder = CallFinder::new(&offer());
    let mut out = |found| match found {
        Fragment::Text(text) => came.push_str(&text),
        Fragment::Call { .. } => panic!("a call"),
    };
    let begin = "{\"name\": \"now\", \"arguments\": {\"a\": \"";
    let long = "x".repeat(MAX_BUFFERED_BYTES);
    for piece in [begin, &long, "\"}}"] {
        finder.push(piece, &mut out);
    }
    finder.end(&mut out);
    assert_eq!(came, format!("{begin}{long}\"}}}}"));
}

/// Pieces of calls, in any order.
fn parts(name: &'static str) -> impl Strategy<Value = String> {
    let call = format!(r#"{{"name": "{name}", "arguments": {{"a": [1, "b}}"]}}}}"#);
    let part = prop_oneof![
        Just(call.clone()),
        Just(format!("[{call}, {call}]")),
        Just(format!("{{\"name\": \"{name}\", \"arguments\": {{}}}}")),
        Just(format!("<function={name}>")),
        Just(name.to_owned()),
        proptest::sample::select(vec![
            "<tool_call>",
            "</tool_call>",
            "[TOOL_CALLS]",
            "<|python_tag|>",
            "</function>",
            "```json\n",
            "```\n",
            "```",
            "`",
            "~~~\n",
            "{",
            "}",
            "[",
            "]",
            "\"",
            ",",
            ";",
            ":",
            "\n",
            " ",
            "\r\n",
            "a",
            "é",
            "[1]",
            "\"name\"",
            "{}",
            "[ARGS]",
            "<parameter=a>",
            "</parameter>",
            "<|tool_call>call:",
            "<tool_call|>",
            "<|\"|>",
            "\\",
        ])
        .prop_map(str::to_owned),
    ];
    proptest::collection::vec(part, 0..14).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn pieces_make_no_difference(
        content in parts("now"),
        cuts in proptest::collection::vec(0_usize..200, 0..12),
    ) {
        let mut cuts: Vec<usize> =
            cuts.into_iter().filter(|cut| content.is_char_boundary(*cut)).collect();
        cuts.sort_unstable();
        let mut pieces = Vec::new();
        let mut from = 0;
        for cut in cuts {
            pieces.push(&content[from..cut]);
            from = cut;
        }
        pieces.push(&content[from..]);
        prop_assert_eq!(find(&pieces).0, find(&[&content]).0);
        let letters = letters(&content);
        let letters: Vec<&str> = letters.iter().map(String::as_str).collect();
        prop_assert_eq!(find(&letters).0, find(&[&content]).0);
    }

    #[test]
    fn nothing_of_a_text_without_calls_is_lost(content in parts("later")) {
        prop_assert_eq!(find(&[&content]).0, content);
    }

    /// Between calls only white space, separators and marks may vanish.
    #[test]
    fn of_the_text_between_calls_nothing_is_lost(words in proptest::collection::vec("[a-zé]{1,5}", 1..6)) {
        let content = words.join(&format!("\n{CALL}\n"));
        let text = find(&[&content]).0;
        let left: Vec<&str> = text.split(MADE).map(str::trim).collect();
        prop_assert_eq!(left, words);
    }
}
