//! How much of what was read for the last question serves the next one.

use super::native::Token;

/// What to do before the rest of a prompt is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Plan {
    /// The tokens that stay.
    pub keep: usize,
    pub by: Way,
}

/// How to get to a place that was passed before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Forget,
    /// Go back to the checkpoint at it, then forget what comes after it.
    Restore,
    Clear,
}

/// What is remembered of the last prompt and its answer.
#[derive(Debug, Clone, Copy)]
pub(super) struct Memory<'a> {
    /// The tokens.
    pub tokens: &'a [Token],
    /// Whether the model can go back to any place; else it goes on at the end, or from a checkpoint.
    pub goes_back: bool,
    /// Whether the model's state belongs to the last token. After a cancel in the middle of a batch
    /// it needn't.
    pub torn: bool,
    pub checkpoints: &'a [usize],
}

/// The longest part of `prompt` that needn't be read again. At least the last token is read: only
/// then the model says what comes next.
pub(super) fn plan(memory: Memory<'_>, prompt: &[Token]) -> Plan {
    let same = common(memory.tokens, prompt).min(prompt.len().saturating_sub(1));
    let goes_on = memory.goes_back || same == memory.tokens.len() && !memory.torn;
    if same == 0 {
        return Plan { keep: 0, by: Way::Clear };
    }
    if goes_on {
        return Plan { keep: same, by: Way::Forget };
    }
    let checkpoint = memory.checkpoints.iter().copied().filter(|at| *at <= same).max();
    match checkpoint {
        Some(keep) => Plan { keep, by: Way::Restore },
        None => Plan { keep: 0, by: Way::Clear },
    }
}

/// The number of tokens that are the same at the beginning of both.
pub(super) fn common(a: &[Token], b: &[Token]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept() {
        use Way::{Clear, Forget, Restore};
        #[derive(Clone, Copy)]
        enum Kind {
            Dense,
            State,
            Torn,
        }
        use Kind::{Dense, State, Torn};
        fn check(kind: Kind, checkpoints: &[usize], prompt: &[Token], keep: usize, by: Way) {
            let memory = Memory {
                tokens: &[1, 2, 3, 4, 5, 6],
                goes_back: matches!(kind, Dense),
                torn: matches!(kind, Torn),
                checkpoints,
            };
            assert_eq!(plan(memory, prompt), Plan { keep, by }, "{memory:?} {prompt:?}");
        }
        // The memory holds 1 2 3 4 5 6.
        check(Dense, &[], &[1, 2, 3, 4, 5, 6, 7], 6, Forget);
        check(Dense, &[], &[1, 2, 3, 9, 9], 3, Forget);
        check(Dense, &[], &[1, 2, 3, 4, 5, 6], 5, Forget);
        check(Dense, &[], &[1, 2, 3], 2, Forget);
        check(Dense, &[], &[9, 2, 3], 0, Clear);
        check(Dense, &[], &[1], 0, Clear);
        // A state stands at the end and nowhere else.
        check(State, &[], &[1, 2, 3, 4, 5, 6, 7], 6, Forget);
        check(State, &[], &[1, 2, 3, 4, 5, 6], 0, Clear);
        check(State, &[], &[1, 2, 3, 9], 0, Clear);
        check(State, &[2], &[1, 2, 3, 9], 2, Restore);
        check(State, &[1, 3, 5], &[1, 2, 3, 9], 3, Restore);
        check(State, &[4], &[1, 2, 3, 9], 0, Clear);
        // After a cancel it needn't even stand there.
        check(Torn, &[], &[1, 2, 3, 4, 5, 6, 7], 0, Clear);
        check(Torn, &[4], &[1, 2, 3, 4, 5, 6, 7], 4, Restore);
    }
}
