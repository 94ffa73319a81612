//! A model that says how probable it is that a passage supports a sentence: a cross-encoder that the user
//! downloaded, by ONNX Runtime.

#[cfg(test)]
mod tests;

use parking_lot::Mutex;
use std::{
    collections::BTreeMap,
    fs,
    ops::Range,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use ort::{environment::Environment, session::Session, value::TensorRef};
use serde::Deserialize;
use tokenizers::{Encoding, Tokenizer};

use crate::{onnx, sentences};
use conversation::model::{Code, Error};

/// Where a folder may have its weights, the smallest first. Others than these are taken for no model: a
/// folder may hold several.
const WEIGHTS: [&str; 4] =
    ["model_quantized.onnx", "onnx/model_quantized.onnx", "model.onnx", "onnx/model.onnx"];

/// Maximum bytes of the weights: the format's own limit for a single file, about.
const LARGEST: u64 = 2_000_000_000;

/// Maximum bytes of the small files.
const LARGEST_TEXT: u64 = 64_000_000;

/// How many tokens a model reads unless its `config.json` says otherwise.
const USUAL_TOKENS: usize = 512;

/// Maximum tokens at once, whatever the model could read: time and memory grow with the square.
const MOST_TOKENS: usize = 2_048;

/// Maximum pieces in which a long passage is read, each with the whole sentence. What is behind them
/// doesn't count.
const MOST_PIECES: usize = 8;

/// Maximum characters of a sentence.
const LONGEST_CLAIM: usize = 600;

/// Labels of models for pairs that mean support.
const SUPPORTS: [&str; 9] = [
    "entailment",
    "entails",
    "entailed",
    "support",
    "supports",
    "supported",
    "consistent",
    "factual",
    "grounded",
];

pub struct Verifier {
    name: String,
    tokenizer: Tokenizer,
    /// Maximum tokens at once.
    most: usize,
    weights: PathBuf,
    reading: Reading,
    inputs: Inputs,
    environment: &'static Environment,
    session: Mutex<Option<Session>>,
    used: Mutex<Instant>,
}

/// Gives a verifier, loaded if it isn't yet. Blocks.
pub type LoadVerifier = Arc<dyn Fn() -> Result<Arc<Verifier>, Error> + Send + Sync>;

/// How support is read from the model's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Reading {
    Score,
    /// A score for each label of a pair, of which this one means support.
    Label(usize),
    /// Two scores a token: that it is supported, and that it is made up.
    Tokens,
}

/// Which inputs the model has besides the ids.
#[derive(Debug, Clone, Copy)]
struct Inputs {
    mask: bool,
    types: bool,
}

/// What is read of `config.json`.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Config {
    id2label: BTreeMap<String, String>,
    max_position_embeddings: Option<usize>,
}

impl std::fmt::Debug for Verifier {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Verifier").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Verifier {
    /// Loads the model in `folder` with ONNX Runtime's library `runtime`, and tries it. Takes seconds.
    ///
    /// # Errors
    /// [`Code::BadSetting`] with a sentence: there is no model, it is too large, has no tokenizer, wants other
    /// inputs or gives other outputs than a verifier.
    pub fn load(folder: &Path, runtime: &Path) -> Result<Self, Error> {
        Self::load_from(folder, runtime).map_err(|reason| Error {
            code: Code::BadSetting,
            message: sentences::verifier::no_verifier(folder, reason),
            retry_after: None,
        })
    }

    fn load_from(folder: &Path, runtime: &Path) -> Result<Self, String> {
        let found = WEIGHTS.iter().map(|name| folder.join(name)).find(|file| file.is_file());
        let weights = found.ok_or_else(|| sentences::verifier::no_weights(&WEIGHTS))?;
        // What belongs to weights in a folder of their own lies beside them or above.
        let beside = |name: &str| {
            let places = [weights.with_file_name(name), folder.join(name)];
            places.into_iter().find(|file| file.is_file())
        };
        let words = beside("tokenizer.json").ok_or(sentences::verifier::NO_TOKENIZER.text())?;
        let words_text = read(&words, LARGEST_TEXT)?;
        let mut tokenizer = Tokenizer::from_bytes(words_text)
            .map_err(|error| sentences::verifier::not_readable(&words, error))?;
        let config: Config = match beside("config.json") {
            Some(file) => serde_json::from_slice(&read(&file, LARGEST_TEXT)?)
                .map_err(|error| sentences::verifier::not_readable(&file, error))?,
            None => Config::default(),
        };
        let most = config.max_position_embeddings.unwrap_or(USUAL_TOKENS).min(MOST_TOKENS);
        tokenizer.with_padding(None);
        // A tokenizer that cuts a text reads no further, so that there would be no pieces behind the first.
        tokenizer.with_truncation(None).map_err(|error| error.to_string())?;

        let environment = onnx::environment(runtime)
            .map_err(|reason| sentences::verifier::not_readable(runtime, reason))?;
        let mut session =
            onnx::session(environment, &read(&weights, LARGEST)?).map_err(|e| one_line(&e))?;
        let inputs = inputs(&session)?;
        let trial = tokenizer.encode(("One.", "One."), true).map_err(|error| error.to_string())?;
        if !trial.get_sequence_ids().contains(&Some(1)) {
            return Err(sentences::verifier::NO_PAIRS.to_string());
        }
        let trial = Piece::new(&trial, 0..trial.len());
        let (shape, _) = run(&mut session, inputs, &trial).map_err(|error| one_line(&error))?;
        let reading = reading(&shape, trial.ids.len(), &config.id2label)?;
        let name = folder.file_name().unwrap_or(folder.as_os_str());
        Ok(Self {
            name: name.to_string_lossy().into_owned(),
            tokenizer,
            most,
            weights,
            reading,
            inputs,
            environment,
            session: Mutex::new(Some(session)),
            used: Mutex::new(Instant::now()),
        })
    }

