#[cfg(test)]
mod tests;

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
