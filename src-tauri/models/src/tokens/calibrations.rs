use parking_lot::Mutex;
use std::collections::HashMap;
use std::sync::Arc;

use super::calibration::Calibration;
use super::counter::TokenCounter;
use super::encoding::Encoding;

/// Learned counts of all models. Clones share them; another app in the same process has its own.
#[derive(Debug, Clone, Default)]
pub struct Calibrations {
    models: Arc<Mutex<HashMap<String, Arc<Calibration>>>>,
}

impl Calibrations {
    /// The counter of a model: its own tokenizer if known, otherwise o200k, calibrated by its servers' reports. All
    /// counters of a name learn together.
    ///
    /// The server isn't part of the key. One name may have different templates at two servers, but that is rare, the
    /// next report corrects it, and one server's figures are a better guess for the other than none.
    pub fn counter(&self, model: &str) -> TokenCounter {
        let exact = Encoding::of_model(model).is_some();
        let mut models = self.models.lock();
        let calibration = models.entry(model.trim().to_owned());
        let calibration = calibration.or_insert_with(|| Arc::new(Calibration::new(exact)));
        TokenCounter::calibrated(model, Arc::clone(calibration))
    }
}
