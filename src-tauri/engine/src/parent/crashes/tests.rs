use super::*;
use Consequence::{ChooseSmaller, GoOn, GpuOff};

#[test]
fn the_third_crash_within_a_minute_ends_it() {
    const MINUTE: Duration = Duration::from_secs(60);
    /// Crashes as (model, second, with graphics card, expected).
    fn check(crashes: &[(&str, u64, bool, Consequence)], blocked: &[(&str, u64, bool)]) {
        let begin = Instant::now();
        let at = |seconds: u64| begin + Duration::from_secs(seconds);
        let mut all = Crashes::default();
        for (model, second, gpu, expect) in crashes {
            let consequence = all.add(Path::new(model), *gpu, at(*second), MINUTE);
            assert_eq!(consequence, *expect, "{model} {second}");
        }
        for (model, second, expect) in blocked {
            assert_eq!(all.is_blocked(Path::new(model), at(*second)), *expect, "{model} {second}");
        }
    }
    check(&[("a", 0, true, GoOn)], &[("a", 0, false)]);
    check(&[("a", 0, true, GoOn), ("a", 59, true, GpuOff)], &[("a", 59, false)]);
    check(&[("a", 0, true, GoOn), ("a", 61, true, GoOn)], &[]);
    check(&[("a", 0, false, GoOn), ("a", 9, false, GoOn)], &[]);
    check(
        &[("a", 0, true, GoOn), ("a", 9, true, GpuOff), ("a", 20, false, ChooseSmaller)],
        &[("a", 79, true), ("a", 80, false), ("b", 21, false)],
    );
    check(
        &[("a", 0, true, GoOn), ("a", 1, true, GpuOff), ("b", 2, false, GoOn)],
        &[("b", 3, false)],
    );
}
