//! The thread that reads files that are no notes, at low priority.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Weak, mpsc},
    time::{Duration, Instant},
};

use conversation::FileGroup;
use index::{DocumentEvent, DocumentReport, Index};
use library::VaultId;

use super::{
    background::lower_priority,
    embedding::{Handle, Wake},
    moved_notes,
    news::News,
    owner::Owner,
    status::{Broadcast, ReadingState},
};
use crate::{recognition::PagesDone, sentences};

const PROGRESS_PAUSE: Duration = Duration::from_millis(250);

pub(super) struct Reading {
    pub(super) index: Index,
    pub(super) id: VaultId,
    pub(super) owner: Weak<dyn Owner>,
    pub(super) news: Arc<News>,
    pub(super) control: Arc<Handle>,
    pub(super) embedding: mpsc::Sender<Wake>,
}

/// Callers must not wait for files from an ended thread.
impl Drop for Reading {
    fn drop(&mut self) {
        self.news.change(|status| status.reading = ReadingState::Done);
    }
}

impl Reading {
    pub(super) fn run(self, inbox: &mpsc::Receiver<Wake>) {
        // This thread starts the child processes that read.
        lower_priority();
        while let Ok(first) = inbox.recv() {
            let woken: Vec<Wake> = std::iter::once(first).chain(inbox.try_iter()).collect();
            if woken.iter().any(|wake| matches!(wake, Wake::Close)) {
                return;
            }
            // A pass that panics is reported, and the next one tries the same files again.
            let pass = || {
                #[cfg(test)]
                assert!(woken.iter().all(|wake| !matches!(wake, Wake::Panic)), "a test's panic");
                self.pass()
            };
            let passed = catch_unwind(AssertUnwindSafe(pass))
                .unwrap_or_else(|panic| Err(index::Error::panicked(&*panic)));
            let state = match passed {
                Ok(report) => {
                    self.tell(report);
                    ReadingState::Done
                }
                Err(index::Error::Cancelled) => ReadingState::Done,
                Err(error) => {
                    tracing::error!(%error, "files that are no notes can't be read");
                    ReadingState::Failed(sentences::files_not_read(&error))
                }
            };
            self.news.change(|status| status.reading = state);
            if self.news.state().is_closed() {
                return;
            }
        }
    }

    fn pass(&self) -> index::Result<DocumentReport> {
        let control = self.control.now();
        let Some(owner) = self.owner.upgrade() else { return Ok(DocumentReport::default()) };
        let groups = owner.documents();
        // Dropped after the moves, so that reading files doesn't delay an ending app.
        let mut library = Some(owner.library());
        let mut recognition =
            groups.contains(&FileGroup::Pictures).then(|| owner.recognition()).flatten();
        drop(owner);
        let mut read = |name: String, file, limits| match &mut recognition {
            Some(recognition) => recognition.read(&name, &file, limits, &mut |pages| {
                self.tell_pages(pages);
                control.step()
            }),
            None => Ok(documents::read_open(name, file, limits)),
        };
        let mut told: Option<Instant> = None;
        self.index.read_documents(&groups, &mut read, &control, &mut |event| match event {
            DocumentEvent::Moved(moved) => {
                if let Some(library) = &library {
                    moved_notes::follow(library, self.id, self.index.vault(), &moved);
                }
            }
            DocumentEvent::Progress { done, total } => {
                library = None;
                if told.is_none_or(|told| told.elapsed() >= PROGRESS_PAUSE) {
                    told = Some(Instant::now());
                    let reading = ReadingState::Reading { done, total, pages: None };
                    self.news.change(|status| status.reading = reading);
                }
            }
        })
    }

    fn tell_pages(&self, now: PagesDone) {
        self.news.change(|status| {
            if let ReadingState::Reading { pages, .. } = &mut status.reading {
                *pages = Some(now);
            }
        });
    }

    fn tell(&self, report: DocumentReport) {
        if let Ok(held) = self.index.status() {
            self.news.change(|status| {
                status.documents = held.documents;
                status.chunks = held.chunks;
                status.bytes = held.bytes;
                status.failed = held.failed;
            });
        }
        let mut paths = report.read;
        paths.extend(report.removed);
        paths.extend(report.moved.iter().flat_map(|(from, to)| [from.clone(), to.clone()]));
        if !report.moved.is_empty() {
            self.news.tell(Broadcast::Moved(report.moved));
        }
        if !paths.is_empty() {
            paths.sort();
            self.news.tell(Broadcast::Notes(paths));
            let _ = self.embedding.send(Wake::Synced);
        }
    }
}
