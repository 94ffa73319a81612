//! How like the passages of a file are to a question, by their vectors. An attached file is in no index,
//! so its vectors are made when it is searched, and kept with its text.

use parking_lot::Mutex;
use std::{sync::Arc, thread};

use models::{Embedder, Error, Purpose};

/// Maximum passages whose vectors are made while a question waits; those of a longer file are made
/// beside it, for the questions after it. The built-in model makes some thirty a second on one core.
const AT_ONCE: usize = 64;

/// Passages that are embedded in one go. The question's own vector waits for no more of them.
const BATCH: usize = 8;

/// The vectors of a file's passages. Clones share them.
#[derive(Debug, Clone, Default)]
pub(crate) struct FileVectors(Arc<Mutex<Progress>>);

#[derive(Debug, Default)]
enum Progress {
    #[default]
    Nothing,
    Started,
    Made(Arc<MadeVectors>),
}

/// One vector for each passage, in their order, and the model that made them.
#[derive(Debug)]
struct MadeVectors {
    model: String,
    rows: Vec<Vec<f32>>,
}

impl FileVectors {
    /// The cosine of `question` and each of the passages, whose texts are `texts`, in their order.
    /// `None` while their vectors are being made, which begins with this. Blocks.
    pub(crate) fn likeness(
        &self,
        question: &str,
        embedder: &Arc<dyn Embedder>,
        texts: impl FnOnce() -> Vec<String>,
    ) -> Result<Option<Vec<f32>>, Error> {
        let Some(made) = self.made_by(embedder, texts)? else { return Ok(None) };
        let asked = embedder.embed(&[question], Purpose::Query)?.pop().unwrap_or_default();
        let cosine = |row: &Vec<f32>| row.iter().zip(&asked).map(|(a, b)| a * b).sum();
        Ok(Some(made.rows.iter().map(cosine).collect()))
    }

    fn made_by(
        &self,
        embedder: &Arc<dyn Embedder>,
        texts: impl FnOnce() -> Vec<String>,
    ) -> Result<Option<Arc<MadeVectors>>, Error> {
        {
            let mut progress = self.0.lock();
            match &*progress {
                Progress::Made(made) if made.model == embedder.model().id => {
                    return Ok(Some(made.clone()));
                }
                Progress::Started => return Ok(None),
                Progress::Made(_) | Progress::Nothing => *progress = Progress::Started,
            }
        }
        let work = Work(self.clone());
        let (texts, embedder) = (texts(), embedder.clone());
        if texts.len() <= AT_ONCE {
            return work.done(&texts, &*embedder).map(Some);
        }
        let beside = move || {
            if let Err(error) = work.done(&texts, &*embedder) {
                tracing::warn!(%error, "the passages of a file have no vectors");
            }
        };
        if let Err(error) = thread::Builder::new().name("file-vectors".to_owned()).spawn(beside) {
            tracing::warn!(%error, "no thread for the vectors of a file");
        }
        Ok(None)
    }
}

/// The making of vectors. However it ends, what isn't made can be begun anew.
struct Work(FileVectors);

impl Work {
    fn done(&self, texts: &[String], embedder: &dyn Embedder) -> Result<Arc<MadeVectors>, Error> {
        let mut rows = Vec::with_capacity(texts.len());
        for batch in texts.chunks(BATCH) {
            let batch: Vec<&str> = batch.iter().map(String::as_str).collect();
            rows.extend(embedder.embed(&batch, Purpose::Passage)?);
        }
        let made = Arc::new(MadeVectors { model: embedder.model().id.clone(), rows });
        *self.0.0.lock() = Progress::Made(made.clone());
        Ok(made)
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        let mut progress = self.0.0.lock();
        if matches!(*progress, Progress::Started) {
            *progress = Progress::Nothing;
        }
    }
}
