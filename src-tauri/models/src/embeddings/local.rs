//! The built-in embedding model: all-MiniLM-L6-v2 in 8 bits, run by ONNX Runtime.

use parking_lot::Mutex;
use std::{
    cmp::Reverse,
    fs,
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

use ort::{environment::Environment, session::Session, value::TensorRef};
use tokenizers::{Encoding, Tokenizer};

use super::embedder::{Embedder, EmbeddingModel, Languages, Purpose, WordVectors};
use crate::onnx::{environment, session};
use crate::sentences;
use conversation::model::{Code, Error};

/// The weights' file and BLAKE3 hash. Vectors of other weights can't be compared with those in people's indexes.
const WEIGHTS: &str = "all-MiniLM-L6-v2-int8.onnx";
const WEIGHTS_HASH: &str = "7517ac5572ce0606b0e8194f372ba27edc34c68de536497fc7b0f15d5b61ba59";
const TOKENIZER: &str = "tokenizer.json";

/// The vectors' identity: the model and its numbers' width.
const ID: &str = "all-MiniLM-L6-v2/int8";
const DIMENSIONS: usize = 384;

/// Appended to the weights' file, these bytes make the words' vectors an additional output: the file is a Protocol
/// Buffers message, and concatenated messages are read as one. They say: graph, output, name `x5` (the last layer), a
/// tensor of floats.
const WORDS_OUTPUT: [u8; 14] = [58, 12, 98, 10, 10, 2, 120, 53, 18, 4, 10, 2, 8, 1];

/// The model's maximum. Its makers trained it on 128 tokens and truncated at 256; but passages have up to 512 tokens
/// of another tokenizer, and truncated text can't be found.
const MAX_TOKENS: usize = 512;

/// Maximum texts embedded at the same time. Each takes a core and about 50 MB.
const MOST_WORKERS: usize = 4;

#[derive(Debug, Clone)]
pub struct Resources {
    pub model: PathBuf,
    pub runtime: PathBuf,
    /// Folder of the models that recognise text in pictures.
    pub recognition: PathBuf,
}

impl Resources {
    pub fn under(folder: &Path) -> Self {
        let library = match std::env::consts::OS {
            "windows" => "onnxruntime.dll",
            "macos" => "libonnxruntime.dylib",
            _ => "libonnxruntime.so",
        };
        Self {
            model: folder.join("embedding"),
            runtime: folder.join("onnxruntime").join(library),
            recognition: folder.join("recognition"),
        }
    }
}

/// The built-in model, loaded.
///
/// Each text is a call of its own. In 8 bits the numbers between layers share one scale for a whole call, so in a
/// batch a text's vector would depend on its neighbours (by a cosine of 0.99), and a new index wouldn't equal the old
/// one. On a processor this costs nothing: 32 texts of 128 tokens take as long together as one by one, to within 5 %.
pub struct LocalEmbedder {
    model: EmbeddingModel,
    tokenizer: Tokenizer,
    /// Only the path: storing the weights beside the sessions would double their memory.
    weights: PathBuf,
    sessions: Vec<Mutex<Option<Session>>>,
    /// For queries only: a typing user must not wait for a passage. Created at loading, so that errors appear then.
    queries: Mutex<Option<Session>>,
    words: Mutex<Option<Session>>,
    environment: &'static Environment,
    used: Mutex<Instant>,
}

impl std::fmt::Debug for LocalEmbedder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LocalEmbedder").field("model", &self.model).finish_non_exhaustive()
    }
}

impl LocalEmbedder {
    /// Takes a few hundred milliseconds: call it off the start path.
    ///
    /// # Errors
    /// If a file is missing or isn't the one of this version.
    pub fn load(resources: &Resources) -> Result<Self, Error> {
        let file = resources.model.join(WEIGHTS);
        let weights = read_weights(&file)?;
        let words = resources.model.join(TOKENIZER);
        let mut tokenizer =
            Tokenizer::from_bytes(read(&words)?).map_err(|error| unusable(&words, error))?;
        // The file pads and truncates to 128; here each batch is padded to its longest row.
        tokenizer.with_padding(None);
        let truncation =
            tokenizers::TruncationParams { max_length: MAX_TOKENS, ..Default::default() };
        tokenizer.with_truncation(Some(truncation)).map_err(|error| unusable(&words, error))?;

        let environment = environment(&resources.runtime)
            .map_err(|reason| unusable(&resources.runtime, reason))?;
        let first = session(environment, &weights).map_err(|error| unusable(&file, error))?;
        // One core stays free, so that the machine stays usable while a vault is embedded.
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let workers = cores.saturating_sub(1).clamp(1, MOST_WORKERS);
        let sessions = (0..workers).map(|_| Mutex::default()).collect();
        let model = EmbeddingModel {
            id: ID.to_owned(),
            dimensions: DIMENSIONS,
            max_tokens: MAX_TOKENS,
            languages: Languages::English,
        };
        Ok(Self {
            model,
            tokenizer,
            weights: file,
            sessions,
            queries: Mutex::new(Some(first)),
            words: Mutex::default(),
            environment,
            used: Mutex::new(Instant::now()),
        })
    }

    fn vector(&self, place: &Mutex<Option<Session>>, text: &Encoding) -> Result<Vec<f32>, Error> {
        let mut place = place.lock();
        let session = match &mut *place {
            Some(session) => session,
            None => {
                let weights = read_weights(&self.weights)?;
                place.insert(session(self.environment, &weights).map_err(failed)?)
            }
        };
        run(session, text).map_err(failed)
    }

