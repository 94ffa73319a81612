//! The built-in embedding models, run by ONNX Runtime.

mod errors;
mod text;
mod weights;

use parking_lot::Mutex;
use std::{
    cmp::Reverse,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use ort::{environment::Environment, session::Session, value::TensorRef};
use tokenizers::Encoding;

use self::{
    errors::{failed, unusable},
    text::{Rows, TokenizerFile, Tokens},
    weights::{ModelFile, Weights},
};
use super::{
    embedder::{Embedder, EmbeddingModel, Languages, Purpose, WordVectors},
    prefixes::Prefixes,
};
use crate::onnx::environment;
use crate::sentences;
use conversation::model::Error;

const DIMENSIONS: usize = 384;

/// Maximum texts embedded at the same time. Each takes a core and 26 to 50 MB.
const MOST_WORKERS: usize = 4;

/// The built-in models.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LocalModel {
    /// multilingual-e5-small: words in 4 bits, matrices in 7.
    Multilingual,
    /// all-MiniLM-L6-v2 in 8 bits.
    English,
}

/// The files and limits of a built-in model.
struct Parts {
    /// Identifies the vectors: the model and the bits of its weights.
    id: &'static str,
    folder: &'static str,
    weights: Weights,
    tokenizer: TokenizerFile,
    /// The model's maximum, which includes the prefix.
    max_tokens: usize,
    languages: Languages,
}

/// Made by `scripts/embedding/multilingual.mjs`.
static MULTILINGUAL: Parts = Parts {
    id: "multilingual-e5-small/int7",
    folder: "multilingual",
    weights: Weights {
        graph: ModelFile {
            name: "multilingual-e5-small.onnx",
            hash: "ce5a2fb91b03cb088ab2c44aebb4d55bb87e19a01e4fce1ec00a6dae160b3401",
        },
        mapped: Some(ModelFile {
            name: "multilingual-e5-small.words",
            hash: "44675261fa62181cc0ac9331d1da4fbf2a0443446804ea04715d276e05932453",
        }),
    },
    tokenizer: TokenizerFile::Pieces(ModelFile {
        name: "multilingual-e5-small.pieces",
        hash: "8a616c7a4ad1ae70a023369dc311d06e44d7f77ab3da3eb232258b57e0dbc2a8",
    }),
    max_tokens: 512,
    languages: Languages::Many,
};

/// Its makers trained it on 128 tokens and truncated at 256; but passages have up to 512 tokens of another tokenizer,
/// and truncated text can't be found.
static ENGLISH: Parts = Parts {
    id: "all-MiniLM-L6-v2/int8",
    folder: "",
    weights: Weights {
        graph: ModelFile {
            name: "all-MiniLM-L6-v2-int8.onnx",
            hash: "7517ac5572ce0606b0e8194f372ba27edc34c68de536497fc7b0f15d5b61ba59",
        },
        mapped: None,
    },
    tokenizer: TokenizerFile::Json("tokenizer.json"),
    max_tokens: 512,
    languages: Languages::English,
};

/// Appended to the English model's file, these bytes make the words' vectors an additional output: the file is a
/// Protocol Buffers message, and concatenated messages are read as one. They say: graph, output, name `x5` (the last
/// layer), a tensor of floats.
const WORDS_OUTPUT: [u8; 14] = [58, 12, 98, 10, 10, 2, 120, 53, 18, 4, 10, 2, 8, 1];

impl LocalModel {
    fn parts(self) -> &'static Parts {
        match self {
            Self::Multilingual => &MULTILINGUAL,
            Self::English => &ENGLISH,
        }
    }

    pub fn model(self) -> EmbeddingModel {
        let parts = self.parts();
        EmbeddingModel {
            id: parts.id.to_owned(),
            dimensions: DIMENSIONS,
            max_tokens: parts.max_tokens,
            languages: parts.languages,
        }
    }
}

#[derive(Debug, Clone)]
pub struct Resources {
    /// Folder of the embedding models.
    pub embedding: PathBuf,
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
            embedding: folder.join("embedding"),
            runtime: folder.join("onnxruntime").join(library),
            recognition: folder.join("recognition"),
        }
    }
}

