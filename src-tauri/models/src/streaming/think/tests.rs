use proptest::prelude::*;

use super::*;

fn split(pieces: &[&str]) -> (String, String) {
    let (mut text, mut thinking) = (String::new(), String::new());
    let mut out = |piece| match piece {
        Piece::Text(piece) => text.push_str(&piece),
        Piece::Thinking(piece) => thinking.push_str(&piece),
    };
    let mut splitter = ThinkSplitter::default();
    for piece in pieces {
        splitter.push(piece, &mut out);
    }
    splitter.end(&mut out);
    (text, thinking)
}

const CASES: [(&str, &str, &str); 17] = [
    ("plain", "plain", ""),
    ("", "", ""),
    ("<think>why</think>answer", "answer", "why"),
    ("\n<think>\nwhy\n</think>\n\nanswer\n", "answer\n", "\nwhy\n"),
    ("<think></think>\n\nanswer", "answer", ""),
    ("<think>a</think>\n<think>b</think>c", "c", "ab"),
    ("<thinking>a < b </think></thinking>c", "c", "a < b </think>"),
    ("<think>never closed", "", "never closed"),
    ("<think>nearly</thin", "", "nearly</thin"),
    ("<thin ice", "<thin ice", ""),
    ("<thi", "<thi", ""),
    ("<|channel>thought\nwhy<channel|>answer", "answer", "\nwhy"),
    ("<|channel>thought\n<channel|>answer", "answer", "\n"),
    ("<|channel>other", "<|channel>other", ""),
    ("[THINK]why[/THINK]answer [1]", "answer [1]", "why"),
    ("The tag <think> opens.</think>", "The tag <think> opens.</think>", ""),
    ("  \n indented", "  \n indented", ""),
];

#[test]
fn thinking_is_split_off_from_one_piece_or_single_letters() {
    for (content, text, thinking) in CASES {
        let expect = (text.to_owned(), thinking.to_owned());
        assert_eq!(split(&[content]), expect, "{content:?}");
        let letters: Vec<String> = content.chars().map(String::from).collect();
        let letters: Vec<&str> = letters.iter().map(String::as_str).collect();
        assert_eq!(split(&letters), expect, "{content:?} letter by letter");
    }
}

#[test]
fn only_what_may_be_a_tag_is_held_back() {
    let mut came = Vec::new();
    let mut splitter = ThinkSplitter::default();
    for piece in ["<th", "ink>so ", "</", "b> it", "</thi", "nk>", "A", "<thi", "n"] {
        splitter.push(piece, &mut |piece| came.push(piece));
    }
    let expect = [
        Piece::Thinking("so ".into()),
        Piece::Thinking("</b> it".into()),
        Piece::Text("A".into()),
        Piece::Text("<thi".into()),
        Piece::Text("n".into()),
    ];
    assert_eq!(came, expect);
}

proptest! {
    #[test]
    fn pieces_make_no_difference(
        content in "(<think>|</think>|<thinking>|</thinking>|<|/|th|ink|>|\n| |a|é){0,12}",
        cuts in proptest::collection::vec(0_usize..60, 0..6),
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
        prop_assert_eq!(split(&pieces), split(&[&content]));
    }
}
