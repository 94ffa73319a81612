#[path = "../../../notes/tests/shared/lines.rs"]
mod lines;

use lines::LINES;
use notes::parse;
use proptest::prelude::*;

use super::{Chunk, MAX_TOKENS, chunk, data, lines::Lines};

/// Chunks as text: their places, headings, beginnings and ends.
fn shown(text: &str) -> String {
    check(text);
    let mut out = String::new();
    for chunk in chunk(text) {
        let lines: Vec<&str> = chunk.text.lines().collect();
        let body = if lines.len() > 8 {
            let (head, tail) = (lines[..3].join("\n"), lines[lines.len() - 2..].join("\n"));
            format!("{head}\n… {} lines\n{tail}", lines.len() - 5)
        } else {
            chunk.text.clone()
        };
        out.push_str(&format!(
            "── {} · lines {}–{} · {} tokens · {}\n{body}\n",
            chunk.ordinal,
            chunk.lines.start,
            chunk.lines.end,
            chunk.tokens,
            chunk.heading_path.join(" › "),
        ));
    }
    out
}

/// Invariants of the chunks of any text.
fn check(text: &str) -> Vec<Chunk> {
    let chunks = check_places(text);
    let note = parse(text);
    let lines = Lines::of(text);
    let spans = data::spans(text, &lines);
    for line in 1..=lines.count() {
        let bytes = lines.bytes(line, line);
        let in_matter = note.front_matter.is_some_and(|matter| bytes.start < matter.end);
        let in_data = spans.iter().any(|span| span.start < bytes.end && bytes.start < span.end);
        let is_found =
            chunks.iter().any(|chunk| chunk.lines.start <= line && line <= chunk.lines.end);
        if !lines.is_blank(text, line) && !in_matter && !in_data {
            assert!(is_found, "line {line} of {:?} is in no chunk", start(text));
        }
    }
    chunks
}

/// The beginning of a text, for failure messages.
fn start(text: &str) -> &str {
    &text[..text.floor_char_boundary(2000)]
}

/// Invariants that also hold with data blocks.
fn check_places(text: &str) -> Vec<Chunk> {
    let note = parse(text);
    let chunks = chunk(text);
    let lines = Lines::of(text);
    let spans = data::spans(text, &lines);
    let mut end = 0;
    for (ordinal, chunk) in chunks.iter().enumerate() {
        assert_eq!(chunk.ordinal as usize, ordinal);
        assert_eq!(chunk.range.of(text), Some(chunk.text.as_str()));
        assert!(chunk.range.start >= end, "chunks overlap in {:?}", start(text));
        assert!(!chunk.text.trim().is_empty());
        assert!(chunk.tokens <= MAX_TOKENS, "{} tokens in {:?}", chunk.tokens, start(text));
        end = chunk.range.end;
        assert_eq!(lines.line_at(chunk.range.start), chunk.lines.start);
        assert_eq!(lines.line_at(chunk.range.end - 1), chunk.lines.end);
        if let Some(matter) = note.front_matter {
            let fences = [matter.start, text[..matter.end].trim_end().len() - "---".len()];
            let is_in = |at: &usize| chunk.range.start <= *at && *at < chunk.range.end;
            // The first chunk may contain the properties, together with the text behind them.
            let has_properties = ordinal == 0 && chunk.range.start < matter.end;
            assert!(has_properties || chunk.range.start >= matter.end);
            assert!(!is_in(&fences[0]) && (has_properties || !is_in(&fences[1])));
        }
        let whole = lines.bytes(chunk.lines.start, chunk.lines.end);
        if whole != (chunk.range.start..chunk.range.end) {
            // Otherwise one of its lines is too long or contains data.
            let has_long_line = (chunk.lines.start..=chunk.lines.end).any(|line| {
                let bytes = lines.bytes(line, line);
                text[bytes.clone()].len() > MAX_TOKENS as usize / 2
                    || spans.iter().any(|span| span.start < bytes.end && bytes.start < span.end)
            });
            assert!(has_long_line, "{:?} isn't whole lines in {:?}", chunk.text, start(text));
        }
    }
    chunks
}

fn words(count: usize) -> String {
    let some = ["bread", "rises", "slowly", "in", "a", "cool", "kitchen", "overnight,", "and"];
    some.iter().cycle().take(count).copied().collect::<Vec<_>>().join(" ")
}

