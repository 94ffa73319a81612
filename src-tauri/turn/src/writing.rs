//! An answer while it is being written: what is shown of it, and how it gets to the library.

use std::{
    collections::{BTreeSet, HashSet},
    time::Duration,
};

use futures::StreamExt;
use futures::stream::BoxStream;
use models::{AnswerLimit, FinishReason, StreamEvent, ToolCall, Usage};
use tokio::time::{Instant, sleep_until};

use crate::emit::Emit;
use conversation::{
    CallState, Code, ConversationId, Error, Message, ReferenceId, Result, Step,
    reference::{Number, Reference, State},
};
use grounding::references::{AnswerText, CitationStream, Piece};
use library::Library;
use retrieval::tools::ToolResult;

/// How long shown text may wait before it is written. With the time that a write takes it stays
/// under the 250 ms that are promised.
const FLUSH_AFTER: Duration = Duration::from_millis(150);

/// How the model's stream ended.
pub(super) enum Ended {
    /// It came to its end, and the model calls these tools.
    Done(Vec<ToolCall>),
    Cancelled,
    Failed(models::Error),
}

/// An answer that is being written.
pub(super) struct Writing {
    library: Library,
    pub(super) emit: Emit,
    pub(super) conversation: ConversationId,
    pub(super) message: Message,
    text: AnswerText,
    pub(super) usage: Option<Usage>,
    pub(super) deleted_marks: Vec<String>,
    /// What went wrong without ending the turn, for the receipt.
    pub(super) problems: Vec<String>,
    /// The ids of calls in earlier turns.
    pub(super) earlier_calls: HashSet<String>,
    /// When the text that isn't written yet has to be.
    due: Option<Instant>,
    /// How much of the answer is written.
    written: Lengths,
}

/// What the receipt of the last call lacks.
#[derive(Default)]
pub(super) struct Report {
    pub(super) usage: Option<Usage>,
    pub(super) deleted_marks: Vec<String>,
    pub(super) problems: Vec<String>,
}

/// How long the parts of an answer are: bytes of text, citation marks, bytes of thinking.
#[derive(Clone, Copy, Default)]
struct Lengths {
    text: usize,
    marks: usize,
    thinking: usize,
}

impl Writing {
    pub(super) fn new(
        library: Library,
        emit: Emit,
        conversation: ConversationId,
        message: Message,
    ) -> Self {
        Self {
            library,
            emit,
            conversation,
            message,
            text: AnswerText::new(),
            usage: None,
            deleted_marks: Vec::new(),
            problems: Vec::new(),
            earlier_calls: HashSet::new(),
            due: None,
            written: Lengths::default(),
        }
    }

    /// Tells the user something besides the answer, and keeps it with the answer.
    pub(super) fn notice(&mut self, notice: String) {
        self.problems.push(notice.clone());
        self.message.notices.push(notice.clone());
        self.emit.notice(notice);
    }

    /// Shows a piece of the answer. Whoever calls this sees to it that it is written.
    pub(super) fn show(&mut self, piece: Piece) {
        self.text.push(&piece);
        self.emit.piece(piece);
        self.due.get_or_insert_with(|| Instant::now() + FLUSH_AFTER);
    }

    /// Reads the model's answer to its end: shows it and writes it as it comes. The marks in it may
    /// name the numbers `known`.
    pub(super) async fn read(
        &mut self,
        mut stream: BoxStream<'static, StreamEvent>,
        known: BTreeSet<Number>,
    ) -> Ended {
        let mut citations = CitationStream::new(known);
        let mut calls = Vec::new();
        let ended = loop {
            let event = tokio::select! {
                biased;
                () = sleep_until(self.due.unwrap_or_else(Instant::now)), if self.due.is_some() => {
                    self.flush().await;
                    continue;
                }
                event = stream.next() => event,
            };
            match event {
                Some(StreamEvent::Text(text)) => {
                    for piece in citations.push(&text) {
                        self.show(piece);
                    }
                }
                Some(StreamEvent::Thinking(text)) => {
                    self.message.thinking.push_str(&text);
                    self.due.get_or_insert_with(|| Instant::now() + FLUSH_AFTER);
                    self.emit.thinking(text);
                }
                Some(StreamEvent::ToolCall(call)) => calls.push(call),
                Some(StreamEvent::Waiting { pause, error }) => {
                    // For the receipt; who waits sees it now, and needn't see it later.
                    self.problems.push(format!("{} It was asked again.", error.message));
                    self.emit.waiting(pause, error.into());
                }
                Some(StreamEvent::Done { finish, usage }) => {
                    self.usage = usage;
                    match finish {
                        FinishReason::Length => self.notice(
                            "The answer was cut off: it reached the longest length that the \
                             server gives."
                                .to_owned(),
                        ),
                        FinishReason::Filtered => {
                            self.notice("The server held back a part of the answer.".to_owned())
                        }
                        FinishReason::Limit(limit) => self.notice(ended_at(limit).to_owned()),
                        FinishReason::Stop | FinishReason::ToolCalls | FinishReason::Other => {}
                    }
                    break Ended::Done(calls);
                }
                Some(StreamEvent::Cancelled) => break Ended::Cancelled,
                Some(StreamEvent::Failed(error)) => break Ended::Failed(error),
                None => {
                    break Ended::Failed(models::Error {
                        code: models::Code::BrokenStream,
                        message: "The answer broke off.".to_owned(),
                        retry_after: None,
                    });
                }
            }
        };
        let (rest, tally) = citations.finish();
        for piece in rest {
            self.show(piece);
        }
        // What follows (checking, citing) takes a while, and all that is shown has to be kept by then.
        if self.due.is_some() {
            self.flush().await;
        }
        if tally.restored {
            self.problems.push(
                "The answer was nothing but marks of unknown passages, so it stands as it came."
                    .to_owned(),
            );
        }
        self.deleted_marks.extend(tally.deleted);
        if let Some(usage) = self.usage {
            self.emit.usage(usage);
        }
        ended
    }

