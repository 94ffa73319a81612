use super::*;

#[test]
fn only_a_program_for_development_is_answered_by_a_test() {
    let answer = |text: Option<&str>, development| {
        answer_of(text.map(OsString::from), development).map_err(|_| ())
    };
    assert_eq!(answer(None, true), Ok(false));
    assert_eq!(answer(None, false), Ok(false));
    assert_eq!(answer(Some("yes"), true), Ok(true));
    assert_eq!(answer(Some(""), true), Ok(false));
    for text in ["yes", "no", ""] {
        assert_eq!(answer(Some(text), false), Err(()), "{text}");
    }
}
