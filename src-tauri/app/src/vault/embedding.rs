//! The thread that embeds passages at low priority.

use parking_lot::{Mutex, RwLock};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Weak,
        atomic::Ordering,
        mpsc::{self, RecvTimeoutError},
    },
    time::{Duration, Instant},
};

use index::{Control, EmbedEvent, Index};

use super::{background::lower_priority, news::News, owner::Owner, status::MeaningState};
use crate::sentences;
use retrieval::Meaning;

const PROGRESS_PAUSE: Duration = Duration::from_millis(250);

/// The pause after a failure: the first, and the maximum. It doubles each time.
const FIRST_PAUSE: Duration = Duration::from_secs(10);
const LONGEST_PAUSE: Duration = Duration::from_secs(600);

/// Time without a search by meaning before the model leaves memory, and how often that is checked.
const IDLE: Duration = Duration::from_secs(180);
const IDLE_LOOK: Duration = Duration::from_secs(30);

pub(super) enum Wake {
    Synced,
    /// Another model was chosen, or the same one is retried.
    Chosen,
    #[cfg(test)]
    Idle,
    #[cfg(test)]
    Panic,
    Close,
}

/// The models in use; empty until a pass has loaded the chosen one.
pub(super) type Slot = Arc<RwLock<Option<LoadedModels>>>;

#[derive(Clone)]
pub(super) struct LoadedModels {
    /// The chosen model and its vectors.
    chosen: Meaning,
    /// An earlier model, for searches until the chosen model's vectors are complete.
    stand_in: Option<Meaning>,
}

impl LoadedModels {
    pub(super) fn for_searches(&self) -> &Meaning {
        self.stand_in.as_ref().unwrap_or(&self.chosen)
    }
}

/// Controls the running pass, or the next one.
#[derive(Default)]
pub(super) struct Handle(Mutex<Control>);

impl Handle {
    pub(super) fn now(&self) -> Control {
        self.0.lock().clone()
    }

    /// Ends the running pass. The next one is paused if this one was.
    pub(super) fn renew(&self) {
        let mut control = self.0.lock();
        let next = Control::default();
        if control.is_paused() {
            next.pause();
        }
        std::mem::replace(&mut *control, next).cancel();
    }
}

pub(super) struct Embedding {
    pub(super) index: Index,
    pub(super) owner: Weak<dyn Owner>,
    pub(super) news: Arc<News>,
    pub(super) control: Arc<Handle>,
    pub(super) slot: Slot,
    /// The pause after the next failure.
    pub(super) pause: Duration,
}

/// Callers must not wait for vectors from an ended thread.
impl Drop for Embedding {
    fn drop(&mut self) {
        self.news.change(|status| {
            if matches!(status.meaning, MeaningState::Loading | MeaningState::Embedding { .. }) {
                status.meaning = MeaningState::Failed(sentences::MEANING_CLOSED.to_string());
            }
        });
    }
}

impl Embedding {
    pub(super) const FIRST_PAUSE: Duration = FIRST_PAUSE;

    pub(super) fn run(mut self, inbox: &mpsc::Receiver<Wake>) {
        // The first pass waits for a message, because loading the model would slow the first sync.
        let mut again: Option<Instant> = None;
        loop {
            let left = again.map(|when| when.saturating_duration_since(Instant::now()));
            let first = inbox.recv_timeout(left.unwrap_or(IDLE_LOOK).min(IDLE_LOOK));
            if matches!(first, Err(RecvTimeoutError::Disconnected)) {
                return;
            }
            let woken: Vec<Wake> = first.into_iter().chain(inbox.try_iter()).collect();
            #[cfg(test)]
            if woken.iter().any(|wake| matches!(wake, Wake::Idle)) {
                self.idle(Duration::ZERO);
                continue;
            }
            if woken.is_empty() && again.is_none_or(|at| at > Instant::now()) {
                self.idle(IDLE);
                continue;
            }
            if woken.iter().any(|wake| matches!(wake, Wake::Close)) {
                return;
            }
            if woken.iter().any(|wake| matches!(wake, Wake::Chosen)) {
                self.pause = FIRST_PAUSE;
            }
            // A save doesn't wake a model that failed a moment ago.
            if woken.iter().all(|wake| matches!(wake, Wake::Synced))
                && !woken.is_empty()
                && again.is_some()
            {
                continue;
            }
            let pause = catch_unwind(AssertUnwindSafe(|| self.pass())).unwrap_or_else(|panic| {
                let error = index::Error::panicked(&*panic);
                tracing::error!(%error, "a pass of embedding panicked");
                self.failed(&self.control.now(), error.to_string())
            });
            again = pause.map(|pause| Instant::now() + pause);
            if self.news.state().is_closed() {
                return;
            }
        }
    }

