//! What a turn tells while it runs, and how it ends.

use std::time::Duration;

use conversation::{
    Call, Compaction, ContextView, ConversationId, Error, Message, MessageId, Outgoing, Reference,
    Step, Survey, Work,
};
use grounding::references::Piece;
use models::{Tokens, Usage};
use tokio::sync::mpsc;

use crate::event::TurnEvent;

/// How a turn ended. There is one for each turn, and it makes the turn's last event.
pub(crate) enum End {
    Finished(Message),
    Cancelled(Message),
    Failed { answer: Option<Message>, error: Error },
}

impl From<End> for TurnEvent {
    fn from(end: End) -> Self {
        match end {
            End::Finished(answer) => Self::Finished(Box::new(answer)),
            End::Cancelled(answer) => Self::Cancelled(Box::new(answer)),
            End::Failed { answer, error } => Self::Failed { answer: answer.map(Box::new), error },
        }
    }
}

/// Sends the events of a turn but its last. Whether anybody listens makes no difference to it.
#[derive(Clone)]
pub(crate) struct Emit(pub(crate) mpsc::UnboundedSender<TurnEvent>);

impl Emit {
    pub(crate) fn send(&self, event: TurnEvent) {
        let _ = self.0.send(event);
    }

    pub(crate) fn started(
        &self,
        conversation: ConversationId,
        question: Message,
        answer: MessageId,
    ) {
        self.send(TurnEvent::Started { conversation, question: Box::new(question), answer });
    }

    pub(crate) fn references(&self, references: Vec<Reference>) {
        self.send(TurnEvent::References(references));
    }

    pub(crate) fn context(&self, view: ContextView) {
        self.send(TurnEvent::Context(Box::new(view)));
    }

    pub(crate) fn outgoing(&self, outgoing: Outgoing) {
        self.send(TurnEvent::Outgoing(outgoing));
    }

    pub(crate) fn notice(&self, notice: String) {
        self.send(TurnEvent::Notice(notice));
    }

    pub(crate) fn waiting(&self, pause: Duration, error: Error) {
        self.send(TurnEvent::Waiting { pause, error });
    }

    pub(crate) fn reading(&self, tokens: Tokens, left: Duration) {
        self.send(TurnEvent::Reading { tokens, left });
    }

    pub(crate) fn thinking(&self, text: String) {
        self.send(TurnEvent::Thinking(text));
    }

    pub(crate) fn piece(&self, piece: Piece) {
        self.send(match piece {
            Piece::Text(text) => TurnEvent::Text(text),
            Piece::Citation(number) => TurnEvent::Citation(number),
        });
    }

    pub(crate) fn step(&self, step: Step) {
        self.send(TurnEvent::Step(step));
    }

    pub(crate) fn called(&self, call: Call) {
        self.send(TurnEvent::Called(call));
    }

    pub(crate) fn survey(&self, survey: Survey) {
        self.send(TurnEvent::Survey(Box::new(survey)));
    }

    pub(crate) fn work(&self, work: Work) {
        self.send(TurnEvent::Work(Box::new(work)));
    }

    pub(crate) fn routed(&self, command: String) {
        self.send(TurnEvent::Routed(command));
    }

    pub(crate) fn compacting(&self) {
        self.send(TurnEvent::Compacting);
    }

    pub(crate) fn compacted(&self, compaction: Compaction) {
        self.send(TurnEvent::Compacted(Box::new(compaction)));
    }

    pub(crate) fn usage(&self, usage: Usage) {
        self.send(TurnEvent::Usage(usage));
    }
}
