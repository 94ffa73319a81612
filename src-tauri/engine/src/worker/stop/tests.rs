use super::*;

#[test]
fn a_cancel_ends_only_the_question_that_it_names() {
    let stop = Stop::default();
    stop.begin(1);
    assert!(!stop.is_set());
    stop.cancel(1);
    assert!(stop.is_set());
    stop.begin(2);
    assert!(!stop.is_set());
    stop.cancel(1);
    assert!(!stop.is_set());
}
