//! Properties of any server's answer and any model's text. The fuzz targets (`fuzz/` at the root) check them with
//! libFuzzer's input, the tests below with the targets' seeds and proptest's input.

use crate::calls::{CallFinder, Fragment, Offer};
use crate::protocols::{Chunks, JsonLines, Message};
use crate::streaming::{AnswerPart, Events, Fault, Lines, Protocol, Reply};

/// An answer doesn't depend on how the network cuts it, in any protocol.
pub fn stream(bytes: &[u8]) {
    let protocols: [fn() -> Box<dyn Protocol>; 3] = [
        || Box::<Events<Chunks>>::default(),
        || Box::<Events<Message>>::default(),
        || Box::new(JsonLines),
    ];
    for protocol in protocols {
        let whole = answer(&mut *protocol(), [bytes].into_iter());
        for size in [1, 3, 64] {
            let cut = answer(&mut *protocol(), bytes.chunks(size));
            assert_eq!(cut, whole, "in pieces of {size} bytes");
        }
    }
}

/// Calls in a text don't depend on its pieces. If their tools aren't offered, all of it is text.
pub fn calls(text: &str) {
    let whole = found(&["find_notes", "now"], [text].into_iter());
    for size in [1, 3, 64] {
        let cut = found(&["find_notes", "now"], pieces(text, size));
        assert_eq!(cut, whole, "{text:?} in pieces of {size} characters");
    }
    for part in &whole {
        if let Fragment::Call { name, arguments } = part {
            assert!(["find_notes", "now"].contains(&&**name), "{name:?} in {text:?}");
            let is_object = serde_json::from_str::<serde_json::Value>(arguments)
                .is_ok_and(|value| value.is_object());
            assert!(arguments.is_empty() || is_object, "{arguments:?} in {text:?}");
        }
    }
    for part in [&[][..], &["a name that no text has \u{0}"]] {
        let text_alone = found(part, pieces(text, 3));
        let expect: &[Fragment] = &[Fragment::Text(text.to_owned())];
        assert_eq!(text_alone, if text.is_empty() { &[] } else { expect });
    }
}

fn pieces(text: &str, characters: usize) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let end = rest.char_indices().nth(characters).map_or(rest.len(), |(at, _)| at);
        let (piece, after) = rest.split_at(end);
        rest = after;
        (!piece.is_empty()).then_some(piece)
    })
}

/// The fragments of a text, with neighbouring texts joined.
fn found<'a>(tools: &[&str], pieces: impl Iterator<Item = &'a str>) -> Vec<Fragment> {
    let names = tools.iter().map(|name| (*name).to_owned()).collect();
    let mut finder = CallFinder::new(&Offer { names, callable: true, ..Offer::default() });
    let mut found: Vec<Fragment> = Vec::new();
    let mut out = |fragment| match (found.last_mut(), fragment) {
        (Some(Fragment::Text(before)), Fragment::Text(text)) => before.push_str(&text),
        (_, fragment) => found.push(fragment),
    };
    for piece in pieces {
        finder.push(piece, &mut out);
    }
    finder.end(&mut out);
    found
}

/// The pieces of an answer, with neighbours of a kind joined, and its end.
fn answer<'a>(protocol: &mut dyn Protocol, chunks: impl Iterator<Item = &'a [u8]>) -> Vec<String> {
    let names = ["find_notes", "now"].map(str::to_owned).to_vec();
    let mut reply = Reply::new(&Offer { names, callable: true, ..Offer::default() });
    let ending = read(protocol, chunks, &mut reply);
    reply.flush(ending.is_ok());
    let finish = ending.is_ok().then(|| reply.conclude());
    let mut parts: Vec<(&str, String)> = Vec::new();
    while let Some(part) = reply.next() {
        let (kind, text) = match part {
            AnswerPart::Text(text) => ("text", text),
            AnswerPart::Thinking(text) => ("thinking", text),
            AnswerPart::Call(call) => {
                ("call", format!("{} {} {}", call.id, call.name, call.arguments))
            }
            AnswerPart::Waiting { .. } | AnswerPart::Reading { .. } | AnswerPart::Notice(_) => {
                continue;
            }
        };
        match parts.last_mut() {
            Some((before, said)) if *before == kind && kind != "call" => said.push_str(&text),
            _ => parts.push((kind, text)),
        }
    }
    let ending = match ending {
        Ok(()) => format!("{finish:?} {:?}", reply.usage),
        Err(Fault::Garbage(said)) => format!("no answer: {said}"),
        Err(Fault::Refusal(refusal)) => format!("refused: {refusal:?}"),
    };
    parts.into_iter().map(|(kind, text)| format!("{kind}: {text}")).chain([ending]).collect()
}

fn read<'a>(
    protocol: &mut dyn Protocol,
    chunks: impl Iterator<Item = &'a [u8]>,
    reply: &mut Reply,
) -> Result<(), Fault> {
    let mut lines = Lines::default();
    for chunk in chunks {
        if lines.push(chunk).is_err() {
            return Err(Fault::Garbage("too long".to_owned()));
        }
        while !reply.is_over()
            && let Some(line) = lines.next()
        {
            protocol.line(&line, reply)?;
        }
        if reply.is_over() {
            return Ok(());
        }
    }
    if let Some(line) = lines.rest() {
        protocol.line(&line, reply)?;
    }
    protocol.end(reply)
}

#[cfg(test)]
mod tests {
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
        fn looking_for_calls_costs_what_the_text_is_long(part in made_of(CALLS), size in 1_usize..40) {
            // Long enough that quadratic work would far exceed the limit.
            let text = part.repeat(20_000 / part.len().max(1));
            let work = effort::of(|| {
                found(&["find_notes", "now"], pieces(&text, size));
            });
            prop_assert!(work <= 64 * text.len() + 10_000, "{work} for {} bytes", text.len());
        }
    }

    #[test]
    fn a_long_call_in_small_pieces_costs_what_it_is_long() {
        for (name, text) in [
            (
                "arguments",
                format!("{{\"name\":\"now\",\"arguments\":{{\"a\":\"{}", "x".repeat(60_000)),
            ),
            ("a list", format!("[{}", r#"{"name":"now","arguments":{}},"#.repeat(2_000))),
            (
                "a code block",
                format!("```json\n{}", "{\"name\":\"now\",\"arguments\":{}}\n".repeat(2_000)),
            ),
            ("names", "<function=".repeat(6_000)),
            ("spaces", format!("<tool_call>{}", " ".repeat(60_000))),
            (
                "spaces behind",
                format!("{{\"name\":\"now\",\"arguments\":{{}}}}{}", " ".repeat(60_000)),
            ),
        ] {
            for size in [1, 4, 100_000] {
                let work = effort::of(|| {
                    found(&["find_notes", "now"], pieces(&text, size));
                });
                assert!(
                    work <= 64 * text.len(),
                    "{name} by {size}: {work} for {} bytes",
                    text.len()
                );
            }
        }
    }
}
