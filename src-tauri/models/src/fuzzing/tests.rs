use std::path::Path;

use proptest::prelude::*;

use super::*;
use conversation::effort;

fn seeds(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let files = std::fs::read_dir(folder).unwrap();
    // Files without an extension come from a fuzzer's run.
    let files = files.map(|file| file.unwrap().path()).filter(|it| it.extension().is_some());
    files.map(|file| std::fs::read(file).unwrap()).collect()
}

#[test]
fn the_seeds_of_the_fuzz_targets() {
    let streams = seeds("stream");
    let texts = seeds("calls");
    assert!(!streams.is_empty() && !texts.is_empty());
    streams.iter().for_each(|bytes| stream(bytes));
    texts.iter().for_each(|text| calls(std::str::from_utf8(text).unwrap()));
}

/// Lines of streams, complete and in parts.
const STREAM: &[&str] = &[
    "data: ",
    "data:",
    "event: x\n",
    ": ping\n",
    "\n",
    "\r\n",
    "\n\n",
    "[DONE]",
    "{",
    "}",
    "[",
    "]",
    "\"",
    "\\",
    ",",
    ":",
    "null",
    "1",
    "18446744073709551615",
    "-1",
    "1e400",
    "é",
    "\u{feff}",
    "<html>",
    "<think>",
    "</think>",
    r#"data: {"choices":[{"delta":{"content":"Rye "}}]}"#,
    r#"data: {"choices":[{"delta":{"reasoning":"Hm"},"finish_reason":"stop"}]}"#,
    r#"data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"now","arguments":"{"}}]}}]}"#,
    r#"data: {"choices":[{"delta":{"tool_calls":[{"index":0,"function":{"arguments":"}"}}]}}]}"#,
    r#"data: {"choices":[],"usage":{"prompt_tokens":18446744073709551615,"completion_tokens":1}}"#,
    r#"data: {"error":{"message":"no","code":429}}"#,
    r#"data: {"type":"message_start","message":{"usage":{"input_tokens":18446744073709551615,"cache_read_input_tokens":1}}}"#,
    r#"data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"a","name":"now","input":{}}}"#,
    r#"data: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"<tool_call>"}}"#,
    r#"data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":5}}"#,
    r#"data: {"type":"message_stop"}"#,
    r#"{"message":{"content":"Rye","thinking":"Hm","tool_calls":[{"function":{"name":"now","arguments":{}}}]}}"#,
    r#"{"message":{"content":"{\"name\":\"now\",\"arguments\":{}}"},"done":true,"prompt_eval_count":5}"#,
    r#"{"error":"no"}"#,
];

const CALLS: &[&str] = &[
    "<tool_call>",
    "</tool_call>",
    "<function=",
    "now",
    ">",
    "</function>",
    "[TOOL_CALLS]",
    "[ARGS]",
    "<|python_tag|>",
    "```",
    "```json\n",
    "~~~",
    "`",
    "{",
    "}",
    "[",
    "]",
    "\"",
    "\\",
    ",",
    ";",
    ":",
    "\n",
    " ",
    "\"name\"",
    "\"arguments\"",
    "\"function\"",
    "find_notes",
    "{}",
    "é",
    "😀",
    "1",
    "x",
    "\u{a0}",
    r#"{"name":"now","arguments":{}}"#,
    r#"{"name":"now","arguments":{"a":"#,
];

fn made_of(pieces: &'static [&'static str]) -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        6 => prop::sample::select(pieces).prop_map(str::to_owned),
        1 => "(?s).{0,3}",
    ];
    prop::collection::vec(piece, 0..16).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn cuts_of_the_network_make_no_difference(
        text in made_of(STREAM),
        odd in prop::option::of((any::<prop::sample::Index>(), any::<u8>())),
    ) {
        let mut bytes = text.into_bytes();
        if let (Some((at, byte)), false) = (odd, bytes.is_empty()) {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        stream(&bytes);
    }

    #[test]
    fn calls_in_a_text_are_the_same_however_it_comes(text in made_of(CALLS)) {
        calls(&text);
    }

    #[test]
    fn the_search_for_calls_takes_linear_time(part in made_of(CALLS), size in 1_usize..40) {
        // Long enough that quadratic work would far exceed the limit.
        let text = part.repeat(20_000 / part.len().max(1));
        let work = effort::of(|| {
            found(&["find_notes", "now"], pieces(&text, size));
        });
        prop_assert!(work <= 64 * text.len() + 10_000, "{work} for {} bytes", text.len());
    }
}

#[test]
fn a_long_call_in_small_pieces_takes_linear_time() {
    for (name, text) in [
        ("arguments", format!("{{\"name\":\"now\",\"arguments\":{{\"a\":\"{}", "x".repeat(60_000))),
        ("a list", format!("[{}", r#"{"name":"now","arguments":{}},"#.repeat(2_000))),
        (
            "a code block",
            format!("```json\n{}", "{\"name\":\"now\",\"arguments\":{}}\n".repeat(2_000)),
        ),
        ("names", "<function=".repeat(6_000)),
        ("spaces", format!("<tool_call>{}", " ".repeat(60_000))),
        ("spaces behind", format!("{{\"name\":\"now\",\"arguments\":{{}}}}{}", " ".repeat(60_000))),
    ] {
        for size in [1, 4, 100_000] {
            let work = effort::of(|| {
                found(&["find_notes", "now"], pieces(&text, size));
            });
            assert!(work <= 64 * text.len(), "{name} by {size}: {work} for {} bytes", text.len());
        }
    }
}