    /// Its name for people: that of its folder.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How probable it is that `passage` supports `claim`, from 0 to 1; of a long passage, the piece that
    /// supports it best. Blocks.
    pub fn support(&self, claim: &str, passage: &str) -> Result<f32, Error> {
        self.support_from(claim, passage).map_err(|reason| Error {
            code: Code::ServerError,
            message: sentences::verifier::verifier_failed(&self.name, reason),
            retry_after: None,
        })
    }

    fn support_from(&self, claim: &str, passage: &str) -> Result<f32, String> {
        let end = claim.char_indices().nth(LONGEST_CLAIM).map_or(claim.len(), |(end, _)| end);
        let pair = self
            .tokenizer
            .encode((passage, &claim[..end]), true)
            .map_err(|error| error.to_string())?;
        let pieces = pieces(&pair, self.most)?;
        let mut place = self.session.lock();
        let session = match &mut *place {
            Some(session) => session,
            None => {
                let weights = read(&self.weights, LARGEST)?;
                let made = onnx::session(self.environment, &weights);
                place.insert(made.map_err(|error| one_line(&error))?)
            }
        };
        let mut best = 0.0_f32;
        for piece in &pieces {
            let (shape, numbers) =
                run(session, self.inputs, piece).map_err(|error| one_line(&error))?;
            best = best.max(self.reading.support(&shape, &numbers, piece)?);
        }
        *self.used.lock() = Instant::now();
        Ok(best)
    }

    /// Gives back the memory of the weights, unless it was asked within the last `idle`. The next question
    /// takes it again.
    pub fn rest(&self, idle: Duration) {
        if self.used.lock().elapsed() >= idle {
            // One that is held is in use.
            if let Some(mut session) = self.session.try_lock() {
                *session = None;
            }
        }
    }

    /// Whether it has its weights in memory.
    #[cfg(test)]
    fn is_awake(&self) -> bool {
        self.session.lock().is_some()
    }
}

impl Reading {
    /// The support in the model's numbers for a piece.
    fn support(self, shape: &[i64], numbers: &[f32], piece: &Piece) -> Result<f32, String> {
        let unknown = || sentences::verifier::unknown_output(shape);
        let support = match self {
            Self::Score => sigmoid(*numbers.first().ok_or_else(unknown)?),
            Self::Label(label) => *softmax(numbers).get(label).ok_or_else(unknown)?,
            Self::Tokens => {
                let tokens = numbers.chunks_exact(2).zip(&piece.claim);
                // A sentence is as good as the worst that it says.
                let made_up = tokens
                    .filter(|(_, is_claim)| **is_claim)
                    .map(|(scores, _)| sigmoid(scores[1] - scores[0]))
                    .reduce(|one, two| if two.is_nan() || two > one { two } else { one });
                1.0 - made_up.ok_or_else(unknown)?
            }
        };
        if support.is_finite() {
            Ok(support)
        } else {
            Err(sentences::verifier::NO_NUMBERS.to_string())
        }
    }
}

/// How to read numbers of this shape, which the model gave for a piece of `tokens` tokens.
fn reading(
    shape: &[i64],
    tokens: usize,
    labels: &BTreeMap<String, String>,
) -> Result<Reading, String> {
    let supporting = labels.iter().find_map(|(id, label)| {
        let label = label.to_lowercase();
        SUPPORTS.contains(&label.as_str()).then_some(id)
    });
    let supporting = supporting.and_then(|id| id.parse::<usize>().ok());
    match *shape {
        [1] | [1, 1] => Ok(Reading::Score),
        [1, count] if count > 1 => match supporting {
            Some(label) if i64::try_from(label).is_ok_and(|label| label < count) => {
                Ok(Reading::Label(label))
            }
            // Of two that have no names the second means yes, by custom.
            None if count == 2 => Ok(Reading::Label(1)),
            _ => Err(sentences::verifier::NO_LABEL.to_string()),
        },
        [1, length, 2] if usize::try_from(length) == Ok(tokens) => Ok(Reading::Tokens),
        _ => Err(sentences::verifier::unknown_output(shape)),
    }
}

