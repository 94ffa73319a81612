use super::*;

// B16
#[test]
fn reducing_keeps_the_best_of_each_call() {
    let cases = [
        (10, 1.2, 8),
        (10, 2.0, 5),
        (10, 100.0, 1),
        (10, 1.0, 10),
        (10, 0.5, 10),
        (1, 1.0001, 1),
        (3, 1.5, 2),
        (0, 2.0, 0),
        (4, f64::INFINITY, 1),
        (4, f64::NAN, 4),
    ];
    for (n, overshoot, kept) in cases {
        assert_eq!(kept_after(n, overshoot), kept, "{n} passages, {overshoot} times too large");
    }
}
