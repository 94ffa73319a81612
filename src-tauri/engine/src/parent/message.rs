//! What the thread that has the child is told.

use futures::channel::mpsc::UnboundedSender;

use super::options::Question;
use crate::protocol::{AnswerEnd, Event, Failure, StopReason};

/// What the supervisor is told.
pub(super) enum Message {
    /// A question.
    Ask(Job),
    /// The question with this number isn't wanted any more.
    Cancel(u64),
    /// A child said something.
    Event { child: u64, event: Box<Result<Event, String>> },
    /// A child's output has ended.
    Ended { child: u64 },
    /// End the child.
    Unload,
    /// The engine isn't needed any more.
    Stop,
}

/// A question and where its answer goes.
pub(super) struct Job {
    pub id: u64,
    pub question: Question,
    pub events: UnboundedSender<Event>,
    /// Whether the child was told.
    pub begun: bool,
}

impl Job {
    /// Nobody may listen any more; then it goes nowhere.
    pub fn tell(&self, event: Event) {
        let _ = self.events.unbounded_send(event);
    }

    pub fn fail(self, failure: Failure) {
        self.tell(Event::Failed(failure));
    }

    pub fn cancelled(self) {
        self.tell(Event::Done(AnswerEnd {
            stop: StopReason::Cancelled,
            prompt_tokens: 0,
            reused_tokens: 0,
            generated: 0,
            prompt_ms: 0,
            generation_ms: 0,
        }));
    }
}
