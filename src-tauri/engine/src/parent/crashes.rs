//! Consequences of repeated crashes: restart, turn the graphics card off, or advise another model.

use std::{
    collections::VecDeque,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Consequence {
    GoOn,
    GpuOff,
    ChooseSmaller,
}

#[derive(Debug, Default)]
pub(super) struct Crashes {
    model: PathBuf,
    times: VecDeque<Instant>,
    rests_until: Option<Instant>,
}

impl Crashes {
    /// Crashes of one model `within` this time count together.
    pub fn add(&mut self, model: &Path, gpu: bool, now: Instant, within: Duration) -> Consequence {
        if self.model != model {
            *self = Self { model: model.to_owned(), ..Self::default() };
        }
        self.times.retain(|time| now.saturating_duration_since(*time) < within);
        self.times.push_back(now);
        match self.times.len() {
            0 | 1 => Consequence::GoOn,
            2 if gpu => Consequence::GpuOff,
            2 => Consequence::GoOn,
            _ => {
                self.rests_until = Some(now + within);
                Consequence::ChooseSmaller
            }
        }
    }

    /// True while `model` isn't started because of its crashes.
    pub fn rests(&self, model: &Path, now: Instant) -> bool {
        self.model == model && self.rests_until.is_some_and(|until| now < until)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Consequence::{ChooseSmaller, GoOn, GpuOff};

    #[test]
    fn the_third_crash_within_a_minute_ends_it() {
        const MINUTE: Duration = Duration::from_secs(60);
        /// Crashes as (model, second, with graphics card, expected).
        fn check(crashes: &[(&str, u64, bool, Consequence)], rests: &[(&str, u64, bool)]) {
            let begin = Instant::now();
            let at = |seconds: u64| begin + Duration::from_secs(seconds);
            let mut all = Crashes::default();
            for (model, second, gpu, expect) in crashes {
                let consequence = all.add(Path::new(model), *gpu, at(*second), MINUTE);
                assert_eq!(consequence, *expect, "{model} {second}");
            }
            for (model, second, expect) in rests {
                assert_eq!(all.rests(Path::new(model), at(*second)), *expect, "{model} {second}");
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
}
