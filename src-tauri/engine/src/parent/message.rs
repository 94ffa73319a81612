//! What the thread that has the child is told.

use futures::channel::mpsc::UnboundedSender;

use super::options::{Priority, Question};
use crate::protocol::{Event, Failure};

/// What the supervisor is told.
pub(super) enum Message {
    Ask(Job),
    /// The question with this number isn't wanted any more.
    Cancel(u64),
    Event {
        child: u64,
        event: Box<Result<Event, String>>,
    },
    Ended {
        child: u64,
    },
    Unload,
    /// The engine isn't needed any more.
    Stop,
}

/// A question and where its answer goes.
pub(super) struct Job {
    pub id: u64,
    pub question: Question,
    pub events: UnboundedSender<Event>,
    pub begun: bool,
    /// What came of background work so far: it is told at its end, since it may begin anew.
    held: Vec<Event>,
}

impl Job {
    pub fn new(id: u64, question: Question, events: UnboundedSender<Event>) -> Self {
        Self { id, question, events, begun: false, held: Vec::new() }
    }

    /// Nobody may listen any more; then it goes nowhere.
    pub fn tell(&mut self, event: Event) {
        match self.question.priority {
            Priority::Question => self.send(event),
            Priority::Background => self.held.push(event),
        }
    }

    fn send(&self, event: Event) {
        let _ = self.events.unbounded_send(event);
    }

    /// Tells the last thing.
    pub fn end(mut self, event: Event) {
        for held in std::mem::take(&mut self.held) {
            self.send(held);
        }
        self.send(event);
    }

    /// Whether this is background work for which the child is only loading its model so far.
    pub fn is_only_loading(&self) -> bool {
        self.question.priority == Priority::Background && !self.begun
    }

    /// The same work, of which nothing is done yet.
    pub fn anew(self) -> Self {
        Self::new(self.id, self.question, self.events)
    }

    pub fn fail(self, failure: Failure) {
        self.end(Event::Failed(failure));
    }
}
