use super::*;

#[test]
fn calls_add_up_and_one_that_nobody_counted_makes_it_an_estimate() {
    let mut all = AnswerTokens::default();
    all.add(Tokens(100), Tokens(0), Tokens(10), true);
    assert!(all.reported);
    all.add(Tokens(150), Tokens(40), Tokens(20), false);
    all.add(Tokens(200), Tokens(90), Tokens(30), true);
    let expect = AnswerTokens {
        question: Tokens(0),
        sent: Tokens(450),
        tools: Tokens(90),
        answer: Tokens(60),
        calls: 3,
        reported: false,
    };
    assert_eq!(all, expect);
}
