use parking_lot::Mutex;
use std::{
    path::Path,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    task::{Context, Poll},
    thread,
};

use futures::{Stream, StreamExt as _, channel::mpsc::UnboundedReceiver};

use super::{
    message::{Job, Message},
    options::{Options, Question, Status},
    speeds::Speeds,
    supervisor::Supervisor,
};
use crate::{
    catalogue::Measurement,
    protocol::{Event, Failure, FailureKind},
    sentences,
};

/// A language model in a child process. The first question starts the child; dropping the last handle ends it.
#[derive(Clone)]
pub struct Engine {
    shared: Arc<Shared>,
}

struct Shared {
    options: Options,
    status: Arc<Mutex<Status>>,
    speeds: Arc<Mutex<Speeds>>,
    next: AtomicU64,
    /// Sender to the supervisor thread; `None` before the first question.
    supervisor: Mutex<Option<mpsc::Sender<Message>>>,
}

impl std::fmt::Debug for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Engine").field("options", &self.shared.options).finish_non_exhaustive()
    }
}

impl Engine {
    pub fn new(options: Options) -> Self {
        let speeds = Speeds::open(options.speeds.clone());
        Self {
            shared: Arc::new(Shared {
                options,
                status: Arc::default(),
                speeds: Arc::new(Mutex::new(speeds)),
                next: AtomicU64::new(1),
                supervisor: Mutex::new(None),
            }),
        }
    }

    /// The answer ends in exactly one [`Event::Done`] or [`Event::Failed`]; dropping it cancels the question.
    pub fn ask(&self, question: Question) -> Answer {
        let id = self.shared.next.fetch_add(1, Ordering::Relaxed);
        // Unbounded, because the supervisor can't wait for one question's reader. The channel holds at most one
        // answer: the child limits its tokens, the reader its bytes.
        let (events, answer) = futures::channel::mpsc::unbounded();
        let job = Job::new(id, question, events);
        let supervisor = self.shared.send(Message::Ask(job));
        Answer { id, events: answer, supervisor, ended: false }
    }

    /// Ends the child, and a running answer with it. The next question restarts the child.
    pub fn unload(&self) {
        if let Some(supervisor) = &*self.shared.lock() {
            let _ = supervisor.send(Message::Unload);
        }
    }

    pub fn status(&self) -> Status {
        self.shared.status.lock().clone()
    }

    /// The model's speed on this machine; the last answers weigh most. `model` is its file.
    pub fn speed(&self, model: &Path) -> Option<Measurement> {
        self.shared.speeds.lock().of(model)
    }

    /// The speed of the model that answered last.
    pub fn last_speed(&self) -> Option<Measurement> {
        self.shared.speeds.lock().last()
    }
}

impl Shared {
    fn lock(&self) -> parking_lot::MutexGuard<'_, Option<mpsc::Sender<Message>>> {
        self.supervisor.lock()
    }

    fn send(&self, message: Message) -> mpsc::Sender<Message> {
        let mut supervisor = self.lock();
        let message = match &*supervisor {
            Some(sender) => match sender.send(message) {
                Ok(()) => return sender.clone(),
                // The supervisor's thread panicked; this question starts a new thread.
                Err(mpsc::SendError(message)) => message,
            },
            None => message,
        };
        let (sender, inbox) = mpsc::channel();
        let shared = (Arc::clone(&self.status), Arc::clone(&self.speeds));
        let state = Supervisor::new(self.options.clone(), shared, sender.clone(), inbox);
        // The inbox gets the message before the thread runs. If the thread can't start, the inbox and the message are
        // dropped, and the answer ends in `Event::Failed`.
        let _ = sender.send(message);
        let _ = thread::Builder::new().name("engine".to_owned()).spawn(move || state.run());
        *supervisor = Some(sender.clone());
        sender
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        if let Some(supervisor) = &*self.lock() {
            let _ = supervisor.send(Message::Stop);
        }
    }
}

#[derive(Debug)]
pub struct Answer {
    id: u64,
    events: UnboundedReceiver<Event>,
    supervisor: mpsc::Sender<Message>,
    ended: bool,
}

impl Answer {
    /// The answer then ends in [`Event::Done`] with
    /// [`StopReason::Cancelled`](crate::protocol::StopReason::Cancelled).
    pub fn cancel(&self) {
        let _ = self.supervisor.send(Message::Cancel(self.id));
    }
}

impl Stream for Answer {
    type Item = Event;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Event>> {
        if self.ended {
            return Poll::Ready(None);
        }
        let event = match self.events.poll_next_unpin(cx) {
            Poll::Pending => return Poll::Pending,
            Poll::Ready(Some(event)) => event,
            Poll::Ready(None) => Event::Failed(Failure::new(FailureKind::Other, sentences::ENDED)),
        };
        self.ended = matches!(event, Event::Done(_) | Event::Failed(_));
        Poll::Ready(Some(event))
    }
}

impl Drop for Answer {
    fn drop(&mut self) {
        if !self.ended {
            self.cancel();
        }
    }
}
