//! Writes an answer: shows its pieces and stores them.

mod joining;
pub(crate) mod redraft;
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
use tokio::{
    sync::mpsc,
    time::{Instant, sleep_until},
};

use joining::Joint;
use redraft::Redraft;
use screen::Screen;

use crate::{
    event::{Emit, TurnEvent},
    sentences,
    stop::Reply,
};
use conversation::{
    Answer, CallState, ConversationId, ReferenceId, Result, Step,
    context::SearchedFor,
    reference::{Number, Reference, State},
};
use grounding::references::{AnswerText, CitationStream, Evidence, Piece};
use library::{CallReport, Library};
use retrieval::tools::ToolResult;

/// Maximum time before shown text is stored. With the time of the write itself it stays below the promised 250 ms.
const FLUSH_AFTER: Duration = Duration::from_millis(150);

/// Minimum wait for the first word that is announced with its progress.
const LONG_WAIT: Duration = Duration::from_secs(10);

/// An answer that says that the notes don't answer, and what was searched for.
pub(crate) struct Abstention {
    pub(crate) text: String,
    pub(crate) searched_for: Option<SearchedFor>,
}

pub(crate) struct AnswerWriter {
    library: Library,
    pub(crate) emit: Emit,
    pub(crate) conversation: ConversationId,
    pub(crate) answer: Answer,
    text: AnswerText,
    /// Additions to the last call's receipt.
    pub(crate) report: CallReport,
    pub(crate) earlier_calls: HashSet<String>,
    /// The time by which unstored text has to be stored.
    due: Option<Instant>,
    written: Lengths,
    /// Bytes of text that the token count includes.
    counted: usize,
    /// A reply that only says that the notes don't answer; not shown yet.
    withheld: Option<String>,
    /// The reason why the last reply was ended and isn't a whole answer.
    ended: Option<Sentence>,
    /// What replaces an answer that no passage can support. `None` unless a small model answers from passages alone.
    pub(crate) abstention: Option<Abstention>,
    /// The request for another draft. `None` if a draft would cost more than its own tokens.
    pub(crate) redraft: Option<Redraft>,
    /// Time that the model took to write its last reply, without reading the request.
    pub(crate) wrote_for: Duration,
    /// The text is a draft, which isn't stored while it is written.
    is_draft: bool,
    /// Joins new text to the text of a continued answer.
    joint: Option<Joint>,
}

/// Lengths in bytes of text, number of citation marks, and bytes of thinking.
#[derive(Clone, Copy, Default)]
struct Lengths {
    text: usize,
    marks: usize,
    thinking: usize,
}