fn inputs(session: &Session) -> Result<Inputs, String> {
    let mut inputs = Inputs { mask: false, types: false };
    for input in session.inputs() {
        match input.name() {
            "input_ids" => {}
            "attention_mask" => inputs.mask = true,
            "token_type_ids" => inputs.types = true,
            other => return Err(sentences::verifier::unknown_input(other)),
        }
    }
    Ok(inputs)
}

/// A piece of a passage with the whole sentence, as the model reads them.
struct Piece {
    ids: Vec<i64>,
    types: Vec<i64>,
    /// Which of its tokens are the sentence's.
    claim: Vec<bool>,
}

impl Piece {
    /// Of a pair, these tokens of the passage and all others.
    fn new(pair: &Encoding, kept: Range<usize>) -> Self {
        let mut piece = Self { ids: Vec::new(), types: Vec::new(), claim: Vec::new() };
        let tokens = pair.get_ids().iter().zip(pair.get_type_ids()).zip(pair.get_sequence_ids());
        for (at, ((id, kind), sequence)) in tokens.enumerate() {
            if sequence != Some(0) || kept.contains(&at) {
                piece.ids.push((*id).into());
                piece.types.push((*kind).into());
                piece.claim.push(sequence == Some(1));
            }
        }
        piece
    }
}

/// A pair in pieces of at most `most` tokens. An eighth of that is in two of them, so that a sentence of the
/// passage that is cut at the end of one is whole in the next.
fn pieces(pair: &Encoding, most: usize) -> Result<Vec<Piece>, String> {
    let sequences = pair.get_sequence_ids();
    let is_passage = |sequence: &Option<usize>| *sequence == Some(0);
    let start = sequences.iter().position(is_passage).unwrap_or(0);
    let length = sequences.iter().filter(|sequence| is_passage(sequence)).count();
    let room = (most + length).saturating_sub(pair.len());
    if length <= room {
        return Ok(vec![Piece::new(pair, 0..pair.len())]);
    }
    let step = room
        .checked_sub(most / 8)
        .filter(|step| *step > 0)
        .ok_or(sentences::verifier::NO_ROOM.text())?;
    let count = 1 + (length - room).div_ceil(step);
    let starts = (0..count.min(MOST_PIECES)).map(|at| start + at * step);
    Ok(starts.map(|from| Piece::new(pair, from..from + room)).collect())
}

/// The model's first output for a piece, with its shape.
fn run(
    session: &mut Session,
    inputs: Inputs,
    piece: &Piece,
) -> Result<(Vec<i64>, Vec<f32>), ort::Error> {
    let Piece { ids, types, .. } = piece;
    let mask = vec![1_i64; ids.len()];
    let shape = [1, ids.len()];
    let mut given = ort::inputs!["input_ids" => TensorRef::from_array_view((shape, &**ids))?];
    if inputs.mask {
        let mask = TensorRef::from_array_view((shape, &*mask))?;
        given.push(("attention_mask".into(), mask.into()));
    }
    if inputs.types {
        let types = TensorRef::from_array_view((shape, &**types))?;
        given.push(("token_type_ids".into(), types.into()));
    }
    let outputs = session.run(given)?;
    let (shape, numbers) = outputs[0].try_extract_tensor::<f32>()?;
    Ok((shape.to_vec(), numbers.to_vec()))
}

/// A file, if it isn't larger than `most` bytes.
fn read(file: &Path, most: u64) -> Result<Vec<u8>, String> {
    let not_readable = |error: std::io::Error| sentences::verifier::not_readable(file, error);
    let bytes = fs::metadata(file).map_err(not_readable)?.len();
    if bytes > most {
        return Err(sentences::verifier::weights_too_large(bytes, most));
    }
    fs::read(file).map_err(not_readable)
}

/// What the runtime says of a failure, as a part of a sentence.
fn one_line(error: &ort::Error) -> String {
    let said = error.to_string();
    said.split_whitespace().collect::<Vec<_>>().join(" ").trim_end_matches('.').to_owned()
}

fn sigmoid(score: f32) -> f32 {
    1.0 / (1.0 + (-score).exp())
}

fn softmax(scores: &[f32]) -> Vec<f32> {
    let highest = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let powers: Vec<f32> = scores.iter().map(|score| (score - highest).exp()).collect();
    let sum: f32 = powers.iter().sum();
    powers.into_iter().map(|power| power / sum).collect()
}
