//! Consequences of repeated crashes: restart, turn the graphics card off, or advise another model.

#[cfg(test)]
mod tests;

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
    blocked_until: Option<Instant>,
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
                self.blocked_until = Some(now + within);
                Consequence::ChooseSmaller
            }
        }
    }

    /// True while `model` isn't started because of its crashes.
    pub fn is_blocked(&self, model: &Path, now: Instant) -> bool {
        self.model == model && self.blocked_until.is_some_and(|until| now < until)
    }
}
