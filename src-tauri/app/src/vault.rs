//! The open vault: threads update its index, its vectors and its other files, and report their progress.

mod background;
mod embedder;
mod embedding;
mod keeper;
mod moved_notes;
mod news;
mod owner;
mod reading;
mod state;
mod status;
#[cfg(test)]
mod tests;

use parking_lot::Mutex;
use std::{
    path::Path,
    sync::{Arc, Weak, atomic::Ordering, mpsc},
    thread,
    time::Duration,
};

use index::{Control, Index, PauseGuard};
use notes::{Catalog, ContentHash, FollowMode, Note, ScanOptions, Vault};
use tokio::sync::{broadcast, oneshot, watch};

pub(crate) use self::{embedder::EmbedderCache, owner::Owner, state::State};
pub use self::{
    embedder::{LoadEmbedder, MeaningSource, OpenVectors},
    status::{Broadcast, IndexStatus, MeaningState, ReadingState, SyncState, VaultInfo},
};
use self::{
    embedding::{Embedding, Handle, Slot, Wake},
    keeper::{Keeper, Message},
    news::News,
    reading::Reading,
};
use crate::sentences;
use conversation::{Code, Error, Result};
use library::VaultId;
use retrieval::{Meaning, NoMeaning, VaultHandle, WholeNotes};

/// Dropping it ends its threads, after their current note and passages, and the watch.
pub(crate) struct OpenVault {
    pub(crate) id: VaultId,
    pub(crate) vault: Vault,
    pub(crate) index: Index,
    /// The folder's file names, until the index has some.
    listed: Option<Arc<Catalog>>,
    state: Arc<State>,
    status: watch::Receiver<IndexStatus>,
    keeper: mpsc::Sender<Message>,
    news: Arc<News>,
    syncing: Control,
    embedding: Arc<Handle>,
    embedder: mpsc::Sender<Wake>,
    reading: Arc<Handle>,
    reader: mpsc::Sender<Wake>,
    meaning: Slot,
    whole: Arc<WholeNotes>,
    /// Signals the end of the threads that may be in ONNX Runtime.
    models_ended: Mutex<mpsc::Receiver<()>>,
}

/// The part of opening that runs off the async threads, before the library knows of the vault.
pub(crate) struct NewVault {
    vault: Vault,
    index: Index,
    scan: ScanOptions,
    listed: Option<Arc<Catalog>>,
}

impl NewVault {
    /// Opens the folder and its index in `data`. Blocks for a listing at most.
    pub(crate) fn open(root: &Path, data: &Path, scan: ScanOptions) -> Result<Self> {
        let vault = Vault::open(root)?;
        let folder = data.join("index");
        notes::private::folder(&folder).map_err(|error| {
            Error::new(Code::Index, || sentences::folder_not_made(&folder, &error)).because(error)
        })?;
        let name = ContentHash::of(vault.root().as_os_str().as_encoded_bytes());
        let index = Index::open(&folder.join(format!("{name}.db")), vault.clone(), scan.clone())?;
        let listed = if index.status()?.indexed == 0 {
            let scan = vault.scan(&scan)?;
            let unread = Arc::new(Note::default());
            Some(Arc::new(Catalog::new(
                scan.notes.into_iter().map(|entry| (entry.path, unread.clone())),
                scan.files.into_iter().map(|entry| entry.path),
            )))
        } else {
            None
        };
        Ok(Self { vault, index, scan, listed })
    }

    pub(crate) fn root(&self) -> &Path {
        self.vault.root()
    }

    pub(crate) fn follow(
        self,
        id: VaultId,
        owner: &Weak<dyn Owner>,
        broadcasts: broadcast::Sender<Broadcast>,
        following: FollowMode,
    ) -> Result<OpenVault> {
        let Self { vault, index, scan, listed } = self;
        let held = index.status().unwrap_or_default();
        let (status, seen) = watch::channel(IndexStatus {
            state: SyncState::Indexing { done: 0, total: 0 },
            indexed: held.indexed,
            documents: held.documents,
            reading: ReadingState::Waiting,
            failed: held.failed,
            large: held.large,
            excluded: held.excluded,
            chunks: held.chunks,
            bytes: held.bytes,
            meaning: before_loading(owner.upgrade().and_then(|owner| owner.embedder()).as_ref()),
            embedded: 0,
            refused: Vec::new(),
            paused: false,
            language: None,
            notice: None,
        });
        let (messages, inbox) = mpsc::channel();
        let state = Arc::new(State::default());
        let news = Arc::new(News::new(status, broadcasts, state.clone()));
        let (syncing, embedding) = (Control::default(), Arc::<Handle>::default());
        let (embedder, wakes) = mpsc::channel();
        let (reader, to_read) = mpsc::channel();
        let reading = Arc::<Handle>::default();
        let documents = Reading {
            index: index.clone(),
            id,
            owner: owner.clone(),
            news: news.clone(),
            control: reading.clone(),
            embedding: embedder.clone(),
        };
        let meaning = Slot::default();
        let vectors = Embedding {
            index: index.clone(),
            owner: owner.clone(),
            news: news.clone(),
            control: embedding.clone(),
            slot: meaning.clone(),
            pause: Embedding::FIRST_PAUSE,
        };
        let keeper = Keeper {
            id,
            index: index.clone(),
            scan,
            owner: owner.clone(),
            state: state.clone(),
            news: news.clone(),
            control: syncing.clone(),
            embedding: embedder.clone(),
            reading: reader.clone(),
            told: None,
            watch: None,
            away: false,
            looked: None,
            wanted: false,
            waiting: Vec::new(),
            rebuild_wanted: false,
            #[cfg(test)]
            panics: false,
        };
        let own = messages.clone();
        begin("vault index", move || keeper.run(following, own, &inbox))?;
        let (running, ended) = mpsc::channel::<()>();
        let recognising = running.clone();
        begin("vault files", move || {
            documents.run(&to_read);
            drop(recognising);
        })?;
        begin("vault meaning", move || {
            vectors.run(&wakes);
            drop(running);
        })?;
        Ok(OpenVault {
            id,
            vault,
            index,
            listed,
            state,
            status: seen,
            keeper: messages,
            news,
            syncing,
            embedding,
            embedder,
            reading,
            reader,
            meaning,
            whole: Arc::default(),
            models_ended: Mutex::new(ended),
        })
    }
}