/// A built-in model. Its tokenizer and sessions are created on first use, and again on the first use after
/// [`Embedder::free_if_idle`].
///
/// Each text is a call of its own. In 8 bits the numbers between layers share one scale for a whole call, so in a
/// batch a text's vector would depend on its neighbours (by a cosine of 0.99), and a new index wouldn't equal the old
/// one. On a processor this costs nothing: 32 texts of 128 tokens take as long together as one by one, to within 5 %.
pub struct LocalEmbedder {
    model: EmbeddingModel,
    parts: &'static Parts,
    prefixes: Prefixes,
    folder: PathBuf,
    tokens: Mutex<Option<Arc<Tokens>>>,
    sessions: Vec<Mutex<Option<Session>>>,
    /// For queries only: a typing user must not wait for a passage.
    queries: Mutex<Option<Session>>,
    words: Mutex<Option<Session>>,
    /// Compares words for a model that isn't the English one: the check of citations was trained on its vectors.
    english: Option<Box<LocalEmbedder>>,
    environment: &'static Environment,
    used: Mutex<Instant>,
}

impl std::fmt::Debug for LocalEmbedder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LocalEmbedder").field("model", &self.model).finish_non_exhaustive()
    }
}

impl LocalEmbedder {
    /// Checks the files, which takes some ten milliseconds: call it off the start path.
    ///
    /// # Errors
    /// If a file is missing or isn't the one of this version.
    pub fn load(which: LocalModel, resources: &Resources) -> Result<Self, Error> {
        let parts = which.parts();
        let folder = resources.embedding.join(parts.folder);
        parts.weights.check(&folder)?;
        let environment = environment(&resources.runtime)
            .map_err(|reason| unusable(&resources.runtime, reason))?;
        // One core stays free, so that the machine stays usable while a vault is embedded.
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let workers = cores.saturating_sub(1).clamp(1, MOST_WORKERS);
        let english = match which {
            LocalModel::English => None,
            LocalModel::Multilingual => Some(Box::new(Self::load(LocalModel::English, resources)?)),
        };
        Ok(Self {
            model: which.model(),
            parts,
            prefixes: Prefixes::of(parts.id),
            folder,
            tokens: Mutex::default(),
            sessions: (0..workers).map(|_| Mutex::default()).collect(),
            queries: Mutex::default(),
            words: Mutex::default(),
            english,
            environment,
            used: Mutex::new(Instant::now()),
        })
    }

    fn tokens(&self) -> Result<Arc<Tokens>, Error> {
        let mut tokens = self.tokens.lock();
        match &*tokens {
            Some(tokens) => Ok(tokens.clone()),
            None => Ok(tokens.insert(Arc::new(self.parts.tokenizer.load(&self.folder)?)).clone()),
        }
    }

    fn session(&self, more: &[u8]) -> Result<Session, Error> {
        self.parts.weights.session(self.environment, &self.folder, more)
    }

    /// The vector of a text: the mean of its rows' vectors, weighted by the rows' lengths.
    fn vector(&self, place: &Mutex<Option<Session>>, text: &Rows) -> Result<Vec<f32>, Error> {
        let mut place = place.lock();
        let session = match &mut *place {
            Some(session) => session,
            None => place.insert(self.session(&[])?),
        };
        if let [row] = &*text.0 {
            return run(session, row).map_err(failed);
        }
        let mut sum = vec![0.0; DIMENSIONS];
        for row in &text.0 {
            #[allow(clippy::cast_precision_loss, reason = "a row has at most 512 tokens")]
            let weight = row.len() as f32;
            for (sum, value) in sum.iter_mut().zip(run(session, row).map_err(failed)?) {
                *sum += value * weight;
            }
        }
        Ok(normal(&sum))
    }

    /// The number of sessions in memory, and whether the tokenizer is.
    #[cfg(test)]
    pub(super) fn held(&self) -> (usize, bool) {
        let places = self.sessions.iter().chain([&self.queries, &self.words]);
        let sessions = places.filter(|place| place.lock().is_some()).count();
        (sessions, self.tokens.lock().is_some())
    }