    #[cfg(test)]
    pub(super) fn sessions_held(&self) -> usize {
        let places = self.sessions.iter().chain([&self.queries, &self.words]);
        places.filter(|place| place.lock().is_some()).count()
    }

    fn touch(&self) {
        *self.used.lock() = Instant::now();
    }

    fn work(
        &self,
        number: usize,
        texts: &[Encoding],
        order: &[usize],
        next: &AtomicUsize,
    ) -> Result<Vec<(usize, Vec<f32>)>, Error> {
        let mut made = Vec::new();
        while let Some(&place) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            made.push((place, self.vector(&self.sessions[number], &texts[place])?));
        }
        Ok(made)
    }
}

impl Embedder for LocalEmbedder {
    fn model(&self) -> &EmbeddingModel {
        &self.model
    }

    fn embed(&self, texts: &[&str], purpose: Purpose) -> Result<Vec<Vec<f32>>, Error> {
        self.touch();
        let encode = |text: &&str| self.tokenizer.encode_fast(*text, true);
        let encodings: Vec<Encoding> =
            texts.iter().map(encode).collect::<Result<_, _>>().map_err(failed)?;
        if purpose == Purpose::Query {
            return encodings.iter().map(|text| self.vector(&self.queries, text)).collect();
        }
        // Longest first, so that no worker ends with a long text when the others are done.
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
                    other
                        .join()
                        .unwrap_or_else(|_| Err(failed(sentences::embeddings::WORKER_DIED.text())))
                })
                .chain([mine])
                .collect()
        });
        let mut vectors = vec![Vec::new(); texts.len()];
        for made in made {
            for (place, vector) in made? {
                vectors[place] = vector;
            }
        }
        self.touch();
        match vectors.iter().all(|vector| vector.len() == DIMENSIONS) {
            true => Ok(vectors),
            false => Err(failed(sentences::embeddings::OTHER_SIZE.text())),
        }
    }

    fn embed_words(&self, text: &str) -> Result<Option<WordVectors>, Error> {
        self.touch();
        let encoding = self.tokenizer.encode(text, true).map_err(failed)?;
        let mut place = self.words.lock();
        let session = match &mut *place {
            Some(session) => session,
            None => {
                let mut weights = read_weights(&self.weights)?;
                weights.extend(WORDS_OUTPUT);
                let made = session(self.environment, &weights);
                place.insert(made.map_err(failed)?)
            }
        };
        let vectors = run_words(session, &encoding).map_err(failed)?;
        self.touch();
        Ok(Some(vectors))
    }

    fn rest(&self, idle: Duration) {
        if self.used.lock().elapsed() >= idle {
            for place in self.sessions.iter().chain([&self.queries, &self.words]) {
                if let Some(mut session) = place.try_lock() {
                    *session = None;
                }
            }
        }
    }
}

fn run(session: &mut Session, text: &Encoding) -> Result<Vec<f32>, ort::Error> {
    let outputs = outputs(session, text)?;
    let (_, vector) = outputs[0].try_extract_tensor::<f32>()?;
    Ok(vector.to_vec())
}

fn run_words(session: &mut Session, text: &Encoding) -> Result<WordVectors, ort::Error> {
    let outputs = outputs(session, text)?;
    let (_, whole) = outputs[0].try_extract_tensor::<f32>()?;
    let (_, pieces) = outputs[1].try_extract_tensor::<f32>()?;
    let pieces = pieces.chunks_exact(DIMENSIONS).zip(text.get_offsets());
    // The model's begin and end tokens cover no bytes.
    let words = pieces.filter(|(_, (start, end))| start < end).map(|(vector, (start, end))| {
        let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
        (*start..*end, vector.iter().map(|value| value / length.max(f32::MIN_POSITIVE)).collect())
    });
    Ok(WordVectors { text: whole.to_vec(), words: words.collect() })
}

fn outputs<'s>(
    session: &'s mut Session,
    text: &Encoding,
) -> Result<ort::session::SessionOutputs<'s>, ort::Error> {
    let ids: Vec<i64> = text.get_ids().iter().map(|id| i64::from(*id)).collect();
    let mask = vec![1_i64; ids.len()];
    let shape = [1, ids.len()];
    session.run(ort::inputs![
        "input_ids" => TensorRef::from_array_view((shape, &*ids))?,
        "attention_mask" => TensorRef::from_array_view((shape, &*mask))?,
    ])
}

fn read_weights(file: &Path) -> Result<Vec<u8>, Error> {
    let weights = read(file)?;
    match blake3::hash(&weights).to_hex().as_str() == WEIGHTS_HASH {
        true => Ok(weights),
        false => Err(unusable(file, sentences::embeddings::NOT_THE_FILE)),
    }
}

fn read(file: &Path) -> Result<Vec<u8>, Error> {
    fs::read(file).map_err(|error| unusable(file, error))
}

fn unusable(file: &Path, reason: impl std::fmt::Display) -> Error {
    Error::new(Code::BadSetting, || sentences::embeddings::no_meaning(file, &reason))
}

fn failed(reason: impl std::fmt::Display) -> Error {
    Error::new(Code::ServerError, || sentences::embeddings::embedding_failed(&reason))
}
