use std::time::{Duration, Instant};

use conversation::model::Tokens;

#[derive(Debug)]
pub(super) struct Reading {
    before: Option<f64>,
    begun: Option<(Instant, u32)>,
}

impl Reading {
    pub fn new(before: Option<f64>) -> Self {
        Self { before, begun: None }
    }

    /// Remaining tokens and time, by this prompt's speed, otherwise by earlier answers; `None` if unknown or done.
    pub fn progress(&mut self, read: u32, total: u32) -> Option<(Tokens, Duration)> {
        let (begun, at_first) = *self.begun.get_or_insert_with(|| (Instant::now(), read));
        self.left(read, total, read.saturating_sub(at_first), begun.elapsed())
    }

    fn left(&self, read: u32, total: u32, here: u32, took: Duration) -> Option<(Tokens, Duration)> {
        let left = total.checked_sub(read).filter(|left| *left > 0)?;
        let now = (here > 0 && !took.is_zero()).then(|| f64::from(here) / took.as_secs_f64());
        let speed = now.or(self.before)?;
        Some((Tokens(left), Duration::try_from_secs_f64(f64::from(left) / speed).ok()?))
    }
}

#[cfg(test)]
mod tests {
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
}
