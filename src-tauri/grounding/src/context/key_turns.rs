//! Finds the key turns of a long conversation: those with decisions, citations and figures. They are left out after
//! the other turns, and summaries quote them.

use std::{cmp::Reverse, collections::HashSet};

use super::PastTurn;

/// Maximum number of key turns.
const MOST: usize = 3;

/// Minimum weight of a key turn: a decision, or a cited figure in reply to a question with a figure.
pub(super) const LEAST: u32 = 3;

/// Maximum number of cited passages that count.
const CITATIONS: usize = 2;

/// Words of a message that decides something, in English and German.
#[rustfmt::skip]
const DECISIONS: [&str; 22] = [
    "decided", "we agreed", "settled on", "let's take", "let's use", "let's go with", "i'll take", "i'll use", "we'll take",
    "we'll use", "from now on", "remember that", "keep in mind", "i prefer", "entschieden", "wir nehmen", "nehmen wir",
    "ich nehme", "ab jetzt", "merk dir", "denk daran", "ich bevorzuge",
];

/// The places of the key turns among `turns`, in order. Of equal ones, the newer are preferred. Pinned turns stay
/// anyway, and aren't counted.
pub(super) fn key_turns(turns: &[PastTurn]) -> Vec<usize> {
    let unpinned = turns.iter().enumerate().filter(|(_, turn)| !turn.pinned);
    heaviest(unpinned.map(|(at, turn)| (at, weight_of(turn))))
}

/// The places of the key turns among places with weights, in order. Of equal ones, the last are preferred.
pub(super) fn heaviest(weights: impl Iterator<Item = (usize, u32)>) -> Vec<usize> {
    let mut weighed: Vec<(u32, usize)> =
        weights.filter(|(_, weight)| *weight >= LEAST).map(|(at, weight)| (weight, at)).collect();
    weighed.sort_unstable_by_key(|turn| Reverse(*turn));
    weighed.truncate(MOST);
    let mut found: Vec<usize> = weighed.into_iter().map(|(_, at)| at).collect();
    found.sort_unstable();
    found
}

/// The order in which turns are left out: the oldest first, but key turns behind all others, and the newest turn
/// last. `is_long` excludes a key turn that takes the place of many.
pub(super) fn leaving(turns: &[PastTurn], is_long: impl Fn(usize) -> bool) -> Vec<usize> {
    let key: HashSet<usize> = key_turns(turns).into_iter().filter(|at| !is_long(*at)).collect();
    let newest = turns.len().saturating_sub(1);
    let mut order: Vec<usize> = (0..turns.len()).filter(|at| !turns[*at].pinned).collect();
    order.sort_by_key(|at| (*at == newest, key.contains(at)));
    order
}

pub(super) fn weight_of(turn: &PastTurn) -> u32 {
    weight(&turn.question, turn.answer.as_deref().unwrap_or_default())
}

pub(super) fn weight(question: &str, answer: &str) -> u32 {
    let (cited, has_figure) = read(answer);
    let cited = u32::try_from(cited.min(CITATIONS)).unwrap_or(0);
    let decision = if decides(question) { LEAST } else { 0 };
    cited + decision + u32::from(has_figure) + u32::from(read(question).1)
}

/// A question asks about a decision, and makes none.
fn decides(message: &str) -> bool {
    if message.trim_end().ends_with('?') {
        return false;
    }
    let message = message.to_lowercase().replace('’', "'");
    message.split(['.', ',', ';', ':', '!', '?', '–', '\n']).any(|clause| {
        let is_between = |letter: char| !letter.is_alphanumeric() && letter != '\'';
        let words: Vec<&str> = clause.split(is_between).filter(|word| !word.is_empty()).collect();
        DECISIONS.iter().any(|decision| {
            let decision: Vec<&str> = decision.split(' ').collect();
            let found = words.windows(decision.len()).position(|words| words == decision);
            found.is_some_and(|at| {
                let (before, after) = (&words[..at], words.get(at + decision.len()));
                // “Ich nehme an” means “I suppose”.
                !before.iter().any(|word| negates(word)) && after != Some(&"an")
            })
        })
    })
}

fn negates(word: &str) -> bool {
    matches!(word, "not" | "never" | "nicht" | "nie" | "kaum") || word.ends_with("n't")
}

/// The number of passages that a text cites, and whether it has a figure beside the citations.
fn read(text: &str) -> (usize, bool) {
    let mut cited = HashSet::new();
    let mut has_figure = false;
    let mut before = ' ';
    for (at, letter) in text.char_indices() {
        let starts = letter.is_ascii_digit() && !before.is_alphanumeric();
        if starts {
            let digits = text[at..].bytes().take_while(u8::is_ascii_digit).count();
            let is_mark = before == '[' && text[at + digits..].starts_with(']');
            if is_mark {
                cited.insert(&text[at..at + digits]);
            } else {
                has_figure = true;
            }
        }
        before = letter;
    }
    (cited.len(), has_figure)
}

#[cfg(test)]
mod tests {
    use super::*;
    use conversation::MessageId;

    fn turn(question: &str, answer: &str) -> PastTurn {
        PastTurn {
            question: question.to_owned(),
            answer: (!answer.is_empty()).then(|| answer.to_owned()),
            ..PastTurn::new(MessageId::new())
        }
    }

    #[test]
    fn decisions_citations_and_figures_make_a_turn_weigh() {
        for (question, answer, expected) in [
            ("Why?", "It slows the yeast.", 0),
            ("Why?", "It slows the yeast [3].", 1),
            ("Why?", "It slows the yeast [3] [3].", 1),
            ("Why?", "It does [1] [2] [3].", 2),
            ("How much?", "Two per cent [1].", 1),
            ("How much?", "2 % [1].", 2),
            ("How much for 500 g?", "10 g [1].", 3),
            ("How much for B2?", "", 0),
            ("Let’s take the rye.", "", 3),
            ("We decided on rye, 80 %.", "Good.", 4),
            ("Have we decided on rye?", "No.", 0),
            ("I’m undecided.", "", 0),
            ("I haven’t decided yet.", "", 0),
            ("I don’t know rye, but we agreed on it.", "", 3),
            ("Wir haben uns noch nicht entschieden.", "", 0),
            ("Ich nehme an, es ist Roggen.", "", 0),
            ("Ich nehme Roggen.", "", 3),
            ("Ab jetzt in Gramm.", "", 3),
        ] {
            assert_eq!(weight(question, answer), expected, "{question} {answer}");
        }
    }

    #[test]
    fn the_heaviest_turns_are_key_and_of_equal_ones_the_newer() {
        let figures = || turn("For 1 kg?", "20 g [1].");
        let decision = || turn("From now on, 2 % of salt.", "");
        let chat = || turn("Why?", "So.");
        let turns = [decision(), figures(), chat(), figures(), figures()];
        assert_eq!(key_turns(&turns), [0, 3, 4]);
        assert_eq!(leaving(&turns, |_| false), [1, 2, 0, 3, 4]);
        // A long one goes with the others.
        assert_eq!(leaving(&turns, |at| at == 0), [0, 1, 2, 3, 4]);
        // The newest turn is left out last, though it says little.
        assert_eq!(leaving(&[decision(), chat()], |_| false), [0, 1]);
        assert_eq!(leaving(&[chat(), decision(), chat()], |_| false), [0, 1, 2]);

        let pinned = PastTurn { pinned: true, ..decision() };
        let turns = [pinned, chat(), chat()];
        assert_eq!((key_turns(&turns), leaving(&turns, |_| false)), (vec![], vec![1, 2]));
    }
}
