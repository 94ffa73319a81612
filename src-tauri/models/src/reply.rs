//! An answer while it is read.

use std::time::Duration;

use futures::channel::mpsc::UnboundedSender;

use crate::calls::{Calls, Offer, Part};
use crate::recover::{CallFinder, Found};
use crate::think::{Piece, ThinkSplitter};
use crate::{Error, FinishReason, StreamEvent, ToolCall, Usage};

/// An event that isn't the last one of its stream. Apart from the endings, so that a stream can't
/// have two of them, nor anything after one.
#[derive(Debug)]
pub(crate) enum Said {
    Text(String),
    Thinking(String),
    Call(ToolCall),
    Waiting { pause: Duration, error: Error },
}

impl From<Said> for StreamEvent {
    fn from(said: Said) -> Self {
        match said {
            Said::Text(text) => Self::Text(text),
            Said::Thinking(text) => Self::Thinking(text),
            Said::Call(call) => Self::ToolCall(call),
            Said::Waiting { pause, error } => Self::Waiting { pause, error },
        }
    }
}

/// What is known of an answer so far. Protocols write into it.
pub(crate) struct Reply {
    sink: UnboundedSender<Said>,
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
    pub(crate) fn new(sink: UnboundedSender<Said>, offer: &Offer) -> Self {
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
            Piece::Thinking(text) => send(sink, Said::Thinking(text)),
            Piece::Text(text) => finder.push(&text, &mut |found| take(sink, calls, found)),
        });
    }

    /// Thinking that the server told apart by itself.
    pub(crate) fn thinking(&mut self, thinking: &str) {
        if !thinking.is_empty() {
            self.begun = true;
            send(&self.sink, Said::Thinking(thinking.to_owned()));
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
            if let Found::Text(text) = found {
                send(sink, Said::Text(text));
            }
        });
    }

    /// Gives out what was held back, because nothing more comes. `whole`: the answer has an end, so
    /// that a call at the end of the text is one.
    pub(crate) fn flush(&mut self, whole: bool) {
        let Self { think, finder, calls, sink, .. } = self;
        think.end(&mut |piece| match piece {
            Piece::Thinking(text) => send(sink, Said::Thinking(text)),
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
            send(&self.sink, Said::Call(call));
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
fn send(sink: &UnboundedSender<Said>, said: Said) {
    drop(sink.unbounded_send(said));
}

fn take(sink: &UnboundedSender<Said>, calls: &mut Calls, found: Found) {
    match found {
        Found::Text(text) => send(sink, Said::Text(text)),
        Found::Call { name, arguments } => {
            calls.whole(&Part { name: &name, arguments: arguments.into(), ..Part::default() });
        }
    }
}
