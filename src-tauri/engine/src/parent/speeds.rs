//! Measured speeds of models, stored in a file so that they are known before the first answer.

#[cfg(test)]
mod tests;

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use crate::{catalogue::Measurement, header::Header, protocol::AnswerEnd};

/// Minimum tokens read and written for a measurement; fewer say nothing about speed.
const LEAST: (u32, u32) = (64, 8);

const MODELS: usize = 50;

#[derive(Debug, Default)]
pub(super) struct Speeds {
    file: Option<PathBuf>,
    /// The model that answered last is last.
    known: Vec<ModelSpeed>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct ModelSpeed {
    model: String,
    measured: Measurement,
}

impl Speeds {
    /// Loads the speeds of earlier runs; empty without a readable file.
    pub fn open(file: Option<PathBuf>) -> Self {
        let kept = file.as_ref().and_then(|file| fs::read(file).ok());
        let known = kept.and_then(|kept| serde_json::from_slice(&kept).ok()).unwrap_or_default();
        Self { file, known }
    }

    pub fn of(&self, model: &Path) -> Option<Measurement> {
        let name = name(model);
        self.known.iter().find(|known| known.model == name).map(|known| known.measured)
    }

    pub fn last(&self) -> Option<Measurement> {
        self.known.last().map(|known| known.measured)
    }

    /// Reused tokens and answers too short to measure don't count; the newest answer weighs half.
    #[expect(clippy::cast_precision_loss, reason = "weights, in billions")]
    pub fn learn(&mut self, model: &Path, header: &Header, done: &AnswerEnd) {
        let read = done.prompt_tokens.saturating_sub(done.reused_tokens);
        let is_long = read >= LEAST.0 && done.generated >= LEAST.1;
        if !is_long || done.prompt_ms == 0 || done.generation_ms == 0 {
            return;
        }
        let (reading, writing) =
            (per_second(read, done.prompt_ms), per_second(done.generated, done.generation_ms));
        let name = name(model);
        let before = self.known.iter().position(|known| known.model == name);
        let before = before.map(|at| self.known.remove(at).measured);
        let mean =
            |now: f64, before: Option<f64>| before.map_or(now, |then| f64::midpoint(now, then));
        self.known.push(ModelSpeed {
            model: name,
            measured: Measurement {
                parameters: header.weights as f64 / 1e9,
                bytes: header.file_bytes,
                reading: mean(reading, before.map(|before| before.reading)),
                writing: mean(writing, before.map(|before| before.writing)),
            },
        });
        let over = self.known.len().saturating_sub(MODELS);
        self.known.drain(..over);
        if let Err(error) = self.keep() {
            tracing::warn!(%error, "how fast the model is wasn't kept");
        }
    }

    fn keep(&self) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let half = file.with_extension("half");
        fs::write(&half, serde_json::to_vec(&self.known)?)?;
        fs::rename(half, file)
    }
}

fn name(model: &Path) -> String {
    model.file_name().unwrap_or(model.as_os_str()).to_string_lossy().into_owned()
}

#[expect(clippy::cast_precision_loss, reason = "milliseconds of an answer")]
fn per_second(tokens: u32, milliseconds: u64) -> f64 {
    f64::from(tokens) * 1000.0 / milliseconds as f64
}
