use super::*;

#[test]
fn work_ends_at_each_of_its_limits() {
    let limits = WorkLimits { steps: 2, calls: 5, tokens: Tokens(1_000), minutes: 1 };
    let work = Work::new(limits);
    let check = |at, calls, sent, seconds, expect| {
        let tokens = AnswerTokens {
            calls,
            sent: Tokens(sent),
            answer: Tokens(10),
            ..AnswerTokens::default()
        };
        assert_eq!(work.limit_at(at, &tokens, seconds), expect, "{at} {calls} {sent} {seconds}");
    };
    check(0, 1, 100, 0, None);
    check(1, 3, 989, 59, None);
    check(2, 3, 100, 0, Some(WorkLimit::Steps));
    check(1, 4, 100, 0, Some(WorkLimit::Calls));
    check(1, 3, 990, 0, Some(WorkLimit::Tokens));
    check(1, 3, 100, 60, Some(WorkLimit::Minutes));
}

#[test]
fn limits_have_ranges() {
    let check =
        |limits: WorkLimits, fits: bool| assert_eq!(limits.check().is_ok(), fits, "{limits:?}");
    let usual = WorkLimits::default();
    check(usual, true);
    check(WorkLimits { steps: 0, ..usual }, false);
    check(WorkLimits { calls: 3, ..usual }, false);
    check(WorkLimits { tokens: Tokens(4_999), ..usual }, false);
    check(WorkLimits { minutes: 241, ..usual }, false);
}
