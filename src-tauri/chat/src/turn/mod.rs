//! One turn, from question to checked answer.

mod answering;
mod basis;
mod checking;
mod earlier;
mod gather;
mod intent;
mod project;
mod query;
mod retrieve;
mod run;
mod running;
mod summing;
mod tooling;
mod whole;
mod without;
mod writing;

use std::time::Duration;

use futures::stream::{self, BoxStream, StreamExt};
use models::Usage;
use tokio::{runtime::Handle, sync::mpsc};

pub(crate) use answering::assemble;
pub(crate) use gather::{Draft, Gathered, Web, bare_input, gather};
pub(crate) use query::matter;
pub(crate) use retrieve::{Hits, Sources, Within};
pub(crate) use run::Turn;
pub(crate) use running::Running;
pub(crate) use tooling::equip;
pub(crate) use whole::WholeNotes;

use crate::{
    Code, ConversationId, Error, MessageId, TurnEvent,
    context::ContextView,
    library::{Call, Compaction, Message, Step},
    references::{Piece, Reference},
};

/// The text of an answer to a question that no note says anything about. The app gives it, and no
/// model is called.
pub const NO_SUPPORT: &str = "No note supports this.";

/// The same where the web alone was searched.
pub const NO_PAGE: &str = "Nothing on the web supports this.";

/// The text before the numbers of an answer without a model.
pub const PASSAGES: &str = "These passages match best:";

/// The text of an answer without a model for which nothing was found.
pub const NO_PASSAGES: &str = "No passage of your notes matches this.";

/// How a turn ended. There is one for each turn, and it makes the turn's last event.
enum End {
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
struct Emit(mpsc::UnboundedSender<TurnEvent>);

impl Emit {
    fn send(&self, event: TurnEvent) {
        let _ = self.0.send(event);
    }

    fn started(&self, conversation: ConversationId, question: Message, answer: MessageId) {
        self.send(TurnEvent::Started { conversation, question: Box::new(question), answer });
    }

    fn references(&self, references: Vec<Reference>) {
        self.send(TurnEvent::References(references));
    }

    fn context(&self, view: ContextView) {
        self.send(TurnEvent::Context(Box::new(view)));
    }

    fn notice(&self, notice: String) {
        self.send(TurnEvent::Notice(notice));
    }

    fn waiting(&self, pause: Duration, error: Error) {
        self.send(TurnEvent::Waiting { pause, error });
    }

    fn thinking(&self, text: String) {
        self.send(TurnEvent::Thinking(text));
    }

    fn piece(&self, piece: Piece) {
        self.send(match piece {
            Piece::Text(text) => TurnEvent::Text(text),
            Piece::Citation(number) => TurnEvent::Citation(number),
        });
    }

    fn step(&self, step: Step) {
        self.send(TurnEvent::Step(step));
    }

    fn called(&self, call: Call) {
        self.send(TurnEvent::Called(call));
    }

    fn compacting(&self) {
        self.send(TurnEvent::Compacting);
    }

    fn compacted(&self, compaction: Compaction) {
        self.send(TurnEvent::Compacted(Box::new(compaction)));
    }

    fn usage(&self, usage: Usage) {
        self.send(TurnEvent::Usage(usage));
    }
}

/// Runs a turn to its end, whether or not the stream is read. The stream ends with the turn's one
/// terminal event, also if the turn panics.
pub(crate) fn start(runtime: &Handle, turn: Turn) -> BoxStream<'static, TurnEvent> {
    let (events, received) = mpsc::unbounded_channel();
    runtime.spawn(async move {
        let (library, answer) = (turn.library.clone(), turn.answer);
        let end = match tokio::spawn(turn.run(Emit(events.clone()))).await {
            Ok(end) => end,
            Err(panic) => {
                let error = Error::new(
                    Code::Internal,
                    format!("This answer failed because of a defect in Marginalia: {panic}"),
                );
                run::fail_kept(&library, answer, error).await
            }
        };
        let _ = events.send(end.into());
    });
    stream::unfold(received, |mut received| async move {
        received.recv().await.map(|event| (event, received))
    })
    .boxed()
}

/// A turn that failed before it began.
pub(crate) fn refused(error: Error) -> BoxStream<'static, TurnEvent> {
    stream::once(async move { TurnEvent::Failed { answer: None, error } }).boxed()
}
