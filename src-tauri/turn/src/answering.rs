//! Asking the model, running the tools that it calls, and asking again.

use models::{ChatRequest, Model, Provider, Server, TokenCounter, Tokens};

use crate::{
    basis::{and_earlier, coverage, references_of},
    gather::Material,
    learning::learn,
    run::{Outcome, Turn},
    sentences,
    summing::SummaryResult,
    tooling::{equip, run_calls},
    writing::{AnswerWriter, StreamEnd},
};
use conversation::{Code, ContextView, Error, Receipt, Reference, Result, Segment};
use grounding::{
    context::{self, Assembly},
    references::Evidence,
};
use library::now;
use retrieval::blocking;

/// A turn asks its model at most so often. The last time no tool may be called.
const MODEL_CALLS: u32 = 6;

/// Maximum tokens that an answer is given on the user's own servers, thinking included.
const MAX_ANSWER: Tokens = Tokens(32_768);

impl Turn {
    pub(super) async fn ask_model(
        &self,
        gathered: Material,
        server: &Server,
        model: &Model,
        writing: &mut AnswerWriter,
    ) -> Result<Outcome> {
        writing.message.model = Some(model.name.clone());
        let settings = &self.settings.chat;
        let embedder = self.vault.meaning.as_ref().map(|meaning| meaning.embedder.clone());
        let counter = self.calibrations.counter(&model.name);
        let reading = self.models.reading(server, model).await;
        let mut gathered =
            equip(gathered, model, settings, &self.toolbox, &counter, embedder, reading).await?;
        let is_read = writing.message.survey.is_some();
        if self.continued.is_some() || is_read {
            // What it said before a call would no longer be part of an answer that goes on; and where all
            // that matches was read there is nothing to look for.
            gathered.input.tools.clear();
        }
        self.tell_of_images(&gathered, model, writing);
        writing.report.problems.append(&mut gathered.sent);
        let steps = gathered.input.history.iter().flat_map(|turn| &turn.steps);
        let ids = steps.flat_map(|step| &step.calls).map(|call| call.id.clone());
        writing.earlier_calls = ids.collect();

        let failed = |error| refused_by(server, model, error);
        let provider = server.connect_with(self.timing).map_err(failed)?;
        let mut evidence = Evidence::default();
        let mut may_summarise = settings.compact;
        let mut asked = 0;
        loop {
            gathered.input.last_call = !gathered.input.tools.is_empty() && asked + 1 == MODEL_CALLS;
            let (back, assembly) = assemble(gathered, counter.clone()).await?;
            gathered = back;
            if let Some(due) = assembly.view.compact.filter(|_| may_summarise) {
                may_summarise = false;
                let summary = self
                    .summarise(&mut gathered, due, &*provider, model, &counter, writing)
                    .await?;
                match summary {
                    SummaryResult::Done => continue,
                    SummaryResult::Cancelled => return Ok(Outcome::Cancelled),
                    SummaryResult::Not => {}
                }
            }
            let Assembly { messages, view, used, considered, ledger } = assembly;
            if asked == 0 && !is_read {
                writing.message.coverage = coverage(&gathered, &used);
            }
            let references = references_of(&gathered, used, considered, &evidence);
            let references = and_earlier(references, evidence.latest_references());
            evidence.add_references(references.clone());
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
            request.temperature = settings.temperature;
            request.may_call = !request.tools.is_empty() && !gathered.input.last_call;
            let free = view.free;
            let sent = view.total;
            let tools = of_tools(&view);
            if !provider.limits_answers() {
                request.max_tokens = Some(longest_answer(view.reserve, free));
            }
            let body = self.keep_call(&*provider, &request, view, references, writing).await?;
            let stream = provider.chat(body, self.entered.cancel.clone());
            let told = writing.message.notices.len();
            let ended = writing.read(stream, ledger.known()).await;
            writing.count_call(&counter, &gathered.input.question, sent, tools);
            if writing.message.notices.len() > told {
                // The model may have another window by now than it was listed with.
                self.models.forget();
            }
            asked += 1;
            if let Some(usage) = writing.report.usage {
                let learning = learn(counter.clone(), request.clone(), usage.prompt);
                writing.report.learned = writing.wait_for(learning).await;
            }
            match ended {
                StreamEnd::Done(calls) if !calls.is_empty() && request.may_call => {
                    let cancel = &self.entered.cancel;
                    let offered = &gathered.input.tools;
                    let round = run_calls(
                        writing,
                        &mut evidence,
                        &self.toolbox,
                        offered,
                        calls,
                        (free, cancel),
                        &gathered.own,
                    )
                    .await?;
                    gathered.input.rounds.push(round);
                    if cancel.is_cancelled() {
                        return Ok(Outcome::Cancelled);
                    }
                }
                ended => {
                    self.cite(writing).await;
                    return self.end(ended, &request, writing).map_err(failed_or(failed));
                }
            }
        }
    }

    /// Ends the answer as the model's last stream did.
    fn end(
        &self,
        ended: StreamEnd,
        request: &ChatRequest,
        writing: &mut AnswerWriter,
    ) -> std::result::Result<Outcome, AnswerFailure> {
        match ended {
            StreamEnd::Done(calls) => {
                if let Some(call) = calls.first() {
                    writing.notice(sentences::call_not_allowed(&call.name));
                }
                if writing.is_empty() {
                    let thought = !writing.message.thinking.is_empty();
                    return Err(AnswerFailure::Ours(empty(&request.model, thought)));
                }
                Ok(Outcome::Complete)
            }
            StreamEnd::Cancelled => Ok(Outcome::Cancelled),
            StreamEnd::Failed(error) => {
                // The server may be gone, or have other models by now.
                self.models.forget();
                Err(AnswerFailure::Servers(error))
            }
        }
    }

    async fn cite(&self, writing: &mut AnswerWriter) {
        if let Err(error) = writing.cite().await {
            writing.notice(sentences::not_all_found_again(&error));
        }
    }

    /// Keeps what the answer rests on and the receipt of a call that is about to be made, tells of both,
    /// and gives the body to send.
    async fn keep_call(
        &self,
        provider: &dyn Provider,
        request: &ChatRequest,
        view: ContextView,
        references: Vec<Reference>,
        writing: &mut AnswerWriter,
    ) -> Result<String> {
        let references = and_earlier(references, &writing.message.references);
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

/// Why an answer ended badly.
enum AnswerFailure {
    Servers(models::Error),
    Ours(Error),
}

fn failed_or(failed: impl Fn(models::Error) -> Error) -> impl Fn(AnswerFailure) -> Error {
    move |ending| match ending {
        AnswerFailure::Servers(error) => failed(error),
        AnswerFailure::Ours(error) => error,
    }
}

/// Builds the context off the async threads: counting a long text takes a while.
pub async fn assemble(gathered: Material, counter: TokenCounter) -> Result<(Material, Assembly)> {
    blocking(move || {
        let assembly = context::build(&gathered.input, &counter);
        Ok((gathered, assembly))
    })
    .await
}