// B40
#[test]
fn chunks_follow_headings_and_blocks() {
    let text = format!(
        "---\ntitle: Bread\ntags: [baking]\n---\n# Bread\n\nA short beginning.\n\n## Dough\n\n{}\n\n\
         {}\n\n### Flour\n\n- rye\n- wheat\n\n## Oven\n\n```sh\n# not a heading\nheat 250\n```\n\n\
         | a | b |\n|---|---|\n| 1 | 2 |\n\nThe end[^1].\n\n[^1]: A note.\n[ref]: https://example.org\n",
        words(150),
        words(160),
    );
    insta::assert_snapshot!(shown(&text));
}

// B40
#[test]
fn a_line_under_a_heading_as_long_as_a_chunk_is_not_cut() {
    let text = format!("{}\n---\n{}\n---\na,\n", words(100), words(360));
    let chunks = check(&text);
    assert_eq!(chunks.last().map(|chunk| chunk.text.as_str()), Some("a,"));
}

// B40
#[test]
fn a_fence_that_fits_is_never_split_and_one_that_does_not_is_split_at_line_ends() {
    let line = "let rise = knead(flour, water, salt) + wait(hours); // line\n";
    for (lines, expect_whole) in [(5, true), (25, true), (60, false)] {
        let fence = format!("```rust\n{}```", line.repeat(lines));
        let text = format!("# Code\n\n{}\n\n{fence}\n\n{}\n", words(200), words(200));
        let chunks = check(&text);
        let whole = chunks.iter().filter(|chunk| chunk.text.contains(&fence)).count();
        assert_eq!(whole == 1, expect_whole, "{lines} lines");
        for chunk in chunks {
            assert!(chunk.text.lines().all(|part| text.lines().any(|line| line == part)));
        }
    }
}

// B40
// B137
#[test]
fn later_rows_of_a_table_name_its_columns() {
    let rows: String = (0..200).map(|at| format!("| Person {at} | {at} | some town |\n")).collect();
    let text = format!("# People\n\n| Name | Age | Town |\n|---|--:|---|\n{rows}\nThe end.\n");
    let chunks = check(&text);
    let (first, later) = chunks.split_first().unwrap();
    assert!(later.len() > 3, "{} passages", chunks.len());
    assert_eq!(first.columns, None, "{}", first.text);
    let (last, between) = later.split_last().unwrap();
    for chunk in between {
        assert_eq!(chunk.columns.as_deref(), Some("| Name | Age | Town |"), "{}", chunk.text);
    }
    assert_eq!(last.columns.is_some(), last.text.starts_with('|'));
    // A head of a thousand columns isn't repeated whole.
    let wide: String = (0..1000).map(|at| format!("| column {at} ")).collect();
    let row = "| a ".repeat(1000);
    let text = format!("{wide}|\n{}|\n{}", "|---".repeat(1000), format!("{row}|\n").repeat(3));
    let longest = check(&text).iter().filter_map(|it| it.columns.as_ref()).map(String::len).max();
    assert!(longest.is_some_and(|it| it <= super::passage::MAX_HEADING + '…'.len_utf8()));
}

#[test]
fn list_items_and_table_rows_stay_whole() {
    let item = format!("- {}\n  - {}\n", words(40), words(30));
    let row = format!("| {} | {} |\n", words(30), words(20));
    let text = format!("# Long\n\n{}\n| a | b |\n|---|---|\n{}", item.repeat(12), row.repeat(20));
    let chunks = check(&text);
    assert!(chunks.len() > 3);
    for chunk in &chunks {
        let starts = chunk.text.lines().next().unwrap_or("");
        assert!(
            starts.starts_with(['#', '|']) || starts.starts_with("- "),
            "a chunk begins inside an item: {starts:?}"
        );
        assert!(chunk.text.matches("\n  - ").count() == chunk.text.matches("- ").count() / 2);
    }
}

