//! The index's database: one writer thread, pooled readers.

mod backlinks;
mod cached_vectors;
mod control;
mod documents;
mod edit;
mod embed;
mod embedded;
mod growth;
mod notes_language;
mod packed;
mod passage_text;
mod places;
mod progress;
mod readers;
mod records;
mod rescue;
mod rows;
mod schema;
mod settings;
mod shared;
mod status;
mod stored_vectors;
mod summaries;
mod sync;
mod tags;
#[cfg(test)]
mod tests;
mod unneeded;
mod writer;

use parking_lot::Mutex;
use std::{path::Path, sync::Arc};

use jiff::{Zoned, civil::DateTime};
use models::{Embedder, EmbeddingModel};
use notes::{Catalog, FileProblem, NotePath, ScanOptions, Vault};
use rusqlite::{Connection, OptionalExtension};

use crate::{Chunk, Error, Result, VectorStore, Vocabulary};
pub use backlinks::LinkingLine;
pub use control::{Control, PauseGuard};
pub use documents::{DocumentEvent, DocumentReport, FileGroupSize, ReadDocument};
pub use embed::{EmbedEvent, EmbedReport, EmbeddingProgress, Refusal};
use embedded::EmbeddedVectors;
pub(crate) use places::Places;
pub use progress::{SyncEvent, SyncReport, SyncScope};
pub(crate) use records::kind_name;
use rows::chunks_of;
pub(crate) use rows::{chunk_from, count, outline_at, text_of};
use shared::{Shared, load_paths, load_view};
pub use status::{Sizes, Status};
use status::{counts, load_failed, load_large, load_unread, sizes};
pub use tags::TagEntry;
pub(crate) use writer::revision;

/// A vault's index. Clones share it.
#[derive(Debug, Clone)]
pub struct Index {
    shared: Arc<Shared>,
    /// The time that views of `.base` files see. `None` for the clock's.
    now: Option<DateTime>,
}

impl Index {
    /// Opens or creates the index in the file `path`. A damaged file, or one of another version, is rebuilt and
    /// filled by the next [`Index::sync`]. The last sync's catalog is available at once.
    pub fn open(path: &Path, vault: Vault, scan: ScanOptions) -> Result<Self> {
        let writer = writer::Writer::start(path.to_owned())?;
        let readers = readers::Readers::new(path);
        let view = match readers.with(load_view) {
            Ok(view) => view,
            Err(error) if error.is_damage() => {
                tracing::warn!(%error, "the search index is damaged; it is rebuilt");
                readers.close();
                writer.remake()?.wait()?;
                readers.with(load_view)?
            }
            Err(error) => return Err(error),
        };
        let shared = Shared {
            path: path.to_owned(),
            vault,
            scan,
            writer,
            readers,
            view: Mutex::new(view),
            turn: Mutex::default(),
            embedding: Mutex::default(),
            vectors: Mutex::default(),
            texts: Mutex::default(),
            places: Mutex::default(),
            vocabulary: Mutex::default(),
        };
        Ok(Self { shared: Arc::new(shared), now: None })
    }

    /// The same index, with the time of a question for the views of `.base` files.
    #[must_use]
    pub fn at(self, now: DateTime) -> Self {
        Self { now: Some(now), ..self }
    }

    pub(crate) fn now(&self) -> DateTime {
        self.now.unwrap_or_else(|| Zoned::now().datetime())
    }

    #[cfg(test)]
    pub(crate) fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    /// A catalog for resolving links. Its notes may only have paths: loading all outlines takes longer than a
    /// search.
    pub(crate) fn names(&self, connection: &Connection) -> rusqlite::Result<Arc<Catalog>> {
        let view = self.shared.view().clone();
        if let Some(catalog) = view.catalog.get().or_else(|| view.paths.get()) {
            return Ok(catalog.clone());
        }
        let catalog = Arc::new(load_paths(connection)?);
        Ok(view.paths.get_or_init(|| catalog).clone())
    }

    pub(crate) fn readers(&self) -> &readers::Readers {
        &self.shared.readers
    }

    pub(crate) fn texts(&self, connection: &Connection) -> rusqlite::Result<u64> {
        let revision = writer::revision(connection)?;
        let mut known = self.shared.texts.lock();
        if let Some((at, texts)) = *known
            && at == revision
        {
            return Ok(texts);
        }
        let texts = connection
            .query_row("SELECT count(DISTINCT key) FROM chunks", [], |row| row.get::<_, u32>(0))?;
        *known = Some((revision, u64::from(texts)));
        Ok(u64::from(texts))
    }

    pub(crate) fn places(&self, connection: &Connection) -> rusqlite::Result<Arc<Places>> {
        let revision = writer::revision(connection)?;
        let mut known = self.shared.places.lock();
        if let Some(places) = known.as_ref().filter(|places| places.revision == revision) {
            return Ok(places.clone());
        }
        let places = Arc::new(Places::load(connection, revision)?);
        *known = Some(places.clone());
        Ok(places)
    }

    pub(crate) fn known_vocabulary(&self) -> &Mutex<Option<Arc<Vocabulary>>> {
        &self.shared.vocabulary
    }

    pub fn vault(&self) -> &Vault {
        &self.shared.vault
    }

