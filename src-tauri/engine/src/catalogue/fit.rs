//! Estimates whether a model fits into a machine, and its speed there.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Catalogue, CatalogueModel};
use crate::memory::{self, Memory};

/// Window for memory estimates, in tokens.
pub const USUAL_WINDOW: u32 = 8192;

/// Memory of the engine without weights and window, in bytes.
const ENGINE_BYTES: f64 = 0.3e9;

/// Memory of the weights, relative to their file's size.
const WEIGHTS: f64 = 1.05;

/// Bytes reserved for the system and other programs; at most half of the memory.
const RESERVE: u64 = 4_000_000_000;

/// Tokens of a usual question with its passages, read before the first word.
const USUAL_PROMPT: f64 = 1500.0;

/// The same for a small model, which gets fewer passages: the median of forty questions (`docs/inside/models.md`).
const PROMPT_OF_SMALL: f64 = 650.0;

/// Models with fewer billions of weights count as small.
const SMALL: f64 = 3.0;

/// Maximum time to the first word of an advised model. Where reading takes too long, fewer passages are read; below
/// a third of the usual number answers get poor.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

/// Minimum tokens a second of an advised model: about the speed of reading.
const SLOWEST_WRITING: f64 = 5.0;

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Machine {
    pub memory: u64,
    pub threads: u32,
    pub measured: Option<Measurement>,
}

/// Speed of a model in its last answer on this machine.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Measurement {
    pub parameters: f64,
    pub bytes: u64,
    pub reading: f64,
    pub writing: f64,
}

/// One core of a processor with AVX2, measured with Qwen2.5-Coder 1.5B in four bits by one thread's processor time.
const ONE_CORE: Measurement =
    Measurement { parameters: 1.54, bytes: 1_117_320_768, reading: 33.0, writing: 8.7 };

/// More cores write no faster, because they wait for memory.
const WRITING_CORES: f64 = 2.5;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Fit {
    /// Memory of the model with the usual window, in bytes.
    pub needs: u64,
    /// Memory available to a model, in bytes.
    pub has: u64,
}

impl Fit {
    pub fn fits(&self) -> bool {
        self.needs <= self.has
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Speed {
    pub reading: f64,
    pub writing: f64,
    /// Prompt tokens of a usual question.
    pub prompt: f64,
    /// True if derived from an answer on this machine; otherwise from the number of cores, which ignores graphics
    /// cards.
    pub measured: bool,
}

impl Speed {
    pub fn first_word(&self) -> Duration {
        Duration::try_from_secs_f64(self.prompt / self.reading).unwrap_or(Duration::MAX)
    }

    pub(super) fn is_bearable(&self) -> bool {
        self.first_word() <= LONGEST_WAIT && self.writing >= SLOWEST_WRITING
    }
}

impl Machine {
    pub fn this(measured: Option<Measurement>) -> Self {
        Self { memory: Memory::now().total, threads: memory::threads(), measured }
    }

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

    /// The largest model that fits and is fast enough, otherwise the smallest that fits.
    pub fn advised<'a>(&self, catalogue: &'a Catalogue) -> Option<&'a CatalogueModel> {
        let fits = |model: &&CatalogueModel| !model.development && self.fit(model).fits();
        let fitting = || catalogue.models.iter().filter(fits);
        let is_quick = |model: &&CatalogueModel| self.speed(model).is_bearable();
        let quick = fitting().filter(is_quick).max_by_key(|model| model.bytes());
        quick.or_else(|| fitting().min_by_key(|model| model.bytes()))
    }

    /// Reading time grows with the number of weights, writing time with their size.
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
