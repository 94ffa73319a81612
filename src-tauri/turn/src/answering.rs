//! Asking the model, running the tools that it calls, and asking again.

use std::sync::Arc;

use models::{ChatRequest, Model, Provider, Server, TokenCounter, Tokens};

use crate::{
    basis::{and_earlier, coverage, references_of},
    gather::Material,
    learning::learn,
    run::{Outcome, Turn},
    screen::Screen,
    sentences,
    summing::SummaryResult,
    tooling::{equip, run_calls},
    writing::{AnswerWriter, StreamEnd},
};
use conversation::{Code, ContextView, Error, Receipt, Reference, Result, Segment};
use grounding::{
    context::{self, Assembly},
    references::{Evidence, Piece},
};
use library::now;
use retrieval::blocking;

/// Maximum model calls in a turn, or in a step of one that is worked out. The last may call no tool.
pub(super) const MODEL_CALLS: u32 = 6;

/// Maximum tokens that an answer is given on the user's own servers, thinking included.
const MAX_ANSWER: Tokens = Tokens(32_768);

/// The model that answers, ready to be asked, and what its calls of tools gave.
pub(super) struct Talk<'a> {
    pub(super) server: &'a Server,
    pub(super) model: &'a Model,
    pub(super) provider: Arc<dyn Provider>,
    pub(super) counter: TokenCounter,
    evidence: Evidence,
    may_summarise: bool,
}

impl Turn {
    pub(super) async fn ask_model(
        &self,
        gathered: Material,
        server: &Server,
        model: &Model,
        writing: &mut AnswerWriter,
    ) -> Result<Outcome> {
        let (gathered, mut talk) = self.talk(gathered, server, model, writing).await?;
        let is_last = |_: &AnswerWriter, asked| asked + 1 == MODEL_CALLS;
        let (_, ended) = self.converse(gathered, &mut talk, &is_last, writing).await?;
        self.close(ended, &talk, writing).await
    }

