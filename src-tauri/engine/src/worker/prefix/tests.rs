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
    // A state exists only at the end.
    check(State, &[], &[1, 2, 3, 4, 5, 6, 7], 6, Forget);
    check(State, &[], &[1, 2, 3, 4, 5, 6], 0, Clear);
    check(State, &[], &[1, 2, 3, 9], 0, Clear);
    check(State, &[2], &[1, 2, 3, 9], 2, Restore);
    check(State, &[1, 3, 5], &[1, 2, 3, 9], 3, Restore);
    check(State, &[4], &[1, 2, 3, 9], 0, Clear);
    // After a cancel, not even there.
    check(Torn, &[], &[1, 2, 3, 4, 5, 6, 7], 0, Clear);
    check(Torn, &[4], &[1, 2, 3, 4, 5, 6, 7], 4, Restore);
}
