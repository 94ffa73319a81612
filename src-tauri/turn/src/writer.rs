//! An answer while it is being written: what is shown of it, and how it gets to the library.

mod joining;
pub(crate) mod screen;

use std::{
    collections::{BTreeSet, HashSet},
    pin::pin,
    time::Duration,
};

use futures::StreamExt;
use futures::stream::BoxStream;
use language::Sentence;
use models::{AnswerLimit, FinishReason, StreamEvent, TokenCounter, Tokens, ToolCall};
use tokio::time::{Instant, sleep_until};

use joining::Joint;
use screen::Screen;

use crate::{
    event::{Emit, TurnEvent},
    sentences,
    stop::Reply,
};
use conversation::{
    Answer, CallState, ConversationId, ReferenceId, Result, Step,
    reference::{Number, Reference, State},
};
use grounding::references::{AnswerText, CitationStream, Evidence, Piece};
use library::{CallReport, Library};
use retrieval::tools::ToolResult;

/// How long shown text may wait before it is written. With the time that a write takes it stays
/// under the 250 ms that are promised.
const FLUSH_AFTER: Duration = Duration::from_millis(150);

/// A wait for the first word that is longer is told, and how it goes on.
const LONG_WAIT: Duration = Duration::from_secs(10);

pub(crate) struct AnswerWriter {
    library: Library,
    pub(crate) emit: Emit,
    pub(crate) conversation: ConversationId,
    pub(crate) answer: Answer,
    text: AnswerText,
    /// What the receipt of the last call lacks so far.
    pub(crate) report: CallReport,
    /// The ids of calls in earlier turns.
    pub(crate) earlier_calls: HashSet<String>,
    /// When the text that isn't written yet has to be.
    due: Option<Instant>,
    /// How much of the answer is written.
    written: Lengths,
    /// How much of the answer is counted in what it took.
    counted: usize,
    /// What the model said of the notes alone, which isn't shown yet.
    withheld: Option<String>,
    /// Why what the model said last was ended and is no whole answer.
    ended: Option<Sentence>,
    /// Joins what comes to the text that the answer had, if it goes on with one.
    joint: Option<Joint>,
}

/// How long the parts of an answer are: bytes of text, citation marks, bytes of thinking.
#[derive(Clone, Copy, Default)]
struct Lengths {
    text: usize,
    marks: usize,
    thinking: usize,
}

impl AnswerWriter {
    /// Begins with what `message` has already, which is shown, and kept as it is.
    pub(crate) fn new(
        library: Library,
        emit: Emit,
        conversation: ConversationId,
        answer: Answer,
    ) -> Self {
        let mut text = AnswerText::new();
        for piece in pieces(&answer) {
            text.push(&piece);
            emit.send(event(piece));
        }
        let written = Lengths {
            text: text.text().len(),
            marks: text.marks().len(),
            thinking: answer.thinking.len(),
        };
        let passages = answer.references.iter().filter_map(|it| it.passage.as_ref());
        let sources = passages.map(|passage| passage.text.as_str());
        let joint = (written.text > 0).then(|| Joint::new(text.text(), sources));
        Self {
            joint,
            library,
            emit,
            conversation,
            answer,
            text,
            report: CallReport::default(),
            earlier_calls: HashSet::new(),
            due: None,
            counted: written.text,
            written,
            withheld: None,
            ended: None,
        }
    }

    /// Tells the user something besides the answer, and keeps it with the answer.
    pub(crate) fn notice(&mut self, notice: String) {
        self.report.problems.push(notice.clone());
        self.answer.notices.push(notice.clone());
        self.emit.send(TurnEvent::Notice(notice));
    }

    /// Shows a piece of the answer. Whoever calls this sees to it that it is written.
    pub(crate) fn show(&mut self, piece: Piece) {
        self.text.push(&piece);
        self.emit.send(event(piece));
        self.due.get_or_insert_with(|| Instant::now() + FLUSH_AFTER);
    }