    /// Syncs the index with the vault. Blocks: call it off the async threads. An interrupted sync leaves a correct
    /// partial index, and the next one continues. A damaged index is rebuilt.
    pub fn sync(
        &self,
        scope: SyncScope,
        progress: &mut dyn FnMut(SyncEvent),
    ) -> Result<SyncReport> {
        self.sync_with(scope, &Control::default(), progress)
    }

    /// As [`Index::sync`], but can be paused and cancelled.
    pub fn sync_with(
        &self,
        scope: SyncScope,
        control: &Control,
        progress: &mut dyn FnMut(SyncEvent),
    ) -> Result<SyncReport> {
        let turn = self.shared.turn.lock();
        let mut result = sync::run(&self.shared, &scope, control, progress);
        if let Err(error) = &result
            && error.is_damage()
        {
            tracing::warn!(%error, "the search index is damaged; it is rebuilt");
            result = self
                .shared
                .remake()
                .and_then(|()| sync::run(&self.shared, &SyncScope::All, control, progress));
        }
        drop(turn);
        progress(match &result {
            Ok(report) => SyncEvent::Done(report.clone()),
            Err(Error::Cancelled) => SyncEvent::Cancelled,
            Err(error) => SyncEvent::Failed(error.to_string()),
        });
        result
    }

    /// The names as of the last sync; the first call loads them from the index.
    pub fn catalog(&self) -> Arc<Catalog> {
        self.shared.catalog()
    }

    pub fn vectors(&self, model: &EmbeddingModel) -> Arc<dyn VectorStore> {
        Arc::new(EmbeddedVectors::new(self.shared.clone(), model))
    }

    /// Embeds the missing passages, stores their vectors in the index's file, and returns their number.
    pub fn embed(&self, embedder: &dyn Embedder) -> Result<usize> {
        let store = self.vectors(embedder.model());
        let report = self.embed_with(embedder, &*store, &Control::default(), &mut |_| {})?;
        Ok(report.embedded as usize)
    }

    /// Embeds the passages without a vector in `store`, the newest and the most linked notes first. Blocks for hours
    /// on a large vault: use a thread of its own. Each batch is stored, so that an interrupted pass resumes. It may
    /// run beside a sync, whose new passages wait for the next pass.
    ///
    /// A complete pass deletes the vectors of other models, and those of texts that have been gone for a week, if
    /// they are many. [`Index::embedded`] lists texts that the model refuses.
    pub fn embed_with(
        &self,
        embedder: &dyn Embedder,
        store: &dyn VectorStore,
        control: &Control,
        progress: &mut dyn FnMut(EmbedEvent),
    ) -> Result<EmbedReport> {
        let turn = self.shared.embedding.lock();
        let mut result = embed::run(&self.shared, embedder, store, control, progress);
        if let Err(error) = &result
            && error.is_damage()
        {
            tracing::warn!(%error, "the search index is damaged; it is rebuilt");
            let syncing = self.shared.turn.lock();
            let filled = self
                .shared
                .remake()
                .and_then(|()| sync::run(&self.shared, &SyncScope::All, control, &mut |_| {}));
            drop(syncing);
            result =
                filled.and_then(|_| embed::run(&self.shared, embedder, store, control, progress));
        }
        drop(turn);
        progress(match &result {
            Ok(report) => EmbedEvent::Done(report.clone()),
            Err(Error::Cancelled) => EmbedEvent::Cancelled,
            Err(error) => EmbedEvent::Failed(error.to_string()),
        });
        result
    }

    pub fn embedded(
        &self,
        model: &EmbeddingModel,
        store: &dyn VectorStore,
    ) -> Result<EmbeddingProgress> {
        embed::embedded(&self.shared, model, store)
    }

    pub fn try_refused_again(&self, model: &EmbeddingModel) -> Result<()> {
        self.shared.writer.forget_refused(model.id.clone())?.wait()?;
        Ok(())
    }

    pub fn chunks(&self, path: &NotePath) -> Result<Vec<Chunk>> {
        self.shared.readers.with(|connection| {
            let note = connection
                .prepare_cached("SELECT id FROM notes WHERE path = ?1")?
                .query_row([path.as_str()], |row| row.get(0))
                .optional()?;
            let Some(note) = note else { return Ok(Vec::new()) };
            Ok(chunks_of(connection, note)?.into_iter().map(|(_, chunk)| chunk).collect())
        })
    }

    pub fn clear(&self) -> Result<()> {
        let _syncing = self.shared.turn.lock();
        self.shared.remake()
    }

    /// Reads the whole file, which takes a while.
    pub fn sizes(&self) -> Result<Sizes> {
        self.shared.readers.with(sizes)
    }

    pub fn status(&self) -> Result<Status> {
        let (mut status, revision) = self.shared.readers.with(counts)?;
        let view = self.shared.view().clone();
        let failed = match view.revision == revision {
            true => view.failed,
            false => Arc::new(self.shared.readers.with(load_failed)?),
        };
        let problem = |(path, reason): (&String, &String)| FileProblem {
            path: path.clone(),
            reason: reason.clone(),
        };
        status.failed = failed.iter().map(problem).collect();
        status.failed.extend(self.shared.readers.with(load_unread)?);
        status.large = self.shared.readers.with(load_large)?;
        status.bytes = schema::files(&self.shared.path)
            .iter()
            .filter_map(|file| std::fs::metadata(file).ok())
            .map(|file| file.len())
            .sum();
        Ok(status)
    }
}
