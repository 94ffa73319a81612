//! Computes the vectors that passages lack, in batches.

use std::{
    cmp::Reverse,
    collections::{HashMap, HashSet},
    time::{Instant, SystemTime},
};

use models::{Code, Embedder, EmbeddingModel, Purpose};
use notes::{Catalog, LineRange, NotePath};
use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;

use super::{
    control::Control,
    rows::{chunks_of, count, damaged},
    shared::Shared,
    unneeded,
};
use crate::{Error, Result, TextKey, VectorStore, sentences, vectors::embedded_text};

/// Number of texts that are sorted by length at a time. The most needed texts come first from window to window, but
/// not within one.
const WINDOW: usize = 256;

/// Texts per batch: the cost of a kill or a pause, about a second on one core.
const BATCH: usize = 32;

const BATCH_BYTES: usize = 24 * 1024;

/// The last event is exactly one `Done`, `Cancelled` or `Failed`.
#[derive(Debug, Clone, PartialEq)]
pub enum EmbedEvent {
    /// Counts of distinct passages, as in all figures here.
    Found {
        done: u32,
        /// Without passages that the model refused before.
        total: u32,
    },
    Progress {
        done: u32,
        total: u32,
    },
    /// The model refuses this passage. It isn't tried again until [`crate::Index::try_refused_again`].
    Refused(Refusal),
    Done(EmbedReport),
    Cancelled,
    /// The model, the database or the store failed. Finished batches stay.
    Failed(String),
}

#[derive(Debug, Clone, Default, PartialEq)]
pub struct EmbedReport {
    pub embedded: u32,
    pub done: u32,
    pub refused: u32,
    pub swept: u32,
    pub seconds: f64,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "specta", derive(specta::Type))]
pub struct Refusal {
    pub path: NotePath,
    pub lines: LineRange,
    pub reason: String,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EmbeddingProgress {
    pub chunks: u32,
    pub embedded: u32,
    pub refused: Vec<Refusal>,
}

struct Text {
    key: TextKey,
    path: NotePath,
    lines: LineRange,
    text: String,
}

pub(super) fn run(
    shared: &Shared,
    embedder: &dyn Embedder,
    store: &dyn VectorStore,
    control: &Control,
    progress: &mut dyn FnMut(EmbedEvent),
) -> Result<EmbedReport> {
    let started = Instant::now();
    control.step()?;
    let model = embedder.model();
    let (passages, refused) = shared
        .readers
        .with(|connection| Ok((passages(connection)?, refused_keys(connection, &model.id)?)))?;
    let keys: Vec<TextKey> = passages.iter().map(|(key, _)| *key).collect();
    let notes: HashMap<TextKey, i64> = passages.into_iter().collect();
    let mut missing = store.missing(&keys)?;
    missing.retain(|key| !refused.contains(key));
    // A window's texts are sorted by length, so the order matters only beyond one.
    if missing.len() > WINDOW {
        let catalog = shared.catalog();
        let ranks = shared.readers.with(|connection| ranks(connection, &catalog))?;
        missing.sort_by_key(|key| notes.get(key).and_then(|note| ranks.get(note)));
    }
    let still_refused = keys.iter().filter(|key| refused.contains(key)).count();
    let mut pass = Pass {
        shared,
        embedder,
        store,
        control,
        told: progress,
        done: count(keys.len() - missing.len() - still_refused),
        total: count(keys.len() - still_refused),
        report: EmbedReport { refused: count(still_refused), ..EmbedReport::default() },
    };
    (pass.told)(EmbedEvent::Found { done: pass.done, total: pass.total });
    for window in missing.chunks(WINDOW) {
        let wanted: Vec<(TextKey, i64)> =
            window.iter().filter_map(|key| Some((*key, *notes.get(key)?))).collect();
        pass.window(shared.readers.with(|connection| texts(connection, &wanted))?)?;
    }
    let mut report = pass.report;
    report.done = pass.done;
    control.step()?;
    report.swept = unneeded::run(shared, store, model, &keys, SystemTime::now())?;
    report.seconds = started.elapsed().as_secs_f64();
    Ok(report)
}

struct Pass<'a> {
    shared: &'a Shared,
    embedder: &'a dyn Embedder,
    store: &'a dyn VectorStore,
    control: &'a Control,
    told: &'a mut dyn FnMut(EmbedEvent),
    done: u32,
    total: u32,
    report: EmbedReport,
}