#[test]
fn small_cases() {
    type Case = (&'static str, &'static [(&'static str, u32, u32)]);
    let cases: &[Case] = &[
        ("", &[]),
        ("\n \n\t\n", &[]),
        ("---\ntitle: x\n---\n", &[]),
        ("one", &[("one", 1, 1)]),
        ("\n\none\n\n", &[("one", 3, 3)]),
        ("one\r\n\r\ntwo\r\n", &[("one\r\n\r\ntwo", 1, 3)]),
        ("one\rtwo\nthree", &[("one\rtwo\nthree", 1, 2)]),
        ("# A\n\n# B\n", &[("# A\n\n# B", 1, 3)]),
        ("    code\n", &[("    code", 1, 1)]),
        ("> - a\n>\n> b\n", &[("> - a\n>\n> b", 1, 3)]),
        ("---\nnot: [closed\n---\ntext\n", &[("---\nnot: [closed\n---\ntext", 1, 4)]),
        ("---\ntitle: x\n---\n\nbody\n", &[("body", 5, 5)]),
    ];
    for (text, expect) in cases {
        let chunks = check(text);
        let found: Vec<_> = chunks
            .iter()
            .map(|chunk| (chunk.text.as_str(), chunk.lines.start, chunk.lines.end))
            .collect();
        assert_eq!(found, *expect, "{text:?}");
    }
}

#[test]
fn a_long_line_is_cut_between_sentences_under_its_heading() {
    let sentence = "The loaf cools on the rack for an hour before anyone may cut it. ";
    let text = format!("## Cooling\n\n{}\n\nAfter.\n", sentence.repeat(60).trim());
    let chunks = check(&text);
    assert!(chunks.len() > 2);
    assert!(chunks[0].text.starts_with("## Cooling\n\nThe loaf"));
    for chunk in &chunks[..chunks.len() - 1] {
        assert!(chunk.text.ends_with("cut it."), "{:?}", chunk.text);
        assert_eq!(chunk.heading_path, ["Cooling"]);
    }
    check(&"a".repeat(20_000));
    check(&"漢字".repeat(3_000));
    check(&"🍞 ".repeat(3_000));
    // Scripts with shorter tokens than estimated.
    for rare in ["𒀀𒁀 ", "ႠႡ ႢႣ", "߀߁߂ ", "x9Q "] {
        for text in [rare.repeat(170), format!("## A\n\n- {}\n", rare.repeat(140))] {
            check(&text);
            check(&text.replace(' ', "\n"));
        }
    }
    check(&format!("| {} |\n|---|\n| {} |\n", words(900), words(900)));
}

#[test]
fn data_is_left_out_and_the_text_around_it_is_not() {
    let blob: String = (0..400_u32)
        .map(|at| {
            let byte = u8::try_from((at * at * 7 + at * 31) % 62).unwrap();
            char::from(match byte {
                0..=25 => b'a' + byte,
                26..=51 => b'A' + byte - 26,
                _ => b'0' + byte - 52,
            })
        })
        .collect();
    let wrapped: Vec<&str> = (0..5).map(|at| &blob[at * 76..(at + 1) * 76]).collect();
    let cases = [
        format!("Before.\n\n![a crumb](data:image/png;base64,{blob}) after it.\n\nEnd.\n"),
        format!("Before.\n\n{}\n\nafter it. a crumb\n\nEnd.\n", wrapped.join("\n")),
        format!("Before. a crumb\n\n```compressed-json\n{blob}\n```\n\nafter it.\n\nEnd.\n"),
        format!("- Before. a crumb\n- {blob} after it.\n\nEnd.\n"),
        "Before. a crumb\n\n```json\n{\n \"type\": \"excalidraw\", \"elements\": []}\n```\nafter it. End."
            .to_owned(),
    ];
    for text in cases {
        let chunks = check_places(&text);
        let all: Vec<&str> = chunks.iter().map(|chunk| chunk.text.as_str()).collect();
        let all = all.join("\n");
        for part in ["Before.", "a crumb", "after it.", "End."] {
            assert!(all.contains(part), "{part} is missing in {all:?}");
        }
        assert!(!all.contains(&blob[10..60]) && !all.contains("excalidraw"), "{all:?}");
    }
    // Long lines that are text.
    for text in [
        "=".repeat(400),
        format!("see https://example.org/{}", "a-long-path/".repeat(40)),
        format!("{}\n", "SHA256SUMS0123456789abcdef ".repeat(30)),
    ] {
        let lines = Lines::of(&text);
        assert!(data::spans(&text, &lines).is_empty(), "{text:?}");
    }
}

#[test]
fn a_heading_stays_with_what_follows() {
    for before in [60, 250, 330, 349, 400] {
        for after in [20, 300, 420] {
            let text = format!("{}\n\n## Next\n\n{}\n", words(before), words(after));
            for chunk in check(&text) {
                assert!(!chunk.text.trim_end().ends_with("## Next"), "{before} {after}");
            }
        }
    }
}

/// Random combinations of Markdown elements.
fn markdown() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        "[a-zA-Zäß漢字🍞 .,]{0,40}",
        Just("# Heading".to_owned()),
        Just("### Deeper".to_owned()),
        Just("```".to_owned()),
        Just("~~~ rust".to_owned()),
        Just("- item".to_owned()),
        Just("  - nested".to_owned()),
        Just("1. first".to_owned()),
        Just("> quoted".to_owned()),
        Just("| a | b |".to_owned()),
        Just("|---|---|".to_owned()),
        Just("---".to_owned()),
        Just("title: x".to_owned()),
        Just("$$".to_owned()),
        Just("%%".to_owned()),
        Just("[^1]: note".to_owned()),
        Just("[ref]: /url".to_owned()),
        Just("<div>".to_owned()),
        Just("    indented".to_owned()),
        Just("\t".to_owned()),
        Just("Setext\n===".to_owned()),
        Just("\u{0}\u{b}\u{2028}x".to_owned()),
        (20_usize..400).prop_map(words),
    ];
    let end = prop_oneof![
        6 => Just("\n"),
        3 => Just("\n\n"),
        2 => Just("\r\n"),
        1 => Just("\r"),
        1 => Just(""),
    ];
    proptest::collection::vec((piece, end), 0..40)
        .prop_map(|parts| parts.into_iter().map(|(text, end)| text + end).collect())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    // B40
    #[test]
    fn chunks_hold_every_line_once_and_exactly(text in markdown()) {
        check(&text);
    }

    #[test]
    fn any_text_can_be_cut(text in "\\PC{0,200}|[ -~\n\r\t]{0,400}") {
        check(&text);
    }

    // B40
    #[test]
    fn fences_that_fit_are_whole(text in markdown(), lines in 1_usize..90) {
        let fence = format!("```text\n{}```", "some code here\n".repeat(lines));
        let text = format!("{}\n\n{fence}\n\n{text}", words(300));
        let chunks = check(&text);
        prop_assert!(chunks.iter().any(|chunk| chunk.text.contains(&fence)));
    }
}

// B110
#[test]
fn a_card_is_found_by_its_properties() {
    let check_text = |text: &str, expect: &[&str]| {
        let found: Vec<String> = check(text).into_iter().map(|chunk| chunk.text).collect();
        assert_eq!(found, expect, "{text}");
    };
    // Without text, or with less text than the properties have.
    let trip = "categories:\n  - \"[[Trips]]\"\nstart: 2023-09-12\nloc: [Kyoto, Japan]";
    check_text(&format!("---\n{trip}\n---\n"), &[trip]);
    check_text(&format!("---\n\n{trip}\n\n---"), &[trip]);
    let embed = "## Places\n\n![[Map.base]]";
    check_text(&format!("---\n{trip}\n---\n{embed}\n"), &[&format!("{trip}\n---\n{embed}")]);
    // With more text, the properties are omitted.
    let told = "We saw the temples, and ate in the market each morning before they opened.";
    check_text(&format!("---\n{trip}\n---\n{told}\n"), &[told]);
    // Administrative and empty properties don't count.
    let order =
        "tags: [trips, japan]\naliases: [Honshu]\ncreated: 2023-09-12\nkanban-plugin: basic";
    check_text(&format!("---\n{order}\nauthor:\nrating: \n---\n"), &[]);
}

// A note of 12 kB of headings alone overflowed the stack (security review N1).
#[test]
fn lines_again_and_again_are_cut_in_bounded_steps() {
    let units = [
        "# a\n",
        "###### a\n",
        "a\n---\n",
        "===\n",
        "a\n===\n",
        "- a\n",
        "> a\n",
        "|a|\n|-|\n",
        "a: b\n",
        "\n# \n",
        "```\n",
        "[^a]: b\n",
        "    a\n",
        "1. a\n",
        "# a\n\n",
        "**a**\n",
        "<!-- a -->\n",
        "$$\n",
        "%%\n",
        "- [ ] a\n",
    ];
    for unit in units {
        let text = unit.repeat(40_000 / unit.len() * 10);
        // A thread has the app's stack size.
        let chunks = std::thread::spawn(move || chunk(&text)).join();
        let chunks = chunks.unwrap_or_else(|_| panic!("{unit:?}"));
        assert!(chunks.iter().all(|chunk| chunk.tokens <= MAX_TOKENS), "{unit:?}");
        let tokens: u32 = chunks.iter().map(|chunk| chunk.tokens).sum();
        // Passages are full, and no heading stands alone.
        let most = tokens / (super::TARGET_TOKENS / 4) + 2;
        assert!(chunks.len() <= most as usize, "{unit:?}: {} of {tokens} tokens", chunks.len());
    }
}

// B112
#[test]
fn repeated_lines_make_sound_chunks() {
    for line in LINES {
        crate::fuzzing::chunk(&line.repeat((1 << 16) / line.len()));
    }
}

// B112
#[test]
fn a_line_two_hundred_thousand_times_holds() {
    for line in ["# a\n", "a\n---\n", "===\n"] {
        crate::fuzzing::chunk(&line.repeat(200_000));
    }
}
