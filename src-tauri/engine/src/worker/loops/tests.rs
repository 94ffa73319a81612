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
    // Too few repetitions, none at the end, or too long a part.
    check([text(300), repeated(&[7], 60)].concat(), false);
    check([repeated(&[7], 200), vec![8]].concat(), false);
    check(repeated(&text(40), 5), false);
}