impl Pass<'_> {
    /// Batches texts of similar length: a server pads each batch to its longest.
    fn window(&mut self, mut texts: Vec<Text>) -> Result<()> {
        texts.sort_by_key(|text| Reverse(text.text.len()));
        let mut rest = texts.as_slice();
        while !rest.is_empty() {
            let mut bytes = 0;
            let fitting = rest.iter().take(BATCH).take_while(|text| {
                bytes += text.text.len();
                bytes <= BATCH_BYTES
            });
            let (batch, after) = rest.split_at(fitting.count().max(1));
            self.batch(batch)?;
            rest = after;
        }
        Ok(())
    }

    fn batch(&mut self, batch: &[Text]) -> Result<()> {
        self.control.step()?;
        match self.vectors(batch) {
            Ok(vectors) => self.keep(batch, vectors)?,
            Err(error) if may_be_a_text(&error) => self.one_by_one(batch, error)?,
            Err(error) => return Err(error.into()),
        }
        (self.told)(EmbedEvent::Progress { done: self.done, total: self.total });
        Ok(())
    }

    fn one_by_one(&mut self, batch: &[Text], first: models::Error) -> Result<()> {
        let mut refused = Vec::new();
        let mut is_well = false;
        for text in batch {
            self.control.step()?;
            let text = std::slice::from_ref(text);
            match self.vectors(text) {
                Ok(vectors) => {
                    is_well = true;
                    self.keep(text, vectors)?;
                }
                Err(error) if may_be_a_text(&error) => refused.push((&text[0], error)),
                Err(error) => return Err(error.into()),
            }
        }
        // If it refuses the whole batch, the model may be broken.
        if !is_well && self.embedder.embed(&["note"], Purpose::Passage).is_err() {
            return Err(first.into());
        }
        for (text, _) in refused {
            let text = std::slice::from_ref(text);
            match self.vectors(text) {
                Ok(vectors) => self.keep(text, vectors)?,
                Err(error) if may_be_a_text(&error) => self.refuse(&text[0], &error.message)?,
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    fn vectors(&self, batch: &[Text]) -> Result<Vec<Vec<f32>>, models::Error> {
        let texts: Vec<&str> = batch.iter().map(|text| text.text.as_str()).collect();
        let vectors = self.embedder.embed(&texts, Purpose::Passage)?;
        if vectors.len() == texts.len() {
            return Ok(vectors);
        }
        Err(models::Error::new(Code::InvalidReply, || {
            sentences::wrong_number_of_vectors(texts.len(), vectors.len())
        }))
    }

    fn keep(&mut self, batch: &[Text], vectors: Vec<Vec<f32>>) -> Result<()> {
        let dimensions = self.embedder.model().dimensions;
        let mut good = Vec::with_capacity(batch.len());
        for (text, vector) in batch.iter().zip(vectors) {
            if vector.len() != dimensions {
                return Err(Error::Dimensions { wanted: dimensions, got: vector.len() });
            }
            // A vector without direction would match nothing or everything.
            let length: f32 = vector.iter().map(|number| number * number).sum();
            if length.is_finite() && length > 0.0 {
                good.push((text.key, vector));
            } else {
                self.refuse(text, sentences::NO_VECTOR.text())?;
            }
        }
        self.store.put(&good)?;
        self.done += count(good.len());
        self.report.embedded += count(good.len());
        Ok(())
    }

    fn refuse(&mut self, text: &Text, reason: &str) -> Result<()> {
        let model = self.embedder.model().id.clone();
        self.shared.writer.refuse(model, text.key, reason.to_owned())?.wait()?;
        self.total -= 1;
        self.report.refused += 1;
        (self.told)(EmbedEvent::Refused(Refusal {
            path: text.path.clone(),
            lines: text.lines,
            reason: reason.to_owned(),
        }));
        Ok(())
    }
}

/// Whether the text may be the cause, so that others are worth trying.
fn may_be_a_text(error: &models::Error) -> bool {
    matches!(
        error.code,
        Code::BadRequest
            | Code::ContextOverflow
            | Code::ContentRefused
            | Code::ServerError
            | Code::InvalidReply
    )
}

/// Distinct passages, each with a note that has it.
fn passages(connection: &Connection) -> rusqlite::Result<Vec<(TextKey, i64)>> {
    let mut seen = HashSet::new();
    connection
        .prepare_cached("SELECT key, note FROM chunks ORDER BY note, ordinal")?
        .query_map([], |row| Ok((TextKey(row.get(0)?), row.get(1)?)))?
        .filter(|row| row.as_ref().map_or(true, |(key, _)| seen.insert(*key)))
        .collect()
}

/// The notes' ranks in the order in which people need them: the newest and the most linked in turn, other files last.
fn ranks(
    connection: &Connection,
    catalog: &Catalog,
) -> rusqlite::Result<HashMap<i64, (bool, usize)>> {
    // An untrusted time is recent.
    let newest: Vec<(i64, String, bool)> = connection
        .prepare_cached(
            "SELECT id, path, kind IS NOT NULL FROM notes
             ORDER BY modified IS NULL DESC, modified DESC, path",
        )?
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?
        .collect::<rusqlite::Result<_>>()?;
    let links = |path: &str| NotePath::new(path).map_or(0, |path| catalog.backlinks(&path).len());
    let mut linked: Vec<(usize, i64)> = newest
        .iter()
        .map(|(note, path, _)| (links(path), *note))
        .filter(|(links, _)| *links > 0)
        .collect();
    linked.sort_by_key(|(links, _)| Reverse(*links));
    let mut ranks: HashMap<i64, (bool, usize)> = newest
        .into_iter()
        .enumerate()
        .map(|(rank, (note, _, is_file))| (note, (is_file, rank)))
        .collect();
    for (rank, (_, note)) in linked.into_iter().enumerate() {
        ranks.entry(note).and_modify(|(_, by_date)| *by_date = rank.min(*by_date));
    }
    Ok(ranks)
}

fn texts(connection: &Connection, wanted: &[(TextKey, i64)]) -> rusqlite::Result<Vec<Text>> {
    let mut texts = Vec::with_capacity(wanted.len());
    for group in wanted.chunk_by(|(_, a), (_, b)| a == b) {
        let note = group[0].1;
        let mut keys: HashSet<TextKey> = group.iter().map(|(key, _)| *key).collect();
        let found: Option<(String, String)> = connection
            .prepare_cached("SELECT path, title FROM notes WHERE id = ?1")?
            .query_row([note], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        let Some((path, title)) = found else { continue };
        let path = NotePath::new(&path)
            .map_err(|_| damaged(&format!("{path} isn't the path of a note")))?;
        for (_, chunk) in chunks_of(connection, note)? {
            let text = embedded_text(&title, &chunk).into_owned();
            let key = TextKey::of(&text);
            if keys.remove(&key) {
                texts.push(Text { key, path: path.clone(), lines: chunk.lines, text });
            }
        }
    }
    Ok(texts)
}

fn refused_keys(connection: &Connection, model: &str) -> rusqlite::Result<HashSet<TextKey>> {
    connection
        .prepare_cached("SELECT key FROM refused WHERE model = ?1")?
        .query_map([model], |row| Ok(TextKey(row.get(0)?)))?
        .collect()
}

pub(super) fn embedded(
    shared: &Shared,
    model: &EmbeddingModel,
    store: &dyn VectorStore,
) -> Result<EmbeddingProgress> {
    let (keys, refused) = shared.readers.with(|connection| {
        let keys = connection
            .prepare_cached("SELECT key, count(*) FROM chunks GROUP BY key")?
            .query_map([], |row| Ok((TextKey(row.get(0)?), row.get(1)?)))?
            .collect::<rusqlite::Result<HashMap<TextKey, u32>>>()?;
        Ok((keys, refusals(connection, &model.id)?))
    })?;
    let chunks = keys.values().sum();
    let missing = store.missing(&keys.keys().copied().collect::<Vec<_>>())?;
    let missing: u32 = missing.iter().filter_map(|key| keys.get(key)).sum();
    Ok(EmbeddingProgress { chunks, embedded: chunks - missing, refused })
}

fn refusals(connection: &Connection, model: &str) -> rusqlite::Result<Vec<Refusal>> {
    let rows = connection
        .prepare_cached(
            "SELECT min(notes.path), chunks.first_line, chunks.last_line, refused.reason
             FROM refused JOIN chunks ON chunks.key = refused.key
                          JOIN notes ON notes.id = chunks.note
             WHERE refused.model = ?1 GROUP BY refused.key ORDER BY 1, chunks.ordinal",
        )?
        .query_map(params![model], |row| {
            let lines = LineRange { start: row.get(1)?, end: row.get(2)? };
            Ok((row.get::<_, String>(0)?, lines, row.get(3)?))
        })?
        .collect::<rusqlite::Result<Vec<_>>>()?;
    rows.into_iter()
        .map(|(path, lines, reason)| {
            let path = NotePath::new(&path)
                .map_err(|_| damaged(&format!("{path} isn't the path of a note")))?;
            Ok(Refusal { path, lines, reason })
        })
        .collect()
}
