//! The model that runs inside the app: all-MiniLM-L6-v2 in 8 bits, by ONNX Runtime.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    thread,
};

use ort::{environment::Environment, session::Session, value::TensorRef};
use tokenizers::{Encoding, Tokenizer};

use super::{Embedder, EmbeddingModel, Languages, Purpose, batch};
use crate::{Code, Error};

/// The weights' file and its BLAKE3 hash. Weights that aren't these would give vectors that can't
/// be compared with those in people's indexes.
const WEIGHTS: &str = "all-MiniLM-L6-v2-int8.onnx";
const WEIGHTS_HASH: &str = "7517ac5572ce0606b0e8194f372ba27edc34c68de536497fc7b0f15d5b61ba59";
const TOKENIZER: &str = "tokenizer.json";

/// The identity of the vectors: the model, its numbers' width, and the first bits of the hash.
const ID: &str = "all-MiniLM-L6-v2/int8";
const DIMENSIONS: usize = 384;

/// The model has places for 512 tokens. Its makers trained it on 128 and cut at 256; passages are
/// up to 512 of another tokenizer, and what is cut off can't be found.
const MAX_TOKENS: usize = 512;

/// Cells (rows × longest row) of one call. Larger ones leave the processor's cache and gain
/// nothing: see `docs/benchmarks.md`.
const BATCH_TOKENS: usize = 4096;
const BATCH_ROWS: usize = 32;

/// Where the files of the model lie.
#[derive(Debug, Clone)]
pub struct Resources {
    /// The folder with the weights and the tokenizer.
    pub model: PathBuf,
    /// ONNX Runtime's library.
    pub runtime: PathBuf,
}

impl Resources {
    /// The files under `folder`, as the set-up and the installers lay them.
    pub fn under(folder: &Path) -> Self {
        let library = match std::env::consts::OS {
            "windows" => "onnxruntime.dll",
            "macos" => "libonnxruntime.dylib",
            _ => "libonnxruntime.so",
        };
        Self { model: folder.join("embedding"), runtime: folder.join("onnxruntime").join(library) }
    }
}

/// The built-in model, loaded.
pub struct LocalEmbedder {
    model: EmbeddingModel,
    tokenizer: Tokenizer,
    /// One call at a time: a call uses all the threads that the session has.
    session: Mutex<Session>,
    /// Ends the runtime when the last session is gone.
    _environment: Environment,
}

impl std::fmt::Debug for LocalEmbedder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LocalEmbedder").field("model", &self.model).finish_non_exhaustive()
    }
}

impl LocalEmbedder {
    /// Loads the model. Takes a few hundred milliseconds: keep it off the start path.
    ///
    /// # Errors
    /// If a file is missing or isn't the one that this version was made for.
    pub fn load(resources: &Resources) -> Result<Self, Error> {
        let weights = read(&resources.model.join(WEIGHTS))?;
        if blake3::hash(&weights).to_hex().as_str() != WEIGHTS_HASH {
            return Err(unusable(&resources.model.join(WEIGHTS), "it isn't the file it should be"));
        }
        let file = resources.model.join(TOKENIZER);
        let mut tokenizer =
            Tokenizer::from_bytes(read(&file)?).map_err(|error| unusable(&file, error))?;
        // The file pads and cuts to 128; here each batch is padded to its longest row.
        tokenizer.with_padding(None);
        let truncation =
            tokenizers::TruncationParams { max_length: MAX_TOKENS, ..Default::default() };
        tokenizer.with_truncation(Some(truncation)).map_err(|error| unusable(&file, error))?;

        if !resources.runtime.is_file() {
            return Err(unusable(&resources.runtime, "it isn't there"));
        }
        let environment = ort::init_from(&resources.runtime)
            .map_err(|error| unusable(&resources.runtime, error))?
            .with_name("marginalia")
            .with_telemetry(false)
            .build()
            .map_err(|error| unusable(&resources.runtime, error))?;
        let session = session(&environment, &weights)
            .map_err(|error| unusable(&resources.model.join(WEIGHTS), error))?;
        Ok(Self {
            model: EmbeddingModel {
                id: ID.to_owned(),
                dimensions: DIMENSIONS,
                max_tokens: MAX_TOKENS,
                languages: Languages::English,
            },
            tokenizer,
            session: Mutex::new(session),
            _environment: environment,
        })
    }

