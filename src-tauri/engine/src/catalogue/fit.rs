//! What fits into a machine, and how fast it will be there.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Catalogue, CatalogueModel};
use crate::memory::{self, Memory};

/// The window that memory is reckoned for, in tokens.
pub const USUAL_WINDOW: u32 = 8192;

/// What the engine takes beside the weights and the window, in bytes.
const ENGINE_BYTES: f64 = 0.3e9;

/// What weights take in memory, to their file's size.
const WEIGHTS: f64 = 1.05;

/// What is left to the system and to other programs, in bytes, but never more than half of the memory.
const RESERVE: u64 = 4_000_000_000;

/// The tokens of passages that a question brings along; what has to be read before the first word.
const USUAL_PROMPT: f64 = 1500.0;

/// The same for a small model, which gets fewer passages: in the middle of forty questions (`docs/answers.md`).
const PROMPT_OF_SMALL: f64 = 650.0;

/// With fewer billions of weights a model counts as small where questions are asked.
const SMALL: f64 = 3.0;

/// Maximum time to the first word for a model that is advised. Where reading takes longer than people
/// like to wait, fewer passages are read; below a third of the usual number answers get poor.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// Minimum tokens a second for a model that is advised: about as fast as people read.
const SLOWEST_WRITING: f64 = 5.0;

/// A machine as far as models go.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Machine {
    /// All of its memory, in bytes.
    pub memory: u64,
    /// The threads that the engine computes with.
    pub threads: u32,
    /// What a model did here; nothing before the first answer.
    pub measured: Option<Measurement>,
}

/// How fast a model was on this machine in its last answer.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Measurement {
    pub parameters: f64,
    /// The size of its file, in bytes.
    pub bytes: u64,
    /// Tokens of prompts that were read in a second.
    pub reading: f64,
    /// Tokens that were written in a second.
    pub writing: f64,
}

/// What one core of a processor with AVX2 does: measured with Qwen2.5-Coder 1.5B in four bits, by the
/// processor time of one thread.
const ONE_CORE: Measurement =
    Measurement { parameters: 1.54, bytes: 1_117_320_768, reading: 33.0, writing: 8.7 };

/// Cores beyond this number write no faster: memory is what they wait for.
const WRITING_CORES: f64 = 2.5;

/// Whether a model fits into a machine's memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Fit {
    /// What it takes with the usual window, in bytes.
    pub needs: u64,
    /// What a model may take here, in bytes.
    pub has: u64,
}

impl Fit {
    pub fn fits(&self) -> bool {
        self.needs <= self.has
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Speed {
    /// Tokens of a prompt that it reads in a second.
    pub reading: f64,
    /// Tokens that it writes in a second.
    pub writing: f64,
    /// Tokens that it reads for a usual question.
    pub prompt: f64,
    /// Whether this follows from an answer that was measured here; else it is reckoned from the
    /// number of cores, which knows nothing of a graphics card.
    pub measured: bool,
}

impl Speed {
    /// The time to the first word of an answer to a usual question.
    pub fn first_word(&self) -> Duration {
        Duration::try_from_secs_f64(self.prompt / self.reading).unwrap_or(Duration::MAX)
    }

    /// Whether it is fast enough to be advised.
    pub(super) fn is_bearable(&self) -> bool {
        self.first_word() <= LONGEST_WAIT && self.writing >= SLOWEST_WRITING
    }
}

impl Machine {
    /// This machine. `measured` is what was seen in its last answer, if there was one.
    pub fn this(measured: Option<Measurement>) -> Self {
        Self { memory: Memory::now().total, threads: memory::threads(), measured }
    }

    /// Whether a model fits into the memory of this machine, with the usual window.
    pub fn fit(&self, model: &CatalogueModel) -> Fit {
        let window = u64::from(USUAL_WINDOW.min(model.window));
        #[expect(
            clippy::cast_precision_loss,
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "sizes of files and memories, reckoned to a percent"
        )]
        let weights = (model.bytes() as f64 * WEIGHTS + ENGINE_BYTES) as u64;
        Fit {
            needs: weights + window * u64::from(model.kv_bytes_per_token),
            has: self.memory - RESERVE.min(self.memory / 2),
        }
    }

    /// The model to offer first on this machine: the largest that fits and isn't too slow, else the
    /// smallest that fits.
    pub fn advised<'a>(&self, catalogue: &'a Catalogue) -> Option<&'a CatalogueModel> {
        let fits = |model: &&CatalogueModel| !model.development && self.fit(model).fits();
        let fitting = || catalogue.models.iter().filter(fits);
        let is_quick = |model: &&CatalogueModel| self.speed(model).is_bearable();
        let quick = fitting().filter(is_quick).max_by_key(|model| model.bytes());
        quick.or_else(|| fitting().min_by_key(|model| model.bytes()))
    }

    /// How fast a model will be here. Reading goes with the number of weights, writing with their size.
    #[expect(clippy::cast_precision_loss, reason = "sizes of files, reckoned to a percent")]
    pub fn speed(&self, model: &CatalogueModel) -> Speed {
        let threads = f64::from(self.threads.max(1));
        let (base, reads, writes) = match &self.measured {
            Some(measured) => (measured, 1.0, 1.0),
            None => (&ONE_CORE, threads, threads.min(WRITING_CORES)),
        };
        Speed {
            reading: base.reading * reads * base.parameters / model.parameters,
            writing: base.writing * writes * base.bytes as f64 / model.bytes() as f64,
            prompt: if model.parameters < SMALL { PROMPT_OF_SMALL } else { USUAL_PROMPT },
            measured: self.measured.is_some(),
        }
    }
}
