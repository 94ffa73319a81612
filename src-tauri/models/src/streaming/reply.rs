//! An answer while it is read.

use std::time::Duration;

use futures::channel::mpsc::UnboundedSender;

use super::event::StreamEvent;
use super::think::{Piece, ThinkSplitter};
use crate::calls::{CallFinder, Calls, Fragment, Offer, Part};
use conversation::model::{Error, FinishReason, ToolCall, Usage};

/// An event that isn't the last one of its stream. Apart from the endings, so that a stream can't
/// have two of them, nor anything after one.
#[derive(Debug)]
pub(crate) enum AnswerPart {
    Text(String),
    Thinking(String),
    Call(ToolCall),
    Waiting { pause: Duration, error: Error },
}

impl From<AnswerPart> for StreamEvent {
    fn from(said: AnswerPart) -> Self {
        match said {
            AnswerPart::Text(text) => Self::Text(text),
            AnswerPart::Thinking(text) => Self::Thinking(text),
            AnswerPart::Call(call) => Self::ToolCall(call),
            AnswerPart::Waiting { pause, error } => Self::Waiting { pause, error },
        }
    }
}

/// What is known of an answer so far. Protocols write into it.
pub(crate) struct Reply {
    sink: UnboundedSender<AnswerPart>,
    think: ThinkSplitter,
    finder: CallFinder,
    calls: Calls,
    /// Whether anything of the answer came. From then on nothing is tried again.
    pub begun: bool,
    /// Whether anything came that belongs to the protocol.
    pub spoken: bool,
    /// Why the answer ended; `None` while it goes on.
    pub finish: Option<FinishReason>,
    /// The server's count, if it told one.
    pub usage: Option<Usage>,
    /// Whether the server said that nothing more comes.
    pub complete: bool,
}

impl Reply {
    pub(crate) fn new(sink: UnboundedSender<AnswerPart>, offer: &Offer) -> Self {
        Self {
            sink,
            think: ThinkSplitter::default(),
            finder: CallFinder::new(offer),
            calls: Calls::new(offer.clone()),
            begun: false,
            spoken: false,
            finish: None,
            usage: None,
            complete: false,
        }
    }

    /// Content of the answer, thinking between tags and calls in the text included.
    pub(crate) fn content(&mut self, content: &str) {
        self.begun |= !content.is_empty();
        let Self { think, finder, calls, sink, .. } = self;
        think.push(content, &mut |piece| match piece {
            Piece::Thinking(text) => send(sink, AnswerPart::Thinking(text)),
            Piece::Text(text) => finder.push(&text, &mut |found| take(sink, calls, found)),
        });
    }

    /// Thinking that the server told apart by itself.
    pub(crate) fn thinking(&mut self, thinking: &str) {
        if !thinking.is_empty() {
            self.begun = true;
            send(&self.sink, AnswerPart::Thinking(thinking.to_owned()));
        }
    }

    /// A piece of a call.
    pub(crate) fn call(&mut self, part: &Part<'_>) {
        self.native();
        self.calls.part(part);
    }

    /// A call in one piece.
    pub(crate) fn whole_call(&mut self, part: &Part<'_>) {
        self.native();
        self.calls.whole(part);
    }

    /// A server that knows calls leaves none in the text: what looks like one there is about it.
    fn native(&mut self) {
        self.begun = true;
        let Self { finder, sink, .. } = self;
        finder.give_up(&mut |found| {
            if let Fragment::Text(text) = found {
                send(sink, AnswerPart::Text(text));
            }
        });
    }

    /// Gives out what was held back, because nothing more comes. `whole`: the answer has an end, so
    /// that a call at the end of the text is one.
    pub(crate) fn flush(&mut self, whole: bool) {
        let Self { think, finder, calls, sink, .. } = self;
        think.end(&mut |piece| match piece {
            Piece::Thinking(text) => send(sink, AnswerPart::Thinking(text)),
            Piece::Text(text) => finder.push(&text, &mut |found| take(sink, calls, found)),
        });
        let out = &mut |found| take(sink, calls, found);
        if whole { finder.end(out) } else { finder.give_up(out) }
    }

    /// Gives out the calls, and says why the answer ended.
    pub(crate) fn conclude(&mut self) -> FinishReason {
        let finish = self.finish.unwrap_or(FinishReason::Other);
        let calls = self.calls.take(finish == FinishReason::Length);
        let called = !calls.is_empty();
        for call in calls {
            send(&self.sink, AnswerPart::Call(call));
        }
        match finish {
            FinishReason::Length | FinishReason::Filtered => finish,
            // Many servers say "stop" after calls as well, and some say "calls" without any.
            _ if called => FinishReason::ToolCalls,
            FinishReason::ToolCalls => FinishReason::Other,
            finish => finish,
        }
    }
}

/// Sending fails only if nobody reads any more, and then this is being dropped as well.
fn send(sink: &UnboundedSender<AnswerPart>, said: AnswerPart) {
    drop(sink.unbounded_send(said));
}

fn take(sink: &UnboundedSender<AnswerPart>, calls: &mut Calls, found: Fragment) {
    match found {
        Fragment::Text(text) => send(sink, AnswerPart::Text(text)),
        Fragment::Call { name, arguments } => {
            calls.whole(&Part { name: &name, arguments: arguments.into(), ..Part::default() });
        }
    }
}
