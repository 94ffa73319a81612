use conversation::reference::Number;
use grounding::references::{AnswerText, CitationStream};
use proptest::prelude::*;

use super::*;
use crate::answer::tests::render_blocks;

/// Grows a text in pieces of `step` characters, compares the shown blocks with the whole, and returns the bytes
/// rendered.
fn grown(text: &str, step: usize) -> usize {
    let mut stream = CitationStream::new((1..=3).map(Number).collect());
    let mut answer = AnswerText::new();
    let mut growing = GrowingAnswer::default();
    let mut shown: Vec<String> = Vec::new();
    let chars: Vec<char> = text.chars().collect();
    let mut pieces: Vec<_> =
        chars.chunks(step).map(|chunk| stream.push(&chunk.iter().collect::<String>())).collect();
    pieces.push(stream.finish().0);
    let count = pieces.len();
    for (at, pieces) in pieces.into_iter().enumerate() {
        answer.extend(&pieces);
        let change = growing.grow(answer.text(), answer.marks(), None);
        if let Some((from, blocks)) = change {
            shown.truncate(from);
            assert_eq!(shown.len(), from);
            shown.extend(blocks);
        }
        if text.len() < 2_000 || at + 1 == count {
            let whole = render_blocks(answer.text(), answer.marks(), None);
            assert_eq!(shown, whole, "{:?}", answer.text());
        }
    }
    growing.rendered
}

// B17
#[test]
fn a_long_answer_is_rendered_about_once() {
    let paragraph = "Salt slows the yeast, and **much** of it stops it [1].\n\n";
    let of = |count: usize| grown(&paragraph.repeat(count), 20);
    let (short, long) = (of(50), of(500));
    assert!(long <= short * 11, "{short} bytes, {long} for ten times the text");
    assert!(long <= paragraph.len() * 500 * 6, "{long}");
}

#[test]
fn definitions_and_open_blocks_change_distant_blocks() {
    for text in [
        "See [salt][s] [1].\n\nThen flour.\n\n[s]: https://example.org\n\nAnd [more][s].",
        "A[^1] b.\n\nC d [2].\n\n[^1]: The note.\n\nE f [1].",
        "One.^[A note.]\n\nTwo.^[Another.]\n\nThree.",
        "```\na\n\nb\n```\n\nThen [1].\n\n  ```\n\nc\n\n```\n\nd",
        "- a\n\n  b\n\nC [1].\n\n1. d\n\n   ```\n   e\n\nF\n   ```\n\nG",
        "<div>\n\na\n\n</div>\n\nB [1].\n\n<!-- c\n\nd -->\n\nE",
        "One %%a\n\nb%% c\n\nTwo [1].\n\n$$\na\n\nb\n$$\n\nThree.",
        "---\na: b\n---\n\nOne [1].\n\nTwo\n---\n\nThree",
        "One [1].\n\nשלום\n\nTwo.",
        "| a | b |\n|---|---|\n| c [1] | d |\n\nE\n\n> f\ng\n\nH [2].",
    ] {
        for step in [1, 3, 7] {
            grown(text, step);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn at_every_moment_the_blocks_are_those_of_the_whole(parts in prop::collection::vec(
        prop::sample::select(vec![
            "[1]", "[2]", " ", "\n", "\n\n", "\n\n", "Salt", "Rye\n\n", "a", "\n\nThe ", "`", "```\n",
            "```rust\n", "~~~\n", "  ```\n", "**", "*", "_", "- ", "1. ", "> ", "# ", "## B\n\n", "|",
            "\n| a | b |\n|---|---|\n| c | d |\n", "[", "](", ")", "[s]: x\n", "[x][s]", "[^1]", "[^1]: n\n",
            "^[i]", "<b>", "</b>", "<div>\n", "</div>", "<!--", "-->", "~~", "==", "%%", "$", "$$\n",
            "    ", "\t", "---\n", "===\n", "[[", "]]", "![[a]]", ": ", "\\", "\u{e000}", "\r\n", "ש",
        ]),
        0..24,
    ), step in 1_usize..6) {
        grown(&parts.concat(), step);
    }
}
