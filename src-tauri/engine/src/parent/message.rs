use futures::channel::mpsc::UnboundedSender;

use super::options::{Priority, Question};
use crate::protocol::{Event, Failure};

pub(super) enum Message {
    Ask(Job),
    Cancel(u64),
    Event { child: u64, event: Box<Result<Event, String>> },
    Ended { child: u64 },
    Unload,
    Stop,
}

pub(super) struct Job {
    pub id: u64,
    pub question: Question,
    pub events: UnboundedSender<Event>,
    pub begun: bool,
    /// Events of background work, sent together at its end, because it may restart.
    buffered: Vec<Event>,
}

impl Job {
    pub fn new(id: u64, question: Question, events: UnboundedSender<Event>) -> Self {
        Self { id, question, events, begun: false, buffered: Vec::new() }
    }

    pub fn tell(&mut self, event: Event) {
        match self.question.priority {
            Priority::Question => self.send(event),
            Priority::Background => self.buffered.push(event),
        }
    }

    fn send(&self, event: Event) {
        let _ = self.events.unbounded_send(event);
    }

    pub fn end(mut self, event: Event) {
        for earlier in std::mem::take(&mut self.buffered) {
            self.send(earlier);
        }
        self.send(event);
    }

    pub fn is_only_loading(&self) -> bool {
        self.question.priority == Priority::Background && !self.begun
    }

    pub fn restarted(self) -> Self {
        Self::new(self.id, self.question, self.events)
    }

    pub fn fail(self, failure: Failure) {
        self.end(Event::Failed(failure));
    }
}