    /// The ids of all calls so far.
    pub(super) fn call_ids(&self) -> HashSet<String> {
        let calls = self.message.steps.iter().flat_map(|step| &step.calls);
        calls.map(|call| call.id.clone()).chain(self.earlier_calls.iter().cloned()).collect()
    }

    /// Takes what was said before tools are called: it is no part of the answer.
    pub(super) fn take_said(&mut self) -> String {
        let (said, _) = std::mem::take(&mut self.text).into_parts();
        said.trim().to_owned()
    }

    /// Keeps a round of calls, then tells of it.
    ///
    /// # Errors
    /// If the library fails.
    pub(super) async fn step(&mut self, step: Step) -> Result<()> {
        self.message.steps.push(step.clone());
        // In one step with the text, which what was said before the calls isn't any more.
        self.due = None;
        self.keep_steps().await?;
        self.emit.step(step);
        Ok(())
    }

    /// Keeps that call `at` of the last round came back, then tells of it.
    ///
    /// # Errors
    /// If the library fails.
    pub(super) async fn called(&mut self, at: usize, outcome: &ToolResult) -> Result<()> {
        let calls = self.message.steps.last_mut().map(|step| &mut step.calls);
        let Some(call) = calls.and_then(|calls| calls.get_mut(at)) else { return Ok(()) };
        call.state = if outcome.failed { CallState::Failed } else { CallState::Done };
        call.told.clone_from(&outcome.told);
        let call = call.clone();
        self.keep_steps().await?;
        self.emit.called(call);
        Ok(())
    }

    async fn keep_steps(&mut self) -> Result<()> {
        let Message { id, steps, thinking, .. } = &self.message;
        self.library.put_steps(*id, steps.clone(), thinking.clone()).await?;
        self.written = Lengths { thinking: self.message.thinking.len(), ..Lengths::default() };
        Ok(())
    }

    /// Takes what the receipt of a call lacks that isn't the turn's last.
    pub(super) fn take_report(&mut self) -> (Option<Usage>, Vec<String>, Vec<String>) {
        let deleted = std::mem::take(&mut self.deleted_marks);
        (self.usage.take(), deleted, std::mem::take(&mut self.problems))
    }

    /// Whether the answer has no text.
    pub(super) fn is_empty(&self) -> bool {
        self.text.text().trim().is_empty()
    }

    /// Writes what has been shown and isn't written yet.
    async fn flush(&mut self) {
        self.due = None;
        let (text, marks) = (self.text.text(), self.text.marks());
        let Message { id, thinking, .. } = &self.message;
        let (from, to) = (
            self.written,
            Lengths { text: text.len(), marks: marks.len(), thinking: thinking.len() },
        );
        let (text, marks) = (text[from.text..].to_owned(), marks[from.marks..].to_vec());
        let thinking = thinking[from.thinking..].to_owned();
        let appended = self.library.append_text(*id, text, marks, thinking).await;
        if appended.is_ok() {
            self.written = to;
        }
        if let Err(error) = appended {
            let notice = format!("The answer couldn't be kept while it was written: {error}");
            if !self.message.notices.contains(&notice) {
                self.notice(notice);
            }
        }
    }

    /// Marks what the answer cites, and adds what it cites of the conversation's earlier answers.
    ///
    /// # Errors
    /// If the library fails.
    pub(super) async fn cite(&mut self) -> Result<()> {
        let mut missing: BTreeSet<Number> =
            self.text.marks().iter().map(|mark| mark.number).collect();
        let cited = missing.clone();
        for reference in &mut self.message.references {
            if let Some(number) = reference.number
                && cited.contains(&number)
            {
                reference.state = State::Cited;
                missing.remove(&number);
            }
        }
        if !missing.is_empty() {
            let missing = missing.into_iter().collect();
            let earlier = self.library.numbered(self.conversation, missing).await?;
            self.message.references.extend(earlier.into_iter().map(|reference| Reference {
                id: ReferenceId::new(),
                state: State::Cited,
                ..reference
            }));
        }
        Ok(())
    }

    /// The answer as it stands, with what the receipt lacks, for the last write.
    pub(super) fn into_parts(self) -> (Message, Report) {
        let mut message = self.message;
        (message.text, message.citations) = self.text.into_parts();
        let Self { usage, deleted_marks, problems, .. } = self;
        (message, Report { usage, deleted_marks, problems })
    }
}

/// What the user is told of an answer that we ended.
fn ended_at(limit: AnswerLimit) -> &'static str {
    match limit {
        AnswerLimit::Text => {
            "The answer was ended here: it is longer than 1 MB. The model may be stuck in a loop. Ask \
             again, or choose another model."
        }
        AnswerLimit::Thinking => {
            "The answer was ended here: the model thought for more than 2 MB of text. It may be stuck \
             in a loop. Ask again, or choose another model."
        }
        AnswerLimit::Calls => {
            "The answer was ended here: the model called more tools at once than can be run. Ask \
             again, or choose another model."
        }
        AnswerLimit::Time => {
            "The answer was ended here: it took longer than 15 minutes. What had come by then is kept. \
             Ask again, or choose a faster model."
        }
    }
}

/// An answer that has neither text nor failure.
pub(super) fn nothing_said(model: &str, thought: bool) -> Error {
    let what = if thought { "thought, and gave no answer" } else { "gave an empty answer" };
    Error::new(
        Code::Model(models::Code::InvalidReply),
        format!("The model “{model}” {what}. Ask again, or choose another model."),
    )
}