    fn touch(&self) {
        *self.used.lock() = Instant::now();
    }

    fn work(
        &self,
        number: usize,
        texts: &[Rows],
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
        let (tokens, prefix) = (self.tokens()?, self.prefixes.prefix(purpose));
        let rows = |text: &&str| tokens.rows(prefix, text, self.model.max_tokens);
        let texts: Vec<Rows> = texts.iter().map(rows).collect::<Result<_, _>>()?;
        if purpose == Purpose::Query {
            return texts.iter().map(|text| self.vector(&self.queries, text)).collect();
        }
        // Longest first, so that no worker ends with a long text when the others are done.
        let mut order: Vec<usize> = (0..texts.len()).collect();
        order.sort_by_key(|&place| Reverse(texts[place].tokens()));
        let next = AtomicUsize::new(0);
        let workers = self.sessions.len().min(texts.len());
        let work = |number| self.work(number, &texts, &order, &next);
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

    fn word_languages(&self) -> Languages {
        Languages::English
    }

    fn embed_words(&self, text: &str) -> Result<Option<WordVectors>, Error> {
        if let Some(english) = &self.english {
            return english.embed_words(text);
        }
        self.touch();
        let encoding = self.tokens()?.encode(text)?;
        let mut place = self.words.lock();
        let session = match &mut *place {
            Some(session) => session,
            None => place.insert(self.session(&WORDS_OUTPUT)?),
        };
        let vectors = run_words(session, &encoding, self.model.max_tokens).map_err(failed)?;
        self.touch();
        Ok(Some(vectors))
    }

    fn free_if_idle(&self, idle: Duration) {
        if self.used.lock().elapsed() >= idle {
            for place in self.sessions.iter().chain([&self.queries, &self.words]) {
                if let Some(mut session) = place.try_lock() {
                    *session = None;
                }
            }
            *self.tokens.lock() = None;
        }
        if let Some(english) = &self.english {
            english.free_if_idle(idle);
        }
    }
}

fn run(session: &mut Session, ids: &[i64]) -> Result<Vec<f32>, ort::Error> {
    let outputs = outputs(session, ids)?;
    let (_, vector) = outputs[0].try_extract_tensor::<f32>()?;
    Ok(vector.to_vec())
}

/// The vectors of a text's first `most` tokens.
fn run_words(
    session: &mut Session,
    text: &Encoding,
    most: usize,
) -> Result<WordVectors, ort::Error> {
    let ids: Vec<i64> = text.get_ids().iter().map(|id| i64::from(*id)).collect();
    let cut = match ids.last() {
        Some(end) if ids.len() > most => [&ids[..most - 1], &[*end]].concat(),
        _ => ids,
    };
    let outputs = outputs(session, &cut)?;
    let (_, whole) = outputs[0].try_extract_tensor::<f32>()?;
    let (_, pieces) = outputs[1].try_extract_tensor::<f32>()?;
    let places = text.get_offsets().iter().take(cut.len() - usize::from(cut.len() == most));
    // The model's begin and end tokens cover no bytes.
    let words = pieces.chunks_exact(DIMENSIONS).zip(places).filter(|(_, (start, end))| start < end);
    let words = words.map(|(vector, (start, end))| (*start..*end, normal(vector))).collect();
    Ok(WordVectors { text: whole.to_vec(), words })
}

fn normal(vector: &[f32]) -> Vec<f32> {
    let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
    vector.iter().map(|value| value / length.max(f32::MIN_POSITIVE)).collect()
}

fn outputs<'s>(
    session: &'s mut Session,
    ids: &[i64],
) -> Result<ort::session::SessionOutputs<'s>, ort::Error> {
    let mask = vec![1_i64; ids.len()];
    let shape = [1, ids.len()];
    session.run(ort::inputs![
        "input_ids" => TensorRef::from_array_view((shape, ids))?,
        "attention_mask" => TensorRef::from_array_view((shape, &*mask))?,
    ])
}
