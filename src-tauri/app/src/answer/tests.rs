use proptest::prelude::*;

use super::*;
use conversation::reference::Number;
use grounding::references::{AnswerText, CitationStream};

pub(super) fn render_blocks(
    text: &str,
    citations: &[CitationMark],
    catalog: Option<&Catalog>,
) -> Vec<String> {
    render_part(text, 0, places(citations, 0), catalog)
}

/// The blocks of a model's text, with `(3)` for a chip.
fn rendered(text: &str) -> Vec<String> {
    let (pieces, _) = CitationStream::of((1..=12).map(Number).collect(), text);
    let mut answer = AnswerText::new();
    answer.extend(&pieces);
    render_blocks(answer.text(), answer.marks(), None).iter().map(|block| short(block)).collect()
}

fn short(html: &str) -> String {
    let mut out = html.to_owned();
    for number in 1..=12 {
        for index in 0..12 {
            let chip = chip(&number.to_string(), &index.to_string());
            out = out.replace(&chip, &format!("({number})"));
        }
    }
    out
}

#[track_caller]
fn check(text: &str, expect: &[&str]) {
    assert_eq!(rendered(text), expect, "{text:?}");
}

#[test]
fn a_chip_is_a_button() {
    let mark = CitationMark::new(5, 8, Number(3));
    let blocks = render_blocks("Salt [3].", &[mark], None);
    let chip = r#"<button class="chip" data-number="3" data-mark="0" type="button">3</button>"#;
    assert_eq!(blocks.len(), 1);
    assert!(blocks[0].contains(&format!("Salt {chip}.")), "{blocks:?}");
}