    /// Makes the model ready, and adds what depends on it.
    pub(super) async fn talk<'a>(
        &self,
        gathered: Material,
        server: &'a Server,
        model: &'a Model,
        writing: &mut AnswerWriter,
    ) -> Result<(Material, Talk<'a>)> {
        writing.message.model = Some(model.name.clone());
        let settings = &self.settings.chat;
        let embedder = self.vault.meaning.as_ref().map(|meaning| meaning.embedder.clone());
        let counter = self.calibrations.counter(&model.name);
        let reading = self.models.reading(server, model).await;
        let mut gathered =
            equip(gathered, model, settings, &self.toolbox, &counter, embedder, reading).await?;
        if self.goes_on_writing() || writing.message.survey.is_some() {
            // What it said before a call would no longer be part of an answer that goes on; and where all
            // that matches was read there is nothing to look for.
            gathered.input.tools.clear();
        }
        if self.goes_on_writing() {
            // A reminder to answer the question would have it begin anew.
            gathered.input.no_reminder = true;
        }
        self.tell_of_images(&gathered, model, writing);
        writing.report.problems.append(&mut gathered.sent);
        self.tell_what_left(writing);
        let steps = gathered.input.history.iter().flat_map(|turn| &turn.steps);
        let ids = steps.flat_map(|step| &step.calls).map(|call| call.id.clone());
        writing.earlier_calls = ids.collect();
        let provider =
            server.connect_with(self.timing).map_err(|error| refused_by(server, model, error))?;
        let (evidence, may_summarise) = (Evidence::of(&writing.message), settings.compact);
        Ok((gathered, Talk { server, model, provider, counter, evidence, may_summarise }))
    }

    /// Asks the model, runs the tools that it calls, and asks again, until it calls none. `is_last` says, by how
    /// often it was asked before, whether it may call none this time.
    pub(super) async fn converse(
        &self,
        mut gathered: Material,
        talk: &mut Talk<'_>,
        is_last: &(dyn Fn(&AnswerWriter, u32) -> bool + Sync),
        writing: &mut AnswerWriter,
    ) -> Result<(Material, StreamEnd)> {
        let Talk { model, provider, counter, evidence, may_summarise, .. } = talk;
        let cancel = &self.entered.cancel;
        let mut asked = 0;
        loop {
            gathered.input.last_call = !gathered.input.tools.is_empty() && is_last(writing, asked);
            let (back, assembly) = assemble(gathered, counter.clone()).await?;
            gathered = back;
            if let Some(due) = assembly.view.compact.filter(|_| *may_summarise) {
                *may_summarise = false;
                let summary = self
                    .summarise(&mut gathered, due, &**provider, model, counter, writing)
                    .await?;
                match summary {
                    SummaryResult::Done => continue,
                    SummaryResult::Cancelled => return Ok((gathered, StreamEnd::Cancelled)),
                    SummaryResult::Not => {}
                }
            }
            let Assembly { messages, view, used, considered, ledger } = assembly;
            let grammar = context::grammar(&gathered.input, &used);
            if asked == 0 && writing.message.survey.is_none() && writing.message.work.is_none() {
                writing.message.coverage = coverage(&gathered, &used);
            }
            let references = references_of(&gathered, used, considered, evidence);
            let references = and_earlier(references, evidence.latest_references());
            evidence.add_references(references.clone());
            writing.number_calls(evidence);
            if let Some(refusal) = view.refusal.clone() {
                self.keep_references(references, writing).await?;
                writing.emit.context(view);
                return Err(Error::new(Code::DoesNotFit, refusal));
            }
            // What has a number keeps it, also if the next request has no room for it.
            gathered.input.ledger = ledger.clone();

            let mut request = ChatRequest::new(&model.name, messages, model.window.tokens);
            let tools = gathered.input.tools.iter().map(|offered| offered.tool.clone());
            request.tools = tools.collect();
            request.temperature = self.settings.chat.temperature;
            if gathered.input.small {
                request.ends = context::SMALL_ENDS.map(str::to_owned).to_vec();
                // Whole sentences are no end of a half one.
                request.grammar = grammar.filter(|_| !self.goes_on_writing());
            }
            request.may_call = !request.tools.is_empty() && !gathered.input.last_call;
            let free = view.free;
            let sent = view.total;
            let tools = of_tools(&view);
            if !provider.limits_answers() {
                request.max_tokens = Some(longest_answer(view.reserve, free));
            }
            let body = self.keep_call(&**provider, &request, view, references, writing).await?;
            let stream = provider.chat(body, cancel.clone());
            let screen = Screen::new(context::own_sentences(&gathered.input, &request.messages));
            let told = writing.message.notices.len();
            // A small model often says so of what it was given: it is asked once more, and is told where to look.
            let is_first = asked == 0
                && gathered.input.small
                && gathered.input.work.is_none()
                && writing.is_empty();
            let withheld: &[&str] = if is_first { &context::UNTOLD_FORMS } else { &[] };
            let ended = writing.read(stream, ledger.known(), withheld, screen).await;
            writing.count_call(counter, &gathered.input.question, sent, tools);
            if writing.message.notices.len() > told {
                // The model may have another window by now than it was listed with.
                self.models.forget();
            }
            asked += 1;
            if let Some(usage) = writing.report.usage {
                let learning = learn(counter.clone(), request.clone(), usage.prompt);
                writing.report.learned = writing.wait_for(learning).await;
            }
            if let Some(said) = writing.take_withheld() {
                gathered.input.overlooked =
                    self.overlooked(writing, &gathered.input.question).await;
                if gathered.input.overlooked.is_some() && !cancel.is_cancelled() {
                    writing.keep_report().await?;
                    continue;
                }
                writing.show(Piece::Text(said));
            }
            match ended {
                StreamEnd::Done(calls) if !calls.is_empty() && request.may_call => {
                    let offered = &gathered.input.tools;
                    let round = run_calls(
                        writing,
                        evidence,
                        &self.toolbox,
                        offered,
                        calls,
                        (free, cancel),
                        &gathered.own,
                    )
                    .await?;
                    self.tell_what_left(writing);
                    gathered.input.rounds.push(round);
                    if cancel.is_cancelled() {
                        return Ok((gathered, StreamEnd::Cancelled));
                    }
                }
                ended => return Ok((gathered, ended)),
            }
        }
    }

    /// Ends the answer as the model's last stream did, with its citations.
    pub(super) async fn close(
        &self,
        ended: StreamEnd,
        talk: &Talk<'_>,
        writing: &mut AnswerWriter,
    ) -> Result<Outcome> {
        self.cite(writing).await;
        self.end(ended, talk, writing)
    }

    fn end(
        &self,
        ended: StreamEnd,
        talk: &Talk<'_>,
        writing: &mut AnswerWriter,
    ) -> Result<Outcome> {
        match ended {
            StreamEnd::Done(calls) => {
                if let Some(ended) = writing.take_ended() {
                    return Err(Error::new(Code::Model(models::Code::BrokenStream), ended));
                }
                if let Some(call) = calls.first() {
                    writing.notice(sentences::call_not_allowed(&call.name));
                }
                if writing.is_empty() {
                    let thought = !writing.message.thinking.is_empty();
                    return Err(empty(&talk.model.name, thought));
                }
                Ok(Outcome::Complete)
            }
            StreamEnd::Cancelled => Ok(Outcome::Cancelled),
            StreamEnd::Failed(error) => Err(self.failed(talk, error)),
        }
    }

    /// What the server said instead of an answer. It may be gone, or have other models by now.
    pub(super) fn failed(&self, talk: &Talk<'_>, error: models::Error) -> Error {
        self.models.forget();
        refused_by(talk.server, talk.model, error)
    }

    async fn cite(&self, writing: &mut AnswerWriter) {
        if let Err(error) = writing.cite().await {
            writing.notice(sentences::not_all_found_again(&error));
        }
    }

    /// Keeps `references`, what the answer rests on, and the receipt of a call that is about to be made, tells of both,
    /// and gives the body to send.
    async fn keep_call(
        &self,
        provider: &dyn Provider,
        request: &ChatRequest,
        view: ContextView,
        references: Vec<Reference>,
        writing: &mut AnswerWriter,
    ) -> Result<String> {
        let body = provider.body(request);
        let receipt = Receipt {
            answer: self.answer,
            created: now(),
            provider: provider.server().kind,
            server: provider.server().shown(),
            model: request.model.clone(),
            request: body.clone(),
            context: view.clone(),
            usage: None,
            deleted_marks: Vec::new(),
            problems: writing.report.problems.clone(),
            imported: false,
            cost: None,
        };
        let kept = Some(references.clone());
        self.library.begin_receipt(receipt, contents(request), kept).await?;
        writing.message.has_receipt = true;
        writing.rests_on(references);
        writing.emit.context(view);
        Ok(body)
    }

    fn tell_of_images(&self, gathered: &Material, model: &Model, writing: &mut AnswerWriter) {
        let files = &gathered.input.attachments;
        if !gathered.input.vision && files.iter().any(|file| file.image.is_some()) {
            writing.notice(sentences::no_images(&model.name));
        }
    }
}

