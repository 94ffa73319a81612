use super::*;

#[test]
fn the_time_left_follows_from_this_prompt_or_from_earlier_ones() {
    fn check(
        before: Option<f64>,
        (read, total, here, took): (u32, u32, u32, u64),
        expect: Option<(u32, u64)>,
    ) {
        let found = Reading::new(before).left(read, total, here, Duration::from_secs(took));
        let found = found.map(|(tokens, left)| (tokens.0, left.as_secs()));
        assert_eq!(found, expect, "{before:?} {read} {total} {here} {took}");
    }
    check(None, (0, 2100, 0, 0), None);
    check(Some(84.0), (0, 2100, 0, 0), Some((2100, 25)));
    // Reused tokens of the last prompt.
    check(Some(84.0), (1260, 2100, 0, 0), Some((840, 10)));
    // This prompt is slower.
    check(Some(84.0), (1500, 2100, 500, 50), Some((600, 60)));
    check(None, (1500, 2100, 500, 50), Some((600, 60)));
    check(Some(84.0), (2100, 2100, 600, 5), None);
    check(Some(0.0), (0, 2100, 0, 0), None);
}
