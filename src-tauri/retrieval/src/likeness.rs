//! Similarity of an attached file's passages to a question. Attached files aren't indexed, so their vectors are made
//! on the first search and cached with the text.

use parking_lot::Mutex;
use std::{sync::Arc, thread};

use models::{Embedder, Error, Purpose};

/// Maximum passages embedded while a question waits; longer files are embedded in the background for later
/// questions. The built-in model embeds about thirty a second on one core.
const AT_ONCE: usize = 64;

/// Passages per batch; the question's own vector waits for one batch at most.
const BATCH: usize = 8;

#[derive(Debug, Clone, Default)]
pub(crate) struct FileVectors(Arc<Mutex<Progress>>);

#[derive(Debug, Default)]
enum Progress {
    #[default]
    Nothing,
    Started,
    Made(Arc<MadeVectors>),
}

#[derive(Debug)]
struct MadeVectors {
    model: String,
    rows: Vec<Vec<f32>>,
}

impl FileVectors {
    /// The cosine of `question` with each text. `None` while their vectors are being made, which the first call
    /// starts. Blocks.
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

/// Resets the progress when dropped, so that a failed run can be repeated.
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
