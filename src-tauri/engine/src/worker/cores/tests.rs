use super::*;

#[test]
fn each_core_that_others_use_takes_a_thread_away() {
    let check = |most: u32, others: f64, expect: u32| {
        assert_eq!(fitting(most, others), expect, "{most} {others}");
    };
    check(2, 0.0, 2);
    check(2, -0.2, 2);
    check(2, 0.4, 2);
    // Two threads share two cores with one busy program.
    check(2, 0.67, 1);
    check(2, 1.0, 1);
    check(2, 2.0, 1);
    check(8, 2.6, 5);
    check(1, 0.0, 1);
}