fn begin(name: &str, work: impl FnOnce() + Send + 'static) -> Result<()> {
    let begun = thread::Builder::new().name(name.to_owned()).spawn(work);
    begun.map(drop).map_err(|error| {
        Error::new(Code::Internal, || sentences::index_not_kept(&error)).because(error)
    })
}

impl OpenVault {
    pub(crate) fn info(&self) -> VaultInfo {
        VaultInfo {
            root: self.vault.root().to_owned(),
            name: self.vault.name(),
            index: self.status.borrow().clone(),
        }
    }

    pub(crate) fn handle(&self) -> VaultHandle {
        VaultHandle {
            id: self.id,
            vault: self.vault.clone(),
            index: self.index.clone(),
            listed: self.listed(),
            whole: self.whole.clone(),
            meaning: self.meaning(),
            no_meaning: no_meaning(&self.status.borrow().meaning),
            is_synced: self.synced_once(),
        }
    }

    /// As far as known: the index may still be empty.
    pub(crate) fn catalog(&self) -> Arc<Catalog> {
        self.listed().unwrap_or_else(|| self.index.catalog())
    }

    fn listed(&self) -> Option<Arc<Catalog>> {
        self.listed.clone().filter(|_| !self.synced_once())
    }

    /// True once the first sync has ended.
    pub(crate) fn synced_once(&self) -> bool {
        self.state.synced_once.load(Ordering::Acquire)
    }

    pub(crate) fn rescan(&self) {
        let _ = self.keeper.send(Message::Rescan);
    }

    pub(crate) async fn rescan_now(&self) {
        let (tell, told) = oneshot::channel();
        let _ = self.keeper.send(Message::RescanNow(tell));
        let _ = told.await;
    }

    pub(crate) fn rebuild(&self) {
        // Later callers wait for the new index.
        self.news.change(|status| {
            status.state = SyncState::Indexing { done: 0, total: 0 };
            status.reading = ReadingState::Waiting;
        });
        let _ = self.keeper.send(Message::Rebuild);
    }

    pub(crate) fn set_hidden(&self, hidden: bool) {
        let _ = self.keeper.send(Message::Hidden(hidden));
    }

    pub(crate) fn meaning(&self) -> Option<Meaning> {
        Some(self.meaning.read().as_ref()?.for_searches().clone())
    }

    pub(crate) fn choose_meaning(&self, chosen: Option<&EmbedderCache>) {
        // A running pass may take hours. It ends first, so that it can't overwrite the news.
        self.embedding.renew();
        *self.meaning.write() = None;
        // Set here at once: callers waiting for vectors must not mistake the old state for the end.
        self.news.change(|status| status.meaning = before_loading(chosen));
        let _ = self.embedder.send(Wake::Chosen);
    }

    pub(crate) fn pause(&self) {
        self.syncing.pause();
        self.embedding.now().pause();
        self.reading.now().pause();
        self.news.change(|status| status.paused = true);
    }

    pub(crate) fn resume(&self) {
        self.syncing.resume();
        self.embedding.now().resume();
        self.reading.now().resume();
        self.news.change(|status| status.paused = false);
    }

    /// Reads files of the kinds now wanted and forgets others, also the one being read.
    pub(crate) fn read_documents(&self) {
        self.reading.renew();
        self.news.change(|status| status.reading = ReadingState::Waiting);
        let _ = self.reader.send(Wake::Chosen);
    }

    /// Pauses embedding and reading until the result is dropped: a local model gets the processor.
    pub(crate) fn rest(&self) -> [PauseGuard; 2] {
        [self.embedding.now().hold(), self.reading.now().hold()]
    }

    pub(crate) fn status(&self) -> watch::Receiver<IndexStatus> {
        self.status.clone()
    }
}

fn before_loading(chosen: Option<&EmbedderCache>) -> MeaningState {
    chosen.map_or_else(MeaningState::off, |_| MeaningState::Loading)
}

/// `None` if search by meaning works.
fn no_meaning(state: &MeaningState) -> Option<NoMeaning> {
    let (reason, is_news) = match state {
        MeaningState::Off(reason) => (reason.clone(), false),
        MeaningState::Failed(reason) => (reason.clone(), true),
        MeaningState::Loading => (sentences::MEANING_LOADING.to_string(), true),
        MeaningState::Embedding { .. } | MeaningState::Ready => return None,
    };
    Some(NoMeaning { reason, is_news })
}

impl OpenVault {
    /// Waits up to `patience` for threads with models: exiting while a model runs crashes ONNX Runtime.
    pub(crate) fn close(&self, patience: Duration) {
        self.end();
        let ended = self.models_ended.lock();
        let _ = ended.recv_timeout(patience);
    }

    fn end(&self) {
        self.state.closed.store(true, Ordering::Release);
        self.syncing.cancel();
        self.embedding.now().cancel();
        self.reading.now().cancel();
        let _ = self.keeper.send(Message::Close);
        let _ = self.embedder.send(Wake::Close);
        let _ = self.reader.send(Wake::Close);
    }
}

impl Drop for OpenVault {
    fn drop(&mut self) {
        self.end();
    }
}