    fn run(&self, rows: &[&Encoding]) -> Result<Vec<Vec<f32>>, ort::Error> {
        let longest = rows.iter().map(|row| row.len()).max().unwrap_or(0);
        let mut ids = Vec::with_capacity(rows.len() * longest);
        let mut mask = Vec::with_capacity(rows.len() * longest);
        for row in rows {
            let padding = longest - row.len();
            ids.extend(row.get_ids().iter().map(|id| i64::from(*id)));
            ids.extend(std::iter::repeat_n(0, padding));
            mask.extend(std::iter::repeat_n(1_i64, row.len()));
            mask.extend(std::iter::repeat_n(0, padding));
        }
        let shape = [rows.len(), longest];
        let mut session = self.session.lock().unwrap_or_else(PoisonError::into_inner);
        let outputs = session.run(ort::inputs![
            "input_ids" => TensorRef::from_array_view((shape, &*ids))?,
            "attention_mask" => TensorRef::from_array_view((shape, &*mask))?,
        ])?;
        let (_, vectors) = outputs[0].try_extract_tensor::<f32>()?;
        Ok(vectors.chunks_exact(DIMENSIONS).map(<[f32]>::to_vec).collect())
    }
}

impl Embedder for LocalEmbedder {
    fn model(&self) -> &EmbeddingModel {
        &self.model
    }

    fn embed(&self, texts: &[&str], _purpose: Purpose) -> Result<Vec<Vec<f32>>, Error> {
        let encode = |text: &&str| self.tokenizer.encode_fast(*text, true);
        let encodings: Vec<Encoding> = texts
            .iter()
            .map(encode)
            .collect::<Result<_, _>>()
            .map_err(|error| failed(&error.to_string()))?;
        let lengths: Vec<usize> = encodings.iter().map(Encoding::len).collect();
        let mut vectors = vec![Vec::new(); texts.len()];
        for places in batch::by_length(&lengths, BATCH_TOKENS, BATCH_ROWS) {
            let rows: Vec<&Encoding> = places.iter().map(|&at| &encodings[at]).collect();
            let made = self.run(&rows).map_err(|error| failed(&error.to_string()))?;
            if made.len() != rows.len() {
                return Err(failed("the model gave another number of vectors than of texts"));
            }
            for (at, vector) in places.into_iter().zip(made) {
                vectors[at] = vector;
            }
        }
        Ok(vectors)
    }
}

fn session(environment: &Environment, weights: &[u8]) -> Result<Session, ort::Error> {
    // A core is left free, so that the machine stays usable while a vault is embedded.
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let threads = cores.saturating_sub(1).clamp(1, 8);
    Ok(Session::builder(environment)?
        .with_intra_threads(threads)?
        // Threads that wait by spinning take the core from everybody else.
        .with_intra_op_spinning(false)?
        .commit_from_memory(weights)?)
}

fn read(file: &Path) -> Result<Vec<u8>, Error> {
    fs::read(file).map_err(|error| unusable(file, error))
}

fn unusable(file: &Path, reason: impl std::fmt::Display) -> Error {
    Error {
        code: Code::BadSetting,
        message: format!(
            "Search by meaning isn't available: {} can't be used: {reason}.",
            file.display()
        ),
        retry_after: None,
    }
}

fn failed(reason: &str) -> Error {
    Error {
        code: Code::ServerError,
        message: format!("The embedding model failed: {reason}."),
        retry_after: None,
    }
}