impl AnswerWriter {
    /// Shows the text that `answer` already has, and leaves it unchanged.
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
            abstention: None,
            redraft: None,
            wrote_for: Duration::ZERO,
            is_draft: false,
        }
    }

    /// A writer of another draft, which is neither shown nor stored. `references` are the passages of the draft's request.
    pub(crate) fn draft(&self, references: Vec<Reference>) -> Self {
        // Nobody receives its events.
        let (events, _) = mpsc::unbounded_channel();
        let mut answer = self.answer.clone();
        answer.references = references;
        answer.notices.clear();
        let empty = Self::new(self.library.clone(), Emit(events), self.conversation, answer);
        Self { is_draft: true, ..empty }
    }

    /// Shows the user a sentence beside the answer, and adds it to the answer and the receipt.
    pub(crate) fn notice(&mut self, notice: String) {
        self.report.problems.push(notice.clone());
        self.answer.notices.push(notice.clone());
        self.emit.send(TurnEvent::Notice(notice));
    }

    /// Shows a piece of the answer. The next [`Self::wait_for`], or the end of the turn, stores it.
    pub(crate) fn show(&mut self, piece: Piece) {
        self.text.push(&piece);
        self.emit.send(event(piece));
        self.store_soon();
    }

    fn store_soon(&mut self) {
        if !self.is_draft {
            self.due.get_or_insert_with(|| Instant::now() + FLUSH_AFTER);
        }
    }

    /// Reads the model's reply to its end, shows and stores it. Its marks may name the numbers in `known`. A reply
    /// that is exactly one of `withheld` isn't shown; [`Self::take_withheld`] returns it. `screen` ends a reply that
    /// repeats the app's instructions.
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
        let mut first_word = None;
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
                    first_word.get_or_insert_with(Instant::now);
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
                    self.store_soon();
                    self.emit.send(TurnEvent::Thinking(text));
                }
                Some(StreamEvent::ToolCall(call)) => calls.push(call),
                Some(StreamEvent::Waiting { pause, error }) => {
                    // Only for the receipt; the event has informed the user.
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
                    let code = models::Code::BrokenStream;
                    break Reply::Failed(models::Error::new(code, sentences::BROKE_OFF));
                }
            }
        };
        self.wrote_for = first_word.map_or(Duration::ZERO, |begun| begun.elapsed());
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

    pub(crate) fn take_ended(&mut self) -> Option<Sentence> {
        self.ended.take()
    }

    pub(crate) fn take_withheld(&mut self) -> Option<String> {
        self.withheld.take()
    }

    /// Stores the last call's report before the model is called again.
    pub(crate) async fn keep_report(&mut self) -> Result<()> {
        let report = std::mem::take(&mut self.report);
        self.keep_steps(Some(report)).await
    }

    /// Adds a call to the answer's token count: `sent` tokens, `tools` of them for tools, by our count. The server's
    /// count takes precedence.
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

    pub(crate) fn call_ids(&self) -> HashSet<String> {
        let calls = self.answer.steps.iter().flat_map(|step| &step.calls);
        calls.map(|call| call.id.clone()).chain(self.earlier_calls.iter().cloned()).collect()
    }

    /// Takes the text before a call of tools, which is no part of the answer.
    pub(crate) fn take_said(&mut self) -> String {
        let (said, _) = std::mem::take(&mut self.text).into_parts();
        self.counted = 0;
        said.trim().to_owned()
    }

    /// Starts the text over. The library has already dropped the stored text.
    pub(crate) fn restart(&mut self) {
        self.text = AnswerText::new();
        self.joint = None;
        self.counted = 0;
        self.due = None;
        self.written = Lengths { thinking: self.written.thinking, ..Lengths::default() };
    }

    /// Stores a round of calls with the report of the call that asked for them, then announces it.
    pub(crate) async fn step(&mut self, step: Step) -> Result<()> {
        self.answer.steps.push(step.clone());
        // `keep_steps` also deletes the stored text, which belongs to the step now.
        self.due = None;
        let report = std::mem::take(&mut self.report);
        self.keep_steps(Some(report)).await?;
        self.emit.send(TurnEvent::Step(step));
        Ok(())
    }

    /// Stores that call `at` of the last round returned, then announces it.
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

    /// Adds to each call the numbers of its passages in the latest request. The next write of the steps stores them.
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

    /// Announces the answer's references, which are already stored.
    pub(crate) fn rests_on(&mut self, references: Vec<Reference>) {
        self.answer.references = references.clone();
        self.emit.send(TurnEvent::References(references));
    }

    /// Waits for `work`, and stores shown text that becomes due meanwhile.
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

    /// The shown text of the answer.
    pub(crate) fn text(&self) -> &str {
        self.text.text()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.text().trim().is_empty()
    }

    /// Stores the pieces that were shown since the last write.
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

    /// Marks the cited references, and adds those that earlier answers of the conversation have.
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

    pub(crate) fn written(&self) -> Answer {
        let mut answer = self.answer.clone();
        answer.text = self.text.text().to_owned();
        answer.citations = self.text.marks().to_vec();
        answer
    }
}

fn pieces(answer: &Answer) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut from = 0;
    let text = |from: usize, to: usize| answer.text.get(from..to).filter(|text| !text.is_empty());
    for mark in &answer.citations {
        let start = mark.start as usize;
        pieces.extend(text(from, start).map(|text| Piece::Text(text.to_owned())));
        // A citation that the user corrected becomes the model's own mark again; the check at the end covers it.
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