#[test]
fn a_chip_has_the_index_of_its_citation() {
    let text = "`[1]` Salt [1]. Water [2], and salt [1].";
    let (pieces, _) =
        CitationStream::of((1..=2).map(Number).collect(), "Salt [1]. Water [2], salt [1].");
    let mut answer = AnswerText::new();
    answer.extend(&pieces);
    let html = render_blocks(answer.text(), answer.marks(), None).concat();
    let marks: Vec<&str> = html.split("data-mark=\"").skip(1).map(|rest| &rest[..1]).collect();
    assert_eq!(marks, ["0", "1", "2"]);
    // A mark that fits no place takes no other mark's index.
    let mark = |start, number| CitationMark::new(start, start + 3, number);
    let html = render_blocks(text, &[mark(0, Number(9)), mark(22, Number(2))], None).concat();
    assert!(html.contains(r#"data-number="2" data-mark="1""#), "{html}");
}

#[test]
fn each_top_level_block_is_a_text() {
    check("", &[]);
    check("One [1].\n\nTwo [2][3].", &["<p>One (1).</p>", "<p>Two (2)(3).</p>"]);
    check(
        "# Salt [1]\n\n- a [2]\n- b\n\n> c [3]\n\n---\n\nd",
        &[
            "<h1>Salt (1)</h1>",
            "<ul><li>a (2)</li>\n<li>b</li>\n</ul>",
            "<blockquote><p>c (3)</p>\n</blockquote>",
            "<hr>",
            "<p>d</p>",
        ],
    );
    assert_eq!(rendered("| a | b |\n|---|---|\n| c [1] | d |").len(), 1);
}

#[test]
fn emphasis_and_links_beside_chips() {
    check("**Salt.**[1] *So*[2]", &["<p><strong>Salt.</strong>(1) <em>So</em>(2)</p>"]);
    check("**Salt [1]**", &["<p><strong>Salt (1)</strong></p>"]);
    check("([1]) “[2]”", &["<p>((1)) “(2)”</p>"]);
    check("[[1], [2]]", &["<p>[(1), (2)]</p>"]);
    // A link's target may be in another block.
    check(
        "[a][b] [1]\n\n[b]: https://example.org",
        &["<p><a class=\"external\" data-href=\"https://example.org\">a</a> (1)</p>"],
    );
    // A chip within a link comes after it.
    check(
        "[see [1] here](https://example.org)",
        &["<p><a class=\"external\" data-href=\"https://example.org\">see  here</a>(1)</p>"],
    );
}

#[test]
fn no_chip_in_code() {
    check("`x[1]` and `[2]`", &["<p><code>x[1]</code> and <code>[2]</code></p>"]);
    check("```\n[1]\n```", &["<pre><code>[1]\n</code></pre>"]);
    // The stream doesn't recognise indented code; the page shows the model's text.
    check("a\n\n    b [1]", &["<p>a</p>", "<pre><code>b [1]\n</code></pre>"]);
    // A stored mark inside code.
    let mark = CitationMark::new(1, 4, Number(1));
    assert_eq!(short(&render_blocks("`[1]`", &[mark], None)[0]), "<p><code>[1]</code></p>");
}

#[test]
fn code_is_coloured_and_formulas_are_drawn() {
    check(
        "```rust\nlet x",
        &[
            "<pre><code class=\"language-rust\"><span class=\"tok-keyword\">let </span>x</code></pre>",
        ],
    );
    let html = rendered("So $x^2$ [1].").concat();
    assert!(html.contains("<msup><mi>x</mi><mn>2</mn></msup></math></span> (1)."), "{html}");
    assert_eq!(rendered("So $a\\,b\\ c$.\n\nThen").len(), 2);
    // A citation within a formula matters more than the formula.
    let html = rendered("So $x = [1]$.").concat();
    assert!(html.contains(">$x = (1)$</span>") && !html.contains("<math"), "{html}");
}

#[test]
fn no_mark_in_an_address() {
    let html = rendered("<https://example.org/[1]> [1]").concat();
    assert!(html.ends_with(" (1)</p>") && !html.contains("<button"), "{html}");
    assert!(!html.contains("%EE") && !html.contains(OPEN), "{html}");
}

#[test]
fn marks_with_wrong_places_are_text() {
    for (start, end) in [(0, 3), (1, 400), (2, 1), (5, 9)] {
        let mark = CitationMark::new(start, end, Number(3));
        let blocks = render_blocks("Salt ä[3].", &[mark], None);
        assert_eq!(short(&blocks[0]), "<p>Salt ä[3].</p>", "{start}..{end}");
    }
}

#[test]
fn a_model_cannot_make_a_chip() {
    check("\u{e000}1\u{e001} ⸨\u{e000}2\u{e001}⸩", &["<p>1 ⸨2⸩</p>"]);
    let html = rendered("<button class=\"chip\" data-number=\"1\">1</button>").concat();
    assert!(!html.contains("<button"), "{html}");
}

#[test]
fn a_growing_answer_looks_finished() {
    for (text, expect) in [
        ("```text\nlet x", "<pre><code class=\"language-text\">let x</code></pre>"),
        ("Salt **slows", "<p>Salt <strong>slows</strong></p>"),
        ("Salt **slows ", "<p>Salt <strong>slows</strong></p>"),
        ("Salt **", "<p>Salt</p>"),
        ("Salt `co", "<p>Salt <code>co</code></p>"),
        ("Salt `", "<p>Salt</p>"),
        ("Salt **`co", "<p>Salt <strong><code>co</code></strong></p>"),
        ("- a\n- **b", "<ul><li>a</li>\n<li><strong>b</strong></li>\n</ul>"),
        ("Salt\n-", "<p>Salt</p>"),
        ("Salt\n---", "<p>Salt</p>"),
        ("2 ** 3", "<p>2 ** 3</p>"),
        ("2**3", "<p>2**3</p>"),
        ("**a** b", "<p><strong>a</strong> b</p>"),
        ("\\**a", "<p>**a</p>"),
        ("---\na: b\n---\n", "<hr>"),
    ] {
        let blocks = rendered(text);
        assert_eq!(blocks.first().map(String::as_str), Some(expect), "{text:?}");
    }
    // A finished paragraph stays as it is.
    check("a **b\n\nc", &["<p>a **b</p>", "<p>c</p>"]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// For every prefix of any text: no placeholder is left, no tag but our button gets in, and blocks are complete.
    #[test]
    fn any_beginning_of_an_answer_renders_safely(parts in prop::collection::vec(prop::sample::select(vec![
        "[1]", "[2]", " ", "\n", "\n\n", "`", "```\n", "**", "*", "_", "- ", "> ", "# ", "|", "a", "Salt",
        "[", "](", ")", "<b>", "</b>", "<a href=\"", "\">", "&", "~~", "\u{e000}", "⸨", "![", "[[", "]]", "%%", "$",
    ]), 0..30)) {
        let text = parts.concat();
        for (end, _) in text.char_indices() {
            let blocks = rendered(&text[..end]);
            let html = blocks.concat();
            prop_assert!(!html.contains([OPEN, CLOSE]), "{html:?}");
            prop_assert!(!html.contains("<button"), "{html:?}");
            for block in blocks {
                prop_assert_eq!(block.matches('<').count(), block.matches('>').count());
            }
        }
    }
}

/// An answer with these marks, and checks of these byte ranges.
fn checked(text: &str, citations: Vec<CitationMark>, checks: &[(u32, u32)]) -> Answer {
    let checks = checks.iter().map(|(start, end)| conversation::Check::new(*start, *end)).collect();
    let (id, created) = (conversation::MessageId::new(), jiff::Timestamp::UNIX_EPOCH);
    Answer { citations, checks, ..Answer::new(id, text.to_owned(), created) }
}

#[test]
fn an_uncited_sentence_is_followed_by_a_placeholder() {
    let mark = CitationMark::new(5, 8, Number(1));
    let check = |text: &str, checks: &[(u32, u32)], expect: &str| {
        let blocks = render_answer(&checked(text, vec![mark], checks), None);
        let html = short(&blocks.concat());
        let html = html.replace("<span data-check=\"", "{").replace("\"></span>", "}");
        assert_eq!(html, expect, "{text}");
    };
    check("Salt [1]. Rye.", &[(0, 9), (10, 14)], "<p>Salt (1). Rye.{1}</p>");
    check(
        "Salt [1]. **Rye.**  \nx",
        &[(0, 9), (10, 18)],
        "<p>Salt (1). <strong>Rye.</strong>{1}<br>\nx</p>",
    );
    check("Salt [1]. `Rye`", &[(0, 9), (10, 15)], "<p>Salt (1). <code>Rye</code>{1}</p>");
    // A sentence that ends inside code or an address gets no marker there.
    check("Salt [1]. ```Rye", &[(10, 14)], "<p>Salt (1). <code>Rye</code></p>");
    check("Salt [1].", &[(0, 99)], "<p>Salt (1).</p>");
}

#[test]
fn a_citation_that_was_put_right_is_the_chip() {
    let instead_of = |number: Option<u32>| {
        Some(conversation::OriginalCitation { number: number.map(Number), support: None })
    };
    let check = |text: &str, citations: Vec<CitationMark>, expect: &str| {
        let blocks = render_answer(&checked(text, citations, &[]), None);
        assert_eq!(short(&blocks.concat()), expect, "{text}");
    };
    let right = |start: u32, end: u32, written: Option<u32>| CitationMark {
        instead_of: instead_of(written),
        ..CitationMark::new(start, end, Number(3))
    };
    check("Salt [1].", vec![right(5, 8, Some(1))], "<p>Salt (3).</p>");
    check("Salt.", vec![right(4, 4, None)], "<p>Salt (3).</p>");
    // Two wrong marks become one.
    check("Salt [1][2].", vec![right(5, 8, Some(1)), right(8, 11, Some(2))], "<p>Salt (3).</p>");
    // A mark that doesn't fit the text shows nothing.
    check("Salt [1].", vec![right(5, 8, Some(2))], "<p>Salt [1].</p>");
}
