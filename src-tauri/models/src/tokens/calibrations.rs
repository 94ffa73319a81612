//! What was learned about all models.

use parking_lot::Mutex;
use std::collections::HashMap;
use std::sync::Arc;

use super::calibration::Calibration;
use super::counter::TokenCounter;
use super::encoding::Encoding;

/// What servers reported of their models. Whoever opens the app has one and hands out clones, which
/// share what they learn; another app in the same process learns by itself.
#[derive(Debug, Clone, Default)]
pub struct Calibrations {
    models: Arc<Mutex<HashMap<String, Arc<Calibration>>>>,
}

impl Calibrations {
    /// The counter for a model by its name: its own tokenizer where that is known, else o200k,
    /// calibrated by what the model's servers reported. All counters of one name learn together.
    ///
    /// The server isn't part of the key. One name may stand for two templates at two servers, but
    /// that is rare, is put right by the next report, and what was learned of one is a better guess
    /// for the other than none.
    pub fn counter(&self, model: &str) -> TokenCounter {
        let exact = Encoding::of_model(model).is_some();
        let mut models = self.models.lock();
        let calibration = models.entry(model.trim().to_owned());
        let calibration = calibration.or_insert_with(|| Arc::new(Calibration::new(exact)));
        TokenCounter::calibrated(model, Arc::clone(calibration))
    }
}