    /// Embeds missing passages. Returns the pause before a retry if that failed.
    fn pass(&mut self) -> Option<Duration> {
        // Read before the model, so that choosing another one ends this pass.
        let control = self.control.now();
        let held = self.slot.read().clone();
        let loaded = match held {
            Some(loaded) => loaded,
            None => {
                let chosen = self.owner.upgrade()?.embedder();
                let Some(chosen) = chosen else {
                    self.tell(&control, MeaningState::off());
                    return None;
                };
                self.tell(&control, MeaningState::Loading);
                let meaning = match chosen.load(&self.index) {
                    Ok(meaning) => meaning,
                    Err(error) => return self.failed(&control, error.to_string()),
                };
                let stand_in = chosen.stand_in(&self.index, &meaning).unwrap_or_else(|error| {
                    tracing::warn!(%error, "the vectors of the earlier model can't be searched");
                    None
                });
                LoadedModels { chosen: meaning, stand_in }
            }
        };
        let meaning = loaded.chosen.clone();
        {
            // Doesn't overwrite a later choice, which emptied the slot.
            let mut slot = self.slot.write();
            if control.is_cancelled() {
                return None;
            }
            *slot = Some(loaded);
        }
        // This thread starts the model's threads; searches have their own.
        lower_priority();
        let mut told: Option<Instant> = None;
        let news = self.news.clone();
        let syncs = news.state().syncs.load(Ordering::Acquire);
        let result =
            self.index.embed_with(&*meaning.embedder, &*meaning.store, &control, &mut |event| {
                match event {
                    EmbedEvent::Found { done, total } if done < total => {
                        self.tell(&control, MeaningState::Embedding { done, total });
                    }
                    EmbedEvent::Progress { done, total }
                        if told.is_none_or(|told| told.elapsed() >= PROGRESS_PAUSE) =>
                    {
                        told = Some(Instant::now());
                        self.tell(&control, MeaningState::Embedding { done, total });
                    }
                    _ => {}
                }
            });
        if result.is_ok()
            && let Some(loaded) = &mut *self.slot.write()
            && !control.is_cancelled()
        {
            loaded.stand_in = None;
        }
        if let Ok(now) = self.index.embedded(meaning.embedder.model(), &*meaning.store) {
            self.news.change(|status| {
                status.embedded = now.embedded;
                status.refused = now.refused;
                status.bytes = self.index.status().map_or(status.bytes, |held| held.bytes);
            });
        }
        match result {
            Ok(_) => {
                self.pause = FIRST_PAUSE;
                // Ready unless a sync finished meanwhile: its `Wake::Synced` starts another pass.
                self.tell_if(&control, MeaningState::Ready, || {
                    news.state().syncs.load(Ordering::Acquire) == syncs
                });
                None
            }
            Err(index::Error::Cancelled) => None,
            Err(error) => {
                if let index::Error::Model(models::Error { retry_after: Some(seconds), .. }) =
                    &error
                {
                    self.pause = self.pause.max(Duration::from_secs(u64::from(*seconds)));
                }
                self.failed(&control, error.to_string())
            }
        }
    }

    /// Frees memory unused for this long. The next search takes some hundred milliseconds more.
    fn idle(&self, idle: Duration) {
        if let Some(LoadedModels { chosen, stand_in }) = &*self.slot.read() {
            for Meaning { embedder, store } in stand_in.iter().chain([chosen]) {
                embedder.free_if_idle(idle);
                store.free_if_idle(idle);
            }
        }
    }

    fn failed(&mut self, control: &Control, reason: String) -> Option<Duration> {
        self.tell(control, MeaningState::Failed(reason));
        let pause = self.pause;
        self.pause = (pause * 2).min(LONGEST_PAUSE);
        Some(pause)
    }

    fn tell(&self, control: &Control, state: MeaningState) {
        self.tell_if(control, state, || true);
    }

    /// A cancelled pass must not report on another model.
    fn tell_if(&self, control: &Control, state: MeaningState, is_so: impl FnOnce() -> bool) {
        self.news.change(|status| {
            if !control.is_cancelled() && is_so() {
                status.meaning = state;
            }
        });
    }
}
