//! The model that runs inside the app: all-MiniLM-L6-v2 in 8 bits, by ONNX Runtime.

use std::{
    cmp::Reverse,
    fs,
    path::{Path, PathBuf},
    sync::{
        Mutex, OnceLock, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
};

use ort::{environment::Environment, session::Session, value::TensorRef};
use tokenizers::{Encoding, Tokenizer};

use super::embedder::{Embedder, EmbeddingModel, Languages, Purpose};
use crate::sentences;
use crate::words::{Code, Error};

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

/// Maximum texts that are embedded at the same time. Each takes a core and about 50 MB.
const MOST_WORKERS: usize = 4;

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
///
/// Each text is a call of its own. In 8 bits the numbers between the layers share one scale for a
/// whole call, so in a batch a text's vector would depend on its neighbours (by a cosine of 0.99),
/// and an index made anew would not equal the old one. On a processor it costs nothing: 32 texts of
/// 128 tokens together take as long as one by one, to within 5%.
pub struct LocalEmbedder {
    model: EmbeddingModel,
    tokenizer: Tokenizer,
    weights: Vec<u8>,
    /// The first is made with the embedder; the others when there is a heap of work.
    sessions: Vec<OnceLock<Mutex<Session>>>,
    /// For queries alone: somebody types, and must not wait for a passage to be done.
    queries: OnceLock<Mutex<Session>>,
    environment: &'static Environment,
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
            return Err(unusable(&resources.model.join(WEIGHTS), sentences::NOT_THE_FILE));
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
            return Err(unusable(&resources.runtime, sentences::MISSING_FILE));
        }
        let environment = environment(&resources.runtime)?;
        let first = session(environment, &weights)
            .map_err(|error| unusable(&resources.model.join(WEIGHTS), error))?;
        // A core is left free, so that the machine stays usable while a vault is embedded.
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let workers = cores.saturating_sub(1).clamp(1, MOST_WORKERS);
        let mut sessions = vec![OnceLock::from(Mutex::new(first))];
        sessions.resize_with(workers, OnceLock::new);
        let model = EmbeddingModel {
            id: ID.to_owned(),
            dimensions: DIMENSIONS,
            max_tokens: MAX_TOKENS,
            languages: Languages::English,
        };
        let queries = OnceLock::new();
        Ok(Self { model, tokenizer, weights, sessions, queries, environment })
    }

    fn made<'a>(
        &self,
        place: &'a OnceLock<Mutex<Session>>,
    ) -> Result<&'a Mutex<Session>, ort::Error> {
        if let Some(session) = place.get() {
            return Ok(session);
        }
        let made = session(self.environment, &self.weights)?;
        Ok(place.get_or_init(|| Mutex::new(made)))
    }

    fn vector(session: &Mutex<Session>, text: &Encoding) -> Result<Vec<f32>, ort::Error> {
        let ids: Vec<i64> = text.get_ids().iter().map(|id| i64::from(*id)).collect();
        let mask = vec![1_i64; ids.len()];
        let shape = [1, ids.len()];
        let mut session = session.lock().unwrap_or_else(PoisonError::into_inner);
        let outputs = session.run(ort::inputs![
            "input_ids" => TensorRef::from_array_view((shape, &*ids))?,
            "attention_mask" => TensorRef::from_array_view((shape, &*mask))?,
        ])?;
        let (_, vector) = outputs[0].try_extract_tensor::<f32>()?;
        Ok(vector.to_vec())
    }

    /// The vectors of the texts that this worker gets hold of, with their places.
    fn work(
        &self,
        number: usize,
        texts: &[Encoding],
        order: &[usize],
        next: &AtomicUsize,
    ) -> Result<Vec<(usize, Vec<f32>)>, ort::Error> {
        let session = self.made(&self.sessions[number])?;
        let mut made = Vec::new();
        while let Some(&place) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            made.push((place, Self::vector(session, &texts[place])?));
        }
        Ok(made)
    }
}

