use super::*;

fn read(pieces: impl Iterator<Item = String>) -> (String, bool) {
    let mut marks = TemplateMarks::default();
    let mut text: String = pieces.map(|piece| marks.push(&piece)).collect();
    text.push_str(&marks.end());
    (text, marks.is_over())
}

// B116
#[test]
fn marks_of_templates_are_no_part_of_an_answer() {
    let check = |said: &str, expect: &str, is_over: bool| {
        let expect = (expect.to_owned(), is_over);
        assert_eq!(read(std::iter::once(said.to_owned())), expect, "{said}");
        assert_eq!(read(said.chars().map(String::from)), expect, "{said} letter by letter");
    };
    check("Two per cent [1].<|im_end|>\n<|im_start|>user\nAnd rye?", "Two per cent [1].", true);
    check("Two per cent.</s> [INST] And rye? [/INST]", "Two per cent.", true);
    check("Two<end_of_turn>\n<start_of_turn>user\n", "Two", true);
    check("Two<|eot_id|><|start_header_id|>", "Two", true);
    check("Two<｜end▁of▁sentence｜>More", "Two", true);
    check("<|im_start|>assistant\nTwo per cent.", "Two per cent.", false);
    check("<|assistant|>\n\nTwo<|end|>", "Two", false);
    check("<|channel|>final<|message|>Two", "Two", false);
    check("<|im_end|>", "", false);
    // No marks, or text about marks.
    for good in [
        "A turn ends with `<|im_end|>`, or ``<|eot_id|>``.",
        "```\n<|im_start|>user\n</s>\n```\nSo.",
        "a <| b |> c, a<b c, Vec<Option<T>>, <b>bold</b>, <s>struck</s>, [1], [INSTANCE], [x](y)",
        "| a | b |\n|---|---|\n| <x|y | z |",
        "Cut off in <|im_en",
        "<br>",
        "",
    ] {
        check(good, good, false);
    }
    check("```\nlet a = 1;\n```<|im_end|>\nuser", "```\nlet a = 1;\n```", true);
}
