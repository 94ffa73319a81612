use crate::model::{CountKind, Tokens};

#[test]
fn sums_stop_at_the_largest_number() {
    let sum = |counts: &[u32]| counts.iter().copied().map(Tokens).sum::<Tokens>();
    assert_eq!(sum(&[]), Tokens(0));
    assert_eq!(sum(&[1, 2, 3]), Tokens(6));
    assert_eq!(sum(&[u32::MAX, 1]), Tokens(u32::MAX));
    assert_eq!(Tokens(7).to_string(), "7");
    assert!(CountKind::Exact < CountKind::Approximate, "the surest first");
}

#[test]
fn an_images_size_is_that_of_its_squares() {
    let check = |width, height, expect| {
        assert_eq!(Tokens::of_image(width, height), Tokens(expect), "{width}×{height}");
    };
    check(16, 16, 33);
    check(17, 16, 34);
    check(0, 0, 33);
    // Scaled down to 2048 × 1024, then to a strip of one square.
    check(2_048, 1_024, 128 * 64 + 32);
    check(20_480, 10_240, 128 * 64 + 32);
    check(1_024, 2_048, 128 * 64 + 32);
    check(100_000, 1, 128 + 32);
    // A third of 6,144 is 2,048 except for rounding.
    check(6_144, 6_144, 128 * 128 + 32);
    check(u32::MAX, u32::MAX, 128 * 128 + 32);
}