    /// Reads the model's answer to its end: shows it and writes it as it comes. The marks in it may
    /// name the numbers `known`. An answer that is one of `withheld` and nothing else isn't shown, but kept back. The
    /// `screen` ends it where it repeats the app's own instructions.
    pub(crate) async fn read(
        &mut self,
        mut stream: BoxStream<'static, StreamEvent>,
        known: BTreeSet<Number>,
        withheld: &[&str],
        mut screen: Screen,
    ) -> Reply<Vec<ToolCall>> {
        let mut held = (!withheld.is_empty()).then(String::new);
        let plain = |said: &str| said.trim().replace('’', "'");
        let is_of = |said: &str| withheld.iter().any(|words| words.starts_with(&plain(said)));
        let mut citations = CitationStream::new(known);
        let mut calls = Vec::new();
        let mut long_wait = false;
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
                    let text = match held.take() {
                        None => text,
                        Some(before) => {
                            let said = before + &text;
                            if is_of(&said) {
                                held = Some(said);
                                continue;
                            }
                            said
                        }
                    };
                    let text = match &mut self.joint {
                        Some(joint) => joint.push(&text),
                        None => text,
                    };
                    for piece in citations.push(&screen.push(&text)) {
                        self.show(piece);
                    }
                    if screen.has_echoed {
                        self.ended = Some(sentences::ECHOED);
                        // Dropping the stream stops the model.
                        break Reply::Done(Vec::new());
                    }
                }
                Some(StreamEvent::Thinking(text)) => {
                    self.answer.thinking.push_str(&text);
                    self.due.get_or_insert_with(|| Instant::now() + FLUSH_AFTER);
                    self.emit.send(TurnEvent::Thinking(text));
                }
                Some(StreamEvent::ToolCall(call)) => calls.push(call),
                Some(StreamEvent::Waiting { pause, error }) => {
                    // For the receipt; who waits sees it now, and needn't see it later.
                    self.report.problems.push(sentences::asked_again(&error.message));
                    self.emit.send(TurnEvent::Waiting { pause, error: error.into() });
                }
                Some(StreamEvent::Reading { tokens, left }) => {
                    long_wait |= left > LONG_WAIT;
                    if long_wait {
                        self.emit.send(TurnEvent::Reading { tokens, left });
                    }
                }
                Some(StreamEvent::Notice(notice)) => self.notice(notice),
                Some(StreamEvent::Done { finish, usage }) => {
                    self.report.usage = usage;
                    match finish {
                        FinishReason::Length => self.notice(sentences::CUT_OFF.to_string()),
                        FinishReason::Filtered => self.notice(sentences::HELD_BACK.to_string()),
                        FinishReason::Limit(AnswerLimit::Loop) => {
                            self.ended = Some(sentences::ended_at(AnswerLimit::Loop));
                        }
                        FinishReason::Limit(limit) => {
                            self.notice(sentences::ended_at(limit).to_string())
                        }
                        FinishReason::Stop | FinishReason::ToolCalls | FinishReason::Other => {}
                    }
                    break Reply::Done(calls);
                }
                Some(StreamEvent::Cancelled) => break Reply::Cancelled,
                Some(StreamEvent::Failed(error)) => break Reply::Failed(error),
                None => {
                    break Reply::Failed(models::Error {
                        code: models::Code::BrokenStream,
                        message: sentences::BROKE_OFF.into(),
                        retry_after: None,
                    });
                }
            }
        };
        let said = held.filter(|said| !said.trim().is_empty());
        let is_whole = |said: &String| {
            withheld.contains(&plain(said).as_str())
                && matches!(&ended, Reply::Done(calls) if calls.is_empty())
        };
        match said {
            Some(said) if is_whole(&said) => self.withheld = Some(said),
            Some(said) => {
                for piece in citations.push(&screen.push(&said)) {
                    self.show(piece);
                }
            }
            None => {}
        }
        let rest = self.joint.as_mut().map(Joint::end_text).unwrap_or_default();
        let rest = screen.push(&rest) + &screen.end_text();
        for piece in citations.push(&rest) {
            self.show(piece);
        }
        if screen.has_echoed {
            self.ended = Some(sentences::ECHOED);
        } else if self.joint.take().is_some_and(|joint| !joint.is_joined()) {
            self.ended = self.ended.or(Some(sentences::NOTHING_ADDED));
        }
        let (rest, tally) = citations.finish();
        for piece in rest {
            self.show(piece);
        }
        if tally.restored {
            self.report.problems.push(sentences::MARKS_ALONE.to_string());
        }
        self.report.deleted_marks.extend(tally.deleted);
        if let Some(usage) = self.report.usage {
            self.emit.send(TurnEvent::Usage(usage));
        }
        ended
    }

    /// Takes why what the model said last is no whole answer, if it isn't.
    pub(crate) fn take_ended(&mut self) -> Option<Sentence> {
        self.ended.take()
    }

    /// Takes what was withheld, if anything was.
    pub(crate) fn take_withheld(&mut self) -> Option<String> {
        self.withheld.take()
    }

    /// Keeps what the last call reported, before the model is called once more.
    pub(crate) async fn keep_report(&mut self) -> Result<()> {
        let report = std::mem::take(&mut self.report);
        self.keep_steps(Some(report)).await
    }

    /// Counts a call of the model that has ended among what the answer took: `sent` in it, and of that what
    /// tools took, by our count. What the server counted is worth more.
    pub(crate) fn count_call(
        &mut self,
        counter: &TokenCounter,
        question: &str,
        sent: Tokens,
        tools: Tokens,
    ) {
        let wrote = || counter.count(&self.text.text()[self.counted..]).tokens;
        let (sent, wrote, reported) = match self.report.usage {
            Some(usage) => (usage.prompt, usage.completion, true),
            None => (sent, wrote(), false),
        };
        let tokens = self.answer.tokens.get_or_insert_default();
        tokens.question = counter.count(question).tokens;
        tokens.add(sent, tools, wrote, reported);
        self.counted = self.text.text().len();
    }

    /// The ids of all calls so far.
    pub(crate) fn call_ids(&self) -> HashSet<String> {
        let calls = self.answer.steps.iter().flat_map(|step| &step.calls);
        calls.map(|call| call.id.clone()).chain(self.earlier_calls.iter().cloned()).collect()
    }

    /// Takes what was said before tools are called: it is no part of the answer.
    pub(crate) fn take_said(&mut self) -> String {
        let (said, _) = std::mem::take(&mut self.text).into_parts();
        self.counted = 0;
        said.trim().to_owned()
    }

    /// The text begins anew: what was written of it is no part of the answer, and the library knows.
    pub(crate) fn begin_anew(&mut self) {
        self.text = AnswerText::new();
        self.counted = 0;
        self.due = None;
        self.written = Lengths { thinking: self.written.thinking, ..Lengths::default() };
    }

    /// Keeps a round of calls, and what the model's call that asked for them reported, then tells of it.
    pub(crate) async fn step(&mut self, step: Step) -> Result<()> {
        self.answer.steps.push(step.clone());
        // In one step with the text, which what was said before the calls isn't any more.
        self.due = None;
        let report = std::mem::take(&mut self.report);
        self.keep_steps(Some(report)).await?;
        self.emit.send(TurnEvent::Step(step));
        Ok(())
    }

    /// Keeps that call `at` of the last round came back, then tells of it.
    pub(crate) async fn called(&mut self, at: usize, outcome: &ToolResult) -> Result<()> {
        let calls = self.answer.steps.last_mut().map(|step| &mut step.calls);
        let Some(call) = calls.and_then(|calls| calls.get_mut(at)) else { return Ok(()) };
        call.state = if outcome.failed { CallState::Failed } else { CallState::Done };
        call.told.clone_from(&outcome.told);
        let call = call.clone();
        self.keep_steps(None).await?;
        self.emit.send(TurnEvent::Called(call));
        Ok(())
    }

    /// Tells at each call the numbers of what it found and the latest request has. They are kept with the
    /// next that is kept of it.
    pub(crate) fn number_calls(&mut self, evidence: &Evidence) {
        for (id, tool, found) in evidence.by_call() {
            let mut calls = self.answer.steps.iter_mut().flat_map(|step| &mut step.calls);
            let call = calls.find(|call| call.id == id && call.name.trim() == tool);
            if let Some(call) = call.filter(|call| call.found.is_empty()) {
                call.found = found.iter().filter_map(|it| it.number).collect();
            }
        }
    }

    async fn keep_steps(&mut self, report: Option<CallReport>) -> Result<()> {
        let Answer { steps, thinking, .. } = &self.answer;
        self.library.put_steps(self.answer.id, steps.clone(), thinking.clone(), report).await?;
        self.written = Lengths { thinking: self.answer.thinking.len(), ..Lengths::default() };
        Ok(())
    }

    /// Tells what the answer rests on, which is kept by now.
    pub(crate) fn rests_on(&mut self, references: Vec<Reference>) {
        self.answer.references = references.clone();
        self.emit.send(TurnEvent::References(references));
    }

    /// Waits for `work`, and writes what has been shown if that becomes due meanwhile.
    pub(crate) async fn wait_for<T>(&mut self, work: impl Future<Output = T>) -> T {
        let mut work = pin!(work);
        loop {
            tokio::select! {
                biased;
                done = &mut work => return done,
                () = sleep_until(self.due.unwrap_or_else(Instant::now)), if self.due.is_some() => {
                    self.flush().await;
                }
            }
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.text.text().trim().is_empty()
    }

    /// Writes what has been shown and isn't written yet.
    async fn flush(&mut self) {
        self.due = None;
        let (text, marks) = (self.text.text(), self.text.marks());
        let Answer { thinking, .. } = &self.answer;
        let (from, to) = (
            self.written,
            Lengths { text: text.len(), marks: marks.len(), thinking: thinking.len() },
        );
        let (text, marks) = (text[from.text..].to_owned(), marks[from.marks..].to_vec());
        let thinking = thinking[from.thinking..].to_owned();
        let appended = self.library.append_text(self.answer.id, text, marks, thinking).await;
        if appended.is_ok() {
            self.written = to;
        }
        if let Err(error) = appended {
            let notice = sentences::not_kept_yet(&error);
            if !self.answer.notices.contains(&notice) {
                self.notice(notice);
            }
        }
    }

    /// Marks what the answer cites, and adds what it cites of the conversation's earlier answers.
    pub(crate) async fn cite(&mut self) -> Result<()> {
        let mut missing: BTreeSet<Number> =
            self.text.marks().iter().map(|mark| mark.number).collect();
        let cited = missing.clone();
        for reference in &mut self.answer.references {
            if let Some(number) = reference.number
                && cited.contains(&number)
            {
                reference.state = State::Cited;
                missing.remove(&number);
            }
        }
        if !missing.is_empty() {
            let missing = missing.into_iter().collect();
            let (library, conversation) = (self.library.clone(), self.conversation);
            let earlier = async move { library.numbered(conversation, missing).await };
            let earlier = self.wait_for(earlier).await?;
            self.answer.references.extend(earlier.into_iter().map(|reference| Reference {
                id: ReferenceId::new(),
                state: State::Cited,
                ..reference
            }));
        }
        Ok(())
    }

    /// The answer with its text and citations so far.
    pub(crate) fn written(&self) -> Answer {
        let mut answer = self.answer.clone();
        answer.text = self.text.text().to_owned();
        answer.citations = self.text.marks().to_vec();
        answer
    }
}

/// The text and the citations of an answer, in order.
fn pieces(answer: &Answer) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut from = 0;
    let text = |from: usize, to: usize| answer.text.get(from..to).filter(|text| !text.is_empty());
    for mark in &answer.citations {
        let start = mark.start as usize;
        pieces.extend(text(from, start).map(|text| Piece::Text(text.to_owned())));
        // What the user put right is the model's own mark again: it is checked anew at the end.
        pieces.extend(mark.written().map(Piece::Citation));
        from = mark.end as usize;
    }
    pieces.extend(text(from, answer.text.len()).map(|text| Piece::Text(text.to_owned())));
    pieces
}

fn event(piece: Piece) -> TurnEvent {
    match piece {
        Piece::Text(text) => TurnEvent::Text(text),
        Piece::Citation(number) => TurnEvent::Citation(number),
    }
}
