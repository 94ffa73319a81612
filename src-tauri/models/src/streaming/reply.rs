//! Reads the pieces of a streamed answer into its events.

use std::collections::VecDeque;
use std::time::Duration;

use super::event::StreamEvent;
use super::repeats::Repeats;
use super::template::TemplateMarks;
use super::think::{Piece, ThinkSplitter};
use crate::calls::{CallFinder, Calls, Fragment, Offer, Part};
use crate::limits::{
    MAX_ARGUMENT_BYTES, MAX_CALLS, MAX_TEXT_BYTES, MAX_THINKING_BYTES, PIECE_BYTES,
};
use conversation::model::{AnswerLimit, Error, FinishReason, Tokens, ToolCall, Usage};

/// A non-final event of a stream. A separate type from endings, so that a stream can't have two endings, nor events
/// after one.
#[derive(Debug)]
pub(crate) enum AnswerPart {
    Text(String),
    Thinking(String),
    Call(ToolCall),
    Waiting { pause: Duration, error: Error },
    Reading { tokens: Tokens, left: Duration },
    Notice(String),
}

impl From<AnswerPart> for StreamEvent {
    fn from(said: AnswerPart) -> Self {
        match said {
            AnswerPart::Text(text) => Self::Text(text),
            AnswerPart::Thinking(text) => Self::Thinking(text),
            AnswerPart::Call(call) => Self::ToolCall(call),
            AnswerPart::Waiting { pause, error } => Self::Waiting { pause, error },
            AnswerPart::Reading { tokens, left } => Self::Reading { tokens, left },
            AnswerPart::Notice(notice) => Self::Notice(notice),
        }
    }
}

#[derive(Default)]
struct Pieces {
    waiting: VecDeque<AnswerPart>,
    waiting_bytes: usize,
    text: usize,
    thinking: usize,
    template: TemplateMarks,
    repeats: Repeats,
    /// Once reached, nothing more is accepted.
    limit: Option<AnswerLimit>,
}

impl Pieces {
    fn text(&mut self, text: &str) {
        let text = self.template.push(text);
        self.clean_text(&text);
    }

    fn end_text(&mut self) {
        let text = self.template.end();
        self.clean_text(&text);
    }

    fn clean_text(&mut self, text: &str) {
        let mut text = self.within(text, self.text, MAX_TEXT_BYTES, AnswerLimit::Text);
        if let Some(end) = self.repeats.push(text) {
            self.limit = Some(AnswerLimit::Loop);
            text = &text[..end];
        }
        self.text += text.len();
        match self.waiting.back_mut() {
            _ if text.is_empty() => {}
            Some(AnswerPart::Text(before)) => before.push_str(text),
            _ => self.waiting.push_back(AnswerPart::Text(text.to_owned())),
        }
    }

    fn thinking(&mut self, text: &str) {
        let text = self.within(text, self.thinking, MAX_THINKING_BYTES, AnswerLimit::Thinking);
        self.thinking += text.len();
        match self.waiting.back_mut() {
            _ if text.is_empty() => {}
            Some(AnswerPart::Thinking(before)) => before.push_str(text),
            _ => self.waiting.push_back(AnswerPart::Thinking(text.to_owned())),
        }
    }

    fn within<'a>(
        &mut self,
        text: &'a str,
        before: usize,
        most: usize,
        limit: AnswerLimit,
    ) -> &'a str {
        if self.limit.is_some() {
            return "";
        }
        let text = if text.len() > most - before {
            self.limit = Some(limit);
            &text[..text.floor_char_boundary(most - before)]
        } else {
            text
        };
        self.waiting_bytes += text.len();
        text
    }
}

pub(crate) struct Reply {
    pieces: Pieces,
    think: ThinkSplitter,
    finder: CallFinder,
    calls: Calls,
    /// A part of the answer arrived, so the call isn't retried.
    pub begun: bool,
    pub spoken: bool,
    pub finish: Option<FinishReason>,
    pub usage: Option<Usage>,
    pub complete: bool,
}

