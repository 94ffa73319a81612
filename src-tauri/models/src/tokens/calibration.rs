//! What servers taught us about how their models count.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// Ratios outside of this can't come from a tokenizer: something else was counted (an earlier
/// prompt from a cache, an image), and believing it would ruin every budget.
const BELIEVABLE: std::ops::RangeInclusive<f64> = 0.4..=4.0;

/// How much of what was learned before stays when a new report comes. Reports are weighed by their
/// size, so a long request corrects what a short one, full of template, got wrong.
const MEMORY: f64 = 0.5;

/// The ratio between a model's own count and ours.
#[derive(Debug, Default)]
pub(super) struct Calibration {
    sums: Mutex<Option<Sums>>,
}

#[derive(Debug, Clone, Copy)]
struct Sums {
    ours: f64,
    reported: f64,
}

impl Calibration {
    /// The calibration of a model; all counters of the model share it.
    pub(super) fn of_model(model: &str) -> Arc<Self> {
        static MODELS: LazyLock<Mutex<HashMap<String, Arc<Calibration>>>> =
            LazyLock::new(Mutex::default);
        let mut models = MODELS.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(models.entry(model.trim().to_owned()).or_default())
    }

    pub(super) fn ratio(&self) -> Option<f64> {
        let sums = *self.sums.lock().unwrap_or_else(PoisonError::into_inner);
        sums.map(|sums| sums.reported / sums.ours)
    }

    /// Takes a ratio that was learned in an earlier run. A report outweighs it.
    pub(super) fn start_from(&self, ratio: f64) {
        if BELIEVABLE.contains(&ratio) {
            *self.sums.lock().unwrap_or_else(PoisonError::into_inner) =
                Some(Sums { ours: 1.0, reported: ratio });
        }
    }

    /// Learns that the server counted `reported` where our tokenizer counted `ours`.
    pub(super) fn learn(&self, ours: u32, reported: u32) {
        if ours == 0 || !BELIEVABLE.contains(&(f64::from(reported) / f64::from(ours))) {
            return;
        }
        let mut sums = self.sums.lock().unwrap_or_else(PoisonError::into_inner);
        let before = sums.unwrap_or(Sums { ours: 0.0, reported: 0.0 });
        *sums = Some(Sums {
            ours: before.ours * MEMORY + f64::from(ours),
            reported: before.reported * MEMORY + f64::from(reported),
        });
    }
}
