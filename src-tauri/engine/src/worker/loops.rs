//! Noticing that a model says the same over and over.

use super::native::Token;

/// Maximum tokens of what is repeated.
const LONGEST: usize = 32;

/// Minimum tokens that are nothing but repetition. A rule of a table or a row of zeros is shorter.
const LEAST: usize = 96;

/// Whether what was written ends in the same few tokens again and again: left alone, a model goes on so until its
/// window is full.
pub(super) fn is_loop(written: &[Token]) -> bool {
    let Some(from) = written.len().checked_sub(LEAST + LONGEST) else { return false };
    let end = &written[from..];
    (1..=LONGEST).any(|period| {
        let end = &end[LONGEST - period..];
        end.iter().zip(&end[period..]).all(|(token, later)| token == later)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    // B111
    #[test]
    fn a_loop_is_noticed_and_a_long_text_is_none() {
        let check = |written: Vec<Token>, expect: bool| assert_eq!(is_loop(&written), expect);
        let text = |length: Token| (0..length).collect::<Vec<_>>();
        let repeated = |words: &[Token], times: usize| words.repeat(times);
        check(Vec::new(), false);
        check(text(5000), false);
        check([text(300), repeated(&[7], 200)].concat(), true);
        check([text(300), repeated(&[7, 8, 9], 50)].concat(), true);
        check([text(300), repeated(&text(32), 5)].concat(), true);
        // Not yet, no more, and something longer.
        check([text(300), repeated(&[7], 60)].concat(), false);
        check([repeated(&[7], 200), vec![8]].concat(), false);
        check(repeated(&text(40), 5), false);
    }
}