/// How long the answer may become, in tokens: what is left of the window, less an eighth for what was
/// counted too low, since some servers refuse a request that could overflow it.
fn longest_answer(reserve: Tokens, free: Tokens) -> Tokens {
    let left = reserve.0.saturating_add(free.0);
    Tokens((left - left / 8).clamp(1, MAX_ANSWER.0))
}

/// What a server said instead of an answer, with where that was.
pub(super) fn refused_by(server: &Server, model: &Model, error: models::Error) -> Error {
    let line = format!("{} ({}): {}", server.shown(), model.name, error.message);
    Error { tried: vec![line], ..error.into() }
}

/// What tools take of a request: the calls of them, and what they returned.
fn of_tools(view: &ContextView) -> Tokens {
    let of_calls = |segment| matches!(segment, Segment::Calls | Segment::Results);
    view.parts.iter().filter(|part| of_calls(part.segment)).map(|part| part.tokens).sum()
}

/// The texts of a request that others share: the library keeps each once.
fn contents(request: &ChatRequest) -> Vec<String> {
    let tools = request
        .tools
        .iter()
        .flat_map(|tool| [tool.description.clone(), tool.parameters.to_string()]);
    let messages = request.messages.iter().flat_map(|message| {
        let calls = message.tool_calls.iter().map(|call| call.arguments.clone());
        std::iter::once(message.content.clone()).chain(calls)
    });
    tools.chain(messages).collect()
}

/// An answer that has neither text nor failure.
fn empty(model: &str, thought: bool) -> Error {
    Error::new(Code::Model(models::Code::InvalidReply), sentences::nothing_said(model, thought))
}

/// Builds the context off the async threads: counting a long text takes a while.
pub async fn assemble(gathered: Material, counter: TokenCounter) -> Result<(Material, Assembly)> {
    blocking(move || {
        let assembly = context::build(&gathered.input, &counter);
        Ok((gathered, assembly))
    })
    .await
}
