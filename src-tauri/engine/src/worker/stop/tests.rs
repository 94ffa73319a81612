use super::*;

#[test]
fn a_cancel_means_what_was_asked_before_it() {
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