impl Reply {
    pub(crate) fn new(offer: &Offer) -> Self {
        Self {
            pieces: Pieces::default(),
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

    /// Content with thinking between tags and calls in the text.
    pub(crate) fn content(&mut self, content: &str) {
        self.begun |= !content.is_empty();
        let Self { think, finder, calls, pieces, .. } = self;
        think.push(content, &mut |piece| match piece {
            Piece::Thinking(text) => pieces.thinking(&text),
            Piece::Text(text) => finder.push(&text, &mut |found| take(pieces, calls, found)),
        });
        self.limit_calls();
    }

    pub(crate) fn thinking(&mut self, thinking: &str) {
        if !thinking.is_empty() {
            self.begun = true;
            self.pieces.thinking(thinking);
        }
    }

    pub(crate) fn tell(&mut self, part: AnswerPart) {
        self.pieces.waiting.push_back(part);
    }

    pub(crate) fn call(&mut self, part: &Part<'_>) {
        self.native();
        self.calls.part(part);
        self.limit_calls();
    }

    pub(crate) fn whole_call(&mut self, part: &Part<'_>) {
        self.native();
        self.calls.whole(part);
        self.limit_calls();
    }

    fn limit_calls(&mut self) {
        let (calls, bytes) = self.calls.size();
        if calls > MAX_CALLS || bytes > MAX_ARGUMENT_BYTES {
            self.pieces.limit.get_or_insert(AnswerLimit::Calls);
        }
    }

    pub(crate) fn reach(&mut self, limit: AnswerLimit) {
        self.pieces.limit.get_or_insert(limit);
    }

    /// True if the answer is complete, reached a limit, or the model wrote the mark after its turn as text.
    pub(crate) fn is_over(&self) -> bool {
        self.complete || self.pieces.limit.is_some() || self.pieces.template.is_over()
    }

    pub(crate) fn has_much(&self) -> bool {
        self.pieces.waiting_bytes >= PIECE_BYTES
    }

    pub(crate) fn has_some(&self) -> bool {
        !self.pieces.waiting.is_empty()
    }

    pub(crate) fn next(&mut self) -> Option<AnswerPart> {
        let next = self.pieces.waiting.pop_front();
        if self.pieces.waiting.is_empty() {
            self.pieces.waiting_bytes = 0;
        }
        next
    }

    /// A server that sends calls leaves none in the text, so from now on text that looks like a call is text.
    fn native(&mut self) {
        self.begun = true;
        let Self { finder, pieces, .. } = self;
        finder.give_up(&mut |found| {
            if let Fragment::Text(text) = found {
                pieces.text(&text);
            }
        });
    }

    /// Releases buffered text. `whole`: the answer is complete, so a call at its end counts.
    pub(crate) fn flush(&mut self, whole: bool) {
        let Self { think, finder, calls, pieces, .. } = self;
        // A call at the end of a truncated text may be incomplete.
        let whole = whole && pieces.limit.is_none();
        think.end(&mut |piece| match piece {
            Piece::Thinking(text) => pieces.thinking(&text),
            Piece::Text(text) => finder.push(&text, &mut |found| take(pieces, calls, found)),
        });
        let out = &mut |found| take(pieces, calls, found);
        if whole {
            finder.end(out)
        } else {
            finder.give_up(out)
        }
        pieces.end_text();
        self.limit_calls();
    }

    /// Releases the calls, and returns the reason of the end. An answer that reached a limit calls nothing.
    pub(crate) fn conclude(&mut self) -> FinishReason {
        if let Some(limit) = self.pieces.limit {
            return FinishReason::Limit(limit);
        }
        let is_over = self.pieces.template.is_over();
        let unsaid = if is_over { FinishReason::Stop } else { FinishReason::Other };
        let finish = self.finish.unwrap_or(unsaid);
        let calls = self.calls.take(finish == FinishReason::Length);
        let called = !calls.is_empty();
        for call in calls {
            self.pieces.waiting.push_back(AnswerPart::Call(call));
        }
        match finish {
            FinishReason::Length | FinishReason::Filtered => finish,
            // Many servers also say "stop" after calls, and some say "calls" without any.
            _ if called => FinishReason::ToolCalls,
            FinishReason::ToolCalls => FinishReason::Other,
            finish => finish,
        }
    }
}

fn take(pieces: &mut Pieces, calls: &mut Calls, found: Fragment) {
    match found {
        Fragment::Text(text) => pieces.text(&text),
        Fragment::Call { name, arguments } => {
            calls.whole(&Part { name: &name, arguments: arguments.into(), ..Part::default() });
        }
    }
}
