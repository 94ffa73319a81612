//! The thread that embeds passages when the machine is otherwise idle.

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

/// Progress goes to fronts at most this often.
const PROGRESS_PAUSE: Duration = Duration::from_millis(250);

/// How long a model that failed is left alone: at first, and at most. Each time it is twice as long.
const FIRST_REST: Duration = Duration::from_secs(10);
const LONGEST_REST: Duration = Duration::from_secs(600);

/// How long nothing was searched by meaning before the model and the vectors leave the memory, and
/// how often that is looked at.
const IDLE: Duration = Duration::from_secs(180);
const IDLE_LOOK: Duration = Duration::from_secs(30);

pub(super) enum Wake {
    Synced,
    /// Another model was chosen, or the same one is to be tried again.
    Chosen,
    /// It is taken to have been idle.
    #[cfg(test)]
    Idle,
    /// The next pass over files panics.
    #[cfg(test)]
    Panic,
    Close,
}

/// What a search by meaning needs, once it is there.
pub(super) type Slot = Arc<RwLock<Option<Meaning>>>;

/// The handle of the pass that runs, or of the next one.
#[derive(Default)]
pub(super) struct Handle(Mutex<Control>);

impl Handle {
    pub(super) fn now(&self) -> Control {
        self.0.lock().clone()
    }

    /// Ends the pass that runs. The next one is paused if this one was.
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
    /// Weak, so that an app that ends isn't kept by its vault.
    pub(super) owner: Weak<dyn Owner>,
    pub(super) news: Arc<News>,
    pub(super) control: Arc<Handle>,
    pub(super) slot: Slot,
    /// How long the model rests when it fails the next time.
    pub(super) rest: Duration,
}

/// Nobody waits for vectors that nobody makes any more.
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
    pub(super) const FIRST_REST: Duration = FIRST_REST;

    pub(super) fn run(mut self, inbox: &mpsc::Receiver<Wake>) {
        // Until there are notes, there is nothing to do; loading the model beside the first sync
        // would only slow it.
        let mut again: Option<Instant> = None;
        loop {
            let pause = again.map(|when| when.saturating_duration_since(Instant::now()));
            let first = inbox.recv_timeout(pause.unwrap_or(IDLE_LOOK).min(IDLE_LOOK));
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
                self.rest = FIRST_REST;
            }
            // A save doesn't wake a model that failed a moment ago.
            if woken.iter().all(|wake| matches!(wake, Wake::Synced))
                && !woken.is_empty()
                && again.is_some()
            {
                continue;
            }
            // A pass that panics fails alone: the failure is reported, and it is tried again after a rest.
            let rest = catch_unwind(AssertUnwindSafe(|| self.pass())).unwrap_or_else(|panic| {
                let error = index::Error::panicked(&*panic);
                tracing::error!(%error, "a pass of embedding panicked");
                self.failed(&self.control.now(), error.to_string())
            });
            again = rest.map(|rest| Instant::now() + rest);
            if self.news.state().is_closed() {
                return;
            }
        }
    }

    /// Embeds what is missing. Returns after which time it is to be tried again, if it failed.
    fn pass(&mut self) -> Option<Duration> {
        // Taken before the model, so that a choice of another one in between ends this pass.
        let control = self.control.now();
        let held = self.slot.read().clone();
        let meaning = match held {
            Some(meaning) => meaning,
            None => {
                let chosen = self.owner.upgrade()?.embedder();
                let Some(chosen) = chosen else {
                    self.tell(&control, MeaningState::off());
                    return None;
                };
                self.tell(&control, MeaningState::Loading);
                match chosen.load(&self.index) {
                    Ok(meaning) => meaning,
                    Err(error) => return self.failed(&control, error.to_string()),
                }
            }
        };
        {
            // Not over the choice of another model, which has emptied it.
            let mut slot = self.slot.write();
            if control.is_cancelled() {
                return None;
            }
            *slot = Some(meaning.clone());
        }
        // Searches have threads of their own; the model's threads are started by this one.
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
        if let Ok(now) = self.index.embedded(meaning.embedder.model(), &*meaning.store) {
            self.news.change(|status| {
                status.embedded = now.embedded;
                status.refused = now.refused;
                status.bytes = self.index.status().map_or(status.bytes, |held| held.bytes);
            });
        }
        match result {
            Ok(_) => {
                self.rest = FIRST_REST;
                // What a sync found meanwhile, the next pass embeds; its message is on the way.
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
                    self.rest = self.rest.max(Duration::from_secs(u64::from(*seconds)));
                }
                self.failed(&control, error.to_string())
            }
        }
    }

    /// Has what was idle for this long give its memory back. Whoever searches next waits some hundred
    /// milliseconds more.
    fn idle(&self, idle: Duration) {
        let slot = self.slot.read();
        if let Some(Meaning { embedder, store }) = &*slot {
            embedder.rest(idle);
            store.rest(idle);
        }
    }

    fn failed(&mut self, control: &Control, reason: String) -> Option<Duration> {
        self.tell(control, MeaningState::Failed(reason));
        let rest = self.rest;
        self.rest = (rest * 2).min(LONGEST_REST);
        Some(rest)
    }

    fn tell(&self, control: &Control, state: MeaningState) {
        self.tell_if(control, state, || true);
    }

    /// Tells how far the pass is that `control` belongs to, if `is_so` still. A pass that another choice
    /// ended has nothing to say of what was chosen.
    fn tell_if(&self, control: &Control, state: MeaningState, is_so: impl FnOnce() -> bool) {
        self.news.change(|status| {
            if !control.is_cancelled() && is_so() {
                status.meaning = state;
            }
        });
    }
}
