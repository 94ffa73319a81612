#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Piece {
    Text(String),
    Thinking(String),
}

const TAGS: [(&str, &str); 5] = [
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<|channel>thought", "<channel|>"), // Gemma 4
    ("[THINK]", "[/THINK]"),             // Ministral 3
];

/// Maximum bytes held back before the answer; more white space is text.
const MAX_HELD_BYTES: usize = 1024;

/// Separates thinking from the answer while both come in pieces.
///
/// Thinking only counts before the answer, where models put it. A later tag is text, because an answer may be about
/// such tags. Only text that may become a tag is held back.
#[derive(Debug, Default)]
pub(crate) struct ThinkSplitter {
    state: State,
    held: String,
}

#[derive(Debug, Default, Clone, Copy)]
enum State {
    #[default]
    Before,
    /// After thinking, with only white space since.
    After,
    Inside(&'static str),
    Answer,
}

impl ThinkSplitter {
    /// Returns the content that is certain.
    pub(crate) fn push(&mut self, content: &str, out: &mut impl FnMut(Piece)) {
        if matches!(self.state, State::Answer) {
            if !content.is_empty() {
                out(Piece::Text(content.to_owned()));
            }
            return;
        }
        self.held.push_str(content);
        while self.step(out) {}
    }

    /// Judges the held text; returns true to judge again.
    fn step(&mut self, out: &mut impl FnMut(Piece)) -> bool {
        match self.state {
            State::Answer => {
                if !self.held.is_empty() {
                    out(Piece::Text(std::mem::take(&mut self.held)));
                }
                false
            }
            State::Before | State::After => {
                let trimmed = self.held.trim_start();
                for (open, close) in TAGS {
                    if let Some(rest) = trimmed.strip_prefix(open) {
                        self.held = rest.to_owned();
                        self.state = State::Inside(close);
                        return true;
                    }
                }
                if TAGS.iter().any(|(open, _)| open.starts_with(trimmed))
                    && self.held.len() <= MAX_HELD_BYTES
                {
                    return false;
                }
                // Empty lines between thinking and answer belong to neither.
                if matches!(self.state, State::After) {
                    self.held = trimmed.to_owned();
                }
                self.state = State::Answer;
                true
            }
            State::Inside(close) => {
                if let Some((thought, rest)) = self.held.split_once(close) {
                    if !thought.is_empty() {
                        out(Piece::Thinking(thought.to_owned()));
                    }
                    self.held = rest.to_owned();
                    self.state = State::After;
                    return true;
                }
                let keep = (1..close.len())
                    .rev()
                    .find(|&length| self.held.ends_with(&close[..length]))
                    .unwrap_or(0);
                let rest = self.held.split_off(self.held.len() - keep);
                let thought = std::mem::replace(&mut self.held, rest);
                if !thought.is_empty() {
                    out(Piece::Thinking(thought));
                }
                false
            }
        }
    }

    pub(crate) fn end(&mut self, out: &mut impl FnMut(Piece)) {
        let held = std::mem::take(&mut self.held);
        if held.is_empty() {
            return;
        }
        match self.state {
            State::Inside(_) => out(Piece::Thinking(held)),
            State::After if held.trim().is_empty() => {}
            _ => out(Piece::Text(held)),
        }
    }
}

#[cfg(test)]
mod tests {
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
    fn in_one_piece_and_letter_by_letter() {
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
}