impl Embedder for LocalEmbedder {
    fn model(&self) -> &EmbeddingModel {
        &self.model
    }

    fn embed(&self, texts: &[&str], purpose: Purpose) -> Result<Vec<Vec<f32>>, Error> {
        let encode = |text: &&str| self.tokenizer.encode_fast(*text, true);
        let encodings: Vec<Encoding> = texts
            .iter()
            .map(encode)
            .collect::<Result<_, _>>()
            .map_err(|error| failed(&error.to_string()))?;
        if purpose == Purpose::Query {
            let vectors = || -> Result<Vec<_>, ort::Error> {
                let session = self.made(&self.queries)?;
                encodings.iter().map(|text| Self::vector(session, text)).collect()
            };
            return vectors().map_err(|error| failed(&error.to_string()));
        }
        // The longest first, so that no worker is left with a long one when the others are done.
        let mut order: Vec<usize> = (0..texts.len()).collect();
        order.sort_by_key(|&place| Reverse(encodings[place].len()));
        let next = AtomicUsize::new(0);
        let workers = self.sessions.len().min(texts.len());
        let work = |number| self.work(number, &encodings, &order, &next);
        let made: Vec<_> = thread::scope(|scope| {
            let others: Vec<_> =
                (1..workers).map(|number| scope.spawn(move || work(number))).collect();
            let mine = work(0);
            others
                .into_iter()
                .map(|other| {
                    other.join().unwrap_or_else(|_| Err(ort::Error::new(sentences::WORKER_DIED)))
                })
                .chain([mine])
                .collect()
        });
        let mut vectors = vec![Vec::new(); texts.len()];
        for made in made {
            for (place, vector) in made.map_err(|error| failed(&error.to_string()))? {
                vectors[place] = vector;
            }
        }
        match vectors.iter().all(|vector| vector.len() == DIMENSIONS) {
            true => Ok(vectors),
            false => Err(failed(sentences::OTHER_SIZE)),
        }
    }
}

/// ONNX Runtime by this library. A process can begin it only once, so it goes on to the end, and
/// another library is refused: it would seem to be used, and wouldn't even be looked at.
fn environment(library: &Path) -> Result<&'static Environment, Error> {
    static BEGUN: OnceLock<(PathBuf, Environment)> = OnceLock::new();
    static BEGINNING: Mutex<()> = Mutex::new(());
    // A lock that guards nothing can't be left in a bad state.
    let _beginning = BEGINNING.lock().unwrap_or_else(PoisonError::into_inner);
    let library = &library.canonicalize().map_err(|error| unusable(library, error))?;
    if let Some((begun_by, environment)) = BEGUN.get() {
        if begun_by == library {
            return Ok(environment);
        }
        let reason = sentences::other_runtime(begun_by);
        return Err(unusable(library, reason));
    }
    let made = ort::init_from(library)
        .map_err(|error| unusable(library, error))?
        .with_name("marginalia")
        .with_telemetry(false)
        .build()
        .map_err(|error| unusable(library, error))?;
    let (_, environment) = BEGUN.get_or_init(|| (library.clone(), made));
    Ok(environment)
}

fn session(environment: &Environment, weights: &[u8]) -> Result<Session, ort::Error> {
    Session::builder(environment)?
        .with_intra_threads(1)?
        // Threads that wait by spinning take the core from everybody else.
        .with_intra_op_spinning(false)?
        .commit_from_memory(weights)
}

fn read(file: &Path) -> Result<Vec<u8>, Error> {
    fs::read(file).map_err(|error| unusable(file, error))
}

fn unusable(file: &Path, reason: impl std::fmt::Display) -> Error {
    Error {
        code: Code::BadSetting,
        message: sentences::no_meaning(file, reason),
        retry_after: None,
    }
}

fn failed(reason: &str) -> Error {
    Error {
        code: Code::ServerError,
        message: sentences::embedding_failed(reason),
        retry_after: None,
    }
}
